//! Records the player's commands while they are simulated.
//!
//! A recording starts at the current state. Resuming from an earlier tick rewinds the recording to that tick. Changing
//! the level, the tick rate or the tuning ends it, since a replay depends on them.

use sidle::player::Command;
use sidle::replay::{Recorder, StateHash};
use sidle::sim::Sim;

use crate::session::Session;
use crate::session::past::Past;

impl Session {
    /// Starts a recording; `file` is the level's.
    pub fn start_recording(&mut self, file: &str) {
        if self.edited {
            // Seeking to before the edit and back would now lead to another state.
            self.clear_history();
        }
        self.recorder = Some(self.new_recorder(file));
    }

    /// A recorder of the simulation from now on; `file` is the level's.
    pub fn new_recorder(&self, file: &str) -> Recorder {
        Recorder::with_level_hash(&self.level.name, file, &self.sim, self.level_hash())
    }

    /// The length of the recording in progress up to the shown tick; seconds.
    pub fn recorded_seconds(&self) -> Option<f64> {
        let ticks = self.recorded_ticks(self.recorder.as_ref()?).unwrap_or(0);
        Some(ticks as f64 / f64::from(self.sim.hz()))
    }

    /// Ends the recording. [`Self::take_finished_recording`] returns it.
    pub fn end_recording(&mut self) {
        self.finished = self.recording_so_far();
        self.recorder = None;
    }

    /// The recording in progress up to the shown tick.
    pub fn recording_so_far(&self) -> Option<Recorder> {
        let mut recorder = self.recorder.clone()?;
        recorder.rewind(self.recorded_ticks(&recorder).unwrap_or(0));
        Some(recorder)
    }

    /// The finished recording; returned once.
    pub fn take_finished_recording(&mut self) -> Option<Recorder> {
        self.finished.take()
    }

    /// The last ticks up to the shown one, `most` at most, to record them; `file` is the level's.
    pub fn past(&self, file: &str, most: usize) -> Option<Past> {
        let level = (self.level.name.as_str(), file, self.level_hash());
        self.timeline.past(&self.sim, level, most)
    }

    /// Discards the ticks recorded after the shown one. If that lies before the recording's start, restarts the
    /// recording there.
    pub(super) fn rewind_recording(&mut self) {
        let Some(recorder) = &self.recorder else {
            return;
        };
        let (ticks, header) = (self.recorded_ticks(recorder), recorder.header());
        if header.tuning != *self.sim.tuning() || header.hz != self.sim.hz() {
            self.end_recording();
            return;
        }
        match ticks {
            Some(ticks) if ticks == recorder.ticks() => {}
            Some(ticks) => {
                self.recorder.iter_mut().for_each(|it| it.rewind(ticks));
            }
            None => {
                let file = header.file.clone();
                self.start_recording(&file);
            }
        }
    }

    /// Records the last tick of the simulation. A full recording ends.
    pub(super) fn add_to_recording(&mut self, command: &Command) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        recorder.add(command, &self.sim);
        if recorder.is_full() {
            self.end_recording();
        }
    }

    /// The number of ticks from the start of a recording to the current one; `None` before its start.
    fn recorded_ticks(&self, recorder: &Recorder) -> Option<u64> {
        let state = recorder.header().state.as_ref();
        let began = state.map_or(0, |state| state.tick);
        self.sim.ticks().checked_sub(began)
    }
}

/// Why a recording has ended by itself, after so many ticks.
pub fn full_recording(ticks: u64) -> String {
    format!("the recording has ended after {ticks} ticks, the most that it may have")
}

