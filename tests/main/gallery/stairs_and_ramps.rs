//! The level `stairs-and-ramps`: which ramps and which steps are climbed.

use sidle::glam::DVec3;
use sidle::level::Level;
use sidle::player::{BodyShape, Controller};

use super::{BOXED, CLASSIC, SWEPT, tuned, walker};
use crate::support::{Walk, shipped_level};

/// The tick rates at which the row at the left wall is tried.
const RATES: [u32; 2] = [30, 120];

/// The height of the stage to which the row leads; metres.
const STAGE: f64 = 1.2;

/// The level for a sphere, and for a person.
fn for_both_bodies() -> [Level; 2] {
    let level = shipped_level("stairs-and-ramps");
    let person = tuned(level.clone(), |tuning| {
        (tuning.body, tuning.radius) = (BodyShape::Capsule, 0.3);
    });
    [level, person]
}

/// A walker in front of the row, who faces it.
fn before_the_row(place: Level, controller: Controller, z: f64, hz: u32) -> Walk {
    let start = [-15.4, place.tuning.radius + 1e-4, z];
    let mut walk = walker(place, controller, start, 90.0);
    walk.sim.set_hz(hz);
    walk.stand(0.1)
}

/// How high the feet of the body are; metres.
fn feet(walk: &Walk, position: DVec3) -> f64 {
    position.y - walk.sim.tuning().radius
}

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

#[test]
fn a_sphere_and_a_person_run_up_steps_with_five_fronts_at_any_speed_and_rate() {
    for place in for_both_bodies() {
        for (front, z) in [
            ("bevelled", 18.8),
            ("rounded", 16.2),
            ("leaning", 13.6),
            ("with noses", 11.0),
            ("open", 8.4),
        ] {
            for hz in RATES {
                for is_fast in [false, true] {
                    let walk = before_the_row(place.clone(), SWEPT, z, hz);
                    let walk = if is_fast { walk.fast() } else { walk };
                    // 1.8 m to the foot and 2 m of stairs. The stage is 4 m deep.
                    let seconds = if is_fast { 0.6 } else { 1.2 };
                    let walk = walk.forward(seconds);
                    let case = format!("{:?} on {front}, {hz} Hz, {is_fast}", place.tuning.body);
                    let height = feet(&walk, walk.position());
                    assert!((height - STAGE).abs() < 2e-3, "{case}: {height} m");
                    let flies = walk.states.iter().filter(|state| !state.ground.stands());
                    assert_eq!(flies.count(), 0, "{case}");
                    assert!(walk.worst_overlap < 1e-9, "{case}: {}", walk.worst_overlap);
                }
            }
        }
    }
}

#[test]
fn nobody_climbs_steps_of_40_cm_that_lean_back() {
    for place in for_both_bodies() {
        for hz in RATES {
            let walk = before_the_row(place.clone(), SWEPT, 5.8, hz).forward(2.0);
            let heights = walk.states.iter().map(|state| feet(&walk, state.position));
            let highest = heights.fold(0.0, f64::max);
            let case = format!("{:?}, {hz} Hz", place.tuning.body);
            assert!(highest < 2e-3, "{case}: {highest} m");
            // It rests at the foot.
            let last = walk.states.len() - 10;
            let moved = walk.position().distance(walk.states[last].position);
            assert!(moved < 1e-6, "{case}: {moved} m");
        }
    }
}

#[test]
fn the_jump_pad_throws_everyone_onto_the_stage() {
    let [sphere, person] = for_both_bodies();
    for (place, controller) in [
        (&sphere, SWEPT),
        (&person, SWEPT),
        (&sphere, CLASSIC),
        (&sphere, BOXED),
    ] {
        for hz in RATES {
            // From the front and from both sides, walking and running.
            for (from, yaw_deg) in [
                ([-15.0, 3.2], 90.0),
                ([-17.2, 0.8], 180.0),
                ([-17.2, 5.6], 0.0),
            ] {
                for is_fast in [false, true] {
                    let case = format!(
                        "{controller:?}, {:?}, {hz} Hz, {from:?}, {is_fast}",
                        place.tuning.body
                    );
                    let start = [from[0], place.tuning.radius + 1e-4, from[1]];
                    let mut walk = walker(place.clone(), controller, start, yaw_deg);
                    walk.sim.set_hz(hz);
                    let mut walk = if is_fast { walk.fast() } else { walk };
                    while walk.sim.zone_events().is_empty() {
                        assert!(
                            walk.states.len() < 2 * hz as usize,
                            "{case}: {}",
                            walk.position()
                        );
                        walk = walk.forward(1.0 / f64::from(hz));
                    }
                    let thrown = walk.states.len();
                    let walk = walk.stand(1.5);
                    let flight = &walk.states[thrown..];
                    let heights = flight.iter().map(|state| feet(&walk, state.position));
                    let highest = heights.fold(0.0, f64::max);
                    assert!((highest - 3.6).abs() < 0.05, "{case}: {highest} m");
                    let at = walk.position();
                    let height = feet(&walk, at);
                    assert!((height - STAGE).abs() < 2e-3, "{case}: {at}");
                    assert!(walk.sim.player().ground.stands(), "{case}");
                }
            }
        }
    }
}
