//! Reads TOML values and reports every problem with its place.

use core::ops::Range;
use std::collections::BTreeSet;

use glam::DVec3;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{KeyTable, TableForm};
use super::range::NumberRange;
use super::syntax::{end_of_broken_part, looks_like_a_mesh, repair, without_decimal_commas};
use super::table::Table;
use crate::level::text::{Problems, Source, a, count, did_you_mean, list};
use crate::order::sort_by_key;

/// The most syntax errors of one file that are reported. A file with more is hardly TOML.
const MAX_SYNTAX_ERRORS: usize = 20;

/// Behind this many syntax errors, a text is read no further, because each takes some 500 bytes of memory, and a text
/// may have one in every byte. Smaller: a broken file has more errors than are counted; larger: it takes more memory.
const MAX_READ_ERRORS: usize = 10_000;

/// The first beginning of a text that is tried for this many errors, and how much longer each further one is. A text has its
/// errors in the last third, if they have not been found before. Smaller: long texts take more time; larger: more memory.
const FIRST_BEGINNING: usize = 1 << 16;
const GROWTH: f64 = 1.5;

/// A text of the player's own may be longer than this. Then the beginnings grow faster; bytes.
const LONG: usize = 1 << 20;
const LONG_GROWTH: f64 = 4.0;

/// A value with its place in the text.
type Value<'i> = Spanned<DeValue<'i>>;

/// The kind of file that is expected.
pub struct FileKind {
    /// What a user calls it.
    pub name: &'static str,
    /// Its tables.
    pub tables: &'static [&'static KeyTable],
    /// A line that it may have.
    pub example: &'static str,
}

impl FileKind {
    /// Whether `document` has a key or a table of this format.
    fn is_in(&self, document: &DeTable<'_>) -> bool {
        let head_keys =
            |table: &KeyTable| table.keys.iter().any(|key| document.contains_key(key.name));
        self.tables.iter().any(|table| match table.form {
            TableForm::Head => head_keys(table),
            _ => document.contains_key(table.name),
        })
    }
}

/// A text with more syntax errors than this and without any key of its format is something else.
const MAX_SLIPS: usize = 2;

/// The table of `text`, as far as it can be read, and its syntax errors, those of its beginning if they are too many.
fn parse_with_errors(text: &str) -> (Spanned<DeTable<'_>>, Vec<toml::de::Error>) {
    let mut end = FIRST_BEGINNING;
    loop {
        let beginning = beginning_of(text, end);
        let parsed = DeTable::parse_recoverable(beginning);
        if parsed.1.len() > MAX_READ_ERRORS || beginning.len() == text.len() {
            return parsed;
        }
        let growth = if end < LONG { GROWTH } else { LONG_GROWTH };
        end = (end as f64 * growth) as usize;
    }
}

/// The first `length` bytes of `text`, or a few less, so that no character is cut.
fn beginning_of(text: &str, length: usize) -> &str {
    let mut ends = (0..=length.min(text.len())).rev();
    ends.find_map(|end| text.get(..end)).unwrap_or(text)
}

/// A file and its problems so far.
pub struct Reader<'s> {
    pub problems: Problems<'s>,
    /// The syntax errors in order: the start of each, and the furthest end of it and those before it.
    broken: Vec<(usize, usize)>,
    /// The lines of the reported syntax errors.
    broken_lines: BTreeSet<usize>,
    /// Whether there is no syntax error. After one, a key may only seem to be missing.
    pub complete: bool,
    /// The tables of the file's format.
    pub tables: &'static [&'static KeyTable],
}

/// Whether `text` begins like `[table]`, `[[table]]` or `key = value`.
fn begins_a_table_or_key(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let name = line.trim_start_matches('[');
    name.starts_with(|c: char| c.is_alphabetic()) && (name.len() < line.len() || line.contains('='))
}

/// The end of the list that the byte `at` of the text lies in.
fn end_of_list(table: &DeTable<'_>, at: usize) -> Option<usize> {
    table.values().find_map(|value| match value.get_ref() {
        DeValue::Table(inner) => end_of_list(inner, at),
        DeValue::Array(entries) if value.span().contains(&at) => {
            let is_list = entries.iter().any(|entry| !entry.get_ref().is_table());
            is_list.then_some(value.span().end)
        }
        DeValue::Array(entries) => {
            let tables = entries
                .iter()
                .filter_map(|entry| entry.get_ref().as_table());
            tables.filter_map(|inner| end_of_list(inner, at)).next()
        }
        _ => None,
    })
}

