//! Helpers for the unit tests.

mod double_double;
mod levels;
mod planes;
mod random;

use glam::DVec3;

pub use double_double::{DoubleDouble, DoubleDoubleVec3};
pub use levels::{MemoryFiles, places_and_messages};
pub use planes::{Planes, distance_to_point, distance_to_segment};
pub use random::Random;

/// About `count` evenly distributed directions: a spherical spiral by the golden angle.
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

/// Reference for sphere sweeps by conservative advancement: it never advances farther than the
/// distance to the closest point, so it cannot pass anything. Returns the fraction of the first
/// touch, accurate to about 1e-7 of the motion; `None` when the motion ends first, or passes closer
/// than that.
pub fn first_touch_by_conservative_advancement(
    sphere: &crate::geometry::Sphere,
    motion: DVec3,
    closest: impl Fn(DVec3) -> DVec3,
) -> Option<f64> {
    let length = motion.length();
    let mut travelled = 0.0;
    for _ in 0..2000 {
        let center = sphere.center() + motion * (travelled / length);
        let gap = closest(center).distance(center) - sphere.radius();
        if gap < 1e-10 {
            return Some(travelled / length);
        }
        travelled += gap;
        if travelled > length {
            return None;
        }
    }
    None
}

/// The eight corners of a box.
pub fn corners_of_obb(obb: &crate::geometry::Obb) -> [DVec3; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
        let side = |bit: i32| if corner & bit == 0 { -1.0 } else { 1.0 };
        obb.to_world(obb.half_extents() * DVec3::new(side(1), side(2), side(4)))
    })
}
