//! The last ticks of a session, recorded a little in each frame while the session continues.

use std::time::Duration;

use sidle::player::TickInput;
use sidle::replay::{LevelHash, Recorder};
use sidle::sim::{Sim, Snapshot};

use crate::platform::Instant;
use crate::session::history::timeline::KEYFRAME_TICKS;

/// How many ticks are simulated between two looks at the clock. Smaller: looking takes time; larger: a frame is late.
const TICKS_AT_ONCE: usize = 16;

/// A copy of the last ticks of a session, which are simulated again to record them.
pub struct Past {
    sim: Sim,
    level: String,
    file: String,
    level_hash: LevelHash,
    /// The states before the first tick, and before every [`KEYFRAME_TICKS`]th after it; at least one.
    keyframes: Vec<Snapshot>,
    inputs: Vec<TickInput>,
    recorder: Recorder,
    /// How many of the ticks are recorded, or left out.
    done: usize,
}

impl Past {
    /// The ticks with these `inputs` and `keyframes`, in a copy of `sim`. `level` is the level's name, `file` its file and
    /// `level_hash` its hash. `None` without a tick.
    pub fn new(
        sim: &Sim,
        (level, file, level_hash): (&str, &str, LevelHash),
        keyframes: Vec<Snapshot>,
        inputs: Vec<TickInput>,
    ) -> Option<Self> {
        let first = keyframes.first().filter(|_| !inputs.is_empty())?;
        let mut sim = sim.clone().without_trace();
        sim.restore(first);
        Some(Self {
            recorder: Recorder::with_level_hash(level, file, &sim, level_hash),
            sim,
            level: level.to_owned(),
            file: file.to_owned(),
            level_hash,
            keyframes,
            inputs,
            done: 0,
        })
    }

    /// Begins again, with the last `max_ticks` ticks. A recording starts at a keyframe, so it has a few ticks less, but at
    /// least one.
    pub fn restart(&mut self, max_ticks: usize) {
        let skipped = self.inputs.len().saturating_sub(max_ticks);
        let last = self.keyframes.len() - 1;
        let keyframe = skipped.div_ceil(KEYFRAME_TICKS).min(last);
        self.sim.restore(&self.keyframes[keyframe]);
        self.recorder =
            Recorder::with_level_hash(&self.level, &self.file, &self.sim, self.level_hash);
        self.done = keyframe * KEYFRAME_TICKS;
    }

    /// Records for about `time`. Returns whether all ticks are recorded.
    pub fn advance(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        while self.done < self.inputs.len() && start.elapsed() < time {
            self.record(TICKS_AT_ONCE);
        }
        self.done == self.inputs.len()
    }

    /// The recording of all ticks.
    pub fn finish(mut self) -> Recorder {
        self.record(self.inputs.len());
        self.recorder
    }

    /// The recording so far.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    fn record(&mut self, ticks: usize) {
        let end = (self.done + ticks).min(self.inputs.len());
        for input in &self.inputs[self.done..end] {
            self.sim.play(input);
            self.recorder.add(&input.command, &self.sim);
        }
        self.done = end;
    }
}
