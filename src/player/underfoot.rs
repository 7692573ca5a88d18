//! What a player stands on and in: ice, mud, a conveyor, a stream.

use glam::DVec3;

use super::{Controller, PlayerState, Scratch, Tuning, Water, ground};
use crate::tolerance::CONTACT_GAP;
use crate::world::{FilteredWorld, SurfaceRules};

/// The effects of the surface on which a player stands.
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

    /// The effects of the surface that the player [stands on](super::Contacts::underfoot).
    ///
    /// They follow from where the player is, so a tick that begins where another one has ended finds the same.
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
        let Some(surface) = scratch.contacts.underfoot(all, state.position) else {
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

    /// The same, with the part of a stream that carries a wader along. The stream at the start of a tick also counts at its end, so at the
    /// sides of a stream, a wader gets or loses that part at once.
    pub fn in_stream(
        mut self,
        stream: Option<&Water>,
        tuning: &Tuning,
        state: &PlayerState,
    ) -> Self {
        if let Some(flow) = stream.and_then(|stream| stream.flow_along_ground(tuning, state)) {
            self.conveyor += flow;
        }
        self
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
            ground_gain: tuning.ground_gain * self.friction,
            ground_friction: tuning.ground_friction * self.friction,
            ..*tuning
        }
    }

    /// Makes the velocity of a player, who stood here before its motion, relative to its carrier `now`.
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
