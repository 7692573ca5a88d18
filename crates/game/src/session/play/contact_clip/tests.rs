//! Tests of `contact_clip.rs`.

use super::*;
use crate::options::action::Seek;
use crate::session::observe::ContactKind;
use crate::test_support::{courtyard, play, walking};
use sidle::geometry::angle::BinaryAngle;
use sidle::player::Controller;

/// Walks into the long fence at the right for `seconds`.
fn walk(session: &mut Session, seconds: f64) {
    let ticks = (seconds * f64::from(session.sim.hz())).round() as u32;
    for _ in 0..ticks {
        let command = Command {
            yaw: BinaryAngle::from_degrees(-55.0),
            controller: Controller::Swept,
            ..walking(&session.sim, 1.0, 0.0)
        };
        play(session, command);
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
    assert!(matches!(subject(&session), ClipSubject::Contact(it) if it.kind == ContactKind::Touch));
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
