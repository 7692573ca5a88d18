//! Teleports: where they lead, what they keep, and that they never put the body into something.

use super::{ahead, effects, flyer, gate, go, walker, zone};
use crate::support::Shapes;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Mode, Rules, Spawn, Tuning};
use sidle::sim::{Sim, ZoneEffect, metrics};
use sidle::world::{World, ZoneAction};

fn to(x: f64, y: f64, z: f64) -> ZoneAction {
    ZoneAction::Teleport {
        to: DVec3::new(x, y, z),
    }
}

#[test]
fn a_teleport_keeps_the_velocity_and_the_view_at_every_speed() {
    for (name, controller) in Controller::NAMES {
        for speed in [0.5, 5.0, 600.0] {
            for hz in [30, 120, 360] {
                let zones = vec![gate(to(50.0, 7.0, 3.0), -2.0, 1e-3)];
                let mut sim = flyer(World::default(), zones, controller, speed, hz);
                let mut ticks = 0;
                while !sim.teleported() {
                    let before = *sim.player();
                    sim.tick(&ahead(&sim, 1.0));
                    ticks += 1;
                    assert!(ticks < 4 * 360, "{name} {speed} {hz}: {before:?}");
                }
                let player = *sim.player();
                assert_eq!(player.position, DVec3::new(50.0, 7.0, 3.0));
                assert!((player.velocity + DVec3::Z * speed).length() < 1e-9 * speed);
                assert!(sim.contacts().touching().is_empty());
                sim.tick(&ahead(&sim, 1.0));
                assert!(!sim.teleported());
                let distance = sim.player().position.distance(player.position);
                assert!((distance - speed / f64::from(hz)).abs() < 1e-9 * speed);
            }
        }
    }
}

#[test]
fn two_teleports_into_each_other_act_once_each() {
    // Each destination is the middle of the other zone.
    let zones = vec![
        zone(to(50.0, 0.0, 0.0), [0.0, 0.0, -4.0], [2.0, 2.0, 1.0]),
        zone(to(0.0, 0.0, -4.0), [50.0, 0.0, 0.0], [2.0, 2.0, 1.0]),
    ];
    let mut sim = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
    let events = go(&mut sim, 1.0, 400);
    assert_eq!(effects(&events), [(0, ZoneEffect::Teleport)]);
    // The body has left the second zone, and goes back into it.
    let events = go(&mut sim, -1.0, 400);
    assert_eq!(effects(&events), [(1, ZoneEffect::Teleport)]);
}

#[test]
fn a_teleport_into_its_own_zone_acts_once() {
    let zones = vec![zone(to(0.0, 0.0, -3.5), [0.0, 0.0, -4.0], [2.0, 2.0, 2.0])];
    let mut sim = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
    let events = go(&mut sim, 1.0, 300);
    assert_eq!(effects(&events), [(0, ZoneEffect::Teleport)]);
}

#[test]
fn zones_at_the_destination_are_entered_and_those_behind_the_teleport_are_not() {
    let zones = vec![
        gate(to(50.0, 0.0, 0.0), -4.0, 0.1),
        gate(ZoneAction::Message, -6.0, 0.1),
        zone(ZoneAction::Start, [50.0, 0.0, 0.0], [2.0, 2.0, 2.0]),
        zone(ZoneAction::Finish, [50.0, 0.0, -9.0], [2.0, 2.0, 1.0]),
    ];
    for (speed, ticks) in [(5.0, 300), (600.0, 3)] {
        let mut sim = flyer(
            World::default(),
            zones.clone(),
            Controller::Swept,
            speed,
            30,
        );
        let events = go(&mut sim, 1.0, ticks);
        let effects = effects(&events);
        let expected = [
            (0, ZoneEffect::Teleport),
            (2, ZoneEffect::Ready),
            (2, ZoneEffect::Go),
        ];
        assert_eq!(effects[..3], expected, "{speed}");
        assert!(matches!(effects[3], (3, ZoneEffect::Finish { .. })));
    }
}

#[test]
fn a_teleport_with_a_blocked_destination_waits_until_it_is_free() {
    use crate::support::{add_movers, mover_desc};
    for (name, controller) in Controller::NAMES {
        let mut shapes = Shapes::default();
        // A box around the destination drives away at 2 m/s.
        let blocker = mover_desc(
            &[DVec3::new(50.0, 0.0, 0.0), DVec3::new(70.0, 0.0, 0.0)],
            DVec3::splat(4.0),
        );
        let movers = add_movers(&mut shapes, vec![blocker]);
        let zones = vec![zone(to(50.0, 0.0, 0.0), [0.0; 3], [2.0; 3])];
        let mut sim = flyer(shapes.world(), zones, controller, 5.0, 60).with_movers(movers);
        let mut near = Vec::new();
        while !sim.teleported() {
            assert!(sim.zone_events().is_empty());
            sim.tick(&ahead(&sim, 0.0));
            assert!(sim.ticks() < 300, "{name}");
        }
        assert!(metrics::overlap(&sim, &mut near) <= 1e-7, "{name}");
        // The box drives half its width and half the body's, 2.5 m, which takes 1.25 s.
        let ticks = sim.ticks();
        assert!((75..=76).contains(&ticks), "{name}: {ticks}");
    }
}

