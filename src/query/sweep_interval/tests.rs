//! Tests of `sweep_interval.rs`, also against an overlap test at dense steps.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::query::{
    ObbOverlap, overlap_obb_obb, sweep_obb_obb, sweep_sphere_plane, sweep_sphere_sphere,
};
use crate::test_support::Random;
use glam::DMat3;

/// The steps at which the oracle tests for overlap.
const STEPS: u32 = 64;

fn bounds(overlap: Option<OverlapInterval>) -> Option<(f64, f64)> {
    overlap.map(|overlap| (overlap.start, overlap.end))
}

/// Checks `found` against an overlap test at every step. `depth` is positive where the shapes overlap at a fraction.
/// Returns whether they overlap at some step.
fn check(case: u32, found: Option<OverlapInterval>, depth: impl Fn(f64) -> f64) -> bool {
    let mut overlaps = false;
    for step in 0..=STEPS {
        let at = f64::from(step) / f64::from(STEPS);
        let inside = found.is_some_and(|found| (found.start..=found.end).contains(&at));
        // Within rounding of a touch, either answer is right.
        if depth(at).abs() > 1e-9 {
            assert_eq!(inside, depth(at) > 0.0, "case {case} at {at}: {found:?}");
        }
        overlaps |= depth(at) > 0.0;
    }
    if let Some(OverlapInterval { start, end }) = found {
        assert!(0.0 <= start && start <= end && end <= 1.0, "{found:?}");
    }
    overlaps
}

#[test]
fn a_plane_is_overlapped_from_either_side_and_along_it() {
    let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
    let interval = |height: f64, motion: DVec3| {
        let ball = Sphere::new(DVec3::Y * height, 0.5).unwrap();
        bounds(sweep_sphere_plane_interval(&ball, motion, &floor))
    };
    // From 2 m down by 4 m: 1.5 m of 4 to the touch, and 2.5 m to the last one.
    assert_eq!(interval(2.0, DVec3::Y * -4.0), Some((0.375, 0.625)));
    assert_eq!(interval(-2.0, DVec3::Y * 4.0), Some((0.375, 0.625)));
    // It begins in the plane, or ends there.
    assert_eq!(interval(0.0, DVec3::Y * -1.0), Some((0.0, 0.5)));
    assert_eq!(interval(2.0, DVec3::Y * -2.0), Some((0.75, 1.0)));
    assert_eq!(interval(2.0, DVec3::Y * -1.5), Some((1.0, 1.0)));
    assert_eq!(interval(2.0, DVec3::Y * -1.4), None);
    assert_eq!(interval(0.5, DVec3::Y), Some((0.0, 0.0)));
    for motion in [DVec3::X, DVec3::ZERO] {
        assert_eq!(interval(0.25, motion), Some((0.0, 1.0)));
        assert_eq!(interval(0.75, motion), None);
    }
}

#[test]
fn spheres_that_pass_graze_rest_or_begin_inside_have_their_interval() {
    let other = Sphere::new(DVec3::ZERO, 2.0).unwrap();
    let interval = |start: DVec3, motion: DVec3| {
        let ball = Sphere::new(start, 1.0).unwrap();
        bounds(sweep_sphere_sphere_interval(&ball, motion, &other))
    };
    // 1.8 m off the line they overlap from 2.4 m before the middle: 1.8² + 2.4² = 3².
    let (start, end) = interval(DVec3::new(4.8, 1.8, 0.0), DVec3::X * -9.6).unwrap();
    assert!((start - 0.25).abs() < 1e-12 && (end - 0.75).abs() < 1e-12);
    assert_eq!(
        interval(DVec3::new(5.0, 3.001, 0.0), DVec3::X * -10.0),
        None
    );
    let grazed = interval(DVec3::new(4.0, 3.0, 0.0), DVec3::X * -8.0);
    assert!(grazed.is_none_or(|(start, end)| (end - start).abs() < 1e-6));
    assert_eq!(interval(DVec3::X, DVec3::ZERO), Some((0.0, 1.0)));
    assert_eq!(interval(DVec3::X, DVec3::X * 4.0), Some((0.0, 0.5)));
    assert_eq!(interval(DVec3::X * 5.0, DVec3::ZERO), None);
    assert_eq!(interval(DVec3::X * 5.0, DVec3::X), None);
}

