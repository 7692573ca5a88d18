//! Repairs for text that is not TOML.
//!
//! The parser describes the problem in its words. The repair comes from the text around the place
//! alone, so it does not depend on how the parser words its messages.

use core::ops::Range;

use super::keys::{LEVEL, SCRIPT, TableForm};

/// A number in the notation of TOML.
const NUMBER: &str = "a number and nothing else, such as 6.5";

/// The repair that the text suggests at `span`, where the parser reports a syntax error. `None` when it
/// suggests nothing.
pub(super) fn repair(text: &str, span: &Range<usize>) -> Option<String> {
    let place = SyntaxPlace::new(text, span);
    let expected = if place.is_in_comment() {
        Some("`#` before a comment".to_owned())
    } else if place.is_in_header() {
        place.repair_header()
    } else if place.is_in_value() {
        place.repair_value()
    } else {
        place.repair_key()
    };
    expected.map(|expected| format!("expected {expected}"))
}

/// The end of the part of `text` in which all further errors follow from the one at `span`, a table that is there
/// twice, or a comment of another language. `None` if there is no such part.
pub(super) fn end_of_broken_part(text: &str, span: &Range<usize>) -> Option<usize> {
    let place = SyntaxPlace::new(text, span);
    let line = place.start - place.before.len();
    let rest = text.get(line..)?;
    if rest.trim_start().starts_with("/*") {
        return Some(line + rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    let repeats_a_table = !place.marked.is_empty() && !place.before.contains(']');
    if !place.is_in_header() || !repeats_a_table {
        return None;
    }
    let below = rest.split_inclusive('\n').skip(1);
    let below = below.take_while(|line| !line.trim_start().starts_with('['));
    let header = rest.split_inclusive('\n').next().map_or(0, str::len);
    Some(line + header + below.map(str::len).sum::<usize>())
}

/// The text around a syntax error.
struct SyntaxPlace<'t> {
    text: &'t str,
    start: usize,
    /// The text that the parser marks; often empty.
    marked: &'t str,
    /// The line up to the place.
    before: &'t str,
    /// The line from the place on.
    rest: &'t str,
}

impl<'t> SyntaxPlace<'t> {
    fn new(text: &'t str, span: &Range<usize>) -> Self {
        let before = text.get(..span.start).unwrap_or_default();
        let rest = text.get(span.start..).unwrap_or_default();
        Self {
            text,
            start: span.start,
            marked: text.get(span.clone()).unwrap_or_default().trim(),
            before: before.rsplit('\n').next().unwrap_or_default(),
            rest: rest.lines().next().unwrap_or_default(),
        }
    }

    /// The line from its first letter on, or from the place on.
    fn line(&self) -> &'t str {
        match self.before.trim_start() {
            "" => self.rest.trim_start(),
            before => before,
        }
    }

    /// Whether a comment in the notation of another language begins here, or the line is one.
    fn is_in_comment(&self) -> bool {
        let is_line = ["//", "/*", "--", ";"]
            .iter()
            .any(|sign| self.line().starts_with(sign));
        is_line
            || ["//", "/*"].iter().any(|sign| self.rest.starts_with(sign))
                && self.open_quote().is_none()
    }

    /// Whether the line is `[table]` or `[[table]]`.
    fn is_in_header(&self) -> bool {
        let line = self.line();
        line.starts_with('[')
            && (line.trim_start_matches('['))
                .chars()
                .next()
                .is_none_or(char::is_alphabetic)
    }

    /// Whether a value stands here, behind a `=`, or in a list that goes over several lines.
    fn is_in_value(&self) -> bool {
        let line = self.line();
        let begins_a_value = |c: char| c.is_ascii_digit() || "+-.[]{}\"',".contains(c);
        self.before.contains('=') || !line.contains('=') && line.starts_with(begins_a_value)
    }

    fn repair_header(&self) -> Option<String> {
        let line = self.before.trim_start();
        let open = line.len() - line.trim_start_matches('[').len();
        if open > 0 && self.rest.is_empty() {
            return Some(format!("`{}` behind the name", "]".repeat(open)));
        }
        if line.contains(']') {
            return Some("the end of the line".to_owned());
        }
        let name = self.marked;
        if name.is_empty() {
            return None;
        }
        let above = |header: &str| {
            let mut lines = self.text[..self.start].lines();
            lines.position(|line| line.trim_start().starts_with(header))
        };
        if open == 1 && is_list(name) {
            return Some(format!("`[[{name}]]` for each"));
        }
        let line = above(&format!("[{name}]"))? + 1;
        Some(format!(
            "each table once; `[{name}]` begins in line {line}: put its keys there"
        ))
    }

    fn repair_key(&self) -> Option<String> {
        let line = match self.before.trim_start() {
            "" => self.rest.trim_start(),
            before => before,
        };
        if ["//", "/*", "--", ";"]
            .iter()
            .any(|sign| line.starts_with(sign))
        {
            return Some("`#` before a comment".to_owned());
        }
        if let Some(line) = self.line_of_same_key() {
            let (line, key) = (line + 1, self.marked);
            return Some(format!("each key once; line {line} sets `{key}` too"));
        }
        match self.rest.chars().next() {
            Some(':') => Some("`=`".to_owned()),
            Some('=') => Some("a key before `=`".to_owned()),
            Some(c) if c.is_alphabetic() && !c.is_ascii() => {
                Some("letters from a to z, digits, `-` or `_`".to_owned())
            }
            _ if self.marked.is_empty() && !self.rest.contains('=') => {
                Some("`=` behind the key".to_owned())
            }
            _ => None,
        }
    }

    /// The line above, from 0, that sets the marked key in the same table.
    fn line_of_same_key(&self) -> Option<usize> {
        if self.marked.is_empty() {
            return None;
        }
        let mut found: Vec<(&str, usize)> = Vec::new();
        let mut header = "";
        for (number, line) in self.text[..self.start - self.before.len()]
            .lines()
            .enumerate()
        {
            let line = line.trim();
            if line.starts_with('[') {
                header = line;
                if line.starts_with("[[") {
                    // Each of these is a table of its own.
                    found.retain(|(other, _)| *other != header);
                }
            } else if line.split('=').next().map(str::trim) == Some(self.marked) {
                found.push((header, number));
            }
        }
        let mut same = found.into_iter().filter(|(table, _)| *table == header);
        same.next().map(|(_, line)| line)
    }

    fn repair_value(&self) -> Option<String> {
        if let Some(quote) = self.open_quote() {
            return self.repair_quoted(quote);
        }
        let assigned = self.before.rsplit('=').next().unwrap_or_default().trim();
        if self.rest.starts_with('=') {
            return Some("a value".to_owned());
        }
        if assigned.is_empty() && without_comment(self.rest).is_empty() {
            return Some("a value behind `=`".to_owned());
        }
        if self.rest.contains("//") || self.rest.contains("/*") {
            return Some("`#` before a comment".to_owned());
        }
        if self.misses_comma_above() {
            return Some("`,` behind the value above".to_owned());
        }
        if self.marked.is_empty() && !self.is_in_word() && !assigned.is_empty() {
            return self.repair_behind_value(assigned);
        }
        let value = self.value();
        if value.contains('=') {
            return None;
        }
        if let Some(word) = repair_word(value) {
            return Some(word);
        }
        let begins_a_number = value
            .trim_start_matches(['+', '-', '.'])
            .starts_with(|c: char| c.is_ascii_digit());
        if begins_a_number {
            self.repair_number(value)
        } else {
            value
                .starts_with(|c: char| c.is_alphabetic() || "./\\".contains(c))
                .then(|| quotes_around(value))
        }
    }

    /// The quote that is open at the place.
    fn open_quote(&self) -> Option<char> {
        let (_, value) = self.before.split_once('=').unwrap_or(("", self.before));
        let (mut open, mut escaped) = (None, false);
        for character in value.chars() {
            match (open, character) {
                _ if escaped => escaped = false,
                (Some('"'), '\\') => escaped = true,
                (Some(quote), _) if character == quote => open = None,
                (None, '"' | '\'') => open = Some(character),
                (None, '#') => return None,
                _ => {}
            }
        }
        open
    }

    fn repair_quoted(&self, quote: char) -> Option<String> {
        if self.rest.is_empty() {
            return Some(format!("`{quote}` at the end of the text"));
        }
        let (_, escape) = self.before.rsplit_once('\\')?;
        let digits = escape.trim_start_matches(['u', 'U', 'x']);
        (quote == '"' && digits.chars().all(|c| c.is_ascii_hexdigit()))
            .then(|| "`/` between folders, or `\\\\` for one `\\`".to_owned())
    }

    /// Whether an element of a list begins here, and the line above does not end with a comma.
    fn misses_comma_above(&self) -> bool {
        let above = &self.text[..self.start - self.before.len()];
        let mut lines = above.lines().rev().map(without_comment);
        let last = lines.find(|line| !line.is_empty()).unwrap_or_default();
        self.before.trim().is_empty() && !last.ends_with([',', '[', '='])
    }

    /// Whether the place lies between two characters of one word.
    fn is_in_word(&self) -> bool {
        let of_word = |c: char| c.is_alphanumeric() || "+-._".contains(c);
        self.before.ends_with(of_word) && without_comment(self.rest).starts_with(of_word)
            || self.before.ends_with(of_word) && without_comment(self.rest).is_empty()
    }

    /// The repair of `assigned` with the text behind it.
    fn repair_behind_value(&self, assigned: &str) -> Option<String> {
        let all = format!("{assigned}{}", without_comment(self.rest));
        let parts: Vec<_> = all.split(',').map(str::trim).collect();
        let all_numbers = parts.iter().all(|part| part.parse::<f64>().is_ok());
        match &parts[..] {
            [whole, digits] if all_numbers && !whole.contains('.') => {
                Some(format!("a point: {whole}.{digits}"))
            }
            [_, _, ..] if all_numbers => Some(format!("`[{}]`", parts.join(", "))),
            _ if assigned.starts_with(['[', '{']) => None,
            _ => Some("the end of the line".to_owned()),
        }
    }

    /// The value at the place, between `=`, `[` or `,` and the next `,`, bracket or comment.
    fn value(&self) -> &'t str {
        let from = self
            .before
            .rfind(['=', '[', ','])
            .map_or(0, |sign| sign + 1);
        let to = self.rest.find([',', ']', '}', '#']);
        let start = self.start - (self.before.len() - from);
        let end = self.start + to.unwrap_or(self.rest.len());
        self.text.get(start..end).unwrap_or_default().trim()
    }

    fn repair_number(&self, value: &str) -> Option<String> {
        let numbers: Vec<_> = value.split_whitespace().collect();
        if numbers.len() > 1 && numbers.iter().all(|word| word.parse::<f64>().is_ok()) {
            let listed = numbers.join(", ");
            return Some(
                match self.before.contains('[') || !self.before.contains('=') {
                    true => format!("`{listed}`"),
                    false => format!("`[{listed}]`"),
                },
            );
        }
        let digits = value.trim_start_matches(['+', '-']);
        let expected = if digits.starts_with('.') {
            "a digit before the point, such as 0.5"
        } else if digits.ends_with('.') {
            "a digit behind the point, such as 6.0"
        } else if digits.ends_with(['e', 'E']) {
            "digits behind the `e`, such as 1e3"
        } else if digits.parse::<f64>().is_err() {
            NUMBER
        } else if digits.starts_with('0') && digits != "0" {
            "no zero before the other digits"
        } else {
            return None;
        };
        Some(expected.to_owned())
    }
}

