//! Tests of `mod.rs`.

use super::*;
use crate::geometry::{Aabb, Polyline};
use crate::world::{Mover, MoverDesc, OnHit, PathEnd};
use glam::{DMat3, DVec3};

/// A cube of 2 m that drives along X at `speed`, and a player with this radius.
fn driving(speed: f64, radius: f64) -> Sim {
    let mover = Mover::new(MoverDesc {
        path: Polyline::new([DVec3::ZERO, DVec3::X * 9.0]).unwrap(),
        speed,
        bounds: Aabb::from_points([-DVec3::ONE, DVec3::ONE]).unwrap(),
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: false,
        on_end: PathEnd::Stop,
        on_hit: OnHit::Stop,
    })
    .unwrap();
    let world = World::new(vec![], vec![mover.obb(0.0)]);
    let tuning = Tuning {
        radius,
        ..Tuning::default()
    };
    let movers = vec![DrivenMover::new(mover, BoxId(0))];
    Sim::new(world, tuning, Rules::default(), 100).with_movers(movers)
}

#[test]
fn an_edited_level_keeps_the_player_and_its_unchanged_movers() {
    let mut before = driving(2.0, 0.5);
    for _ in 0..100 {
        before.tick(&before.idle_command());
    }
    let same = driving(2.0, 0.5).continued_from(&before);
    assert_eq!((same.player(), same.ticks()), (before.player(), 100));
    assert_eq!(same.movers()[0].state, before.movers()[0].state);
    assert_eq!(same.world(), before.world());
    // A mover with another speed starts again. A larger player keeps its feet in place.
    let other = driving(3.0, 0.75).continued_from(&before);
    assert_eq!(other.movers()[0].state.distance, 0.0);
    let feet = |sim: &Sim| sim.player().position.y - sim.tuning().radius;
    assert_eq!(feet(&other), feet(&before));
}
use crate::geometry::angle::BinaryAngle;
use crate::player::{Axis, Mode, Spawn};

fn falling() -> Sim {
    let spawn = Spawn {
        position: DVec3::Y * 3.0,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        kill_y: -1.0,
    };
    Sim::new(World::default(), Tuning::default(), rules, 60)
}

#[test]
fn a_player_below_the_kill_height_returns_to_the_spawn_at_rest() {
    let mut sim = falling();
    let mut fell = 0;
    while !sim.respawned() {
        sim.tick(&Command::default());
        fell += 1;
        assert!(fell < 120, "still falling at {}", sim.player().position);
    }
    assert_eq!(sim.player().position, DVec3::Y * 3.0);
    assert_eq!(sim.player().velocity, DVec3::ZERO);
    // 4 m by 20 m/s² take 0.632 s: 38 ticks of 1/60 s.
    assert_eq!(fell, 38);
    sim.tick(&Command::default());
    assert!(!sim.respawned());
}

#[test]
fn a_box_that_is_moved_into_the_player_pushes_it_out() {
    let cube = |x: f64| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let world = World::new(vec![], vec![cube(9.0)]);
    let mut sim = Sim::new(world, Tuning::default(), Rules::default(), 60);
    let idle = Command {
        mode: Mode::Fly,
        ..sim.idle_command()
    };
    assert!(sim.edit_box(BoxId(0), cube(1.25)));
    assert!(!sim.edit_box(BoxId(1), cube(0.0)));
    for _ in 0..60 {
        sim.tick(&idle);
    }
    // The cube's face is at 0.25, so the sphere of 0.5 m ends up at -0.25.
    let x = sim.player().position.x;
    assert!((x + 0.25).abs() < 1e-3, "{x}");
}

#[test]
fn a_respawn_keeps_the_mode_and_takes_the_view_of_the_spawn() {
    let mut sim = falling();
    let yaw = BinaryAngle::from_degrees(90.0);
    let forward = Axis::new(1.0);
    sim.tick(&Command {
        mode: Mode::Fly,
        yaw,
        forward,
        ..Command::default()
    });
    sim.tick(&Command {
        mode: Mode::Fly,
        yaw,
        respawn: true,
        ..Command::default()
    });
    assert_eq!(sim.player().mode, Mode::Fly);
    assert_eq!(sim.player().yaw, BinaryAngle::ZERO);
    assert_eq!(sim.player().position, DVec3::Y * 3.0);
}
