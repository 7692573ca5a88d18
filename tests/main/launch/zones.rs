//! Jump pads: zones that throw a walker.

use super::{each, tuning};
use crate::support::{floor, rules};
use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, BodyShape, Command, Controller, Ground, Mode, Tuning};
use sidle::sim::{Sim, ZoneEffect};
use sidle::world::{Zone, ZoneAction};

/// A pad 2 m wide on the floor, 4 m ahead of the origin, that throws with `velocity`.
fn pad(velocity: DVec3) -> Zone {
    let half_extents = DVec3::new(1.0, 0.05, 1.0);
    let obb = Obb::new(DVec3::Z * -4.0, DMat3::IDENTITY, half_extents).expect("a box");
    Zone {
        obb,
        action: ZoneAction::Launch { velocity },
    }
}

fn sim(controller: Controller, tuning: Tuning, velocity: DVec3, hz: u32) -> Sim {
    let rules = rules(DVec3::Y * 0.4001, controller);
    Sim::new(floor().world(), tuning, rules, hz).with_zones(vec![pad(velocity)])
}

fn is_launched(sim: &Sim) -> bool {
    let mut events = sim.zone_events().iter();
    events.any(|event| event.effect == ZoneEffect::Launch)
}

#[test]
fn a_jump_pad_throws_whoever_walks_onto_it_as_high_and_as_far_as_its_velocity_says() {
    each(|controller, tuning, hz| {
        let velocity = DVec3::new(3.0, 12.0, 0.0);
        let mut sim = sim(controller, tuning, velocity, hz);
        let ahead = Command {
            forward: Axis::new(1.0),
            ..sim.idle_command()
        };
        let mut ticks = 0;
        while !is_launched(&sim) {
            assert!(
                ticks < 2 * hz,
                "{controller:?}, {hz} Hz: it never comes to the pad"
            );
            sim.tick(&ahead);
            ticks += 1;
        }
        assert_eq!(
            (sim.player().ground, sim.player().velocity),
            (Ground::None, velocity)
        );
        let from = sim.player().position;
        let (mut highest, mut ticks) = (0.0_f64, 0);
        let landing = loop {
            sim.tick(&sim.idle_command());
            highest = highest.max(sim.player().position.y - from.y);
            ticks += 1;
            assert!(
                ticks < 4 * hz,
                "{controller:?}, {hz} Hz: it never comes down"
            );
            if let Some(landing) = sim.contacts().landing() {
                break *landing;
            }
        };
        let (dt, case) = (
            1.0 / f64::from(hz),
            format!("{controller:?}, {:?}, {hz} Hz", tuning.body),
        );
        assert!(
            (highest - 3.6).abs() < 5.0 * dt * dt + 1e-3,
            "{case}: {highest} m high"
        );
        let way = sim.player().position - from;
        assert!(
            (way.x - 3.6).abs() < 3.0 * dt + 1e-3 && way.z.abs() < 1e-6,
            "{case}: {way}"
        );
        assert!(
            (landing.air_time - 1.2).abs() < 2.0 * dt,
            "{case}: {landing:?}"
        );
        assert!(
            (landing.speed() - 12.0).abs() < 20.0 * dt + 1e-6,
            "{case}: {landing:?}"
        );
    });
}

#[test]
fn a_pad_throws_once_until_the_player_has_left_it_and_leaves_one_who_flies_alone() {
    let mut up = sim(
        Controller::Swept,
        tuning(BodyShape::Capsule),
        DVec3::Y * 8.0,
        120,
    );
    let ahead = Command {
        forward: Axis::new(1.0),
        ..up.idle_command()
    };
    while !is_launched(&up) {
        up.tick(&ahead);
    }
    // Straight up and down again: back in the zone, it is thrown again.
    let mut again = 0;
    for _ in 0..240 {
        up.tick(&up.idle_command());
        again += usize::from(is_launched(&up));
    }
    assert_eq!(again, 2);
    let mut flyer = sim(
        Controller::Swept,
        tuning(BodyShape::Capsule),
        DVec3::Y * 8.0,
        120,
    );
    let mut effects = Vec::new();
    for _ in 0..120 {
        flyer.tick(&Command {
            mode: Mode::Fly,
            ..ahead
        });
        effects.extend(flyer.zone_events().iter().map(|event| event.effect));
    }
    assert_eq!(effects, [ZoneEffect::Notice]);
    assert!((flyer.player().position.y - 0.4001).abs() < 1e-3);
}
