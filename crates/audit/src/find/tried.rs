//! Which floor was tried: the walks that were made straight at it.

use std::collections::{BTreeMap, BTreeSet};

/// The walks at floor that nobody had reached.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// From which point of the floor to which other one they led.
    ways: BTreeSet<[u32; 2]>,
    /// How many led to each patch.
    walks: BTreeMap<u32, u32>,
    /// The patch to which the last of them led.
    last: u32,
}

impl Tried {
    /// How many walks led to a patch.
    pub(super) fn walks(&self, patch: u32) -> u32 {
        self.walks.get(&patch).copied().unwrap_or(0)
    }

    /// The patch to which the last of them led.
    pub(super) fn last(&self) -> u32 {
        self.last
    }

    /// Whether walks led from one point to another.
    pub(super) fn has(&self, way: [u32; 2]) -> bool {
        self.ways.contains(&way)
    }

    /// Notes so many walks from one point to another, which is on this patch.
    pub(super) fn add(&mut self, way: [u32; 2], patch: u32, walks: u32) {
        self.ways.insert(way);
        self.last = patch;
        *self.walks.entry(patch).or_default() += walks;
    }
}
