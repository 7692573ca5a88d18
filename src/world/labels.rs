//! A number for each collider, for the caller's data.

use super::collider::ColliderId;

/// A number for each collider. It takes memory only from the first collider on that has another number than the rest.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    pub triangles: Vec<u32>,
    pub boxes: Vec<u32>,
}

impl Labels {
    /// The number of `collider`; `usual` if it has none.
    #[inline]
    pub fn get(&self, collider: ColliderId, usual: u32) -> u32 {
        let (list, place) = match collider {
            ColliderId::Triangle(id) => (&self.triangles, id.0),
            ColliderId::Box(id) => (&self.boxes, id.0),
        };
        list.get(place as usize).copied().unwrap_or(usual)
    }

    /// Gives `collider`, which exists, the number `label`.
    pub fn set(&mut self, collider: ColliderId, label: u32, usual: u32) {
        let (list, place) = match collider {
            ColliderId::Triangle(id) => (&mut self.triangles, id.0 as usize),
            ColliderId::Box(id) => (&mut self.boxes, id.0 as usize),
        };
        set_label(list, place, label, usual);
    }

    /// Whether no collider has a number.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty() && self.boxes.is_empty()
    }

    /// Whether every collider has the same number in both.
    pub fn equal(&self, other: &Self, usual: u32) -> bool {
        let same = |one: &[u32], other: &[u32]| {
            let number = |list: &[u32], place: usize| list.get(place).copied().unwrap_or(usual);
            let count = one.len().max(other.len());
            (0..count).all(|place| number(one, place) == number(other, place))
        };
        same(&self.triangles, &other.triangles) && same(&self.boxes, &other.boxes)
    }
}

/// Gives the collider at this place of a list the number `label`.
pub(super) fn set_label(
    list: &mut (impl Extend<u32> + AsMut<[u32]>),
    place: usize,
    label: u32,
    usual: u32,
) {
    let missing = (place + 1).saturating_sub(list.as_mut().len());
    if missing > 0 && label == usual {
        return;
    }
    list.extend(core::iter::repeat_n(usual, missing));
    list.as_mut()[place] = label;
}

/// The layers of a collider whose layers were never set, which means all of them.
pub(super) const ALL_LAYERS: u32 = u32::MAX;

/// The tag of a collider whose tag was never set.
pub(super) const UNTAGGED: u32 = 0;

/// The states of a collider that the world was built of.
pub(super) const PRESENT: u32 = 0;
pub(super) const DISABLED: u32 = 1;
pub(super) const REMOVED: u32 = 2;
