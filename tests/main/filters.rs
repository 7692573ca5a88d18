//! Filters: a move or a query that leaves colliders out gives the same bits as in a world without them.

#[path = "../../examples/doorway/crowd.rs"]
mod crowd;

use std::collections::BTreeSet;

use crate::random::Random;
use crowd::{Crowd, HZ};
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Capsule, Obb, Segment, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::player::{
    Axis, Body, BodyShape, Command, Controller, Ground, MoveSettings, PlayerState, Scratch, Tuning,
    advance, boxed, carry, classic, give_way, move_and_slide,
};
use sidle::world::{BoxId, ColliderId, Filter, FilteredWorld, TriangleId, World};

const SEED: u64 = 5;

/// The layer of what is left out.
const LEFT_OUT: u32 = 1 << 31;

/// How a filter leaves colliders out of a world.
#[derive(Clone, Copy, Debug)]
enum Way {
    Layers,
    Nowhere,
    Predicate,
}

const WAYS: [Way; 3] = [Way::Layers, Way::Nowhere, Way::Predicate];

/// A world with `count` triangles and boxes, some of which are left out, and the same world without these.
struct Pair {
    whole: World,
    reduced: World,
    left_out: BTreeSet<ColliderId>,
}

impl Pair {
    fn new(random: &mut Random, count: usize, size: f64) -> Self {
        let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let at = random.vec3(size);
            let corners = [0; 3].map(|_: i32| (at + random.vec3(1.5)).as_vec3());
            triangles.extend(Triangle::new(corners));
        }
        let floor = [[-99.0, -1.0, -99.0], [0.0, -1.0, 99.0], [99.0, -1.0, -99.0]];
        triangles.extend(Triangle::new(floor.map(Vec3::from_array)));
        for _ in 0..count / 4 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(0.6).abs() + 0.05;
            boxes.extend(Obb::new(random.vec3(size), rotation, half));
        }
        let whole = World::new(triangles, boxes);
        let triangles = (0..whole.triangles().len() as u32 - 1).map(TriangleId);
        let boxes = (0..whole.boxes().len() as u32).map(BoxId);
        let ids = triangles
            .map(ColliderId::Triangle)
            .chain(boxes.map(ColliderId::Box));
        let left_out: BTreeSet<_> = ids.filter(|_| random.below(3) > 0).collect();
        let stays = |id| !left_out.contains(&id);
        let triangles = whole.triangles_with_ids();
        let triangles = triangles.filter(|(id, _)| stays(ColliderId::Triangle(*id)));
        let boxes = whole.boxes_with_ids();
        let boxes = boxes.filter(|(id, _)| stays(ColliderId::Box(*id)));
        let reduced = World::new(
            triangles.map(|(_, triangle)| *triangle).collect(),
            boxes.map(|(_, obb)| *obb).collect(),
        );
        Self {
            whole,
            reduced,
            left_out,
        }
    }

    /// Calls `check` with the filtered world.
    fn with(&self, way: Way, check: impl FnOnce(FilteredWorld<'_>)) {
        let mut whole = self.whole.clone();
        let mask = |layers: u32| Filter {
            mask: layers,
            ..Filter::ALL
        };
        match way {
            Way::Layers => {
                for id in &self.left_out {
                    assert!(whole.set_layers(*id, LEFT_OUT));
                }
                check(whole.filtered(mask(!LEFT_OUT)));
            }
            Way::Nowhere => {
                for id in &self.left_out {
                    assert!(whole.set_layers(*id, 0));
                }
                check(whole.filtered(Filter::ALL));
            }
            Way::Predicate => {
                check(
                    whole
                        .filtered(Filter::ALL)
                        .only(&|id| !self.left_out.contains(&id)),
                );
            }
        }
    }
}

