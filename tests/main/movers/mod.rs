//! Tests of movers, their paths, their obstacles, and their effects on the player of each controller.

mod crowd;
mod driving;
mod landing;
mod passengers;
mod player;
mod riders;

use crate::support::{RATES, Shapes, add_block, add_box, add_movers, floor, mover_desc};
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Controller, Mode, PlayerState, Tuning};
use sidle::query::{ObbOverlap, overlap_obb_obb};
use sidle::replay::StateHash;
use sidle::sim::Sim;
use sidle::world::{BoxFit, BoxId, DrivenMover, MoverDesc, Obstacle, OnHit, PathEnd};

/// A simulation with movers, and the command of each of its ticks.
struct Drive {
    sim: Sim,
    command: Command,
}

/// A simulation of movers among `shapes`, with a player at `position`.
fn drive(
    shapes: Shapes,
    descs: Vec<MoverDesc>,
    position: DVec3,
    controller: Controller,
    hz: u32,
) -> Drive {
    drive_tuned(shapes, descs, position, controller, Tuning::default(), hz)
}

/// [`drive`] with a tuning.
fn drive_tuned(
    mut shapes: Shapes,
    descs: Vec<MoverDesc>,
    position: DVec3,
    controller: Controller,
    tuning: Tuning,
    hz: u32,
) -> Drive {
    let movers = add_movers(&mut shapes, descs);
    let rules = crate::support::rules(position, controller);
    let sim = Sim::new(shapes.world(), tuning, rules, hz).with_movers(movers);
    let command = sim.idle_command();
    Drive { sim, command }
}

impl Drive {
    /// Runs for this time with the command.
    fn run(&mut self, seconds: f64) -> &mut Self {
        for _ in 0..(seconds * f64::from(self.sim.hz())).round() as u32 {
            self.sim.tick(&self.command);
            assert!(self.player().position.is_finite());
        }
        self
    }

    fn player(&self) -> PlayerState {
        *self.sim.player()
    }

    fn mover(&self, number: usize) -> &DrivenMover {
        &self.sim.movers()[number]
    }

    /// The path distance that a mover has driven; metres.
    fn distance(&self, number: usize) -> f64 {
        self.mover(number).state.distance
    }

    /// The deepest overlap of the player with any collider; metres.
    fn overlap(&self) -> f64 {
        crate::support::overlap(&self.sim)
    }
}

/// Runs `check` with every controller at every tick rate.
fn each(check: impl Fn(Controller, u32, &str)) {
    for (name, controller) in Controller::NAMES {
        for hz in RATES {
            check(controller, hz, &format!("{name} at {hz} Hz"));
        }
    }
}

/// A position that no mover comes near.
const FAR: DVec3 = DVec3::new(50.0, 0.5, 50.0);
/// The size of a mover; metres.
const CUBE: DVec3 = DVec3::new(2.0, 2.0, 2.0);
