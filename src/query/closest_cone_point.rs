//! Projection of a vector onto the cone that several planes allow.
//!
//! Source: G. Fauerby, "Improved Collision detection and Response" (2003), and Quake's movement
//! code clip a velocity against one plane at a time. That depends on the order of the planes, loses
//! speed, and oscillates between two planes. This file solves the same problem exactly: the nearest
//! allowed vector is unique and has none of these faults.

use glam::DVec3;

use crate::tolerance::{CONE_MARGIN, PARALLEL_SQUARED};

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
    let margin = -CONE_MARGIN * vector.length();
    let allowed = |x: DVec3| normals.iter().all(|normal| normal.dot(x) >= margin);
    if allowed(vector) {
        return vector;
    }
    // All candidates are projections of `vector`, so the longest is the nearest.
    let mut best = DVec3::ZERO;
    let mut best_length_squared = 0.0;
    let mut consider = |candidate: DVec3| {
        let length_squared = candidate.length_squared();
        if length_squared > best_length_squared && allowed(candidate) {
            (best, best_length_squared) = (candidate, length_squared);
        }
    };
    for normal in normals {
        consider(vector - normal * normal.dot(vector));
    }
    // When a plane gives the answer, none of its creases can be nearer.
    for (place, first) in normals.iter().enumerate() {
        for second in &normals[place + 1..] {
            let crease = first.cross(*second);
            let length_squared = crease.length_squared();
            if length_squared > PARALLEL_SQUARED {
                consider(crease * (crease.dot(vector) / length_squared));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

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
}
