//! Each level of the gallery behaves as its signs say.

mod blocks;
mod challenges;
mod classic_options;
mod columns;
mod corners;
mod garden;
mod ghost_edges;
mod moves;
mod obstacle_course;
mod speed;
mod spiral_tower;
mod stairs_and_ramps;
mod surfaces;
mod terrain;

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DVec3, Vec3Swizzles};
use sidle::level::{Level, load_script};
use sidle::player::{Axis, Command, Controller, Mode, PlayerState, Tuning};
use sidle::sim::Sim;

use crate::support::fs::Disk;
use crate::support::{Walk, shipped_level, walker};

const SWEPT: Controller = Controller::Swept;
const CLASSIC: Controller = Controller::Classic;
const BOXED: Controller = Controller::Boxed;

/// The largest overlap of a walker that counts as rounding; metres.
const ROUNDING: f64 = 1e-12;

/// The levels of the gallery.
const GALLERY: [&str; 17] = [
    "corners",
    "ghost-edges",
    "stairs-and-ramps",
    "columns",
    "spiral-tower",
    "terrain",
    "speed",
    "one-sided",
    "edge-radius",
    "boxed",
    "box-turns",
    "blocks",
    "obstacle-course",
    "garden",
    "surfaces",
    "moves",
    "challenges",
];

/// A level with another tuning.
fn tuned(mut level: Level, change: impl FnOnce(&mut Tuning)) -> Level {
    change(&mut level.tuning);
    level
}

/// The position after walking to the `right` (-1: to the left) for `seconds`.
fn sidestepped(walk: Walk, yaw_deg: f64, right: f64, seconds: f64) -> DVec3 {
    let mut sim = walk.sim;
    let command = Command {
        right: Axis::new(right),
        yaw: BinaryAngle::from_degrees(yaw_deg),
        mode: Mode::Walk,
        controller: sim.player().controller,
        ..Command::default()
    };
    for _ in 0..(seconds * f64::from(sim.hz())) as u32 {
        sim.tick(&command);
    }
    sim.player().position
}

/// The end of a shipped walk script through a level, from the level's own spawn.
fn end_of_script(name: &str, controller: Controller) -> PlayerState {
    let mut level = shipped_level(name);
    level.rules.spawn.controller = controller;
    let path = format!("tests/fixtures/walks/{name}.toml");
    let script = load_script(path.as_ref(), &Disk).script.expect("a script");
    let spawn = level.rules.spawn;
    let mut sim = Sim::of_level(level, Sim::DEFAULT_HZ).0;
    for input in script.inputs(&spawn, Sim::DEFAULT_HZ) {
        sim.play(&input);
    }
    *sim.player()
}

/// The longest displacement in one tick during the last second; metres.
fn residual(walk: &Walk) -> f64 {
    let last = &walk.states[walk.states.len() - 121..];
    let distances = last
        .windows(2)
        .map(|pair| pair[0].position.distance(pair[1].position));
    distances.fold(0.0, f64::max)
}

/// The least and greatest horizontal speed after the first second; m/s.
fn speeds(walk: &Walk) -> (f64, f64) {
    let states = walk.states[120..].iter();
    let speeds = states.map(|state| state.velocity.xz().length());
    speeds.fold((f64::INFINITY, 0.0), |(least, most), speed| {
        (speed.min(least), speed.max(most))
    })
}

#[test]
fn every_gallery_level_has_signs_that_explain_it() {
    for name in GALLERY {
        let level = shipped_level(name);
        let signs = level.scene.signs.len();
        assert!((3..=8).contains(&signs), "{name}: {signs} signs");
        assert!(
            level.scene.about.len() > 60,
            "{name}: {}",
            level.scene.about
        );
    }
}
