//! Bodies change size only where they fit: questions about room, changes of the tuning, and crouching.

mod support;

use sidle::geometry::{Aabb, Capsule, Obb, Polyline, Sphere, Triangle};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, BodyShape, BodySize, Command, Controller, Mode, Rules, Spawn, Tuning};
use sidle::replay::{Recorder, Recording, verify};
use sidle::sim::{RetuneError, Sim};
use sidle::tolerance::CONTACT_GAP;
use sidle::world::{
    BoxId, ColliderId, DrivenMover, Filter, Misfit, Mover, MoverDesc, OnHit, PathEnd, World,
};
use support::{Shapes, add_box, add_quad, floor};

const RATES: [u32; 6] = [30, 60, 90, 120, 240, 360];

/// A person of 1.75 m, 0.3 m in radius, which crouches to 1 m.
fn person() -> Tuning {
    Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    }
}

/// The same person, only 1 m high.
fn child() -> Tuning {
    Tuning {
        height: 1.0,
        eye_height: 0.9,
        ..person()
    }
}

/// The kinds of ceiling.
#[derive(Clone, Copy, Debug)]
enum Ceiling {
    /// A box, 0.2 m thick.
    Box,
    /// Two triangles that face down.
    MeshDown,
    /// Two triangles that face up.
    MeshUp,
}

const CEILINGS: [Ceiling; 3] = [Ceiling::Box, Ceiling::MeshDown, Ceiling::MeshUp];

/// A floor at y = 0 around `center`, and a ceiling whose lower side is at `height`.
fn room(center: DVec3, height: f64, ceiling: Ceiling) -> Shapes {
    let mut shapes = Shapes::default();
    let thick = DVec3::new(8.0, 0.2, 8.0);
    add_box(&mut shapes, center - DVec3::Y * 0.1, DVec3::ZERO, thick);
    let corner = |x: f64, z: f64| (center + DVec3::new(x, height, z)).as_vec3().to_array();
    let corners = [
        corner(-4.0, -4.0),
        corner(4.0, -4.0),
        corner(4.0, 4.0),
        corner(-4.0, 4.0),
    ];
    match ceiling {
        Ceiling::Box => {
            let middle = center + DVec3::Y * (height + 0.1);
            add_box(&mut shapes, middle, DVec3::ZERO, thick);
        }
        Ceiling::MeshDown => add_quad(&mut shapes, corners),
        Ceiling::MeshUp => {
            let [a, b, c, d] = corners;
            add_quad(&mut shapes, [d, c, b, a]);
        }
    }
    shapes
}

/// A simulation with the swept controller at `position`.
fn sim(shapes: Shapes, position: DVec3, tuning: Tuning, hz: u32) -> Sim {
    let spawn = Spawn {
        position,
        controller: Controller::Swept,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        kill_y: -1e9,
    };
    Sim::new(shapes.world(), tuning, rules, hz)
}

fn tick(sim: &mut Sim, seconds: f64, command: Command) {
    for _ in 0..(seconds * f64::from(sim.hz())).round() as u32 {
        sim.tick(&command);
        let overlap = overlap(sim);
        assert!(
            overlap <= 1e-6,
            "{overlap} m deep at {}",
            sim.player().position
        );
    }
}

/// How deep the body is in the world; metres.
fn overlap(sim: &Sim) -> f64 {
    let body = sim.tuning().for_player(sim.player()).body();
    let body = body.and_then(|body| body.at(sim.player().position));
    sim.world().worst_overlap(body.expect("a finite body"))
}

fn stand() -> Command {
    Command::default()
}

fn low() -> Command {
    Command {
        up: Axis::new(-1.0),
        ..Command::default()
    }
}

fn ahead(command: Command) -> Command {
    Command {
        forward: Axis::new(1.0),
        ..command
    }
}

fn misfit(result: Result<(), RetuneError>) -> Misfit {
    match result {
        Err(RetuneError::NoRoom(misfit)) => misfit,
        other => panic!("{other:?}"),
    }
}

