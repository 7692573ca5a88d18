//! Records the player's commands while they are simulated.
//!
//! A recording starts at the current state. Resuming from an earlier tick rewinds the recording to that tick. Changing
//! the level, the tick rate or the tuning ends it, since a replay depends on them.

use sidle::player::Command;
use sidle::replay::{Recorder, StateHash};
use sidle::sim::Sim;

use crate::session::Session;
use crate::session::history::Past;

impl Session {
    /// Starts a recording. `file` is the file of the level.
    pub fn start_recording(&mut self, file: &str) {
        if self.edited {
            // Seeking to before the edit and back would now lead to another state.
            self.clear_history();
        }
        self.recorder = Some(self.new_recorder(file));
    }

    /// A recorder of the simulation from now on. `file` is the file of the level.
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

    /// The last ticks up to the shown one, at most `max_ticks`, to record them. `file` is the file of the level.
    pub fn past(&self, file: &str, max_ticks: usize) -> Option<Past> {
        let level = (self.level.name.as_str(), file, self.level_hash());
        self.timeline.past(&self.sim, level, max_ticks)
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
                self.recorder
                    .iter_mut()
                    .for_each(|recorder| recorder.rewind(ticks));
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

/// The message that a recording has ended by itself after this many ticks.
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
mod tests;
