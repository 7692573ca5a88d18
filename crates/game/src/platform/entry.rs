//! Entries of a level's text, as the page's text editor and the picture refer to them.

use std::fmt;
use std::str::FromStr;

/// The tables that a level may have several of, and that stand somewhere in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryTable {
    Mesh,
    Sign,
    Prop,
    Mover,
    Zone,
    Terrain,
}

impl EntryTable {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Mesh, "mesh"),
        (Self::Sign, "sign"),
        (Self::Prop, "prop"),
        (Self::Mover, "mover"),
        (Self::Zone, "zone"),
        (Self::Terrain, "terrain"),
    ];
}

/// One entry of such a table. It is written as its table and number, such as `prop 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    pub table: EntryTable,
    /// Its number in the text among the entries of its table, from 0.
    pub number: usize,
}

impl fmt::Display for LevelEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tables = EntryTable::ALL.iter();
        let name = tables.find(|(table, _)| *table == self.table);
        write!(f, "{} {}", name.map_or("", |(_, name)| name), self.number)
    }
}

impl FromStr for LevelEntry {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (name, number) = text.split_once(' ').ok_or(())?;
        let mut tables = EntryTable::ALL.into_iter();
        let (table, _) = tables.find(|(_, known)| *known == name).ok_or(())?;
        let number = number.parse().map_err(|_| ())?;
        Ok(Self { table, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_as_it_is_written() {
        for (table, name) in EntryTable::ALL {
            for number in [0, 1, usize::MAX] {
                let entry = LevelEntry { table, number };
                assert_eq!(entry.to_string(), format!("{name} {number}"));
                assert_eq!(entry.to_string().parse(), Ok(entry));
            }
        }
    }

    #[test]
    fn other_words_are_no_entry() {
        let huge = "prop 99999999999999999999999";
        for text in ["", "none", "prop", "prop -1", "prop 1 2", "tree 1", huge] {
            assert_eq!(text.parse::<LevelEntry>(), Err(()), "{text}");
        }
    }
}
