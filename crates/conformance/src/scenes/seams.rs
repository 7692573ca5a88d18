//! Surfaces made of many parts: tiles, boxes in a row, and both next to one another.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;

use super::{RATES, bodies, scene, standing, times};
use crate::check::{comes, keeps_speed, not_inside, not_past, on_floor, straight};
use crate::course::{Block, Course, heading};
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// The length of a move; metres.
const STEP: f64 = 0.05;

/// How a surface is put together.
#[derive(Clone, Copy)]
enum Parts {
    /// Quads of half a metre.
    Tiles,
    /// Boxes of a metre.
    Boxes,
    /// Boxes and tiles in turn.
    Mixed,
}

const PARTS: [(&str, Parts); 3] = [
    ("tiles", Parts::Tiles),
    ("boxes", Parts::Boxes),
    ("boxes and tiles", Parts::Mixed),
];

/// A body on such a surface notices no seam.
pub(crate) fn scenes() -> Vec<Scene> {
    let family = Family::Seams;
    vec![
        scene(
            family,
            "floor",
            "A flight pressed onto a floor of parts stays level and loses no speed.",
            floors(),
        ),
        scene(
            family,
            "wall",
            "A flight along a wall of parts stays straight and loses no speed.",
            walls(),
        ),
        scene(
            family,
            "walking",
            "A walk over a floor of parts stays level, and on the ground.",
            walks(),
        ),
    ]
}

/// A floor at the height 0 for `half` metres around, except in `Parts::Tiles` with seams at whole metres.
fn floor(parts: Parts, half: i32) -> Course {
    let mut course = Course::default();
    for i in -half..half {
        for j in -half..half {
            let corner = DVec3::new(f64::from(i), 0.0, f64::from(j));
            let is_box = match parts {
                Parts::Tiles => false,
                Parts::Boxes => true,
                Parts::Mixed => (i + j).rem_euclid(2) == 0,
            };
            if is_box {
                let center = corner + DVec3::new(0.5, -0.5, 0.5);
                course.boxes.push(Block::new(center, DVec3::splat(0.5)));
            } else {
                course.sheet(corner, DVec3::Z, DVec3::X, 2);
            }
        }
    }
    course
}

fn floors() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (parts_name, parts) in PARTS {
        for (body, tuning) in bodies() {
            for deg in [0.0, 17.0, 45.0, 90.0] {
                let along = heading(deg);
                // Down through any padding, which a mover may give up under pressure.
                let mut moves = times(DVec3::NEG_Y * 0.01, 12);
                moves.extend(times((along - DVec3::Y * 0.3) * STEP, 80));
                let start = DVec3::new(0.31, standing(&tuning), 0.27);
                let trial = Trial {
                    settle: 12,
                    clear: DVec3::Y,
                    ..Trial::of_moves(floor(parts, 6), tuning, start, moves)
                };
                trials.push(
                    trial
                        .named(format!("{parts_name}, {deg}°, {body}"))
                        .with_check(comes(along, STEP * 80.0))
                        .with_check(straight(DVec3::Y, 1.0))
                        .with_check(straight(DVec3::Y.cross(along), 1.0))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}

fn walls() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (parts_name, parts) in PARTS {
        for (body, tuning) in bodies() {
            for angle in [15.0, 45.0, 75.0] {
                let mut course = Course::default();
                for i in -8..8 {
                    let is_box = match parts {
                        Parts::Tiles => false,
                        Parts::Boxes => true,
                        Parts::Mixed => i % 2 == 0,
                    };
                    let low = DVec3::new(f64::from(i), -4.0, -1.0);
                    if is_box {
                        let center = low + DVec3::new(0.5, 4.0, -0.5);
                        course
                            .boxes
                            .push(Block::new(center, DVec3::new(0.5, 4.0, 0.5)));
                    } else {
                        course.sheet(low, DVec3::X, DVec3::Y * 8.0, 3);
                    }
                }
                let (into, along) = sin_cos_deg(angle);
                let motion = DVec3::new(along, 0.0, -into) * STEP;
                let start = DVec3::new(-2.2, 0.0, tuning.radius + 0.02 - 1.0);
                let trial = Trial::of_moves(course, tuning, start, times(motion, 80));
                trials.push(
                    trial
                        .named(format!("{parts_name}, {angle}°, {body}"))
                        .clear_by(DVec3::Z)
                        .seen_from_above()
                        .with_check(comes(DVec3::X, along * STEP * 80.0))
                        .with_check(straight(DVec3::Y, 1.0))
                        .with_check(not_past(DVec3::NEG_Z, DVec3::Z))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}

fn walks() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (parts_name, parts) in PARTS {
        for (body, tuning) in bodies() {
            for hz in RATES {
                let start = DVec3::new(0.31, standing(&tuning), 4.0);
                let leg = Leg::ahead(1.5, 17.0);
                let trial = Trial::of_walk(floor(parts, 8), tuning, hz, start, &[leg]);
                trials.push(
                    trial
                        .named(format!("{parts_name}, {body}, {hz} Hz"))
                        .with_check(keeps_speed(heading(17.0), 1.0))
                        .with_check(straight(DVec3::Y, 2.0))
                        .with_check(on_floor())
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}