#[test]
fn standing_up_does_not_throw_through_the_roof() {
    for ceiling in CEILINGS {
        for hz in RATES {
            for center in [DVec3::ZERO, DVec3::new(1024.0, 0.0, -4096.0)] {
                let what = format!("{ceiling:?}, {hz} Hz, {center}");
                let start = center + DVec3::Y * 0.4;
                let mut sim = sim(room(center, 1.5, ceiling), start, child(), hz);
                tick(&mut sim, 0.5, stand());
                let before = sim.snapshot();
                let misfit = misfit(sim.retune(person()));
                assert_eq!(sim.snapshot(), before, "{what}");
                assert_eq!(*sim.tuning(), child(), "{what}");
                // 1.75 m of body in 1.5 m, and the gap to the floor.
                let missing = misfit.missing();
                assert!((missing.y + 0.25).abs() <= CONTACT_GAP, "{what}: {missing}");
                assert_eq!((missing.x, missing.z), (0.0, 0.0), "{what}");
                // The nearest place that fits is on the roof, or beside it.
                let way = misfit.way_out.expect("a place on the roof");
                let there = person()
                    .body()
                    .and_then(|body| body.at(before.player.position + way));
                assert_eq!(sim.world().fits(there.unwrap()), Ok(()), "{what}");
                assert!((1.0..2.0).contains(&way.length()), "{what}: {way}");
                tick(&mut sim, 0.5, ahead(stand()));
                assert!(sim.player().position.y < 0.31, "{what}");
            }
        }
    }
}

#[test]
fn a_body_grows_into_a_room_of_exactly_its_height_and_not_into_one_a_millimetre_lower() {
    for ceiling in CEILINGS {
        for (height, fits) in [
            (1.75, true),
            (1.7505, true),
            (1.751, true),
            (1.749, false),
            (1.7495, false),
            (3.0, true),
        ] {
            let mut sim = sim(
                room(DVec3::ZERO, height, ceiling),
                DVec3::Y * 0.35,
                child(),
                120,
            );
            tick(&mut sim, 0.5, stand());
            let feet = sim.player().position.y;
            let result = sim.retune(person());
            assert_eq!(result.is_ok(), fits, "{ceiling:?} at {height}: {result:?}");
            let moved = (sim.player().position.y - feet).abs();
            assert!(moved <= CONTACT_GAP, "{ceiling:?} at {height}: {moved}");
            assert!(overlap(&sim) <= 1e-7, "{ceiling:?} at {height}");
            tick(&mut sim, 0.5, stand());
        }
    }
}

#[test]
fn a_body_grows_sideways_only_between_walls_that_leave_room() {
    for (apart, fits) in [(1.0, true), (1.2, true), (0.999, false), (0.8, false)] {
        let mut shapes = floor();
        for side in [-1.0, 1.0] {
            let middle = DVec3::new(side * (apart + 1.0) * 0.5, 1.0, 0.0);
            add_box(&mut shapes, middle, DVec3::ZERO, DVec3::new(1.0, 2.0, 9.0));
        }
        let mut sim = sim(shapes, DVec3::Y * 0.35, person(), 120);
        tick(&mut sim, 0.5, stand());
        let wide = BodySize {
            radius: 0.5,
            ..sim.tuning().size()
        };
        let feet = sim.player().position.y - 0.3;
        let result = sim.try_resize(wide);
        assert_eq!(result.is_ok(), fits, "{apart}: {result:?}");
        if fits {
            assert!((sim.player().position.y - 0.5 - feet).abs() < 1e-12);
            tick(&mut sim, 0.5, stand());
        } else {
            let misfit = misfit(result);
            assert!((misfit.depth() - (1.0 - apart) * 0.5).abs() < 1e-9);
            assert!(misfit.to_string().ends_with("m more room beside it"));
        }
    }
}

#[test]
fn a_growing_sphere_keeps_its_lowest_point_and_a_shrinking_one_always_fits() {
    let ball = Tuning {
        radius: 0.3,
        ..Tuning::default()
    };
    let mut sim = sim(
        room(DVec3::ZERO, 1.0, Ceiling::Box),
        DVec3::Y * 0.35,
        ball,
        120,
    );
    tick(&mut sim, 0.5, stand());
    let bottom = |sim: &Sim| sim.player().position.y - sim.tuning().radius;
    let before = bottom(&sim);
    for (radius, fits) in [
        (0.49, true),
        (0.5, true),
        (0.51, false),
        (1e3, false),
        (1e-3, true),
    ] {
        let result = sim.retune(Tuning { radius, ..ball });
        assert_eq!(result.is_ok(), fits, "{radius}: {result:?}");
        assert!((bottom(&sim) - before).abs() <= CONTACT_GAP, "{radius}");
        assert!(overlap(&sim) <= 1e-7);
    }
    let person = Tuning {
        height: 0.9,
        ..person()
    };
    assert_eq!(sim.retune(person), Ok(()), "a capsule lower than the room");
    assert_eq!(
        sim.retune(Tuning {
            radius: f64::NAN,
            ..person
        }),
        Err(RetuneError::Invalid)
    );
}

