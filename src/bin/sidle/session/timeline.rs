//! The last minutes of a simulation: any tick of them can be looked at again.
//!
//! Kept are all commands, and the states before every few of them. A tick is looked at by returning to
//! the states before it and making it once more: so its trace is there too, and its ghosts, to the bit
//! as they were.

use std::collections::VecDeque;
use std::time::Duration;

use sidle::player::TickInput;
use sidle::replay::Recorder;
use sidle::sim::{Sim, Snapshot};

use crate::platform::stopwatch::timed;
use crate::session::ghosts::{GhostMode, GhostStates, Ghosts};

/// Ticks from one kept state to the next. Smaller: more memory; larger: a look back makes more ticks.
const STRIDE: usize = 32;

/// How far back one can look: six minutes at the usual rate; ticks, a multiple of the stride.
const MOST: usize = 1350 * STRIDE;

/// What a tick is made of.
#[derive(Clone, Copy, Debug)]
struct Moment {
    input: TickInput,
    ghost_mode: GhostMode,
}

/// The last ticks of a simulation, and which of them is shown.
#[derive(Default)]
pub struct Timeline {
    moments: VecDeque<Moment>,
    /// The states before the first of them, and before every [`STRIDE`]th after it.
    states: VecDeque<(Snapshot, GhostStates)>,
    /// How many of them have been made in what is shown.
    shown: usize,
    /// How long the player's own part of the last one took.
    took: Duration,
}

impl Timeline {
    /// Makes one tick more; what came after the one that is shown is forgotten.
    pub fn tick(
        &mut self,
        sim: &mut Sim,
        ghosts: &mut Ghosts,
        input: &TickInput,
        ghost_mode: GhostMode,
    ) {
        self.moments.truncate(self.shown);
        self.states.truncate(self.shown.div_ceil(STRIDE));
        if self.shown == MOST {
            self.moments.drain(..STRIDE);
            self.states.pop_front();
            self.shown -= STRIDE;
        }
        if self.shown.is_multiple_of(STRIDE) {
            self.states.push_back((sim.snapshot(), ghosts.states()));
        }
        let moment = Moment {
            input: *input,
            ghost_mode,
        };
        self.moments.push_back(moment);
        self.shown += 1;
        self.took = moment.make(sim, ghosts);
    }

    /// Shows the tick so many after the one that is shown, or before it when negative; as far as the
    /// first and the last that are kept.
    pub fn go(&mut self, sim: &mut Sim, ghosts: &mut Ghosts, ticks: isize) {
        let last = self.moments.len();
        if last == 0 {
            return;
        }
        let wanted = self.shown.saturating_add_signed(ticks).clamp(1, last);
        if wanted == self.shown {
            return;
        }
        // A step ahead from where the simulation is; else from the kept states before it.
        let mut made = self.shown;
        if wanted < made || wanted - made > STRIDE {
            let kept = (wanted - 1) / STRIDE;
            let (player, others) = &self.states[kept];
            sim.restore(player);
            ghosts.restore(others, sim);
            made = kept * STRIDE;
        }
        for moment in self.moments.range(made..wanted) {
            self.took = moment.make(sim, ghosts);
        }
        self.shown = wanted;
    }

    /// How long the player's own part of the tick that is shown took, when it was made the last time.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// Makes the tick that is shown once more, as after more of it is to be traced. What it comes to must
    /// be the same: else, as after an edit of the level, everything stays as it is.
    pub fn again(&self, sim: &mut Sim) {
        let Some(before) = self.shown.checked_sub(1) else {
            return;
        };
        let (now, kept) = (sim.snapshot(), before / STRIDE);
        sim.restore(&self.states[kept].0);
        for moment in self.moments.range(kept * STRIDE..self.shown) {
            sim.play(&moment.input);
        }
        if sim.snapshot() != now {
            sim.restore(&now);
        }
    }

