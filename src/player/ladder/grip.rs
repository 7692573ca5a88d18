//! Which ladder a body holds, and with which a climb begins.

use glam::DVec3;

use super::Climber;
use crate::geometry::float::max;
use crate::player::footing::flatter;
use crate::player::motion::{is_launch, level};
use crate::player::{PlayerState, Scratch};
use crate::tolerance::REST_SPEED;
use crate::world::Surface;

/// How far from a ladder a body holds it, in radii. Smaller: the gaps of a net throw the player off; larger: ladders are
/// held from afar.
const REACH: f64 = 0.15;

/// The least share of the walk that leads into a ladder which the player begins to climb. Smaller: who walks past a net
/// is caught by it; larger: a ladder wants to be met head on.
const INTO: f64 = 0.5;

/// The least `normal.y` of a ladder. Smaller: ceilings are ladders; larger: overhanging ones are not.
const MIN_NORMAL_Y: f64 = -0.7;

/// Keys lead into two ladders equally whose shares of the walk differ by less. Smaller: rounding decides; larger: a ladder aside is
/// climbed before the one ahead.
const SAME_INTO: f64 = 1e-9;

/// A contact that is not over a face, but on an edge, begins a climb from the ground only below this `normal.y`. Smaller:
/// ropes are not climbed; larger: the edge underfoot is.
const SIDE: f64 = 0.1;

impl Climber<'_, '_> {
    /// How far away a ladder is held; metres.
    pub(super) fn reach(&self) -> f64 {
        self.body.radius() * REACH
    }

    /// Whether a body at `position` can hold this surface, a ladder that is too steep to stand on, or the edge of one.
    fn is_ladder(&self, surface: &Surface, position: DVec3) -> bool {
        let world = self.world.world();
        surface.normal.y > MIN_NORMAL_Y
            && (self.mantles || world.is_ladder(surface.collider))
            && (self.is_steep(surface) || !self.footing.is_over_face(surface, position))
    }

    /// Whether nobody stands on a surface with this contact normal.
    fn is_steep(&self, surface: &Surface) -> bool {
        surface.normal.y < self.footing.floor_cos(surface)
    }

    /// The ladder that a body at `position` can hold which `held` a ladder with this normal. It keeps that, unless the keys lead into
    /// another one.
    pub(in crate::player) fn grip(
        &self,
        position: DVec3,
        held: DVec3,
        scratch: &mut Scratch,
    ) -> Option<Surface> {
        self.grip_within(position, self.reach(), scratch, &|surface| {
            let into = max(self.into(surface.normal), 0.0);
            Some(held.dot(surface.normal) + 2.0 * into)
        })
    }

    /// The ladder that a player who holds none begins to climb, if the keys lead into no other one more than by rounding. Of several ones
    /// into which they lead equally, an edge underfoot may be one with which no climb begins.
    pub(in crate::player) fn first_grip(
        &self,
        state: &PlayerState,
        scratch: &mut Scratch,
    ) -> Option<Surface> {
        let grip = self.grip_within(state.position, self.reach(), scratch, &|surface| {
            let bonus = if self.begins(state, surface) {
                SAME_INTO
            } else {
                0.0
            };
            Some(self.into(surface.normal) + bonus)
        });
        grip.filter(|grip| self.begins(state, grip))
    }

    /// How much of the walk leads into a ladder with this normal.
    fn into(&self, normal: DVec3) -> f64 {
        -self.walk.dot(level(normal).normalize_or_zero())
    }

    /// The ladder within `reach` of a body at `position` that `worth` values most. The order of the colliders decides
    /// nothing.
    pub(super) fn grip_within(
        &self,
        position: DVec3,
        reach: f64,
        scratch: &mut Scratch,
        worth: &dyn Fn(&Surface) -> Option<f64>,
    ) -> Option<Surface> {
        let body = self.body.at(position)?;
        scratch.begin_try();
        let near = scratch.contacts.touching_mut();
        self.world.surfaces_near(body, reach, near);
        let ladders = near
            .iter()
            .filter(|surface| self.is_ladder(surface, position));
        let valued = ladders.filter_map(|surface| Some((worth(surface)?, *surface)));
        let best = valued.max_by(|(worth, one), (other_worth, other)| {
            worth
                .total_cmp(other_worth)
                .then_with(|| other.separation.total_cmp(&one.separation))
                .then_with(|| flatter(&one.normal, &other.normal))
        });
        scratch.undo_try();
        best.map(|(_, surface)| surface)
    }

    /// Whether a player who holds no ladder begins to climb this one.
    fn begins(&self, state: &PlayerState, grip: &Surface) -> bool {
        if self.into(grip.normal) < INTO * self.walk.length() {
            return false;
        }
        if state.ground.stands() {
            let is_ahead = grip.normal.y < SIDE || self.footing.is_over_face(grip, state.position);
            return is_ahead && self.along(grip.normal).rise > 0.0;
        }
        // Who jumps off a ladder or up along it holds it only once that is over. The rounding of a body turns the velocity
        // of a swimmer off the edge of a low bank, while the keys lead into it.
        let away = state.velocity.dot(grip.normal);
        let comes_near = match self.mantles && self.swims {
            true => !is_launch(away, self.tuning.launch_speed),
            false => away <= REST_SPEED,
        };
        comes_near && state.velocity.y <= self.speed && self.is_steep(grip)
    }
}
