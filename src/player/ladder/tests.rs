//! Climbs up, down, over edges and off ladders, at every tick rate.

mod boxes;
mod ends;
mod moving;
mod nets;

use glam::{DMat3, DVec3, Vec3};

use crate::geometry::angle::BinaryAngle;
use crate::geometry::{Obb, Triangle};
use crate::player::{
    Axis, BodyShape, Command, Controller, Ground, PlayerState, Scratch, Tuning, advance,
};
use crate::world::{BoxId, ColliderId, SurfaceRules, TriangleId, World};

const RATES: [u32; 5] = [30, 60, 120, 240, 360];

/// The roof of the house that the ladders lead onto; metres.
const ROOF: f64 = 4.0;

const TAG: u32 = 3;

const LADDER: SurfaceRules = SurfaceRules {
    friction: 1.0,
    one_way: false,
    sensor: false,
    conveyor: DVec3::ZERO,
    max_slope_deg: None,
    step_height: None,
    ladder: true,
};

fn slab(low: [f64; 3], high: [f64; 3]) -> Obb {
    let (low, high) = (DVec3::from_array(low), DVec3::from_array(high));
    Obb::new((low + high) * 0.5, DMat3::IDENTITY, (high - low) * 0.5).expect("a box")
}

/// The ground, and a house behind z = 0 with these boxes as ladders.
fn house(ladders: &[Obb]) -> World {
    let mut boxes = vec![
        slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0]),
        slab([-5.0, 0.0, -40.0], [5.0, ROOF, 0.0]),
    ];
    boxes.extend(ladders);
    let mut world = World::new(vec![], boxes);
    for id in 0..ladders.len() as u32 {
        world.set_tag(ColliderId::Box(BoxId(2 + id)), TAG);
    }
    assert!(world.set_surface_rules(TAG, LADDER));
    world
}

/// A ladder on the wall of the house, up to the height `top`.
fn ladder(top: f64) -> World {
    house(&[slab([-0.5, 0.0, 0.0], [0.5, top, 0.1])])
}

/// A sheet of two triangles as a ladder that leans, in degrees from level, and a floor behind its upper edge at z = 0.
fn leaning(deg: f64) -> World {
    let (sin, cos) = crate::geometry::angle::sin_cos_deg(deg);
    let away = (ROOF * cos / sin) as f32;
    let corner = |x: f32, top: bool| match top {
        true => Vec3::new(x, ROOF as f32, 0.0),
        false => Vec3::new(x, 0.0, away),
    };
    let [a, b, c, d] = [
        corner(-1.0, false),
        corner(1.0, false),
        corner(1.0, true),
        corner(-1.0, true),
    ];
    let sheet = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).expect("a triangle"));
    let edge = |x: f32, z: f32| Vec3::new(x, ROOF as f32, z);
    let [e, f, g, h] = [
        edge(-5.0, 0.0),
        edge(5.0, 0.0),
        edge(5.0, -40.0),
        edge(-5.0, -40.0),
    ];
    let roof = [[e, f, g], [e, g, h]].map(|corners| Triangle::new(corners).expect("a triangle"));
    let ground = slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0]);
    let mut world = World::new([sheet, roof].concat(), vec![ground]);
    for id in 0..2 {
        world.set_tag(ColliderId::Triangle(TriangleId(id)), TAG);
    }
    assert!(world.set_surface_rules(TAG, LADDER));
    world
}

fn tunings() -> [Tuning; 3] {
    let sphere = Tuning::default();
    let person = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..sphere
    };
    // Neither steps nor following the ground helps this one.
    let plain = Tuning {
        step_height: 0.0,
        snap_distance: 0.0,
        ..person
    };
    [sphere, person, plain]
}

struct Walk<'w> {
    world: &'w World,
    tuning: Tuning,
    hz: u32,
    state: PlayerState,
    scratch: Scratch,
    /// The highest place and the fastest fall of the body; metres and m/s.
    highest: f64,
    fastest: f64,
}

impl<'w> Walk<'w> {
    fn new(world: &'w World, tuning: Tuning, hz: u32, feet: DVec3) -> Self {
        let position = feet + DVec3::Y * (tuning.radius + 5e-5);
        let state = PlayerState {
            position,
            controller: Controller::Swept,
            ..PlayerState::default()
        };
        Self {
            world,
            tuning,
            hz,
            state,
            scratch: Scratch::new(),
            highest: f64::MIN,
            fastest: 0.0,
        }
    }