    /// The input of the tick that is shown.
    pub fn input(&self) -> Option<&TickInput> {
        let moment = self.moments.get(self.shown.checked_sub(1)?)?;
        Some(&moment.input)
    }

    /// How many ticks lie behind the one that is shown, and how many ahead.
    pub fn reach(&self) -> (usize, usize) {
        (
            self.shown.saturating_sub(1),
            self.moments.len() - self.shown,
        )
    }

    /// The last ticks up to the one that is shown, `most` of them, or a few less, as a recording in `level`,
    /// whose file is `file`; `sim` is that of the player. `None` before the first tick.
    pub fn record(&self, sim: &Sim, level: &str, file: &str, most: usize) -> Option<Recorder> {
        let shown = self.shown.checked_sub(1)?;
        // From a kept state on; the last of them, if no other is near enough.
        let kept = self.shown.saturating_sub(most).div_ceil(STRIDE);
        let kept = kept.min(shown / STRIDE);
        let (first, _) = self.states.get(kept)?;
        let mut sim = sim.clone().without_trace();
        sim.restore(first);
        let mut recorder = Recorder::new(level, file, &sim);
        for moment in self.moments.range(kept * STRIDE..self.shown) {
            sim.play(&moment.input);
            recorder.add(&moment.input.command, &sim);
        }
        Some(recorder)
    }
}

impl Moment {
    fn make(&self, sim: &mut Sim, ghosts: &mut Ghosts) -> Duration {
        ghosts.tick(sim, &self.input, self.ghost_mode);
        let ((), took) = timed(|| sim.play(&self.input));
        took
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::player::{Axis, Command, PlayerState};
    use sidle::world::World;

    fn fallen() -> Sim {
        Sim::new(
            World::default(),
            Default::default(),
            Default::default(),
            120,
        )
    }

    /// The state after each of `count` ticks, which differ from one another.
    fn live(timeline: &mut Timeline, sim: &mut Sim, count: usize) -> Vec<PlayerState> {
        let live = (0..count).map(|tick| {
            let command = Command {
                forward: Axis::new((tick % 7) as f64 / 7.0),
                ..Command::default()
            };
            let input = command.into();
            timeline.tick(sim, &mut Ghosts::default(), &input, GhostMode::Off);
            *sim.player()
        });
        live.collect()
    }

    #[test]
    fn every_tick_is_shown_again_to_the_bit_in_any_order() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        let states = live(&mut timeline, &mut sim, 100);
        assert_eq!(timeline.reach(), (99, 0));
        let mut at = 100_isize;
        for step in [-1, -1, 1, -40, 3, 3, -60, 90, -99, 98, -33, 1, 65, 7] {
            timeline.go(&mut sim, &mut Ghosts::default(), step);
            at = (at + step).clamp(1, 100);
            assert_eq!(*sim.player(), states[at as usize - 1], "after {step}");
            assert_eq!(sim.ticks(), at as u64);
            assert_eq!(timeline.reach(), (at as usize - 1, 100 - at as usize));
        }
    }

