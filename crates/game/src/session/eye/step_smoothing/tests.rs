//! Tests of `step_smoothing.rs`.

use super::*;
use sidle::glam::DVec3;
use sidle::player::{Ground, Ride};
use sidle::world::BoxId;

const TICK: f64 = 1.0 / 120.0;

fn standing(x: f64, y: f64) -> PlayerState {
    PlayerState {
        position: DVec3::new(x, y, 0.0),
        ground: Ground::Floor { normal: DVec3::Y },
        ..PlayerState::default()
    }
}

#[test]
fn the_eye_follows_a_step_up_within_a_tenth_of_a_second() {
    let mut smoothing = StepSmoothing::default();
    // 4 cm ahead and 25 cm up: a stair. Then ahead on it.
    smoothing.tick(&standing(0.0, 0.5), &standing(0.04, 0.75), TICK, 0.5);
    assert_eq!(
        (smoothing.offset.at(0.0), smoothing.offset.at(1.0)),
        (0.0, -0.25)
    );
    let mut last = -0.25;
    for tick in 1..=12 {
        let x = 0.04 * f64::from(tick);
        smoothing.tick(&standing(x, 0.75), &standing(x + 0.04, 0.75), TICK, 0.5);
        assert_eq!(smoothing.offset.at(0.0), last, "no jump between two ticks");
        assert!(smoothing.offset.at(1.0) > last, "always up");
        last = smoothing.offset.at(1.0);
    }
    assert!(last > -0.02, "{last}");
}

#[test]
fn the_eye_follows_a_step_down_from_above() {
    let mut smoothing = StepSmoothing::default();
    smoothing.tick(&standing(0.0, 0.75), &standing(0.04, 0.55), TICK, 0.5);
    assert!((smoothing.offset.at(1.0) - 0.2).abs() < 1e-12);
}

#[test]
fn slopes_jumps_falls_and_lifts_cause_no_offset() {
    let up = standing(0.04, 0.55);
    let air = |y| PlayerState {
        ground: Ground::None,
        ..standing(0.0, y)
    };
    let lifted = PlayerState {
        ride: Some(Ride {
            platform: BoxId(0),
            velocity: DVec3::Y * 6.0,
        }),
        ..standing(0.0, 0.55)
    };
    for (what, from, to) in [
        ("a slope of 51 degrees", standing(0.0, 0.5), up),
        ("a jump", standing(0.0, 0.5), air(0.75)),
        ("a landing", air(0.75), standing(0.0, 0.5)),
        ("a lift", standing(0.0, 0.5), lifted),
    ] {
        let mut smoothing = StepSmoothing::default();
        smoothing.tick(&from, &to, TICK, 0.5);
        assert_eq!(smoothing, StepSmoothing::default(), "{what}");
    }
}

#[test]
fn the_offset_is_limited_on_endless_stairs() {
    let mut smoothing = StepSmoothing::default();
    for step in 0..50 {
        let y = 0.4 * f64::from(step);
        smoothing.tick(&standing(0.0, y), &standing(0.0, y + 0.4), TICK, 0.5);
        assert!(smoothing.offset.at(1.0) >= -0.5 * MAX_OFFSET);
    }
    smoothing = Default::default();
    assert_eq!(smoothing.offset.at(0.5), 0.0);
}
