//! Tests of `visit.rs`.

use super::*;
use crate::test_support::{courtyard, play, walk, walking};
use sidle::replay::{Recorder, Recording, StateHash};

/// A session, and the recording of a walk that began after `ticks` others.
fn walked(ticks: usize, hz: u32) -> (Session, Recording) {
    let mut session = Session::new(courtyard(), None, hz);
    walk(&mut session, ticks, 1.0, 0.0);
    let mut recorder = Recorder::new("Courtyard", "courtyard.toml", &session.sim);
    for _ in 0..50 {
        let command = walking(&session.sim, 1.0, 0.0);
        play(&mut session, command);
        recorder.add(&command, &session.sim);
    }
    (session, recorder.recording())
}

/// The hash after `recording` is played from where the player is.
fn replay(session: &mut Session, recording: &Recording) -> StateHash {
    let path = "courtyard.toml";
    let mut recorder = Recorder::new("Courtyard", path, &session.sim);
    for input in recording.inputs.iter() {
        play(session, input);
        recorder.add(&input.command, &session.sim);
    }
    recorder.recording().end
}

#[test]
fn a_visit_replays_bit_exactly_and_the_way_back_restores_everything() {
    for (ticks, hz) in [(0, 120), (200, 120), (77, 60)] {
        let (_, recording) = walked(ticks, hz);
        let mut session = Session::new(courtyard(), None, 240);
        let mut tuning = *session.sim.tuning();
        tuning.walk_speed *= 2.0;
        session.retune(tuning).expect("a faster walk");
        let (_, other) = walked(30, 240);
        replay(&mut session, &other);
        let (state, feel) = (session.sim.snapshot(), *session.sim.tuning());
        let before = session.visit(&recording.header).expect("the same level");
        assert_eq!(session.sim.hz(), hz);
        assert_eq!(replay(&mut session, &recording), recording.end, "{ticks}");
        session.go_to(&before).expect("the same level");
        assert_eq!(session.sim.snapshot(), state);
        assert_eq!((*session.sim.tuning(), session.sim.hz()), (feel, 240));
    }
}

#[test]
fn a_recording_that_does_not_fit_changes_nothing() {
    let (mut session, mut recording) = walked(40, 120);
    let state = session.sim.snapshot();
    let start = recording.header.state.as_mut().expect("a state");
    start.player.position.x = f64::NAN;
    assert!(session.visit(&recording.header).is_err());
    assert_eq!(session.sim.snapshot(), state);
}

#[test]
fn a_body_without_room_leaves_the_pause_and_what_can_be_shown() {
    let (mut session, mut recording) = walked(40, 120);
    session.toggle_pause();
    let (state, clock) = (session.sim.snapshot(), session.clock());
    recording.header.tuning.radius = 20.0;
    assert!(session.visit(&recording.header).is_err());
    assert_eq!(session.sim.snapshot(), state);
    assert!(session.paused);
    assert_eq!(session.clock().behind, clock.behind);
}
