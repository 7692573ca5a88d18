//! The entries of a level's text that stand somewhere in the level.

use core::fmt;
use core::str::FromStr;

use super::number::Rounding;

/// A table of a level whose entries stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryTable {
    /// `[[prop]]`.
    Prop,
    /// `[[mover]]`.
    Mover,
    /// `[[zone]]`.
    Zone,
    /// `[[sign]]`.
    Sign,
    /// `[[mesh]]`.
    Mesh,
    /// `[[terrain]]`.
    Terrain,
    /// `[[place]]`.
    Place,
    /// `[spawn]`, which has one entry.
    Spawn,
}

impl EntryTable {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Prop,
        Self::Mover,
        Self::Zone,
        Self::Sign,
        Self::Mesh,
        Self::Terrain,
        Self::Place,
        Self::Spawn,
    ];

    /// Its name in a level.
    #[must_use]
    pub fn name(self) -> &'static str {
        [
            "prop", "mover", "zone", "sign", "mesh", "terrain", "place", "spawn",
        ][self as usize]
    }

    /// The axes about which its entries can be turned, X, Y and Z.
    #[must_use]
    pub fn turns(self) -> [bool; 3] {
        match self {
            Self::Sign => [false, true, false],
            Self::Spawn => [true, true, false],
            Self::Terrain => [false; 3],
            _ => [true; 3],
        }
    }

    /// Whether its entries have a scale or a size.
    #[must_use]
    pub fn has_size(self) -> bool {
        self.size_key().is_some()
    }

    /// Whether its entries have one factor for all axes.
    #[must_use]
    pub fn grows_evenly(self) -> bool {
        self == Self::Place
    }

    pub(super) fn position_key(self) -> &'static str {
        match self {
            Self::Mover => "path",
            _ => "position",
        }
    }

    pub(super) fn size_key(self) -> Option<(&'static str, Rounding)> {
        match self {
            Self::Prop | Self::Mover => Some(("scale", Rounding::FACTOR)),
            Self::Mesh => Some(("scale", Rounding::SIGNED_FACTOR)),
            Self::Zone | Self::Terrain => Some(("size", Rounding::SIZE)),
            Self::Place => Some(("scale", Rounding::ONE_FACTOR)),
            Self::Sign | Self::Spawn => None,
        }
    }
}

/// An entry of a level's text. It is written as its table and number, such as `prop 3`.
///
/// # Example
/// ```
/// use sidle::level::EntryId;
/// let fourth: EntryId = "prop 3".parse().unwrap();
/// assert_eq!((fourth.number, fourth.to_string()), (3, "prop 3".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryId {
    /// Its table.
    pub table: EntryTable,
    /// Its number in the text among the entries of its table, from 0.
    pub number: usize,
}

impl EntryId {
    /// The player's start.
    pub const SPAWN: Self = Self {
        table: EntryTable::Spawn,
        number: 0,
    };

    /// A prop.
    #[must_use]
    pub fn prop(number: usize) -> Self {
        Self {
            table: EntryTable::Prop,
            number,
        }
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.table.name(), self.number)
    }
}

impl FromStr for EntryId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (name, number) = text.split_once(' ').ok_or(())?;
        let mut tables = EntryTable::ALL.into_iter();
        let table = tables.find(|table| table.name() == name).ok_or(())?;
        let number = number.parse().map_err(|_| ())?;
        Ok(Self { table, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_as_it_is_written() {
        for table in EntryTable::ALL {
            for number in [0, 1, usize::MAX] {
                let entry = EntryId { table, number };
                assert_eq!(entry.to_string(), format!("{} {number}", table.name()));
                assert_eq!(entry.to_string().parse(), Ok(entry));
            }
        }
    }

    #[test]
    fn other_words_are_no_entry() {
        let huge = "prop 99999999999999999999999";
        for text in ["", "none", "prop", "prop -1", "prop 1 2", "tree 1", huge] {
            assert_eq!(text.parse::<EntryId>(), Err(()), "{text}");
        }
    }
}
