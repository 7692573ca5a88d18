//! The lab's own simulation: the first shape's pose and the contacts of the pair.
//!
//! It advances with the game's ticks but is independent of the game's simulation.

use sidle::contact::{Contact, ContactBuffer, ContactCache, resolve_contact};
use sidle::geometry::{Pose, float};
use sidle::glam::DVec3;
use sidle::tolerance::MIN_DISTANCE;

use crate::session::lab::body::{LabBody, find_contacts};
use crate::session::lab::exhibit::{Exhibit, Lesson, exhibits};
use crate::session::lab::question::{Question, question};
use crate::session::words::count;

/// How fast keys move and turn the first shape; metres and radians per second.
const SHIFT_SPEED: f64 = 0.4;
const TURN_SPEED: f64 = 0.8;

/// How fast keys lengthen and shorten the motion of a sweep; metres per second.
const STRETCH_SPEED: f64 = 0.6;

/// The least and the greatest length of the motion, and the one at the start; metres.
const MOTION_LENGTHS: (f64, f64) = (0.1, 4.0);
const FIRST_MOTION: f64 = 1.9;

/// The greatest distance of the first shape from the exhibit's origin; metres.
const REACH: f64 = 2.0;

/// How fast a settling shape falls without support; metres per second. Slow enough to watch.
const FALL_SPEED: f64 = 0.3;

/// How far a supported shape sinks in a tick; metres. At most the distance at which a cached contact is kept. Larger:
/// contacts are lost as soon as they are found; smaller: settling takes long.
const SINK: f64 = 5e-4;

/// A shape does not settle while a hand holds it, and so long after it; seconds.
const HELD_SECONDS: f64 = 0.2;

/// The radius of gyration as a fraction of a body's reach: a cube's is 0.41 of its side, and its reach 0.87.
const GYRATION: f64 = 0.47;

/// The capacity for contacts, more than the largest exhibit has at once.
const MAX_CONTACTS: usize = 32;

/// The player's input for the first shape: directions in the world, each component from -1 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabInput {
    pub shift: DVec3,
    /// A right-handed turn about this direction.
    pub turn: DVec3,
    /// Lengthens or shortens the motion of a sweep.
    pub stretch: f64,
}

/// The lab: its exhibits, and the state of the current one.
pub struct Lab {
    exhibits: Vec<Exhibit>,
    /// The index of the current exhibit; always valid.
    current: usize,
    /// The exhibit's origin in the world; metres.
    origin: DVec3,
    /// The first shape's pose in the world.
    pose: Pose,
    /// The length of the motion of a sweep; metres.
    motion_length: f64,
    /// Whether the first shape settles.
    pub settles: bool,
    /// How long the shape does not settle yet, since a hand holds it; seconds.
    held_seconds: f64,
    /// Whether the board of numbers is shown.
    pub shows_board: bool,
    /// The exhibits whose questions are answered.
    answered: Vec<bool>,
    /// The contacts found in the last tick.
    found: ContactBuffer,
    /// The contacts matched across ticks.
    cache: ContactCache,
    /// The ticks since the exhibit's start.
    ticks: u32,
}

impl Lab {
    /// A lab at `origin` that shows the exhibit `name`, or the first one.
    pub fn new(origin: DVec3, name: Option<&str>) -> Self {
        let exhibits = exhibits();
        let named = exhibits.iter().position(|one| Some(one.name) == name);
        let mut state = Self {
            answered: vec![false; exhibits.len()],
            exhibits,
            current: named.unwrap_or(0),
            origin,
            pose: Pose::IDENTITY,
            motion_length: FIRST_MOTION,
            settles: false,
            held_seconds: 0.0,
            shows_board: true,
            found: ContactBuffer::new(MAX_CONTACTS),
            cache: ContactCache::new(MAX_CONTACTS),
            ticks: 0,
        };
        state.restart();
        state
    }

    /// Shows the next exhibit, or the previous one.
    pub fn show_next(&mut self, back: bool) {
        let count = self.exhibits.len();
        self.current = (self.current + if back { count - 1 } else { 1 }) % count;
        self.restart();
    }

    /// Restarts the current exhibit.
    pub fn restart(&mut self) {
        let start = self.exhibit().start;
        let middle = Pose::IDENTITY.translated_and_rotated(self.origin, DVec3::ZERO);
        self.pose = middle.compose(&start);
        self.motion_length = FIRST_MOTION;
        self.settles = self.exhibit().settles;
        self.held_seconds = 0.0;
        self.ticks = 0;
        self.cache.clear();
        self.update_contacts();
    }

    /// Advances one tick of `seconds`.
    pub fn tick(&mut self, input: &LabInput, seconds: f64) {
        self.held_seconds = float::max(self.held_seconds - seconds, 0.0);
        if self.settles && self.can_settle() && self.held_seconds == 0.0 {
            self.settle(seconds);
        }
        self.shift(input.shift * (SHIFT_SPEED * seconds));
        let turn = input.turn * (TURN_SPEED * seconds);
        self.pose = self.pose.translated_and_rotated(DVec3::ZERO, turn);
        let stretched = self.motion_length + input.stretch * STRETCH_SPEED * seconds;
        self.motion_length = float::clamp(stretched, MOTION_LENGTHS.0, MOTION_LENGTHS.1);
        self.ticks = self.ticks.saturating_add(1);
        self.update_contacts();
    }

