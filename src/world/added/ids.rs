//! Ids that count up, and the slot of each.

/// The bit of the tree index of the added part. Below it is the slot of a box.
pub const ADDED: u32 = 1 << 31;

/// With this bit, the index of a triangle among all that were ever added is below it.
pub const OF_MESH: u32 = 1 << 30;

/// Which slot has which id. An id is found in the time of a binary search.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    /// The next id.
    next: u32,
    /// Each first id with its slot, in order. [`REMOVED`] ones are dropped when they are the most.
    places: Vec<(u32, u32)>,
    removed: usize,
}

/// The slot of an id that was removed.
const REMOVED: u32 = u32::MAX;

impl Ids {
    /// Takes `count` ids, at least one, and returns the first. `None` if there are not as many left.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        let end = self.next.checked_add(count)?;
        (count > 0 && end < OF_MESH).then(|| core::mem::replace(&mut self.next, end))
    }

    /// Notes the slot of ids that were just taken.
    pub fn set(&mut self, first: u32, slot: u32) {
        self.places.push((first, slot));
    }

    /// Notes that the ids from `first` on were removed.
    pub fn clear(&mut self, first: u32) {
        let place = self
            .places
            .binary_search_by_key(&first, |(first, _)| *first);
        let Ok(place) = place else {
            return;
        };
        self.places[place].1 = REMOVED;
        self.removed += 1;
        if self.removed * 2 > self.places.len() {
            self.places.retain(|(_, slot)| *slot != REMOVED);
            self.removed = 0;
        }
    }

    /// The slot of the last first id that is not after `id`.
    pub fn slot_before(&self, id: u32) -> Option<u32> {
        let after = self.places.partition_point(|(first, _)| *first <= id);
        let (_, slot) = self.places.get(after.checked_sub(1)?)?;
        (*slot != REMOVED).then_some(*slot)
    }

    /// All slots, in the order of their ids.
    pub fn slots(&self) -> impl Iterator<Item = u32> {
        let slots = self.places.iter().map(|(_, slot)| *slot);
        slots.filter(|slot| *slot != REMOVED)
    }
}
