//! Tests of `sweep_capsule.rs`.

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
