//! Tests of `sweep_sphere_plane.rs`.

use super::*;
use crate::geometry::Segment;
use crate::query::intersect_segment_plane;

/// A sphere of radius 1 at `height` over the plane y = 0, moved by `rise`, the fraction.
fn fraction(height: f64, rise: f64) -> Option<f64> {
    let plane = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
    let sphere = Sphere::new(DVec3::new(5.0, height, -3.0), 1.0).unwrap();
    let motion = DVec3::new(1.0, rise, 2.0);
    sweep_sphere_plane(&sphere, motion, &plane).map(|hit| hit.fraction)
}

#[test]
fn the_first_touch_comes_after_the_gap() {
    assert_eq!(fraction(3.0, -8.0), Some(0.25)); // 2 m of 8
    assert_eq!(fraction(3.0, -2.0), Some(1.0)); // just reached
    assert_eq!(fraction(3.0, -1.999), None);
    assert_eq!(fraction(3.0, 0.0), None);
    assert_eq!(fraction(3.0, 2.0), None);
}

#[test]
fn touching_at_the_start_gives_fraction_zero_for_any_motion() {
    for height in [1.0, 0.5, 0.0, -0.5, -1.0] {
        for rise in [-1.0, 0.0, 1.0] {
            assert_eq!(fraction(height, rise), Some(0.0), "at {height}, by {rise}");
        }
    }
}

#[test]
fn a_sphere_from_behind_touches_nothing() {
    assert_eq!(fraction(-3.0, 8.0), None);
    assert_eq!(fraction(-3.0, -8.0), None);
}

#[test]
fn a_tiny_sphere_behaves_like_a_segment() {
    let plane = Plane::new(DVec3::ONE, DVec3::new(2.0, 1.0, -2.0)).unwrap();
    let (start, motion) = (DVec3::new(3.0, 5.0, -1.0), DVec3::new(-4.0, -9.0, 2.0));
    let point = Sphere::new(start, 1e-12).unwrap();
    let swept = sweep_sphere_plane(&point, motion, &plane).unwrap();
    let segment = Segment::new(start, start + motion);
    let met = intersect_segment_plane(&segment, &plane).unwrap();
    // n = (2,1,-2)/3: 4 m above, and 7 m down: 4/7 of the way.
    assert!((swept.fraction - 4.0 / 7.0).abs() < 1e-11, "{swept:?}");
    assert!((swept.fraction - met.fraction).abs() < 1e-11);
}

#[test]
fn no_speed_tunnels_through_the_plane() {
    let hit = fraction(1.0 + 1e-9, -1e9).unwrap();
    assert!((0.0..1e-12).contains(&hit));
}

#[test]
fn the_centre_is_one_radius_away_at_the_touch() {
    let plane = Plane::new(DVec3::splat(1e4), DVec3::new(1.0, -2.0, 2.0)).unwrap();
    let start = DVec3::splat(1e4) + plane.normal() * 7.0;
    let sphere = Sphere::new(start, 0.3).unwrap();
    let hit = sweep_sphere_plane(&sphere, plane.normal() * -9.0 + DVec3::X, &plane).unwrap();
    assert!((plane.signed_distance(hit.center) - 0.3).abs() < 1e-10);
    assert!(plane.signed_distance(hit.point).abs() < 1e-10);
}
