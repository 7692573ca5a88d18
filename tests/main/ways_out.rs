//! A body inside several colliders leaves them by the shortest way, within one tick.

use crate::random::Random;
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::DVec3;
use sidle::player::{
    Body, Controller, Mode, MoveSettings, Rules, Scratch, Spawn, Tuning, move_and_slide,
};
use sidle::sim::Sim;
use sidle::world::World;

const SEED: u64 = 31;

/// How much longer than the shortest way a push may be: a tenth, and the gap that a body keeps.
const DETOUR: f64 = 1.12;
const GAP: f64 = 1e-3;

fn bodies() -> [Body; 2] {
    [Body::sphere(0.3), Body::capsule(0.3, 1.2)].map(|body| body.expect("a body of a valid size"))
}

/// Up to four boxes and two triangles around the origin.
fn colliders(random: &mut Random, boxes: usize, triangles: usize) -> (Vec<Triangle>, Vec<Obb>) {
    let obb = |random: &mut Random| {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let half = random.vec3(1.5).abs() + DVec3::splat(0.1);
        Obb::new(random.vec3(0.8), rotation, half)
    };
    let boxes = (0..boxes).filter_map(|_| obb(random)).collect();
    let triangle = |random: &mut Random| {
        let mut corner = || random.vec3(2.0).as_vec3();
        Triangle::new([corner(), corner(), corner()])
    };
    let triangles = (0..triangles).filter_map(|_| triangle(random)).collect();
    (triangles, boxes)
}

#[test]
fn a_body_inside_several_things_leaves_them_at_once_and_by_the_shortest_way() {
    let mut random = Random::new(SEED);
    let (mut cases, mut corners, mut detours) = (0, 0, 0);
    for case in 0..3000 {
        let [boxes, triangles] = [[2, 0], [0, 2], [1, 1], [4, 0], [3, 2]][case % 5];
        let body = bodies()[case / 5 % 2];
        let (triangles, boxes) = colliders(&mut random, boxes, triangles);
        let start = random.vec3(0.5);
        let label = format!("seed {SEED}, case {case}");
        let placed = |position| body.at(position).expect("a finite position");
        // Only what the body is inside: it may not leave through anything else.
        let is_inside =
            |triangles, boxes| World::new(triangles, boxes).fits(placed(start)).is_err();
        let triangles = triangles
            .into_iter()
            .filter(|triangle| is_inside(vec![*triangle], vec![]));
        let boxes = boxes
            .into_iter()
            .filter(|obb| is_inside(vec![], vec![*obb]));
        let world = World::new(triangles.collect(), boxes.collect());
        let Err(misfit) = world.fits(placed(start)) else {
            continue;
        };
        let settings = MoveSettings::FLIGHT;
        let scratch = &mut Scratch::new();
        let end =
            move_and_slide(&world, body, start, DVec3::ZERO, &settings, scratch, None).position;
        assert_eq!(world.fits(placed(end)), Ok(()), "{label}: still inside");
        let shortest = misfit
            .way_out
            .expect("a way out of a few colliders")
            .length();
        let made = end.distance(start);
        let longest = shortest * DETOUR + GAP;
        assert!(made <= longest * 1.5, "{label}: {made} m for {shortest} m");
        detours += usize::from(made > longest);
        cases += 1;
        corners += usize::from(shortest > misfit.depth() * 1.2 + GAP);
    }
    assert!(
        cases > 2000 && corners > 300,
        "{cases} cases, {corners} corners"
    );
    // The search may end in a way that is the shortest only among its neighbours.
    assert!(detours * 200 <= cases, "{detours} detours in {cases} cases");
}

#[test]
fn a_spawn_and_a_switch_to_swept_deep_inside_take_one_tick() {
    let mut random = Random::new(SEED);
    let mut cases = [0; 3];
    for case in 0..600 {
        let (triangles, boxes) = colliders(&mut random, 1 + case % 3, case % 2);
        let world = World::new(triangles, boxes);
        let position = random.vec3(0.4);
        let mode = [Mode::Walk, Mode::Fly][case / 6 % 2];
        let tuning = Tuning::default();
        let body = tuning.body().expect("a body of a valid size");
        let is_clear = |sim: &Sim| {
            let placed = body.at(sim.player().position);
            world.fits(placed.expect("a finite position")).is_ok()
        };
        let controllers = [Controller::Swept, Controller::Classic, Controller::Boxed];
        for (controller, cases) in controllers.into_iter().zip(&mut cases) {
            let spawn = Spawn {
                position,
                mode,
                controller,
                ..Spawn::default()
            };
            let rules = Rules {
                spawn,
                ..Rules::default()
            };
            let mut sim = Sim::new(world.clone(), tuning, rules, 60);
            let mut command = sim.idle_command();
            if controller != Controller::Swept {
                // It may end as deep as the classic algorithms leave it.
                sim.tick(&command);
            }
            *cases += usize::from(!is_clear(&sim));
            command.controller = Controller::Swept;
            sim.tick(&command);
            assert!(is_clear(&sim), "seed {SEED}, case {case}, {controller:?}");
        }
    }
    let [swept, classic, boxed] = cases;
    assert!(swept > 300 && classic > 50 && boxed > 5, "{cases:?}");
}
