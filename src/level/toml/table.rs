//! A TOML table that is read key by key.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{Key, KeyDefault, KeyTable, TableForm, ValueType};
use super::misplaced::{Home, belongs_to, is_below, is_misspelt};
use super::reader::Reader;
use crate::level::text::{did_you_mean, list};
use crate::order::sort_by_key;

/// Keys by which authors give the value of another key of the table: the table, the missing key, and the one that is
/// there.
const STAND_INS: [(&str, &str, &str); 3] = [
    ("prop", "kind", "file"),
    ("prop", "kind", "mesh"),
    ("mesh", "file", "triangles"),
];

/// A table of a file, with the keys that it may have.
pub struct Table<'v, 'i> {
    table: &'v DeTable<'i>,
    span: Range<usize>,
    name: String,
    keys: &'static [Key],
    /// The tables that it may hold, those of the whole file.
    tables: &'static [&'static KeyTable],
}

impl<'v, 'i> Table<'v, 'i> {
    /// The table called `name`, whose header is at `span`.
    pub fn new(
        table: &'v DeTable<'i>,
        span: Range<usize>,
        name: &str,
        format: &'static KeyTable,
    ) -> Self {
        Self {
            table,
            span,
            name: name.to_owned(),
            keys: format.keys,
            tables: &[],
        }
    }

