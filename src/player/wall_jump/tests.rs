//! Jumps off walls: how fast, how often, and off which walls.

use glam::{DMat3, DVec3, Vec3};

use crate::geometry::angle::BinaryAngle;
use crate::geometry::{Obb, Triangle};
use crate::player::{Axis, BodyShape, Command, Controller, Event, PlayerState, Tuning};
use crate::test_support::Walk;
use crate::world::World;

const RATES: [u32; 4] = [30, 60, 120, 360];
const SPEED: f64 = 4.0;

/// A floor, and walls that face each other across 2 m along X.
fn shaft() -> World {
    let slab = |x: f64, y: f64, half| {
        Obb::new(DVec3::new(x, y, 0.0), DMat3::IDENTITY, half).expect("a box")
    };
    let wall = DVec3::new(1.0, 50.0, 50.0);
    let floor = slab(0.0, -1.0, DVec3::new(50.0, 1.0, 50.0));
    World::new(
        vec![],
        vec![floor, slab(2.0, 50.0, wall), slab(-2.0, 50.0, wall)],
    )
}

fn tunings() -> [Tuning; 2] {
    let sphere = Tuning {
        wall_jump_speed: SPEED,
        radius: 0.3,
        ..Tuning::default()
    };
    let person = Tuning {
        body: BodyShape::Capsule,
        ..sphere
    };
    [sphere, person]
}

/// One who flies next to the wall at the right, `height` above the floor.
fn beside_wall(world: &World, tuning: Tuning, hz: u32, height: f64) -> Walk<'_> {
    let state = PlayerState {
        position: DVec3::new(1.0 - tuning.radius - 1e-3, tuning.radius + height, 0.0),
        controller: Controller::Swept,
        velocity: DVec3::new(1.0, -1.0, 3.0),
        ..PlayerState::default()
    };
    Walk::new(world, tuning, hz, state)
}

/// Advances by a tick. Returns whether the player jumped off a wall.
fn jumps_off(walk: &mut Walk<'_>, command: Command) -> bool {
    let mut events = walk.tick(command).iter();
    events.any(|event| matches!(event, Event::WallJump { .. }))
}

const JUMP: Command = Command {
    jump: true,
    ..STILL
};
const STILL: Command = Command {
    forward: Axis::ZERO,
    right: Axis::ZERO,
    up: Axis::ZERO,
    yaw: BinaryAngle::ZERO,
    pitch: BinaryAngle::ZERO,
    mode: crate::player::Mode::Walk,
    controller: Controller::Swept,
    jump: false,
    fast: false,
    respawn: false,
};

#[test]
fn a_jump_leads_away_from_the_wall_and_up_and_keeps_the_speed_along_it() {
    let world = shaft();
    for tuning in tunings() {
        for hz in RATES {
            let mut walk = beside_wall(&world, tuning, hz, 20.0);
            assert!(jumps_off(&mut walk, JUMP), "{hz}");
            let rise = tuning.jump_speed - tuning.gravity / f64::from(hz);
            let expected = DVec3::new(-SPEED, rise, 3.0);
            assert!(
                walk.state.velocity.distance(expected) < 1e-9,
                "{:?}",
                walk.state
            );
            assert_eq!(walk.state.last_wall, Some(DVec3::NEG_X));
        }
    }
}

#[test]
fn one_wall_gives_one_jump_and_two_walls_are_climbed_in_turns() {
    let world = shaft();
    for tuning in tunings() {
        for hz in RATES {
            // Keys lead back to the wall, and jump is pressed all the time.
            let back = Command {
                right: Axis::new(1.0),
                ..JUMP
            };
            let steered = Tuning {
                air_accel: 60.0,
                ..tuning
            };
            let mut walk = beside_wall(&world, steered, hz, 20.0);
            let jumps = (0..hz).filter(|_| jumps_off(&mut walk, back)).count();
            assert_eq!(jumps, 1, "{hz}");
            let mut walk = beside_wall(&world, tuning, hz, 20.0);
            let start = walk.state.position.y;
            let jumps = (0..hz * 3).filter(|_| jumps_off(&mut walk, JUMP)).count();
            assert!(
                jumps > 4 && walk.state.position.y > start + 4.0,
                "{hz}: {jumps}"
            );
        }
    }
}

