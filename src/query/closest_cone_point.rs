//! Projection of a vector onto the cone that several planes allow.
//!
//! Source: G. Fauerby, "Improved Collision detection and Response" (2003), and Quake's movement
//! code clip a velocity against one plane at a time. That depends on the order of the planes, loses
//! speed, and oscillates between two planes. This file solves the same problem exactly: the nearest
//! allowed vector is unique and has none of these faults.

use glam::DVec3;

use crate::geometry::float::{max, total_cmp};
use crate::tolerance::{CONE_MARGIN, SAME_PLANE_SQUARED};

/// The point nearest to `vector` in the cone of all `x` with `n·x ≥ 0` for every `n` of `normals`.
///
/// # Shapes
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
pub fn closest_cone_point(normals: &[DVec3], vector: DVec3) -> DVec3 {
    if normals.iter().all(|normal| normal.dot(vector) >= 0.0) {
        return vector;
    }
    let margin = CONE_MARGIN * vector.length();
    nearest_allowed(normals, |_| -margin, vector)
}

/// The same, when the result may enter each plane by the room of the same index: the plane's surface
/// is that far away. The room has the unit of the vector.
pub(crate) fn closest_cone_point_with_room(
    normals: &[DVec3],
    rooms: impl Fn(usize) -> f64,
    vector: DVec3,
) -> DVec3 {
    let margin = CONE_MARGIN * vector.length();
    nearest_allowed(normals, |place| -max(margin, rooms(place)), vector)
}

/// The same, with the least product of the result and of the normal with the same index.
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

/// Two planes whose normals have a longer cross product than this, squared, meet at a wide angle: the
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
mod tests {
    use super::*;
    use crate::test_support::{DoubleDouble, DoubleDoubleVec3, Random};

    /// Directions whose non-negative sums span the cone: its creases; where there is at most one
    /// crease, also directions along its planes and away from them.
    fn rays(normals: &[DVec3]) -> Vec<DVec3> {
        let mut rays = Vec::new();
        for first in normals {
            let along = first.any_orthonormal_vector();
            rays.extend([*first, along, first.cross(along)]);
            for second in normals {
                if let Some(crease) = first.cross(*second).try_normalize() {
                    rays.extend([crease, first.cross(crease)]);
                }
            }
        }
        rays.extend(rays.clone().iter().map(|ray| -*ray));
        rays.retain(|ray| normals.iter().all(|normal| normal.dot(*ray) > -1e-12));
        rays
    }

    #[test]
    fn the_result_is_the_nearest_allowed_vector_for_any_order_of_planes() {
        let mut random = Random::new(5);
        let (mut free, mut corners) = (0, 0);
        for case in 0..5000 {
            let mut normals: Vec<_> = (0..1 + case % 5)
                .map(|_| random.vec3(1.0).normalize())
                .collect();
            let vector = random.vec3(2.0);
            let found = closest_cone_point(&normals, vector);
            for normal in &normals {
                assert!(normal.dot(found) >= -1e-8, "seed 5, case {case}");
            }
            // J. Moreau, 1962: `found` is the nearest exactly when the removed part is
            // perpendicular to it and points away from every ray of the cone.
            let lost = vector - found;
            assert!(lost.dot(found).abs() < 1e-9, "seed 5, case {case}");
            for ray in rays(&normals) {
                assert!(
                    lost.dot(ray) < 1e-8,
                    "seed 5, case {case}: {found}, with a way along {ray}"
                );
            }
            free += usize::from(found == vector);
            corners += usize::from(found == DVec3::ZERO);
            normals.reverse();
            let reversed = closest_cone_point(&normals, vector);
            assert!(reversed.abs_diff_eq(found, 1e-12), "seed 5, case {case}");
        }
        assert!(
            free > 500 && corners > 200,
            "{free} free, {corners} corners"
        );
    }

    #[test]
    fn motion_into_an_acute_corner_is_removed_entirely() {
        // Two walls at 40 degrees to each other; the motion goes into their middle.
        let (sin, cos) = crate::geometry::angle::sin_cos_deg(20.0);
        let walls = [DVec3::new(-cos, 0.0, sin), DVec3::new(cos, 0.0, sin)];
        let left = closest_cone_point(&walls, DVec3::new(0.3, 0.0, -5.0));
        assert!(left.length() < 1e-12, "{left}");
        // Motion out of the corner, and up along it, is free.
        let out = DVec3::new(0.0, 0.0, 2.0);
        assert_eq!(closest_cone_point(&walls, out), out);
        let up = closest_cone_point(&walls, DVec3::new(0.0, 3.0, -5.0));
        assert!(up.abs_diff_eq(DVec3::Y * 3.0, 1e-12), "{up}");
    }

    #[test]
    fn a_duplicate_wall_changes_nothing() {
        let almost = DVec3::new(1.0, 1e-9, 0.0).normalize();
        let left = closest_cone_point(&[DVec3::X, almost], DVec3::new(-1.0, 0.0, 2.0));
        assert!(left.abs_diff_eq(DVec3::Z * 2.0, 1e-8), "{left}");
    }

