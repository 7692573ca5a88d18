//! Changes one value in the text of a settings file, and keeps the rest.

use toml::de::DeTable;

/// A new value for a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The table of the setting; `None` means the top level.
    pub section: Option<&'static str>,
    pub name: &'static str,
    /// The value as TOML; `None` removes the setting.
    pub text: Option<String>,
}

impl Change {
    /// A change of a setting at the top level.
    pub fn new(name: &'static str, text: Option<String>) -> Self {
        Self {
            section: None,
            name,
            text,
        }
    }

    /// Whether both change the same setting.
    pub fn is_of(&self, other: &Self) -> bool {
        (self.section, self.name) == (other.section, other.name)
    }
}

/// `text` with `change` applied.
pub fn apply(text: &str, change: &Change) -> String {
    let mut changed = text.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        changed.push('\n');
    }
    let line = |value: &str| format!("{} = {value}\n", change.name);
    match (find(text, change), &change.text) {
        (Some((_, value)), Some(new)) => changed.replace_range(value, new),
        (Some((line, _)), None) => changed.replace_range(line, ""),
        (None, Some(new)) => match change.section {
            // Before all tables: below one, the value would belong to it.
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

/// The range to remove with the value, and the range of the value itself. The first is the value's whole lines; in an
/// inline table, the entry and one comma.
fn find(text: &str, change: &Change) -> Option<(Range, Range)> {
    let table = DeTable::parse(text).ok()?;
    let mut inline = false;
    let table = match change.section {
        None => table.get_ref(),
        Some(section) => {
            let value = table.get_ref().get(section)?;
            inline = text[value.span()].starts_with('{');
            value.get_ref().as_table()?
        }
    };
    let (key, value) = table.get_key_value(change.name)?;
    if inline {
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

/// `entry` of a list with the comma after it, or for the last entry, with the comma before it.
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

/// The start of the line after the line `header`.
fn after_line(text: &str, header: &str) -> Option<usize> {
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        at += line.len();
        let content = line.split('#').next().map(str::trim);
        (content == Some(header)).then_some(at)
    })
}

/// The end of the comment lines at the top.
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
    fn values_are_added_changed_and_removed_in_their_table() {
        let text = apply("# head\n[keys] # mine\na = 1\n", &set("b", "2"));
        assert_eq!(text, "# head\nb = 2\n[keys] # mine\na = 1\n");
        let text = apply(&text, &bind("b", Some("3")));
        assert_eq!(text, "# head\nb = 2\n[keys] # mine\nb = 3\na = 1\n");
        let text = apply(&text, &set("b", "4"));
        let text = apply(&text, &bind("a", Some("[\n5]")));
        assert_eq!(text, "# head\nb = 4\n[keys] # mine\nb = 3\na = [\n5]\n");
        let text = apply(&text, &bind("a", None));
        let text = apply(&text, &bind("c", None));
        let text = apply(&text, &Change::new("b", None));
        assert_eq!(text, "# head\n[keys] # mine\nb = 3\n");
    }

    #[test]
    fn removing_an_entry_of_an_inline_table_keeps_the_others() {
        let text = "keys = { a = 1, b = [2, 3], c = 4 }\nd = 5\n";
        for (name, left) in [
            ("a", "b = [2, 3], c = 4"),
            ("b", "a = 1, c = 4"),
            ("c", "a = 1, b = [2, 3]"),
        ] {
            let left = format!("keys = {{ {left} }}\nd = 5\n");
            assert_eq!(apply(text, &bind(name, None)), left);
        }
        assert_eq!(apply("keys.a = 1\nd = 5\n", &bind("a", None)), "d = 5\n");
        assert_eq!(apply("keys = {a=1}", &bind("a", None)), "keys = {}\n");
    }

    #[test]
    fn a_missing_table_and_a_missing_line_end_are_added() {
        let text = apply("a = 1", &bind("b", Some("2")));
        assert_eq!(text, "a = 1\n\n[keys]\nb = 2\n");
        assert_eq!(apply("[keys]", &bind("b", Some("2"))), "[keys]\nb = 2\n");
    }
}