#[test]
fn what_is_no_size_changes_anywhere_also_inside_something() {
    let mut shapes = floor();
    add_box(&mut shapes, DVec3::ZERO, DVec3::ZERO, DVec3::splat(4.0));
    let mut sim = sim(shapes, DVec3::NEG_Y * 1.5, child(), 120);
    assert_eq!(
        sim.retune(Tuning {
            gravity: 1.0,
            ..child()
        }),
        Ok(())
    );
    // It is in a solid box: it may shrink, and it may not grow any deeper.
    let slim = Tuning {
        radius: 0.2,
        ..child()
    };
    assert_eq!(sim.retune(slim), Ok(()));
    misfit(sim.retune(person()));
}

#[test]
fn a_box_grows_only_where_it_fits_with_its_lowest_face_in_place() {
    let boxed = |half: DVec3| Tuning {
        box_half_extents: Some(half),
        box_turns: false,
        ..Tuning::default()
    };
    let small = boxed(DVec3::new(0.3, 0.4, 0.3));
    for ceiling in CEILINGS {
        let start = DVec3::Y * 0.5;
        let mut sim = sim(room(DVec3::ZERO, 1.5, ceiling), start, small, 120);
        let idle = Command {
            controller: Controller::Boxed,
            ..stand()
        };
        (0..120).for_each(|_| sim.tick(&idle));
        let bottom = |sim: &Sim| sim.player().position.y - sim.tuning().box_half_extents.unwrap().y;
        let before = bottom(&sim);
        assert!(before.abs() < 1e-3, "{ceiling:?}: {before}");
        let tall = misfit(sim.retune(boxed(DVec3::new(0.3, 0.875, 0.3))));
        assert!(
            (tall.missing().y + 0.25).abs() < 1e-3,
            "{ceiling:?}: {tall:?}"
        );
        assert_eq!(
            sim.retune(boxed(DVec3::new(0.5, 0.74, 0.3))),
            Ok(()),
            "{ceiling:?}"
        );
        assert!((bottom(&sim) - before).abs() < 1e-12);
    }
}

#[test]
fn a_box_becomes_a_sphere_only_where_the_sphere_fits() {
    // A flat box under a ceiling of 0.5 m; the sphere needs 1 m.
    let flat = Tuning {
        box_half_extents: Some(DVec3::new(0.3, 0.2, 0.3)),
        ..Tuning::default()
    };
    let mut shapes = floor();
    add_box(
        &mut shapes,
        DVec3::new(0.0, 0.6, 0.0),
        DVec3::ZERO,
        DVec3::new(4.0, 0.2, 4.0),
    );
    let start = DVec3::Y * 0.25;
    let mut sim = sim(shapes, start, flat, 120);
    let with = |controller| Command {
        controller,
        ..stand()
    };
    let state = sidle::player::PlayerState {
        controller: Controller::Boxed,
        position: start,
        ..Default::default()
    };
    let mut snapshot = sim.snapshot();
    snapshot.player = state;
    sim.restore(&snapshot);
    for controller in [Controller::Swept, Controller::Classic] {
        (0..60).for_each(|_| sim.tick(&with(controller)));
        assert_eq!(sim.player().controller, Controller::Boxed);
        assert!(
            (sim.player().position.y - 0.2).abs() < 1e-3,
            "{}",
            sim.player().position
        );
    }
    // It walks out, and becomes a sphere as soon as that fits.
    let out = ahead(with(Controller::Swept));
    (0..240).for_each(|_| sim.tick(&out));
    assert_eq!(sim.player().controller, Controller::Swept);
    assert!((sim.player().position.y - 0.5).abs() < 1e-3);
    assert!(overlap(&sim) <= 1e-7);
}

