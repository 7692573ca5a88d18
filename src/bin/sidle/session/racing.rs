//! Races of a session: what the player runs is recorded, and the ghost of the best race is moved along.

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::player::Command;
use sidle::replay::Recording;
use sidle::sim::{Race, ZoneEffect};

use crate::session::Session;
use crate::session::race::{BestRace, RaceClass, RaceClock, RaceGhost, RaceTime, recorded_time};

impl Session {
    /// The class of the player's race.
    pub fn race_class(&self) -> RaceClass {
        let player = self.sim.player();
        RaceClass {
            controller: player.controller,
            mode: player.mode,
        }
    }

    /// Whether the best race of the player's class is known.
    pub fn knows_best_race(&self) -> bool {
        self.race.class == Some(self.race_class())
    }

    /// Sets the best race of the player's class: `recording`, if it is one in this level.
    pub fn set_best_race(&mut self, recording: Option<&Recording>) {
        let class = self.race_class();
        self.race.class = Some(class);
        let fits = |it: &&Recording| {
            let state = it.header.state.as_ref().map(|state| state.player);
            it.header.level_hash == self.level_hash()
                && it.header.tuning == self.tuning
                && state
                    .is_some_and(|it| (it.controller, it.mode) == (class.controller, class.mode))
        };
        let recording = recording.filter(fits);
        let best = recording.and_then(|recording| {
            Some(BestRace {
                time: recorded_time(recording)?,
                ghost: RaceGhost::new(recording, &self.sim)?,
            })
        });
        self.race.best = best;
    }

    /// The best time of the player's class.
    pub fn best_time(&self) -> Option<RaceTime> {
        let best = self.race.best.as_ref().filter(|_| self.knows_best_race());
        best.map(|best| best.time)
    }

    /// The race that has just ended, if it counts; returned once.
    pub fn take_finished_race(&mut self) -> Option<Recording> {
        self.race.finished.take()
    }

    /// The race that is on no longer counts: the player did not run all of it, or something else was changed.
    pub fn discount_race(&mut self) {
        self.race.recorder = None;
    }

    /// What the clock of the race shows; `None`: no race is prepared or on.
    pub fn race_clock(&self) -> Option<RaceClock> {
        let sim = &self.sim;
        let passed = match sim.race() {
            Race::None | Race::Finished { .. } => return None,
            Race::Ready => 0,
            Race::Running { checkpoints, .. } => checkpoints,
        };
        let (ticks, hz) = (sim.race().ticks()?, sim.hz());
        Some(RaceClock {
            time: RaceTime { ticks, hz },
            checkpoints: (passed, sim.checkpoints()),
            best: self.best_time(),
        })
    }

    /// Where the ghost of the best race is while a race is on; metres. In the start it would stand in the player's view.
    pub fn race_ghost(&self) -> Option<DVec3> {
        let best = self.race.best.as_ref().filter(|_| self.knows_best_race())?;
        let ticks = match self.sim.race() {
            // Drawing is up to a tick behind the simulation.
            Race::Running { ticks, .. } => ticks as f64 + self.interpolation_fraction() - 2.0,
            Race::None | Race::Ready | Race::Finished { .. } => return None,
        };
        let rate = f64::from(best.time.hz) / f64::from(self.sim.hz());
        best.ghost.place_at(float::max(ticks, 0.0) * rate)
    }

    /// Removes the ticks after the shown one from the recording of the race.
    pub(super) fn rewind_race(&mut self) {
        let Some(recorder) = &mut self.race.recorder else {
            return;
        };
        let state = recorder.header().state.as_ref();
        let began = state.map_or(0, |state| state.tick);
        match self.sim.ticks().checked_sub(began) {
            Some(ticks) => recorder.rewind(ticks),
            None => self.race.recorder = None,
        }
    }

    /// Follows the race through the last tick, whose command was `command`.
    pub(super) fn track_race(&mut self, command: &Command) {
        if self.sim.zones().is_empty() {
            return;
        }
        let events = self.sim.zone_events();
        let has = |wanted: fn(&ZoneEffect) -> bool| events.iter().any(|it| wanted(&it.effect));
        let went = has(|effect| *effect == ZoneEffect::Go);
        let finished = has(|effect| matches!(effect, ZoneEffect::Finish { .. }));
        if let Some(recorder) = self.race.recorder.as_mut().filter(|_| !went || finished) {
            recorder.add(command, &self.sim);
        }
        if finished {
            let recorder = self.race.recorder.take().filter(|it| !it.is_full());
            self.race.finished = recorder.map(|it| it.recording());
        }
        match self.sim.race() {
            Race::Running { ticks, .. } => {
                if went {
                    // Only the level as it is in its file is the same for everybody.
                    let counts = !self.edited && *self.sim.tuning() == self.tuning;
                    self.race.recorder = counts.then(|| self.new_recorder(""));
                }
                self.advance_race_ghost(ticks);
            }
            Race::None | Race::Ready | Race::Finished { .. } => self.race.recorder = None,
        }
    }

