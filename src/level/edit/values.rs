//! The values of keys, in any table whose keys can be set.

use super::edits::Edits;
use super::line::{line_end, newline};
use super::places::Entry;
use super::value::EditValue;
use super::{EditError, EntryId, LevelText, TextPatch};
use crate::level::toml::keys::{HEAD, KeyTable, LEVEL, SURFACES};
use crate::level::toml::{is_bare_key, toml_string};

/// A table of a level's text whose keys can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableId {
    /// The keys above all headers, such as the level's name.
    Head,
    /// A table whose entries stand somewhere.
    Entry(EntryId),
    /// The `[surfaces.NAME]` of this number, from 0, in the order of the names.
    Surface(usize),
}

impl TableId {
    /// The keys that it may have.
    #[must_use]
    pub fn keys(self) -> &'static KeyTable {
        match self {
            Self::Head => &HEAD,
            Self::Surface(_) => &SURFACES,
            Self::Entry(id) => {
                let mut tables = LEVEL.iter();
                let table = tables.find(|table| table.name == id.table.name());
                table.copied().unwrap_or(&HEAD)
            }
        }
    }
}

impl LevelText {
    /// What a key says, if it is there and has one of these values.
    ///
    /// # Example
    /// ```
    /// use sidle::level::{EditValue, LevelText, TableId};
    /// let level = LevelText::parse("name = \"Yard\"\nspawn.position = [0, 1, 0]\n").unwrap();
    /// assert_eq!(level.value(TableId::Head, "name"), Some(EditValue::Text("Yard".to_owned())));
    /// assert_eq!(level.value(TableId::Head, "about"), None);
    /// ```
    #[must_use]
    pub fn value(&self, table: TableId, key: &str) -> Option<EditValue> {
        self.table(table).ok()?.value(key)
    }

    /// Sets a key, or with `None` removes it. An unchanged number stays as it is written, and so does a comment behind a
    /// removed key.
    ///
    /// # Errors
    /// When there is no such table, or a number is out of range.
    ///
    /// # Example
    /// ```
    /// use sidle::level::{EditValue, LevelText, TableId};
    /// let mut level = LevelText::parse("name = \"A\"   # mine\nspawn.position = [0, 1, 0]\n").unwrap();
    /// let about = EditValue::Text("Walk on".to_owned());
    /// level.set_value(TableId::Head, "about", Some(&about)).unwrap();
    /// assert!(level.text().starts_with("name = \"A\"   # mine\nabout = \"Walk on\"\nspawn"));
    /// ```
    pub fn set_value(
        &mut self,
        table: TableId,
        key: &str,
        value: Option<&EditValue>,
    ) -> Result<TextPatch, EditError> {
        let entry = self.table(table)?;
        let mut edits = Edits::of(&self.text);
        match value {
            Some(value) => edits.set_value(entry, table.keys().keys, key, value)?,
            None => edits.remove_key(entry, key),
        }
        let patch = edits.made();
        self.change(patch)
    }

    /// The names of its surfaces, sorted.
    pub fn surfaces(&self) -> impl Iterator<Item = &str> {
        self.places.surfaces.iter().map(|(name, _)| &**name)
    }

    /// Adds a `[surfaces.NAME]` with these lines, behind the others or at the end.
    ///
    /// # Errors
    /// When there is one of this name, or `keys` are no keys.
    pub fn add_surface(&mut self, name: &str, keys: &str) -> Result<TextPatch, EditError> {
        let newline = newline(&self.text);
        let others = self.places.surfaces.iter().map(|(_, entry)| entry);
        let with_header = others.filter(|entry| self.text[entry.header()..].starts_with('['));
        let ends = with_header.map(|entry| line_end(&self.text, entry.end()));
        let at = ends.max().unwrap_or(self.text.len());
        let name = match is_bare_key(name) {
            true => name.to_owned(),
            false => toml_string(name),
        };
        let mut lines = vec![String::new(), format!("[surfaces.{name}]")];
        lines.extend(keys.lines().map(str::to_owned));
        let ends_line = self.text[..at].ends_with('\n') || at == 0;
        let added = match ends_line {
            true => lines.join(newline) + newline,
            // The last line of the file has no line end, so the new one gets none.
            false => newline.to_owned() + &lines.join(newline),
        };
        let mut edits = Edits::of(&self.text);
        edits.replace(at..at, added);
        let patch = edits.made();
        self.change(patch)
    }

    fn table(&self, table: TableId) -> Result<&Entry, EditError> {
        match table {
            TableId::Head => Ok(&self.places.head),
            TableId::Entry(id) => self.place(id),
            TableId::Surface(number) => {
                let found = self.places.surfaces.get(number);
                found.map(|(_, entry)| entry).ok_or(EditError::NoSurface)
            }
        }
    }
}

#[cfg(test)]
mod tests;
