//! Changes one value in the text of a settings file, and leaves all else as it is.

use toml::de::DeTable;

/// What a value is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The table that it stands in, if any.
    pub section: Option<&'static str>,
    pub name: &'static str,
    /// As TOML; `None`: it is not to be there.
    pub text: Option<String>,
}

impl Change {
    /// One outside of any table.
    pub fn new(name: &'static str, text: Option<String>) -> Self {
        Self {
            section: None,
            name,
            text,
        }
    }
}

/// `text` with `change` made.
pub fn with(text: &str, change: &Change) -> String {
    let mut changed = text.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        changed.push('\n');
    }
    let line = |value: &str| format!("{} = {value}\n", change.name);
    match (place(text, change), &change.text) {
        (Some((_, value)), Some(new)) => changed.replace_range(value, new),
        (Some((line, _)), None) => changed.replace_range(line, ""),
        (None, Some(new)) => match change.section {
            // Not below a table, which would take it.
            None => changed.insert_str(after_head(&changed), &line(new)),
            Some(section) => {
                let header = format!("[{section}]");
                match after_line(&changed, &header) {
                    Some(at) => changed.insert_str(at, &line(new)),
                    None => changed += &format!("\n{header}\n{}", line(new)),
                }
            }
        },
        (None, None) => {}
    }
    changed
}

type Range = std::ops::Range<usize>;

/// What goes with a value that goes, and the value itself: its whole lines, or in a table in braces no more
/// than what is written of it, with a comma.
fn place(text: &str, change: &Change) -> Option<(Range, Range)> {
    let table = DeTable::parse(text).ok()?;
    let mut braced = false;
    let table = match change.section {
        None => table.get_ref(),
        Some(section) => {
            let value = table.get_ref().get(section)?;
            braced = text[value.span()].starts_with('{');
            value.get_ref().as_table()?
        }
    };
    let (key, value) = table.get_key_value(change.name)?;
    if braced {
        return Some((
            with_comma(text, key.span().start..value.span().end),
            value.span(),
        ));
    }
    let start = text[..key.span().start].rfind('\n').map_or(0, |at| at + 1);
    let end = value.span().end;
    let end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    Some((start..end, value.span()))
}

/// `entry` of a list, with the comma behind it, or of the last one that before it.
fn with_comma(text: &str, entry: Range) -> Range {
    let behind = text[entry.end..].trim_start();
    match behind.strip_prefix(',') {
        Some(next) => entry.start..text.len() - next.trim_start().len(),
        None => {
            let before = text[..entry.start].trim_end();
            let before = before.strip_suffix(',').map(str::len);
            before.unwrap_or(entry.start)..entry.end
        }
    }
}

/// Where the line after the one that says `wanted` begins.
fn after_line(text: &str, wanted: &str) -> Option<usize> {
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        at += line.len();
        let says = line.split('#').next().map(str::trim);
        (says == Some(wanted)).then_some(at)
    })
}

/// Where the first line begins that is no comment.
fn after_head(text: &str) -> usize {
    let lines = text.split_inclusive('\n');
    let head = lines.take_while(|line| line.starts_with('#'));
    head.map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &'static str, text: &str) -> Change {
        Change::new(name, Some(text.to_owned()))
    }

    fn bind(name: &'static str, text: Option<&str>) -> Change {
        Change {
            section: Some("keys"),
            name,
            text: text.map(str::to_owned),
        }
    }

    #[test]
    fn a_value_is_added_changed_and_removed_where_it_belongs() {
        let text = with("# head\n[keys] # mine\na = 1\n", &set("b", "2"));
        assert_eq!(text, "# head\nb = 2\n[keys] # mine\na = 1\n");
        let text = with(&text, &bind("b", Some("3")));
        assert_eq!(text, "# head\nb = 2\n[keys] # mine\nb = 3\na = 1\n");
        let text = with(&text, &set("b", "4"));
        let text = with(&text, &bind("a", Some("[\n5]")));
        assert_eq!(text, "# head\nb = 4\n[keys] # mine\nb = 3\na = [\n5]\n");
        let text = with(&text, &bind("a", None));
        let text = with(&text, &bind("c", None));
        let text = with(&text, &Change::new("b", None));
        assert_eq!(text, "# head\n[keys] # mine\nb = 3\n");
    }

    #[test]
    fn of_a_table_in_braces_only_what_is_meant_goes() {
        let text = "keys = { a = 1, b = [2, 3], c = 4 }\nd = 5\n";
        for (name, left) in [
            ("a", "b = [2, 3], c = 4"),
            ("b", "a = 1, c = 4"),
            ("c", "a = 1, b = [2, 3]"),
        ] {
            let left = format!("keys = {{ {left} }}\nd = 5\n");
            assert_eq!(with(text, &bind(name, None)), left);
        }
        assert_eq!(with("keys.a = 1\nd = 5\n", &bind("a", None)), "d = 5\n");
        assert_eq!(with("keys = {a=1}", &bind("a", None)), "keys = {}\n");
    }

    #[test]
    fn the_table_of_keys_is_made_and_a_last_line_without_an_end_is_ended() {
        let text = with("a = 1", &bind("b", Some("2")));
        assert_eq!(text, "a = 1\n\n[keys]\nb = 2\n");
        assert_eq!(with("[keys]", &bind("b", Some("2"))), "[keys]\nb = 2\n");
    }
}