    #[test]
    fn who_goes_on_from_an_earlier_tick_lives_another_future() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        let states = live(&mut timeline, &mut sim, 70);
        timeline.go(&mut sim, &mut Ghosts::default(), -30);
        let others = live(&mut timeline, &mut sim, 50);
        assert_eq!(timeline.reach(), (89, 0));
        timeline.go(&mut sim, &mut Ghosts::default(), -50);
        assert_eq!(*sim.player(), states[39]);
        timeline.go(&mut sim, &mut Ghosts::default(), 10);
        assert_eq!(*sim.player(), others[9]);
    }

    #[test]
    fn only_the_last_minutes_are_kept() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        let states = live(&mut timeline, &mut sim, MOST + 40);
        let (behind, ahead) = timeline.reach();
        assert!(behind < MOST && behind > MOST - 2 * STRIDE && ahead == 0);
        timeline.go(&mut sim, &mut Ghosts::default(), isize::MIN);
        assert_eq!(timeline.reach().0, 0);
        assert_eq!(*sim.player(), states[MOST + 40 - 1 - behind]);
        timeline.go(&mut sim, &mut Ghosts::default(), isize::MAX);
        assert_eq!(Some(sim.player()), states.last());
    }

    #[test]
    fn the_tick_that_is_shown_is_made_again_for_its_trace() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        timeline.again(&mut sim);
        sim.set_tracing(false);
        for count in [1, 32, 40] {
            live(&mut timeline, &mut sim, count);
            let jump = Command {
                respawn: true,
                ..Command::default()
            };
            let (jump, none) = (jump.into(), &mut Ghosts::default());
            timeline.tick(&mut sim, none, &jump, GhostMode::Off);
            let (now, silent) = (sim.snapshot(), sim.trace().events().len());
            sim.set_tracing(true);
            timeline.again(&mut sim);
            assert_eq!((sim.snapshot(), silent), (now, 0), "after {count}");
            assert!(!sim.trace().events().is_empty(), "after {count}");
            sim.set_tracing(false);
        }
    }

    #[test]
    fn a_past_that_is_not_the_same_any_more_leaves_the_present_alone() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        live(&mut timeline, &mut sim, 10);
        // Somebody else made a tick that nobody kept.
        sim.tick(&Command::default());
        let now = sim.snapshot();
        timeline.again(&mut sim);
        assert_eq!(sim.snapshot(), now);
    }

    #[test]
    fn before_the_first_tick_there_is_nothing_to_show() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        timeline.go(&mut sim, &mut Ghosts::default(), -1);
        assert_eq!((sim.ticks(), timeline.reach()), (0, (0, 0)));
        assert_eq!(timeline.input(), None);
    }

    #[test]
    fn ghosts_come_and_go_again_as_they_did() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        let mut ghosts = Ghosts::default();
        let mut live = Vec::new();
        for tick in 0..200 {
            let ghost_mode = match tick {
                0..40 | 150.. => GhostMode::Off,
                90 => GhostMode::Resync,
                _ => GhostMode::On,
            };
            let command = Command {
                forward: Axis::new((tick % 7) as f64 / 7.0),
                ..Command::default()
            };
            timeline.tick(&mut sim, &mut ghosts, &command.into(), ghost_mode);
            live.push(ghosts.states());
        }
        let there = |states: &GhostStates| states.iter().flatten().count();
        assert_eq!(
            [there(&live[39]), there(&live[40]), there(&live[150])],
            [0, 2, 0]
        );
        let mut at = 200_isize;
        for step in [-150, 1, -11, -20, 90, 30, 60, -100] {
            timeline.go(&mut sim, &mut ghosts, step);
            at += step;
            let (then, now) = (&live[at as usize - 1], ghosts.states());
            assert!(then.iter().flatten().eq(now.iter().flatten()), "at {at}");
        }
    }

    #[test]
    fn what_is_kept_is_a_recording_up_to_the_tick_that_is_shown() {
        let (mut timeline, mut sim) = (Timeline::default(), fallen());
        assert!(timeline.record(&sim, "Void", "void.toml", MOST).is_none());
        live(&mut timeline, &mut sim, MOST + 40);
        timeline.go(&mut sim, &mut Ghosts::default(), -20);
        let record = |most| timeline.record(&sim, "Void", "void.toml", most).unwrap();
        for most in [MOST, 1000, 33, 0] {
            let recorder = record(most);
            let recording = recorder.recording();
            let began = recording.header.state.as_ref().unwrap().tick;
            assert_eq!(began + recorder.ticks(), sim.ticks());
            let verified = sidle::replay::verify(&recording, fallen()).unwrap();
            assert_eq!(verified.hash, recorder.hash());
        }
        // MOST + 20 ticks were made, and of those left none before a multiple of 32 is the first.
        assert_eq!(
            [1000, 33, 0].map(|most| record(most).ticks()),
            [980, 20, 20]
        );
    }
}