#[test]
fn the_floor_gives_the_wall_back() {
    let world = shaft();
    for tuning in tunings() {
        let mut walk = beside_wall(&world, tuning, 120, 2.0);
        assert!(jumps_off(&mut walk, JUMP));
        while !walk.state.ground.stands() {
            jumps_off(&mut walk, STILL);
        }
        assert_eq!(walk.state.last_wall, None);
    }
}

#[test]
fn nobody_jumps_off_a_wall_without_the_number_from_afar_off_the_ground_or_off_a_slope() {
    let world = shaft();
    for tuning in tunings() {
        let off = Tuning {
            wall_jump_speed: 0.0,
            ..tuning
        };
        let mut walk = beside_wall(&world, off, 120, 20.0);
        assert!((0..120).all(|_| !jumps_off(&mut walk, JUMP)));
        assert_eq!(walk.state.last_wall, None);
        // In the middle between the walls.
        let mut walk = beside_wall(&world, tuning, 120, 20.0);
        walk.state.position.x = 0.0;
        walk.state.velocity = DVec3::ZERO;
        assert!((0..20).all(|_| !jumps_off(&mut walk, JUMP)));
        // On the floor next to the wall, the floor counts.
        let mut walk = beside_wall(&world, tuning, 120, 1e-4);
        walk.state.velocity = DVec3::ZERO;
        assert!(!jumps_off(&mut walk, STILL) && walk.state.ground.stands());
        assert!(!jumps_off(&mut walk, JUMP) && walk.state.velocity.y > 6.0);
        // A slope of 55 degrees is too steep to stand on, and no wall.
        let (sin, cos) = crate::geometry::angle::sin_cos_deg(55.0);
        let normal = DVec3::new(0.0, cos, sin);
        let axes = DMat3::from_cols(DVec3::X, normal, DVec3::X.cross(normal));
        let slope = Obb::new(-normal, axes, DVec3::new(50.0, 1.0, 50.0)).expect("a box");
        let world = World::new(vec![], vec![slope]);
        let mut walk = beside_wall(&world, tuning, 120, 0.0);
        (walk.state.position, walk.state.velocity) = (normal * 0.3, DVec3::ZERO);
        assert!((0..60).all(|_| !jumps_off(&mut walk, JUMP)));
    }
}

#[test]
fn a_press_just_before_the_wall_counts_once() {
    let world = shaft();
    for tuning in tunings() {
        for hz in RATES {
            let mut walk = beside_wall(&world, tuning, hz, 20.0);
            walk.state.position.x -= 0.4;
            walk.state.velocity = DVec3::X * 5.0;
            let mut jumps = usize::from(jumps_off(&mut walk, JUMP));
            assert_eq!(jumps, 0);
            jumps += (0..hz / 2).filter(|_| jumps_off(&mut walk, STILL)).count();
            assert_eq!(jumps, 1, "{hz}");
        }
    }
}

#[test]
fn a_wall_of_many_triangles_is_one_wall() {
    let at = |y: i32, z: i32| Vec3::new(1.0, y as f32 * 0.4, z as f32 * 0.4);
    let cells = (0..60).flat_map(|y| (-20..40).map(move |z| (y, z)));
    let triangles = cells.flat_map(|(y, z)| {
        let [a, b, c, d] = [at(y, z), at(y, z + 1), at(y + 1, z + 1), at(y + 1, z)];
        [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).expect("a triangle"))
    });
    let world = World::new(triangles.collect(), vec![]);
    for tuning in tunings() {
        let steered = Tuning {
            air_accel: 60.0,
            ..tuning
        };
        for hz in RATES {
            let mut walk = beside_wall(&world, steered, hz, 12.0);
            let back = Command {
                right: Axis::new(1.0),
                ..JUMP
            };
            let jumps = (0..hz).filter(|_| jumps_off(&mut walk, back)).count();
            assert_eq!(jumps, 1, "{hz}");
        }
    }
}
