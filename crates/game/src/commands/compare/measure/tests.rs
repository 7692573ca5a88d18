//! Tests of `measure.rs`.

use super::*;
use crate::test_support::{slab, walker};
use sidle::geometry::Triangle;
use sidle::glam::Vec3;
use sidle::player::Axis;
use sidle::world::World;

/// A floor, and a wall of 2 m whose near side is at z = -2.
fn yard(controller: Controller) -> Sim {
    let floor = [[-99.0, -99.0], [0.0, 99.0], [99.0, -99.0]];
    let floor = Triangle::new(floor.map(|[x, z]| Vec3::new(x, 0.0, z))).unwrap();
    let half = DVec3::new(50.0, 1.0, 0.5);
    let wall = slab(DVec3::new(0.0, 1.0, -2.5), half);
    walker(World::new(vec![floor], vec![wall]), controller, 120)
}

fn pushing(controller: Controller, right: f64, ticks: usize) -> Measures {
    let command = Command {
        forward: Axis::new(1.0),
        right: Axis::new(right),
        controller,
        ..Command::default()
    };
    Measures::of(
        yard(controller),
        controller,
        std::iter::repeat_n(command.into(), ticks),
        &mut Movers::default(),
    )
}

#[test]
fn a_player_at_a_wall_is_blocked_after_a_quarter_of_a_second() {
    // 1.5 m at 5 m/s take 36 ticks; of the others, the first 29 are not yet a quarter of a second.
    let measures = pushing(Controller::Swept, 0.0, 240);
    assert!(
        (measures.distance - 1.5).abs() < 1e-3,
        "{}",
        measures.distance
    );
    let kept = measures.speed_kept().unwrap();
    assert!((kept - 1.5 / 10.0).abs() < 1e-3, "{kept}");
    assert!(
        measures.blocked.len().abs_diff(240 - 36 - 29) <= 2,
        "{}",
        measures.blocked.len()
    );
    assert!(measures.residual_um().unwrap() < 1.0);
    assert_eq!((measures.floor_share(), measures.respawns), (Some(1.0), 0));
}

#[test]
fn a_player_who_slides_along_a_wall_is_not_blocked_and_keeps_the_speed_along_it() {
    // Half to the right and half ahead, of length 1: along the wall cos 45° of the command is left.
    let measures = pushing(Controller::Swept, 1.0, 1200);
    assert_eq!(
        (measures.residual_um(), measures.blocked_seconds()),
        (None, 0.0)
    );
    let kept = measures.speed_kept().unwrap();
    assert!((0.70..0.73).contains(&kept), "{kept}");
    assert!(measures.worst.is_none_or(|worst| worst.depth < 1e-9));
}

#[test]
fn a_body_that_starts_inside_a_wall_is_deepest_in_its_first_tick() {
    let mut sim = yard(Controller::Classic);
    let mut rules = *sim.rules();
    rules.spawn.position.z = -1.75;
    for (controller, deepest) in [(Controller::Swept, 0.25), (Controller::Boxed, 0.25)] {
        rules.spawn.controller = controller;
        sim = Sim::new(sim.world().clone(), *sim.tuning(), rules, 120);
        let still = sim.idle_command();
        let mut near = Vec::new();
        let mut measures = Measures::of(
            sim.clone(),
            controller,
            std::iter::empty(),
            &mut Movers::default(),
        );
        measures.look_for_overlap(&sim, &mut near);
        let worst = measures.worst.unwrap();
        assert!((worst.depth - deepest).abs() < 1e-9, "{}", worst.depth);
        let after = Measures::of(
            sim.clone(),
            controller,
            std::iter::repeat_n(still.into(), 60),
            &mut Movers::default(),
        );
        assert!(after.worst.is_none_or(|worst| worst.depth < 1e-3));
    }
}

#[test]
fn a_run_without_ticks_has_no_shares() {
    let measures = Measures::of(
        yard(Controller::Swept),
        Controller::Swept,
        std::iter::empty(),
        &mut Movers::default(),
    );
    assert_eq!((measures.ticks, measures.distance), (0, 0.0));
    assert_eq!(
        (measures.speed_kept(), measures.floor_share()),
        (None, None)
    );
    assert_eq!(measures.ns_per_tick(), 0.0);
}
