//! Swimmers in basins and open water, at every tick rate.

use glam::{DMat3, DVec3};

use super::{FLOAT_SHARE, SINK_SPEED, Water, heights, swim};
use crate::geometry::angle::BinaryAngle;
use crate::geometry::{Obb, rotation_from_degrees};
use crate::player::{
    Axis, BodyShape, Command, Controller, Event, Ground, PlayerState, Scratch, Trace, Tuning,
    advance,
};
use crate::world::{World, Zone, ZoneAction};

const RATES: [u32; 5] = [30, 60, 120, 240, 360];
const CONTROLLERS: [Controller; 3] = [Controller::Swept, Controller::Classic, Controller::Boxed];

fn slab(low: [f64; 3], high: [f64; 3]) -> Obb {
    let (low, high) = (DVec3::from_array(low), DVec3::from_array(high));
    Obb::new((low + high) * 0.5, DMat3::IDENTITY, (high - low) * 0.5).expect("a box")
}

fn water(low: [f64; 3], high: [f64; 3], current: DVec3) -> Zone {
    Zone {
        obb: slab(low, high),
        action: ZoneAction::Water { current },
    }
}

/// A lake 10 m deep, whose surface is at 0.
fn lake(current: DVec3) -> [Zone; 1] {
    [water([-90.0, -10.0, -90.0], [90.0, 0.0, 90.0], current)]
}

fn tunings() -> [Tuning; 2] {
    let person = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    };
    [Tuning::default(), person]
}

struct Swimmer<'w> {
    world: &'w World,
    zones: &'w [Zone],
    tuning: Tuning,
    state: PlayerState,
    scratch: Scratch,
    trace: Trace,
    hz: u32,
}

impl<'w> Swimmer<'w> {
    fn new(world: &'w World, zones: &'w [Zone], tuning: Tuning, hz: u32, at: DVec3) -> Self {
        let state = PlayerState {
            position: at,
            controller: Controller::Swept,
            ..PlayerState::default()
        };
        Self {
            world,
            zones,
            tuning,
            state,
            scratch: Scratch::new(),
            trace: Trace::new(),
            hz,
        }
    }

    fn tick(&mut self, command: Command) {
        let (dt, state) = (1.0 / f64::from(self.hz), &mut self.state);
        let command = Command {
            controller: state.controller,
            ..command
        };
        let (world, tuning, trace) = (self.world, &self.tuning, Some(&mut self.trace));
        match Water::around(self.zones, tuning, state) {
            Some(water) => swim(
                world,
                tuning,
                state,
                &command,
                &water,
                dt,
                &mut self.scratch,
                trace,
            ),
            None => advance(world, tuning, state, &command, dt, &mut self.scratch, trace),
        };
        assert!(self.state.out_of_range().is_none());
        if self.state.controller == Controller::Swept {
            let body = self.tuning.for_player(&self.state).body();
            let body = body.and_then(|body| body.at(self.state.position));
            assert!(
                self.world.worst_overlap(body.expect("a body")) < 2e-4,
                "{:?}",
                self.state
            );
        }
    }

    fn run(&mut self, seconds: f64, command: Command) {
        for _ in 0..(seconds * f64::from(self.hz)) as u32 {
            self.tick(command);
        }
    }

    fn feet(&self) -> f64 {
        self.state.position.y - self.tuning.radius
    }

    fn eye(&self) -> f64 {
        self.state.position.y + self.tuning.eye_offset()
    }
}

fn ahead(pitch: f64) -> Command {
    Command {
        forward: Axis::new(1.0),
        pitch: BinaryAngle::from_degrees(pitch),
        ..Command::default()
    }
}

fn up() -> Command {
    Command {
        up: Axis::new(1.0),
        ..Command::default()
    }
}

#[test]
fn without_keys_a_swimmer_sinks_to_the_bottom_and_stands_there() {
    let ground = slab([-90.0, -11.0, -90.0], [90.0, -4.0, 90.0]);
    let (world, zones) = (World::new(vec![], vec![ground]), lake(DVec3::ZERO));
    for (tuning, controller) in tunings().into_iter().zip(CONTROLLERS) {
        for hz in RATES {
            let mut swimmer = Swimmer::new(&world, &zones, tuning, hz, DVec3::NEG_Y * 2.0);
            swimmer.state.controller = controller;
            swimmer.run(1.5, Command::default());
            assert!((swimmer.state.velocity.y + SINK_SPEED).abs() < 1e-3);
            swimmer.run(8.0, Command::default());
            assert!(swimmer.state.ground.is_floor() && (swimmer.feet() + 4.0).abs() < 1e-3);
            assert_eq!(swimmer.state.air_time, 0.0);
        }
    }
}

