//! Trials: short runs from a place on the floor with given keys, and their recordings.

use glam::DVec3;

use super::explored::Explored;
use crate::player::{Command, Ground, PlayerState};
use crate::replay::Recording;
use crate::sim::{Sim, Snapshot};

/// At most `most` of `items`, as far apart from one another in their order as they can be.
pub(super) fn spread<T>(items: Vec<T>, most: usize) -> Vec<T> {
    let apart = items.len().div_ceil(most).max(1);
    items.into_iter().step_by(apart).collect()
}

/// The first state of a level, with a walker on the floor at `place` that moves at `velocity` as `command` asks.
pub(super) fn begin(
    audit: &Explored,
    place: DVec3,
    velocity: DVec3,
    command: &Command,
) -> Snapshot {
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
    state
}

/// Makes the commands of `keys` from `start`, leaves `sim` at the end, and records them.
pub(super) fn recorded(
    audit: &Explored,
    sim: &mut Sim,
    start: &Snapshot,
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
