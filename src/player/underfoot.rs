//! The surface on which a player stands: ice, mud, a conveyor.

use glam::DVec3;

use super::{Controller, PlayerState, Scratch, Tuning, ground};
use crate::tolerance::{CONTACT_GAP, WALL_COS};
use crate::world::{FilteredWorld, Surface, SurfaceRules};

/// What the surface does on which a player stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Underfoot {
    friction: f64,
    /// The velocity with which it carries the player, along the ground; m/s.
    pub conveyor: DVec3,
}

impl Underfoot {
    /// No ground, or a usual one.
    const USUAL: Self = Self {
        friction: 1.0,
        conveyor: DVec3::ZERO,
    };

    /// The surface on which the player stands: of all that it touches the flattest; of equally flat ones the nearest to the
    /// middle of the body; of equally near ones that with the lowest tag. So the order of the colliders decides nothing.
    ///
    /// It follows from where the player is, so a tick that begins where another one has ended finds the same.
    pub fn find(
        world: FilteredWorld<'_>,
        tuning: &Tuning,
        state: &PlayerState,
        scratch: &mut Scratch,
    ) -> Self {
        let all = world.world();
        let Some(normal) = state.ground.support().filter(|_| all.has_underfoot_rules()) else {
            return Self::USUAL;
        };
        if state.controller == Controller::Swept {
            let body = tuning.body().and_then(|body| body.at(state.position));
            let touching = scratch.contacts.touching_mut();
            touching.clear();
            if let Some(body) = body {
                world.surfaces_near(body, CONTACT_GAP, touching);
            }
        } else {
            ground::find_touching(world, tuning, state, scratch);
        }
        let beside = |surface: &Surface| {
            let way = surface.point - state.position;
            way.x * way.x + way.z * way.z
        };
        let rank = |surface: &&Surface| (-surface.normal.y, beside(surface));
        let touching = scratch.contacts.touching().iter();
        let below = touching.filter(|surface| surface.normal.y > WALL_COS);
        let flattest = below.min_by(|a, b| {
            let ((a_tilt, a_beside), (b_tilt, b_beside)) = (rank(a), rank(b));
            let by_tag = || all.tag(a.collider).cmp(&all.tag(b.collider));
            a_tilt
                .total_cmp(&b_tilt)
                .then_with(|| a_beside.total_cmp(&b_beside))
                .then_with(by_tag)
        });
        let Some(surface) = flattest else {
            return Self::USUAL;
        };
        let SurfaceRules {
            friction, conveyor, ..
        } = all.surface_rules(all.tag(surface.collider));
        Self {
            friction,
            conveyor: conveyor - normal * conveyor.dot(normal),
        }
    }

    /// The tuning of a player who stands there.
    pub fn tuned(&self, tuning: &Tuning) -> Tuning {
        let ground_accel = if self.friction == 0.0 {
            0.0 // even of infinity
        } else {
            tuning.ground_accel * self.friction
        };
        Tuning {
            ground_accel,
            ..*tuning
        }
    }

    /// Makes the velocity of a player, who stood here before its motion, relative to what carries it `now`.
    pub fn hand_over(&self, now: &Self, state: &mut PlayerState) {
        if self.conveyor == now.conveyor {
            return;
        }
        state.velocity += self.conveyor - now.conveyor;
        if let Some(normal) = state.ground.support() {
            state.velocity -= normal * state.velocity.dot(normal);
        }
    }
}