impl<'s> Reader<'s> {
    /// Parses the text of `source`, which should be of this kind. After a syntax error, it reads the rest
    /// as far as possible.
    pub fn parse(source: &'s Source, kind: &FileKind) -> (Self, Spanned<DeTable<'s>>) {
        if let Some(span) = looks_like_a_mesh(source.text()) {
            let message = format!("this is an OBJ mesh, not a {}", kind.name);
            let help = "a level names its meshes: `[[mesh]]` and `file = \"NAME.obj\"`";
            return Self::something_else(source, span, message, kind, Some(help));
        }
        let (document, mut errors) = parse_with_errors(source.text());
        sort_by_key(&mut errors, |error| error.span().map(|span| span.start));
        let begins_otherwise = source.text().trim_start().starts_with(['{', '<']);
        if (errors.len() > MAX_SLIPS || begins_otherwise) && !kind.is_in(document.get_ref()) {
            let first = errors.first().and_then(toml::de::Error::span);
            let message = format!("this is not a {}: it is not TOML", kind.name);
            return Self::something_else(source, first.unwrap_or(0..0), message, kind, None);
        }
        let mut reader = Self {
            problems: Problems::new(source),
            broken: reaches(errors.iter().filter_map(|error| error.span())),
            broken_lines: BTreeSet::new(),
            complete: errors.is_empty(),
            tables: kind.tables,
        };
        let mut more = 0;
        let mut unclosed = None;
        // Up to here, errors follow from one that was reported.
        let mut follows_to = 0;
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            // One error of a line is enough. More would each take as long as the line, or the file.
            if reader.broken_lines.contains(&source.line_of(span.start)) {
                continue;
            }
            // An unclosed list takes the lines below for elements: one error is enough.
            if span.start < follows_to || unclosed.is_some_and(|end| span.start <= end) {
                continue;
            }
            unclosed = None;
            follows_to = end_of_broken_part(source.text(), &span).unwrap_or_default();
            if reader.broken_lines.len() >= MAX_SYNTAX_ERRORS {
                more += 1;
                continue;
            }
            let text = source.text().get(span.start..).unwrap_or_default();
            if begins_a_table_or_key(text) {
                unclosed = end_of_list(document.get_ref(), span.start);
            }
            reader.syntax_error(span, error.message(), unclosed.is_some());
        }
        if more > 0 {
            let errors = count(more, "more syntax error", "more syntax errors");
            let message = format!("{errors}, not shown: is it a TOML file?");
            reader.problems.error_of_file(message);
        }
        (reader, document)
    }

    /// The reader of a text that is not TOML at all, one error instead of one for each line.
    fn something_else(
        source: &'s Source,
        span: Range<usize>,
        message: String,
        kind: &FileKind,
        help: Option<&str>,
    ) -> (Self, Spanned<DeTable<'s>>) {
        let mut problems = Problems::new(source);
        let label = format!("expected lines such as `{}`", kind.example);
        problems.error(span, message, label, help.map(str::to_owned));
        let reader = Self {
            problems,
            broken: Vec::new(),
            broken_lines: BTreeSet::new(),
            complete: false,
            tables: kind.tables,
        };
        (reader, Spanned::new(0..0, DeTable::new()))
    }

    /// Reports the parser's words at `span`, with the repair that the text suggests.
    fn syntax_error(&mut self, span: Range<usize>, said: &str, in_unclosed: bool) {
        let source = self.problems.source();
        let label = repair(source.text(), &span).unwrap_or_default();
        let message = format!("not valid TOML: {said}");
        let help = in_unclosed.then(|| "a `]` seems to be missing above this line".to_owned());
        let line = source.line_of(span.start);
        self.error_with_help(span, message, label, help);
        self.broken_lines.insert(line);
    }

    /// Whether a syntax error lies in the value at `span`, so the value is not reliable.
    fn is_broken(&self, span: &Range<usize>) -> bool {
        let before = self.broken.partition_point(|(start, _)| *start < span.end);
        before > 0 && span.start <= self.broken[before - 1].1
    }

    /// Adds an error, unless its line has a syntax error.
    pub fn error(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.error_with_help(span, message, label, None);
    }

    /// Adds an error with a repair, unless its line has a syntax error.
    pub fn error_with_help(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        // Errors that follow from broken syntax are noise.
        let line = self.problems.source().line_of(span.start);
        if !self.broken_lines.contains(&line) {
            self.problems.error(span, message, label, help);
        }
    }

    /// What `of` takes from the value. An error, if that is nothing, and the value is not part of a syntax error.
    fn typed<'v, 'i, T>(
        &mut self,
        key: &str,
        value: &'v Value<'i>,
        of: impl FnOnce(&'v DeValue<'i>) -> Option<T>,
        expected: &str,
    ) -> Option<T> {
        if self.is_broken(&value.span()) {
            return None;
        }
        let taken = of(value.get_ref());
        if taken.is_none() {
            self.wrong_type(key, value, expected);
        }
        taken
    }

    /// An error at a value of another type than `expected`.
    fn wrong_type(&mut self, key: &str, value: &Value<'_>, expected: impl Into<String>) {
        let message = format!("`{key}` is {}", a(value.get_ref().type_str()));
        self.error(value.span(), message, expected);
    }

    /// A number; integers count. Anything else is an error.
    pub fn number(&mut self, key: &str, value: &Value<'_>) -> Option<f64> {
        let is_number = |value: &DeValue<'_>| {
            matches!(value, DeValue::Float(_) | DeValue::Integer(_)).then_some(())
        };
        self.typed(key, value, is_number, "expected a number")?;
        let number = to_number(value.get_ref());
        if number.is_none() {
            let message = format!("`{key}` has too many digits");
            self.error(value.span(), message, "expected fewer digits");
        }
        number
    }

    /// A number within `range`.
    pub fn number_in(&mut self, key: &str, value: &Value<'_>, range: &NumberRange) -> Option<f64> {
        let number = self.number(key, value)?;
        if range.contains(number) {
            Some(number)
        } else {
            let written = self
                .problems
                .source()
                .text()
                .get(value.span())
                .unwrap_or_default();
            let message = format!("`{key}` is out of range: {written}");
            self.error(value.span(), message, range.expected());
            None
        }
    }

    /// Three numbers within `range`.
    pub fn vector(&mut self, key: &str, value: &Value<'_>, range: &NumberRange) -> Option<DVec3> {
        let array = self.typed(key, value, DeValue::as_array, "expected `[x, y, z]`")?;
        if array.len() != 3 {
            let message = format!("`{key}` has {}", count(array.len(), "value", "values"));
            let written = self.problems.source().text().get(value.span());
            let with_points = written.and_then(without_decimal_commas);
            let help = with_points.map(|list| format!("write decimals with a point: `{list}`"));
            self.error_with_help(value.span(), message, "expected three: `[x, y, z]`", help);
            return None;
        }
        let numbers: Vec<_> = array
            .iter()
            .map(|number| self.number_in(key, number, range))
            .collect();
        match numbers[..] {
            [Some(x), Some(y), Some(z)] => Some(DVec3::new(x, y, z)),
            _ => None,
        }
    }

    /// One factor for all axes, or one for each.
    pub fn scale(&mut self, value: &Value<'_>, range: &NumberRange) -> Option<DVec3> {
        let scale = match value.get_ref() {
            DeValue::Array(_) => self.vector("scale", value, range)?,
            DeValue::Float(_) | DeValue::Integer(_) => {
                DVec3::splat(self.number_in("scale", value, range)?)
            }
            _ => {
                self.wrong_type("scale", value, "expected a number or `[x, y, z]`");
                return None;
            }
        };
        if scale.to_array().contains(&0.0) {
            let message = "`scale` is 0, which leaves nothing of the mesh";
            let label = "expected factors other than 0 (a negative one mirrors)";
            self.error(value.span(), message, label);
            return None;
        }
        Some(scale)
    }

    /// A string.
    pub fn string(&mut self, key: &str, value: &Value<'_>) -> Option<String> {
        let text = self.typed(key, value, DeValue::as_str, "expected a string in quotes");
        text.map(str::to_owned)
    }

    /// A colour, `"#rrggbb"`.
    pub fn color(&mut self, key: &str, value: &Value<'_>) -> Option<[u8; 3]> {
        let text = self.string(key, value)?;
        let color = color_of(&text);
        if color.is_none() {
            let message = format!("`{key}` is no colour");
            let label = "expected `#` and six hexadecimal digits, two each for red, green and blue";
            let help = format!("such as `{key} = \"#d98c4a\"`");
            self.error_with_help(value.span(), message, label, Some(help));
        }
        color
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, key: &str, value: &Value<'_>) -> Option<bool> {
        self.typed(key, value, DeValue::as_bool, "expected `true` or `false`")
    }

    /// One of the strings in `choices`.
    pub fn choice<T: Copy>(
        &mut self,
        key: &str,
        value: &Value<'_>,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let text = self.string(key, value)?;
        let chosen = choices.iter().find(|(name, _)| *name == text);
        if chosen.is_none() {
            let names = || choices.iter().map(|(name, _)| *name);
            let message = format!("unknown {key} `{text}`");
            let expected = format!("expected {}", list(names()));
            self.error_with_help(
                value.span(),
                message,
                expected,
                did_you_mean(&text, names()),
            );
        }
        chosen.map(|(_, choice)| *choice)
    }

    /// A table of this format.
    pub fn table<'v, 'i>(
        &mut self,
        name: &str,
        value: &'v Value<'i>,
        format: &'static KeyTable,
    ) -> Option<Table<'v, 'i>> {
        let table = self.any_table(name, value)?;
        Some(Table::new(table, value.span(), name, format))
    }

    /// A table of any keys.
    pub fn any_table<'v, 'i>(
        &mut self,
        key: &str,
        value: &'v Value<'i>,
    ) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(key, value, format!("expected a table: `[{key}]`"));
        }
        table
    }

    /// A list of tables of this format, `[[name]]`.
    pub fn tables<'v, 'i>(
        &mut self,
        value: &'v Value<'i>,
        format: &'static KeyTable,
    ) -> Vec<Table<'v, 'i>> {
        let key = format.name;
        let Some(array) = value.get_ref().as_array() else {
            let is_table = value.get_ref().is_table();
            let list = if is_table {
                "double brackets"
            } else {
                "a list"
            };
            self.wrong_type(key, value, format!("expected {list}: `[[{key}]]`"));
            return Vec::new();
        };
        self.tables_of(array.iter(), format)
    }

    /// The same of the entries of a list.
    pub fn tables_of<'v, 'i: 'v>(
        &mut self,
        entries: impl Iterator<Item = &'v Value<'i>>,
        format: &'static KeyTable,
    ) -> Vec<Table<'v, 'i>> {
        let key = format.name;
        let mut tables = Vec::new();
        for entry in entries {
            if let Some(table) = entry.get_ref().as_table() {
                tables.push(Table::new(table, entry.span(), key, format));
            } else {
                let found = a(entry.get_ref().type_str());
                let message = format!("an entry of `{key}` is {found}");
                self.error(
                    entry.span(),
                    message,
                    format!("expected a table for each: `[[{key}]]`"),
                );
            }
        }
        tables
    }
}

/// The number of `value`; integers count.
pub fn to_number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        DeValue::Integer(integer) => i128::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .map(|integer| integer as f64),
        _ => None,
    }
}

/// Red, green and blue of `#rrggbb`.
fn color_of(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?.as_bytes();
    let digit = |at: usize| char::from(*digits.get(at)?).to_digit(16);
    let part = |at: usize| Some((digit(at)? * 16 + digit(at + 1)?) as u8);
    let color = [part(0)?, part(2)?, part(4)?];
    (digits.len() == 6).then_some(color)
}

/// For each of `spans`, sorted by start: its start, and the furthest end of it and those before it.
fn reaches(spans: impl Iterator<Item = Range<usize>>) -> Vec<(usize, usize)> {
    spans
        .scan(0, |reach, span| {
            *reach = span.end.max(*reach);
            Some((span.start, *reach))
        })
        .collect()
}
