//! Walks that must launch nobody: crests, stairs, landings, jumps, conveyors, platforms, pushes out of colliders.

use super::{BODIES, EVERY_RATE, SEED, each, launches, random_keys, tuning};
use crate::random::Random;
use crate::support::{Shapes, add_box, add_quad, cases, flight_of_stairs, rules, shipped_level};
use sidle::geometry::{Obb, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::player::{
    Command, Driver, KinematicBox, PlayerState, Rider, Scratch, Trace, Tuning, advance, ride,
};
use sidle::replay::{Recorder, Recording};
use sidle::sim::Sim;
use sidle::world::{BoxId, World};

/// Walks at random for some seconds. Nothing but a jump takes off, and every tick leaves a speed off the ground that the
/// next one knows.
fn roam(sim: &mut Sim, seconds: f64, random: &mut Random, case: &str) -> usize {
    let (hz, mut command, mut crests) = (sim.hz(), sim.idle_command(), 0);
    for tick in 0..(seconds * f64::from(hz)) as u32 {
        if tick % (hz / 3) == 0 {
            let controller = command.controller;
            command = random_keys(sim, random);
            command.controller = controller;
        }
        sim.tick(&command);
        command.jump = false;
        assert!(!launches(sim), "{case}, tick {tick}: {:?}", sim.player());
        let player = sim.player();
        let leaving = player
            .ground
            .support()
            .map_or(0.0, |normal| player.velocity.dot(normal).max(0.0));
        assert_eq!(player.leaving, leaving, "{case}, tick {tick}");
        crests += usize::from(leaving > sim.tuning().launch_speed);
    }
    crests
}

#[test]
fn no_walk_through_a_shipped_level_launches_anybody() {
    let mut random = Random::new(SEED);
    let mut crests = 0;
    for name in [
        "stairs-and-ramps",
        "spiral-tower",
        "terrain",
        "surfaces",
        "car-crash",
        "obstacle-course",
        "courtyard",
        "garden",
    ] {
        for (controller, body) in BODIES {
            let hz = EVERY_RATE[random.below(5)];
            for _ in 0..cases(1, 20) {
                let mut level = shipped_level(name);
                level.tuning.body = body;
                level.tuning.walk_speed = 5.0 + random.signed().abs() * 5.0;
                level.rules.spawn.controller = controller;
                let case = format!("{name}, {controller:?}, {body:?}, {hz} Hz");
                crests += roam(&mut Sim::of_level(level, hz).0, 8.0, &mut random, &case);
            }
        }
    }
    println!("{crests} ticks ended with a speed off the ground above the threshold");
}

/// A ridge: up by 40 degrees, level for a metre, and down by 40 degrees, again and again.
fn ridges() -> World {
    let mut shapes = Shapes::default();
    let (mut z, mut y) = (4.0_f32, 0.0_f32);
    for _ in 0..30 {
        for (far, rise) in [(1.0, 0.0), (2.0, 1.6782), (1.0, 0.0), (2.0, -1.6782)] {
            let (to, top) = (z - far, y + rise);
            add_quad(
                &mut shapes,
                [
                    [-50.0, y, z],
                    [50.0, y, z],
                    [50.0, top, to],
                    [-50.0, top, to],
                ],
            );
            (z, y) = (to, top);
        }
    }
    shapes.world()
}

#[test]
fn a_run_over_crests_launches_nobody_and_some_end_a_tick_away_from_the_ground() {
    let mut crests = 0;
    each(|controller, tuning, hz| {
        let tuning = Tuning {
            walk_speed: 9.0,
            ..tuning
        };
        let mut sim = Sim::new(
            ridges(),
            tuning,
            rules(DVec3::new(0.0, 0.41, 3.5), controller),
            hz,
        );
        let command = Command {
            forward: sidle::player::Axis::new(1.0),
            ..sim.idle_command()
        };
        for tick in 0..hz * 4 {
            sim.tick(&command);
            assert!(!launches(&sim), "{controller:?}, {hz} Hz, tick {tick}");
            crests += u32::from(sim.player().leaving > tuning.launch_speed);
        }
    });
    assert!(
        crests > 50,
        "{crests}: the walk must be one that the rule of Quake would launch"
    );
}

#[test]
fn a_crest_is_no_launch_even_where_a_recording_begins_on_it() {
    let tuning = Tuning {
        walk_speed: 9.0,
        ..tuning(sidle::player::BodyShape::Sphere)
    };
    let spawn = rules(DVec3::new(0.0, 0.41, 3.5), sidle::player::Controller::Swept);
    let mut sim = Sim::new(ridges(), tuning, spawn, 30);
    let command = Command {
        forward: sidle::player::Axis::new(1.0),
        ..sim.idle_command()
    };
    let mut begun = 0;
    for _ in 0..120 {
        sim.tick(&command);
        if sim.player().leaving > tuning.launch_speed {
            let bytes = Recorder::new("Ridges", "ridges.toml", &sim)
                .recording()
                .encode();
            let start = Recording::decode(&bytes)
                .expect("a recording")
                .header
                .start();
            let air_time = sim.player().air_time;
            assert_eq!(PlayerState { air_time, ..start }, *sim.player());
            begun += 1;
        }
    }
    assert!(begun > 0);
}

#[test]
fn stairs_up_and_down_launch_nobody() {
    let mut random = Random::new(SEED);
    each(|controller, tuning, hz| {
        for rise in [0.1, 0.2, 0.3] {
            let world = flight_of_stairs(rise, 0.4).world();
            let start = DVec3::new(0.0, 0.41, 0.0);
            let mut sim = Sim::new(world, tuning, rules(start, controller), hz);
            let case = format!("{controller:?}, {:?}, {hz} Hz, {rise} m", tuning.body);
            roam(&mut sim, 4.0, &mut random, &case);
        }
    });
}

#[test]
fn platforms_that_rise_sink_tilt_turn_and_push_launch_nobody() {
    let mut random = Random::new(SEED);
    each(|controller, tuning, hz| {
        let dt = 1.0 / f64::from(hz);
        let slab = |at: DVec3, rotation_deg: DVec3| {
            let half = DVec3::new(4.0, 0.2, 4.0);
            Obb::new(at, rotation_from_degrees(rotation_deg), half).expect("a box")
        };
        // A lift that goes up and down at up to 6 m/s, one that tilts by up to 30 degrees, and a pusher.
        let poses = |seconds: f64| {
            let swing = swing_of(seconds * 4.0);
            [
                slab(DVec3::Y * (swing * 1.5), DVec3::ZERO),
                slab(
                    DVec3::X * 9.0,
                    DVec3::new(swing * 30.0, seconds * 40.0, 0.0),
                ),
                slab(DVec3::new(-7.9 + swing, 3.0, 0.0), DVec3::Z * 90.0),
            ]
        };
        let mut platforms: Vec<_> = (0..)
            .map(BoxId)
            .zip(poses(0.0))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(id, obb)| KinematicBox::new(id, obb))
            .collect();
        let mut world = World::new(vec![], poses(0.0).to_vec());
        let at = |x: f64| PlayerState {
            position: DVec3::new(x, 0.8, 0.0),
            controller,
            ..PlayerState::default()
        };
        let mut players = [at(0.0), at(9.0), at(-2.5)];
        let (mut driver, mut scratch, mut trace) = (Driver::new(), Scratch::new(), Trace::new());
        let mut command = Command {
            controller,
            ..Command::default()
        };
        for tick in 1..hz * 4 {
            let seconds = f64::from(tick) * dt;
            let mut riders: Vec<_> = players
                .iter_mut()
                .map(|player| Rider::new(player, &tuning))
                .collect();
            for (platform, to) in platforms.iter_mut().zip(poses(seconds)) {
                // Who has no room stops it, and that is no matter here.
                let _stopped = driver.move_to(&mut world, platform, to, &mut riders, &mut scratch);
            }
            if tick % (hz / 3) == 0 {
                let sim = Sim::new(World::default(), tuning, Default::default(), hz);
                command = Command {
                    controller,
                    ..random_keys(&sim, &mut random)
                };
            }
            for player in &mut players {
                let traced = Some(&mut trace);
                let contacts = advance(&world, &tuning, player, &command, dt, &mut scratch, traced);
                ride(player, contacts, &platforms, dt);
                let launched = trace.events().contains(&sidle::player::Event::Launch);
                assert!(
                    !launched,
                    "{controller:?}, {hz} Hz, tick {tick}: {player:?}"
                );
            }
            command.jump = false;
        }
    });
}

/// A sine that is good enough for a swing.
fn swing_of(radians: f64) -> f64 {
    sidle::geometry::angle::sin_cos_deg(radians.to_degrees()).0
}

#[test]
fn a_box_that_appears_in_a_walker_pushes_it_out_and_launches_it_not() {
    let mut random = Random::new(SEED);
    each(|controller, tuning, hz| {
        let mut shapes = crate::support::floor();
        add_box(
            &mut shapes,
            DVec3::new(0.0, -9.0, 0.0),
            DVec3::ZERO,
            DVec3::ONE,
        );
        let start = DVec3::Y * 0.41;
        let mut sim = Sim::new(shapes.world(), tuning, rules(start, controller), hz);
        for round in 0..12 {
            let case = format!("{controller:?}, {:?}, {hz} Hz, round {round}", tuning.body);
            roam(&mut sim, 0.5, &mut random, &case);
            let rotation = rotation_from_degrees(random.vec3(90.0));
            let at = sim.player().position + random.vec3(0.6);
            let obb = Obb::new(at, rotation, DVec3::splat(0.4)).expect("a box");
            sim.edit_box(BoxId(0), obb);
        }
    });
}
