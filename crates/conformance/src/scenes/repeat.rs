//! Runs that are compared with a second one.

use sidle::glam::DVec3;

use super::{bodies, forms_and_bodies, scene, standing, times};
use crate::check::{Check, Measure, not_inside};
use crate::course::{Block, Course, Form, heading};
use crate::random::Random;
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial, Twin};

/// A flight around a box ends in the same place as one around its twelve triangles.
pub(crate) fn boxes() -> Vec<Scene> {
    let mut trials = Vec::new();
    for turn in [DVec3::ZERO, DVec3::Y * 30.0, DVec3::new(20.0, 40.0, 10.0)] {
        for (body, tuning) in bodies() {
            for deg in [0.0, 100.0, 190.0, 280.0] {
                let block = Block::new(DVec3::ZERO, DVec3::new(1.0, 2.5, 0.7)).turned(turn);
                let [mut solid, mut faces] = [Course::default(), Course::default()];
                solid.solid(block, Form::Boxes);
                faces.solid(block, Form::Triangles);
                let way = heading(deg);
                let start = way * -3.5 + way.cross(DVec3::Y) * 0.23;
                let trial = Trial::of_moves(solid, tuning, start, times(way * 0.05, 60));
                trials.push(
                    trial
                        .named(format!(
                            "turned by {}°, {}°, {}°, from {deg}°, {body}",
                            turn.x, turn.y, turn.z
                        ))
                        .seen_from_above()
                        .with_twin(Twin::In(Box::new(faces)))
                        .with_check(Check::new(Measure::Apart, 2.0, 20.0))
                        .with_check(not_inside()),
                );
            }
        }
    }
    vec![scene(
        Family::Boxes,
        "flight",
        "A flight into a box ends where one into its triangles ends.",
        trials,
    )]
}

/// The order of triangles decides nothing.
pub(crate) fn order() -> Vec<Scene> {
    let family = Family::Order;
    vec![
        scene(
            family,
            "flight",
            "A flight into a corner of tiles ends in the same place.",
            orders(false),
        ),
        scene(family, "walk", "A walk into it does so, too.", orders(true)),
    ]
}

/// A floor and two walls of tiles that meet in the origin.
fn tiled_corner() -> Course {
    let mut course = Course::default();
    let (x, y, z) = (DVec3::X * 6.0, DVec3::Y * 3.0, DVec3::Z * 6.0);
    course.sheet(DVec3::ZERO, z, x, 9);
    course.sheet(DVec3::ZERO, x, y, 7);
    course.sheet(DVec3::ZERO, y, z, 5);
    course
}

fn orders(walks: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for seed in 1..=6 {
            let course = tiled_corner();
            let mut other = course.clone();
            let mut random = Random::new(seed);
            for last in (1..other.triangles.len()).rev() {
                other.triangles.swap(last, random.below(last + 1));
            }
            let start = DVec3::new(2.5, standing(&tuning), 2.0);
            let trial = if walks {
                Trial::of_walk(course, tuning, 60, start, &[Leg::ahead(1.5, 38.0)])
            } else {
                let motion = DVec3::new(-0.04, -0.01, -0.03);
                Trial::of_moves(course, tuning, start, times(motion, 100)).clear_by(DVec3::Y)
            };
            trials.push(
                trial
                    .named(format!("order {seed}, {body}"))
                    .seen_from_above()
                    .with_twin(Twin::In(Box::new(other)))
                    .with_check(Check::new(Measure::Apart, 1.0, 10.0))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

/// The same run, twice.
pub(crate) fn repeat() -> Vec<Scene> {
    let family = Family::Repeat;
    let same = || Check::new(Measure::Apart, 0.0, 1e-3);
    let walks = |twin: fn() -> Twin, needs_save: bool| {
        let mut trials = Vec::new();
        for (name, form, tuning) in forms_and_bodies() {
            let mut course = tiled_corner();
            let block = Block::new(DVec3::new(1.5, 0.1, 1.2), DVec3::new(0.5, 0.1, 0.3));
            course.solid(block.turned(DVec3::Y * 30.0), form);
            let start = DVec3::new(2.5, standing(&tuning), 3.0);
            let legs = [
                Leg::ahead(1.0, 38.0),
                Leg {
                    jump: true,
                    ..Leg::ahead(1.0, -70.0)
                },
            ];
            let mut trial = Trial::of_walk(course, tuning, 60, start, &legs)
                .named(name)
                .with_twin(twin())
                .with_check(same());
            trial.needs.save = needs_save;
            trials.push(trial);
        }
        trials
    };
    let flights = || {
        let mut trials = Vec::new();
        for (name, form, tuning) in forms_and_bodies() {
            let mut course = tiled_corner();
            course.solid(
                Block::new(DVec3::new(1.5, 1.0, 1.2), DVec3::splat(0.4)),
                form,
            );
            let start = DVec3::new(2.8, standing(&tuning), 2.6);
            let mut random = Random::new(3);
            let moves = (0..120).map(|_| random.direction() * 0.08 - DVec3::splat(0.02));
            trials.push(
                Trial::of_moves(course, tuning, start, moves.collect())
                    .named(name)
                    .clear_by(DVec3::Y)
                    .with_twin(Twin::Again)
                    .with_check(same()),
            );
        }
        trials
    };
    vec![
        scene(
            family,
            "walk",
            "The same commands lead to the same places.",
            walks(|| Twin::Again, false),
        ),
        scene(
            family,
            "flight",
            "The same moves lead to the same places.",
            flights(),
        ),
        scene(
            family,
            "resumed",
            "A saved state goes on as the run did.",
            walks(|| Twin::Resumed, true),
        ),
    ]
}
