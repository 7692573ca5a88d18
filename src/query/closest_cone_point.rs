//! What is left of a vector that several surfaces forbid to go into.
//!
//! Source: the exact solution of the problem that G. Fauerby, "Improved Collision detection and
//! Response" (2003), and Quake's movement code solve one plane at a time. Clipping plane by plane
//! depends on the order of the planes, loses speed, and swings to and fro between two of them; the
//! nearest allowed vector does neither, and is unique.

use glam::DVec3;

use crate::tolerance::{CONE_MARGIN, PARALLEL_SQUARED};

/// The point nearest to `vector` of the cone of all `x` with `n·x ≥ 0` for every `n` of `normals`.
///
/// # Shapes
/// - `normals` of unit length, in any order; meant for a handful.
/// # Returns
/// `vector` itself where it is allowed; else its projection on the one plane, or on the one crease
/// between two planes, where the cone comes nearest; zero in a corner that it runs straight into.
/// No plane is entered by more than [`CONE_MARGIN`] of the vector's length.
/// # Example
/// ```
/// use sidle::{glam::DVec3, query::closest_cone_point};
/// let (floor, wall) = (DVec3::Y, DVec3::X);
/// let ahead = DVec3::new(-3.0, -4.0, 5.0);
/// assert_eq!(closest_cone_point(&[floor], ahead), DVec3::new(-3.0, 0.0, 5.0));
/// assert_eq!(closest_cone_point(&[floor, wall], ahead), DVec3::new(0.0, 0.0, 5.0));
/// assert_eq!(closest_cone_point(&[floor, wall, DVec3::NEG_Z], ahead), DVec3::ZERO);
/// ```
pub fn closest_cone_point(normals: &[DVec3], vector: DVec3) -> DVec3 {
    let margin = -CONE_MARGIN * vector.length();
    let allowed = |x: DVec3| normals.iter().all(|normal| normal.dot(x) >= margin);
    if allowed(vector) {
        return vector;
    }
    // All candidates are projections of `vector`: the longest is the nearest.
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
    // Where a plane is the answer, no crease of it can be nearer.
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

    /// Directions that span the cone, as positive sums: its creases, and where it has none or one,
    /// ways along and away from its planes.
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
    fn it_is_the_nearest_allowed_vector_whatever_the_order() {
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
            // J. Moreau, 1962: `found` is the nearest exactly when what is lost is square to it and
            // leads out of the cone, away from each of its rays.
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
    fn in_an_acute_corner_nothing_is_left_of_a_run_into_it() {
        // Two walls at 40 degrees from each other, run into along their middle.
        let (sin, cos) = crate::geometry::angle::sin_cos_deg(20.0);
        let walls = [DVec3::new(-cos, 0.0, sin), DVec3::new(cos, 0.0, sin)];
        let left = closest_cone_point(&walls, DVec3::new(0.3, 0.0, -5.0));
        assert!(left.length() < 1e-12, "{left}");
        // But out of it, and up along it, the way is free.
        let out = DVec3::new(0.0, 0.0, 2.0);
        assert_eq!(closest_cone_point(&walls, out), out);
        let up = closest_cone_point(&walls, DVec3::new(0.0, 3.0, -5.0));
        assert!(up.abs_diff_eq(DVec3::Y * 3.0, 1e-12), "{up}");
    }

    #[test]
    fn the_same_wall_twice_is_one_wall() {
        let almost = DVec3::new(1.0, 1e-9, 0.0).normalize();
        let left = closest_cone_point(&[DVec3::X, almost], DVec3::new(-1.0, 0.0, 2.0));
        assert!(left.abs_diff_eq(DVec3::Z * 2.0, 1e-8), "{left}");
    }
}
