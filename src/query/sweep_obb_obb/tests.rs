//! Tests of sweeps of a box against a box, some of them with conservative advancement as the oracle.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::test_support::Random;
use glam::DMat3;

fn cube(center: DVec3, degrees: DVec3) -> Obb {
    Obb::new(center, rotation_from_degrees(degrees), DVec3::ONE).unwrap()
}

fn sweep(start: DVec3, motion: DVec3) -> Option<ObbSweepHit> {
    sweep_obb_obb(
        &cube(start, DVec3::ZERO),
        motion,
        &cube(DVec3::ZERO, DVec3::ZERO),
    )
}

#[test]
fn the_box_stops_after_the_gap_or_passes_by() {
    // 3 m apart.
    assert_eq!(
        sweep(DVec3::Z * 5.0, DVec3::Z * -6.0).unwrap().fraction,
        0.5
    );
    assert_eq!(
        sweep(DVec3::Z * 5.0, DVec3::Z * -3.0).unwrap().fraction,
        1.0
    );
    assert_eq!(sweep(DVec3::Z * 5.0, DVec3::Z * -2.999), None);
    assert_eq!(sweep(DVec3::Z * 5.0, DVec3::Z * 9.0), None);
    assert_eq!(sweep(DVec3::new(2.001, 0.0, 5.0), DVec3::Z * -9.0), None);
    // It passes the corner. It is level with it in z after 3 of 12 m, and by then 0.5 m clear of it in x.
    assert_eq!(
        sweep(DVec3::new(2.0, 0.0, 5.0), DVec3::new(2.0, 0.0, -12.0)),
        None
    );
    let corner = sweep(DVec3::new(3.0, 0.0, 4.0), DVec3::new(-4.0, 0.0, -4.0)).unwrap();
    assert_eq!((corner.fraction, corner.normal), (0.5, DVec3::Z));
}

#[test]
fn two_rotated_beams_meet_with_their_edges() {
    // Each beam takes half a diagonal, √2 m, of the 5 m between the centres. 5 - 2·√2 m are free.
    let upper = cube(DVec3::Y * 5.0, DVec3::X * 45.0);
    let lower = cube(DVec3::ZERO, DVec3::Z * 45.0);
    let hit = sweep_obb_obb(&upper, DVec3::Y * -5.0, &lower).unwrap();
    assert_eq!(hit.axis, ObbAxis::Edges(0, 2));
    assert!(hit.normal.abs_diff_eq(DVec3::Y, 1e-12));
    assert!((hit.fraction - (1.0 - 8.0_f64.sqrt() / 5.0)).abs() < 1e-12);
}

#[test]
fn touching_at_the_start_hits_only_if_the_motion_goes_deeper() {
    assert_eq!(
        sweep(DVec3::Y * 2.0, DVec3::new(1.0, -0.1, 0.0))
            .unwrap()
            .fraction,
        0.0
    );
    assert_eq!(sweep(DVec3::Y * 2.0, DVec3::X), None);
    assert_eq!(sweep(DVec3::Y * 1.5, DVec3::Y), None);
}

#[test]
fn it_agrees_with_conservative_advancement() {
    let mut random = Random::new(167);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..10_000_u32 {
        let offset = if case.is_multiple_of(4) {
            DVec3::splat(1e3)
        } else {
            DVec3::ZERO
        };
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let half = random.vec3(1.0).abs() + 0.05;
        let other = Obb::new(offset + random.vec3(1.0), rotation, half).unwrap();
        let other_rotation = rotation_from_degrees(random.vec3(180.0));
        let axes = if case.is_multiple_of(5) {
            rotation
        } else {
            other_rotation
        };
        let half = random.vec3(1.0).abs() + 0.05;
        let obb = Obb::new(offset + random.vec3(5.0), axes, half).unwrap();
        let motion = (other.center() + random.vec3(2.5) - obb.center()) * 1.5;
        // The largest gap along any axis, which is never more than the distance, and zero at a touch.
        let gap = |fraction: f64| {
            let moved = Obb::new(obb.center() + motion * fraction, axes, half).unwrap();
            let gaps = overlap_obb_obb_axes(&moved, &other).into_iter().flatten();
            gaps.map(|gap| gap.separation)
                .fold(f64::NEG_INFINITY, f64::max)
        };
        if gap(0.0) <= 0.0 {
            continue;
        }
        // A step as long as the gap cannot go too far.
        let (mut fraction, mut expected) = (0.0, None);
        for _ in 0..3000 {
            let distance = gap(fraction);
            if distance < 1e-8 {
                expected = Some(fraction);
                break;
            }
            fraction += distance / motion.length();
            if fraction > 1.0 {
                break;
            }
        }
        match sweep_obb_obb(&obb, motion, &other) {
            Some(hit) => {
                hits += 1;
                assert!(gap(hit.fraction).abs() < 1e-9, "seed 167, case {case}");
                assert!(hit.normal.dot(motion) < 0.0, "seed 167, case {case}");
                let error = expected.map(|expected| (hit.fraction - expected).abs());
                assert!(
                    error.is_none_or(|error| error < 1e-4),
                    "seed 167, case {case}: {error:?}"
                );
            }
            None => {
                misses += 1;
                assert_eq!(expected, None, "seed 167, case {case}: missed");
            }
        }
    }
    assert!(hits > 3000 && misses > 1000, "{hits} hits, {misses} misses");
}

#[test]
fn zero_motion_touches_nothing() {
    assert_eq!(sweep(DVec3::X * 5.0, DVec3::ZERO), None);
    let same = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    assert_eq!(sweep_obb_obb(&same, DVec3::ZERO, &same), None);
}
