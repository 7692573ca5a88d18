//! Tests of a box and a triangle that overlap or are apart, also against dense samples.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::test_support::{Random, corners_of_obb};
use crate::tolerance::FACE_PREFERENCE;
use glam::{DMat3, Vec3};

/// A right-angled floor at y = 0 with legs of 4 m along Z and X.
fn floor() -> Triangle {
    Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap()
}

fn cube(center: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap()
}

fn shallowest(obb: &Obb, triangle: &Triangle) -> AxisGap<ObbTriangleAxis> {
    match overlap_obb_triangle(obb, triangle) {
        ObbOverlap::Overlapping(gap) => gap,
        ObbOverlap::Apart(gap) => panic!("apart: {gap:?}"),
    }
}

#[test]
fn the_centre_of_the_box_decides_the_side() {
    for (height, up) in [(0.4, DVec3::Y), (-0.4, DVec3::NEG_Y), (0.0, DVec3::Y)] {
        let gap = shallowest(&cube(DVec3::new(1.0, height, 1.0)), &floor());
        assert_eq!((gap.axis, gap.direction), (ObbFace(1), up), "at {height}");
        assert!((gap.separation + 0.5 - height.abs()).abs() < 1e-12);
    }
}

#[test]
fn just_touching_overlaps_and_just_apart_is_apart() {
    let over = |height| overlap_obb_triangle(&cube(DVec3::new(1.0, height, 1.0)), &floor());
    assert!(matches!(over(0.5), ObbOverlap::Overlapping(gap) if gap.separation == 0.0));
    let ObbOverlap::Apart(gap) = over(0.75) else {
        panic!("0.25 m above")
    };
    assert_eq!((gap.direction, gap.separation), (DVec3::Y, 0.25));
    // Inside the triangle's bounds, but beyond its long edge x + z = 4: the nearest corner of
    // the cube has x + z = 4.2, so it is 0.2/√2 m away.
    let next_to_edge = overlap_obb_triangle(&cube(DVec3::new(2.6, 0.2, 2.6)), &floor());
    let ObbOverlap::Apart(gap) = next_to_edge else {
        panic!("next to the long edge")
    };
    assert_eq!(gap.axis, Edges(1, 1));
    assert!((gap.separation - 0.2 / 2.0_f64.sqrt()).abs() < 1e-12);
}

#[test]
fn a_box_at_the_rim_of_a_sheet_is_pushed_sideways() {
    // 0.1 m over the edge x = 0, and half sunk in the plane: sideways is shorter than up.
    let gap = shallowest(&cube(DVec3::new(-0.4, 0.2, 1.0)), &floor());
    assert_eq!((gap.axis, gap.direction), (ObbFace(0), DVec3::NEG_X));
    assert!((gap.separation + 0.1).abs() < 1e-12);
}

#[test]
fn every_vertex_order_gives_the_same_answer() {
    let [a, b, c] = floor().vertices().map(|vertex| vertex.as_vec3());
    let obb = Obb::new(
        DVec3::new(1.0, 0.3, 1.0),
        rotation_from_degrees(DVec3::new(10.0, 20.0, 30.0)),
        DVec3::splat(0.5),
    );
    let least = shallowest(&obb.unwrap(), &floor());
    for order in [[b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]] {
        let gap = shallowest(&obb.unwrap(), &Triangle::new(order).unwrap());
        assert!(
            gap.direction.abs_diff_eq(least.direction, 1e-12),
            "{order:?}"
        );
        assert!(
            (gap.separation - least.separation).abs() < 1e-12,
            "{order:?}"
        );
    }
}

/// A nearby box and triangle of any kind, some far from the origin.
fn random_pair(random: &mut Random) -> (Obb, Triangle) {
    loop {
        let far = if random.below(4) == 0 {
            random.vec3(1e3)
        } else {
            DVec3::ZERO
        };
        let mut half = random.vec3(0.8).abs() + 0.05;
        if random.below(6) == 0 {
            half[random.below(3)] = 0.0;
        }
        let rotation = match random.below(4) {
            0 => DMat3::IDENTITY,
            _ => rotation_from_degrees(random.vec3(180.0)),
        };
        let obb = Obb::new(far + random.vec3(0.7), rotation, half).unwrap();
        // Some are aligned with the box's axes, some are thin.
        let mut corners = [random.vec3(1.5), random.vec3(1.5), random.vec3(1.5)];
        match random.below(5) {
            0 => corners.iter_mut().for_each(|corner| corner.y = 0.1),
            1 => corners[2] = (corners[0] + corners[1]) * 0.5 + random.vec3(1e-2),
            _ => {}
        }
        if let Some(triangle) = Triangle::new(corners.map(|corner| (far + corner).as_vec3())) {
            return (obb, triangle);
        }
    }
}