    /// Resolves the deepest contact by a shift and a turn, then lets the shape fall or sink.
    fn settle(&mut self, seconds: f64) {
        let by_depth = |a: &&Contact, b: &&Contact| a.depth.total_cmp(&b.depth);
        let deepest = self.contacts().iter().max_by(by_depth).copied();
        let deepest = deepest.filter(|contact| contact.depth > MIN_DISTANCE);
        if let Some(contact) = deepest {
            // A shape without reach, such as a capsule, does not turn.
            let reach = self.exhibit().first.reach();
            let gyration = if reach > 0.0 {
                GYRATION * reach
            } else {
                f64::INFINITY
            };
            self.pose = resolve_contact(&self.pose, &contact, gyration);
        }
        // Three contacts support the shape; with fewer it falls, and so tips over.
        if self.contacts().len() < 3 {
            self.shift(DVec3::NEG_Y * (FALL_SPEED * seconds));
        } else if deepest.is_none() {
            self.shift(DVec3::NEG_Y * SINK);
        }
    }

    /// Moves the first shape, at most to [`REACH`].
    fn shift(&mut self, motion: DVec3) {
        let from = self.pose.position() - self.origin;
        let to = (from + motion).clamp_length_max(REACH);
        self.pose = self.pose.translated_and_rotated(to - from, DVec3::ZERO);
    }

    /// Moves the first shape by `motion`, and turns it by the rotation vector `turn`, at once, as if a hand holds it.
    pub fn place_by_hand(&mut self, motion: DVec3, turn: DVec3) {
        self.held_seconds = HELD_SECONDS;
        self.shift(motion);
        self.pose = self.pose.translated_and_rotated(DVec3::ZERO, turn);
        self.update_contacts();
    }

    fn update_contacts(&mut self) {
        let (first, second) = (self.first(), self.second());
        self.found.clear();
        find_contacts(&first, &second, &mut self.found);
        if let (Some(first), Some(second)) = (first.solid(), second.solid()) {
            self.cache.update(first, second, self.found.contacts());
        }
        if !self.is_answered() {
            let question = self.question();
            self.answered[self.current] =
                question.is_some_and(|question| question.is_answered_by(self));
        }
    }

    pub fn exhibit(&self) -> &Exhibit {
        &self.exhibits[self.current]
    }

    /// The question of the exhibit.
    pub fn question(&self) -> Option<Question> {
        question(self.exhibit().name)
    }

    /// Whether the shapes have answered the exhibit's question.
    pub fn is_answered(&self) -> bool {
        self.answered[self.current]
    }

    /// The number of answered questions.
    pub fn answered(&self) -> usize {
        self.answered.iter().filter(|answered| **answered).count()
    }

    /// Whether the exhibit has contacts to settle on.
    pub fn can_settle(&self) -> bool {
        self.exhibit().lesson == Lesson::Contacts
    }

    /// Whether the cache matches the exhibit's contacts across ticks.
    pub fn caches_contacts(&self) -> bool {
        let Exhibit { first, second, .. } = self.exhibit();
        first.solid().is_some() && second.solid().is_some()
    }

    /// The current contacts.
    pub fn contacts(&self) -> &[Contact] {
        if self.caches_contacts() {
            self.cache.contacts()
        } else {
            self.found.contacts()
        }
    }

    /// The first shape in the world.
    pub fn first(&self) -> LabBody {
        self.exhibit().first.transformed(&self.pose)
    }

    /// The second shape in the world.
    pub fn second(&self) -> LabBody {
        let middle = Pose::IDENTITY.translated_and_rotated(self.origin, DVec3::ZERO);
        self.exhibit().second.transformed(&middle)
    }

    /// The motion of a sweep, along the first shape's own X axis.
    pub fn motion(&self) -> DVec3 {
        self.pose.rotation().x_axis * self.motion_length
    }

    /// The first shape's position in the world; metres.
    pub fn position(&self) -> DVec3 {
        self.pose.position()
    }

    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The number of the current exhibit, from 1, and the count of exhibits.
    pub fn number(&self) -> (usize, usize) {
        (self.current + 1, self.exhibits.len())
    }

    /// The state as a line for the terminal, such as `lab: box-half-space, 4 contacts, at 0.000 0.300 0.000`.
    pub fn line(&self) -> String {
        let contacts = count(self.contacts().len(), "contact", "contacts");
        let place = self.pose.position() - self.origin;
        format!(
            "lab: {}, {contacts}, at {:.3} {:.3} {:.3}",
            self.exhibit().name,
            place.x,
            place.y,
            place.z
        )
    }
}

#[cfg(test)]
mod tests;
