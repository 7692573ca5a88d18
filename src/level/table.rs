//! A TOML table that is read key by key.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{Key, KeyDefault, KeyTable, TableForm, ValueType};
use super::reader::Reader;
use super::words::{did_you_mean, list};

/// A table of a file, with the keys that it may have.
pub(super) struct Table<'v, 'i> {
    table: &'v DeTable<'i>,
    span: Range<usize>,
    name: String,
    keys: &'static [Key],
    /// The tables that it may hold: those of the whole file.
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
        let mut heads = tables.iter().filter(|it| it.form == TableForm::Head);
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

    /// Reports every key that the format does not have.
    pub fn report_unknown_keys(&self, reader: &mut Reader<'_>) {
        let keys = self.keys.iter().map(|key| key.name);
        let tables = self.tables.iter().map(|table| table.name);
        let known = || {
            keys.clone()
                .chain(tables.clone().filter(|name| !name.is_empty()))
        };
        for key in self.table.keys() {
            let name = key.get_ref().as_ref();
            if known().any(|known| known == name) {
                continue;
            }
            if reader.problems.is_full_of_errors() {
                reader.error(key.span(), "unknown key", "");
                continue;
            }
            let message = match self.name.as_str() {
                "" => format!("unknown key `{name}`"),
                table => format!("unknown key `{name}` in `{table}`"),
            };
            let expected = format!("expected {}", list(known()));
            reader.error_with_help(key.span(), message, expected, did_you_mean(name, known()));
        }
    }
}