#[test]
fn every_query_finds_the_same_as_in_a_world_without_what_is_left_out() {
    let mut random = Random::new(SEED);
    let (mut hits, mut misfits, mut boxes_near) = (0, 0, 0);
    for (case, count) in [4, 40, 400, 900].into_iter().enumerate() {
        let pair = Pair::new(&mut random, count, [2.0, 4.0, 6.0, 2.0][case]);
        for way in WAYS {
            pair.with(way, |filtered| {
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                let mut boxes = Vec::new();
                for step in 0..200 {
                    let label = format!("seed {SEED}, {count} colliders, {way:?}, step {step}");
                    let rise = [0.0, 0.8][step % 2];
                    let body = Capsule::new(random.vec3(4.0), 0.3, rise).expect("a capsule");
                    let motion = random.vec3([0.0, 0.2, 3.0, 40.0][step / 2 % 4]);
                    let hit = filtered.sweep_capsule(&body, motion).map(|(_, hit)| hit);
                    let slow = pair.reduced.sweep_capsule(&body, motion);
                    assert_eq!(hit, slow.map(|(_, hit)| hit), "{label}");
                    hits += usize::from(hit.is_some());
                    let segment = Segment::new(body.base(), body.base() + motion);
                    let seen = filtered.intersect_segment(&segment).map(|(_, hit)| hit);
                    let slow = pair.reduced.intersect_segment(&segment);
                    assert_eq!(seen, slow.map(|(_, hit)| hit), "{label}");
                    filtered.surfaces_near(body, 0.4, &mut found);
                    pair.reduced.surfaces_near(body, 0.4, &mut expected);
                    let places = |of: &[sidle::world::Surface]| -> Vec<_> {
                        of.iter()
                            .map(|surface| (surface.point, surface.separation))
                            .collect()
                    };
                    assert_eq!(places(&found), places(&expected), "{label}");
                    let overlap = pair.reduced.worst_overlap(body);
                    assert_eq!(filtered.worst_overlap(body), overlap, "{label}");
                    let obb = Obb::new(body.base(), DMat3::IDENTITY, DVec3::splat(0.4));
                    let obb = obb.expect("a box");
                    filtered.boxes_near(&obb, &mut boxes);
                    let is_left_out = |id: &BoxId| pair.left_out.contains(&ColliderId::Box(*id));
                    assert!(!boxes.iter().any(is_left_out), "{label}");
                    boxes_near += boxes.len();
                    let way_out = |fit: Result<(), sidle::world::Misfit>| {
                        fit.map_err(|misfit| (misfit.way_out, misfit.depth()))
                    };
                    let fit = way_out(filtered.fits(body));
                    assert_eq!(fit, way_out(pair.reduced.fits(body)), "{label}");
                    misfits += usize::from(fit.is_err());
                    let fit = way_out(filtered.fits(obb));
                    assert_eq!(fit, way_out(pair.reduced.fits(obb)), "{label}");
                }
            });
        }
    }
    assert!(
        hits > 500 && misfits > 100 && boxes_near > 500,
        "{hits} hits, {misfits} misfits, {boxes_near} boxes"
    );
}

#[test]
fn every_move_is_the_same_as_in_a_world_without_what_is_left_out() {
    let mut random = Random::new(SEED);
    let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
    let mut stood = 0;
    for (case, count) in [4, 40, 400].into_iter().enumerate() {
        let pair = Pair::new(&mut random, count, [2.0, 5.0, 8.0][case]);
        for (way, (name, controller)) in WAYS
            .into_iter()
            .flat_map(|way| Controller::NAMES.map(|controller| (way, controller)))
        {
            pair.with(way, |filtered| {
                let tuning = Tuning {
                    body: [BodyShape::Sphere, BodyShape::Capsule][case % 2],
                    radius: 0.3,
                    ..Tuning::default()
                };
                let mut one = PlayerState {
                    position: random.vec3(3.0),
                    controller,
                    ..PlayerState::default()
                };
                let mut two = one;
                for tick in 0..400_u32 {
                    let label = format!("seed {SEED}, {count}, {way:?}, {name}, tick {tick}");
                    let command = Command {
                        forward: Axis::new(1.0),
                        yaw: BinaryAngle::from_degrees(f64::from(tick / 40) * 77.0),
                        jump: tick % 50 == 0,
                        up: Axis::new([0.0, -1.0][(tick / 100 % 2) as usize]),
                        controller,
                        ..Command::default()
                    };
                    let dt = 1.0 / 60.0;
                    let world = &pair.reduced;
                    advance(
                        filtered,
                        &tuning,
                        &mut one,
                        &command,
                        dt,
                        &mut scratch,
                        None,
                    );
                    advance(world, &tuning, &mut two, &command, dt, &mut other, None);
                    assert_eq!(one, two, "{label}");
                    stood += usize::from(one.ground != Ground::None);
                    if tick % 100 == 99 {
                        one.position = random.vec3(3.0);
                        two = one;
                    }
                }
            });
        }
    }
    assert!(stood > 1000, "{stood}");
}

