//! Projection of a vector onto the cone that several planes allow.
//!
//! Source: G. Fauerby, "Improved Collision detection and Response" (2003), and Quake's movement code
//! clip a velocity against one plane at a time. That depends on the order of the planes, loses speed,
//! and oscillates between two planes. This file solves the same problem exactly. The nearest allowed
//! vector is unique and has none of these faults.

use glam::DVec3;

use crate::geometry::float::{max, total_cmp};
use crate::tolerance::{CONE_MARGIN, SAME_PLANE_SQUARED};

/// The point nearest to `vector` in the cone of all `x` with `n·x ≥ 0` for every `n` of `normals`.
///
/// # Arguments
/// - `normals` are of unit length, in any order; the cost suits a handful.
/// # Returns
/// `vector` itself when it is allowed. Otherwise its projection on the plane, or on the crease
/// between two planes, where the cone is nearest. Zero when it points straight into a corner. The
/// result enters no plane by more than [`CONE_MARGIN`] of the vector's length.
/// # Example
/// ```
/// use sidle::{glam::DVec3, query::closest_cone_point};
/// let (floor, wall) = (DVec3::Y, DVec3::X);
/// let ahead = DVec3::new(-3.0, -4.0, 5.0);
/// assert_eq!(closest_cone_point(&[floor], ahead), DVec3::new(-3.0, 0.0, 5.0));
/// assert_eq!(closest_cone_point(&[floor, wall], ahead), DVec3::new(0.0, 0.0, 5.0));
/// assert_eq!(closest_cone_point(&[floor, wall, DVec3::NEG_Z], ahead), DVec3::ZERO);
/// ```
#[must_use]
#[inline]
pub fn closest_cone_point(normals: &[DVec3], vector: DVec3) -> DVec3 {
    if normals.iter().all(|normal| normal.dot(vector) >= 0.0) {
        return vector;
    }
    closest_on_cone(normals, vector)
}

/// The closest point for a vector that is perhaps not allowed.
fn closest_on_cone(normals: &[DVec3], vector: DVec3) -> DVec3 {
    let margin = CONE_MARGIN * vector.length();
    nearest_allowed(normals, |_| -margin, vector)
}

/// As [`closest_cone_point`], when the result may enter each plane by the room of the same index. The plane's surface
/// is that far away. The room has the unit of the vector.
pub(crate) fn closest_cone_point_with_room(
    normals: &[DVec3],
    rooms: impl Fn(usize) -> f64,
    vector: DVec3,
) -> DVec3 {
    let margin = CONE_MARGIN * vector.length();
    nearest_allowed(normals, |place| -max(margin, rooms(place)), vector)
}

/// The vector nearest to `vector` whose product with each normal is at least `least` of the same index.
fn nearest_allowed(normals: &[DVec3], least: impl Fn(usize) -> f64, vector: DVec3) -> DVec3 {
    let allowed = |x: DVec3| {
        let mut places = normals.iter().enumerate();
        places.all(|(place, normal)| normal.dot(x) >= least(place))
    };
    if allowed(vector) {
        return vector;
    }
    // All candidates are projections of `vector`, so the longest is the nearest.
    let mut longest = Longest {
        best: None,
        length_squared: 0.0,
    };
    for normal in normals {
        longest.offer(vector - normal * normal.dot(vector), allowed);
    }
    // When a plane gives the answer, none of its creases can be nearer.
    let on_plane = longest.best.take();
    for (place, first) in normals.iter().enumerate() {
        for second in &normals[place + 1..] {
            let crease = crease(*first, *second);
            let length_squared = crease.length_squared();
            if length_squared > SAME_PLANE_SQUARED {
                longest.offer(crease * (crease.dot(vector) / length_squared), allowed);
            }
        }
    }
    longest.best.or(on_plane).unwrap_or(DVec3::ZERO)
}

/// The longest candidate so far. Of equally long ones, it is one that does not depend on their
/// order.
struct Longest {
    best: Option<DVec3>,
    length_squared: f64,
}

impl Longest {
    #[inline]
    fn offer(&mut self, candidate: DVec3, allowed: impl Fn(DVec3) -> bool) {
        let length_squared = candidate.length_squared();
        let tie = || {
            let before = |best| total_cmp(candidate, best).is_lt();
            length_squared == self.length_squared && self.best.is_some_and(before)
        };
        if (length_squared > self.length_squared || tie()) && allowed(candidate) {
            (self.best, self.length_squared) = (Some(candidate), length_squared);
        }
    }
}

/// Two planes whose normals have a longer cross product than this, squared, meet at a wide angle. The
/// cross product is then accurate to 13 digits; a squared sine.
const ACUTE_SQUARED: f64 = 1e-6;

/// The cross product of two unit vectors, accurate to rounding at any angle. Swapped vectors give
/// the negative, bit for bit.
fn crease(first: DVec3, second: DVec3) -> DVec3 {
    let crease = first.cross(second);
    if crease.length_squared() > ACUTE_SQUARED {
        return crease;
    }
    // The products cancel, and rounding errors are left. The difference and the sum are
    // perpendicular, so in their product nothing cancels, and the shorter of the two is exact.
    (first - second).cross(first + second) * 0.5
}

#[cfg(test)]
mod tests;
