//! The eye of the player: its place in the body or above it, the smoothing of its motion, and the player's stature.

use sidle::geometry::{Sphere, float};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, PlayerState, Tuning};
use sidle::sim::RetuneError;

use crate::session::Session;
use crate::session::eye::{Stature, free_rise, impact};
use crate::session::play::own_body::rise_of;

/// A person's eye above a body without a head is in a ball, whose radius is at most this in metres, and at most this share of
/// the body's clearance. Smaller: near walls are cut open; larger: the eye stays low in narrow places.
const HEAD_RADIUS: f64 = 0.2;
const HEAD_SHARE: f64 = 0.4;

/// The least distance between the eye and the drawn surfaces; metres.
const MIN_CLEARANCE: f64 = 1e-3;

impl Session {
    /// The player's stature.
    pub fn stature(&self) -> Stature {
        self.stature
    }

    /// Whether the player has chosen a stature. If not, the level gives the body.
    pub fn has_chosen_stature(&self) -> bool {
        self.chose_stature
    }

    /// The stature that the level gives.
    fn own_stature(&self) -> Stature {
        Stature::of_level(self.level.eye, self.tuning.body)
    }

    /// Changes the player from a camera sphere to a person, or back. Returns the new stature.
    ///
    /// # Errors
    /// When the new body has no room where the player is. Nothing changes then.
    pub fn change_stature(&mut self, controller: Controller) -> Result<Stature, RetuneError> {
        self.set_stature(self.stature.other(), controller)?;
        self.chose_stature = true;
        Ok(self.stature)
    }

    /// Gives a player of this stature the body that `controller` moves. Returns whether there is room for it.
    pub fn suit_body_to(&mut self, controller: Controller) -> bool {
        self.set_stature(self.stature, controller).is_ok()
    }

    /// The tuning that the player has with this stature under `controller`.
    pub(super) fn tuning_of(&self, stature: Stature, controller: Controller) -> Tuning {
        let own = (&self.tuning, self.own_stature());
        stature.tuning(self.sim.tuning(), own, controller)
    }

    fn set_stature(&mut self, stature: Stature, controller: Controller) -> Result<(), RetuneError> {
        let eye = self.eye();
        let tuning = self.tuning_of(stature, controller);
        if tuning != *self.sim.tuning() {
            self.retune(tuning)?;
        }
        self.stature = stature;
        self.settle_eye();
        if !self.paused {
            // The eye glides from where it was.
            let apart = eye.y - self.eye().y;
            self.crouch_smoothing.shift(apart);
        }
        Ok(())
    }

    /// The eye's interpolated position; metres.
    pub fn eye(&self) -> DVec3 {
        let fraction = self.interpolation_fraction();
        let tuning = self.sim.tuning().for_player(self.sim.player());
        let place = self.eye_base(self.player_position(), fraction);
        let rise = self.head_at(place).map_or(0.0, |head| {
            self.eye_post.rise_at(self.sim.world(), &head, fraction)
        });
        let knees = self.landing_smoothing.offset.at(fraction);
        let base = if self.has_own_head(&tuning) {
            place.y + knees
        } else {
            place.y + float::max(rise + knees, 0.0)
        };
        let low = DVec3::new(place.x, base, place.z);
        low + DVec3::Y * self.crouch_offset(low, &tuning)
    }

    /// The eye of `player` with its body at `position`, without smoothing; metres.
    pub(super) fn eye_above(&self, position: DVec3, player: &PlayerState) -> DVec3 {
        let place = position + DVec3::Y * self.eye_offset(player);
        let wanted = self.wanted_rise(player.controller);
        let head = Sphere::new(place, self.head_radius(player));
        let rise = head.map_or(0.0, |head| free_rise(self.sim.world(), &head, wanted));
        place + DVec3::Y * rise
    }

    /// The distance from the eye to the nearest possible surface; metres.
    pub fn clearance(&self) -> f64 {
        let fraction = self.interpolation_fraction();
        let step = self.step_smoothing.offset.at(fraction).abs();
        self.clearance_of(self.sim.player(), step)
    }

    /// The clearance of the eye of `player`, which smoothing has moved in the body by `step`; metres.
    pub(super) fn clearance_of(&self, player: &PlayerState, step: f64) -> f64 {
        let clearance = self.body_clearance(player) - step;
        let is_above_the_body =
            self.stature == Stature::Person && !self.has_own_head(self.sim.tuning());
        let head = if is_above_the_body {
            self.head_radius(player)
        } else {
            clearance
        };
        float::max(float::min(clearance, head), MIN_CLEARANCE)
    }

