//! Shared by the unit tests.

#[allow(dead_code, reason = "the tests of the library use more of it")]
#[path = "../../../src/test_support/random.rs"]
pub mod random;

use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::level::{Disk, Level, load_level};
use sidle::player::{Rules, Tuning};
use sidle::sim::Sim;
use sidle::world::World;

/// The middle of a box, and its half extents.
pub type Block = [[f64; 3]; 2];

/// A world of boxes, with a player of the shipped tuning.
pub fn sim_of(boxes: &[Block]) -> Sim {
    let boxes = boxes.iter().map(|part| part.map(DVec3::from_array));
    let boxes = boxes.filter_map(|[middle, half]| Obb::new(middle, DMat3::IDENTITY, half));
    let world = World::new(vec![], boxes.collect());
    Sim::new(world, Tuning::default(), Rules::default(), 120)
}

/// The test level of the game.
pub fn courtyard() -> Level {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/courtyard.toml");
    let level = load_level(path.as_ref(), &Disk).level;
    level.expect("the test level is good")
}
