//! Crouching: a walker crouches under a slab, and stands up only where there is room.

use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Controller, Mode, Tuning};
use sidle::replay::{Recorder, Recording, verify};

use crate::body_size::{CEILINGS, Ceiling, RATES, ahead, low, overlap, person, room, stand, tick};
use crate::support::{add_block, add_quad, floor, swept_sim};

#[test]
fn a_crouching_walker_passes_under_a_slab_and_stands_up_behind_it() {
    for ceiling in CEILINGS {
        for hz in RATES {
            // A slab from z = -2 to -6, 1.2 m above the floor.
            let mut shapes = floor();
            match ceiling {
                Ceiling::Box => {
                    let size = DVec3::new(4.0, 0.2, 4.0);
                    add_block(&mut shapes, DVec3::new(0.0, 1.3, -4.0), size);
                }
                Ceiling::MeshDown | Ceiling::MeshUp => {
                    let at = |x, z| [x, 1.2, z];
                    let mut corners =
                        [at(-2.0, -6.0), at(2.0, -6.0), at(2.0, -2.0), at(-2.0, -2.0)];
                    if matches!(ceiling, Ceiling::MeshUp) {
                        corners.reverse();
                    }
                    add_quad(&mut shapes, corners);
                }
            }
            let case = format!("{ceiling:?}, {hz} Hz");
            let mut sim = swept_sim(shapes.world(), person(), DVec3::Y * 0.35, hz);
            // Standing, it is stopped by the slab.
            tick(&mut sim, 1.5, ahead(stand()));
            let z = sim.player().position.z;
            assert!((-2.0..-1.5).contains(&z), "{case}: {z}");
            assert!(!sim.player().crouched);
            // It goes under, at half the speed, and lets go of the key: it stays low.
            tick(&mut sim, 0.8, ahead(low()));
            let distance = z - sim.player().position.z;
            assert!(distance > 1.5 && distance <= 2.0, "{case}: {distance}");
            tick(&mut sim, 0.3, stand());
            assert!(sim.player().crouched, "{case}");
            assert!(sim.player().position.y < 0.301, "{case}");
            // It walks on, and stands up in the tick in which it has room.
            let mut rose_at = None;
            for _ in 0..hz * 3 {
                let before = *sim.player();
                sim.tick(&ahead(stand()));
                assert!(overlap(&sim) <= 1e-7, "{case}");
                if before.crouched && !sim.player().crouched {
                    assert!((sim.player().position.y - before.position.y).abs() < 1e-3);
                    rose_at = Some(before.position.z);
                }
            }
            let rose_at = rose_at.expect("it stands up");
            let per_tick = 2.5 / f64::from(hz);
            assert!(
                rose_at < -6.0 && rose_at > -6.31 - per_tick,
                "{case}: {rose_at}"
            );
        }
    }
}

#[test]
fn a_crouch_keeps_the_feet_the_velocity_and_the_jump() {
    for hz in RATES {
        let jump = |command: Command| {
            let mut sim = swept_sim(floor().world(), person(), DVec3::Y * 0.35, hz);
            tick(&mut sim, 0.5, ahead(stand()));
            let mut heights = Vec::new();
            sim.tick(&Command {
                jump: true,
                ..ahead(command)
            });
            for _ in 0..hz / 2 {
                heights.push(sim.player().position);
                sim.tick(&ahead(command));
            }
            (heights, sim)
        };
        // A crouch in the air changes neither the path nor the speed.
        let (standing, _) = jump(stand());
        let (crouching, sim) = jump(low());
        assert_eq!(standing, crouching, "{hz} Hz");
        assert!(sim.player().crouched);
    }
}

#[test]
fn crouching_moves_nothing_and_standing_up_again_comes_back_to_the_same_bits() {
    let mut sim = swept_sim(floor().world(), person(), DVec3::Y * 0.35, 120);
    tick(&mut sim, 0.5, stand());
    let before = sim.snapshot();
    for _ in 0..20 {
        sim.tick(&low());
        assert!(sim.player().crouched);
        assert_eq!(sim.player().position, before.player.position);
        sim.tick(&stand());
        assert_eq!(sim.player(), &before.player);
    }
}