#[test]
fn the_path_is_the_same_at_every_tick_rate() {
    let (world, zones) = (World::default(), lake(DVec3::new(0.5, 0.0, 0.25)));
    let end = |hz| {
        let mut swimmer = Swimmer::new(&world, &zones, Tuning::default(), hz, DVec3::NEG_Y * 3.0);
        swimmer.state.velocity = DVec3::new(9.0, -4.0, 2.0);
        swimmer.run(0.5, ahead(30.0));
        swimmer.run(0.5, Command::default());
        swimmer.state.position
    };
    for hz in RATES {
        assert!(end(hz).distance(end(120)) < 1e-9, "{hz} Hz");
    }
}

#[test]
fn a_swimmer_goes_where_it_looks_and_floats_calmly_with_its_eye_above_the_water() {
    let (world, zones) = (World::default(), lake(DVec3::ZERO));
    for tuning in tunings() {
        for (hz, controller) in RATES.into_iter().zip(CONTROLLERS.into_iter().cycle()) {
            let mut swimmer = Swimmer::new(&world, &zones, tuning, hz, DVec3::NEG_Y * 6.0);
            swimmer.state.controller = controller;
            swimmer.run(1.0, ahead(-45.0));
            let way = swimmer.state.position + DVec3::Y * 6.0;
            assert!(way.y < -1.5 && (way.y - way.z).abs() < 1e-3, "{way}");
            swimmer.run(6.0, ahead(60.0));
            for keys in [up(), ahead(20.0), ahead(0.0), up()] {
                swimmer.run(0.5, keys);
                let before = swimmer.state.position.y;
                swimmer.run(0.5, keys);
                assert!(
                    (swimmer.state.position.y - before).abs() < 1e-9,
                    "{controller:?} bobs"
                );
                assert!(swimmer.eye() > 0.02 && swimmer.feet() < -0.3);
            }
            let (bottom, line) = heights(&swimmer.tuning, &swimmer.state);
            assert!(line.abs() < 1e-9 && bottom < line);
        }
    }
}

#[test]
fn a_dive_from_any_height_ends_soon() {
    let (world, zones) = (World::default(), lake(DVec3::ZERO));
    for tuning in tunings() {
        for (hz, fall) in RATES.into_iter().zip([2.0, 5.0, 10.0, 15.0, 20.0]) {
            let mut swimmer = Swimmer::new(&world, &zones, tuning, hz, DVec3::Y * fall);
            let mut deepest = 0.0_f64;
            for _ in 0..hz * 4 {
                swimmer.tick(up());
                deepest = deepest.min(swimmer.state.position.y);
            }
            assert!(
                (-8.0..-0.5).contains(&deepest),
                "{deepest} after {fall} m at {hz} Hz"
            );
            assert!(swimmer.eye() > 0.0 && swimmer.state.velocity.length() < 1e-6);
        }
    }
}

/// A basin from z = 0 to 20, 3 m deep, with a wall at z = 0 whose top is `above` the surface.
fn basin(above: f64) -> World {
    World::new(
        vec![],
        vec![
            slab([-9.0, -4.0, -9.0], [9.0, -3.0, 20.0]),
            slab([-9.0, -4.0, -9.0], [9.0, above, 0.0]),
        ],
    )
}

#[test]
fn keys_into_a_ledge_up_to_a_step_above_the_water_climb_out_at_every_rate() {
    let zones = [water([-9.0, -3.0, 0.0], [9.0, 0.0, 20.0], DVec3::ZERO)];
    for tuning in tunings() {
        for hz in RATES {
            for (above, climbs) in [
                (-0.2, true),
                (0.0, true),
                (0.1, true),
                (tuning.step_height - 0.01, true),
                (tuning.step_height + 0.05, false),
                (2.0, false),
            ] {
                let world = basin(above);
                let start = DVec3::new(0.3, -1.0, 3.0);
                let mut swimmer = Swimmer::new(&world, &zones, tuning, hz, start);
                let mut highest = f64::NEG_INFINITY;
                for _ in 0..hz * 6 {
                    swimmer.tick(ahead(30.0));
                    highest = highest.max(swimmer.feet());
                    if swimmer.state.ground.stands() {
                        break;
                    }
                }
                let is_out = (swimmer.feet() - above).abs() < 1e-2;
                let text = format!("{above} m, {hz} Hz, {:?}", swimmer.state);
                assert_eq!(
                    is_out && swimmer.state.position.z < tuning.radius,
                    climbs,
                    "{text}"
                );
                assert!(
                    highest < above.max(0.0) + 0.01,
                    "a hop to {highest}: {text}"
                );
            }
        }
    }
}

