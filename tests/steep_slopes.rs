//! Slopes too steep to stand on: a push against one neither brakes nor speeds the slide down.

mod support;

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};
use support::{Walk, ramp};

/// How far a walker sinks in a second and a half on a slope, if it walks towards `yaw_deg` at full speed.
/// 0 degrees lead straight up the slope.
fn sink(tuning: Tuning, slope_deg: f64, yaw_deg: f64, hz: u32) -> f64 {
    let (sin, cos) = sin_cos_deg(slope_deg);
    // Over the ramp, 38 m along it, and touching it.
    let lift = tuning.radius + 1e-4;
    let start = DVec3::new(0.0, 38.0 * sin + lift * cos, -38.0 * cos + lift * sin);
    let walk = Walk::tuned(ramp(slope_deg), start, tuning, hz).controller(Controller::Swept);
    let walk = walk.facing(yaw_deg).stand(0.1);
    let before = walk.position().y;
    let walk = walk.forward(1.5);
    assert!(walk.states.iter().all(|state| !state.ground.is_floor()));
    before - walk.position().y
}

#[test]
fn a_push_against_a_steep_slope_neither_brakes_nor_speeds_the_slide() {
    for hz in [30, 60, 120, 240, 360] {
        for body in [BodyShape::Sphere, BodyShape::Capsule] {
            for air_accel in [0.0, 12.0, 1000.0, f64::INFINITY] {
                for slope_deg in [50.5, 55.0, 65.0, 80.0] {
                    let tuning = Tuning {
                        body,
                        air_accel,
                        radius: 0.4,
                        ..Tuning::default()
                    };
                    let expected = {
                        // Without a command: from rest by g·sin² of the slope, 0.1 s before and 1.5 s after.
                        let sin = sin_cos_deg(slope_deg).0;
                        let after =
                            |seconds: f64| 0.5 * tuning.gravity * sin * sin * seconds * seconds;
                        after(1.6) - after(0.1)
                    };
                    for yaw_deg in [0.0, 45.0, 80.0, -30.0] {
                        let found = sink(tuning, slope_deg, yaw_deg, hz);
                        let case =
                            format!("{body:?}, {hz} Hz, {air_accel}, {slope_deg}°, {yaw_deg}°");
                        let share = found / expected;
                        assert!(
                            (share - 1.0).abs() < 0.01,
                            "{case}: {found} of {expected} m"
                        );
                    }
                }
            }
        }
    }
}