    fn tick(&mut self, command: Command) {
        let (world, tuning, state) = (self.world, &self.tuning, &mut self.state);
        let dt = 1.0 / f64::from(self.hz);
        advance(world, tuning, state, &command, dt, &mut self.scratch, None);
        self.highest = self.highest.max(self.feet());
        self.fastest = self.fastest.max(-self.state.velocity.y);
        let body = self.tuning.for_player(&self.state).body().expect("a body");
        let body = body.at(self.state.position).expect("a place");
        assert!(world.worst_overlap(body) < 2e-4, "{:?}", self.state);
    }

    fn run(&mut self, seconds: f64, command: Command) {
        for _ in 0..(seconds * f64::from(self.hz)) as u32 {
            self.tick(command);
        }
    }

    fn feet(&self) -> f64 {
        self.state.position.y - self.tuning.radius
    }

    fn climbs(&self) -> bool {
        matches!(self.state.ground, Ground::Ladder { .. })
    }
}

fn look(forward: f64, yaw_deg: f64, pitch_deg: f64) -> Command {
    Command {
        forward: Axis::new(forward),
        yaw: BinaryAngle::from_degrees(yaw_deg),
        pitch: BinaryAngle::from_degrees(pitch_deg),
        ..Command::default()
    }
}

#[test]
fn a_walker_climbs_a_ladder_onto_the_roof_without_a_hop() {
    for tuning in tunings() {
        for hz in RATES {
            let tops = if tuning.step_height > 0.0 {
                &[ROOF, ROOF - 0.2][..]
            } else {
                &[ROOF]
            };
            for top in tops {
                for pitch in [-30.0, 0.0, 80.0] {
                    let world = ladder(*top);
                    let case = format!("{:?}, {hz} Hz, up to {top}, {pitch}°", tuning.body);
                    let mut walk = Walk::new(&world, tuning, hz, DVec3::new(0.1, 0.0, 2.0));
                    walk.run(4.0, look(1.0, 0.0, pitch));
                    assert!(walk.state.ground.is_floor(), "{case}: {:?}", walk.state);
                    assert!((walk.feet() - ROOF).abs() < 1e-3, "{case}: {}", walk.feet());
                    assert!(walk.highest < ROOF + 1e-3, "{case}: {}", walk.highest);
                    assert!(walk.state.position.z < -1.0, "{case}: {:?}", walk.state);
                }
            }
        }
    }
}

#[test]
fn ladders_at_any_angle_lead_up_and_down_again() {
    for tuning in tunings() {
        for deg in [55.0, 70.0, 85.0, 90.0, 100.0, 115.0, 130.0] {
            for hz in RATES {
                let world = leaning(deg);
                let case = format!("{:?}, {hz} Hz, {deg}°", tuning.body);
                // Under an overhang, the body meets it with its head.
                let start = DVec3::new(0.0, 0.0, 4.0);
                let mut walk = Walk::new(&world, tuning, hz, start);
                walk.run(5.0, look(1.0, 0.0, 0.0));
                assert!(walk.state.ground.is_floor(), "{case}: {:?}", walk.state);
                assert!((walk.feet() - ROOF).abs() < 1e-3, "{case}: {}", walk.feet());
                assert!(walk.highest < ROOF + 1e-3, "{case}: {}", walk.highest);
                // Backwards over the edge, and down.
                walk.fastest = 0.0;
                walk.run(6.0, look(-1.0, 0.0, 0.0));
                assert!(walk.state.ground.is_floor(), "{case}: {:?}", walk.state);
                assert!(walk.feet() < 1e-3, "{case}: {:?}", walk.state);
                assert!(walk.fastest < 3.5, "{case}: fell with {} m/s", walk.fastest);
            }
        }
    }
}

