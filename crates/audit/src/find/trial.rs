//! Trials: short runs from a place on the floor with given keys, and their recordings.

use sidle::glam::DVec3;

use super::explored::Explored;
use crate::walk::{Kept, Walker};
use sidle::player::{Command, Ground, PlayerState};
use sidle::replay::Recording;
use sidle::sim::Sim;

/// How many ticks directed walks may take, and have taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trials {
    end: u64,
    ticks: u64,
}

impl Trials {
    /// Trials that take about `ticks` at most.
    pub fn new(ticks: u64) -> Self {
        Self {
            end: ticks,
            ticks: 0,
        }
    }

    /// Allows `ticks` more.
    pub fn allow(&mut self, ticks: u64) {
        self.end += ticks;
    }

    /// How many ticks they have taken.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The results of `work` from places as far apart in their order as the ticks allow, of which each place takes
    /// about `cost`. `work` also returns how many it took.
    pub fn spread<T: Sync, R: Send>(
        &mut self,
        audit: &Explored,
        places: &[T],
        cost: u64,
        work: impl Fn(&mut Walker, &T) -> (R, u64) + Sync,
    ) -> Vec<R> {
        let most = (self.end.saturating_sub(self.ticks) / cost.max(1)).max(1) as usize;
        let apart = places.len().div_ceil(most).max(1);
        let places: Vec<&T> = places.iter().step_by(apart).collect();
        let results = audit.pool.map(&places, |sim, place| work(sim, place));
        self.ticks += results.iter().map(|(_, ticks)| ticks).sum::<u64>();
        results.into_iter().map(|(result, _)| result).collect()
    }
}

/// The first state of a level, with a walker on the floor at `place` that moves at `velocity` as `command` asks.
pub(super) fn begin(audit: &Explored, place: DVec3, velocity: DVec3, command: &Command) -> Kept {
    let mut state = audit.sim().snapshot();
    state.player = PlayerState {
        position: place,
        velocity,
        yaw: command.yaw,
        mode: command.mode,
        controller: command.controller,
        ground: Ground::Floor { normal: DVec3::Y },
        ..state.player
    };
    state.into()
}

/// Makes the commands of `keys` from `start`, leaves `sim` at the end, and records them.
pub(super) fn recorded(
    audit: &Explored,
    sim: &mut Walker,
    start: &Kept,
    ticks: u32,
    mut keys: impl FnMut(&Sim) -> Command,
) -> Recording {
    sim.restore(start);
    let mut recorder = audit.title.recorder(sim);
    for _ in 0..ticks {
        let command = keys(sim);
        sim.tick(&command);
        recorder.add(&command, sim);
    }
    recorder.recording()
}
