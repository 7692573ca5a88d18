//! How high a walker may be above its ground: the height of a step counts from there, not from where a motion has led.
//!
//! A fast walker that goes over a crest leaves the ground for the rest of its motion. What it meets up there, or lands on,
//! it could perhaps not have climbed from the ground. Then it comes down. So no speed and no tick rate makes a step lower.

use glam::DVec3;

use super::Walker;
use super::step::Step;
use crate::geometry::float::max;
use crate::player::slide::SlideMode;
use crate::player::{Event, Try, WalkState};
use crate::tolerance::TOUCH;

/// The ground from which a walker came.
struct LeftBelow {
    /// The greatest height of what it may climb from there; metres.
    highest: f64,
    /// Whether the walker was over a face of it, and not on edges only.
    is_face: bool,
}

impl Walker<'_, '_> {
    /// Whether a walker at its place, whose contacts are known, touches walkable ground by more than an edge that it
    /// overhangs.
    #[inline]
    pub(super) fn is_grounded(&self) -> bool {
        let mut touching = self.contacts().touching().iter();
        touching.any(|surface| surface.normal.y >= self.footing.floor_cos(surface))
    }

    /// The height of what carries a walker at `place`, whose contacts are known; metres.
    pub(super) fn support(&self, place: DVec3) -> f64 {
        let (bottom, height) = self.lift(0.0, place);
        bottom + height
    }

    /// The step of a walker that was stopped in the air, after a motion `ahead` from `start`. `None`, if it leads higher than
    /// a step from the ground at `start`.
    #[inline(never)]
    pub(super) fn step_from_air(
        &mut self,
        state: &WalkState,
        start: DVec3,
        ahead: DVec3,
        velocity: DVec3,
    ) -> Option<Step> {
        let step = self.step(state, start, ahead, velocity)?;
        if self.left_below(step.landing, start).is_none() {
            return Some(step);
        }
        self.touch(state.position);
        None
    }

    /// Lets a walker come down that stands on nothing but edges higher than a step above the ground at `start`, where its
    /// last motion began.
    #[inline(never)]
    pub(super) fn come_down(&mut self, state: &mut WalkState, start: DVec3) {
        let Some(LeftBelow { highest, .. }) = self.left_below(state.position, start) else {
            return;
        };
        self.scratch.begin_try();
        self.touch(state.position);
        let place = self.follow_slopes(state.position, state.position, true, highest);
        let Some(place) = place else {
            self.scratch.undo_try();
            return;
        };
        let drop = state.position.y - place.y;
        self.tracer.push(Event::Snap { drop });
        self.scratch.contacts.add_drop(drop);
        state.position = place;
        state.ground = self.ground(place, state.velocity, true);
    }

    /// Whether a walker at `place`, whose contacts are known, is higher than it may climb from `start`, where only edges carried it.
    /// An edge turns a motion up, as far as the motion lasts.
    #[inline]
    pub(super) fn has_flown_over(&mut self, place: DVec3, start: DVec3) -> bool {
        let left = self.left_below(place, start);
        left.is_some_and(|left| !left.is_face)
    }

    /// The ground of a walker at `start`, if what carries it at `place`, whose contacts are known, is higher than it may climb from there.
    fn left_below(&mut self, place: DVec3, start: DVec3) -> Option<LeftBelow> {
        let reached = self.support(place);
        let allowed = self.highest_step() + TOUCH;
        // What carries a body is no lower than the body.
        if reached <= start.y - self.body.radius() + allowed {
            return None;
        }
        self.scratch.begin_try();
        self.touch(start);
        let highest = self.support(start) + allowed;
        let left = (reached > highest).then(|| LeftBelow {
            highest,
            is_face: self.is_on_face(start),
        });
        self.scratch.undo_try();
        left
    }

    /// Whether a walker at `place`, whose contacts are known, is over a face that is flat enough to walk on.
    fn is_on_face(&self, place: DVec3) -> bool {
        let footing = self.footing;
        let touching = self.contacts().touching().iter();
        let mut floors = touching.filter(|surface| surface.normal.y >= footing.floor_cos(surface));
        floors.any(|surface| footing.is_over_face(surface, place))
    }

    /// Finds the contacts of a walker at `place`.
    pub(super) fn touch(&mut self, place: DVec3) {
        let ignored = &mut DVec3::default();
        self.tracer.push(Event::Try(Try::Follow));
        self.move_by(place, DVec3::ZERO, SlideMode::Straight, ignored);
    }

    /// The greatest step height of any surface.
    fn highest_step(&self) -> f64 {
        let (world, usual) = (self.footing.world.world(), self.settings.step_height);
        if world.has_step_rules() {
            max(world.highest_step(), usual)
        } else {
            usual
        }
    }
}
