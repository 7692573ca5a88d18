//! A move depends on its arguments only: used memory, fresh memory and a restored state give the same bits.

use crate::random::Random;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{
    Axis, Body, BodyShape, Command, Controller, MoveSettings, PlayerState, Rules, Scratch,
    SlideEnd, Tuning, advance, move_and_slide,
};
use sidle::replay::StateHash;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, Filter, World};

/// Half the size of the cube that holds the shapes; metres.
const HALF: f64 = 2.0;

const SEED: u64 = 1;

/// A heap of triangles and boxes, so dense that most positions in it overlap something.
fn heap(random: &mut Random) -> World {
    let triangle = |random: &mut Random| {
        let center = random.vec3(HALF);
        Triangle::new([0; 3].map(|_: i32| (center + random.vec3(1.5)).as_vec3()))
    };
    let triangles: Vec<_> = (0..60).filter_map(|_| triangle(random)).collect();
    let obb = |random: &mut Random| {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let half = DVec3::splat(0.35) + random.vec3(0.3);
        Obb::new(random.vec3(HALF), rotation, half)
    };
    let boxes = (0..4).filter_map(|_| obb(random)).collect();
    World::new(triangles, boxes)
}

#[test]
fn a_move_out_of_an_overlap_gives_the_same_bits_with_used_and_fresh_memory() {
    let mut random = Random::new(SEED);
    let bodies = [Body::sphere(0.3), Body::capsule(0.3, 0.9)];
    let bodies = bodies.map(|body| body.expect("a body with a valid size"));
    let (mut overlaps, mut used) = (0, Scratch::new());
    for case in 0..100 {
        let world = heap(&mut random);
        let body = bodies[case % 2];
        let settings = [MoveSettings::FLIGHT, MoveSettings::default()][case / 2 % 2];
        for step in 0..100 {
            let (start, motion) = (random.vec3(HALF), random.vec3(0.3));
            let placed = body.at(start).expect("a finite position");
            overlaps += usize::from(world.worst_overlap(placed) > 1e-6);
            let mut fresh = Scratch::new();
            let expected = move_and_slide(&world, body, start, motion, &settings, &mut fresh, None);
            let found = move_and_slide(&world, body, start, motion, &settings, &mut used, None);
            assert_eq!(found, expected, "seed {SEED}, world {case}, move {step}");
        }
    }
    assert!(overlaps > 5000, "only {overlaps} starts overlap a shape");
}

#[test]
fn a_long_way_among_few_changing_shapes_gives_the_same_bits_with_used_and_fresh_memory() {
    let mut random = Random::new(SEED);
    let sizes = [Body::sphere(0.3), Body::capsule(0.3, 0.9)];
    let sizes = sizes.map(|body| body.expect("a body with a valid size"));
    let crate_at = |random: &mut Random| {
        let half = DVec3::splat(0.4) + random.vec3(0.3);
        let rotation = rotation_from_degrees(random.vec3(180.0));
        Obb::new(random.vec3(HALF), rotation, half).expect("a positive size")
    };
    let (mut used, mut touched) = (Scratch::new(), 0);
    for case in 0..40 {
        let crates: Vec<_> = (0..12).map(|_| crate_at(&mut random)).collect();
        let mut world = World::new(vec![], crates);
        let added = world
            .add_box(crate_at(&mut random))
            .expect("room for a box");
        let (body, mut position) = (sizes[case % 2], DVec3::ZERO);
        let (mut motion, settings) = (DVec3::ZERO, MoveSettings::default());
        for step in 0..200 {
            if step % 20 == 0 {
                motion = (random.vec3(1.0) - position * 0.2) * [0.05, 0.2][step / 20 % 2];
            }
            if step % 33 == 32 {
                world.move_box(added, crate_at(&mut random));
            }
            let except = (step % 50 > 40).then_some(ColliderId::Box(added));
            let filter = Filter {
                except,
                ..Filter::ALL
            };
            let (filtered, fresh) = (world.filtered(filter), &mut Scratch::new());
            let expected = move_and_slide(filtered, body, position, motion, &settings, fresh, None);
            let found =
                move_and_slide(filtered, body, position, motion, &settings, &mut used, None);
            assert_eq!(found, expected, "seed {SEED}, world {case}, move {step}");
            touched += found.contacts.touching().len();
            position = found.position;
        }
    }
    assert!(touched > 300, "only {touched} contacts");
}

#[test]
fn a_long_motion_after_a_short_one_through_the_air_meets_what_is_far_away() {
    let wall = Obb::new(DVec3::X * 20.0, DMat3::IDENTITY, DVec3::ONE).expect("a positive size");
    let world = World::new(vec![], vec![wall]);
    let body = Body::sphere(0.3).expect("a positive radius");
    let (settings, mut used) = (MoveSettings::default(), Scratch::new());
    for short in [0.01, 0.2, 0.7] {
        let mut position = DVec3::ZERO;
        // Nothing is near, so the whole of each motion is made.
        for motion in [DVec3::X, DVec3::Z, DVec3::new(-0.5, 0.1, -1.0)] {
            let motion = motion * short;
            let moved = move_and_slide(&world, body, position, motion, &settings, &mut used, None);
            assert_eq!(
                (moved.position, moved.end),
                (position + motion, SlideEnd::Done)
            );
            assert!(moved.contacts.touching().is_empty() && moved.contacts.planes().is_empty());
            position = moved.position;
        }
        let motion = DVec3::X * 40.0;
        let stopped = move_and_slide(&world, body, position, motion, &settings, &mut used, None);
        assert_eq!(stopped.end, SlideEnd::Blocked);
        assert!(stopped.position.x < 18.7, "{}", stopped.position);
    }
}

