//! The last minutes of a simulation, any tick of which can be shown again.
//!
//! The timeline keeps every command, and a keyframe before every few of them. It shows a tick by restoring the keyframe
//! before it and simulating the commands since. That reproduces the tick's trace and its ghosts bit-exactly.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::time::Duration;

use sidle::player::{PlayerState, TickInput};
use sidle::replay::LevelHash;
use sidle::sim::{Sim, Snapshot};

use crate::platform::stopwatch::timed;
use crate::session::history::ghosts::{GhostMode, GhostStates, Ghosts, play};
use crate::session::history::past::Past;
use crate::session::movers::Movers;

/// Ticks from one keyframe to the next. Smaller: more memory; larger: seeking simulates more ticks.
pub(super) const KEYFRAME_TICKS: usize = 32;

/// How many ticks are kept, six minutes at the usual rate; a multiple of [`KEYFRAME_TICKS`].
const MAX_TICKS: usize = 1350 * KEYFRAME_TICKS;

/// The input of one tick.
#[derive(Clone, Copy, Debug)]
struct TimelineEntry {
    input: TickInput,
    ghost_mode: GhostMode,
}

/// The last ticks of a simulation, and which of them is shown.
#[derive(Default)]
pub struct Timeline {
    entries: VecDeque<TimelineEntry>,
    /// The states before the first tick, and before every [`KEYFRAME_TICKS`]th after it.
    keyframes: VecDeque<(Snapshot, GhostStates)>,
    /// How many of the ticks lead to the shown state.
    shown: usize,
    /// How long the player's own part of the last simulated tick took.
    tick_duration: Duration,
}

impl Timeline {
    /// Simulates one more tick after the shown one. Discards the ticks that followed it before. Without `movers`, those of the
    /// command line repeat their steps.
    pub fn tick(
        &mut self,
        sim: &mut Sim,
        ghosts: &mut Ghosts,
        input: &TickInput,
        ghost_mode: GhostMode,
        movers: Option<&mut Movers>,
    ) {
        self.entries.truncate(self.shown);
        self.keyframes.truncate(self.shown.div_ceil(KEYFRAME_TICKS));
        // A mover that ends would repeat what it did before a rewind.
        if let Some(movers) = &movers {
            ghosts.forget_outer_steps();
            if !movers.player_repeats {
                sim.forget_outer_steps();
            }
        }
        if self.shown == MAX_TICKS {
            self.entries.drain(..KEYFRAME_TICKS);
            self.keyframes.pop_front();
            self.shown -= KEYFRAME_TICKS;
        }
        if self.shown.is_multiple_of(KEYFRAME_TICKS) {
            self.keyframes.push_back((sim.snapshot(), ghosts.states()));
        }
        let entry = TimelineEntry {
            input: *input,
            ghost_mode,
        };
        self.entries.push_back(entry);
        self.shown += 1;
        self.tick_duration = entry.simulate(sim, ghosts, movers);
    }

    /// Shows the tick `ticks` after the shown one, or before it when negative; clamped to the kept ticks.
    pub fn seek_by(&mut self, sim: &mut Sim, ghosts: &mut Ghosts, ticks: isize) {
        let last = self.entries.len();
        if last == 0 {
            return;
        }
        let target = self.shown.saturating_add_signed(ticks).clamp(1, last);
        if target == self.shown {
            return;
        }
        // A short way ahead starts at the current state, any other at the keyframe before the target.
        let mut simulated = self.shown;
        if target < simulated || target - simulated > KEYFRAME_TICKS {
            let keyframe = (target - 1) / KEYFRAME_TICKS;
            let (player, ghost_states) = &self.keyframes[keyframe];
            sim.restore(player);
            ghosts.restore(ghost_states, sim);
            simulated = keyframe * KEYFRAME_TICKS;
        }
        for entry in self.entries.range(simulated..target) {
            self.tick_duration = entry.simulate(sim, ghosts, None);
        }
        self.shown = target;
    }

    /// How long the player's own part of the shown tick took when it was last simulated.
    pub fn tick_duration(&self) -> Duration {
        self.tick_duration
    }

    /// Simulates the shown tick once more, so that `sim` traces it. If the result differs, as after an edit of the
    /// level, `sim` keeps its state.
    pub fn resimulate(&self, sim: &mut Sim) {
        let Some(before) = self.shown.checked_sub(1) else {
            return;
        };
        self.simulate_to(sim, before, &sim.snapshot());
    }