/// The list that six numbers stand for whose decimals begin with a comma, as in `[1,5, 0,5, 2,25]`.
pub(super) fn without_decimal_commas(list: &str) -> Option<String> {
    let inner = list.trim().strip_prefix('[')?.strip_suffix(']')?;
    let parts: Vec<_> = inner.split(',').map(str::trim).collect();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let whole = |part: &str| digits(part.trim_start_matches(['+', '-']));
    let (pairs, []) = parts.as_chunks::<2>() else {
        return None;
    };
    let are_decimals = pairs.len() == 3 && pairs.iter().all(|[a, b]| whole(a) && digits(b));
    let numbers = pairs
        .iter()
        .map(|[whole, digits]| format!("{whole}.{digits}"));
    are_decimals.then(|| format!("[{}]", numbers.collect::<Vec<_>>().join(", ")))
}

/// Whether a file may have many tables of this name: `[[name]]`.
fn is_list(name: &str) -> bool {
    let mut tables = LEVEL.iter().chain(SCRIPT);
    tables.any(|table| table.form == TableForm::List && table.name == name)
}

/// The repair of a value that is not a number and has no plain quotes.
fn repair_word(value: &str) -> Option<String> {
    let expected = match value.to_lowercase().as_str() {
        word @ ("true" | "false" | "inf") => return Some(format!("`{word}`")),
        "yes" | "no" | "on" | "off" => "`true` or `false`",
        "nan" => "a number",
        _ if value.starts_with(['“', '”', '„', '«', '‘', '’', '`']) => {
            "`\"` on both sides"
        }
        _ if value.starts_with('(') => "`[` and `]` around a list",
        _ => return None,
    };
    Some(expected.to_owned())
}

fn quotes_around(value: &str) -> String {
    let bare = value.trim_matches(['"', '\'']);
    if bare.len() <= 40 && !bare.contains(['"', '\\', '#']) {
        format!("quotes on both sides: `\"{bare}\"`")
    } else {
        "quotes on both sides".to_owned()
    }
}

/// The line up to its comment, trimmed.
fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// The first line of `text` that is not a comment, if it begins as in an OBJ mesh.
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
mod tests;
