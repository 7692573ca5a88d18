//! What is wrong with a text that is not TOML, in the words of whoever wrote it.
//!
//! The parser says what it met and what its grammar expects there. Here the commonest slips are
//! told from each other by the text around the place, and each gets its repair.

use core::ops::Range;

/// A syntax error in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    /// What was found.
    pub message: String,
    /// What was expected.
    pub label: String,
}

impl SyntaxError {
    fn new(message: impl Into<String>, label: impl Into<String>) -> Self {
        let (message, label) = (message.into(), label.into());
        Self { message, label }
    }
}

/// Tables that a file may have many of: `[[name]]`.
const LISTS: [&str; 4] = ["mesh", "prop", "mover", "step"];

/// Puts what the parser `said` of the text at `span` (mostly "FOUND, expected WHAT") into plain
/// words.
pub(super) fn in_plain_words(text: &str, span: &Range<usize>, said: &str) -> SyntaxError {
    let (found, expected) = said.split_once(", expected ").unwrap_or((said, ""));
    let here = text.get(span.clone()).unwrap_or_default();
    let rest = line_from(text, span.start);
    let value = value_around(text, span.start);
    match found {
        "string values must be quoted" => unquoted(text, span, here.trim()),
        "invalid boolean" => match here.to_lowercase().as_str() {
            word @ ("true" | "false") => SyntaxError::new(
                format!("`{here}` in capitals"),
                format!("expected `{word}`"),
            ),
            _ => without_quotes(here),
        },
        "invalid basic string" if rest.is_empty() => {
            SyntaxError::new("this text is not closed", "expected `\"`")
        }
        "invalid literal string" if rest.is_empty() => {
            SyntaxError::new("this text is not closed", "expected `'`")
        }
        "invalid mantissa" => not_a_number(value, "a digit before the point, such as 0.5"),
        "invalid fraction" => not_a_number(value, "a digit behind the point, such as 6.0"),
        "invalid exponent" => not_a_number(value, "digits behind the `e`, such as 1e3"),
        "unexpected leading zero" => not_a_number(value, "no zero before the other digits"),
        "invalid float" | "invalid integer" if matches!(expected, "" | "nothing") => {
            not_a_number(value, "a number and nothing else, such as 6.5")
        }
        "key with no value" => {
            SyntaxError::new("a key without a value", "expected `=` behind the key")
        }
        "invalid unquoted key" if rest.starts_with(':') => {
            SyntaxError::new("`:` behind a key", "expected `=`")
        }
        "invalid unquoted key" => SyntaxError::new(
            "a key with a character that needs quotes",
            "expected letters from a to z, digits, `-` or `_`",
        ),
        "extra `=`" => SyntaxError::new("a second `=`", "expected a value"),
        "duplicate key" => duplicate(text, span, here),
        "unexpected key or value" => behind_a_value(text, span, rest),
        "missing escaped value" | "too few unicode value digits" => SyntaxError::new(
            "a `\\` that begins no special character",
            "expected `/` between folders, or `\\\\` for one `\\`",
        ),
        _ => SyntaxError::new(
            found,
            match expected {
                "" | "nothing" => String::new(),
                _ if expected.starts_with("newline") => "expected the end of the line".to_owned(),
                _ => format!("expected {expected}"),
            },
        ),
    }
}

/// A value that is neither a number nor a text in quotes.
fn unquoted(text: &str, span: &Range<usize>, value: &str) -> SyntaxError {
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let begins_a_number = value.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    match value.to_lowercase().as_str() {
        "" => return SyntaxError::new("a key without a value", "expected a value behind `=`"),
        "yes" | "no" | "on" | "off" => {
            let message = format!("`{value}` is no value");
            return SyntaxError::new(message, "expected `true` or `false`");
        }
        _ => {}
    }
    if value.starts_with(['“', '”', '„', '«', '‘', '’', '`']) {
        return SyntaxError::new("quotes that are not plain", "expected `\"` on both sides");
    }
    if value.starts_with('(') {
        let label = "expected `[` and `]` round a list";
        return SyntaxError::new("round brackets", label);
    }
    if !begins_a_number {
        return without_quotes(value);
    }
    if value.contains("//") {
        return SyntaxError::new("`//` behind a value", "expected `#` before a comment");
    }
    if value.split_whitespace().all(is_number) {
        let numbers: Vec<_> = value.split_whitespace().collect();
        let in_list = line_before(text, span.start).contains('[');
        let listed = numbers.join(", ");
        return if in_list {
            SyntaxError::new(
                "numbers without a comma between them",
                format!("expected `{listed}`"),
            )
        } else {
            SyntaxError::new("a list without brackets", format!("expected `[{listed}]`"))
        };
    }
    not_a_number(value, "a number and nothing else, such as 6.5")
}