    /// The whole file, which may hold `tables`.
    pub fn whole(table: &'v DeTable<'i>, tables: &'static [&'static KeyTable]) -> Self {
        let mut heads = tables.iter().filter(|table| table.form == TableForm::Head);
        Self {
            table,
            span: 0..0,
            name: String::new(),
            keys: heads.next().map_or(&[], |head| head.keys),
            tables,
        }
    }

    /// Where the table begins.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The value of `key`, if it is there.
    pub fn get(&self, key: &str) -> Option<&'v Spanned<DeValue<'i>>> {
        self.table.get(key)
    }

    /// The value of `name`, with its key. Reports a required key that is missing.
    pub fn value(
        &self,
        reader: &mut Reader<'_>,
        name: &str,
    ) -> Option<(&'static Key, &'v Spanned<DeValue<'i>>)> {
        let key = self.keys.iter().find(|key| key.name == name)?;
        let value = self.get(name);
        if value.is_none()
            && reader.complete
            && !self.seems_to_have(name)
            && let KeyDefault::Required(example) = key.default
        {
            let place = match self.name.as_str() {
                "" => "the level".to_owned(),
                table => format!("`{table}`"),
            };
            let message = format!("`{name}` is missing in {place}");
            reader.error(
                self.span(),
                message,
                format!("expected `{name} = {example}`"),
            );
        }
        value.map(|value| (key, value))
    }

    /// A number within the range of its key.
    pub fn number(&self, reader: &mut Reader<'_>, name: &str) -> Option<f64> {
        let (key, value) = self.value(reader, name)?;
        match &key.value {
            ValueType::Number(range) => reader.number_in(name, value, range),
            _ => None,
        }
    }

    /// Three numbers within the range of their key.
    pub fn vector(&self, reader: &mut Reader<'_>, name: &str) -> Option<DVec3> {
        let (key, value) = self.value(reader, name)?;
        match &key.value {
            ValueType::Vector(range) => reader.vector(name, value, range),
            _ => None,
        }
    }

    /// One factor for all axes, or one for each.
    pub fn scale(&self, reader: &mut Reader<'_>) -> Option<DVec3> {
        let (key, value) = self.value(reader, "scale")?;
        match &key.value {
            ValueType::Scale(range) => reader.scale(value, range),
            _ => None,
        }
    }

    /// A string.
    pub fn string(&self, reader: &mut Reader<'_>, name: &str) -> Option<String> {
        let (_, value) = self.value(reader, name)?;
        reader.string(name, value)
    }

    /// A colour, red, green and blue as displayed.
    pub fn color(&self, reader: &mut Reader<'_>, name: &str) -> Option<[u8; 3]> {
        let (_, value) = self.value(reader, name)?;
        reader.color(name, value)
    }

    /// `true` or `false`.
    pub fn boolean(&self, reader: &mut Reader<'_>, name: &str) -> Option<bool> {
        let (_, value) = self.value(reader, name)?;
        reader.boolean(name, value)
    }

    /// One of the strings in `choices`.
    pub fn choice<T: Copy>(
        &self,
        reader: &mut Reader<'_>,
        name: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let (_, value) = self.value(reader, name)?;
        reader.choice(name, value, choices)
    }

    /// Whether the key `name`, which is missing, is there in another form: misspelt, in a wrong place, or as a key
    /// that stands for it. Another message reports it.
    pub fn seems_to_have(&self, name: &str) -> bool {
        let is_whole = !self.tables.is_empty();
        let stands_for = |(table, missing, other): &(&str, &str, &str)| {
            self.name == *table && name == *missing && self.table.contains_key(*other)
        };
        is_misspelt(name, self.table, |key| self.knows(key))
            || is_whole && is_below(name, self.table)
            || STAND_INS.iter().any(stands_for)
    }

    /// All keys and tables that it may have.
    fn known(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        let keys = self.keys.iter().map(|key| key.name);
        let tables = self.tables.iter().map(|table| table.name);
        keys.chain(tables.filter(|name| !name.is_empty()))
    }

    fn knows(&self, name: &str) -> bool {
        self.known().any(|known| known == name)
    }

    /// Reports every key that the format does not have.
    pub fn report_unknown_keys(&self, reader: &mut Reader<'_>) {
        let of_table = match self.name.as_str() {
            "" => String::new(),
            table => format!(" in `{table}`"),
        };
        let mut of_head = Vec::new();
        for (key, value) in self.table {
            let name = key.get_ref().as_ref();
            if self.knows(name) {
                continue;
            }
            if reader.problems.is_full_of_errors() {
                reader.error(key.span(), "unknown key", "");
                continue;
            }
            let home = Home::of(name, value.get_ref(), reader.tables);
            if home == Some(Home::Head) && !self.name.is_empty() {
                of_head.push((key.span(), name));
                continue;
            }
            let help = match &home {
                Some(Home::Tables(headers)) => Some(belongs_to(name, headers, &self.name)),
                _ => did_you_mean(name, self.known()),
            };
            let message = format!("unknown key `{name}`{of_table}");
            let expected = format!("expected {}", list(self.known()));
            reader.error_with_help(key.span(), message, expected, help);
        }
        self.report_keys_of_head(reader, of_head);
    }

    /// Reports keys of the whole file that stand in this table, one error for all of them.
    fn report_keys_of_head(&self, reader: &mut Reader<'_>, mut keys: Vec<(Range<usize>, &str)>) {
        sort_by_key(&mut keys, |(span, _)| span.start);
        let Some((first, _)) = keys.first().cloned() else {
            return;
        };
        let names = keys.iter().map(|(_, name)| format!("`{name}`"));
        let names = names.collect::<Vec<_>>().join(", ");
        let (key, them) = match keys.len() {
            1 => ("key", "it"),
            _ => ("keys", "them"),
        };
        let source = reader.problems.source();
        let header = source.text().get(self.span()).unwrap_or_default().trim();
        let (label, help) = if header.starts_with('[') {
            let line = source.line_of(self.span.start) + 1;
            let label = format!("expected above line {line}, `{header}`");
            let help =
                format!("a key belongs to the header above it: move {them} above all headers");
            (label, help)
        } else {
            let help = format!("write {them} above all headers, outside of other tables");
            ("expected outside of this table".to_owned(), help)
        };
        let message = format!("{key} of the whole file in `{}`: {names}", self.name);
        reader.error_with_help(first, message, label, Some(help));
    }
}
