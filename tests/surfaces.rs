//! Tags, and what the surfaces with a tag do to players: one-way platforms, sensors, conveyors, ice and mud.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "../src/test_support/random.rs"]
mod random;

use std::io;
use std::path::Path;

use random::Random;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Sphere, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::level::{Files, load_level};
use sidle::player::{
    Axis, Body, BodyShape, Command, Contacts, Controller, Mode, MoveSettings, PlayerState, Scratch,
    Tuning, advance, move_and_slide,
};
use sidle::replay::LevelHash;
use sidle::world::{BoxId, ColliderId, Filter, SurfaceRules, TriangleId, World};

const SEED: u64 = 9;

const TAG: u32 = 77;

const RATES: [u32; 5] = [30, 60, 120, 240, 360];

const USUAL: SurfaceRules = SurfaceRules {
    friction: 1.0,
    one_way: false,
    sensor: false,
    conveyor: DVec3::ZERO,
};

const ONE_WAY: SurfaceRules = SurfaceRules {
    one_way: true,
    ..USUAL
};

const SENSOR: SurfaceRules = SurfaceRules {
    sensor: true,
    ..USUAL
};

/// A world of triangles and boxes, the last `tagged` of which have rules.
fn world(triangles: Vec<Triangle>, boxes: Vec<Obb>, tagged: usize, rules: SurfaceRules) -> World {
    let (flat, solid) = (triangles.len() as u32, boxes.len() as u32);
    let mut world = World::new(triangles, boxes);
    let ids = (0..flat).map(|id| ColliderId::Triangle(TriangleId(id)));
    let ids = ids.chain((0..solid).map(|id| ColliderId::Box(BoxId(id))));
    for id in ids.skip((flat + solid) as usize - tagged) {
        assert!(world.set_tag(id, TAG));
    }
    assert!(world.set_surface_rules(TAG, rules));
    world
}

/// A level box between two corners.
fn slab(low: [f64; 3], high: [f64; 3]) -> Obb {
    let (low, high) = (DVec3::from_array(low), DVec3::from_array(high));
    Obb::new((low + high) * 0.5, DMat3::IDENTITY, (high - low) * 0.5).expect("a box")
}

fn floor() -> Obb {
    slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0])
}

/// A level square of 40 m at the height `y`, whose front is above or below.
fn sheet(y: f32, front_above: bool) -> Vec<Triangle> {
    let corner = |x: f32, z: f32| Vec3::new(x * 20.0, y, z * 20.0);
    let (a, b, c, d) = (
        corner(-1.0, -1.0),
        corner(-1.0, 1.0),
        corner(1.0, 1.0),
        corner(1.0, -1.0),
    );
    let mut corners = [[a, b, c], [a, c, d]];
    if !front_above {
        corners.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    corners.into_iter().filter_map(Triangle::new).collect()
}

/// Every controller with every body that it moves.
fn walkers() -> impl Iterator<Item = (Controller, Tuning, String)> {
    let bodies = [BodyShape::Sphere, BodyShape::Capsule];
    let all = Controller::NAMES.into_iter();
    all.flat_map(move |controller| bodies.map(|body| (controller, body)))
        .filter(|((_, controller), body)| controller.suits(*body))
        .map(|((name, controller), body)| {
            let tuning = Tuning {
                body,
                ..Tuning::default()
            };
            (controller, tuning, format!("{name}, {body:?}"))
        })
}

/// A player and its memory.
struct Walk<'w> {
    world: &'w World,
    tuning: Tuning,
    hz: u32,
    state: PlayerState,
    scratch: Scratch,
}

impl<'w> Walk<'w> {
    fn new(world: &'w World, tuning: Tuning, controller: Controller, hz: u32, at: DVec3) -> Self {
        let state = PlayerState {
            position: at,
            controller,
            ..PlayerState::default()
        };
        Self {
            world,
            tuning,
            hz,
            state,
            scratch: Scratch::new(),
        }
    }

    fn tick(&mut self, command: Command) -> &Contacts {
        let command = Command {
            controller: self.state.controller,
            ..command
        };
        let dt = 1.0 / f64::from(self.hz);
        let Self {
            world,
            tuning,
            state,
            scratch,
            ..
        } = self;
        advance(*world, tuning, state, &command, dt, scratch, None)
    }

