//! Slopes too steep to stand on: a push against one neither brakes nor speeds the slide down, and a single
//! one is never a floor.

use crate::random::Random;
use crate::support::{Walk, ramp};
use sidle::geometry::angle::{BinaryAngle, sin_cos_deg};
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Controller, Event, Ground, Rules, Tuning};
use sidle::sim::Sim;
use sidle::world::World;

const SEED: u64 = 50;

/// Half the length and the width of a slope; metres.
const HALF: f64 = 20.0;

/// The radius of the walker; metres.
const RADIUS: f64 = 0.4;

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
        for body in [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box] {
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

/// A simulation of a walker who may fall far below the slope.
fn sim(world: World, tuning: Tuning, position: DVec3, hz: u32) -> Sim {
    let rules = Rules {
        kill_y: -100.0,
        ..crate::support::rules(position, Controller::Swept)
    };
    Sim::new(world, tuning, rules, hz)
}

/// How a slope is built.
#[derive(Clone, Copy, Debug)]
enum Build {
    /// Two triangles.
    Plane,
    /// Many triangles.
    Mesh,
    /// A face of one thick box.
    Face,
    /// A face each of many thick boxes.
    Boxes,
    /// Two triangles, and their mirror images behind a level crest at the origin.
    Roof,
}

/// A slope through the origin that is turned about the upright axis, and its normal.
fn slope(build: Build, slope_deg: f64, turn_deg: f64) -> (World, DVec3) {
    let turn = rotation_from_degrees(DVec3::Y * turn_deg);
    let rotation = turn * rotation_from_degrees(DVec3::X * slope_deg);
    let [up, across, normal] = [DVec3::NEG_Z, DVec3::X, DVec3::Y].map(|axis| rotation * axis);
    let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
    let cells = match build {
        Build::Plane | Build::Face | Build::Roof => 1,
        Build::Mesh => 60,
        Build::Boxes => 20,
    };
    let half = HALF / f64::from(cells);
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        let [x, z] = [i, j].map(|cell| f64::from(2 * cell + 1) * half - HALF);
        let center = across * x + up * z;
        if matches!(build, Build::Face | Build::Boxes) {
            let center = center - normal * 50.0;
            boxes.extend(Obb::new(center, rotation, DVec3::new(half, 50.0, half)));
            continue;
        }
        let corner = |x: f64, z: f64| (center + (across * x + up * z) * half).as_vec3();
        let [a, b, c, d] = [
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
        triangles.extend(
            [[a, b, c], [a, c, d]]
                .map(Triangle::new)
                .into_iter()
                .flatten(),
        );
    }
    if let Build::Roof = build {
        // The upper border of the plane moves to the origin, and the mirror image lies beyond it.
        let level = turn * DVec3::NEG_Z;
        let fall = DVec3::Y * (HALF * up.y / up.dot(level));
        let end = |side: f64, out: f64| {
            (across * (side * HALF) + level * (out * HALF) - fall * out.abs()).as_vec3()
        };
        triangles.clear();
        for out in [-1.0, 1.0] {
            let [a, b, c, d] = [end(-1.0, 0.0), end(1.0, 0.0), end(1.0, out), end(-1.0, out)];
            triangles.extend(
                [[a, b, c], [a, c, d]]
                    .map(Triangle::new)
                    .into_iter()
                    .flatten(),
            );
        }
    }
    (World::new(triangles, boxes), normal)
}

/// Random keys of a walker.
fn keys(sim: &Sim, random: &mut Random) -> Command {
    let axis = |random: &mut Random| Axis::new(random.below(3) as f64 - 1.0);
    Command {
        forward: axis(random),
        right: axis(random),
        jump: random.below(2) == 0,
        fast: random.below(3) == 0,
        yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
        ..sim.idle_command()
    }
}

/// Presses random keys for 3 s on a slope steeper than `tuning` allows, or above it, and returns the states
/// until the walker leaves it. No jump may begin.
fn scramble(
    build: Build,
    slope_deg: f64,
    tuning: Tuning,
    hz: u32,
    random: &mut Random,
) -> Vec<Ground> {
    let (world, normal) = slope(build, slope_deg, random.signed() * 180.0);
    let along = random.vec3(1.0);
    let along = along - normal * along.dot(normal);
    // Every other walker starts on the slope, the others fall onto it.
    let drop = DVec3::Y * (random.below(2) as f64 * random.signed().abs() * 8.0);
    let mut position = along * 4.0 + normal * (RADIUS + 1e-4) + drop;
    if let Build::Roof = build {
        position = DVec3::Y * (RADIUS * 2.0) + random.vec3(0.3) + drop;
    }
    let mut sim = sim(world, tuning, position, hz);
    let mut command = sim.idle_command();
    let mut grounds = Vec::new();
    for tick in 0..hz * 3 {
        if tick % (hz / 5) == 0 {
            command = keys(&sim, random);
        }
        sim.tick(&command);
        let position = sim.player().position;
        if position.abs().max_element() > HALF * 0.5 {
            break;
        }
        grounds.push(sim.player().ground);
        let jumps = sim.trace().events().contains(&Event::Jump);
        assert!(
            !jumps || matches!(build, Build::Roof),
            "{build:?}, {slope_deg}°, {hz} Hz: a jump"
        );
    }
    grounds
}

/// Calls `check` for every body, limit, slope and tick rate.
fn each_steep_slope(mut check: impl FnMut(f64, Tuning, u32)) {
    for body in [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box] {
        for max_slope_deg in [30.0, 50.0, 60.0] {
            let tuning = Tuning {
                body,
                radius: RADIUS,
                max_slope_deg,
                ..Tuning::default()
            };
            for steeper in [0.01, 0.2, 1.0, 5.0, 20.0] {
                for hz in [30, 60, 120, 240, 360] {
                    check(max_slope_deg + steeper, tuning, hz);
                }
            }
        }
    }
}

#[test]
fn a_single_slope_too_steep_to_stand_on_is_never_a_floor_nor_jumped_off() {
    for build in [Build::Plane, Build::Mesh, Build::Face, Build::Boxes] {
        let (mut random, mut touched) = (Random::new(SEED), 0);
        each_steep_slope(|slope_deg, tuning, hz| {
            let grounds = scramble(build, slope_deg, tuning, hz, &mut random);
            let case = format!("{build:?}, {:?}, {slope_deg}°, {hz} Hz", tuning.body);
            assert!(grounds.iter().all(|ground| !ground.stands()), "{case}");
            touched += grounds
                .iter()
                .filter(|ground| ground.name() == "steep")
                .count();
        });
        assert!(touched > 1000, "{build:?}: {touched} ticks on the slope");
    }
}

#[test]
fn the_crest_between_two_steep_slopes_is_no_floor_but_wedges_a_walker_that_balances_on_it() {
    let (mut random, mut wedged) = (Random::new(SEED), 0);
    each_steep_slope(|slope_deg, tuning, hz| {
        let grounds = scramble(Build::Roof, slope_deg, tuning, hz, &mut random);
        assert!(
            !grounds.iter().any(|ground| ground.is_floor()),
            "{slope_deg}°, {hz} Hz"
        );
        wedged += grounds.iter().filter(|ground| ground.stands()).count();
    });
    assert!(wedged > 100, "{wedged} ticks on the crest");
}

#[test]
fn the_border_of_a_steep_sheet_is_no_floor_and_the_top_of_a_fence_is() {
    for (slope_deg, expected) in [
        (50.2, "steep"),
        (60.0, "steep"),
        (80.0, "steep"),
        (90.0, "floor"),
    ] {
        let (world, _) = slope(Build::Plane, slope_deg, 0.0);
        // Straight above the upper border.
        let (sin, cos) = sin_cos_deg(slope_deg);
        let border = DVec3::new(0.0, HALF * sin, -HALF * cos);
        let position = border + DVec3::Y * (0.5 + 1e-4);
        let mut sim = sim(world, Tuning::default(), position, 120);
        let idle = sim.idle_command();
        sim.tick(&idle);
        assert_eq!(sim.player().ground.name(), expected, "{slope_deg}°");
    }
}
