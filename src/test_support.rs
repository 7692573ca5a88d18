//! Help for the tests beside the code.

use glam::DVec3;

/// A small seeded generator (SplitMix64), so that a failing case can be met again.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number in [-1, 1).
    pub fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A point with each coordinate in [-size, size).
    pub fn vec3(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed()) * size
    }
}

/// The slow truth for sweeps of a sphere (conservative advancement): never goes farther than the
/// gap to the closest point, so it cannot pass anything. The fraction of the first touch, to about
/// 1e-7 of the motion; `None` when the motion ends before, or goes by closer than that.
pub fn first_touch_by_small_steps(
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