    /// Simulates the ghost up to where it is when the clock shows `ticks`.
    fn advance_race_ghost(&mut self, ticks: u64) {
        let hz = f64::from(self.sim.hz());
        if let Some(best) = &mut self.race.best {
            let own = ticks as f64 * f64::from(best.time.hz) / hz;
            best.ghost.advance_to(own.ceil() as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::action::Seek;
    use crate::session::lab::state::LabInput;
    use sidle::level::{BUILT_IN_MESHES, Level, WithLevel, load_level};
    use sidle::player::{Axis, Controller, Tuning};
    use sidle::sim::Sim;

    /// A straight course of 8 m between start and finish.
    fn course() -> Level {
        let text = "format = 1\nname = \"Course\"\n[spawn]\nposition = [0, 0.5, 0]\n[[prop]]\nkind = \"crate\"\n\
                    position = [0, -0.5, 0]\nscale = [99, 1, 99]\n\
                    [[zone]]\nposition = [0, 1, 0]\nsize = [4, 2, 2]\non_enter = \"start\"\n\
                    [[zone]]\nposition = [0, 1, -10]\nsize = [4, 2, 1]\non_enter = \"finish\"\n";
        let files = WithLevel {
            path: "course.toml".as_ref(),
            text,
            files: &BUILT_IN_MESHES,
        };
        let loaded = load_level("course.toml".as_ref(), &files);
        loaded
            .level
            .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
    }

    /// Walks ahead for `ticks`, `share` of the full speed.
    fn walk(session: &mut Session, ticks: usize, share: f64) {
        for _ in 0..ticks {
            let command = Command {
                forward: Axis::new(share),
                ..session.sim.idle_command()
            };
            session.tick(&command.into(), &LabInput::default());
        }
    }

    fn respawn(session: &mut Session) {
        let command = Command {
            respawn: true,
            ..session.sim.idle_command()
        };
        session.tick(&command.into(), &LabInput::default());
    }

    /// A session that has finished a race, and its recording.
    fn finished() -> (Session, Recording) {
        let mut session = Session::new(course(), None, 60);
        walk(&mut session, 30, 0.0);
        walk(&mut session, 200, 0.5);
        assert!(session.take_finished_race().is_none(), "not yet");
        walk(&mut session, 100, 0.5);
        let recording = session.take_finished_race().expect("a race");
        assert!(session.take_finished_race().is_none(), "once");
        (session, recording)
    }

    #[test]
    fn times_are_exact_and_compared_across_tick_rates() {
        let time = |ticks, hz| RaceTime { ticks, hz };
        assert_eq!(time(0, 60).to_string(), "0:00.000");
        assert_eq!(time(7501, 120).to_string(), "1:02.508");
        assert_eq!(
            time(u64::MAX, 1).to_string(),
            format!("{}:15.000", u64::MAX / 60)
        );
        assert!(time(59, 60).beats(time(120, 120)) && !time(60, 60).beats(time(120, 120)));
        assert!(time(119, 120).beats(time(60, 60)));
    }

    #[test]
    fn a_race_is_recorded_from_the_start_to_the_finish() {
        let (session, recording) = finished();
        let Race::Finished { ticks } = session.sim.race() else {
            panic!("{:?}", session.sim.race())
        };
        assert_eq!(recorded_time(&recording), Some(RaceTime { ticks, hz: 60 }));
        let (mut sim, _) = Sim::of_level(course(), 60);
        recording.header.begin(&mut sim).expect("the same level");
        recording.inputs.iter().for_each(|input| sim.play(&input));
        assert_eq!(sim.race(), Race::Finished { ticks });
    }

    #[test]
    fn the_ghost_of_the_best_race_runs_as_it_was_recorded() {
        let (mut session, recording) = finished();
        assert!(!session.knows_best_race());
        session.set_best_race(Some(&recording));
        assert_eq!(session.best_time(), recorded_time(&recording));
        assert_eq!(session.race_ghost(), None);
        respawn(&mut session);
        // The race of the ghost begins when the body has left the start.
        walk(&mut session, 20, 0.0);
        assert_eq!(session.race_ghost(), None);
        while session.race_ghost().is_none() {
            walk(&mut session, 1, 1.0);
        }
        let begin = session.race_ghost().expect("a ghost");
        assert!((-1.6..-1.4).contains(&begin.z), "{begin}");
        // Twice as fast as the ghost: at the finish the player is 3.5 m or more ahead.
        walk(&mut session, 86, 1.0);
        session.snap_to_last_tick();
        assert!(matches!(session.sim.race(), Race::Running { .. }));
        let (ghost, own) = (
            session.race_ghost().expect("a ghost"),
            session.sim.player().position,
        );
        assert!(ghost.z - own.z > 3.0, "{ghost} {own}");
        walk(&mut session, 60, 1.0);
        let better = session.take_finished_race().expect("a race");
        let times = [&better, &recording].map(|it| recorded_time(it).expect("a time"));
        assert!(times[0].beats(times[1]) && !times[1].beats(times[0]));
        // The same run, step by step.
        session.set_best_race(Some(&better));
        respawn(&mut session);
        walk(&mut session, 20, 0.0);
        for _ in 0..80 {
            walk(&mut session, 1, 1.0);
            session.snap_to_last_tick();
            if let Race::Running { .. } = session.sim.race() {
                let ghost = session.race_ghost().expect("a ghost");
                let apart = ghost.distance(session.sim.player().position);
                assert!(apart < 0.15, "{apart}");
            }
        }
    }

    #[test]
    fn a_race_of_another_class_level_or_tuning_is_no_best_one() {
        let (mut session, recording) = finished();
        let mut others = [(); 4].map(|()| recording.clone());
        others[0].header.level_hash = sidle::replay::LevelHash::from_bits(1);
        others[1].header.tuning.walk_speed += 1.0;
        others[2].header.state = None;
        if let Some(state) = &mut others[3].header.state {
            state.player.controller = Controller::Classic;
        }
        for other in others {
            session.set_best_race(Some(&other));
            assert_eq!(session.best_time(), None);
        }
        session.set_best_race(Some(&recording));
        assert!(session.best_time().is_some());
        let classic = Command {
            controller: Controller::Classic,
            ..session.sim.idle_command()
        };
        session.tick(&classic.into(), &LabInput::default());
        assert!(!session.knows_best_race());
        assert_eq!(session.best_time(), None);
    }

    #[test]
    fn a_race_that_was_not_wholly_run_does_not_count() {
        let changes: [fn(&mut Session); 4] = [
            |session| session.discount_race(),
            |session| {
                let tuning = Tuning {
                    walk_speed: 9.0,
                    ..*session.sim.tuning()
                };
                assert_eq!(session.retune(tuning), Ok(()));
            },
            |session| {
                let mut again = Session::new(course(), None, 60);
                again = again.continued_from(session);
                *session = again;
            },
            |session| {
                let placement = session.prop_placements().next().expect("a prop");
                assert!(session.place_prop(0, &placement));
            },
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut session = Session::new(course(), None, 60);
            walk(&mut session, 100, 0.5);
            assert!(matches!(session.sim.race(), Race::Running { .. }));
            change(&mut session);
            walk(&mut session, 300, 0.5);
            assert!(matches!(session.sim.race(), Race::Finished { .. }), "{at}");
            assert!(session.take_finished_race().is_none(), "{at}");
        }
    }

    #[test]
    fn rewinding_takes_the_clock_and_the_recording_back() {
        let mut session = Session::new(course(), None, 60);
        walk(&mut session, 150, 0.5);
        let clock = |session: &Session| session.race_clock().expect("a race").time.ticks;
        let then = clock(&session);
        session.seek(Seek::Ticks(-40));
        assert_eq!(clock(&session), then - 40);
        walk(&mut session, 300, 1.0);
        let recording = session.take_finished_race().expect("a race");
        let (mut sim, _) = Sim::of_level(course(), 60);
        recording.header.begin(&mut sim).expect("the same level");
        recording.inputs.iter().for_each(|input| sim.play(&input));
        let time = recorded_time(&recording).expect("a time");
        assert_eq!(sim.race(), Race::Finished { ticks: time.ticks });
        // Before the start, the race is given up.
        let mut session = Session::new(course(), None, 60);
        walk(&mut session, 100, 0.5);
        session.seek(Seek::First);
        walk(&mut session, 5, 0.0);
        assert_eq!(session.sim.race(), Race::Ready);
        assert!(session.race.recorder.is_none());
    }
}
