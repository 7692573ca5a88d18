//! The lab's own small simulation: where the first shape is, what touches, and what is kept of it.
//!
//! It advances with the ticks of the game, and takes no part in the game's simulation.

use sidle::contact::{Contact, ContactBuffer, ContactCache, resolve_contact};
use sidle::geometry::Pose;
use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::tolerance::MIN_DISTANCE;

use crate::session::lab::body::{LabBody, find_contacts};
use crate::session::lab::exhibit::{Exhibit, Lesson, exhibits};
use crate::session::plural::count;

/// Keys move and turn the first shape so fast; metres and radians per second.
const SHIFT_SPEED: f64 = 0.4;
const TURN_SPEED: f64 = 0.8;

/// A motion grows and shrinks so fast, within bounds; metres per second, and metres.
const STRETCH_SPEED: f64 = 0.6;
const MOTION_LENGTHS: (f64, f64) = (0.1, 4.0);
const FIRST_MOTION: f64 = 1.9;

/// The first shape stays so near to the middle; metres.
const REACH: f64 = 2.0;

/// A settling shape falls so fast, and where something already holds it sinks so much in a tick: slow
/// enough to be watched. Metres per second, and metres; the second is no more than what a kept contact
/// may part by. Larger: contacts are lost as soon as they are found; smaller: it takes long to settle.
const FALL_SPEED: f64 = 0.3;
const SINK: f64 = 5e-4;

/// Radius of gyration as a share of a body's reach: a cube's is 0.41 of its side, and its reach 0.87.
const GYRATION: f64 = 0.47;

/// Room for contacts: more than the largest exhibit has at once.
const LIMIT: usize = 32;

/// What the player's hands do to the first shape: directions in the world, each part from -1 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabInput {
    pub shift: DVec3,
    /// Right-handed about its direction.
    pub turn: DVec3,
    /// Longer or shorter: the motion of a sweep.
    pub stretch: f64,
}

/// What is shown now.
pub struct Lab {
    exhibits: Vec<Exhibit>,
    number: usize,
    /// The middle of the exhibit; metres.
    origin: DVec3,
    /// Of the first shape, in the world.
    pose: Pose,
    /// Length of the motion of a sweep; metres.
    motion_length: f64,
    pub settles: bool,
    /// Whether the numbers are written beside it.
    pub shows_board: bool,
    /// All that was found in the last tick, and what of it and of earlier ones still touches.
    found: ContactBuffer,
    cache: ContactCache,
    /// Since the start of this exhibit.
    ticks: u32,
}

impl Lab {
    /// The exhibit `name`, or the first one, around `origin`.
    pub fn new(origin: DVec3, name: Option<&str>) -> Self {
        let exhibits = exhibits();
        let named = exhibits.iter().position(|one| Some(one.name) == name);
        let mut state = Self {
            exhibits,
            number: named.unwrap_or(0),
            origin,
            pose: Pose::IDENTITY,
            motion_length: FIRST_MOTION,
            settles: false,
            shows_board: true,
            found: ContactBuffer::new(LIMIT),
            cache: ContactCache::new(LIMIT),
            ticks: 0,
        };
        state.restart();
        state
    }

    /// Goes to the next exhibit, or to the one before.
    pub fn show_next(&mut self, back: bool) {
        let count = self.exhibits.len();
        self.number = (self.number + if back { count - 1 } else { 1 }) % count;
        self.restart();
    }

    /// Puts everything back to the exhibit's start.
    pub fn restart(&mut self) {
        let start = self.exhibit().start;
        let middle = Pose::IDENTITY.translated_and_rotated(self.origin, DVec3::ZERO);
        self.pose = middle.compose(&start);
        self.motion_length = FIRST_MOTION;
        self.settles = self.exhibit().settles;
        self.ticks = 0;
        self.cache.clear();
        self.find();
    }

    /// One tick of `seconds`.
    pub fn tick(&mut self, hands: &LabInput, seconds: f64) {
        if self.settles && self.can_settle() {
            self.settle(seconds);
        }
        self.shift(hands.shift * (SHIFT_SPEED * seconds));
        let turn = hands.turn * (TURN_SPEED * seconds);
        self.pose = self.pose.translated_and_rotated(DVec3::ZERO, turn);
        let stretched = self.motion_length + hands.stretch * STRETCH_SPEED * seconds;
        self.motion_length = float::clamp(stretched, MOTION_LENGTHS.0, MOTION_LENGTHS.1);
        self.ticks = self.ticks.saturating_add(1);
        self.find();
    }

