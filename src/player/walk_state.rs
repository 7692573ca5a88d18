//! The part of a player's state that a walk reads and changes.

use glam::DVec3;

use super::{Ground, PlayerState};

/// The place, the velocity and the ground of a body that walks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WalkState {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The velocity after collisions; m/s.
    pub velocity: DVec3,
    /// The ground under the body.
    pub ground: Ground,
}

impl PlayerState {
    /// The part that a walk changes.
    #[inline]
    pub(super) fn walk(&self) -> WalkState {
        WalkState {
            position: self.position,
            velocity: self.velocity,
            ground: self.ground,
        }
    }

    /// Takes over what a walk has changed.
    #[inline]
    pub(super) fn set_walk(&mut self, walk: WalkState) {
        (self.position, self.velocity, self.ground) = (walk.position, walk.velocity, walk.ground);
    }
}
