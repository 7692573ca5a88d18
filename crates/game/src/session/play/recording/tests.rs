//! Tests of recordings: rewound, full, edited and resumed.

use super::*;
use crate::options::action::Seek;
use crate::platform::built_in::{BuiltIn, TEST_LEVEL};
use crate::test_support::{courtyard, walk};
use sidle::geometry::Placement;
use sidle::glam::DVec3;
use sidle::level::{EntryId, Files, LevelText, WithLevel, load_level};
use sidle::replay::{LevelHash, Moment, Recording, verify};

/// Encodes, decodes and replays the finished recording. Returns its ticks, the replay's hash and the live hash.
fn replayed(session: &mut Session) -> (u64, StateHash, StateHash) {
    let recorder = session.take_finished_recording().expect("a recording");
    let recording = Recording::decode(&recorder.recording().encode()).expect("a good file");
    let mut level = courtyard();
    recording.header.apply_to(&mut level);
    let (sim, _) = Sim::of_level(level, recording.header.hz);
    let verified = verify(&recording, sim);
    let verified = verified.expect("the same run");
    (verified.ticks, verified.hash, recorder.hash())
}

#[test]
fn rewinding_a_recording_discards_its_later_ticks() {
    let mut session = Session::new(courtyard(), None, 60);
    walk(&mut session, 50, 1.0, 0.0);
    session.start_recording("courtyard.toml");
    walk(&mut session, 100, 1.0, 0.5);
    session.seek(Seek::Ticks(-30));
    assert_eq!(session.recorded_seconds(), Some(70.0 / 60.0));
    walk(&mut session, 10, 1.0, -1.0);
    session.end_recording();
    assert_eq!(session.recorded_seconds(), None);
    let (ticks, again, live) = replayed(&mut session);
    assert_eq!((ticks, again), (80, live));
}

#[test]
fn a_full_recording_ends_and_keeps_what_was_recorded() {
    for most in [1, 2, 70] {
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 50, 1.0, 0.0);
        session.start_recording("courtyard.toml");
        session.recorder = session.recorder.map(|recorder| recorder.limited_to(most));
        let ticks = usize::try_from(most).expect("a few");
        walk(&mut session, ticks - 1, 1.0, 0.5);
        assert!(session.recorded_seconds().is_some(), "{most}");
        walk(&mut session, 30, 1.0, 0.5);
        assert_eq!(session.recorded_seconds(), None, "{most}");
        let recorder = session.finished.as_ref().expect("a recording");
        assert!(recorder.is_full());
        let (ticks, again, live) = replayed(&mut session);
        assert_eq!((ticks, again), (most, live));
    }
}

#[test]
fn resuming_before_its_start_restarts_a_recording() {
    let mut session = Session::new(courtyard(), None, 60);
    walk(&mut session, 50, 1.0, 0.0);
    session.start_recording("courtyard.toml");
    walk(&mut session, 20, 1.0, 0.5);
    session.seek(Seek::Ticks(-40));
    assert_eq!(session.recorded_seconds(), Some(0.0));
    walk(&mut session, 15, 1.0, 1.0);
    session.end_recording();
    assert_eq!(replayed(&mut session).0, 15);
}

#[test]
fn starting_a_recording_after_an_edit_clears_the_history() {
    let mut session = Session::new(courtyard(), None, 60);
    walk(&mut session, 35, 1.0, 0.0);
    let there = session.sim.player().position;
    walk(&mut session, 15, 1.0, 0.0);
    // A crate where the player was a quarter of a second ago: resimulating those ticks would push the player.
    let prop = session
        .prop_placements()
        .next()
        .expect("the test level has props");
    let position = there;
    session.place_prop(0, &Placement { position, ..prop });
    session.start_recording("courtyard.toml");
    walk(&mut session, 5, 1.0, 0.0);
    let then = session.sim.snapshot();
    walk(&mut session, 5, 1.0, 0.0);
    session.seek(Seek::Ticks(-5));
    assert_eq!(session.sim.snapshot(), then);
}

#[test]
fn a_link_made_after_an_edit_replays_in_the_edited_level() {
    let text = BuiltIn.read(TEST_LEVEL.as_ref()).expect("the test level");
    let text = String::from_utf8(text).expect("a text");
    let mut text = LevelText::parse(text).expect("a level");
    let first = EntryId::prop(0);
    let mut numbers = text.entry(first).expect("a prop").numbers;
    numbers.position += DVec3::new(0.37, 0.01, -1.0 / 3.0);
    numbers.rotation_deg.y += 12.3;
    text.set(first, &numbers).expect("a prop");
    let mut session = Session::new(courtyard(), None, 60);
    walk(&mut session, 30, 1.0, 0.0);
    let written = text.entry(first).expect("a prop").numbers;
    session.place_prop(0, &written.placement());
    walk(&mut session, 60, 1.0, 0.5);
    let recorder = session
        .past(TEST_LEVEL, usize::MAX)
        .expect("a past")
        .finish();
    let moment = Moment::new(recorder.recording(), TEST_LEVEL, text.text());
    let link = moment.encode().expect("a short one");
    let moment = Moment::decode(&link).expect("a good link");
    let files = WithLevel {
        path: moment.path().as_ref(),
        text: moment.text(),
        files: &BuiltIn,
    };
    let mut level = load_level(files.path, &files).level.expect("a good level");
    let header = &moment.recording().header;
    header.apply_to(&mut level);
    let (sim, _) = Sim::of_level(level, header.hz);
    assert_eq!(LevelHash::of(&sim), header.level_hash);
    let verified = verify(moment.recording(), sim).expect("the same run");
    assert_eq!(verified.hash, recorder.hash());
}

#[test]
fn changing_the_tick_rate_ends_a_recording_clears_the_history_and_keeps_the_state() {
    let mut session = Session::new(courtyard(), None, 60);
    session.start_recording("courtyard.toml");
    walk(&mut session, 50, 1.0, 0.0);
    let before = *session.sim.player();
    session.set_hz(240);
    assert_eq!(replayed(&mut session).0, 50);
    assert_eq!((*session.sim.player(), session.sim.hz()), (before, 240));
    assert_eq!(session.seek(Seek::Ticks(-10)), 0);
    assert_eq!(session.sim.ticks(), 50);
    // A quarter of a second at 5 m/s.
    walk(&mut session, 60, 1.0, 0.0);
    let way = before.position.distance(session.sim.player().position);
    assert!((way - 1.25).abs() < 0.05, "{way} m");
}

#[test]
fn the_history_can_be_recorded_afterwards() {
    let mut session = Session::new(courtyard(), None, 60);
    walk(&mut session, 90, 1.0, 0.3);
    session.seek(Seek::Ticks(-20));
    session.finished = session.past("courtyard.toml", usize::MAX).map(Past::finish);
    assert_eq!(replayed(&mut session).0, 70);
}
