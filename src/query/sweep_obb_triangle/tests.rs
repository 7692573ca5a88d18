//! The sweep against fine steps of the static test.

use glam::{DMat3, Vec3};

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::test_support::Random;

const SEED: u64 = 4;

fn cube(center: DVec3, half: f64) -> Obb {
    Obb::new(center, DMat3::IDENTITY, DVec3::splat(half)).unwrap()
}

fn overlaps(obb: &Obb, triangle: &Triangle) -> Option<f64> {
    match overlap_obb_triangle(obb, triangle) {
        ObbOverlap::Apart(_) => None,
        ObbOverlap::Overlapping(gap) => Some(-gap.separation),
    }
}

/// The first of many places along the motion where the box overlaps by more than `slop`.
fn by_steps(obb: &Obb, motion: DVec3, triangle: &Triangle, slop: f64) -> Option<f64> {
    const STEPS: u32 = 2000;
    let fractions = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
    let mut fractions = fractions.filter(|fraction| {
        let there = obb.at(obb.center() + motion * *fraction);
        overlaps(&there, triangle).is_some_and(|depth| depth > slop)
    });
    fractions.next()
}

#[test]
fn a_sweep_finds_what_fine_steps_find_and_stops_before_it() {
    let mut random = Random::new(SEED);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..600 {
        // Some boxes are long, flat or small, and some triangles are slivers.
        let shape = [1.0, 0.1, 0.01][case % 3];
        let half = (random.vec3(0.8).abs() + 0.05) * DVec3::new(1.0, shape, 1.0);
        let obb = Obb::new(
            random.vec3(4.0),
            rotation_from_degrees(random.vec3(180.0)),
            half,
        );
        let obb = obb.unwrap();
        let corners = [0, 1, 2].map(|number| {
            let wide = if number == 2 && case % 5 == 0 {
                1e-3
            } else {
                1.0
            };
            (random.vec3(2.0) * wide).as_vec3()
        });
        let Some(triangle) = Triangle::new(corners) else {
            continue;
        };
        // Most motions lead past a corner.
        let motion = (triangle.vertices()[0] - obb.center()) * 1.3 + random.vec3(1.5);
        if overlaps(&obb, &triangle).is_some() {
            continue;
        }
        let hit = sweep_obb_triangle(&obb, motion, &triangle);
        let stepped = by_steps(&obb, motion, &triangle, 1e-6);
        let label = format!("seed {SEED}, case {case}: {hit:?}, {stepped:?}");
        let Some(hit) = hit else {
            assert!(stepped.is_none(), "{label}");
            misses += 1;
            continue;
        };
        hits += 1;
        assert!((0.0..=1.0).contains(&hit.fraction), "{label}");
        assert!(
            hit.normal.dot(motion) < 0.0 && hit.normal.is_normalized(),
            "{label}"
        );
        if let Some(stepped) = stepped {
            assert!(hit.fraction <= stepped + 1e-9, "{label}");
        }
        let depth = overlaps(&obb.at(hit.center), &triangle).unwrap_or(0.0);
        assert!(depth < 1e-9, "{label}: {depth} deep");
        // A little farther, it overlaps, unless it leaves again within that.
        let onward = obb.at(hit.center + motion.normalize() * 1e-6);
        let gap = overlap_obb_triangle_axes(&onward, &triangle);
        let apart = gap
            .iter()
            .flatten()
            .map(|gap| gap.separation)
            .fold(-1.0, max);
        assert!(apart < 1e-6, "{label}: {apart} apart");
    }
    assert!(hits > 100 && misses > 50, "{hits}, {misses}");
}

#[test]
fn all_orders_of_the_corners_and_both_sides_give_the_same_touch() {
    let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    for [a, b, c] in [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ] {
        let floor = Triangle::new([corners[a], corners[b], corners[c]]).unwrap();
        for side in [1.0, -1.0] {
            let start = cube(DVec3::new(2.0, 4.0 * side, 2.0), 1.0);
            let hit = sweep_obb_triangle(&start, DVec3::Y * -6.0 * side, &floor).unwrap();
            assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::Y * side));
        }
    }
}

#[test]
fn a_box_that_touches_or_overlaps_is_stopped_only_on_its_way_in() {
    let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]).unwrap();
    for height in [1.0, 0.9] {
        let cube = cube(DVec3::new(2.0, height, 2.0), 1.0);
        let sweep = |motion| sweep_obb_triangle(&cube, motion, &floor);
        assert_eq!(sweep(DVec3::NEG_Y).map(|hit| hit.fraction), Some(0.0));
        assert_eq!(sweep(DVec3::Y), None);
        assert_eq!(sweep(DVec3::X), None);
        assert_eq!(sweep(DVec3::ZERO), None);
    }
}

#[test]
fn an_edge_of_the_box_meets_an_edge_of_the_triangle() {
    // The lower edge of a box turned by 45 degrees crosses the rim above it at a right angle.
    let rotation = rotation_from_degrees(DVec3::Z * 45.0);
    let roof = Obb::new(DVec3::Y * 5.0, rotation, DVec3::new(1.0, 1.0, 3.0)).unwrap();
    let upright = Triangle::new([
        Vec3::new(-9.0, 0.0, 0.0),
        Vec3::new(9.0, 0.0, 0.0),
        Vec3::new(0.0, -9.0, 0.0),
    ]);
    let hit = sweep_obb_triangle(&roof, DVec3::Y * -10.0, &upright.unwrap()).unwrap();
    // 5 m less half the diagonal, of 10 m.
    assert!((hit.fraction - (0.5 - 0.1 * 2.0_f64.sqrt())).abs() < 1e-12);
    assert!(hit.normal.abs_diff_eq(DVec3::Y, 1e-12));
}
