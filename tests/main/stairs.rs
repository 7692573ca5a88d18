//! Steps: whether a walker climbs one depends on its height only, never on the speed or the tick rate.

use crate::support::{Shapes, Walk, add_block, cases, flight_of_stairs, floor};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};

const RATES: [u32; 5] = [30, 60, 120, 240, 360];

/// From a crawl to forty metres in a second.
const SPEEDS: [f64; 9] = [0.05, 0.3, 1.0, 2.0, 5.0, 8.0, 12.0, 20.0, 40.0];

const BODIES: [(BodyShape, f64); 4] = [
    (BodyShape::Sphere, 0.5),
    (BodyShape::Sphere, 0.3),
    (BodyShape::Capsule, 0.3),
    (BodyShape::Box, 0.3),
];

/// A floor with one step of `height` that begins at z = -2, and is deep enough for every walk.
fn step(height: f64) -> Shapes {
    let mut shapes = floor();
    let center = DVec3::new(0.0, height * 0.5, -42.0);
    add_block(&mut shapes, center, DVec3::new(8.0, height, 80.0));
    shapes
}

fn tuning(body: BodyShape, radius: f64, walk_speed: f64) -> Tuning {
    Tuning {
        body,
        radius,
        walk_speed,
        ..Tuning::default()
    }
}

/// The greatest height of a walker's feet while it walks from just before the first riser to `beyond` metres
/// behind the place where it touches it, and a while longer.
fn climb(shapes: Shapes, tuning: Tuning, hz: u32, beyond: f64) -> f64 {
    let before = 0.05;
    let start = DVec3::new(0.0, tuning.radius + 1e-4, -2.0 + tuning.radius + before);
    let seconds = (before + beyond) / tuning.walk_speed + 2.5;
    let walk = Walk::tuned(shapes, start, tuning, hz).controller(Controller::Swept);
    let walk = walk.stand(0.1).forward(seconds);
    assert!(walk.worst_overlap < 1e-9, "{}", walk.worst_overlap);
    let heights = walk.states.iter().map(|state| state.position.y);
    heights.fold(f64::MIN, f64::max) - tuning.radius
}

#[test]
fn a_runner_whom_the_edge_of_a_tread_turns_upwards_is_not_thrown_into_the_air() {
    let (height, tread, steps) = (0.246, 0.4975, 9);
    let top = height * f64::from(steps);
    for hz in [30, 60] {
        for phase in 0..40 {
            let mut shapes = floor();
            for step in 0..steps {
                let size = DVec3::new(8.0, height, 80.0);
                let front = -2.0 - tread * f64::from(step);
                let middle = height * (f64::from(step) + 0.5);
                let center = DVec3::new(0.0, middle, front - size.z * 0.5);
                add_block(&mut shapes, center, size);
            }
            let tuning = Tuning {
                ground_accel: f64::INFINITY,
                ..tuning(BodyShape::Sphere, 0.49, 37.1)
            };
            let start = DVec3::new(0.0, 0.4901, -1.48 + f64::from(phase) * 0.03);
            let walk = Walk::tuned(shapes, start, tuning, hz).controller(Controller::Swept);
            let walk = walk.stand(0.1).forward(0.5);
            let highest = walk.states.iter().map(|state| state.position.y - 0.49);
            let highest = highest.fold(f64::MIN, f64::max);
            let label = format!("{hz} Hz, phase {phase}: up to {highest} m");
            assert!((top - 1e-3..top + 0.4).contains(&highest), "{label}");
            assert!(walk.position().z < -10.0, "{label}");
        }
    }
}

#[test]
fn a_walker_climbs_a_step_at_every_speed_and_tick_rate() {
    let mut stopped = Vec::new();
    for (body, radius) in BODIES {
        for speed in SPEEDS {
            for hz in RATES {
                for height in [0.05, 0.15, 0.25, 0.3, 0.34, 0.35] {
                    let tuning = tuning(body, radius, speed);
                    let feet = climb(step(height), tuning, hz, 0.02 + radius);
                    if (feet - height).abs() > 2e-3 {
                        stopped.push(format!(
                            "{body:?} {radius}, {speed} m/s, {hz} Hz, {height} m: {feet}"
                        ));
                    }
                }
            }
        }
    }
    assert!(stopped.is_empty(), "{}: {stopped:#?}", stopped.len());
}