#[test]
fn only_a_walking_capsule_with_a_lower_crouch_crouches() {
    let ball = Tuning::default();
    let stiff = Tuning {
        crouch_height: 1.75,
        ..person()
    };
    let tall = Tuning {
        crouch_height: 9.0,
        ..person()
    };
    for (tuning, command, crouches) in [
        (person(), low(), true),
        (ball, low(), false),
        (stiff, low(), false),
        (tall, low(), false),
        (
            person(),
            Command {
                mode: Mode::Fly,
                ..low()
            },
            false,
        ),
        (
            person(),
            Command {
                up: Axis::new(1.0),
                ..low()
            },
            false,
        ),
        (
            person(),
            Command {
                up: Axis::new(-0.01),
                ..low()
            },
            true,
        ),
        (
            person(),
            Command {
                controller: Controller::Boxed,
                ..low()
            },
            true,
        ),
    ] {
        let mut sim = swept_sim(floor().world(), tuning, DVec3::Y * 2.0, 120);
        sim.tick(&command);
        assert_eq!(sim.player().crouched, crouches, "{command:?}");
    }
    // A capsule never gets lower than a sphere.
    let squat = Tuning {
        crouch_height: 0.1,
        ..person()
    };
    let mut sim = swept_sim(floor().world(), squat, DVec3::Y * 0.35, 120);
    tick(&mut sim, 0.5, low());
    assert_eq!(squat.for_player(sim.player()).height, 0.6);
}

#[test]
fn a_flight_or_a_respawn_ends_a_crouch_where_there_is_room() {
    let shapes = room(DVec3::ZERO, 1.2, Ceiling::Box);
    let mut sim = swept_sim(shapes.world(), person(), DVec3::new(9.0, 0.31, 0.0), 120);
    let mut state = sim.snapshot();
    state.player.position = DVec3::Y * 0.31;
    state.player.crouched = true;
    sim.restore(&state);
    let flight = Command {
        mode: Mode::Fly,
        ..stand()
    };
    tick(&mut sim, 0.5, flight);
    assert!(sim.player().crouched, "under the slab it flies low");
    sim.tick(&Command {
        respawn: true,
        ..low()
    });
    assert!(!sim.player().crouched);
    // Out in the open, a flight stands up at once.
    sim.restore(&state);
    state.player.position = DVec3::new(20.0, 5.0, 0.0);
    sim.restore(&state);
    sim.tick(&flight);
    assert!(!sim.player().crouched);
}

#[test]
fn a_restored_crouch_goes_on_with_the_same_bits_and_a_recording_of_one_verifies() {
    let shapes = || {
        let mut shapes = floor();
        add_block(
            &mut shapes,
            DVec3::new(0.0, 1.3, -4.0),
            DVec3::new(4.0, 0.2, 4.0),
        );
        shapes
    };
    let start = || swept_sim(shapes().world(), person(), DVec3::Y * 0.35, 120);
    let command = |tick: u32| match tick {
        0..60 => ahead(stand()),
        60..200 => ahead(low()),
        _ => ahead(stand()),
    };
    let mut sim = start();
    let mut recorder = Recorder::new("Slab", "slab.toml", &sim);
    let (mut late, mut middle) = (None, None);
    for number in 0..600 {
        sim.tick(&command(number));
        recorder.add(&command(number), &sim);
        if let Some(late) = &mut late {
            let late: &mut Recorder = late;
            late.add(&command(number), &sim);
        }
        if number == 220 {
            assert!(sim.player().crouched);
            middle = Some(sim.snapshot());
            late = Some(Recorder::new("Slab", "slab.toml", &sim));
        }
    }
    assert!(!sim.player().crouched && sim.player().position.z < -6.0);
    for recorder in [recorder, late.unwrap()] {
        let recording = Recording::decode(&recorder.recording().encode()).unwrap();
        assert_eq!(recording, recorder.recording());
        verify(&recording, start()).expect("the same run");
    }
    let mut again = start();
    again.restore(&middle.unwrap());
    (221..600).for_each(|number| again.tick(&command(number)));
    assert_eq!(again.snapshot(), sim.snapshot());
}
