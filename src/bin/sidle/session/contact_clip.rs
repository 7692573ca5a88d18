//! The ticks around a contact, each with its trace, to look at them one by one.

use sidle::glam::DVec3;
use sidle::player::{Command, Event, PlayerState};
use sidle::sim::Sim;
use sidle::sim::metrics::{own_motion, wish_velocity};
use sidle::world::ColliderId;

use crate::session::Session;
use crate::session::contact_watch::{Contact, ContactKind, ContactWatch};

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
    /// The normals of all planes that blocked the motion.
    pub planes: Vec<DVec3>,
    /// What the body touches after the tick, and the normals from there to the body.
    pub touching: Vec<(ColliderId, DVec3)>,
    pub events: Vec<Event>,
    /// How far each mover had driven; metres.
    pub movers: Vec<f64>,
    pub respawned: bool,
}

impl ClipTick {
    fn new(before: &PlayerState, command: &Command, sim: &Sim) -> Self {
        let (player, dt) = (sim.player(), 1.0 / f64::from(sim.hz()));
        let movers = sim.movers().iter();
        Self {
            tick: sim.ticks(),
            before: *before,
            after: *player,
            wish: wish_velocity(sim.tuning(), command) * dt,
            motion: own_motion(before.position, player, dt),
            planes: sim.contacts().planes().to_vec(),
            touching: sim
                .contacts()
                .touching()
                .iter()
                .map(|surface| (surface.collider, surface.normal))
                .collect(),
            events: sim.trace().events().to_vec(),
            movers: movers.map(|driven| driven.state.distance).collect(),
            respawned: sim.respawned(),
        }
    }
}

/// What a clip is about.
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
        let nearest = |(_, it): &(usize, &ClipTick)| it.tick.abs_diff(tick);
        let ticks = self.ticks.iter().enumerate();
        ticks.min_by_key(nearest).map_or(0, |(index, _)| index)
    }
}

impl Session {
    /// The clip of the last contact worth seeing, or in a pause of the tick that is shown. `None`: there is none yet.
    pub fn contact_clip(&self) -> Option<&ContactClip> {
        self.clip.as_ref()
    }

    /// Traces the ticks of the clip, if it is another one than before, or there are more of them.
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
    }

    /// What the clip is about: in a pause the tick that is shown, if it is far from the contact.
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
mod tests {
    use super::*;
    use crate::options::action::Seek;
    use crate::session::contact_watch::ContactKind;
    use crate::session::lab::state::LabInput;
    use crate::test_support::courtyard;
    use sidle::geometry::angle::BinaryAngle;
    use sidle::player::{Axis, Controller};

    /// Walks into the long fence at the right for `seconds`.
    fn walk(session: &mut Session, seconds: f64) {
        let ticks = (seconds * f64::from(session.sim.hz())).round() as u32;
        for _ in 0..ticks {
            let command = Command {
                forward: Axis::new(1.0),
                yaw: BinaryAngle::from_degrees(-55.0),
                controller: Controller::Swept,
                ..session.sim.idle_command()
            };
            session.tick(&command.into(), &LabInput::default());
        }
    }

    fn courtyard_at(hz: u32) -> Session {
        let mut session = Session::new(courtyard(), None, hz);
        session.set_tracing(false);
        session
    }

    #[test]
    fn the_clip_has_the_contact_that_was_before_anyone_watched() {
        for hz in [30, 120, 360] {
            let mut session = courtyard_at(hz);
            session.update_contact_clip();
            assert_eq!(session.contact_clip(), None);
            walk(&mut session, 3.0);
            let (now, contacts) = (session.sim.snapshot(), session.sim.contacts().clone());
            session.update_contact_clip();
            // Looking back changes nothing.
            assert_eq!(
                (session.sim.snapshot(), session.sim.contacts()),
                (now, &contacts)
            );
            assert!(!session.sim.is_tracing() && session.sim.trace().events().is_empty());
            let clip = session.contact_clip().expect("a clip");
            assert_eq!(clip.ticks().len() as u64, 2 * TICKS_AROUND + 1, "{hz} Hz");
            let middle = &clip.ticks()[clip.index_of(clip.subject.middle_tick())];
            assert_eq!(middle.tick, clip.subject.middle_tick());
            assert!(!middle.events.is_empty() && !middle.planes.is_empty());
            assert_eq!(clip.index_of(0), 0);
            assert_eq!(clip.index_of(u64::MAX), clip.ticks().len() - 1);
            for pair in clip.ticks().windows(2) {
                assert_eq!(
                    (pair[0].tick + 1, pair[0].after),
                    (pair[1].tick, pair[1].before)
                );
            }
        }
    }

    #[test]
    fn a_new_contact_has_its_later_ticks_as_soon_as_they_are_there() {
        let mut session = courtyard_at(120);
        while session.contact_watch.held().is_none() {
            walk(&mut session, 1.0 / 120.0);
        }
        session.update_contact_clip();
        let ticks = |session: &Session| session.contact_clip().unwrap().ticks().len() as u64;
        assert_eq!(ticks(&session), TICKS_AROUND + 1);
        walk(&mut session, 0.5);
        session.update_contact_clip();
        assert_eq!(ticks(&session), 2 * TICKS_AROUND + 1);
    }

    #[test]
    fn in_a_pause_the_clip_is_that_of_the_contact_near_it_and_of_the_shown_tick_elsewhere() {
        let mut session = courtyard_at(120);
        walk(&mut session, 3.0);
        session.update_contact_clip();
        let contact = session.contact_clip().unwrap().clone();
        session.paused = true;
        session.update_contact_clip();
        let subject = |session: &Session| session.contact_clip().unwrap().subject;
        assert_eq!(subject(&session), ClipSubject::Tick(360));
        let back = contact.subject.middle_tick() as isize - 360;
        session.seek(Seek::Ticks(back + 3));
        session.update_contact_clip();
        assert_eq!(session.contact_clip(), Some(&contact));
        // Going on from there makes another future, and the contact stays.
        session.paused = false;
        walk(&mut session, 0.1);
        session.update_contact_clip();
        assert_eq!(subject(&session), contact.subject);
        // Going on from before it discards it, until it is there again.
        session.seek(Seek::First);
        walk(&mut session, 0.1);
        session.update_contact_clip();
        assert_eq!(session.contact_clip(), None);
        walk(&mut session, 3.0);
        session.update_contact_clip();
        assert!(
            matches!(subject(&session), ClipSubject::Contact(it) if it.kind == ContactKind::Touch)
        );
    }

    #[test]
    fn what_cannot_be_simulated_again_is_forgotten() {
        let mut session = courtyard_at(120);
        walk(&mut session, 3.0);
        session.update_contact_clip();
        assert!(session.contact_clip().is_some());
        session.set_hz(60);
        session.update_contact_clip();
        assert_eq!(session.contact_clip(), None);
        walk(&mut session, 1.0);
        let prop = session.prop_placements().next().expect("a prop");
        session.place_prop(0, &prop);
        session.update_contact_clip();
        assert_eq!(session.contact_clip(), None);
    }
}
