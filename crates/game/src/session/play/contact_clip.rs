//! The ticks around a contact, each with its trace, to look at them one by one.

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Event, Landing, PlayerState};
use sidle::sim::Sim;
use sidle::sim::metrics::{own_motion, wish_velocity};
use sidle::world::ColliderId;

use crate::session::Session;
use crate::session::observe::{Contact, ContactKind, ContactWatch, launched_by_zone};

/// How many ticks of a clip lie before the contact, and at most after it. Smaller: less to look at; larger: more memory.
pub const TICKS_AROUND: u64 = 8;

/// A tick of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipTick {
    pub tick: u64,
    /// The player before the tick, and after it.
    pub before: PlayerState,
    pub after: PlayerState,
    /// The motion that the keys ask for; metres.
    pub wish: DVec3,
    /// The player's own motion, without that of a box that carried it; metres.
    pub motion: DVec3,
    /// The normals of all planes that blocked the motion. A program does not say which, so for a program they are those of the
    /// surfaces that it touches and that the keys lead into.
    pub planes: Vec<DVec3>,
    /// The surfaces that the body touches after the tick, and the normals from there to the body.
    pub touching: Vec<(ColliderId, DVec3)>,
    pub events: Vec<Event>,
    /// How the player came down, if it landed.
    pub landing: Option<Landing>,
    /// Whether a zone threw the player into the air.
    pub launched: bool,
    /// How far each mover had driven; metres.
    pub movers: Vec<f64>,
    pub respawned: bool,
}

impl ClipTick {
    /// The tick that `sim` has just run with `command`, and with a trace; `before` is the player before it.
    pub fn new(before: &PlayerState, command: &Command, sim: &Sim) -> Self {
        let (player, dt) = (sim.player(), 1.0 / f64::from(sim.hz()));
        let movers = sim.movers().iter();
        let wish = wish_velocity(sim.tuning(), command) * dt;
        Self {
            tick: sim.ticks(),
            before: *before,
            after: *player,
            wish,
            motion: own_motion(before.position, player, dt),
            planes: planes(sim, wish),
            touching: sim
                .contacts()
                .touching()
                .iter()
                .map(|surface| (surface.collider, surface.normal))
                .collect(),
            events: sim.trace().events().to_vec(),
            landing: sim.contacts().landing().copied(),
            launched: launched_by_zone(sim),
            movers: movers.map(|driven| driven.state.distance).collect(),
            respawned: sim.respawned(),
        }
    }
}

/// The normals of the planes that blocked the motion, for which the keys ask by `wish`.
fn planes(sim: &Sim, wish: DVec3) -> Vec<DVec3> {
    let contacts = sim.contacts();
    if !matches!(sim.player().controller, Controller::Outer(_)) {
        return contacts.planes().to_vec();
    }
    let touching = contacts.touching().iter().map(|surface| surface.normal);
    touching.filter(|normal| normal.dot(wish) < 0.0).collect()
}

/// The subject of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClipSubject {
    /// The last contact worth seeing.
    Contact(Contact),
    /// The tick at which the game is paused, far from that contact.
    Tick(u64),
}

impl ClipSubject {
    /// The tick in the middle of the clip.
    pub fn middle_tick(&self) -> u64 {
        match self {
            Self::Contact(contact) => contact.tick,
            Self::Tick(tick) => *tick,
        }
    }
}

/// The ticks around a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactClip {
    pub subject: ClipSubject,
    /// In their order; never empty.
    ticks: Vec<ClipTick>,
}

impl ContactClip {
    /// The ticks, in their order.
    pub fn ticks(&self) -> &[ClipTick] {
        &self.ticks
    }

    /// The index of the tick nearest to `tick`.
    pub fn index_of(&self, tick: u64) -> usize {
        let nearest = |(_, kept): &(usize, &ClipTick)| kept.tick.abs_diff(tick);
        let ticks = self.ticks.iter().enumerate();
        ticks.min_by_key(nearest).map_or(0, |(index, _)| index)
    }
}

impl Session {
    /// The clip of the last contact worth seeing, or, in a pause, of the tick that is shown. `None` if there is none yet.
    pub fn contact_clip(&self) -> Option<&ContactClip> {
        self.clip.as_ref()
    }

    /// Traces the ticks of the clip, if its subject has changed or it has more ticks than before.
    pub fn update_contact_clip(&mut self) {
        let Some(subject) = self.clip_subject() else {
            self.clip = None;
            return;
        };
        let (_, ahead) = self.timeline.ticks_behind_and_ahead();
        let newest = self.sim.ticks() + ahead as u64;
        let first = subject.middle_tick().saturating_sub(TICKS_AROUND);
        let last = (subject.middle_tick() + TICKS_AROUND).min(newest);
        let is_known = self.clip.as_ref().is_some_and(|clip| {
            let end = clip.ticks.last().map_or(0, |tick| tick.tick);
            clip.subject == subject && end == last
        });
        if is_known {
            return;
        }
        let mut ticks = Vec::new();
        self.timeline
            .review(&mut self.sim, first..=last, |before, input, sim| {
                ticks.push(ClipTick::new(before, &input.command, sim));
            });
        self.clip = (!ticks.is_empty()).then_some(ContactClip { subject, ticks });
    }

    /// Whether a contact of one of these kinds, worth seeing, has begun with the last tick.
    pub fn begins_contact(&self, kinds: &[ContactKind]) -> bool {
        let held = self.contact_watch.held();
        held.is_some_and(|held| held.begun == self.sim.ticks() && kinds.contains(&held.kind))
    }

    /// Forgets the contact, which cannot be simulated again.
    pub(super) fn forget_contact(&mut self) {
        self.contact_watch = ContactWatch::default();
        self.clip = None;
        self.trial = None;
    }

    /// The subject of the clip, in a pause the tick that is shown, if it is far from the contact.
    fn clip_subject(&self) -> Option<ClipSubject> {
        let contact = self.contact_watch.held().copied();
        let shown = self.sim.ticks();
        let is_near = |contact: &Contact| contact.tick.abs_diff(shown) <= TICKS_AROUND;
        match contact {
            Some(contact) if !self.paused || is_near(&contact) => {
                Some(ClipSubject::Contact(contact))
            }
            _ if self.paused && shown > 0 => Some(ClipSubject::Tick(shown)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
