//! The part of a player's state that a walk reads and changes.

use glam::DVec3;

use super::motion::{along_ground, is_launch};
use super::{Ground, PlayerState};
use crate::geometry::float::{clamp, max, min};
use crate::tolerance::WALL_COS;

/// Where a walking body is, how it moves, and on which ground it stands. See [`step_and_slide`](fn@super::step_and_slide).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WalkState {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The velocity after collisions; m/s. On the ground, it lies along the ground.
    pub velocity: DVec3,
    /// The ground under the body. A game sets it to [`Ground::None`] for a jump. A normal that has not the length 1, or does
    /// not lead up, counts as no ground.
    pub ground: Ground,
}

impl WalkState {
    /// The state, without a ground that is none. `None` if another number is not finite.
    pub(super) fn checked(&self) -> Option<Self> {
        let is_ground = |normal: DVec3| normal.is_normalized() && normal.y > WALL_COS;
        let ground = match self.ground.normal() {
            Some(normal) if !is_ground(normal) => Ground::None,
            _ => self.ground,
        };
        let is_finite = self.position.is_finite() && self.velocity.is_finite();
        is_finite.then_some(Self { ground, ..*self })
    }

    /// Whether the velocity takes the body off the ground.
    pub(super) fn takes_off(&self, launch_speed: f64) -> bool {
        let away = |normal| self.velocity.dot(normal);
        let away = self.ground.support().map_or(0.0, away);
        self.velocity.y > 0.0 && is_launch(away, launch_speed)
    }

    /// Turns the velocity of a body that stands into the plane of its ground. Its level part keeps its heading. What leads
    /// into the ground or off it, such as gravity, adds no speed.
    pub(super) fn lie_along_ground(&mut self) {
        if let Some(normal) = self.ground.support() {
            let DVec3 { x, y, z } = self.velocity;
            let climb = -(normal.x * x + normal.z * z) / normal.y;
            let rise = clamp(y, min(climb, 0.0), max(climb, 0.0));
            self.velocity = along_ground(DVec3::new(x, rise, z), normal);
        }
    }
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
