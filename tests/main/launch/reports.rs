//! What a tick reports of a walker: its landing, how long it was in the air, the steps that it climbs and the drops.

use super::{each, tuning};
use crate::support::{Shapes, add_box, add_movers, flight_of_stairs, floor, mover_desc, rules};
use sidle::glam::DVec3;
use sidle::player::{Axis, BodyShape, Command, Controller, Event};
use sidle::sim::Sim;

#[test]
fn a_fall_is_reported_once_with_its_speed_and_its_time() {
    each(|controller, tuning, hz| {
        for height in [0.5, 2.0, 11.0] {
            let start = DVec3::Y * (0.4 + height);
            let mut sim = Sim::new(floor().world(), tuning, rules(start, controller), hz);
            let (mut landings, dt) = (Vec::new(), 1.0 / f64::from(hz));
            for tick in 1..=2 * hz {
                sim.tick(&sim.idle_command());
                landings.extend(sim.contacts().landing().copied());
                let seconds = f64::from(tick) * dt;
                let expected = if landings.is_empty() { seconds } else { 0.0 };
                assert!((sim.player().air_time - expected).abs() < 1e-9);
            }
            let case = format!(
                "{controller:?}, {:?}, {hz} Hz, {height} m: {landings:?}",
                tuning.body
            );
            assert_eq!(landings.len(), 1, "{case}");
            let (speed, seconds) = ((40.0 * height).sqrt(), (height / 10.0).sqrt());
            let landing = landings[0];
            assert!(
                (-1e-3..=20.0 * dt).contains(&(landing.speed() - speed)),
                "{case}"
            );
            assert!(
                (-1e-3..=dt + 1e-3).contains(&(landing.air_time - seconds)),
                "{case}"
            );
            assert!(landing.normal.abs_diff_eq(DVec3::Y, 1e-9), "{case}");
        }
    });
}

#[test]
fn on_a_lift_the_speed_of_a_landing_counts_from_the_lift() {
    for hz in super::EVERY_RATE {
        let mut shapes = Shapes::default();
        let size = DVec3::new(6.0, 0.2, 6.0);
        let mut desc = mover_desc(&[DVec3::ZERO, DVec3::Y * 60.0], size);
        desc.speed = 3.0;
        let movers = add_movers(&mut shapes, vec![desc]);
        let tuning = tuning(BodyShape::Capsule);
        let rules = rules(DVec3::Y * 8.0, Controller::Swept);
        let mut sim = Sim::new(shapes.world(), tuning, rules, hz).with_movers(movers);
        let landing = loop {
            sim.tick(&sim.idle_command());
            if let Some(landing) = sim.contacts().landing() {
                break *landing;
            }
        };
        // It falls 7.5 m less the 3 m/s of the lift: 10 t² + 3 t = 7.5, so t = 0.729 s and 14.6 m/s.
        let ride = sim.player().ride.expect("it lands on the lift");
        let (own, onto) = (landing.speed(), landing.speed_onto(ride.velocity));
        let (dt, seconds) = (1.0 / f64::from(hz), 0.7289);
        assert!(
            (own - 20.0 * seconds).abs() < 30.0 * dt + 0.01,
            "{hz} Hz: {own} m/s"
        );
        assert!((onto - own - 3.0).abs() < 1e-9, "{hz} Hz: {onto} m/s");
        // Its velocity counts from the lift, and that is no launch.
        let before = sim.player().position.y;
        sim.tick(&sim.idle_command());
        assert!((sim.player().position.y - before - 3.0 * dt).abs() < 1e-3);
    }
}

#[test]
fn the_climb_and_the_drop_of_a_tick_are_those_of_its_steps_even_untraced() {
    for hz in super::EVERY_RATE {
        let ahead = |sim: &Sim, yaw_deg: f64| Command {
            forward: Axis::new(1.0),
            yaw: sidle::geometry::angle::BinaryAngle::from_degrees(yaw_deg),
            ..sim.idle_command()
        };
        let world = flight_of_stairs(0.3, 0.4).world();
        let spawn = rules(DVec3::Y * 0.4001, Controller::Swept);
        let tuning = sidle::player::Tuning {
            radius: 0.25,
            snap_distance: 0.35,
            ..tuning(BodyShape::Capsule)
        };
        let mut sim = Sim::new(world, tuning, spawn, hz);
        let mut silent = sim.clone().without_trace();
        let (mut climbed, mut dropped) = (0.0, 0.0);
        for tick in 0..6 * hz {
            let yaw_deg = if tick < 3 * hz { 0.0 } else { 180.0 };
            let command = ahead(&sim, yaw_deg);
            sim.tick(&command);
            silent.tick(&command);
            let events = sim.trace().events().iter();
            let [mut up, mut down] = [0.0, 0.0];
            for event in events {
                match event {
                    Event::Step { rise } => up += rise,
                    Event::Snap { drop } => down += drop,
                    _ => {}
                }
            }
            assert_eq!(
                (sim.contacts().climbed(), sim.contacts().dropped()),
                (up, down)
            );
            assert_eq!(silent.contacts(), sim.contacts());
            climbed += up;
            dropped += down;
        }
        // Ten steps of 0.3 m. A rounded body also rolls a little over an edge.
        assert!((2.5..=3.1).contains(&climbed), "{hz} Hz: {climbed} m up");
        assert!((2.0..=3.1).contains(&dropped), "{hz} Hz: {dropped} m down");
    }
}

#[test]
fn a_step_off_a_ledge_and_a_jump_are_landings_and_a_walk_is_none() {
    each(|controller, tuning, hz| {
        let mut shapes = floor();
        add_box(
            &mut shapes,
            DVec3::new(0.0, 1.0, 3.0),
            DVec3::ZERO,
            DVec3::new(6.0, 2.0, 6.0),
        );
        let start = DVec3::new(0.0, 2.4001, 2.0);
        let mut sim = Sim::new(shapes.world(), tuning, rules(start, controller), hz);
        sim.tick(&sim.idle_command());
        let mut landings = Vec::new();
        for tick in 0..4 * hz {
            let command = Command {
                forward: Axis::new(1.0),
                jump: tick == 2 * hz,
                ..sim.idle_command()
            };
            sim.tick(&command);
            landings.extend(sim.contacts().landing().copied());
        }
        // From 2 m, and from its own jump of 6.5 m/s.
        let case = format!("{controller:?}, {:?}, {hz} Hz: {landings:?}", tuning.body);
        assert_eq!(landings.len(), 2, "{case}");
        let dt = 1.0 / f64::from(hz);
        assert!(
            (landings[0].speed() - 80.0_f64.sqrt()).abs() < 20.0 * dt + 0.6,
            "{case}"
        );
        assert!(
            (landings[1].speed() - 6.5).abs() < 20.0 * dt + 1e-3,
            "{case}"
        );
    });
}