fn not_a_number(value: &str, expected: &str) -> SyntaxError {
    let message = format!("`{value}` is not a number");
    SyntaxError::new(message, format!("expected {expected}"))
}

fn without_quotes(value: &str) -> SyntaxError {
    let bare = value.trim_matches(['"', '\'']);
    let simple = bare.len() <= 40 && !bare.contains(['"', '\\', '#']) && !bare.is_empty();
    let expected = if simple {
        format!("expected quotes on both sides: `\"{bare}\"`")
    } else {
        "expected quotes on both sides".to_owned()
    };
    SyntaxError::new("a text without quotes", expected)
}

/// What stands behind a whole value on its line.
fn behind_a_value(text: &str, span: &Range<usize>, rest: &str) -> SyntaxError {
    let before = line_before(text, span.start);
    let first = before.rsplit('=').next().unwrap_or_default().trim();
    let all = format!("{first}{}", rest.split('#').next().unwrap_or_default());
    let parts: Vec<_> = all.split(',').map(str::trim).collect();
    let all_numbers = parts.iter().all(|part| part.parse::<f64>().is_ok());
    match &parts[..] {
        [whole, digits] if all_numbers && !whole.contains('.') => SyntaxError::new(
            "a number with a comma",
            format!("expected a point: {whole}.{digits}"),
        ),
        [_, _, ..] if all_numbers => SyntaxError::new(
            "a list without brackets",
            format!("expected `[{}]`", parts.join(", ")),
        ),
        _ if rest.starts_with("//") => {
            SyntaxError::new("`//` behind a value", "expected `#` before a comment")
        }
        _ => SyntaxError::new("something behind a value", "expected the end of the line"),
    }
}

/// A key or a table that is there already.
fn duplicate(text: &str, span: &Range<usize>, name: &str) -> SyntaxError {
    let before = line_before(text, span.start).trim_start();
    let lines_above = text[..span.start].lines().enumerate();
    if !before.starts_with('[') {
        // Upwards as far as the key's own table goes.
        let above: Vec<_> = lines_above.collect();
        let same = above
            .iter()
            .rev()
            .skip(usize::from(
                !before.is_empty() || !text[..span.start].ends_with('\n'),
            ))
            .take_while(|(_, line)| !line.trim_start().starts_with('['))
            .find(|(_, line)| line.split('=').next().is_some_and(|key| key.trim() == name));
        let place = same.map_or(String::new(), |(at, _)| format!(" in line {}", at + 1));
        return SyntaxError::new(
            format!("`{name}` is set already{place}"),
            "expected each key once in its table",
        );
    }
    if LISTS.contains(&name) && !before.starts_with("[[") {
        return SyntaxError::new(
            format!("a single `[{name}]` beside others"),
            format!("expected `[[{name}]]` for each"),
        );
    }
    let header = format!("[{name}]");
    let place = lines_above
        .filter(|(_, line)| line.trim_start().starts_with(&header))
        .map(|(at, _)| format!(" in line {}", at + 1))
        .next();
    SyntaxError::new(
        format!(
            "the table `{name}` began already{}",
            place.unwrap_or_default()
        ),
        "expected each table once: put its keys together",
    )
}

/// The line that the byte `at` lies in, up to there.
fn line_before(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}

/// The line that the byte `at` lies in, from there on.
fn line_from(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    rest.lines().next().unwrap_or_default()
}

/// The value that the byte `at` lies in: between `=`, `[` and `,`, or where its line ends.
fn value_around(text: &str, at: usize) -> &str {
    let before = line_before(text, at);
    let from = before.rfind(['=', '[', ',']).map_or(0, |sign| sign + 1);
    let rest = line_from(text, at);
    let to = rest.find([',', ']', '}', '#']).unwrap_or(rest.len());
    let start = at - (before.len() - from);
    text.get(start..at + to).unwrap_or_default().trim()
}

