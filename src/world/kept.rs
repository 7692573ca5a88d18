//! The list of colliders that serves more than one move.

use glam::DVec3;

use super::{FilteredWorld, Revision, Selection};
use crate::geometry::Capsule;

/// The move that a list was made for. It serves every move that it would hold enough for. The rest of it changes no
/// result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub world: Revision,
    pub selection: Selection,
    pub radius: f64,
    pub rise: f64,
    pub center: DVec3,
    /// The distance from the body there within which the list is complete; metres.
    pub reach: f64,
}

impl Kept {
    /// Whether it was made for this world.
    #[inline]
    pub fn is_of(&self, filtered: &FilteredWorld<'_>) -> bool {
        self.world == filtered.world().revision() && filtered.selects(&self.selection)
    }

    /// Whether it was made for a body of this size.
    #[inline]
    pub fn suits(&self, body: &Capsule) -> bool {
        (self.radius, self.rise) == (body.radius(), body.rise())
    }
}