#[test]
fn a_teleport_into_a_wall_does_not_act_and_the_body_passes_its_zone() {
    for (name, controller) in Controller::NAMES {
        let mut shapes = Shapes::default();
        crate::support::add_block(&mut shapes, DVec3::X * 50.0, DVec3::splat(4.0));
        let zones = vec![gate(to(50.0, 0.0, 2.4), -4.0, 1.0)];
        let mut sim = flyer(shapes.world(), zones, controller, 5.0, 60);
        assert_eq!(effects(&go(&mut sim, 1.0, 120)), [], "{name}");
        let z = sim.player().position.z;
        assert!((z + 10.0).abs() < 1e-9, "{name}: {z}");
    }
}

#[test]
fn a_thin_zone_catches_a_player_who_falls_through_it_within_one_tick() {
    let rules = Rules {
        spawn: Spawn {
            position: DVec3::Y * 5.0,
            controller: Controller::Swept,
            mode: Mode::Walk,
            ..Spawn::default()
        },
        kill_y: -2.0,
    };
    let fast = Tuning {
        gravity: 1e5,
        ..Tuning::default()
    };
    let net = zone(to(9.0, 5.0, 0.0), [0.0, -1.9, 0.0], [5.0, 0.01, 5.0]);
    let mut sim = Sim::new(World::default(), fast, rules, 30).with_zones(vec![net]);
    sim.tick(&sim.idle_command());
    assert!(sim.teleported() && !sim.respawned());
    assert_eq!(sim.player().position, DVec3::new(9.0, 5.0, 0.0));
}

#[test]
fn a_walker_arrives_standing_on_a_floor_whose_height_is_rounded() {
    // In 32 bits, 9.7 m is 2e-7 m lower, so the body arrives in the air. 9.8 m is 2e-7 m higher, so the body overlaps
    // the floor where it arrives.
    for (height, is_higher) in [(9.7, false), (9.8, true)] {
        let rounded = height as f32;
        let rise = f64::from(rounded) - height;
        assert!(rise.abs() > 1e-7 && (rise > 0.0) == is_higher, "{rise}");
        let corners = [[-9.0, -9.0], [-9.0, 9.0], [9.0, 9.0], [9.0, -9.0]];
        let corners = corners.map(|[x, z]: [f32; 2]| [x, rounded, z]);
        let mut shapes = crate::support::floor();
        crate::support::add_quad(&mut shapes, corners);
        let center = height + 0.5;
        for (name, controller) in Controller::NAMES {
            let teleport = zone(to(0.0, center, 0.0), [0.0, 1.0, -3.0], [4.0, 2.0, 1.0]);
            let world = shapes.clone().world();
            let mut sim = walker(world, vec![teleport], controller, DVec3::Y * 0.5);
            go(&mut sim, 1.0, 120);
            let player = sim.player();
            assert!(player.ground.stands(), "{name}, {height} m: {player:?}");
            assert!(
                (player.position.y - center).abs() < 2e-3,
                "{name}, {height} m"
            );
        }
    }
}

#[test]
fn a_passenger_keeps_the_velocity_of_the_platform() {
    use crate::support::{add_movers, mover_desc};
    let mut shapes = Shapes::default();
    let ferry = mover_desc(
        &[DVec3::new(0.0, -0.5, 0.0), DVec3::new(0.0, -0.5, -40.0)],
        DVec3::new(4.0, 1.0, 4.0),
    );
    let movers = add_movers(&mut shapes, vec![ferry]);
    let zones = vec![gate(to(50.0, 9.0, 0.0), -9.0, 0.1)];
    let swept = Controller::Swept;
    let mut sim = walker(shapes.world(), zones, swept, DVec3::Y * 0.5).with_movers(movers);
    while !sim.teleported() {
        sim.tick(&sim.idle_command());
        assert!(sim.ticks() < 600);
    }
    let player = sim.player();
    assert!(player.ride.is_none() && !player.ground.stands());
    let off = player.velocity - DVec3::Z * -2.0;
    assert!(off.length() < 1e-6, "{:?}", player.velocity);
    // The passenger is in the air, where it cannot jump.
    let jump = Command {
        jump: true,
        ..sim.idle_command()
    };
    sim.tick(&jump);
    assert!(sim.player().velocity.y < 0.0);
}
