//! The hashes of a walk, which every version of glam that `Cargo.toml` allows must give.
//!
//! `integrations/glam_0_33` runs this file with the older version. The world is made here, so that it needs no level.

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DVec3, Vec3};
use sidle::player::{Axis, BodyShape, Command, Controller, Rules, Spawn, Tuning};
use sidle::replay::StateHash;
use sidle::sim::Sim;
use sidle::world::World;

/// Controller, ticks per second, hash after eight seconds.
const HASHES: [(Controller, u32, &str); 6] = [
    (Controller::Classic, 30, "3acc084fbc9ff180"),
    (Controller::Classic, 120, "453debad88bd667d"),
    (Controller::Swept, 30, "66ac33a328993f49"),
    (Controller::Swept, 360, "d65ff0d7d5955417"),
    (Controller::Boxed, 60, "b951ce5bd3550258"),
    (Controller::Boxed, 120, "e40853e78e359a6a"),
];

/// A hilly floor of 2048 triangles, and turned boxes on it.
fn world() -> World {
    let height = |x: i32, z: i32| ((x * 7 + z * 13) % 11) as f32 * 0.07;
    let corner = |x: i32, z: i32| Vec3::new(x as f32, height(x, z), z as f32);
    let mut triangles = Vec::new();
    for x in -16..16 {
        for z in -16..16 {
            let (a, b, c, d) = (
                corner(x, z),
                corner(x, z + 1),
                corner(x + 1, z + 1),
                corner(x + 1, z),
            );
            triangles.extend(Triangle::new([a, b, c]));
            triangles.extend(Triangle::new([a, c, d]));
        }
    }
    let boxes = (0..40).filter_map(|at| {
        let place = DVec3::new(
            f64::from(at * 17 % 29 - 14),
            0.4,
            f64::from(at * 11 % 31 - 15),
        );
        let turned = DVec3::new(f64::from(at * 5), f64::from(at * 23), f64::from(at * 3));
        Obb::new(
            place,
            rotation_from_degrees(turned),
            DVec3::new(0.9, 0.5, 0.3),
        )
    });
    World::new(triangles, boxes.collect())
}

fn hash(world: World, controller: Controller, hz: u32) -> StateHash {
    let body = match controller {
        Controller::Swept => BodyShape::Capsule,
        _ => BodyShape::Sphere,
    };
    let tuning = Tuning {
        body,
        radius: 0.4,
        snap_distance: 0.2,
        ..Tuning::default()
    };
    let spawn = Spawn {
        position: DVec3::new(0.3, 3.0, 0.2),
        controller,
        ..Spawn::default()
    };
    let mut sim = Sim::new(
        world,
        tuning,
        Rules {
            spawn,
            ..Rules::default()
        },
        hz,
    );
    let mut hash = StateHash::new();
    for tick in 0..hz * 8 {
        let seconds = f64::from(tick) / f64::from(hz);
        sim.tick(&Command {
            forward: Axis::new(1.0),
            right: Axis::new(seconds % 2.0 - 1.0),
            yaw: BinaryAngle::from_degrees(seconds * 70.0),
            jump: tick % hz == 0,
            fast: tick % (hz * 3) > hz,
            controller,
            ..Command::default()
        });
        hash.add(&sim);
    }
    hash
}

#[test]
fn the_version_of_glam_changes_no_bit() {
    let world = world();
    let found = HASHES.map(|(controller, hz, _)| {
        let hash = hash(world.clone(), controller, hz);
        (controller, hz, hash.to_string())
    });
    let expected = HASHES.map(|(controller, hz, hash)| (controller, hz, hash.to_owned()));
    assert_eq!(found, expected);
}