    /// Reference: the length of the exact projection. It is the longest of the projections on the
    /// planes and creases that is allowed, in 32 digits.
    fn exact_length(normals: &[DVec3], vector: DVec3) -> f64 {
        let normals: Vec<_> = normals
            .iter()
            .copied()
            .map(DoubleDoubleVec3::from)
            .collect();
        let margin = DoubleDouble::from(-1e-24 * vector.length());
        let vector = DoubleDoubleVec3::from(vector);
        let mut candidates = vec![vector];
        for (place, first) in normals.iter().enumerate() {
            let share = first.dot(vector) / first.length_squared();
            candidates.push(vector - *first * share);
            for second in &normals[place + 1..] {
                let crease = first.cross(*second);
                let length_squared = crease.length_squared();
                if length_squared.rounded() > 1e-40 {
                    candidates.push(crease * (crease.dot(vector) / length_squared));
                }
            }
        }
        candidates.retain(|candidate| {
            let allowed = |normal: &DoubleDoubleVec3| normal.dot(*candidate) >= margin;
            normals.iter().all(allowed)
        });
        let lengths = candidates
            .iter()
            .map(|candidate| candidate.length_squared());
        let longest = lengths.fold(DoubleDouble::ZERO, |longest, length| {
            if length > longest { length } else { longest }
        });
        longest.sqrt().rounded()
    }

    /// Up to six planes; most have a partner that is opposed or equal, up to a small angle.
    fn random_planes(random: &mut Random) -> Vec<DVec3> {
        let mut normals = Vec::new();
        for _ in 0..1 + random.below(3) {
            let normal = random.vec3(1.0).normalize_or(DVec3::Y);
            normals.push(normal);
            let angle = [0.0, 1e-15, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4][random.below(9)];
            let tilt = random.vec3(angle * 2.0);
            match random.below(4) {
                0 => normals.push((normal + tilt).normalize()),
                1 | 2 => normals.push((tilt - normal).normalize()),
                _ => {}
            }
        }
        normals
    }

    /// The cases whose result is shorter than the exact projection, or enters a plane; and those
    /// with a way along the planes.
    fn count_short_results(seed: u64, cases: usize) -> (usize, usize) {
        let mut random = Random::new(seed);
        let (mut short, mut sliding) = (0, 0);
        for _ in 0..cases {
            let normals = random_planes(&mut random);
            let mut vector = random.vec3(1.0) * [1e-9, 1e-3, 1.0, 1e6][random.below(4)];
            if random.below(2) == 0 {
                // Nearly along the first plane.
                let into = [0.0, 1e-12, 1e-9, 1e-8, 1e-6][random.below(5)];
                vector -= normals[0] * (normals[0].dot(vector) + into * vector.length());
            }
            let found = closest_cone_point(&normals, vector);
            let slack = 1e-12 * vector.length();
            let margin = -CONE_MARGIN * vector.length() - slack;
            let enters = normals.iter().any(|normal| normal.dot(found) < margin);
            let exact = exact_length(&normals, vector);
            short += usize::from(enters || found.length() < exact - slack);
            sliding += usize::from(found != vector && exact > 0.0);
        }
        (short, sliding)
    }

    #[test]
    fn no_result_is_shorter_than_the_projection_in_twice_the_digits() {
        let (short, sliding) = count_short_results(11, 50_000);
        assert_eq!(short, 0);
        assert!(sliding > 10_000, "{sliding}");
    }

    #[test]
    #[ignore = "takes seconds; cargo test --lib seven_hundred_thousand -- --ignored"]
    fn none_of_seven_hundred_thousand_results_is_short() {
        assert_eq!(count_short_results(12, 700_000).0, 0);
    }

    #[test]
    fn the_order_of_the_planes_changes_no_bit() {
        let mut random = Random::new(13);
        for case in 0..20_000 {
            let mut normals = random_planes(&mut random);
            if case % 2 == 0 {
                // Symmetric about the vector: creases and planes tie.
                normals = vec![DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.6, 0.8, 0.0)];
                normals.push(DVec3::new(0.0, 0.8, [0.6, -0.6][random.below(2)]));
            }
            let vector = if case % 2 == 0 {
                DVec3::new(0.0, -1.0, 0.0)
            } else {
                random.vec3(1.0)
            };
            let found = closest_cone_point(&normals, vector);
            for _ in 0..normals.len() {
                normals.rotate_left(1);
                let turned = closest_cone_point(&normals, vector);
                assert_eq!(
                    turned.to_array().map(f64::to_bits),
                    found.to_array().map(f64::to_bits),
                    "seed 13, case {case}"
                );
            }
            normals.reverse();
            assert_eq!(closest_cone_point(&normals, vector), found, "case {case}");
        }
    }
}
