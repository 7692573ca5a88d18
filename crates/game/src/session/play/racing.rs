//! Races of a session: the player's run is recorded, and the ghost of the best race is moved along.

use sidle::geometry::float;
use sidle::glam::DVec3;
use sidle::player::Command;
use sidle::replay::Recording;
use sidle::sim::{Race, ZoneEffect};

use crate::session::Session;
use crate::session::play::medals;
use crate::session::play::race::{
    RaceClass, RaceClock, RaceGhost, RaceResult, RaceTime, Split, recorded_time,
};

/// How long after the player the ghost may pass a checkpoint that is compared; seconds. Larger: the frame at the finish is late.
const GHOST_SECONDS: u64 = 20;

/// How long the card after a race is shown; seconds. Shorter: it is not read; longer: it covers the level.
const RESULT_SECONDS: u64 = 20;

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

    /// Sets the best race of the player's class, which is `recording`, if it is one in this level. Without one, the author's ghost
    /// runs along.
    pub fn set_best_race(&mut self, recording: Option<&Recording>) {
        let class = self.race_class();
        self.race.class = Some(class);
        let fits = |it: &&Recording| {
            let state = it.header.state.as_ref().map(|state| state.player);
            it.header.level_hash == self.level_hash()
                && it.header.tuning == self.tuning
                && state.is_some_and(|best| {
                    (best.controller, best.mode) == (class.controller, class.mode)
                })
        };
        let author = medals::author_race();
        let [own, author] = [recording, author.as_ref()].map(|run| run.filter(fits));
        let ghost = own
            .or(author)
            .and_then(|run| RaceGhost::new(run, &self.sim));
        self.race.ghost = ghost;
        [self.race.best, self.race.author] = [own, author].map(|run| recorded_time(run?));
    }

    /// The best time of the player's class.
    pub fn best_time(&self) -> Option<RaceTime> {
        self.race.best.filter(|_| self.knows_best_race())
    }

    /// The best medal that `time` earns in the player's class.
    pub fn medal(&self, time: RaceTime) -> Option<&'static str> {
        medals::earned(time, self.race.author?)
    }

    /// How far the ghost was ahead at the checkpoint `number`, which the player passes when the clock shows `ticks`; seconds. `None`
    /// if it has not been there yet.
    pub fn behind_ghost(&self, number: u32, ticks: u64) -> Option<f64> {
        let ghost = self.race.ghost.as_ref()?;
        let split = *ghost.splits.get(number as usize - 1)?;
        let seconds = |ticks: u64, hz: u32| ticks as f64 / f64::from(hz);
        Some(seconds(ticks, self.sim.hz()) - seconds(split, ghost.hz()))
    }

    /// The race that has just ended, if it counts; returned once.
    pub fn take_finished_race(&mut self) -> Option<Recording> {
        self.race.finished.take()
    }

    /// The result of the race that has just ended in `time`, before its ghost is another one. `recording` is the race, if it counts.
    pub fn race_result(&mut self, time: RaceTime, recording: Option<&Recording>) -> RaceResult {
        // A ghost that was behind still passes its checkpoints.
        self.advance_race_ghost(time.ticks + GHOST_SECONDS * u64::from(time.hz));
        let race = &self.race;
        let passed = (1..).zip(&race.splits).map(|(number, ticks)| Split {
            time: RaceTime {
                ticks: *ticks,
                ..time
            },
            behind: self.behind_ghost(number, *ticks),
        });
        let seconds = |time: RaceTime| time.ticks as f64 / f64::from(time.hz);
        let ghost = race.best.or(race.author).filter(|_| race.ghost.is_some());
        let finish = Split {
            time,
            behind: ghost.map(|ghost| seconds(time) - seconds(ghost)),
        };
        let medals = race.author.map(|author| medals::all(time, author));
        RaceResult {
            time,
            verdict: String::new(),
            splits: passed.chain([finish]).collect(),
            ghost: ghost.map(|_| self.whose_ghost()),
            medals: medals.unwrap_or_default(),
            recording: recording.cloned(),
            tick: self.sim.ticks(),
        }
    }

    /// Shows `result` on the card after the race.
    pub fn show_race_result(&mut self, result: RaceResult) {
        self.race.result = Some(result);
    }

    /// The race that was finished a short time ago, if nothing else has begun since.
    pub fn shown_race_result(&self) -> Option<&RaceResult> {
        let result = self.race.result.as_ref()?;
        let is_over = matches!(self.sim.race(), Race::Finished { .. });
        let age = self.sim.ticks().checked_sub(result.tick)?;
        let is_recent = age <= RESULT_SECONDS * u64::from(self.sim.hz());
        (is_over && is_recent).then_some(result)
    }

    /// How many ticks ago the player came into the start of the race that is on, or that is over; `None` if there is none, or that
    /// tick is no longer kept.
    pub fn ticks_since_start(&self) -> Option<usize> {
        let began = matches!(
            self.sim.race(),
            Race::Running { .. } | Race::Finished { .. }
        );
        let ready_at = self.race.ready_at.filter(|_| began)?;
        let ticks = usize::try_from(self.sim.ticks().checked_sub(ready_at)?).ok()?;
        (0 < ticks && ticks <= self.clock().behind).then_some(ticks)
    }

    /// A respawn leads to the spawn again, and no longer to the start of the last race.
    pub fn forget_start(&mut self) {
        self.race.ready_at = None;
    }

    /// Whose ghost runs along.
    fn whose_ghost(&self) -> &'static str {
        if self.race.best.is_some() {
            "your best"
        } else {
            "the author"
        }
    }

    /// The race that is on no longer counts, because the player did not run all of it, or something else was changed.
    pub fn discount_race(&mut self) {
        self.race.recorder = None;
    }

    /// The reading of the race's clock; `None` if no race is prepared or on.
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
            medal: self
                .race
                .author
                .filter(|_| self.knows_best_race())
                .and_then(|author| medals::next(self.best_time(), author)),
        })
    }

    /// Where the ghost of the best race is while a race is on, and whose it is; metres. In the start it would stand in the player's
    /// view.
    pub fn race_ghost(&self) -> Option<(DVec3, &'static str)> {
        let ghost = self
            .race
            .ghost
            .as_ref()
            .filter(|_| self.knows_best_race())?;
        let ticks = match self.sim.race() {
            // Drawing is up to a tick behind the simulation.
            Race::Running { ticks, .. } => ticks as f64 + self.interpolation_fraction() - 2.0,
            Race::None | Race::Ready | Race::Finished { .. } => return None,
        };
        let rate = f64::from(ghost.hz()) / f64::from(self.sim.hz());
        let place = ghost.place_at(float::max(ticks, 0.0) * rate)?;
        Some((place, self.whose_ghost()))
    }

    /// Removes the ticks after the shown one from the recording of the race.
    pub(super) fn rewind_race(&mut self) {
        let now = self.sim.ticks();
        self.race.ready_at = self.race.ready_at.filter(|at| *at <= now);
        let ticks = self.sim.race().ticks().unwrap_or_default();
        self.race.splits.retain(|split| *split <= ticks);
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
        let has =
            |wanted: fn(&ZoneEffect) -> bool| events.iter().any(|event| wanted(&event.effect));
        let went = has(|effect| *effect == ZoneEffect::Go);
        if has(|effect| *effect == ZoneEffect::Ready) {
            self.race.ready_at = Some(self.sim.ticks());
        }
        if went {
            self.race.splits.clear();
        }
        let passed = events.iter().filter_map(|event| match event.effect {
            ZoneEffect::Checkpoint { .. } => event.race_ticks,
            _ => None,
        });
        self.race.splits.extend(passed);
        let finished = has(|effect| matches!(effect, ZoneEffect::Finish { .. }));
        if let Some(recorder) = self.race.recorder.as_mut().filter(|_| !went || finished) {
            recorder.add(command, &self.sim);
        }
        if finished {
            let recorder = self
                .race
                .recorder
                .take()
                .filter(|recorder| !recorder.is_full());
            self.race.finished = recorder.map(|recorder| recorder.recording());
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
        if let Some(ghost) = &mut self.race.ghost {
            let own = ticks as f64 * f64::from(ghost.hz()) / hz;
            ghost.advance_to(own.ceil() as usize);
        }
    }
}

#[cfg(test)]
mod tests;
