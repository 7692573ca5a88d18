//! Makes prefabs of entries.

use glam::DVec3;

use super::line::newline;
use super::{EditError, EntryId, EntryNumbers, EntryTable, LevelText, TextPatch};
use crate::order::sort_by_key;

impl LevelText {
    /// The names of its prefabs, sorted.
    pub fn prefabs(&self) -> &[String] {
        &self.places.prefabs
    }

    /// The names of the kinds that it defines, sorted.
    pub fn kinds(&self) -> &[String] {
        &self.places.kinds
    }

    /// Moves entries into a new prefab at the end of the text, with its origin at `origin`, and adds a place of it there. The same
    /// entry twice counts once.
    ///
    /// What a place adds is behind the level's own entries, so grouped checkpoints come last in a race, and grouped water is behind
    /// other water.
    ///
    /// # Errors
    /// When a prefab cannot hold one of them, there is no such entry, it stands in a list with all others, or there are none.
    ///
    /// # Example
    /// ```
    /// use sidle::{glam::DVec3, level::{EntryId, LevelText}};
    /// let mut level = LevelText::parse("spawn.position = [0, 1, 0]\n[[prop]]\nkind = \"car\"\nposition = [9, 0, 0]\n").unwrap();
    /// level.group(&[EntryId::prop(0)], DVec3::X * 8.0).unwrap();
    /// assert!(level.text().contains("[[prefabs.prefab1.prop]]\nkind = \"car\"\nposition = [1, 0, 0]\n"));
    /// assert!(level.text().ends_with("[[place]]\nprefab = \"prefab1\"\nposition = [8, 0, 0]\n"));
    /// ```
    pub fn group(&mut self, entries: &[EntryId], origin: DVec3) -> Result<TextPatch, EditError> {
        if entries.is_empty() {
            return Err(EditError::EmptyPrefab);
        }
        let mut number = 1;
        while self.prefabs().contains(&format!("prefab{number}")) {
            number += 1;
        }
        let name = format!("prefab{number}");
        let mut entries = entries.to_vec();
        sort_by_key(&mut entries, |id| (id.table as usize, id.number));
        entries.dedup();
        let mut grouped = self.clone();
        for id in entries.iter().rev() {
            // Its comment stays: nothing is lost by making a prefab.
            let lines = grouped.lines(grouped.listed(*id)?);
            grouped.remove_lines(lines)?;
        }
        let mut text = grouped.text.clone();
        let newline = newline(&self.text);
        if !text.is_empty() && !text.ends_with('\n') {
            text += newline;
        }
        for id in entries {
            // With the comment behind its header.
            let header = &self.text[self.lines(self.place(id)?)];
            let header = header.lines().next().unwrap_or_default();
            let behind = header.split_once("]]").map_or("", |(_, behind)| behind);
            let table = id.table.name();
            let header = format!("[[prefabs.{name}.{table}]]{behind}");
            let alone = self.alone(id, origin)?;
            text += &alone
                .replacen(&format!("[[{table}]]"), &header, 1)
                .replace('\n', newline);
        }
        grouped.set_text(&text)?;
        let keys = format!("prefab = \"{name}\"\nposition = [0, 0, 0]");
        grouped.add(EntryTable::Place, &keys, &EntryNumbers::at(origin))?;
        self.set_text(&grouped.text)
    }