fn command(random: &mut Random, sim: &Sim) -> Command {
    let whole = |random: &mut Random| Axis::new(random.below(3) as f64 - 1.0);
    Command {
        forward: whole(random),
        right: whole(random),
        jump: random.below(8) == 0,
        yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
        ..sim.idle_command()
    }
}

fn hash(sim: &Sim) -> StateHash {
    let mut hash = StateHash::new();
    hash.add(sim);
    hash
}

#[test]
fn a_restored_and_a_fresh_simulation_continue_with_the_same_bits_from_inside_an_overlap() {
    let mut random = Random::new(SEED);
    for case in 0..60 {
        let world = heap(&mut random);
        let (name, controller) = Controller::NAMES[case % 3];
        let capsule = name == "swept" && case % 2 == 0;
        let tuning = Tuning {
            body: [BodyShape::Sphere, BodyShape::Capsule][usize::from(capsule)],
            radius: 0.3,
            height: 0.9,
            ..Tuning::default()
        };
        let rules = Rules {
            kill_y: -HALF * 2.0,
            ..crate::support::rules(random.vec3(HALF), controller)
        };
        let hz = [30, 60, 120][case / 3 % 3];
        let mut continued = Sim::new(world.clone(), tuning, rules, hz);
        let mut restored = continued.clone();
        for tick in 0..100 {
            let mut snapshot = continued.snapshot();
            // Every few ticks the player starts anew, mostly in an overlap.
            if tick % 4 == 0 {
                snapshot.player.position = random.vec3(HALF);
                continued.restore(&snapshot);
            }
            let command = command(&mut random, &continued);
            restored.restore(&snapshot);
            let mut fresh = Sim::new(world.clone(), tuning, rules, hz);
            fresh.restore(&snapshot);
            for sim in [&mut continued, &mut restored, &mut fresh] {
                sim.tick(&command);
            }
            let expected = hash(&fresh);
            let place = format!("seed {SEED}, world {case}, {name}, tick {tick}");
            assert_eq!(hash(&continued), expected, "continued: {place}");
            assert_eq!(hash(&restored), expected, "restored: {place}");
            // The restored simulation goes elsewhere, so that its memory differs.
            snapshot.player.position = random.vec3(HALF);
            restored.restore(&snapshot);
            restored.tick(&command);
        }
    }
}

#[test]
fn a_walker_that_stays_in_its_place_has_the_same_bits_with_used_and_fresh_memory() {
    let slab =
        |center, half| Obb::new(center, rotation_from_degrees(DVec3::ZERO), half).expect("a box");
    let floor = slab(DVec3::NEG_Y, DVec3::new(9.0, 1.0, 9.0));
    let wall = slab(DVec3::new(0.0, 1.0, -3.0), DVec3::new(9.0, 1.0, 1.0));
    let block = slab(DVec3::new(3.0, 0.2, 0.0), DVec3::new(1.0, 0.2, 1.0));
    let (mut world, mut stayed) = (World::new(vec![], vec![floor, wall, block]), 0);
    let (mut used, mut random) = (Scratch::new(), Random::new(SEED));
    let mut state = PlayerState {
        position: DVec3::Y * 0.6,
        ..PlayerState::default()
    };
    let (mut tuning, mut command) = (Tuning::default(), Command::default());
    for tick in 0..3000 {
        match tick % 60 {
            // It stands, or presses against what is there, mostly the wall.
            0 => {
                command = Command {
                    forward: Axis::new([0.0, 1.0, 1.0][tick / 60 % 3]),
                    yaw: BinaryAngle::from_degrees([0.0, 20.0, -70.0][random.below(3)]),
                    ..Command::default()
                };
            }
            // Under a walker in its place, the world and the rules change.
            40 if tick % 7 == 0 => assert!(world.move_box(
                BoxId(2),
                slab(state.position + DVec3::X * 0.9, DVec3::splat(0.5))
            )),
            45 => tuning.step_height = [0.1, 0.45][random.below(2)],
            50 => state.velocity = [DVec3::NEG_X, DVec3::ZERO * -1.0][random.below(2)],
            _ => {}
        }
        let (mut alone, before) = (state, state.position);
        let mut fresh = Scratch::new();
        let dt = 1.0 / 60.0;
        let expected = advance(&world, &tuning, &mut alone, &command, dt, &mut fresh, None);
        let found = advance(&world, &tuning, &mut state, &command, dt, &mut used, None);
        assert_eq!(found, expected, "tick {tick}");
        let bits = |state: &PlayerState| format!("{state:?}");
        assert_eq!(bits(&state), bits(&alone), "tick {tick}");
        stayed += usize::from(state.position == before);
        if state.position.y < -2.0 {
            state = PlayerState {
                position: DVec3::Y * 0.6,
                ..PlayerState::default()
            };
        }
    }
    assert!((500..2500).contains(&stayed), "{stayed} ticks in one place");
}
