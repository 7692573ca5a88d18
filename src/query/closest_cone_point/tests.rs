//! Tests of the nearest vector that no plane forbids, also in twice the digits.

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