    /// The lines of an entry, relative to `origin`, below an empty line.
    fn alone(&self, id: EntryId, origin: DVec3) -> Result<String, EditError> {
        const HEAD: &str = "spawn.position = [0, 0, 0]\n";
        if !matches!(
            id.table,
            EntryTable::Prop | EntryTable::Mover | EntryTable::Sign | EntryTable::Zone
        ) {
            return Err(EditError::NotForPrefabs(id.table));
        }
        let entry = self.entry(id).ok_or(EditError::NoSuchEntry(id))?;
        let mut numbers = entry.numbers;
        numbers.position -= origin;
        let mut alone = Self::parse(HEAD)?;
        alone.add(id.table, self.keys(id)?, &numbers)?;
        if id.table == EntryTable::Zone {
            let only = EntryId { number: 0, ..id };
            for (number, target) in entry.points.iter().enumerate() {
                alone.set_point(only, number, *target - origin)?;
            }
        }
        Ok(alone.text.split_off(HEAD.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "format = 1 # one\nspawn.position = [0, 1, 0]\n\n[[prop]] # a\nkind = \"car\" # my\nposition = [9.5, 0, 1]\n\n\
                        [[prop]]\nkind = \"crate\"\nposition = [1, 0.5, 1]\n\n[[zone]]\nposition = [9, 1, 0]\nsize = [1, 1, 1]\n\
                        on_enter = \"teleport\"\nto = [10, 0, 2]\n\n[[mover]]\nkind = \"block\"\npath = [[8, 0, 0], [8, 2, 0]]\nspeed = 1\n";

    fn ids() -> [EntryId; 3] {
        [
            (EntryTable::Zone, 0),
            (EntryTable::Prop, 0),
            (EntryTable::Mover, 0),
        ]
        .map(|(table, number)| EntryId { table, number })
    }

    #[test]
    fn grouped_entries_stand_in_a_prefab_with_places_relative_to_it() {
        for line_end in ["\n", "\r\n"] {
            let text = TEXT.replace('\n', line_end);
            let mut level = LevelText::parse(&*text).expect("a level's text");
            let patch = level
                .group(&ids(), DVec3::new(8.0, 0.0, 0.0))
                .expect("a group");
            let expected = "format = 1 # one\nspawn.position = [0, 1, 0]\n\n[[prop]]\nkind = \"crate\"\nposition = [1, 0.5, 1]\n\n\
                [[prefabs.prefab1.prop]] # a\nkind = \"car\" # my\nposition = [1.5, 0, 1]\n\n\
                [[prefabs.prefab1.mover]]\nkind = \"block\"\npath = [[0, 0, 0], [0, 2, 0]]\nspeed = 1\n\n\
                [[prefabs.prefab1.zone]]\nposition = [1, 1, 0]\nsize = [1, 1, 1]\non_enter = \"teleport\"\nto = [2, 0, 2]\n\n\
                [[place]]\nprefab = \"prefab1\"\nposition = [8, 0, 0]\n";
            assert_eq!(level.text().replace("\r\n", "\n"), expected);
            assert_eq!(
                level.text().matches('\r').count(),
                if line_end == "\n" {
                    0
                } else {
                    expected.lines().count()
                }
            );
            assert_eq!(level.prefabs(), ["prefab1"]);
            level.apply(&patch.inverse()).expect("undo");
            assert_eq!(level.text(), text);
        }
    }

    #[test]
    fn an_entry_that_is_named_twice_is_grouped_once() {
        let [once, twice] = [1, 2].map(|times| {
            let mut level = LevelText::parse(TEXT).expect("a level's text");
            let first = [EntryId::prop(0)].repeat(times);
            level.group(&first, DVec3::ZERO).expect("a group");
            level
        });
        assert_eq!(once.text(), twice.text());
        assert!(once.text().contains("\n[[prop]]\nkind = \"crate\""));
    }

    #[test]
    fn what_a_prefab_cannot_hold_is_refused_and_changes_nothing() {
        let mut level = LevelText::parse(TEXT).expect("a level's text");
        let nothing = level.group(&[], DVec3::ZERO);
        assert_eq!(nothing, Err(EditError::EmptyPrefab));
        assert_eq!(level.text(), TEXT);
        let refused = level.group(&[EntryId::prop(0), EntryId::SPAWN], DVec3::ZERO);
        assert_eq!(refused, Err(EditError::OneSpawn));
        let place = level.group(&[EntryId::prop(0)], DVec3::ZERO);
        assert!(place.is_ok());
        let id = EntryId {
            table: EntryTable::Place,
            number: 0,
        };
        let before = level.clone();
        let refused = level.group(&[id], DVec3::ZERO);
        assert_eq!(refused, Err(EditError::NotForPrefabs(EntryTable::Place)));
        assert_eq!(level, before);
    }
}
