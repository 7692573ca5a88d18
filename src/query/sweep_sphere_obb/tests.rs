//! Tests of `sweep_sphere_obb.rs`.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::test_support::{Random, check_sweep};
use glam::DMat3;

fn sweep(start: DVec3, motion: DVec3) -> Option<SweepHit> {
    let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    sweep_sphere_obb(&Sphere::new(start, 1.0).unwrap(), motion, &unit)
}

#[test]
fn face_edge_and_corner_each_stop_the_sphere_one_radius_away() {
    for direction in [
        DVec3::X,
        DVec3::NEG_Y,
        DVec3::new(1.0, 1.0, 0.0),
        DVec3::ONE,
    ] {
        let hit = sweep(direction * 5.0, direction * -5.0).unwrap();
        assert!(
            hit.normal.abs_diff_eq(direction.normalize(), 1e-12),
            "{direction}: {hit:?}"
        );
        assert!(hit.point.abs_diff_eq(direction, 1e-12));
        assert!((hit.center.distance(hit.point) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn motion_beside_a_corner_is_free_though_it_enters_the_inflated_box() {
    // Past the edge x = y = 1 along z, off by (0.75, 0.75): inside the box inflated by 1, but
    // 1.06 m from the edge.
    let start = DVec3::new(1.75, 1.75, -5.0);
    assert_eq!(sweep(start, DVec3::Z * 10.0), None);
    assert!(sweep(start - DVec3::X * 0.1, DVec3::Z * 10.0).is_some());
}

#[test]
fn a_sphere_past_one_edge_is_stopped_by_the_next_edge() {
    // Enters the inflated box beside the edge along z, leaves that edge's reach, and lands on
    // the edge along x.
    let start = DVec3::new(1.9, 1.9, 0.0);
    let hit = sweep(start, DVec3::new(-1.5, -0.6, 1.99)).unwrap();
    assert!((hit.center.distance(hit.point) - 1.0).abs() < 1e-9);
}

#[test]
fn touching_at_the_start_hits_only_if_the_motion_goes_deeper() {
    let at_rest = DVec3::new(0.3, 2.0, 0.3);
    assert_eq!(
        sweep(at_rest, DVec3::new(1.0, -0.1, 0.0)).unwrap().fraction,
        0.0
    );
    assert_eq!(sweep(at_rest, DVec3::X), None);
    assert_eq!(sweep(at_rest, DVec3::Y), None);
    // With the centre inside, towards the nearest face is outwards.
    let inside = DVec3::new(0.0, 0.9, 0.0);
    assert_eq!(sweep(inside, DVec3::Y), None);
    assert_eq!(sweep(inside, DVec3::NEG_Y).unwrap().normal, DVec3::Y);
}

#[test]
fn it_agrees_with_conservative_steps_on_random_boxes() {
    let mut random = Random::new(29);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..20_000 {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let mut half = random.vec3(1.5).abs();
        if case % 7 == 0 {
            half.y = 0.0; // a sheet
        }
        let obb = Obb::new(random.vec3(2.0), rotation, half).unwrap();
        let sphere = Sphere::new(random.vec3(5.0), 0.05 + random.signed().abs()).unwrap();
        let aim = obb.to_world(random.vec3(2.5));
        let motion = (aim - sphere.center()) * (1.0 + random.signed().abs());
        let closest = |center| closest_obb_point(&obb, center);
        if closest(sphere.center()).distance(sphere.center()) <= sphere.radius() {
            continue;
        }
        let found = sweep_sphere_obb(&sphere, motion, &obb);
        let name = format!("seed 29, case {case}");
        let hit = check_sweep(&sphere, motion, found.as_ref(), closest, 1e-5, &name);
        hits += u32::from(hit);
        misses += u32::from(!hit);
    }
    assert!(hits > 3000 && misses > 3000, "{hits} hits, {misses} misses");
}
