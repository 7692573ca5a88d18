//! Replays a recording and compares it tick by tick.

use glam::DVec3;

use super::{Recording, StateHash};
use crate::sim::Sim;

/// The result of a replay that matches its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The number of ticks.
    pub ticks: u64,
    /// The hash of the states after all ticks.
    pub hash: StateHash,
}

/// Where a replay differs from its recording.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Divergence {
    /// The first tick that differs, counted from 1; `None` if only the end is known to differ. A check has
    /// 16 bits, so in one of 65 536 cases an earlier tick differs already.
    pub tick: Option<u64>,
    /// Where the player is after that tick in the replay; metres.
    pub position: DVec3,
}

/// Replays `recording` in `sim`. The simulation must be at its spawn, at the recorded tick rate, and of a
/// level to which [`Header::apply_to`](super::Header::apply_to) was applied.
///
/// # Errors
/// When a tick differs: the level, the tuning or the program was changed after the recording.
///
/// # Example
/// ```
/// use sidle::{player::Command, replay::{Recorder, verify}, sim::Sim, world::World};
/// let start = Sim::new(World::default(), Default::default(), Default::default(), 120);
/// let (mut sim, mut recorder) = (start.clone(), Recorder::new("Void", "void.toml", &start));
/// let jump = Command { jump: true, ..Command::default() };
/// sim.tick(&jump);
/// recorder.add(&Command::default(), &sim); // Another command than the simulation's.
/// assert_eq!(verify(&recorder.recording(), start).unwrap_err().tick, Some(1));
/// ```
pub fn verify(recording: &Recording, sim: Sim) -> Result<Verified, Divergence> {
    let mut sim = sim.without_trace();
    // A state that does not fit shows in the first check.
    recording.begin(&mut sim).ok();
    let mut hash = StateHash::new();
    let mut checks = recording.checks.iter();
    for (tick, input) in (1..).zip(recording.inputs.iter()) {
        sim.play(&input);
        hash.add(&sim);
        if checks.next().is_some_and(|check| *check != hash.folded()) {
            return Err(Divergence {
                tick: Some(tick),
                position: sim.player().position,
            });
        }
    }
    if hash == recording.end {
        Ok(Verified {
            ticks: recording.inputs.ticks(),
            hash,
        })
    } else {
        Err(Divergence {
            tick: None,
            position: sim.player().position,
        })
    }
}

#[cfg(test)]
mod tests;