#[test]
fn who_backs_over_the_edge_or_looks_down_there_climbs_down_and_who_runs_off_falls() {
    let world = ladder(ROOF);
    for tuning in tunings() {
        for hz in RATES {
            for (command, climbs) in [
                (look(-1.0, 0.0, 0.0), true),
                (look(1.0, 180.0, -60.0), true),
                (look(1.0, 180.0, 0.0), false),
            ] {
                let case = format!("{:?}, {hz} Hz, {command:?}", tuning.body);
                let start = DVec3::new(0.0, ROOF, -1.0);
                let mut walk = Walk::new(&world, tuning, hz, start);
                let mut held = false;
                for _ in 0..hz * 4 {
                    walk.tick(command);
                    held |= walk.climbs();
                }
                assert_eq!(held, climbs, "{case}");
                if climbs {
                    assert!(walk.feet() < 1e-3, "{case}: {:?}", walk.state);
                    assert!(walk.fastest < 3.5, "{case}: fell with {} m/s", walk.fastest);
                } else {
                    assert!(walk.fastest > 8.0, "{case}: {} m/s", walk.fastest);
                }
            }
        }
    }
}

#[test]
fn who_lets_go_of_the_keys_holds_the_ladder_to_the_bit_and_looks_lead_up_and_down() {
    let world = ladder(ROOF);
    for tuning in tunings() {
        for hz in RATES {
            let case = format!("{:?}, {hz} Hz", tuning.body);
            let mut walk = Walk::new(&world, tuning, hz, DVec3::new(0.0, 0.0, 1.0));
            walk.run(1.0, look(1.0, 0.0, 0.0));
            assert!(walk.climbs(), "{case}: {:?}", walk.state);
            walk.tick(Command::default());
            let held = walk.state;
            walk.run(1.0, Command::default());
            assert_eq!(walk.state, held, "{case}");
            // 3 m/s, at every tick rate.
            walk.run(0.2, look(1.0, 0.0, 30.0));
            let risen = walk.state.position.y - held.position.y;
            assert!((risen - 0.6).abs() < 1e-6, "{case}: {risen}");
            walk.run(0.2, look(1.0, 0.0, -60.0));
            let back = walk.state.position - held.position;
            assert!(back.length() < 1e-6, "{case}: {back}");
            walk.run(0.2, look(-1.0, 0.0, 0.0));
            let sunk = held.position.y - walk.state.position.y;
            assert!((sunk - 0.6).abs() < 1e-6, "{case}: {sunk}");
            walk.run(2.0, look(-1.0, 0.0, 0.0));
            assert!(walk.state.ground.is_floor() && walk.feet() < 1e-3, "{case}");
            assert!(walk.state.position.z > 2.0, "{case}: {:?}", walk.state);
        }
    }
}

#[test]
fn a_jump_and_a_push_lead_off_a_ladder_and_so_does_its_side() {
    let world = ladder(ROOF);
    for tuning in tunings() {
        for hz in RATES {
            let case = format!("{:?}, {hz} Hz", tuning.body);
            let mut start = Walk::new(&world, tuning, hz, DVec3::new(0.0, 0.0, 1.0));
            start.run(1.0, look(1.0, 0.0, 0.0));
            let held = start.state;
            let again = |state| Walk {
                state,
                ..Walk::new(&world, tuning, hz, DVec3::ZERO)
            };
            let mut walk = again(held);
            walk.tick(Command {
                jump: true,
                ..Command::default()
            });
            assert_eq!(walk.state.velocity.z, tuning.walk_speed, "{case}");
            for _ in 0..hz {
                walk.tick(Command::default());
                assert!(!walk.climbs(), "{case}");
            }
            assert!(walk.state.position.z > 2.0, "{case}: {:?}", walk.state);
            assert!(
                walk.highest > held.position.y - tuning.radius + 0.9,
                "{case}"
            );

            let mut walk = again(held);
            walk.state.velocity.z += 4.0;
            walk.tick(Command::default());
            assert!((walk.state.velocity.z - 4.0).abs() < 1e-9, "{case}");
            let mut walk = again(held);
            walk.state.velocity.z += 1.0;
            walk.tick(Command::default());
            assert!(walk.climbs(), "{case}: a nudge");

            let mut walk = again(held);
            let right = Command {
                right: Axis::new(1.0),
                ..Command::default()
            };
            walk.run(1.5, right);
            assert!(
                !walk.climbs() && walk.feet() < 1e-3,
                "{case}: {:?}",
                walk.state
            );
            assert!(walk.state.position.x > 0.5, "{case}");
        }
    }
}