#[test]
fn a_level_that_gives_the_player_a_size_without_room_takes_it_to_the_spawn() {
    let center = DVec3::new(20.0, 0.0, 0.0);
    let world = || {
        let mut shapes = room(center, 1.5, Ceiling::Box);
        support::add_floor(&mut shapes);
        shapes
    };
    let at = |tuning| sim(world(), DVec3::Y * 0.3, tuning, 120);
    let mut before = at(child());
    let mut state = before.snapshot();
    state.player.position = center + DVec3::Y * 0.3;
    before.restore(&state);
    let same = at(child()).continued_from(&before);
    assert_eq!(same.player().position, state.player.position);
    assert!(!same.respawned());
    let grown = at(person()).continued_from(&before);
    assert_eq!(grown.player().position, DVec3::Y * 0.3);
    assert!(grown.respawned());
}

#[test]
fn whoever_crouches_walks_under_a_slab_and_stands_up_behind_it() {
    for ceiling in CEILINGS {
        for hz in RATES {
            // A slab from z = -2 to -6, 1.2 m above the floor.
            let mut shapes = floor();
            match ceiling {
                Ceiling::Box => {
                    let size = DVec3::new(4.0, 0.2, 4.0);
                    add_box(&mut shapes, DVec3::new(0.0, 1.3, -4.0), DVec3::ZERO, size);
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
            let what = format!("{ceiling:?}, {hz} Hz");
            let mut sim = sim(shapes, DVec3::Y * 0.35, person(), hz);
            // Standing, it is stopped by the slab.
            tick(&mut sim, 1.5, ahead(stand()));
            let z = sim.player().position.z;
            assert!((-2.0..-1.5).contains(&z), "{what}: {z}");
            assert!(!sim.player().crouched);
            // It goes under, at half the speed, and lets go of the key: it stays low.
            tick(&mut sim, 0.8, ahead(low()));
            let gone = z - sim.player().position.z;
            assert!(gone > 1.5 && gone <= 2.0, "{what}: {gone}");
            tick(&mut sim, 0.3, stand());
            assert!(sim.player().crouched, "{what}");
            assert!(sim.player().position.y < 0.301, "{what}");
            // It walks on, and stands up in the tick in which it has room.
            let mut rose_at = None;
            for _ in 0..hz * 3 {
                let before = *sim.player();
                sim.tick(&ahead(stand()));
                assert!(overlap(&sim) <= 1e-7, "{what}");
                if before.crouched && !sim.player().crouched {
                    assert!((sim.player().position.y - before.position.y).abs() < 1e-3);
                    rose_at = Some(before.position.z);
                }
            }
            let rose_at = rose_at.expect("it stands up");
            let per_tick = 2.5 / f64::from(hz);
            assert!(
                rose_at < -6.0 && rose_at > -6.31 - per_tick,
                "{what}: {rose_at}"
            );
        }
    }
}

#[test]
fn a_crouch_keeps_the_feet_the_velocity_and_the_jump() {
    for hz in RATES {
        let jump = |command: Command| {
            let mut sim = sim(floor(), DVec3::Y * 0.35, person(), hz);
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
    let mut sim = sim(floor(), DVec3::Y * 0.35, person(), 120);
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
        let mut sim = sim(floor(), DVec3::Y * 2.0, tuning, 120);
        sim.tick(&command);
        assert_eq!(sim.player().crouched, crouches, "{command:?}");
    }
    // A capsule never gets lower than a sphere.
    let squat = Tuning {
        crouch_height: 0.1,
        ..person()
    };
    let mut sim = sim(floor(), DVec3::Y * 0.35, squat, 120);
    tick(&mut sim, 0.5, low());
    assert_eq!(squat.for_player(sim.player()).height, 0.6);
}

#[test]
fn a_flight_or_a_respawn_ends_a_crouch_where_there_is_room() {
    let shapes = room(DVec3::ZERO, 1.2, Ceiling::Box);
    let mut sim = sim(shapes, DVec3::new(9.0, 0.31, 0.0), person(), 120);
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

/// A floor, and a box of 2 m by 0.2 m that drives along `path`, starting at its first point.
fn with_lift(path: [DVec3; 2], speed: f64, mut shapes: Shapes, tuning: Tuning, hz: u32) -> Sim {
    let mover = Mover::new(MoverDesc {
        path: Polyline::new(path).expect("a path"),
        speed,
        bounds: Aabb::from_points([DVec3::new(-1.0, -0.1, -1.0), DVec3::new(1.0, 0.1, 1.0)])
            .expect("a box"),
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: false,
        on_end: PathEnd::Return,
        on_hit: OnHit::Stop,
    })
    .expect("a mover");
    shapes.boxes.push(mover.obb(0.0));
    let id = BoxId(shapes.boxes.len() as u32 - 1);
    let spawn = Spawn {
        position: DVec3::Y * 0.35,
        controller: Controller::Swept,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        kill_y: -1e9,
    };
    Sim::new(shapes.world(), tuning, rules, hz).with_movers(vec![DrivenMover::new(mover, id)])
}

#[test]
fn nobody_stands_up_into_a_mover_that_passes_above() {
    for hz in RATES {
        // Its lower side is at 1.2 m; it comes and goes.
        let path = [DVec3::new(-6.0, 1.3, 0.0), DVec3::new(6.0, 1.3, 0.0)];
        let mut sim = with_lift(path, 3.0, floor(), person(), hz);
        tick(&mut sim, 0.2, low());
        let (mut stood, mut stayed) = (0, 0);
        for number in 0..hz * 8 {
            // The key is tapped all the time.
            sim.tick(&if number % 5 == 0 { low() } else { stand() });
            assert!(overlap(&sim) <= 1e-6, "{hz} Hz: {}", overlap(&sim));
            let above = sim.movers()[0]
                .obb(sim.movers()[0].state.distance)
                .center()
                .x;
            if sim.player().crouched && above.abs() < 1.2 {
                stayed += 1;
            }
            stood += u32::from(!sim.player().crouched);
        }
        assert!(stood > 0 && stayed > 0, "{hz} Hz: {stood}, {stayed}");
        assert!(sim.player().position.y < 0.31);
    }
}

#[test]
fn a_lift_takes_a_crouching_rider_up_to_the_slab_and_down_again() {
    for hz in RATES {
        // The lift's top goes from 0.2 m to 3.2 m; a slab at 2.5 m above it.
        let path = [DVec3::Y * 0.1, DVec3::Y * 3.1];
        let mut shapes = floor();
        add_box(
            &mut shapes,
            DVec3::Y * 2.6,
            DVec3::ZERO,
            DVec3::new(4.0, 0.2, 4.0),
        );
        let mut sim = with_lift(path, 1.0, shapes, person(), hz);
        let mut state = sim.snapshot();
        state.player.position = DVec3::Y * 0.51;
        sim.restore(&state);
        let mut highest = 0.0_f64;
        for _ in 0..hz * 4 {
            sim.tick(&low());
            assert!(overlap(&sim) <= 1e-6, "{hz} Hz: {}", overlap(&sim));
            highest = highest.max(sim.player().position.y - 0.3);
        }
        // 1 m of room is left between lift and slab; a standing rider has 1.75 m.
        assert!((highest - 1.5).abs() < 0.01, "{hz} Hz: {highest}");
        for _ in 0..hz {
            sim.tick(&stand());
            assert!(sim.player().crouched && overlap(&sim) <= 1e-6, "{hz} Hz");
        }
    }
}

#[test]
fn a_restored_crouch_goes_on_with_the_same_bits_and_a_recording_of_one_verifies() {
    let shapes = || {
        let mut shapes = floor();
        add_box(
            &mut shapes,
            DVec3::new(0.0, 1.3, -4.0),
            DVec3::ZERO,
            DVec3::new(4.0, 0.2, 4.0),
        );
        shapes
    };
    let start = || sim(shapes(), DVec3::Y * 0.35, person(), 120);
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

#[test]
fn a_sloped_ceiling_tells_the_way_that_is_missing() {
    let mut shapes = floor();
    // A slab that leans by 30 degrees.
    add_box(
        &mut shapes,
        DVec3::new(0.0, 1.7, 0.0),
        DVec3::new(0.0, 0.0, 30.0),
        DVec3::new(6.0, 0.2, 6.0),
    );
    let world = shapes.world();
    let body = |height: f64| Capsule::new(DVec3::Y * 0.3, 0.3, height - 0.6).unwrap();
    assert_eq!(world.fits(body(1.4)), Ok(()));
    let misfit = world.fits(body(1.75)).unwrap_err();
    let up = DVec3::new(-(30_f64.to_radians().sin()), 30_f64.to_radians().cos(), 0.0);
    assert!((misfit.surface.normal + up).length() < 1e-9, "{misfit:?}");
    // It gets out along the floor.
    let way = misfit.way_out.expect("a way along the floor");
    assert!(way.y.abs() < 1e-6 && way.x.abs() > 0.1, "{way}");
    let there = body(1.75).at(DVec3::Y * 0.3 + way);
    assert_eq!(world.fits(there), Ok(()));
}

#[test]
fn the_way_out_is_the_shortest() {
    let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let world = World::new(vec![], vec![cube]);
    let ball = |x, y, z| Sphere::new(DVec3::new(x, y, z), 0.5).unwrap();
    for (body, expected) in [
        (ball(1.25, 0.0, 0.0), DVec3::X * 0.25),
        (ball(0.25, 0.5, 0.0), DVec3::X * 1.25),
        (ball(-0.75, 1.875, 0.0), DVec3::Y * 0.625),
        // At an edge: 0.5 m of radius, 0.25·√2 m away.
        (
            ball(1.25, 2.25, 0.0),
            DVec3::new(1.0, 1.0, 0.0).normalize() * (0.5 - 0.125_f64.sqrt()),
        ),
    ] {
        let misfit = world.fits(body).unwrap_err();
        let way = misfit.way_out.unwrap();
        assert!((way - expected).length() < 1e-6, "{body:?}: {way}");
    }
    // In a corner of floor and wall, the way leads out of both.
    let mut shapes = floor();
    add_box(
        &mut shapes,
        DVec3::new(2.0, 2.0, 0.0),
        DVec3::ZERO,
        DVec3::new(2.0, 4.0, 8.0),
    );
    let way = shapes
        .world()
        .fits(ball(0.75, 0.4, 0.0))
        .unwrap_err()
        .way_out
        .unwrap();
    assert!((way - DVec3::new(-0.25, 0.1, 0.0)).length() < 1e-6, "{way}");
    // A box in a box.
    let player = Obb::new(
        DVec3::new(1.25, 0.0, 0.0),
        DMat3::IDENTITY,
        DVec3::splat(0.5),
    )
    .unwrap();
    let way = world.fits(player).unwrap_err().way_out.unwrap();
    assert!((way - DVec3::X * 0.25).length() < 1e-9, "{way}");
}

#[test]
fn fits_is_exact_two_sided_and_obeys_the_filter() {
    let far = [0.0, 1024.0, 65536.0];
    for offset in far {
        let place = DVec3::splat(offset);
        let corners = [[-4.0, -4.0], [0.0, 4.0], [4.0, -4.0]];
        let corners = corners.map(|[x, z]| (place + DVec3::new(x, 0.0, z)).as_vec3());
        let [a, b, c] = corners;
        for triangle in [[a, b, c], [c, b, a]] {
            let triangle = Triangle::new(triangle).unwrap();
            let world = World::new(vec![triangle], vec![]);
            for side in [-1.0, 1.0] {
                let at =
                    |gap: f64| Sphere::new(place + DVec3::Y * side * (0.5 + gap), 0.5).unwrap();
                for (gap, fits) in [(1e-3, true), (0.0, true), (-1e-6, false), (-1e-3, false)] {
                    let result = world.fits(at(gap));
                    assert_eq!(result.is_ok(), fits, "{offset}, {side}, {gap}: {result:?}");
                    if let Err(misfit) = result {
                        let way = misfit.way_out.unwrap();
                        assert!((way - DVec3::Y * side * -gap).length() < 1e-9, "{way}");
                        let id = misfit.surface.collider;
                        assert_eq!(world.fits_filtered(at(gap), Filter::except(id)), Ok(()));
                    }
                }
            }
        }
    }
    let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let world = World::new(vec![], vec![cube, cube]);
    let inside = Sphere::new(DVec3::ZERO, 0.1).unwrap();
    let misfit = world.fits(inside).unwrap_err();
    assert_eq!(
        misfit.surface.collider,
        ColliderId::Box(BoxId(0)),
        "a box is solid"
    );
}
