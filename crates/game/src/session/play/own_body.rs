//! The body that the level gives, where the player's own may be another one.
//!
//! A place in a level's file is that of the level's own body. Its reference point may be higher than that of the body of a person, whose feet are
//! in the same place.

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, PlayerState, Tuning};

use crate::session::Session;

/// How far the reference point of a body is above its lowest point; metres.
pub(super) fn rise_of(tuning: &Tuning, controller: Controller) -> f64 {
    match (controller, tuning.body, tuning.box_half_extents) {
        (Controller::Boxed, BodyShape::Sphere, Some(half_extents)) => half_extents.y,
        _ => tuning.radius,
    }
}

impl Session {
    /// The lowest point of the player; metres.
    pub fn feet(&self) -> DVec3 {
        let player = self.sim.player();
        player.position - DVec3::Y * rise_of(self.sim.tuning(), player.controller)
    }

    /// The reference point of the level's own body with its lowest point at `feet`, or near it where that body needs more room;
    /// metres.
    pub fn own_place(&self, feet: DVec3) -> DVec3 {
        self.fitting(feet + DVec3::Y * rise_of(&self.tuning, self.own_controller()))
    }

    /// The reference point of the level's own body that touches a surface with this unit `normal` at `point`; metres.
    pub fn own_place_at(&self, point: DVec3, normal: DVec3) -> DVec3 {
        let rise = rise_of(&self.tuning, self.own_controller());
        let head = self.tuning.body().map_or(0.0, |body| body.height()) - 2.0 * self.tuning.radius;
        // Below a ceiling, the head touches it.
        let below = DVec3::Y * float::min(normal.y, 0.0) * head;
        self.fitting(point + normal * rise + below)
    }

    /// The player's reference point, if the player had the level's own body; metres.
    pub fn own_position(&self) -> DVec3 {
        let player = self.sim.player();
        let rise = rise_of(&self.tuning, self.own_controller());
        let now = rise_of(self.sim.tuning(), player.controller);
        match self.tuning.size() == self.sim.tuning().size() && rise == now {
            true => player.position,
            false => self.own_place(self.feet()),
        }
    }

    /// The controller that the level begins with.
    fn own_controller(&self) -> Controller {
        self.sim.rules().spawn.controller
    }

    /// The place nearest to `position` where the level's own body fits, if there is one within its radius, or else `position`.
    fn fitting(&self, position: DVec3) -> DVec3 {
        let own = PlayerState {
            position,
            controller: self.own_controller(),
            yaw: self.sim.player().yaw,
            ..PlayerState::default()
        };
        let body = self.tuning.placed_body(&own);
        let misfit = body.and_then(|body| self.sim.world().fits(body).err());
        let way = misfit.and_then(|misfit| misfit.way_out).unwrap_or_default();
        match way.length() <= self.tuning.radius {
            true => position + way,
            false => position,
        }
    }
}