    fn run(&mut self, seconds: f64, command: Command) {
        for _ in 0..(seconds * f64::from(self.hz)) as u32 {
            self.tick(command);
        }
    }
}

fn ahead() -> Command {
    Command {
        forward: Axis::new(1.0),
        ..Command::default()
    }
}

#[test]
fn every_controller_jumps_up_through_a_one_way_platform_and_then_stands_on_it() {
    for (controller, tuning, name) in walkers() {
        let tuning = Tuning {
            jump_speed: 12.0,
            ..tuning
        };
        let top = 2.3;
        let low = [-20.0, 2.1, -20.0];
        let platforms = [
            (vec![], vec![floor(), slab(low, [20.0, top, 20.0])], 1),
            (sheet(top as f32, true), vec![floor()], 0),
            (sheet(top as f32, false), vec![floor()], 0),
        ];
        for (kind, (triangles, boxes, tagged)) in platforms.into_iter().enumerate() {
            let mut platform = world(triangles.clone(), boxes.clone(), tagged, ONE_WAY);
            for id in 0..triangles.len() as u32 {
                assert!(platform.set_tag(ColliderId::Triangle(TriangleId(id)), TAG));
            }
            let open = world(vec![], vec![floor()], 0, USUAL);
            for hz in RATES {
                let what = format!("{name}, platform {kind}, {hz} Hz");
                let start = DVec3::new(0.3, tuning.radius + 5e-5, 0.4);
                let mut walk = Walk::new(&platform, tuning, controller, hz, start);
                let mut free = Walk::new(&open, tuning, controller, hz, start);
                walk.run(0.1, Command::default());
                free.run(0.1, Command::default());
                let jump = Command {
                    jump: true,
                    ..Command::default()
                };
                walk.tick(jump);
                free.tick(jump);
                // Up, the platform does nothing.
                while free.state.velocity.y > 0.0 {
                    walk.tick(Command::default());
                    free.tick(Command::default());
                    assert_eq!(walk.state.position, free.state.position, "{what}");
                    assert_eq!(walk.state.velocity, free.state.velocity, "{what}");
                }
                walk.run(1.5, Command::default());
                let expected = f64::from(top as f32) + tuning.radius;
                assert!(walk.state.ground.stands(), "{what}: {:?}", walk.state);
                let height = walk.state.position.y;
                assert!((height - expected).abs() < 1e-3, "{what}: {height}");
                // And it carries a walker, for as long as it likes.
                walk.run(2.0, ahead());
                assert!(walk.state.ground.stands(), "{what}: {:?}", walk.state);
                let height = walk.state.position.y;
                assert!((height - expected).abs() < 1e-3, "{what}: {height}");
                let gone = 0.4 - walk.state.position.z;
                assert!((9.0..10.1).contains(&gone), "{what}: {gone}");
            }
        }
    }
}

#[test]
fn a_one_way_platform_is_no_wall_from_the_side_and_no_ceiling() {
    for (controller, tuning, name) in walkers() {
        // Its top is above the centre of every body, so nobody is above it.
        let block = slab([-3.0, 0.3, -6.0], [3.0, 2.0, -4.0]);
        let one_way = world(vec![], vec![floor(), block], 1, ONE_WAY);
        let solid = world(vec![], vec![floor(), block], 1, USUAL);
        for hz in RATES {
            let what = format!("{name}, {hz} Hz");
            let start = DVec3::Y * (tuning.radius + 5e-5);
            let mut walk = Walk::new(&one_way, tuning, controller, hz, start);
            walk.run(2.0, ahead());
            assert!(walk.state.position.z < -9.0, "{what}: {:?}", walk.state);
            assert!(
                (walk.state.position.y - tuning.radius).abs() < 1e-3,
                "{what}"
            );
            let mut stopped = Walk::new(&solid, tuning, controller, hz, start);
            stopped.run(2.0, ahead());
            assert!(stopped.state.position.z > -4.0, "{what}");
        }
    }
}