    /// The clearance of an eye in the body of `player`; metres.
    pub(super) fn body_clearance(&self, player: &PlayerState) -> f64 {
        let tuning = self.sim.tuning().for_player(player);
        match (self.stature, tuning.body) {
            (Stature::Camera, BodyShape::Capsule | BodyShape::Box) => tuning.radius,
            _ => tuning.clearance(player.controller),
        }
    }

    /// Whether the crouch of a tick of `seconds` that began at `before`, which has lowered the eye in the body by `drop`, has
    /// moved the feet and not the head.
    pub(super) fn moved_feet(&self, before: &PlayerState, drop: f64, seconds: f64) -> bool {
        let rise = self.sim.player().position.y - before.position.y;
        let jump = rise - before.velocity.y * seconds;
        self.sim.tuning().crouch_lifts_feet && drop != 0.0 && (jump - drop).abs() < jump.abs()
    }

    /// How far the eye of `player` is above its reference point, in the body; metres.
    pub(super) fn eye_offset(&self, player: &PlayerState) -> f64 {
        let tuning = self.sim.tuning().for_player(player);
        match (self.stature, tuning.body) {
            (Stature::Person, _) => tuning.eye_offset(),
            (Stature::Camera, BodyShape::Sphere) => 0.0,
            (Stature::Camera, _) => tuning.height * 0.5 - tuning.radius,
        }
    }

    /// Moves the eye of a person in a tick of `seconds` that began in the state `before`.
    pub(super) fn tick_person(&mut self, before: &PlayerState, seconds: f64) {
        let person = self.stature == Stature::Person;
        if person && self.bends_knees {
            self.landing_smoothing.tick(impact(&self.sim), seconds);
        }
        let wanted = self.wanted_rise(self.sim.player().controller);
        if wanted == 0.0 && self.eye_post == Default::default() {
            return;
        }
        let player = self.sim.player();
        if let Some(head) = self.head_at(self.eye_base(player.position, 1.0)) {
            let velocity = (player.position - before.position) / seconds;
            self.eye_post
                .tick(self.sim.world(), &head, wanted, velocity, seconds);
        }
    }

    /// Puts the eye where it belongs at once, as after a teleport or in a pause.
    pub(super) fn settle_eye(&mut self) {
        self.step_smoothing = Default::default();
        self.crouch_smoothing = Default::default();
        self.landing_smoothing = Default::default();
        let wanted = self.wanted_rise(self.sim.player().controller);
        if let Some(head) = self.head_at(self.eye_base(self.sim.player().position, 1.0)) {
            self.eye_post.settle(self.sim.world(), &head, wanted);
        }
    }

    /// The eye's place in a body at `position`, at this fraction of the last tick.
    fn eye_base(&self, position: DVec3, fraction: f64) -> DVec3 {
        let step = self.step_smoothing.offset.at(fraction);
        position + DVec3::Y * (self.eye_offset(self.sim.player()) + step)
    }

    /// The height of a person's eye above a body without a head, if there is room; metres.
    fn wanted_rise(&self, controller: Controller) -> f64 {
        let tuning = self.sim.tuning();
        if self.stature == Stature::Camera || self.has_own_head(tuning) {
            return 0.0;
        }
        float::max(tuning.eye_height - rise_of(tuning, controller), 0.0)
    }

    /// Whether the body reaches up to the eye of a person.
    fn has_own_head(&self, tuning: &Tuning) -> bool {
        tuning.body != BodyShape::Sphere
    }

    /// The ball about a person's eye at `place` in the body.
    fn head_at(&self, place: DVec3) -> Option<Sphere> {
        Sphere::new(place, self.head_radius(self.sim.player()))
    }

    fn head_radius(&self, player: &PlayerState) -> f64 {
        float::min(HEAD_RADIUS, self.body_clearance(player) * HEAD_SHARE)
    }

    /// How far the eye is above `low`, its place, just after a crouch, negative below; metres. A ceiling under which the
    /// player has crouched keeps the eye down.
    fn crouch_offset(&self, low: DVec3, tuning: &Tuning) -> f64 {
        let fraction = self.interpolation_fraction();
        let offset = self.crouch_smoothing.offset.at(fraction);
        let room = match self.has_own_head(tuning) {
            true => tuning.height - tuning.eye_height,
            false => self.head_radius(self.sim.player()),
        };
        let head = Sphere::new(low, room).filter(|_| offset > 0.0);
        let hit = head.and_then(|head| self.sim.world().sweep_sphere(&head, DVec3::Y * offset));
        offset * hit.map_or(1.0, |(_, hit)| hit.fraction)
    }
}

#[cfg(test)]
mod tests;