#[test]
fn a_climb_depends_on_the_state_alone() {
    let world = ladder(ROOF);
    for tuning in tunings() {
        let mut walk = Walk::new(&world, tuning, 120, DVec3::new(0.3, 0.0, 1.0));
        for tick in 0..500 {
            let before = walk.state;
            let command = match tick / 40 % 4 {
                0 | 1 => look(1.0, 10.0, 0.0),
                2 => look(0.0, 0.0, 0.0),
                _ => look(-0.4, 0.0, 0.0),
            };
            walk.tick(command);
            let mut fresh = Walk {
                state: before,
                ..Walk::new(&world, tuning, 120, DVec3::ZERO)
            };
            fresh.tick(command);
            assert_eq!(fresh.state, walk.state, "tick {tick}");
        }
    }
}

#[test]
fn a_net_of_rungs_and_a_rope_are_climbed_and_a_rope_is_circled() {
    let rungs: Vec<Obb> = (0..14)
        .map(|rung| f64::from(rung) * 0.29 + 0.2)
        .map(|y| slab([-0.6, y, 0.3], [0.6, y + 0.04, 0.34]))
        .collect();
    let (net, rope) = (
        house(&rungs),
        house(&[slab([-0.03, 0.0, 3.0], [0.03, 9.0, 3.06])]),
    );
    for tuning in tunings() {
        for hz in RATES {
            let case = format!("{:?}, {hz} Hz", tuning.body);
            let mut walk = Walk::new(&net, tuning, hz, DVec3::new(0.1, 0.0, 2.0));
            walk.run(1.2, look(1.0, 0.0, 0.0));
            assert!(
                walk.climbs() && walk.feet() > 1.5,
                "{case}: {:?}",
                walk.state
            );

            let mut walk = Walk::new(&rope, tuning, hz, DVec3::new(0.0, 0.0, 4.5));
            walk.run(1.0, look(1.0, 0.0, 0.0));
            assert!(
                walk.climbs() && walk.feet() > 1.0,
                "{case}: {:?}",
                walk.state
            );
            let right = Command {
                right: Axis::new(1.0),
                ..Command::default()
            };
            let mut turned = 0.0_f64;
            for _ in 0..hz {
                let Ground::Ladder { normal } = walk.state.ground else {
                    panic!("{case}: {:?}", walk.state);
                };
                // Always to the right along the rope.
                let yaw = libm::atan2(normal.x, normal.z).to_degrees();
                walk.tick(Command {
                    yaw: BinaryAngle::from_degrees(yaw),
                    ..right
                });
                turned = turned.max(walk.state.position.x);
            }
            assert!(
                walk.climbs() && turned > tuning.radius * 0.9,
                "{case}: {turned}"
            );
        }
    }
}

#[test]
fn surfaces_without_the_rule_are_not_climbed_and_other_controllers_climb_none() {
    let wall = house(&[]);
    let mut walk = Walk::new(&wall, Tuning::default(), 120, DVec3::Z);
    walk.run(2.0, look(1.0, 0.0, 0.0));
    assert!(walk.highest < 1e-3);
    let world = ladder(ROOF);
    for controller in [Controller::Classic, Controller::Boxed] {
        let mut walk = Walk::new(&world, Tuning::default(), 120, DVec3::Z);
        walk.state.controller = controller;
        let dt = 1.0 / 120.0;
        let command = Command {
            controller,
            ..look(1.0, 0.0, 0.0)
        };
        for _ in 0..120 {
            advance(
                &world,
                &walk.tuning,
                &mut walk.state,
                &command,
                dt,
                &mut walk.scratch,
                None,
            );
            assert!(!walk.climbs());
        }
    }
}

#[test]
fn extreme_speeds_sizes_and_rates_enter_nothing() {
    let world = ladder(ROOF);
    for (radius, walk_speed, hz) in [
        (1e-3, 1e5, 1),
        (0.5, 1e5, 30),
        (0.05, 5.0, 1),
        (3.0, 50.0, 360),
    ] {
        let tuning = Tuning {
            radius,
            walk_speed,
            ..Tuning::default()
        };
        let mut walk = Walk::new(&world, tuning, hz, DVec3::new(0.0, 0.0, radius * 2.0 + 0.2));
        for tick in 0..300 {
            walk.tick(Command {
                jump: tick % 50 == 49,
                fast: tick % 3 == 0,
                ..look(if tick % 80 < 60 { 1.0 } else { -1.0 }, 0.0, 0.0)
            });
            assert!(walk.state.position.is_finite() && walk.state.velocity.is_finite());
        }
    }
}
