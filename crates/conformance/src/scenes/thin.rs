//! Thin walls, and motions that are much longer than the body.

use sidle::glam::DVec3;

use super::corners::corner;
use super::{ball, bodies, scene, times};
use crate::check::{not_inside, not_past};
use crate::course::{Block, Course, Form, turn};
use crate::random::Random;
use crate::scene::{Family, Scene};
use crate::trial::Trial;

/// Speeds of a flight; m/s. A move takes a sixtieth of a second.
const SPEEDS: [f64; 5] = [5.0, 20.0, 60.0, 150.0, 600.0];

/// A wall of triangles without a thickness, from its front or its back, or a box of a centimetre.
#[derive(Clone, Copy)]
enum Wall {
    Front,
    Back,
    Board,
}

/// Nothing passes a wall, however fast it flies.
pub(crate) fn scenes() -> Vec<Scene> {
    let family = Family::Thin;
    vec![
        scene(
            family,
            "front",
            "No speed takes a body through triangles from their front.",
            walls(Wall::Front),
        ),
        scene(
            family,
            "back",
            "No speed takes it through them from their back.",
            walls(Wall::Back),
        ),
        scene(
            family,
            "board",
            "No speed takes it through a box that is 1 cm thick.",
            walls(Wall::Board),
        ),
        scene(
            family,
            "corner",
            "No speed takes it out of a corner.",
            in_corners(),
        ),
        scene(
            family,
            "room",
            "No speed takes it out of a closed room, in any direction.",
            rooms(),
        ),
    ]
}

fn walls(wall: Wall) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for speed in SPEEDS {
            for deg in [0.0, 45.0, 80.0] {
                let mut course = Course::default();
                let (x, y) = (DVec3::X * 300.0, DVec3::Y * 300.0);
                let low = DVec3::new(-150.0, -150.0, 0.0);
                match wall {
                    Wall::Front => course.sheet(low, x, y, 3),
                    Wall::Back => course.sheet(low, y, x, 3),
                    Wall::Board => {
                        let half = DVec3::new(150.0, 150.0, 0.005);
                        course.boxes.push(Block::new(DVec3::NEG_Z * 0.005, half));
                    }
                }
                let motion = turn(deg) * DVec3::NEG_Z * (speed / 60.0);
                // The first move would end behind the wall by more than the body is thick.
                let start = DVec3::Z * (tuning.radius * 1.01 + motion.z.abs() * 0.3);
                let trial = Trial::of_moves(course, tuning, start, times(motion, 12));
                trials.push(
                    trial
                        .named(format!("{speed} m/s, {deg}° aside, {body}"))
                        .clear_by(DVec3::Z)
                        .seen_from_above()
                        .with_check(not_past(DVec3::ZERO, DVec3::Z))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}

fn in_corners() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (form_name, form) in Form::NAMES {
        for deg in [60.0, 120.0] {
            for speed in SPEEDS {
                let (course, normals) = corner(deg, 40.0, form);
                let motion = turn(7.0) * DVec3::NEG_Z * (speed / 60.0);
                let start = DVec3::Z * 2.5;
                let trial = Trial::of_moves(course, ball(), start, times(motion, 40));
                trials.push(
                    trial
                        .named(format!("{speed} m/s, {deg}° wide, {form_name}"))
                        .seen_from_above()
                        .with_check(not_past(DVec3::ZERO, normals[0]))
                        .with_check(not_past(DVec3::ZERO, normals[1]))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}

fn rooms() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (form_name, form) in Form::NAMES {
        for speed in SPEEDS {
            let mut course = Course::default();
            let half = DVec3::new(4.0, 3.0, 5.0);
            let sides = [DVec3::X, DVec3::Y, DVec3::Z];
            for (side, sign) in sides
                .into_iter()
                .flat_map(|side| [(side, 1.0), (side, -1.0)])
            {
                let center = side * sign * (side.dot(half) + 0.05);
                let size = half * (DVec3::ONE - side) + side * 0.05 + (DVec3::ONE - side) * 0.1;
                course.solid(Block::new(center, size), form);
            }
            // A crate in the middle makes edges and corners.
            let crate_block = Block::new(DVec3::ZERO, DVec3::new(0.6, 0.4, 0.8));
            course.solid(crate_block.turned(DVec3::new(20.0, 40.0, 10.0)), form);
            let mut random = Random::new(speed as u64);
            let moves = (0..200).map(|_| random.direction() * (speed / 60.0));
            let start = DVec3::new(-2.5, 0.0, 2.5);
            let mut trial = Trial::of_moves(course, ball(), start, moves.collect())
                .named(format!("{speed} m/s, {form_name}"))
                .seen_from_above();
            for side in sides {
                for sign in [1.0, -1.0] {
                    let point = side * sign * side.dot(half);
                    trial = trial.with_check(not_past(point, side * -sign));
                }
            }
            trials.push(trial.with_check(not_inside()));
        }
    }
    trials
}