#[test]
fn a_walker_climbs_a_flight_of_stairs_at_every_speed_and_tick_rate() {
    let mut stopped = Vec::new();
    for (body, radius) in BODIES {
        let speeds = [1.0, 5.0, 40.0, 8.0, 12.0, 20.0];
        for speed in speeds.into_iter().take(cases(3, 6)) {
            for hz in RATES {
                for tread in [0.2, 0.25, 0.3, 0.4, 0.6] {
                    for rise in [0.15, 0.2, 0.25, 0.3, 0.35] {
                        let tuning = tuning(body, radius, speed);
                        let beyond = tread * 10.0 + radius;
                        let feet = climb(flight_of_stairs(rise, tread), tuning, hz, beyond);
                        if feet < rise * 10.0 - 2e-3 {
                            stopped.push(format!(
                                "{body:?} {radius}, {speed} m/s, {hz} Hz, {rise} / {tread} m: {feet}"
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(stopped.is_empty(), "{}: {stopped:#?}", stopped.len());
}

#[test]
fn a_walker_climbs_no_step_above_the_step_height_at_any_speed_or_tick_rate() {
    for (body, radius) in BODIES {
        for speed in SPEEDS.into_iter().step_by(cases(2, 1)) {
            for hz in RATES {
                for height in [0.352, 0.36, 0.4, 0.6].into_iter().step_by(cases(3, 1)) {
                    let feet = climb(step(height), tuning(body, radius, speed), hz, 0.0);
                    let case = format!("{body:?} {radius}, {speed} m/s, {hz} Hz, {height} m");
                    assert!(feet < 0.01, "{case}: feet at {feet} m");
                }
            }
        }
    }
}

#[test]
fn a_walker_climbs_stairs_at_a_slant() {
    // The speed, the tick rate, the acceleration, the angle, the rise and the tread of walkers that slid
    // along a riser for ever, or stayed on one step.
    let cases = [
        (BodyShape::Sphere, 0.5, 4.854, 120, 60.0, 43.3, 0.295, 0.273),
        (BodyShape::Capsule, 0.4, 7.415, 120, 60.0, 36.7, 0.165, 0.42),
        (BodyShape::Capsule, 0.4, 2.3, 240, 60.0, 38.6, 0.35, 0.37),
        (BodyShape::Sphere, 0.3, 3.469, 240, 60.0, 39.5, 0.236, 0.333),
        (
            BodyShape::Capsule,
            0.3,
            7.099,
            360,
            60.0,
            26.3,
            0.283,
            0.449,
        ),
        (
            BodyShape::Capsule,
            0.217,
            19.48,
            30,
            f64::INFINITY,
            18.6,
            0.198,
            0.535,
        ),
    ];
    for (body, radius, speed, hz, ground_accel, slant, rise, tread) in cases {
        let tuning = Tuning {
            ground_accel,
            ..tuning(body, radius, speed)
        };
        let feet = |slant: f64| {
            let start = DVec3::new(0.0, radius + 1e-4, -2.0 + radius + 0.05);
            let walk = Walk::tuned(flight_of_stairs(rise, tread), start, tuning, hz)
                .controller(Controller::Swept)
                .facing(slant)
                .forward(tread * 10.0 / (speed * 0.7) + 1.0);
            let heights = walk.states.iter().map(|state| state.position.y);
            heights.fold(f64::MIN, f64::max) - radius
        };
        for slant in [slant, -slant] {
            let feet = feet(slant);
            let case = format!("{body:?} {radius}, {speed} m/s, {hz} Hz, {slant} degrees");
            // The walker may leave the side of the flight, but climbs at least two steps before.
            assert!(feet > rise * 2.0 - 2e-3, "{case}: {feet}");
        }
    }
}

#[test]
fn a_runner_climbs_stairs_whose_next_riser_stops_it_in_the_air() {
    let tuning = Tuning {
        ground_accel: f64::INFINITY,
        height: 1.75,
        ..tuning(BodyShape::Capsule, 0.4, 31.37)
    };
    let feet = climb(flight_of_stairs(0.2126, 0.329), tuning, 30, 3.69);
    assert!(feet > 2.126 - 2e-3, "{feet}");
}

/// Walks down a flight of ten steps, from `before` metres before the first edge, and counts the ticks in the air.
fn ticks_in_the_air(rise: f64, tread: f64, tuning: Tuning, hz: u32, before: f64) -> usize {
    let edge = -2.0 - tread * 9.0;
    let start = DVec3::new(0.0, rise * 10.0 + tuning.radius + 1e-4, edge - before);
    let seconds = (before + tread * 9.0 + 0.5) / tuning.walk_speed + 0.3;
    let walk = Walk::tuned(flight_of_stairs(rise, tread), start, tuning, hz);
    let walk = walk.controller(Controller::Swept).facing(180.0);
    let walk = walk.forward(seconds);
    let feet = walk.position().y - tuning.radius;
    assert!(feet < 1e-3, "{feet} m up, {hz} Hz, {tuning:?}");
    let flies = walk.states.iter().filter(|state| !state.ground.stands());
    flies.count()
}

#[test]
fn a_walker_comes_down_all_stairs_that_it_climbs_on_the_ground() {
    for (body, radius) in [BODIES[0], BODIES[2]] {
        for walk_speed in [5.0, 10.0] {
            let usual = tuning(body, radius, walk_speed);
            // An edge leads down farther than the ground is followed straight down.
            let less = Tuning {
                snap_distance: 0.2,
                ..usual
            };
            for (rise, tuning) in [(0.24, less), (0.35, less), (0.35, usual)] {
                for hz in RATES {
                    for (tread, before) in [(0.25, 1.0), (0.3, 1.07), (0.4, 1.19)] {
                        let flies = ticks_in_the_air(rise, tread, tuning, hz, before);
                        assert_eq!(flies, 0, "{rise}, {tread}, {hz} Hz, {tuning:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_runner_comes_down_narrow_treads_on_the_ground() {
    // The longest piece of such a run leads over more than one tread.
    let runs = [
        (0.3, 0.12, 5.0, 20),
        (0.3, 0.12, 10.0, 30),
        (0.3, 0.12, 20.0, 30),
        (0.3, 0.12, 30.0, 120),
        (0.3, 0.08, 5.0, 30),
    ];
    for (rise, tread, walk_speed, hz) in runs {
        let tuning = Tuning {
            ground_accel: f64::INFINITY,
            ..tuning(BodyShape::Capsule, 0.3, walk_speed)
        };
        for before in [1.0, 1.031, 1.063, 1.094, 1.125] {
            let flies = ticks_in_the_air(rise, tread, tuning, hz, before);
            assert_eq!(flies, 0, "{rise}, {tread}, {walk_speed} m/s, {hz} Hz");
        }
    }
}

#[test]
fn a_walker_comes_down_narrow_treads_on_the_ground_at_every_tick_rate() {
    // Each tick leads over half a radius or less.
    for (radius, rise, tread) in [
        (0.3, 0.3, 0.12),
        (0.3, 0.34, 0.1),
        (0.3, 0.25, 0.06),
        (0.4, 0.34, 0.1),
    ] {
        for hz in [20, 30, 60, 120, 240] {
            for share in [0.49, 0.3, 0.2, 0.1, 0.05] {
                let tuning = Tuning {
                    ground_accel: f64::INFINITY,
                    ..tuning(BodyShape::Capsule, radius, radius * share * f64::from(hz))
                };
                for before in [1.0, 1.031, 1.063] {
                    let flies = ticks_in_the_air(rise, tread, tuning, hz, before);
                    assert_eq!(
                        flies, 0,
                        "{radius}, {rise}, {tread}, {share}, {hz} Hz, {before}"
                    );
                }
            }
        }
    }
}
