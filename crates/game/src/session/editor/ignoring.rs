//! Findings of an audit that are meant, as entries of `ignore` in `[audit]`.

use sidle::level::EditError;
use toml::de::{DeTable, DeValue};

use crate::session::editor::Editor;

impl Editor {
    /// Lets audits of the level ignore the findings that `id` names, unless they do so already.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn ignore_finding(&mut self, id: &str) -> Result<(), EditError> {
        if let Some(text) = with_ignored(self.text.text(), id) {
            let patch = self.text.set_text(&text)?;
            self.note(patch, self.selected, None, false);
        }
        Ok(())
    }
}

/// `text` with another entry, before those that it has. `None` if one has this `id`. What another form of `[audit]` makes of it may
/// be no level.
fn with_ignored(text: &str, id: &str) -> Option<String> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let name = id;
    let [id, why] = [format!("id = \"{id}\""), "why = \"meant\"".to_owned()];
    let entry = format!("{{ {id}, {why} }}");
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mark = text.len() - body.len();
    let parsed = DeTable::parse(body).ok();
    let audit = parsed.as_ref().and_then(|root| root.get_ref().get("audit"));
    let end_of_line = |at: usize| body[at..].find('\n').map_or(body.len(), |end| at + end);
    let at_end = |lines: &[&str]| {
        let gap = if body.is_empty() || body.ends_with('\n') {
            ""
        } else {
            newline
        };
        let lines = lines.join(newline);
        (body.len(), format!("{gap}{newline}{lines}{newline}"))
    };
    let own_table = at_end(&["[[audit.ignore]]", &id, &why]);
    let is_header = |at: usize| body[at..].starts_with('[');
    let (at, added) = match audit.map(|audit| (audit.span(), audit.get_ref())) {
        Some((span, DeValue::Table(table))) => match table.get("ignore") {
            Some(list) => {
                let all = list.get_ref().as_array();
                let first = all.and_then(|all| all.iter().next());
                let mut ids = all.into_iter().flatten().filter_map(|entry| {
                    let id = entry.get_ref().as_table()?.get("id")?;
                    id.get_ref().as_str()
                });
                if ids.any(|id| id == name) {
                    return None;
                }
                let at = list.span().start + 1;
                let rest = body[at..end_of_line(at)].trim();
                match first {
                    Some(first) if is_header(first.span().start) => own_table,
                    _ if rest.is_empty() || rest.starts_with('#') => {
                        (at, format!("{newline}    {entry},"))
                    }
                    Some(_) => (at, format!("{entry}, ")),
                    None => (at, entry),
                }
            }
            None if is_header(span.start) => {
                let at = end_of_line(span.start);
                // Before the carriage return, if the line has one.
                let at = at - usize::from(body[..at].ends_with('\r'));
                (
                    at,
                    format!("{newline}ignore = [{newline}    {entry},{newline}]"),
                )
            }
            // It has no lines yet, only parts of it have, such as `[[audit.never]]`.
            None => own_table,
        },
        _ => at_end(&["[audit]", "ignore = [", &format!("    {entry},"), "]"]),
    };
    let mut text = text.to_owned();
    text.insert_str(mark + at, &added);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const LEVEL: &str = "format = 1\nspawn.position = [0, 1, 0]\n";

    #[test]
    fn an_entry_is_added_to_every_form_of_the_table_and_undone() {
        let new = "{ id = \"trap:3,-1,12\", why = \"meant\" }";
        let old = "{ id = \"snag:1,2,3\", why = \"a [ # in it\" }";
        let cases = [
            (
                String::new(),
                format!("\n[audit]\nignore = [\n    {new},\n]\n"),
            ),
            (
                "[audit] # of mine\nreach = []\n".to_owned(),
                format!("[audit] # of mine\nignore = [\n    {new},\n]\nreach = []\n"),
            ),
            (
                format!("[audit]\nignore = [ # meant\n    {old}\n]\n"),
                format!("[audit]\nignore = [\n    {new}, # meant\n    {old}\n]\n"),
            ),
            (
                format!("[audit]\nignore = [{old}]\n"),
                format!("[audit]\nignore = [{new}, {old}]\n"),
            ),
            (
                "[audit]\nignore = []\n".to_owned(),
                format!("[audit]\nignore = [{new}]\n"),
            ),
            (
                "[[audit.ignore]]\nid = \"snag:1,2,3\"\nwhy = \"so\"".to_owned(),
                "[[audit.ignore]]\nid = \"snag:1,2,3\"\nwhy = \"so\"\n\n[[audit.ignore]]\nid = \"trap:3,-1,12\"\nwhy = \"meant\"\n"
                    .to_owned(),
            ),
            (
                "audit.reach = []\n".to_owned(),
                "audit.reach = []\n\n[[audit.ignore]]\nid = \"trap:3,-1,12\"\nwhy = \"meant\"\n".to_owned(),
            ),
            (
                "[[audit.never]]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n".to_owned(),
                "[[audit.never]]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n\n[[audit.ignore]]\nid = \"trap:3,-1,12\"\nwhy = \"meant\"\n"
                    .to_owned(),
            ),
        ];
        for (before, after) in cases {
            for [mark, end] in [["", "\n"], ["\u{feff}", "\r\n"]] {
                let [before, after] =
                    [&before, &after].map(|part| format!("{mark}{LEVEL}{part}").replace('\n', end));
                let mut editor = Editor::new(Path::new("a.toml"), &before).expect("a level");
                editor.ignore_finding("trap:3,-1,12").expect("a change");
                assert_eq!(editor.text(), after);
                assert!(editor.is_dirty());
                editor.ignore_finding("trap:3,-1,12").expect("no change");
                assert_eq!(editor.text(), after, "only once");
                editor.undo().expect("a step back");
                assert_eq!(editor.text(), before);
            }
        }
    }

    #[test]
    fn a_table_in_one_line_is_refused_and_stays() {
        let text = format!("audit = {{ reach = [] }}\n{LEVEL}");
        let mut editor = Editor::new(Path::new("a.toml"), &text).expect("a level");
        assert!(editor.ignore_finding("trap:3,-1,12").is_err());
        assert_eq!(editor.text(), text);
    }
}
