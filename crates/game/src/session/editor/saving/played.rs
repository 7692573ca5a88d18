//! What the played level shows of the text, and which parts may have changed since.

use std::collections::BTreeSet;

use sidle::level::{EntryId, EntryNumbers, EntryTable, LevelText};

/// The text that the played level shows.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedLevel {
    pub props: Vec<EntryNumbers>,
    /// How many entries each table has.
    pub counts: [usize; EntryTable::ALL.len()],
    /// All but those.
    pub rest: String,
}

/// How many entries each table of the text has.
pub fn counts_of(level: &LevelText) -> [usize; EntryTable::ALL.len()] {
    EntryTable::ALL.map(|table| level.entries(table).len())
}

impl PlayedLevel {
    pub fn of(level: &LevelText) -> Self {
        let props = level.entries(EntryTable::Prop).iter();
        Self {
            props: props.map(|prop| prop.numbers).collect(),
            counts: counts_of(level),
            rest: level.without_placements(),
        }
    }
}

/// The parts of the text that were changed since the level was last brought up to date. A level may have thousands of
/// props, and a nudge changes one of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Unplayed {
    Props(BTreeSet<usize>),
    Everything,
}

impl Unplayed {
    pub const NOTHING: Self = Self::Props(BTreeSet::new());

    /// Adds a change of one entry, or else of anything.
    pub fn add(&mut self, changed: Option<EntryId>) {
        match (self, changed) {
            (Self::Props(props), Some(entry)) if entry.table == EntryTable::Prop => {
                props.insert(entry.number);
            }
            (this, _) => *this = Self::Everything,
        }
    }
}