#[test]
fn every_gap_equals_the_gap_of_the_projected_corners() {
    let mut random = Random::new(31);
    for case in 0..50_000 {
        let (obb, triangle) = random_pair(&mut random);
        for gap in overlap_obb_triangle_axes(&obb, &triangle)
            .into_iter()
            .flatten()
        {
            let height = |point: DVec3| (point - obb.center()).dot(gap.direction);
            let lowest = corners_of_obb(&obb)
                .map(height)
                .into_iter()
                .fold(f64::MAX, f64::min);
            let highest = triangle
                .vertices()
                .map(height)
                .into_iter()
                .fold(f64::MIN, f64::max);
            let off = (lowest - highest - gap.separation).abs();
            assert!(off < 1e-9, "seed 31, case {case}: {gap:?} is off by {off}");
            assert!((gap.direction.length() - 1.0).abs() < 1e-9, "{gap:?}");
        }
    }
}

/// Brute-force reference: whether any of many sample points on the triangle is in the box.
fn some_point_is_inside(obb: &Obb, triangle: &Triangle, margin: f64) -> bool {
    const STEPS: u32 = 60;
    let [a, b, c] = triangle.vertices().map(|vertex| obb.to_local(vertex));
    (0..=STEPS).any(|i| {
        (0..=STEPS - i).any(|j| {
            let share = |steps| f64::from(steps) / f64::from(STEPS);
            let point = a + (b - a) * share(i) + (c - a) * share(j);
            (point.abs() - obb.half_extents()).max_element() <= margin
        })
    })
}

#[test]
fn it_agrees_with_dense_samples_of_the_triangle() {
    let mut random = Random::new(32);
    let (mut overlapping, mut apart) = (0, 0);
    for case in 0..10_000 {
        let (obb, triangle) = random_pair(&mut random);
        match overlap_obb_triangle(&obb, &triangle) {
            ObbOverlap::Apart(_) => {
                apart += 1;
                let inside = some_point_is_inside(&obb, &triangle, -1e-9);
                assert!(!inside, "seed 32, case {case}: {obb:?} {triangle:?}");
            }
            ObbOverlap::Overlapping(_) => {
                overlapping += 1;
                // Samples are at most 5 m / 60 apart, so one of them is that near.
                let near = some_point_is_inside(&obb, &triangle, 5.2 / 60.0);
                assert!(near, "seed 32, case {case}: {obb:?} {triangle:?}");
            }
        }
    }
    assert!(overlapping > 2000 && apart > 2000, "{overlapping} {apart}");
}

#[test]
fn moving_out_by_the_depth_separates_them_and_no_axis_is_shallower() {
    let mut random = Random::new(33);
    for case in 0..50_000 {
        let (obb, triangle) = random_pair(&mut random);
        let ObbOverlap::Overlapping(least) = overlap_obb_triangle(&obb, &triangle) else {
            continue;
        };
        let out = obb.center() - least.direction * least.separation;
        let out = Obb::new(out, obb.axes(), obb.half_extents()).unwrap();
        let gaps = overlap_obb_triangle_axes(&out, &triangle);
        let gap = gaps
            .iter()
            .flatten()
            .map(|gap| gap.separation)
            .fold(f64::MIN, f64::max);
        assert!(
            gap.abs() < FACE_PREFERENCE + 1e-9,
            "seed 33, case {case}: {gap}"
        );
        for other in overlap_obb_triangle_axes(&obb, &triangle).iter().flatten() {
            let shallower = other.separation - least.separation;
            assert!(
                shallower <= FACE_PREFERENCE,
                "seed 33, case {case}: {other:?} {least:?}"
            );
        }
    }
}
