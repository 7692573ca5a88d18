//! Helpers for the unit tests.

mod double_double;
#[cfg(feature = "level")]
mod glb;
#[cfg(feature = "level")]
mod levels;
mod planes;
mod random;
mod sweeps;
#[cfg(feature = "level")]
mod threads;
mod walk;

use glam::DVec3;

pub use double_double::{DoubleDouble, DoubleDoubleVec3};
#[cfg(feature = "level")]
pub use glb::glb;
#[cfg(feature = "level")]
pub use levels::{MemoryFiles, places_and_messages};
pub use planes::{Planes, distance_to_point, distance_to_segment};
pub use random::Random;
pub use sweeps::check_sweep;
#[cfg(feature = "level")]
pub use threads::with_threads;
pub use walk::Walk;

/// About `count` evenly distributed directions, a spherical spiral by the golden angle.
pub fn directions(count: u32) -> Vec<DVec3> {
    let direction = |step: u32| {
        let height = 1.0 - (2.0 * f64::from(step) + 1.0) / f64::from(count);
        let (radius, angle) = (
            (1.0 - height * height).sqrt(),
            2.399_963_229_728_653 * f64::from(step),
        );
        DVec3::new(libm::cos(angle) * radius, height, libm::sin(angle) * radius)
    };
    (0..count).map(direction).collect()
}

/// The eight corners of a box.
pub fn corners_of_obb(obb: &crate::geometry::Obb) -> [DVec3; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
        let side = |bit: i32| if corner & bit == 0 { -1.0 } else { 1.0 };
        obb.to_world(obb.half_extents() * DVec3::new(side(1), side(2), side(4)))
    })
}
