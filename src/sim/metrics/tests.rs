//! Tests of `metrics.rs`.

use super::*;
use crate::geometry::{Obb, Triangle};
use crate::player::{Rules, Spawn};
use crate::world::World;
use glam::{DMat3, Vec3};

fn slab(center: DVec3, half: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half).unwrap()
}

/// A floor, a wall whose near side is at z = -2, and a player at `z`.
fn yard(controller: Controller, mode: Mode, z: f64) -> Sim {
    let floor = slab(DVec3::Y * -1.0, DVec3::new(9.0, 1.0, 9.0));
    let wall = slab(DVec3::new(0.0, 1.0, -2.5), DVec3::new(9.0, 2.0, 0.5));
    let spawn = Spawn {
        position: DVec3::new(0.0, 0.5, z),
        controller,
        mode,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        ..Rules::default()
    };
    let world = World::new(vec![], vec![floor, wall]);
    Sim::new(world, Tuning::default(), rules, 120)
}

#[test]
fn the_gap_of_a_walker_is_to_the_walls_and_that_of_a_flyer_also_to_the_floor() {
    let mut near = Vec::new();
    for controller in [Controller::Swept, Controller::Boxed] {
        let mut gap_at = |mode, z| gap(&yard(controller, mode, z), 0.5, 1e-3, &mut near);
        // At z = -1.3, 0.7 m from the wall's face, less 0.5 m of the body. At -1.6, 0.1 m in the wall.
        assert_eq!(gap_at(Mode::Walk, 0.0), None, "{controller:?}");
        let close = gap_at(Mode::Walk, -1.3).unwrap();
        assert!((close - 0.2).abs() < 1e-9, "{controller:?}: {close}");
        let deep = gap_at(Mode::Walk, -1.6).unwrap();
        assert!((deep + 0.1).abs() < 1e-9, "{controller:?}: {deep}");
        let flies = gap_at(Mode::Fly, 0.0).unwrap();
        assert!(flies.abs() < 1e-9, "{controller:?}: {flies}");
    }
}

#[test]
fn floor_triangles_beside_the_body_do_not_count_as_walls() {
    let [a, b, c, d] =
        [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    let floor = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).unwrap());
    let mut near = Vec::new();
    for controller in [Controller::Swept, Controller::Boxed] {
        for step in 0..20 {
            let yard = yard(controller, Mode::Walk, f64::from(step) * 0.07);
            let world = World::new(floor.to_vec(), vec![]);
            let sim = Sim::new(world, Tuning::default(), *yard.rules(), 120);
            assert_eq!(gap(&sim, 0.5, 1e-3, &mut near), None, "{controller:?}");
        }
    }
}

#[test]
fn the_overlap_is_the_greatest_depth() {
    let mut near = Vec::new();
    for controller in [Controller::Swept, Controller::Boxed] {
        let depth = overlap(&yard(controller, Mode::Walk, -1.6), &mut near);
        assert!((depth - 0.1).abs() < 1e-9, "{controller:?}: {depth}");
        assert!(overlap(&yard(controller, Mode::Walk, 0.0), &mut near) < 1e-9);
    }
}
