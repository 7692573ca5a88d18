//! Tests of `motion.rs`.

use super::*;

#[test]
fn a_target_reached_within_a_tick_is_kept_for_the_rest_of_the_tick() {
    // 0 to 3 m/s by 60 m/s² takes 0.05 s of a 0.1 s tick: 0.075 m + 0.15 m.
    let (velocity, motion) = approach(DVec3::ZERO, DVec3::X * 3.0, 60.0, 0.1);
    assert_eq!(velocity, DVec3::X * 3.0);
    assert!((motion.x - 0.225).abs() < 1e-15);
}

#[test]
fn an_infinite_acceleration_reaches_the_target_at_once() {
    let (velocity, motion) = approach(DVec3::ZERO, DVec3::X * 3.0, f64::INFINITY, 0.1);
    assert_eq!((velocity, motion), (DVec3::X * 3.0, DVec3::X * 3.0 * 0.1));
    let (velocity, motion) = approach(DVec3::ZERO, DVec3::ZERO, f64::INFINITY, 0.1);
    assert_eq!((velocity, motion), (DVec3::ZERO, DVec3::ZERO));
}

#[test]
fn the_velocity_is_constant_without_acceleration() {
    let (velocity, motion) = approach(DVec3::X, DVec3::Z, 0.0, 0.5);
    assert_eq!((velocity, motion), (DVec3::X, DVec3::X * 0.5));
    assert_eq!(approach(DVec3::ZERO, DVec3::ZERO, 0.0, 0.5).1, DVec3::ZERO);
}

#[test]
fn jumps_and_starts_are_the_same_at_every_tick_rate() {
    for hz in [30.0, 60.0, 120.0, 240.0] {
        let tuning = Tuning::default();
        let mut state = PlayerState {
            velocity: DVec3::Y * 6.5,
            ..Default::default()
        };
        let mut height = 0.0;
        let mut forward = 0.0;
        for _ in 0..(0.5 * hz) as u32 {
            let motion = through_the_air(&tuning, &mut state, DVec3::X * 2.0, 1.0 / hz);
            height += motion.y;
            forward += motion.x;
        }
        // h = 6.5·0.5 - 10·0.25 = 0.75 m; 2 m/s after 1/6 s by 12 m/s²: 1/6 m + 2/3 m.
        assert!((height - 0.75).abs() < 1e-12, "{hz} Hz: {height}");
        assert!((forward - 5.0 / 6.0).abs() < 1e-12, "{hz} Hz: {forward}");
    }
}

#[test]
fn heading_and_speed_stay_the_same_on_a_slope() {
    // 45 degrees up towards -Z: the normal leans towards +Z.
    let normal = DVec3::new(0.0, 1.0, 1.0).normalize();
    let along = along_ground(DVec3::NEG_Z * 5.0, normal);
    assert!((along.length() - 5.0).abs() < 1e-12);
    assert!((along.y - along.z.abs()).abs() < 1e-12 && along.z < 0.0);
    assert_eq!(along_ground(DVec3::ZERO, normal), DVec3::ZERO);
}
