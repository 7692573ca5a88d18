//! Whether any key moves a walker.

use std::iter;

use sidle::glam::DVec3;
use sidle::sim::Sim;
use sidle::world::Obstacle;

use super::keys::{HeldKeys, Press, every_direction};
use super::walker::{Kept, Walker};

/// How long each key is pressed; seconds. Smaller: a slow walker seems to be stuck; larger: the check takes longer.
const TRIAL: f64 = 0.75;

/// How long a walker waits for a mover to set it free; seconds.
const PATIENCE: f64 = 30.0;

/// A key that moves a walker by less than this share of its radius does not free it.
const MIN_MOTION: f64 = 0.02;

/// Whether no key moves the player of `sim` away from `start`. Whom a mover presses is not stuck, since that is a finding of the mover. Adds
/// the ticks that it takes to `ticks`.
pub fn is_stuck(sim: &mut Walker, start: &Kept, ticks: &mut u64) -> bool {
    let least = sim.tuning().radius * MIN_MOTION;
    let from = start.player.position;
    sim.restore(start);
    let idle = HeldKeys::idle(sim);
    let patience = if sim.movers().is_empty() {
        TRIAL
    } else {
        PATIENCE
    };
    if moves(sim, from, least, patience, ticks, idle) {
        return false;
    }
    if pressing_mover(sim).is_some() {
        return false;
    }
    let waited = sim.snapshot();
    let jump = HeldKeys {
        jump: Press::Always,
        ..idle
    };
    iter::once(jump).chain(every_direction(sim)).all(|keys| {
        sim.restore(&waited);
        !moves(sim, from, least, TRIAL, ticks, keys)
    })
}

/// The first mover that presses the player against something, and stands still for that.
pub fn pressing_mover(sim: &Sim) -> Option<usize> {
    let mut movers = sim.movers().iter();
    movers.position(|driven| driven.state.blocked_by == Some(Obstacle::Player))
}

/// Whether these keys move the player farther than `least` away from `from`.
fn moves(
    sim: &mut Walker,
    from: DVec3,
    least: f64,
    seconds: f64,
    ticks: &mut u64,
    keys: HeldKeys,
) -> bool {
    for tick in 0..(seconds * f64::from(sim.hz())) as u32 {
        sim.tick(&keys.at(tick));
        *ticks += 1;
        if sim.relocated() || sim.player().position.distance_squared(from) > least * least {
            return true;
        }
    }
    false
}
