//! What the player does, recorded while it is done.
//!
//! A recording begins in whatever state the simulation is, and holds only what really came to be: who
//! looks back and goes on from an earlier tick has it rewound to there. It ends where what it depends on
//! is changed: the level, the tick rate, the player's numbers.

use sidle::player::Command;
use sidle::replay::{Recorder, StateHash};
use sidle::sim::Sim;

use crate::session::Session;

impl Session {
    /// Begins to record; `file` is the level's.
    pub fn record(&mut self, file: &str) {
        if self.edited {
            // Made again, the ticks before an edit come out otherwise, and so would those after them.
            self.forget_past();
        }
        self.recorder = Some(Recorder::new(&self.level.name, file, &self.sim));
    }

    /// How long is recorded up to what is shown, while something is recorded; seconds.
    pub fn recorded_seconds(&self) -> Option<f64> {
        let ticks = self.recorded_ticks(self.recorder.as_ref()?).unwrap_or(0);
        Some(ticks as f64 / f64::from(self.sim.hz()))
    }

    /// Ends the recording, so that it can be had from [`Self::take_recording`].
    pub fn end_recording(&mut self) {
        self.ended = self.recorded();
        self.recorder = None;
    }

    /// What is recorded up to what is shown, while something is recorded.
    pub fn recorded(&self) -> Option<Recorder> {
        let mut recorder = self.recorder.clone()?;
        recorder.rewind(self.recorded_ticks(&recorder).unwrap_or(0));
        Some(recorder)
    }

    /// A recording that has ended, once.
    pub fn take_recording(&mut self) -> Option<Recorder> {
        self.ended.take()
    }

    /// The last ticks, up to what is shown, and `most` of them; `file` is the level's.
    pub fn past(&self, file: &str, most: usize) -> Option<Recorder> {
        let name = &self.level.name;
        self.timeline.record(&self.sim, name, file, most)
    }

    /// Forgets what was recorded after what is shown: another future begins there. Before the beginning,
    /// begins anew.
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
                self.record(&file);
            }
        }
    }

    /// Adds the tick that was just made.
    pub(super) fn add_to_recording(&mut self, command: &Command) {
        if let Some(recorder) = &mut self.recorder {
            recorder.add(command, &self.sim);
        }
    }

    /// How many ticks after the beginning of a recording the simulation is; `None` before it.
    fn recorded_ticks(&self, recorder: &Recorder) -> Option<u64> {
        let state = recorder.header().state.as_ref();
        let began = state.map_or(0, |state| state.tick);
        self.sim.ticks().checked_sub(began)
    }
}

/// The state of a simulation in one number, as a line for the terminal.
pub fn line(sim: &Sim) -> String {
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

    /// What came of playing the recording that has ended again, from its bytes.
    fn replayed(session: &mut Session) -> (u64, StateHash, StateHash) {
        let recorder = session.take_recording().expect("a recording");
        let recording = Recording::decode(&recorder.recording().encode()).expect("a good file");
        let mut level = courtyard();
        recording.header.apply_to(&mut level);
        let (sim, _) = Sim::of_level(level, recording.header.hz);
        let verified = verify(&recording, sim);
        let verified = verified.expect("the same run");
        (verified.ticks, verified.hash, recorder.hash())
    }

    #[test]
    fn a_recording_may_begin_anywhere_and_holds_what_came_to_be() {
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 50, 0.0);
        session.record("courtyard.toml");
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
    fn who_looks_back_to_before_the_beginning_begins_anew_there() {
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 50, 0.0);
        session.record("courtyard.toml");
        walk(&mut session, 20, 0.5);
        session.seek(Seek::Ticks(-40));
        assert_eq!(session.recorded_seconds(), Some(0.0));
        walk(&mut session, 15, 1.0);
        session.end_recording();
        assert_eq!(replayed(&mut session).0, 15);
    }

    #[test]
    fn after_an_edit_a_recording_holds_what_came_to_be() {
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 35, 0.0);
        let there = session.sim.player().position;
        walk(&mut session, 15, 0.0);
        // A crate where the player was a quarter of a second ago, which pushes whoever goes there again.
        let prop = session.props().next().expect("the test level has props");
        let position = there;
        session.place_prop(0, &Placement { position, ..prop });
        session.record("courtyard.toml");
        walk(&mut session, 5, 0.0);
        let then = session.sim.snapshot();
        walk(&mut session, 5, 0.0);
        session.seek(Seek::Ticks(-5));
        assert_eq!(session.sim.snapshot(), then);
    }

    #[test]
    fn after_an_edit_a_link_replays_in_the_level_as_its_text_says_it() {
        let text = BuiltIn.read(TEST_LEVEL.as_ref()).expect("the test level");
        let text = LevelText::parse(String::from_utf8(text).expect("a text")).expect("a level");
        let mut numbers = text.props()[0].numbers;
        numbers.position += DVec3::new(0.37, 0.01, -1.0 / 3.0);
        numbers.rotation_deg.y += 12.3;
        let text = text.with_prop(0, &numbers).expect("a prop");
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 30, 0.0);
        session.place_prop(0, &text.props()[0].numbers.placement());
        walk(&mut session, 60, 0.5);
        let recorder = session.past(TEST_LEVEL, usize::MAX).expect("a past");
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
    fn another_tick_rate_ends_a_recording_and_the_past_and_moves_nobody() {
        let mut session = Session::new(courtyard(), None, 60);
        session.record("courtyard.toml");
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
    fn the_last_minutes_can_be_had_without_having_asked_before() {
        let mut session = Session::new(courtyard(), None, 60);
        walk(&mut session, 90, 0.3);
        session.seek(Seek::Ticks(-20));
        session.ended = session.past("courtyard.toml", usize::MAX);
        assert_eq!(replayed(&mut session).0, 70);
    }
}