/// The current tick and the hash of the state, as a line for the terminal.
pub fn state_line(sim: &Sim) -> String {
    let mut hash = StateHash::new();
    hash.add(sim);
    format!("tick {}, state {hash}", sim.ticks())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::action::Seek;
    use crate::platform::built_in::{BuiltIn, TEST_LEVEL};
    use crate::session::lab::state::LabInput;
    use crate::test_support::courtyard;
    use sidle::geometry::Placement;
    use sidle::glam::DVec3;
    use sidle::level::{Files, LevelText, WithLevel, load_level};
    use sidle::player::Axis;
    use sidle::replay::{LevelHash, Moment, Recording, verify};

    fn walk(session: &mut Session, ticks: usize, right: f64) {
        for _ in 0..ticks {
            let command = Command {
                forward: Axis::new(1.0),
                right: Axis::new(right),
                ..session.sim.idle_command()
            };
            session.tick(&command.into(), &LabInput::default());
        }
    }

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
        walk(&mut session, 50, 0.0);
        session.start_recording("courtyard.toml");
        walk(&mut session, 100, 0.5);
        session.seek(Seek::Ticks(-30));
        assert_eq!(session.recorded_seconds(), Some(70.0 / 60.0));
        walk(&mut session, 10, -1.0);
        session.end_recording();
        assert_eq!(session.recorded_seconds(), None);
        let (ticks, again, live) = replayed(&mut session);
        assert_eq!((ticks, again), (80, live));
    }

    #[test]
    fn a_full_recording_ends_and_keeps_what_was_recorded() {
        for most in [1, 2, 70] {
            let mut session = Session::new(courtyard(), None, 60);
            walk(&mut session, 50, 0.0);
            session.start_recording("courtyard.toml");
            session.recorder = session.recorder.map(|it| it.limited_to(most));
            let ticks = usize::try_from(most).expect("a few");
            walk(&mut session, ticks - 1, 0.5);
            assert!(session.recorded_seconds().is_some(), "{most}");
            walk(&mut session, 30, 0.5);
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
        walk(&mut session, 50, 0.0);
        session.start_recording("courtyard.toml");
        walk(&mut session, 20, 0.5);
        session.seek(Seek::Ticks(-40));
        assert_eq!(session.recorded_seconds(), Some(0.0));
        walk(&mut session, 15, 1.0);
        session.end_recording();
        assert_eq!(replayed(&mut session).0, 15);
    }

    #[test]
    fn starting_a_recording_after_an_edit_clears_the_history() {
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 35, 0.0);
        let there = session.sim.player().position;
        walk(&mut session, 15, 0.0);
        // A crate where the player was a quarter of a second ago: resimulating those ticks would push the player.
        let prop = session
            .prop_placements()
            .next()
            .expect("the test level has props");
        let position = there;
        session.place_prop(0, &Placement { position, ..prop });
        session.start_recording("courtyard.toml");
        walk(&mut session, 5, 0.0);
        let then = session.sim.snapshot();
        walk(&mut session, 5, 0.0);
        session.seek(Seek::Ticks(-5));
        assert_eq!(session.sim.snapshot(), then);
    }

    #[test]
    fn a_link_made_after_an_edit_replays_in_the_edited_level() {
        let text = BuiltIn.read(TEST_LEVEL.as_ref()).expect("the test level");
        let text = String::from_utf8(text).expect("a text");
        let mut text = LevelText::parse(text).expect("a level");
        let mut numbers = text.props()[0].numbers;
        numbers.position += DVec3::new(0.37, 0.01, -1.0 / 3.0);
        numbers.rotation_deg.y += 12.3;
        text.set_prop(0, &numbers).expect("a prop");
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 30, 0.0);
        session.place_prop(0, &text.props()[0].numbers.placement());
        walk(&mut session, 60, 0.5);
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
        walk(&mut session, 50, 0.0);
        let before = *session.sim.player();
        session.set_hz(240);
        assert_eq!(replayed(&mut session).0, 50);
        assert_eq!((*session.sim.player(), session.sim.hz()), (before, 240));
        assert_eq!(session.seek(Seek::Ticks(-10)), 0);
        assert_eq!(session.sim.ticks(), 50);
        // A quarter of a second at 5 m/s.
        walk(&mut session, 60, 0.0);
        let way = before.position.distance(session.sim.player().position);
        assert!((way - 1.25).abs() < 0.05, "{way} m");
    }

    #[test]
    fn the_history_can_be_recorded_afterwards() {
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 90, 0.3);
        session.seek(Seek::Ticks(-20));
        session.finished = session.past("courtyard.toml", usize::MAX).map(Past::finish);
        assert_eq!(replayed(&mut session).0, 70);
    }
}
