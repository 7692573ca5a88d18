//! The level `stairs-and-ramps`: which ramps and which steps are climbed.

use super::{BOXED, CLASSIC, SWEPT, walker};
use crate::support::shipped_level;

#[test]
fn ramps_up_to_forty_degrees_are_walkable_and_from_fifty_degrees_on_they_are_not() {
    let place = shipped_level("stairs-and-ramps");
    for (ramp, x) in [
        (10, -17.8),
        (20, -14.8),
        (30, -11.8),
        (40, -8.8),
        (50, -5.8),
        (60, -2.8),
    ] {
        for controller in [SWEPT, CLASSIC, BOXED] {
            let walk = walker(place.clone(), controller, [x, 0.5, -1.5], 0.0).forward(3.6);
            let top = walk
                .states
                .iter()
                .map(|state| state.position.y)
                .fold(0.0, f64::max);
            // The platform is 2.4 m high.
            assert_eq!(top > 2.8, ramp <= 40, "{controller:?} on {ramp}: {top}");
        }
        if ramp <= 40 {
            let walk = walker(place.clone(), SWEPT, [x, 0.5, -1.5], 0.0).forward(3.0);
            // On the slope itself; at its foot and its top the body changes direction.
            let slope = 1.2..2.4;
            let climbing = walk
                .states
                .iter()
                .filter(|state| slope.contains(&state.position.y));
            assert!(climbing.clone().count() > 30, "{ramp}");
            for state in climbing {
                let speed = state.velocity.length();
                assert!((speed - 5.0).abs() < 1e-3, "{ramp}: {speed}");
            }
        }
    }
}

#[test]
fn swept_climbs_steps_up_to_its_step_height_and_classic_rolls_up_higher_ones() {
    let place = shipped_level("stairs-and-ramps");
    let stairs = [
        (10, 2.8),
        (20, 5.8),
        (30, 8.8),
        (34, 11.8),
        (40, 14.8),
        (48, 17.8),
    ];
    for (step, x) in stairs {
        let top = |controller| {
            let walk = walker(place.clone(), controller, [x, 0.5, -1.5], 0.0).forward(5.0);
            walk.states
                .iter()
                .map(|state| state.position.y)
                .fold(0.0, f64::max)
        };
        assert_eq!(top(SWEPT) > 2.8, step <= 34, "swept on {step} cm");
        assert_eq!(top(CLASSIC) > 2.8, step <= 40, "classic on {step} cm");
        assert!(top(BOXED) < 0.6, "boxed on {step} cm");
    }
}
