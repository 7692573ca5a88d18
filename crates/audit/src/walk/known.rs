//! The places that walkers of a round know.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::floor::{Cell, PlaceId};

/// The places that were found before a round of walks. Copies share their memory.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub of_cell: Arc<BTreeMap<Cell, PlaceId>>,
    /// For each place by its id, whether walkers stand there and a way leads home, as of the last look at the graph of
    /// places.
    pub homes: Arc<Vec<bool>>,
}

impl Known {
    /// The place of this cell, if it was found before.
    pub fn find(&self, cell: &Cell) -> Option<PlaceId> {
        self.of_cell.get(cell).copied()
    }

    /// Whether walkers stand at a place and know a way home.
    pub fn is_home(&self, id: PlaceId) -> bool {
        self.homes.get(id.0 as usize) == Some(&true)
    }
}