#[test]
fn boxes_overlap_from_the_last_gap_that_closes_to_the_first_that_opens() {
    let cube = |center: DVec3| Obb::new(center, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let interval = |start: DVec3, motion: DVec3| {
        bounds(sweep_obb_obb_interval(
            &cube(start),
            motion,
            &cube(DVec3::ZERO),
        ))
    };
    // Along X from 2 to 6 of 8 m; along Y, which closes later and opens earlier, from 3 to 7 of 10 m.
    let across = DVec3::new(4.0, 5.0, 0.0);
    assert_eq!(interval(across, across * -2.0), Some((0.3, 0.7)));
    assert_eq!(interval(DVec3::X, DVec3::X * 2.0), Some((0.0, 0.5)));
    assert_eq!(interval(DVec3::X * 2.0, DVec3::X), Some((0.0, 0.0)));
    assert_eq!(interval(DVec3::X, DVec3::ZERO), Some((0.0, 1.0)));
    assert_eq!(interval(DVec3::X * 3.0, DVec3::ZERO), None);
    assert_eq!(interval(DVec3::new(2.001, 0.0, 5.0), DVec3::Z * -9.0), None);
}

#[test]
fn intervals_agree_with_dense_steps_and_start_with_the_sweep() {
    let mut random = Random::new(1999);
    let (mut planes, mut spheres, mut boxes) = (0, 0, 0);
    for case in 0..5_000 {
        let motion = random.vec3(4.0);
        let ball = Sphere::new(random.vec3(2.0), 0.05 + random.signed().abs()).unwrap();
        let plane = Plane::new(random.vec3(1.0), random.vec3(1.0)).unwrap();
        let found = sweep_sphere_plane_interval(&ball, motion, &plane);
        planes += u32::from(check(case, found, |at| {
            ball.radius() - plane.signed_distance(ball.center() + motion * at).abs()
        }));
        if let Some(hit) = sweep_sphere_plane(&ball, motion, &plane) {
            assert_eq!(found.map(|found| found.start), Some(hit.fraction));
        }

        let other = Sphere::new(random.vec3(1.0), 0.05 + random.signed().abs()).unwrap();
        let found = sweep_sphere_sphere_interval(&ball, motion, &other);
        spheres += u32::from(check(case, found, |at| {
            let center = ball.center() + motion * at;
            ball.radius() + other.radius() - center.distance(other.center())
        }));
        if let Some(hit) = sweep_sphere_sphere(&ball, motion, &other) {
            assert_eq!(found.map(|found| found.start), Some(hit.fraction));
        }

        let mut cuboid = |reach: f64| {
            let turned = rotation_from_degrees(random.vec3(180.0));
            Obb::new(random.vec3(reach), turned, random.vec3(1.0).abs() + 0.05).unwrap()
        };
        let (first, second) = (cuboid(2.0), cuboid(1.0));
        let found = sweep_obb_obb_interval(&first, motion, &second);
        boxes += u32::from(check(case, found, |at| {
            let moved = first.at(first.center() + motion * at);
            match overlap_obb_obb(&moved, &second) {
                ObbOverlap::Apart(gap) | ObbOverlap::Overlapping(gap) => -gap.separation,
            }
        }));
        if let Some(hit) = sweep_obb_obb(&first, motion, &second) {
            assert_eq!(found.map(|found| found.start), Some(hit.fraction));
        }
    }
    for count in [planes, spheres, boxes] {
        assert!((500..4_900).contains(&count), "{planes} {spheres} {boxes}");
    }
}
