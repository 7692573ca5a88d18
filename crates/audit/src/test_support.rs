//! Shared by the unit tests.

#[allow(dead_code, reason = "the tests of the library use more of it")]
#[path = "../../../src/test_support/random.rs"]
pub mod random;

use sidle::level::{Disk, Level, load_level};

/// The test level of the game.
pub fn courtyard() -> Level {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/courtyard.toml");
    let level = load_level(path.as_ref(), &Disk).level;
    level.expect("the test level is good")
}
