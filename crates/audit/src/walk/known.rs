//! What walkers know of the places where others have been.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::floor::{Cell, PlaceId};

/// The places that walkers knew before a round of walks. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub of_cell: Arc<BTreeMap<Cell, PlaceId>>,
    /// The places where walkers stand from which a way leads home, as far as was known at the last look.
    pub homes: Arc<Vec<bool>>,
}

impl Known {
    /// The place of this cell.
    pub fn find(&self, cell: &Cell) -> Option<PlaceId> {
        self.of_cell.get(cell).copied()
    }

    /// Whether a walker that stands at a place knows a way home.
    pub fn is_home(&self, id: PlaceId) -> bool {
        self.homes.get(id.0 as usize) == Some(&true)
    }
}
