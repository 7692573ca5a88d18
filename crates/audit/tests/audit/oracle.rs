//! The slow truth: where a body gets to in a small world, tried from every place of a fine grid in every direction.

use std::collections::BTreeMap;

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{Axis, Command};
use sidle::sim::{Sim, Snapshot};

/// The side of a place of the grid; metres.
const SIDE: f64 = 0.25;

/// In how many directions a body goes from each.
const DIRECTIONS: u32 = 8;

/// How long it walks, and how long it may fly; ticks.
const WALK: u32 = 15;
const FLIGHT: u32 = 240;

/// The places where a body stood that began in the state of `sim`, each with its first state.
pub fn places(sim: &mut Sim) -> Vec<DVec3> {
    let at = |sim: &Sim| {
        (sim.player().position / SIDE)
            .to_array()
            .map(|along| along.floor() as i32)
    };
    let mut known: BTreeMap<[i32; 3], DVec3> = BTreeMap::new();
    let mut open: Vec<Snapshot> = vec![sim.snapshot()];
    while let Some(state) = open.pop() {
        for number in 0..DIRECTIONS * 2 {
            let (direction, jumps) = (number / 2, number % 2 == 1);
            sim.restore(&state);
            let command = Command {
                forward: Axis::new(1.0),
                yaw: BinaryAngle::from_degrees(
                    360.0 / f64::from(DIRECTIONS) * f64::from(direction),
                ),
                fast: jumps,
                ..sim.idle_command()
            };
            for tick in 0..FLIGHT {
                let jump = jumps && tick == 0;
                sim.tick(&Command { jump, ..command });
                if sim.respawned() || tick >= WALK && sim.player().ground.stands() {
                    break;
                }
            }
            if !sim.respawned() && sim.player().ground.stands() {
                known.entry(at(sim)).or_insert_with(|| {
                    open.push(sim.snapshot());
                    sim.player().position
                });
            }
        }
    }
    known.into_values().collect()
}