/// Whether `text` is an OBJ mesh: its first line that is no comment begins as such a file does.
pub(super) fn looks_like_a_mesh(text: &str) -> Option<Range<usize>> {
    const KEYWORDS: [&str; 9] = ["v", "vt", "vn", "f", "o", "g", "s", "mtllib", "usemtl"];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            at += line.len();
            continue;
        }
        let mut words = content.split_whitespace();
        let keyword = words.next().unwrap_or_default();
        let is_mesh =
            KEYWORDS.contains(&keyword) && words.next().is_some_and(|word| !word.starts_with('='));
        let start = at + line.len() - line.trim_start().len();
        return is_mesh.then_some(start..start + content.len());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    /// The first syntax error of a text.
    fn first(text: &str) -> SyntaxError {
        let (_, mut errors) = DeTable::parse_recoverable(text);
        errors.sort_by_key(|error| error.span().map(|span| span.start));
        let error = errors.first().expect("a syntax error");
        let span = error.span().unwrap();
        in_plain_words(text, &span, error.message())
    }

    #[test]
    fn the_commonest_slips_are_named_with_their_repair() {
        for (text, message, label) in [
            (
                "a = [0.0 0.5, 1]",
                "numbers without a comma between them",
                "expected `0.0, 0.5`",
            ),
            (
                "a = 1 2 3",
                "a list without brackets",
                "expected `[1, 2, 3]`",
            ),
            (
                "a = 0.0, 0.5, 0.0",
                "a list without brackets",
                "expected `[0.0, 0.5, 0.0]`",
            ),
            (
                "a = (0, 1, 2)",
                "round brackets",
                "expected `[` and `]` round a list",
            ),
            (
                "a = -5,25",
                "a number with a comma",
                "expected a point: -5.25",
            ),
            (
                "a = -5.0 m",
                "`-5.0 m` is not a number",
                "expected a number and nothing else, such as 6.5",
            ),
            (
                "a = 5.0;",
                "`5.0;` is not a number",
                "expected a number and nothing else, such as 6.5",
            ),
            (
                "\ta\t=\t-5x",
                "`-5x` is not a number",
                "expected a number and nothing else, such as 6.5",
            ),
            (
                "a = -.5",
                "`-.5` is not a number",
                "expected a digit before the point, such as 0.5",
            ),
            (
                "a = 5.",
                "`5.` is not a number",
                "expected a digit behind the point, such as 6.0",
            ),
            (
                "a = 05",
                "`05` is not a number",
                "expected no zero before the other digits",
            ),
            (
                "a = 5 // low",
                "`//` behind a value",
                "expected `#` before a comment",
            ),
            (
                "a = crate",
                "a text without quotes",
                "expected quotes on both sides: `\"crate\"`",
            ),
            ("a = \"crate", "this text is not closed", "expected `\"`"),
            ("a = 'crate", "this text is not closed", "expected `'`"),
            (
                "a = Test\"",
                "a text without quotes",
                "expected quotes on both sides: `\"Test\"`",
            ),
            (
                "a = “crate”",
                "quotes that are not plain",
                "expected `\"` on both sides",
            ),
            (
                "a = \"..\\assets\"",
                "a `\\` that begins no special character",
                "expected `/` between folders, or `\\\\` for one `\\`",
            ),
            (
                "a = \"C:\\Users\"",
                "a `\\` that begins no special character",
                "expected `/` between folders, or `\\\\` for one `\\`",
            ),
            ("a = True", "`True` in capitals", "expected `true`"),
            ("a = FALSE", "`FALSE` in capitals", "expected `false`"),
            ("a = yes", "`yes` is no value", "expected `true` or `false`"),
            (
                "a 5",
                "a key without a value",
                "expected `=` behind the key",
            ),
            (
                "a =",
                "a key without a value",
                "expected a value behind `=`",
            ),
            ("a: 5", "`:` behind a key", "expected `=`"),
            ("a = = 5", "a second `=`", "expected a value"),
            (
                "b = 1\na = 1\nc = 2\na = 3",
                "`a` is set already in line 2",
                "expected each key once in its table",
            ),
            (
                "[x]\na = 1\n[y]\n[x]",
                "the table `x` began already in line 1",
                "expected each table once: put its keys together",
            ),
            (
                "[[prop]]\na = 1\n[prop]",
                "a single `[prop]` beside others",
                "expected `[[prop]]` for each",
            ),
        ] {
            let found = first(text);
            assert_eq!(found, SyntaxError::new(message, label), "{text}");
        }
    }

    #[test]
    fn a_mesh_is_told_from_a_level() {
        assert_eq!(
            looks_like_a_mesh("# made by hand\n\n  v 0 0 0\n"),
            Some(18..25)
        );
        assert_eq!(looks_like_a_mesh("mtllib a.mtl\r\no a"), Some(0..12));
        for level in [
            "",
            "# v 0 0 0",
            "v = 1",
            "format = 1\nv 0 0 0",
            "[spawn]",
            "o\n",
        ] {
            assert_eq!(looks_like_a_mesh(level), None, "{level}");
        }
    }
}
