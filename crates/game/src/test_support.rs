//! Helpers for the tests of several modules: the test level, small worlds, and temporary folders.

use std::fs;
use std::path::PathBuf;

use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::level::{Level, LoadedLevel, WithLevel, load_level};
use sidle::player::{Axis, Command, Controller, Rules, Spawn, TickInput, Tuning};
use sidle::sim::Sim;
use sidle::world::World;

use crate::platform::built_in::{BuiltIn, TEST_LEVEL};
use crate::session::Session;
use crate::session::lab::LabInput;

/// Makes the root of the repository the current folder, for tests that read its files by relative paths. Cargo starts tests
/// in the folder of their package. Every caller sets the same folder, so tests do not disturb one another.
pub fn enter_root() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the root of the repository");
}

/// The test level.
pub fn courtyard() -> Level {
    let level = load_level(TEST_LEVEL.as_ref(), &BuiltIn).level;
    level.expect("the test level is good")
}

/// A level of `count` crates in one place, in which the player starts.
pub fn pile(count: usize) -> Level {
    let crates = "[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n".repeat(count);
    level(&format!(
        "format = 1\nname = \"Pile\"\nspawn.position = [0, 0, 0]\nspawn.controller = \"swept\"\n{crates}"
    ))
}

/// What a level of this text loads as, next to the files that come with the game.
pub fn loaded(text: &str) -> LoadedLevel {
    let path = "levels/test.toml".as_ref();
    let files = WithLevel {
        path,
        text,
        files: &BuiltIn,
    };
    load_level(path, &files)
}

/// The level of this text.
pub fn level(text: &str) -> Level {
    let loaded = loaded(text);
    let problems = loaded.diagnostics;
    loaded.level.unwrap_or_else(|| panic!("{problems:?}"))
}

/// An axis-aligned box; metres.
pub fn slab(center: DVec3, half: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half).expect("a box")
}

/// A simulation of a player at `spawn` in `world`, at 120 ticks per second.
pub fn begun(world: World, tuning: Tuning, spawn: Spawn) -> Sim {
    let rules = Rules {
        spawn,
        ..Rules::default()
    };
    Sim::new(world, tuning, rules, 120)
}

/// A player half a metre above the origin of `world`, who reaches full speed at once.
pub fn walker(world: World, controller: Controller, hz: u32) -> Sim {
    let spawn = Spawn {
        position: DVec3::Y * 0.5,
        controller,
        ..Spawn::default()
    };
    let tuning = Tuning {
        ground_accel: f64::INFINITY,
        ..Tuning::default()
    };
    let mut sim = begun(world, tuning, spawn);
    sim.set_hz(hz);
    sim
}

/// A floor whose upper side is at height 0.
pub fn floor() -> Obb {
    slab(DVec3::Y * -1.0, DVec3::new(99.0, 1.0, 999.0))
}

/// The command of a player who walks ahead and to the right by these shares of the full speed, and keeps the view.
pub fn walking(sim: &Sim, ahead: f64, right: f64) -> Command {
    Command {
        forward: Axis::new(ahead),
        right: Axis::new(right),
        ..sim.idle_command()
    }
}

/// Walks in `session` for so many ticks.
pub fn walk(session: &mut Session, ticks: usize, ahead: f64, right: f64) {
    for _ in 0..ticks {
        let command = walking(&session.sim, ahead, right);
        play(session, command);
    }
}

/// Plays one tick of `session`.
pub fn play(session: &mut Session, input: impl Into<TickInput>) {
    session.tick(&input.into(), &LabInput::default(), None);
}

/// Numbers that look random, the same in each run.
pub struct Dice(pub u64);

impl Dice {
    /// From 0 to 1.
    pub fn roll(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    /// From -1 to 1.
    pub fn sign(&mut self) -> f64 {
        2.0 * self.roll() - 1.0
    }
}

/// A temporary folder for one test, removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sidle-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