    /// The deepest contact is resolved by a shift and a turn, and the shape sinks.
    fn settle(&mut self, seconds: f64) {
        let by_depth = |a: &&Contact, b: &&Contact| a.depth.total_cmp(&b.depth);
        let deepest = self.contacts().iter().max_by(by_depth).copied();
        let deepest = deepest.filter(|contact| contact.depth > MIN_DISTANCE);
        if let Some(contact) = deepest {
            // What has no reach, such as a capsule, is not to be turned.
            let reach = self.exhibit().first.reach();
            let gyration = if reach > 0.0 {
                GYRATION * reach
            } else {
                f64::INFINITY
            };
            self.pose = resolve_contact(&self.pose, &contact, gyration);
        }
        // On three contacts or more it rests; on fewer it tips over, as if it fell.
        if self.contacts().len() < 3 {
            self.shift(DVec3::NEG_Y * (FALL_SPEED * seconds));
        } else if deepest.is_none() {
            self.shift(DVec3::NEG_Y * SINK);
        }
    }

    /// Moves the first shape, as far as it stays near.
    fn shift(&mut self, way: DVec3) {
        let from = self.pose.position() - self.origin;
        let to = (from + way).clamp_length_max(REACH);
        self.pose = self.pose.translated_and_rotated(to - from, DVec3::ZERO);
    }

    fn find(&mut self) {
        let (first, second) = (self.first(), self.second());
        self.found.clear();
        find_contacts(&first, &second, &mut self.found);
        if let (Some(first), Some(second)) = (first.solid(), second.solid()) {
            self.cache.update(first, second, self.found.contacts());
        }
    }

    pub fn exhibit(&self) -> &Exhibit {
        // The number is kept below their count.
        &self.exhibits[self.number]
    }

    /// Whether there are contacts to settle on.
    pub fn can_settle(&self) -> bool {
        self.exhibit().lesson == Lesson::Contacts
    }

    /// Whether contacts are kept from tick to tick.
    pub fn keeps(&self) -> bool {
        let Exhibit { first, second, .. } = self.exhibit();
        first.solid().is_some() && second.solid().is_some()
    }

    /// What touches now.
    pub fn contacts(&self) -> &[Contact] {
        if self.keeps() {
            self.cache.contacts()
        } else {
            self.found.contacts()
        }
    }

    /// The first shape where it is.
    pub fn first(&self) -> LabBody {
        self.exhibit().first.transformed(&self.pose)
    }

    /// The second shape where it is.
    pub fn second(&self) -> LabBody {
        let middle = Pose::IDENTITY.translated_and_rotated(self.origin, DVec3::ZERO);
        self.exhibit().second.transformed(&middle)
    }

    /// Of a sweep: along the first shape's own X axis.
    pub fn motion(&self) -> DVec3 {
        self.pose.rotation().x_axis * self.motion_length
    }

    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Which exhibit of how many, from 1.
    pub fn number(&self) -> (usize, usize) {
        (self.number + 1, self.exhibits.len())
    }

    /// In a line, for the terminal: `lab: box-half-space, 4 contacts`.
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
mod tests {
    use super::*;
    use sidle::contact::{ContactKind, Feature};

    /// So soon after its first corner has touched, a tilted box rests on four; seconds. It is meant to be
    /// watched.
    const SETTLED: f64 = 1.5;

    fn state(name: &str) -> Lab {
        Lab::new(DVec3::new(3.0, 1.0, -2.0), Some(name))
    }

    fn features(state: &Lab) -> Vec<(Feature, Feature)> {
        let features = state.contacts().iter().map(|it| (it.first, it.second));
        let mut features: Vec<_> = features.collect();
        features.sort_unstable();
        features
    }

    #[test]
    fn a_settling_box_gets_its_four_contacts_and_keeps_their_features() {
        for name in ["box-half-space", "box-box"] {
            for hz in [60.0, 120.0, 240.0] {
                let (mut state, mut first) = (state(name), None);
                let (mut count, mut counts) = (0, Vec::new());
                for tick in 0..(8.0 * hz) as u32 {
                    state.tick(&LabInput::default(), 1.0 / hz);
                    let found = state.contacts().len();
                    if found != count {
                        counts.push((tick, found));
                        count = found;
                    }
                    if first.is_none() && count > 0 {
                        first = Some(tick);
                    }
                    if first.is_some_and(|first| f64::from(tick - first) > SETTLED * hz) {
                        assert_eq!(
                            count, 4,
                            "{name}, {hz} Hz, tick {tick} after {first:?}: {counts:?}"
                        );
                    }
                }
                let kinds = state.contacts().iter().map(Contact::kind);
                assert!(kinds.into_iter().all(|kind| kind == ContactKind::PointFace));
                // A small motion along the ground, and about the upright axis.
                let settled = features(&state);
                let hands = LabInput {
                    shift: DVec3::new(0.05, 0.0, 0.05),
                    turn: DVec3::Y * 0.05,
                    ..LabInput::default()
                };
                for tick in 0..(2.0 * hz) as u32 {
                    state.tick(&hands, 1.0 / hz);
                    assert_eq!(features(&state), settled, "{name}, {hz} Hz, tick {tick}");
                }
            }
        }
    }
}