#[test]
fn whoever_lets_go_of_the_ledge_falls_back_into_the_water() {
    let zones = [water([-9.0, -3.0, 0.0], [9.0, 0.0, 20.0], DVec3::ZERO)];
    let world = basin(0.3);
    for tuning in tunings() {
        let mut swimmer = Swimmer::new(&world, &zones, tuning, 120, DVec3::new(0.0, -1.0, 2.0));
        for _ in 0..600 {
            swimmer.tick(ahead(30.0));
            if matches!(swimmer.state.ground, Ground::Mantle { .. }) && swimmer.feet() > -0.2 {
                break;
            }
        }
        swimmer.run(2.0, Command::default());
        assert!(swimmer.feet() < -0.4 && !swimmer.state.ground.is_held());
    }
}

#[test]
fn a_jump_at_the_surface_or_off_the_bottom_leads_up_and_one_in_deep_water_does_nothing() {
    let ground = slab([-90.0, -11.0, -90.0], [90.0, -4.0, 90.0]);
    let (world, zones) = (World::new(vec![], vec![ground]), lake(DVec3::ZERO));
    let jump = Command { jump: true, ..up() };
    for controller in CONTROLLERS {
        let start = DVec3::NEG_Y * 2.0;
        let mut swimmer = Swimmer::new(&world, &zones, Tuning::default(), 120, start);
        swimmer.state.controller = controller;
        swimmer.tick(jump);
        assert!(swimmer.state.velocity.y < 0.5);
        swimmer.run(4.0, up());
        swimmer.tick(jump);
        swimmer.run(0.25, up());
        assert!(swimmer.feet() > 0.3, "{controller:?}: {}", swimmer.feet());
        swimmer.run(10.0, Command::default());
        assert!(swimmer.state.ground.is_floor());
        swimmer.tick(jump);
        assert!(swimmer.state.velocity.y > 6.0);
    }
}

#[test]
fn a_current_carries_a_swimmer_and_a_fountain_throws_it_out() {
    let world = World::default();
    let zones = lake(DVec3::X * 2.0);
    let mut swimmer = Swimmer::new(&world, &zones, Tuning::default(), 120, DVec3::NEG_Y * 3.0);
    swimmer.run(4.0, Command::default());
    assert!((swimmer.state.velocity.x - 2.0).abs() < 1e-6 && swimmer.state.position.x > 7.0);
    let zones = lake(DVec3::Y * 12.0);
    let mut swimmer = Swimmer::new(&world, &zones, Tuning::default(), 120, DVec3::NEG_Y * 3.0);
    let mut highest = 0.0_f64;
    for _ in 0..240 {
        swimmer.tick(Command::default());
        highest = highest.max(swimmer.feet());
    }
    assert!(highest > 1.5, "{highest}");
}

#[test]
fn a_walker_goes_into_the_water_over_a_beach_and_out_over_another() {
    let beach = |z: f64, tilt: f64| {
        let rotation = rotation_from_degrees(DVec3::X * tilt);
        Obb::new(
            DVec3::new(0.0, -2.0, z),
            rotation,
            DVec3::new(9.0, 0.5, 12.0),
        )
        .expect("a beach")
    };
    let bottom = slab([-9.0, -6.0, -30.0], [9.0, -5.0, 30.0]);
    let world = World::new(vec![], vec![beach(-10.0, 25.0), beach(10.0, -25.0), bottom]);
    let zones = [water([-9.0, -5.0, -30.0], [9.0, 0.0, 30.0], DVec3::ZERO)];
    for tuning in tunings() {
        for hz in RATES {
            let mut swimmer = Swimmer::new(&world, &zones, tuning, hz, DVec3::new(0.0, 4.0, 17.0));
            let (mut swam, mut stood) = (false, false);
            for _ in 0..hz * 20 {
                swimmer.tick(ahead(0.0));
                let mut events = swimmer.trace.events().iter();
                swam |= events.any(|event| matches!(event, Event::Swim { .. }));
                stood = swam && swimmer.state.ground.stands() && swimmer.feet() > 0.5;
                if stood {
                    break;
                }
            }
            assert!(swam && stood, "{hz} Hz: {:?}", swimmer.state);
        }
    }
}