#[test]
fn bare_moves_platforms_and_pushes_take_a_filter_too() {
    let cube = |at: DVec3| Obb::new(at, DMat3::IDENTITY, DVec3::ONE).expect("a box");
    // A wall and a pusher, with a ghost between them.
    let world = World::new(
        vec![],
        vec![
            cube(DVec3::X * 6.0),
            cube(DVec3::X * 2.0),
            cube(DVec3::X * -1.4),
        ],
    );
    let ghost = ColliderId::Box(BoxId(1));
    let others = world.filtered(Filter::except(ghost));
    let (mut scratch, body) = (Scratch::new(), Body::sphere(0.5).expect("a sphere"));
    let settings = MoveSettings::FLIGHT;
    let mut slide = |world: FilteredWorld<'_>| {
        let motion = DVec3::X * 9.0;
        let start = DVec3::new(0.4, 0.0, 0.0);
        move_and_slide(world, body, start, motion, &settings, &mut scratch, None)
            .position
            .x
    };
    assert!((slide((&world).into()) - 0.5).abs() < 1e-3);
    assert!((slide(others) - 4.5).abs() < 1e-3);
    let tuning = Tuning::default();
    for (_, controller) in Controller::NAMES {
        let at = |x| PlayerState {
            position: DVec3::X * x,
            controller,
            ..PlayerState::default()
        };
        let mut state = at(1.2);
        let motion = DVec3::X * 0.2;
        if controller == Controller::Boxed {
            boxed::move_and_push(others, &tuning, &mut state, motion, &mut scratch, None);
        } else {
            classic::move_and_push(others, &tuning, &mut state, motion, &mut scratch, None);
        }
        assert!((state.position.x - 1.4).abs() < 1e-9, "{controller:?}");
        let mut carried = at(1.2);
        carry(
            others,
            &tuning,
            &mut carried,
            motion,
            BoxId(0),
            &mut scratch,
        );
        assert!((carried.position.x - 1.4).abs() < 1e-9, "{controller:?}");
        // The pusher is 0.1 m inside. With the ghost there would be no room.
        let mut pushed = at(0.0);
        let scratch = &mut scratch;
        let moved = give_way(others, &tuning, &mut pushed, BoxId(2), scratch);
        assert_eq!(moved, Ok(()), "{controller:?}");
        assert!((pushed.position.x - 0.1).abs() < 1e-3, "{controller:?}");
    }
}

#[test]
fn layers_that_change_between_two_moves_count_at_once() {
    let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::new(9.0, 1.0, 9.0));
    let mut world = World::new(vec![], vec![floor.expect("a box")]);
    let floor = ColliderId::Box(BoxId(0));
    let tuning = Tuning::default();
    for (_, controller) in Controller::NAMES {
        let mut state = PlayerState {
            position: DVec3::Y * tuning.radius,
            controller,
            ..PlayerState::default()
        };
        let mut scratch = Scratch::new();
        let command = Command {
            controller,
            ..Command::default()
        };
        for round in 0..6 {
            let is_there = round % 2 == 0;
            assert!(world.set_layers(floor, if is_there { 1 } else { 2 }));
            let filtered = world.filtered(Filter {
                mask: 1,
                ..Filter::ALL
            });
            state.position = DVec3::Y * (tuning.radius + 5e-5);
            state.velocity = DVec3::ZERO;
            for _ in 0..3 {
                advance(
                    filtered,
                    &tuning,
                    &mut state,
                    &command,
                    1.0 / 60.0,
                    &mut scratch,
                    None,
                );
            }
            assert_eq!(
                state.ground.stands(),
                is_there,
                "{controller:?}, round {round}"
            );
        }
    }
}

#[test]
fn a_mask_of_no_layer_meets_nothing_and_the_last_layer_counts() {
    let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).expect("a box");
    let far = Obb::new(DVec3::X * 1e13, DMat3::IDENTITY, DVec3::ONE).expect("a box");
    let mut world = World::new(vec![], vec![cube, far]);
    let mask = |mask| Filter {
        mask,
        ..Filter::ALL
    };
    let body = Capsule::new(DVec3::ZERO, 0.5, 0.0).expect("a sphere");
    assert!(world.filtered(mask(0)).fits(body).is_ok());
    assert!(world.filtered(mask(1 << 31)).fits(body).is_err());
    assert!(world.set_layers(ColliderId::Box(BoxId(0)), 1 << 31));
    assert!(world.filtered(mask(u32::MAX >> 1)).fits(body).is_ok());
    assert!(world.filtered(mask(1 << 31)).fits(body).is_err());
    // One so far out that it is not in the tree.
    let body = Capsule::new(DVec3::X * 1e13, 0.5, 0.0).expect("a sphere");
    assert!(world.filtered(Filter::ALL).fits(body).is_err());
    assert!(world.set_layers(ColliderId::Box(BoxId(1)), 2));
    assert!(world.filtered(mask(1)).fits(body).is_ok());
    assert!(world.filtered(mask(2)).fits(body).is_err());
}

#[test]
fn worlds_are_equal_if_their_layers_are() {
    let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).expect("a box");
    let plain = World::new(vec![], vec![cube, cube]);
    let mut layered = plain.clone();
    let second = ColliderId::Box(BoxId(1));
    assert!(layered.set_layers(second, 3));
    assert_ne!(layered, plain);
    assert!(layered.set_layers(second, u32::MAX));
    assert_eq!(layered, plain);
    for missing in [
        ColliderId::Box(BoxId(2)),
        ColliderId::Triangle(TriangleId(0)),
    ] {
        assert!(!layered.set_layers(missing, 1));
        assert_eq!(layered.layers(missing), u32::MAX);
    }
}

#[test]
fn players_who_go_through_a_doorway_enter_nobody_and_are_not_flung() {
    let mut crowd = Crowd::new(40, SEED);
    for _ in 0..HZ * 20 {
        crowd.tick();
        assert_eq!(crowd.report.problem(), None, "{:?}", crowd.report);
    }
    assert!(crowd.report.nearest < 1.1, "nobody met: {:?}", crowd.report);
    assert!(crowd.report.through > 30, "{:?}", crowd.report);
}
