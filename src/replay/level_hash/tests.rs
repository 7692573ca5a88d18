//! Tests of `level_hash.rs`.

use super::*;
use crate::geometry::{Aabb, Polyline, Triangle};
use crate::player::{Command, Spawn, Tuning};
use crate::world::{BoxId, Mover};
use glam::{DMat3, DVec3, Vec3};

/// A triangle, a box, and a lift that drives up to `height` at `speed`.
fn level(corner: f32, half: f64, height: f64, speed: f64, kill_y: f64) -> Sim {
    let triangle = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X * corner]).unwrap();
    let crate_box = Obb::new(DVec3::X * 5.0, DMat3::IDENTITY, DVec3::splat(half)).unwrap();
    let lift = Mover::new(MoverDesc {
        path: Polyline::new([DVec3::ZERO, DVec3::Y * height]).unwrap(),
        speed,
        bounds: Aabb::from_points([-DVec3::ONE, DVec3::ONE]).unwrap(),
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: false,
        on_end: PathEnd::Return,
        on_hit: OnHit::Stop,
    })
    .unwrap();
    let world = World::new(vec![triangle], vec![crate_box, lift.obb(0.0)]);
    let rules = Rules {
        spawn: Spawn::default(),
        kill_y,
    };
    Sim::new(world, Tuning::default(), rules, 120)
        .with_movers(vec![DrivenMover::new(lift, BoxId(1))])
}

#[test]
fn every_part_that_affects_the_simulation_changes_the_hash() {
    let hashes = [
        level(1.0, 1.0, 9.0, 2.0, -9.0),
        level(1.0 + f32::EPSILON, 1.0, 9.0, 2.0, -9.0),
        level(1.0, 1.0 + f64::EPSILON, 9.0, 2.0, -9.0),
        level(1.0, 1.0, 9.5, 2.0, -9.0),
        level(1.0, 1.0, 9.0, 2.5, -9.0),
        level(1.0, 1.0, 9.0, 2.0, -9.5),
    ]
    .map(|sim| LevelHash::of(&sim));
    for (at, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(hash), "{at}: {hashes:?}");
    }
}

#[test]
fn the_place_that_turns_a_mover_changes_the_hash() {
    let [upright, turned] = [
        DMat3::IDENTITY,
        DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z),
    ]
    .map(|frame| {
        let sim = level(1.0, 1.0, 9.0, 2.0, -9.0);
        let mut driven = sim.movers()[0].clone();
        driven.mover = Mover::in_frame(driven.mover.desc().clone(), frame).unwrap();
        LevelHash::of(&sim.with_movers(vec![driven]))
    });
    assert_eq!(upright, LevelHash::of(&level(1.0, 1.0, 9.0, 2.0, -9.0)));
    assert_ne!(turned, upright);
}

#[test]
fn the_static_part_stays_when_a_box_is_edited_and_the_whole_changes() {
    let mut sim = level(1.0, 1.0, 9.0, 2.0, -9.0);
    let (fixed, before) = (StaticHash::of(&sim), LevelHash::of(&sim));
    let moved = Obb::new(DVec3::X * 6.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
    assert!(sim.edit_box(BoxId(0), moved));
    assert_eq!(StaticHash::of(&sim), fixed);
    assert_ne!(LevelHash::of(&sim), before);
    for sim in [sim, level(1.0, 1.0, 9.0, 2.0, -9.0)] {
        assert_eq!(LevelHash::continued(fixed, &sim), LevelHash::of(&sim));
    }
    for other in [
        level(1.5, 1.0, 9.0, 2.0, -9.0),
        level(1.0, 1.0, 9.0, 2.0, -8.0),
    ] {
        assert_ne!(StaticHash::of(&other), fixed);
    }
    assert_eq!(StaticHash::from_bits(fixed.bits()), fixed);
}

#[test]
fn a_driving_mover_does_not_change_the_hash() {
    let mut sim = level(1.0, 1.0, 9.0, 2.0, -9.0);
    let before = LevelHash::of(&sim);
    for _ in 0..100 {
        sim.tick(&Command::default());
    }
    assert!(sim.movers()[0].state.distance > 1.0);
    assert_eq!(LevelHash::of(&sim), before);
    assert_eq!(before.to_string().len(), 16);
}