    /// Simulates the tick of entry `last` once more, from the keyframe before it. If the result differs from `expected`,
    /// `sim` takes that.
    fn simulate_to(&self, sim: &mut Sim, last: usize, expected: &Snapshot) {
        self.play_from_keyframe(sim, last, |_, _, _, _| {});
        if sim.snapshot() != *expected {
            sim.restore(expected);
        }
    }

    /// Plays all ticks from the keyframe before that of entry `last` up to it. `each` gets the number of the entry, the
    /// state before, the input and the simulation after the tick.
    fn play_from_keyframe(
        &self,
        sim: &mut Sim,
        last: usize,
        mut each: impl FnMut(usize, &PlayerState, &TickInput, &Sim),
    ) {
        let first = last / KEYFRAME_TICKS * KEYFRAME_TICKS;
        sim.restore(&self.keyframes[first / KEYFRAME_TICKS].0);
        for (number, entry) in (first..).zip(self.entries.range(first..=last)) {
            let before = *sim.player();
            sim.play(&entry.input);
            each(number, &before, &entry.input, sim);
        }
    }

    /// Simulates those of these `ticks` that are kept once more, with a trace. `each` gets the state before a tick, its input and
    /// the simulation after it. Afterwards `sim` is as it was.
    pub fn review(
        &self,
        sim: &mut Sim,
        ticks: RangeInclusive<u64>,
        mut each: impl FnMut(&PlayerState, &TickInput, &Sim),
    ) {
        let Some(shown) = self.shown.checked_sub(1) else {
            return;
        };
        let (now, traces) = (sim.snapshot(), sim.is_tracing());
        // Entry 0 leads to this tick, and each to the one after.
        let begun = now.tick.saturating_sub(shown as u64);
        let entry = |tick: u64| tick.saturating_sub(begun) as usize;
        if *ticks.end() < begun {
            return;
        }
        let end = entry(*ticks.end()).min(self.entries.len() - 1);
        let mut first = entry(*ticks.start());
        sim.set_tracing(true);
        while first <= end {
            // The last entry before the next keyframe.
            let last = end.min(first / KEYFRAME_TICKS * KEYFRAME_TICKS + KEYFRAME_TICKS - 1);
            self.play_from_keyframe(sim, last, |number, before, input, sim| {
                if number >= first {
                    each(before, input, sim);
                }
            });
            first = last + 1;
        }
        sim.set_tracing(traces);
        self.simulate_to(sim, shown, &now);
    }

    /// The input of the shown tick.
    pub fn input(&self) -> Option<&TickInput> {
        let entry = self.entries.get(self.shown.checked_sub(1)?)?;
        Some(&entry.input)
    }

    /// How many kept ticks lie before the shown one, and how many after it.
    pub fn ticks_behind_and_ahead(&self) -> (usize, usize) {
        (
            self.shown.saturating_sub(1),
            self.entries.len() - self.shown,
        )
    }

    /// The last ticks up to the shown one, to record them. They start at a keyframe, so there are `max_ticks` of them or a few
    /// less. `sim` is the player's simulation, and `level` its level's name, file and hash. `None` before the first tick.
    pub fn past(
        &self,
        sim: &Sim,
        level: (&str, &str, LevelHash),
        max_ticks: usize,
    ) -> Option<Past> {
        let shown = self.shown.checked_sub(1)?;
        // At least one tick: where no keyframe is near enough, the last one.
        let last = shown / KEYFRAME_TICKS;
        let first = self
            .shown
            .saturating_sub(max_ticks)
            .div_ceil(KEYFRAME_TICKS);
        let first = first.min(last);
        let keyframes = self.keyframes.range(first..=last);
        let keyframes = keyframes.map(|(snapshot, _)| snapshot.clone()).collect();
        let entries = self.entries.range(first * KEYFRAME_TICKS..self.shown);
        let inputs = entries.map(|entry| entry.input).collect();
        Past::new(sim, level, keyframes, inputs)
    }
}

impl TimelineEntry {
    /// Simulates the tick. Returns how long the player's own part took.
    fn simulate(
        &self,
        sim: &mut Sim,
        ghosts: &mut Ghosts,
        mut movers: Option<&mut Movers>,
    ) -> Duration {
        ghosts.tick(sim, &self.input, self.ghost_mode, movers.as_deref_mut());
        let movers = movers.filter(|movers| !movers.player_repeats);
        let ((), duration) = timed(|| play(sim, &self.input, movers));
        duration
    }
}

#[cfg(test)]
mod tests;