#[test]
fn a_walker_in_shallow_water_jumps_and_climbs_out() {
    let world = World::new(
        vec![],
        vec![
            slab([-9.0, -4.0, -9.0], [9.0, -1.2, 20.0]),
            slab([-9.0, -4.0, -9.0], [9.0, 0.2, 0.0]),
        ],
    );
    let zones = [water([-9.0, -2.0, 0.0], [9.0, 0.0, 20.0], DVec3::ZERO)];
    let [_, person] = tunings();
    for hz in RATES {
        let mut walker = Swimmer::new(&world, &zones, person, hz, DVec3::new(0.0, -0.8, 2.0));
        walker.run(1.5, ahead(0.0));
        assert!(walker.state.ground.is_floor() && walker.feet() < -1.1);
        walker.tick(Command {
            jump: true,
            ..ahead(0.0)
        });
        walker.run(1.5, ahead(0.0));
        assert!(
            (walker.feet() - 0.2).abs() < 1e-2,
            "{hz} Hz: {:?}",
            walker.state
        );
    }
}

#[test]
fn still_shallow_water_and_water_below_the_feet_change_no_bit() {
    let ground = slab([-90.0, -2.0, -90.0], [90.0, -1.0, 90.0]);
    let world = World::new(vec![], vec![ground]);
    let (tuning, dt) = (Tuning::default(), 1.0 / 120.0);
    for (surface, current) in [(-0.7, DVec3::ZERO), (-1.1, DVec3::X * 9.0)] {
        let (mut states, mut scratch) = ([PlayerState::default(); 2], Scratch::new());
        let water = Water { surface, current };
        for tick in 0..400 {
            let command = Command {
                jump: tick % 70 == 0,
                ..ahead(0.0)
            };
            let [dry, wet] = &mut states;
            advance(&world, &tuning, dry, &command, dt, &mut scratch, None);
            swim(
                &world,
                &tuning,
                wet,
                &command,
                &water,
                dt,
                &mut scratch,
                None,
            );
            assert_eq!(dry, wet);
        }
    }
}

#[test]
fn the_surface_is_that_of_the_highest_zone_and_the_current_that_of_the_first() {
    let tuning = Tuning::default();
    let around = |zones: &[Zone], at: DVec3| {
        let state = PlayerState {
            position: at,
            ..PlayerState::default()
        };
        Water::around(zones, &tuning, &state)
    };
    let low = water([-5.0, -5.0, -5.0], [5.0, -3.0, 5.0], DVec3::X);
    let high = water([-5.0, -3.0, -5.0], [5.0, 0.0, 5.0], DVec3::Z);
    let apart = water([-5.0, 1.0, -5.0], [5.0, 9.0, 5.0], DVec3::Z);
    let found = around(&[apart, low, high], DVec3::NEG_Y * 4.0);
    assert_eq!(
        found.map(|water| (water.surface, water.current)),
        Some((0.0, DVec3::X))
    );
    // Next to it, above it, and below the upper one, where there is air in between.
    assert_eq!(around(&[low, high], DVec3::new(5.1, -2.0, 0.0)), None);
    assert_eq!(around(&[low, high], DVec3::Y * 0.6), None);
    assert_eq!(around(&[apart], DVec3::NEG_Y * 2.0), None);
    // A slanted zone has its surface where the upright line leaves it: 1 m along its slanted axis is 2 m up.
    let slanted = Zone {
        obb: Obb::new(
            DVec3::ZERO,
            rotation_from_degrees(DVec3::Z * 60.0),
            DVec3::new(9.0, 1.0, 9.0),
        )
        .expect("a box"),
        ..low
    };
    let surface = around(&[slanted], DVec3::ZERO).expect("water").surface;
    assert!((surface - 2.0).abs() < 1e-9);
    for at in [DVec3::NAN, DVec3::INFINITY, DVec3::splat(-1e300)] {
        assert_eq!(around(&[low, high, slanted], at), None);
    }
}

#[test]
fn bodies_of_extreme_sizes_float_within_themselves() {
    for (radius, height, eye_height) in [(0.3, 1.75, 0.0), (0.3, 1.75, 1e4), (1e-3, 2e-3, 1.0)] {
        let tuning = Tuning {
            body: BodyShape::Capsule,
            radius,
            height,
            eye_height,
            ..Tuning::default()
        };
        let (bottom, line) = heights(&tuning, &PlayerState::default());
        assert!((0.0..=height * FLOAT_SHARE + 1e-12).contains(&(line - bottom)));
    }
}

mod banks;
mod wading;
