//! Changes one value in the text of a settings file, and leaves all else as it is.

use toml::de::{DeTable, DeValue};

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

/// The whole lines of a value that is there, and the value itself.
fn place(text: &str, change: &Change) -> Option<(Range, Range)> {
    let table = DeTable::parse(text).ok()?;
    let table = match change.section {
        None => table.get_ref(),
        Some(section) => match table.get_ref().get(section)?.get_ref() {
            DeValue::Table(inner) => inner,
            _ => return None,
        },
    };
    let (key, value) = table.get_key_value(change.name)?;
    let start = text[..key.span().start].rfind('\n').map_or(0, |at| at + 1);
    let end = value.span().end;
    let end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    Some((start..end, value.span()))
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
    fn the_table_of_keys_is_made_and_a_last_line_without_an_end_is_ended() {
        let text = with("a = 1", &bind("b", Some("2")));
        assert_eq!(text, "a = 1\n\n[keys]\nb = 2\n");
        assert_eq!(with("[keys]", &bind("b", Some("2"))), "[keys]\nb = 2\n");
    }
}
