//! Tests of `ghosts.rs`.

use super::*;
use crate::test_support::{floor, slab, walker, walking};
use sidle::geometry::float;
use sidle::player::Tuning;
use sidle::world::World;

/// A floor, and a wall 5 cm thick, 6 m ahead.
fn wall() -> World {
    let wall = slab(DVec3::new(0.0, 1.0, -6.0), DVec3::new(99.0, 2.0, 0.025));
    World::new(vec![], vec![floor(), wall])
}

fn step(sim: &mut Sim, ghosts: &mut Ghosts, command: &Command, ghost_mode: GhostMode) {
    let input = TickInput::from(*command);
    ghosts.tick(sim, &input, ghost_mode, None);
    sim.play(&input);
    ghosts.extend_trails();
}

fn run(walk_speed: f64) -> (Sim, Ghosts) {
    let sim = walker(wall(), Controller::Swept, 120);
    let tuning = Tuning {
        walk_speed,
        ..*sim.tuning()
    };
    let mut sim = sim.with_tuning(tuning);
    sim.tick(&sim.idle_command());
    let mut ghosts = Ghosts::default();
    for _ in 0..60 {
        let ahead = walking(&sim, 1.0, 0.0);
        step(&mut sim, &mut ghosts, &ahead, GhostMode::On);
    }
    (sim, ghosts)
}

#[test]
fn ghosts_agree_on_open_floor_and_part_at_a_thin_wall() {
    let (sim, ghosts) = run(5.0);
    assert_eq!(ghosts.iter().count(), 2);
    for ghost in ghosts.iter() {
        let apart = ghost.player().position.distance(sim.player().position);
        assert!(apart < 1e-3, "{:?}: {apart} m", ghost.controller);
    }
    // At 300 m/s a tick is longer than the player.
    let (sim, ghosts) = run(300.0);
    assert!(sim.player().position.z > -5.6);
    for ghost in ghosts.iter() {
        let z = ghost.player().position.z;
        assert!(z < -20.0, "{:?} at {z}", ghost.controller);
    }
}

#[test]
fn switching_to_a_ghosts_controller_and_resync_restart_all_ghosts() {
    let names = |ghosts: &Ghosts| -> Vec<_> {
        let controllers = ghosts.iter().map(|ghost| ghost.controller);
        controllers.collect()
    };
    let apart = |ghosts: &Ghosts, sim: &Sim| {
        let distances = ghosts.iter().map(|ghost| {
            let position = ghost.player().position;
            assert_eq!(ghost.sim.ticks(), sim.ticks());
            position.distance(sim.player().position)
        });
        distances.fold(0.0, float::max)
    };
    let (mut sim, mut ghosts) = run(300.0);
    assert_eq!(names(&ghosts), [Controller::Classic, Controller::Boxed]);
    assert!(apart(&ghosts, &sim) > 10.0);
    let idle = sim.idle_command();
    step(&mut sim, &mut ghosts, &idle, GhostMode::Resync);
    assert!(apart(&ghosts, &sim) < 0.01);
    assert!(ghosts.iter().all(|ghost| ghost.trail.points().count() == 1));
    let classic = Command {
        controller: Controller::Classic,
        ..idle
    };
    step(&mut sim, &mut ghosts, &classic, GhostMode::On);
    assert_eq!(names(&ghosts), [Controller::Swept, Controller::Boxed]);
    assert!(apart(&ghosts, &sim) < 0.01);
    step(&mut sim, &mut ghosts, &classic, GhostMode::Off);
    assert_eq!(names(&ghosts), []);
}

#[test]
fn a_respawn_restarts_all_ghosts() {
    let (mut sim, mut ghosts) = run(300.0);
    let back = Command {
        respawn: true,
        ..sim.idle_command()
    };
    step(&mut sim, &mut ghosts, &back, GhostMode::On);
    for ghost in ghosts.iter() {
        assert_eq!(ghost.player().position, DVec3::Y * 0.5);
        assert_eq!(ghost.trail.points().count(), 1);
    }
}