#[test]
fn a_swept_body_lands_on_a_one_way_sheet_at_any_speed_and_flies_through_from_below() {
    let mut random = Random::new(SEED);
    let up_only = world(sheet(0.0, true), vec![], 2, ONE_WAY);
    let bodies = [Body::sphere(0.3), Body::capsule(0.3, 1.8)];
    let mut scratch = Scratch::new();
    let settings = MoveSettings::FLIGHT;
    for case in 0..2000 {
        let body = bodies[case % 2].expect("a body");
        let height = body.height() - body.radius();
        let speed = [0.01, 1.0, 50.0, 1e4][case % 4];
        let level = DVec3::new(random.signed(), 0.0, random.signed()) * 5.0;
        let above = level + DVec3::Y * (body.radius() + 0.001 + random.vec3(1.0).y.abs() * speed);
        let what = format!("seed {SEED}, case {case}");
        let down = DVec3::NEG_Y * (above.y + 0.5);
        let end = move_and_slide(&up_only, body, above, down, &settings, &mut scratch, None);
        assert!(
            (end.position.y - body.radius()).abs() < 1e-3,
            "{what}: {}",
            end.position
        );
        assert!(!end.contacts.touching().is_empty(), "{what}");
        let below = level - DVec3::Y * (height + 0.001 + random.vec3(1.0).y.abs() * speed);
        let up = DVec3::Y * (body.radius() + 2.0 - below.y);
        let end = move_and_slide(&up_only, body, below, up, &settings, &mut scratch, None);
        assert_eq!(end.position, below + up, "{what}");
        // One that is half way through is free both ways, and fits.
        let inside = level - DVec3::Y * random.vec3(0.29).y;
        for way in [DVec3::Y * 0.5, DVec3::NEG_Y * 0.5, DVec3::X * 0.2] {
            let end = move_and_slide(&up_only, body, inside, way, &settings, &mut scratch, None);
            assert_eq!(end.position, inside + way, "{what}");
        }
        let placed = body.at(inside).expect("a place");
        assert_eq!(up_only.fits(placed), Ok(()), "{what}");
        assert_eq!(up_only.worst_overlap(placed), 0.0, "{what}");
    }
}

#[test]
fn many_one_way_tiles_are_one_platform() {
    let mut random = Random::new(SEED);
    // Boxes and triangles of all sizes, whose tops are in one plane.
    let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let at = (random.vec3(4.0) * DVec3::new(1.0, 0.0, 1.0)).as_vec3();
        let corners =
            [0; 3].map(|_: i32| at + (random.vec3(2.0) * DVec3::new(1.0, 0.0, 1.0)).as_vec3());
        triangles.extend(Triangle::new(corners));
        let half = random.vec3(0.7).abs() + 0.05;
        let center = random.vec3(4.0).with_y(-half.y);
        boxes.extend(Obb::new(center, DMat3::IDENTITY, half));
    }
    let count = triangles.len() + boxes.len();
    let tiles = world(triangles, boxes, count, ONE_WAY);
    let bodies = [Body::sphere(0.3), Body::capsule(0.3, 1.8)];
    let mut scratch = Scratch::new();
    for case in 0..3000 {
        let body = bodies[case % 2].expect("a body");
        let mut inside = random.vec3(4.0);
        inside.y =
            -body.height() + body.radius() + random.vec3(1.0).y.abs() * (body.height() - 1e-3);
        let motion = random.vec3(1.0);
        // As long as it does not come out and back in.
        let what = format!("seed {SEED}, case {case}: from {inside} by {motion}");
        let settings = MoveSettings::FLIGHT;
        let end = move_and_slide(&tiles, body, inside, motion, &settings, &mut scratch, None);
        assert_eq!(end.position, inside + motion, "{what}");
    }
}

