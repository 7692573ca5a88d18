//! Tests of sweeps of a sphere against a triangle: faces, edges, corners, and rest.

use super::*;
use crate::query::closest_triangle_point;
use crate::test_support::{Random, check_sweep};
use glam::Vec3;

const A: Vec3 = Vec3::ZERO;
const B: Vec3 = Vec3::new(4.0, 0.0, 0.0);
const C: Vec3 = Vec3::new(0.0, 0.0, 4.0);

fn sweep(start: DVec3, motion: DVec3) -> Option<SweepHit> {
    let all = [
        [A, B, C],
        [B, C, A],
        [C, A, B],
        [A, C, B],
        [C, B, A],
        [B, A, C],
    ]
    .map(|order| {
        let triangle = Triangle::new(order).unwrap();
        sweep_sphere_triangle(&Sphere::new(start, 1.0).unwrap(), motion, &triangle)
    });
    for other in &all {
        let same = match (all[0], other) {
            (Some(a), Some(b)) => {
                (a.fraction - b.fraction).abs() < 1e-12 && a.normal.abs_diff_eq(b.normal, 1e-9)
            }
            (a, b) => a.is_none() && b.is_none(),
        };
        assert!(same, "the vertex orders disagree: {all:?}");
    }
    all[0]
}

#[test]
fn the_face_is_hit_from_both_sides() {
    for side in [1.0, -1.0] {
        let hit = sweep(DVec3::new(1.0, 3.0 * side, 1.0), DVec3::Y * (-4.0 * side)).unwrap();
        assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::Y * side));
        assert_eq!(hit.point, DVec3::new(1.0, 0.0, 1.0));
    }
}

#[test]
fn an_edge_and_a_corner_are_hit_from_beside() {
    // In the plane towards the edge z = 0, from 3 m: free for 2 m.
    let hit = sweep(DVec3::new(1.0, 0.0, -3.0), DVec3::Z * 4.0).unwrap();
    assert!((hit.fraction - 0.5).abs() < 1e-15 && hit.normal.abs_diff_eq(DVec3::NEG_Z, 1e-15));
    let hit = sweep(DVec3::new(-3.0, 0.0, 0.0), DVec3::X * 4.0).unwrap();
    assert!((hit.fraction - 0.5).abs() < 1e-15 && hit.normal.abs_diff_eq(DVec3::NEG_X, 1e-15));
    // It passes the corner at a distance of 1.0001 m.
    assert_eq!(sweep(DVec3::new(-3.0, 1.0001, 0.0), DVec3::X * 2.5), None);
}

#[test]
fn touching_at_the_start_hits_only_if_the_motion_goes_deeper() {
    let at_rest = DVec3::new(1.0, 1.0, 1.0);
    assert_eq!(
        sweep(at_rest, DVec3::new(0.1, -0.5, 0.0)).unwrap().fraction,
        0.0
    );
    assert_eq!(sweep(at_rest, DVec3::X), None);
    assert_eq!(sweep(at_rest, DVec3::Y), None);
}

#[test]
fn a_sphere_at_rest_to_the_last_bit_never_slips_through() {
    let mut random = Random::new(3);
    for case in 0..20_000 {
        let mut corner = || random.vec3(2.0).as_vec3();
        let Some(triangle) = Triangle::new([corner(), corner(), corner()]) else {
            continue;
        };
        let [a, b, c] = triangle.vertices();
        let (u, v) = (random.signed().abs() * 0.5, random.signed().abs() * 0.5);
        let inside = a + (b - a) * u + (c - a) * v;
        let normal = triangle.plane().normal();
        let radius = 0.3 + random.signed().abs();
        // A few rounding errors to either side of touching.
        let height = radius * (1.0 + random.signed() * 1e-15);
        let sphere = Sphere::new(inside + normal * height, radius).unwrap();
        let motion = random.vec3(0.5) - normal * 1.5;
        let hit = sweep_sphere_triangle(&sphere, motion, &triangle);
        assert!(
            hit.is_some_and(|hit| hit.fraction < 1e-9),
            "seed 3, case {case}: {hit:?}"
        );
    }
}

#[test]
fn it_agrees_with_conservative_advancement_on_random_sweeps() {
    let mut random = Random::new(17);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..20_000 {
        let mut corner = || random.vec3(2.0).as_vec3();
        let Some(triangle) = Triangle::new([corner(), corner(), corner()]) else {
            continue;
        };
        let sphere = Sphere::new(random.vec3(4.0), 0.05 + random.signed().abs()).unwrap();
        // Two of three go towards the triangle, and most of those past it.
        let aim = triangle.vertices()[0].lerp(triangle.vertices()[1], random.signed().abs());
        let motion = if case % 3 == 0 {
            random.vec3(8.0)
        } else {
            (aim + random.vec3(0.7) - sphere.center()) * (1.0 + random.signed().abs())
        };
        let closest = |center| closest_triangle_point(&triangle, center);
        if closest(sphere.center()).distance(sphere.center()) <= sphere.radius() {
            continue;
        }
        let found = sweep_sphere_triangle(&sphere, motion, &triangle);
        if let Some(hit) = &found {
            let (point, touch) = (hit.point, hit.center - hit.normal * sphere.radius());
            assert!(point.abs_diff_eq(touch, 1e-8), "seed 17, case {case}");
        }
        let name = format!("seed 17, case {case}");
        let hit = check_sweep(&sphere, motion, found.as_ref(), closest, 1e-5, &name);
        hits += u32::from(hit);
        misses += u32::from(!hit);
    }
    assert!(hits > 3000 && misses > 3000, "{hits} hits, {misses} misses");
}
