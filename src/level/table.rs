//! A TOML table that is read key by key.

use core::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::reader::Reader;
use super::words::{did_you_mean, list};

/// A table that is read key by key; at the end, what was not asked for is unknown.
pub(super) struct Table<'v, 'i> {
    table: &'v DeTable<'i>,
    span: Range<usize>,
    name: String,
    known: Vec<String>,
}

impl<'v, 'i> Table<'v, 'i> {
    /// The table called `name`, whose header is at `span`.
    pub fn new(table: &'v DeTable<'i>, span: Range<usize>, name: &str) -> Self {
        Self {
            table,
            span,
            name: name.to_owned(),
            known: Vec::new(),
        }
    }

    /// Where the table begins.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// All keys with their values.
    pub fn entries(
        &self,
    ) -> impl Iterator<
        Item = (
            &'v Spanned<std::borrow::Cow<'i, str>>,
            &'v Spanned<DeValue<'i>>,
        ),
    > {
        self.table.iter()
    }

    /// The value of `key`, if it is there.
    pub fn get(&mut self, key: &str) -> Option<&'v Spanned<DeValue<'i>>> {
        if !self.known.iter().any(|known| known == key) {
            self.known.push(key.to_owned());
        }
        self.table.get(key)
    }

    /// The value of `key`, which must be there; `example` shows what to write.
    pub fn require(
        &mut self,
        reader: &mut Reader<'_>,
        key: &str,
        example: &str,
    ) -> Option<&'v Spanned<DeValue<'i>>> {
        let value = self.get(key);
        if value.is_none() && reader.complete {
            let place = if self.name.is_empty() {
                "the level".into()
            } else {
                format!("`{}`", self.name)
            };
            let message = format!("`{key}` is missing in {place}");
            reader.error(
                self.span(),
                message,
                format!("expected `{key} = {example}`"),
            );
        }
        value
    }

    /// Reports every key that nobody asked for.
    pub fn finish(self, reader: &mut Reader<'_>) {
        for key in self.table.keys() {
            let name = key.get_ref().as_ref();
            if self.known.iter().any(|known| known == name) {
                continue;
            }
            let known = || self.known.iter().map(String::as_str);
            let message = match self.name.as_str() {
                "" => format!("unknown key `{name}`"),
                table => format!("unknown key `{name}` in `{table}`"),
            };
            let expected = format!("expected {}", list(known()));
            reader.error_with_help(key.span(), message, expected, did_you_mean(name, known()));
        }
    }
}