#[test]
fn sensors_change_nothing_but_are_reported() {
    let mut random = Random::new(SEED);
    let mut reported = 0;
    for (controller, tuning, name) in walkers() {
        for mode in [Mode::Walk, Mode::Fly] {
            let mut sensors = Vec::new();
            for _ in 0..40 {
                let rotation = rotation_from_degrees(random.vec3(180.0));
                let half = random.vec3(0.8).abs() + 0.02;
                sensors.extend(Obb::new(random.vec3(8.0), rotation, half));
            }
            let wall = slab([-50.0, 0.0, -9.0], [50.0, 9.0, -8.0]);
            let count = sensors.len();
            let boxes: Vec<_> = [floor(), wall].into_iter().chain(sensors.clone()).collect();
            let sensing = world(vec![], boxes, count, SENSOR);
            let plain = world(vec![], vec![floor(), wall], 0, USUAL);
            for hz in [30, 120] {
                let start = DVec3::new(random.signed(), tuning.radius + 0.01, random.signed());
                let mut walk = Walk::new(&sensing, tuning, controller, hz, start);
                let mut other = Walk::new(&plain, tuning, controller, hz, start);
                for tick in 0..hz * 4 {
                    let what = format!("seed {SEED}, {name}, {mode:?}, {hz} Hz, tick {tick}");
                    let command = Command {
                        mode,
                        yaw: BinaryAngle::from_degrees(f64::from(tick * 6 / hz) * 57.0),
                        ..ahead()
                    };
                    let from = walk.state.position;
                    let found: Vec<_> = walk.tick(command).sensors().to_vec();
                    other.tick(command);
                    assert_eq!(walk.state, other.state, "{what}");
                    assert!(other.scratch_is_clear(), "{what}");
                    reported += found.len();
                    // The slow truth: many places on the way. They may miss a sensor that is only just touched.
                    let way = walk.state.position - from;
                    for (number, obb) in sensors.iter().enumerate() {
                        let alone = World::new(vec![], vec![*obb]);
                        let id = ColliderId::Box(BoxId(2 + number as u32));
                        let at = |share: f64, grown: f64| {
                            let place = walk.state.position - way * (1.0 - share);
                            let grown = Tuning {
                                radius: tuning.radius + grown,
                                height: tuning.height + grown * 2.0,
                                ..tuning
                            };
                            if controller == Controller::Boxed {
                                grown
                                    .obb(place, walk.state.yaw)
                                    .is_some_and(|obb| alone.fits(obb).is_err())
                            } else {
                                let body = grown.body().and_then(|body| body.at(place));
                                body.is_some_and(|body| alone.worst_overlap(body) > 0.0)
                            }
                        };
                        let passed = |grown| (0..=20).any(|step| at(f64::from(step) / 20.0, grown));
                        if passed(-1e-3) {
                            assert!(found.contains(&id), "{what}: {id:?}");
                        } else if found.contains(&id) {
                            assert!(passed(2e-2), "{what}: {id:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(reported > 200, "{reported}");
}

impl Walk<'_> {
    /// Whether the last tick has met no sensor.
    fn scratch_is_clear(&mut self) -> bool {
        let mut probe = self.state;
        let tuning = self.tuning;
        let contacts = advance(
            self.world,
            &tuning,
            &mut probe,
            &Command::default(),
            1e-3,
            &mut self.scratch,
            None,
        );
        contacts.sensors().is_empty()
    }
}

#[test]
fn a_thin_sensor_is_noticed_at_any_speed_by_every_body() {
    for (controller, tuning, name) in walkers() {
        for speed in [0.5, 50.0, 5000.0] {
            let barrier = slab([-9.0, -9.0, -20.0001], [9.0, 9.0, -20.0]);
            let barrier = world(vec![], vec![barrier], 1, SENSOR);
            let upright = [[-9.0, -9.0, -20.0], [9.0, -9.0, -20.0], [0.0, 20.0, -20.0]];
            let sheet = Triangle::new(upright.map(Vec3::from_array)).expect("a triangle");
            let sheet = world(vec![sheet], vec![], 1, SENSOR);
            for (kind, world) in [&barrier, &sheet].into_iter().enumerate() {
                let tuning = Tuning {
                    fly_speed: speed,
                    ..tuning
                };
                let start = DVec3::NEG_Z * 18.5;
                let mut walk = Walk::new(world, tuning, controller, 60, start);
                let fly = Command {
                    mode: Mode::Fly,
                    ..ahead()
                };
                let (mut seen, mut last) = (0, start.z);
                for _ in 0..400 {
                    seen += walk.tick(fly).sensors().len();
                    last = walk.state.position.z;
                    if last < -24.0 {
                        break;
                    }
                }
                assert!(seen > 0 || last > -19.0, "{name}, {speed} m/s, kind {kind}");
                assert!(
                    speed < 1.0 || last < -24.0,
                    "{name}, {speed} m/s, kind {kind}"
                );
                assert!(walk.tick(fly).sensors().is_empty() || last > -24.0);
            }
        }
    }
}

#[test]
fn a_conveyor_carries_whoever_stands_on_it_at_its_speed() {
    for (controller, tuning, name) in walkers() {
        for hz in RATES {
            for speed in [0.0, 0.01, 2.0, 12.0] {
                let what = format!("{name}, {hz} Hz, {speed} m/s");
                let conveyor = SurfaceRules {
                    conveyor: DVec3::new(speed, 3.0, 0.0),
                    ..USUAL
                };
                let belt = world(vec![], vec![floor()], 1, conveyor);
                let start = DVec3::Y * (tuning.radius + 5e-5);
                let mut walk = Walk::new(&belt, tuning, controller, hz, start);
                // It has to slow down to the speed of the belt first.
                walk.run(0.5, Command::default());
                let from = walk.state.position;
                walk.run(1.0, Command::default());
                let made = walk.state.position - from;
                assert!((made.x - speed).abs() < 1e-6, "{what}: {made}");
                assert!(made.y.abs() < 2e-4, "{what}: {made}");
                // Relative to the belt, the player is at rest.
                assert!(walk.state.velocity.length() < 1e-6, "{what}");
                walk.run(1.0, ahead());
                let made = walk.state.position - from;
                assert!((made.x - speed * 2.0).abs() < 1e-6, "{what}: {made}");
                assert!((-5.1..-4.0).contains(&made.z), "{what}: {made}");
            }
        }
    }
}

#[test]
fn who_jumps_off_a_conveyor_or_leaves_it_keeps_its_velocity_and_a_wall_stops_it() {
    for (controller, tuning, name) in walkers() {
        for hz in RATES {
            let what = format!("{name}, {hz} Hz");
            let belt = slab([-50.0, -1.0, -50.0], [2.0, 0.0, 50.0]);
            let conveyor = SurfaceRules {
                conveyor: DVec3::X * 3.0,
                ..USUAL
            };
            let cliff = world(vec![], vec![belt], 1, conveyor);
            let start = DVec3::Y * (tuning.radius + 5e-5);
            let mut walk = Walk::new(&cliff, tuning, controller, hz, start - DVec3::X * 9.0);
            walk.run(0.1, Command::default());
            walk.tick(Command {
                jump: true,
                ..Command::default()
            });
            assert!((walk.state.velocity.x - 3.0).abs() < 1e-9, "{what}");
            // It lands on the belt, and is at rest there.
            walk.run(0.75, Command::default());
            assert!(walk.state.ground.stands(), "{what}");
            assert!(
                walk.state.velocity.x.abs() < 1e-9,
                "{what}: {}",
                walk.state.velocity
            );
            let mut walk = Walk::new(&cliff, tuning, controller, hz, start + DVec3::X * 1.0);
            walk.run(0.8, Command::default());
            assert!(!walk.state.ground.stands(), "{what}: {:?}", walk.state);
            // The classic sphere is pushed back a little where it rolls over the edge.
            let least = if controller == Controller::Swept {
                2.3
            } else {
                0.5
            };
            let speed = walk.state.velocity.x;
            assert!((least..3.0 + 1e-9).contains(&speed), "{what}: {speed}");

            let wall = slab([1.0, 0.0, -9.0], [2.0, 5.0, 9.0]);
            let blocked = world(vec![], vec![wall, belt], 1, conveyor);
            let mut walk = Walk::new(&blocked, tuning, controller, hz, start);
            walk.run(2.0, Command::default());
            let at = walk.state.position;
            assert!((at.x - (1.0 - tuning.radius)).abs() < 1e-3, "{what}: {at}");
            assert!((at.y - tuning.radius).abs() < 1e-3, "{what}: {at}");
        }
    }
}

#[test]
fn friction_scales_the_acceleration_on_the_ground() {
    for (controller, tuning, name) in walkers() {
        for hz in RATES {
            for friction in [0.0, 0.01, 0.1, 0.5] {
                let what = format!("{name}, {hz} Hz, friction {friction}");
                let ice = world(vec![], vec![floor()], 1, SurfaceRules { friction, ..USUAL });
                let start = DVec3::Y * (tuning.radius + 5e-5);
                let mut walk = Walk::new(&ice, tuning, controller, hz, start);
                walk.run(0.2, Command::default());
                walk.run(0.1, ahead());
                // v = friction·a·t, up to the speed of a walk.
                let accel = tuning.ground_accel * friction;
                let ticks = f64::from((0.1 * f64::from(hz)) as u32);
                let expected = (accel * ticks / f64::from(hz)).min(tuning.walk_speed);
                let speed = walk.state.velocity.length();
                assert!(
                    (speed - expected).abs() < 1e-6,
                    "{what}: {speed}, {expected}"
                );
                // At 0, who has speed keeps it.
                walk.state.velocity = DVec3::X * 2.0;
                walk.tick(Command::default());
                let expected = (2.0 - accel / f64::from(hz)).max(0.0);
                let speed = walk.state.velocity.x;
                assert!((speed - expected).abs() < 1e-6, "{what}: {speed}");
                // Infinite acceleration is still none on perfect ice.
                walk.tuning.ground_accel = f64::INFINITY;
                walk.tick(ahead());
                let speed = walk.state.velocity.z.abs();
                let all = if friction == 0.0 {
                    0.0
                } else {
                    tuning.walk_speed
                };
                assert!((speed - all).abs() < 1e-6, "{what}: {speed}");
            }
        }
    }
}

#[test]
fn tags_and_usual_rules_change_nothing() {
    let mut random = Random::new(SEED);
    for (controller, tuning, name) in walkers() {
        let mut boxes = vec![floor()];
        for _ in 0..30 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(0.6).abs() + 0.1;
            boxes.extend(Obb::new(random.vec3(6.0), rotation, half));
        }
        let plain = World::new(vec![], boxes.clone());
        let count = boxes.len();
        let mut tagged = world(vec![], boxes, count, ONE_WAY);
        assert_ne!(tagged, plain);
        assert!(tagged.set_surface_rules(TAG, USUAL));
        assert_ne!(tagged, plain, "their tags differ");
        let start = DVec3::new(0.0, tuning.radius + 3.0, 0.0);
        let mut one = Walk::new(&plain, tuning, controller, 60, start);
        let mut two = Walk::new(&tagged, tuning, controller, 60, start);
        for tick in 0..600_u32 {
            let command = Command {
                yaw: BinaryAngle::from_degrees(f64::from(tick / 60) * 100.0),
                jump: tick % 90 == 0,
                ..ahead()
            };
            let contacts = one.tick(command).clone();
            assert_eq!(two.tick(command), &contacts, "seed {SEED}, {name}, {tick}");
            assert_eq!(one.state, two.state, "seed {SEED}, {name}, {tick}");
        }
    }
}

#[test]
fn rules_out_of_range_are_refused_and_unknown_colliders_have_no_tag() {
    let mut world = World::new(vec![], vec![floor()]);
    let before = world.clone();
    let wrong = [
        SurfaceRules {
            friction: f64::NAN,
            ..USUAL
        },
        SurfaceRules {
            friction: -0.1,
            ..USUAL
        },
        SurfaceRules {
            friction: f64::INFINITY,
            ..USUAL
        },
        SurfaceRules {
            conveyor: DVec3::NAN,
            ..USUAL
        },
        SurfaceRules {
            conveyor: DVec3::Y * 1000.1,
            ..USUAL
        },
        SurfaceRules {
            conveyor: DVec3::X * f64::INFINITY,
            ..USUAL
        },
    ];
    for rules in wrong {
        assert!(!world.set_surface_rules(0, rules), "{rules:?}");
    }
    assert!(!world.set_tag(ColliderId::Box(BoxId(1)), 1));
    assert!(!world.set_tag(ColliderId::Triangle(TriangleId(0)), 1));
    assert_eq!(world.tag(ColliderId::Box(BoxId(u32::MAX))), 0);
    assert_eq!(world, before);
    let all = SurfaceRules {
        conveyor: DVec3::splat(1000.0),
        ..USUAL
    };
    assert!(world.set_surface_rules(u32::MAX, all));
    assert_eq!(world.surface_rules(u32::MAX), all);
    assert_eq!(world.surface_rules(3), USUAL);
    assert_eq!(SurfaceRules::default(), USUAL);
}

#[test]
fn rules_of_the_tag_zero_hold_for_all_untagged_colliders() {
    let mut world = World::new(vec![], vec![floor()]);
    let ball = Sphere::new(DVec3::ZERO, 0.5).expect("a sphere");
    assert!(world.fits(ball).is_err());
    assert!(world.set_surface_rules(0, SENSOR));
    assert!(world.fits(ball).is_ok());
    assert!(world.filtered(Filter::ALL).sensors().fits(ball).is_err());
    assert!(world.set_tag(ColliderId::Box(BoxId(0)), 1));
    assert!(world.fits(ball).is_err());
}

/// Files in memory.
struct Memory<'t>(&'t [(&'t str, &'t str)]);

impl Files for Memory<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut files = self.0.iter();
        let found = files.find(|(known, _)| Path::new(known) == path);
        let found = found.map(|(_, text)| text.as_bytes().to_vec());
        found.ok_or(io::ErrorKind::NotFound.into())
    }
}

#[test]
fn a_level_names_its_surfaces_by_material_and_by_kind() {
    let obj = "mtllib a.mtl\n\
        v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nv 20 0 0\nv 20 0 0\nv 30 0 0\nv 20 0 -9\n\
        usemtl Stone\nf 1 2 3\n\
        usemtl Ice\nf 1 3 4\nf 5 7 8\n";
    let mtl = "newmtl Stone\nKd 1 1 1\nnewmtl Ice\nKd 1 1 1\n";
    let toml = r#"
        format = 1
        name = "Surfaces"
        [spawn]
        position = [-3, 1, 3]
        [[mesh]]
        file = "a.obj"
        [[prop]]
        kind = "crate"
        position = [5, 3, 5]
        [[prop]]
        kind = "crate"
        position = [5, 6, 5]
        collide = "mesh"
        [[prop]]
        kind = "fence"
        position = [-5, 3, 5]
        [[prop]]
        kind = "fence"
        position = [-5, 6, 5]
        collide = "hull"
        [[mover]]
        kind = "fence"
        path = [[0, 9, 0], [5, 9, 0]]
        speed = 1
        [surfaces.slippery]
        match = "Ice"
        friction = 0.1
        [surfaces.wares]
        match = ["crate", "fence"]
        one_way = true
        sensor = false
        conveyor = [0, 0, 2.5]
    "#;
    let files = [("a.toml", toml), ("a.obj", obj), ("a.mtl", mtl)];
    let loaded = load_level(Path::new("a.toml"), &Memory(&files));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let world = loaded.level.as_ref().expect("a level").world.clone();
    // In the order of the names.
    let (slippery, wares) = (1, 2);
    let expected = SurfaceRules {
        one_way: true,
        conveyor: DVec3::Z * 2.5,
        ..USUAL
    };
    assert_eq!(world.surface_rules(wares), expected);
    assert_eq!(world.surface_rules(slippery).friction, 0.1);
    let tag = |id: u32| world.tag(ColliderId::Triangle(TriangleId(id)));
    assert_eq!([tag(0), tag(1), tag(2)], [0, slippery, slippery]);
    let of_props = 3..world.triangles().len() as u32;
    assert!(of_props.len() >= 24 && of_props.into_iter().all(|id| tag(id) == wares));
    assert_eq!(world.boxes().len(), 3);
    assert!((0..3).all(|id| world.tag(ColliderId::Box(BoxId(id))) == wares));
    // Another rule is another level for a recording, and one without rules is as before.
    let hash = |toml: &str| {
        let files = [("a.toml", toml), ("a.obj", obj), ("a.mtl", mtl)];
        let loaded = load_level(Path::new("a.toml"), &Memory(&files));
        LevelHash::of_level(&loaded.level.expect("a level"))
    };
    let (plain, _) = toml.split_once("[surfaces.slippery]").expect("surfaces");
    let hashes = [
        hash(toml),
        hash(plain),
        hash(&toml.replace("0.1", "0.2")),
        hash(&toml.replace("\"crate\", ", "")),
    ];
    for (number, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..number].contains(hash), "{number}");
    }
}
