//! What tests of several modules share: the test level, small worlds, and folders of their own.

use std::fs;
use std::path::PathBuf;

use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::level::{Level, load_level};
use sidle::player::{Rules, Spawn, Tuning};
use sidle::sim::Sim;
use sidle::world::World;

use crate::platform::built_in::{BuiltIn, TEST_LEVEL};

/// The test level.
pub fn courtyard() -> Level {
    let level = load_level(TEST_LEVEL.as_ref(), &BuiltIn).level;
    level.expect("the test level is good")
}

/// A box along the axes of the world; metres.
pub fn slab(center: DVec3, half: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half).expect("a box")
}

/// A player at `spawn` in `world`, at 120 ticks per second.
pub fn begun(world: World, tuning: Tuning, spawn: Spawn) -> Sim {
    let rules = Rules {
        spawn,
        ..Rules::default()
    };
    Sim::new(world, tuning, rules, 120)
}

/// A folder of its own for a test, gone at the end.
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
