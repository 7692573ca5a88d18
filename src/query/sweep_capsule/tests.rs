//! Tests of `sweep_capsule.rs`.

use glam::DMat3;

use super::*;
use crate::geometry::{Sphere, rotation_from_degrees};
use crate::query::{closest_segment_triangle, sweep_sphere_obb, sweep_sphere_triangle};
use crate::test_support::Random;

/// Whether both hit at the same place or both miss, except for near misses.
fn agree(a: Option<SweepHit>, b: Option<SweepHit>, label: &str) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            assert!(
                (a.fraction - b.fraction).abs() < 1e-6,
                "{label}: {a:?} {b:?}"
            );
            true
        }
        (None, None) => false,
        (Some(hit), None) | (None, Some(hit)) => {
            panic!("{label}: only one hits: {hit:?}")
        }
    }
}

#[test]
fn a_capsule_with_zero_rise_sweeps_as_a_sphere() {
    let mut random = Random::new(41);
    let (mut hits, mut cases) = (0, 0);
    for case in 0..4000 {
        let sphere = Sphere::new(random.vec3(3.0), 0.1 + random.signed().abs() * 0.5).unwrap();
        let capsule = Capsule::from(sphere);
        let motion = -sphere.center() * 1.5 + random.vec3(1.0);
        let mut corner = || random.vec3(1.5).as_vec3();
        if let Some(triangle) = Triangle::new([corner(), corner(), corner()]) {
            cases += 1;
            let label = format!("seed 41, triangle {case}");
            let of_sphere = sweep_sphere_triangle(&sphere, motion, &triangle);
            let of_capsule = sweep_capsule_triangle(&capsule, motion, &triangle);
            hits += u32::from(agree(of_sphere, of_capsule, &label));
        }
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let obb = Obb::new(random.vec3(1.0), rotation, random.vec3(0.8).abs()).unwrap();
        let label = format!("seed 41, box {case}");
        let of_sphere = sweep_sphere_obb(&sphere, motion, &obb);
        let of_capsule = sweep_capsule_obb(&capsule, motion, &obb);
        // With the centre inside, the two normals may differ.
        if of_sphere.is_none_or(|hit| hit.fraction > 0.0) {
            hits += u32::from(agree(of_sphere, of_capsule, &label));
        }
    }
    assert!(hits > 2000, "{hits} hits in {cases} cases");
}

