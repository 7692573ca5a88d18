//! Tests of `sweep_sphere_sphere.rs`.

use super::*;
use crate::test_support::{Random, check_sweep};

/// A sphere of 1 m against one of 2 m at the origin.
fn sweep(start: DVec3, motion: DVec3) -> Option<SweepHit> {
    let other = Sphere::new(DVec3::ZERO, 2.0).unwrap();
    sweep_sphere_sphere(&Sphere::new(start, 1.0).unwrap(), motion, &other)
}

#[test]
fn head_on_and_off_centre_sweeps_hit_and_short_or_passing_ones_miss() {
    // 5 m away, 3 m at the touch.
    assert_eq!(
        sweep(DVec3::X * 5.0, DVec3::X * -4.0).unwrap().fraction,
        0.5
    );
    assert_eq!(
        sweep(DVec3::X * 5.0, DVec3::X * -2.0).unwrap().fraction,
        1.0
    );
    assert_eq!(sweep(DVec3::X * 5.0, DVec3::X * -1.999), None);
    assert_eq!(sweep(DVec3::X * 5.0, DVec3::X * 4.0), None);
    assert_eq!(sweep(DVec3::X * 5.0, DVec3::ZERO), None);
    // Passing 1.8 m off the line, they touch 2.4 m before the middle: 1.8² + 2.4² = 3².
    let off = sweep(DVec3::new(5.4, 1.8, 0.0), DVec3::X * -6.0).unwrap();
    assert!((off.fraction - 0.5).abs() < 1e-12);
    assert!(off.normal.abs_diff_eq(DVec3::new(0.8, 0.6, 0.0), 1e-12));
    assert_eq!(sweep(DVec3::new(5.0, 3.001, 0.0), DVec3::X * -10.0), None);
}

#[test]
fn touching_at_the_start_hits_only_if_the_motion_goes_deeper() {
    assert_eq!(
        sweep(DVec3::Z * 3.0, DVec3::new(1.0, 0.0, -0.1))
            .unwrap()
            .fraction,
        0.0
    );
    assert_eq!(sweep(DVec3::Z * 3.0, DVec3::X), None);
    assert_eq!(sweep(DVec3::Z * 2.0, DVec3::Z), None);
    assert_eq!(sweep(DVec3::ZERO, DVec3::NEG_Y).unwrap().normal, DVec3::Y);
    assert_eq!(sweep(DVec3::ZERO, DVec3::Y), None);
}

#[test]
fn it_agrees_with_conservative_advancement() {
    let mut random = Random::new(73);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..10_000 {
        let far = if case % 4 == 0 {
            DVec3::splat(1e4)
        } else {
            DVec3::ZERO
        };
        let other = Sphere::new(far + random.vec3(1.0), 0.05 + random.signed().abs()).unwrap();
        let sphere = Sphere::new(far + random.vec3(5.0), 0.05 + random.signed().abs()).unwrap();
        let motion = far + random.vec3(2.0) - sphere.center();
        let closest =
            |center: DVec3| other.center() + (center - other.center()).normalize() * other.radius();
        if sphere.center().distance(other.center()) <= sphere.radius() + other.radius() {
            continue;
        }
        let found = sweep_sphere_sphere(&sphere, motion, &other);
        if let Some(hit) = &found {
            let gap = hit.center.distance(hit.point) - sphere.radius();
            assert!(gap.abs() < 1e-9, "seed 73, case {case}: {gap}");
        }
        let name = format!("seed 73, case {case}");
        let hit = check_sweep(&sphere, motion, found.as_ref(), closest, 1e-4, &name);
        hits += u32::from(hit);
        misses += u32::from(!hit);
    }
    assert!(hits > 2000 && misses > 1500, "{hits} hits, {misses} misses");
}