#[test]
fn it_agrees_with_many_spheres_along_its_axis() {
    let mut random = Random::new(43);
    let mut hits = 0;
    for case in 0..1000 {
        let rise = 0.2 + random.signed().abs();
        let capsule = Capsule::new(random.vec3(3.0), 0.3, rise).unwrap();
        let motion = -capsule.base() * 1.5 + random.vec3(1.0);
        let mut corner = || random.vec3(1.5).as_vec3();
        let Some(triangle) = Triangle::new([corner(), corner(), corner()]) else {
            continue;
        };
        let start = closest_segment_triangle(&capsule.axis(), &triangle);
        if start.distance_squared() <= 0.3 * 0.3 {
            continue;
        }
        let spheres = (0..=400).filter_map(|step| {
            let center = capsule.base() + DVec3::Y * (rise * f64::from(step) / 400.0);
            let sphere = Sphere::new(center, 0.3).unwrap();
            sweep_sphere_triangle(&sphere, motion, &triangle)
        });
        let first = spheres
            .map(|hit| hit.fraction)
            .fold(f64::INFINITY, f64::min);
        match sweep_capsule_triangle(&capsule, motion, &triangle) {
            Some(hit) => {
                hits += 1;
                // Never late, and no earlier than the spacing of the spheres explains.
                assert!(hit.fraction <= first + 1e-9, "seed 43, case {case}");
                let early = (first - hit.fraction).min(1.0) * motion.length();
                assert!(
                    first.is_infinite() || early < 0.01,
                    "seed 43, case {case}: {early}"
                );
            }
            None => assert!(first.is_infinite(), "seed 43, case {case}: missed {first}"),
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn a_capsule_that_stays_off_the_plane_is_swept_as_by_all_iterations() {
    let mut random = Random::new(43);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..50_000 {
        let far = random.vec3(1.0) * [0.0, 1.0, 1e3, 1e6][random.below(4)];
        let corners = [(); 3].map(|()| {
            let mut at = random.vec3(3.0);
            if case % 2 == 0 {
                at[case / 2 % 3] = 0.0;
            }
            (far + at).as_vec3()
        });
        let Some(triangle) = Triangle::new(corners) else {
            continue;
        };
        let (plane, radius) = (triangle.plane(), 0.3);
        // Around where it touches, by all orders of magnitude.
        let near = [0.0, 1e-9, 1e-7, 1e-5, 1e-3, 0.1, 1.0][random.below(7)] * random.signed();
        let mut base = far + random.vec3(3.0);
        base -= plane.normal() * (plane.signed_distance(base) - radius - near);
        let capsule = Capsule::new(base, radius, 1.2).unwrap();
        let length = [1e-3, 0.1, 10.0][random.below(3)];
        let mut motion = random.vec3(length);
        if random.below(3) == 0 {
            motion -= plane.normal() * plane.normal().dot(motion);
        }
        let limit = [1.0, 0.5, 1e-3][random.below(3)];
        let outward = plane.normal() * plane.signed_distance(base).signum();
        let slow = sweep(&capsule, motion, limit, outward, |moved| {
            closest_segment_triangle(&moved.axis(), &triangle)
        });
        let found = sweep_capsule_triangle_until(&capsule, motion, limit, &triangle);
        assert_eq!(found, slow, "seed 43, case {case}");
        match found {
            Some(_) => hits += 1,
            None => misses += 1,
        }
    }
    assert!(hits > 3_000 && misses > 3_000, "{hits} {misses}");
}

#[test]
fn a_capsule_that_stays_off_a_face_is_swept_as_by_all_iterations() {
    let mut random = Random::new(47);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..50_000 {
        let far = random.vec3(1.0) * [0.0, 1.0, 1e3, 1e6][random.below(4)];
        let turn = [DVec3::ZERO, random.vec3(180.0)][random.below(2)];
        let mut rotation = rotation_from_degrees(turn);
        if random.below(4) == 0 {
            rotation += DMat3::from_diagonal(random.vec3(4e-7));
        }
        let obb = Obb::new(far, rotation, random.vec3(2.0).abs()).unwrap();
        // Before a face or an edge, by all orders of magnitude.
        let radius = 0.3;
        let near = [0.0, 1e-9, 1e-7, 1e-5, 1e-3, 0.1, 1.0][random.below(7)] * random.signed();
        let mut local = random.vec3(1.0) * obb.half_extents() * 1.5;
        let face = random.below(3);
        local[face] = (obb.half_extents()[face] + radius + near) * random.signed().signum();
        let capsule = Capsule::new(obb.to_world(local), radius, 1.2).unwrap();
        let length = [1e-3, 0.1, 10.0][random.below(3)];
        let mut motion = random.vec3(length);
        if random.below(3) == 0 {
            let normal = rotation.col(face);
            motion -= normal * normal.dot(motion);
        }
        let limit = [1.0, 0.5, 1e-3][random.below(3)];
        let outward = (capsule.base() - obb.center()).normalize_or(DVec3::Y);
        let slow = sweep(&capsule, motion, limit, outward, |moved| {
            closest_segment_obb(&moved.axis(), &obb)
        });
        let found = sweep_capsule_obb_until(&capsule, motion, limit, &obb);
        assert_eq!(found, slow, "seed 47, case {case}");
        match found {
            Some(_) => hits += 1,
            None => misses += 1,
        }
    }
    assert!(hits > 3_000 && misses > 3_000, "{hits} {misses}");
}
