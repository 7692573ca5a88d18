//! Flat walls.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;

use super::{FEW_RATES, bodies, forms_and_bodies, scene, standing, times, with_floor};
use crate::check::{comes, keeps_speed, not_inside, not_past, straight};
use crate::course::{Course, Form, turn};
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// Angles between a motion and a wall; degrees.
const ANGLES: [f64; 7] = [5.0, 15.0, 30.0, 45.0, 60.0, 75.0, 85.0];

/// The length of a move; metres.
const STEP: f64 = 0.04;

/// How many moves there are.
const STEPS: usize = 100;

/// Flights and walks along a wall. A motion at the angle a to the wall keeps cos a of its length.
pub(crate) fn walls() -> Vec<Scene> {
    let family = Family::Walls;
    vec![
        scene(
            family,
            "level",
            "A flight keeps its part along the wall.",
            fly(0.0, 0.0),
        ),
        scene(
            family,
            "turned",
            "So it does along a wall that is parallel to no axis.",
            fly(33.0, 0.0),
        ),
        scene(
            family,
            "rising",
            "A flight that also rises keeps its rise.",
            fly(0.0, 30.0),
        ),
        scene(
            family,
            "walking",
            "A walk keeps its speed along the wall.",
            walk(),
        ),
    ]
}

/// Flights along a wall at z = -1 that is turned afterwards. They rise by `rise_deg` along the wall.
fn fly(turn_deg: f64, rise_deg: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for angle in ANGLES {
            let mut course = Course::default();
            course.wall(DVec3::NEG_Z, 0.0, 12.0, form);
            let axes = turn(turn_deg);
            let ((into, along), (rise, level)) = (sin_cos_deg(angle), sin_cos_deg(rise_deg));
            let way = axes * DVec3::new(level, rise, 0.0);
            let motion = (way * along + axes * DVec3::NEG_Z * into) * STEP;
            // A box needs more room at a wall that is not along its sides.
            let room = tuning.radius * if turn_deg == 0.0 { 1.0 } else { 1.42 };
            let start = axes * DVec3::new(0.0, 0.0, room + 0.02 - 1.0);
            let across = axes * DVec3::new(-rise, level, 0.0);
            let course = course.placed(turn_deg, DVec3::ZERO);
            let trial = Trial::of_moves(course, tuning, start, times(motion, STEPS));
            trials.push(
                trial
                    .named(format!("{angle}°, {name}"))
                    .clear_by(axes * DVec3::Z)
                    .seen_from_above()
                    .with_check(comes(way, STEP * along * STEPS as f64))
                    .with_check(straight(across, 1.0))
                    .with_check(not_past(axes * DVec3::NEG_Z, axes * DVec3::Z))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

fn walk() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for angle in [15.0, 45.0, 75.0] {
            for hz in FEW_RATES {
                let mut course = with_floor();
                course.wall(DVec3::NEG_Z, 0.0, 40.0, Form::Triangles);
                let (_, along) = sin_cos_deg(angle);
                let start = DVec3::new(0.0, standing(&tuning), tuning.radius + 0.02 - 1.0);
                // 90 degrees look along -X, and a smaller heading leads into the wall.
                let leg = Leg::ahead(2.0, 90.0 - angle);
                let trial = Trial::of_walk(course, tuning, hz, start, &[leg]);
                trials.push(
                    trial
                        .named(format!("{angle}°, {body}, {hz} Hz"))
                        .clear_by(DVec3::Y + DVec3::Z)
                        .after_run_up(0.5)
                        .seen_from_above()
                        .with_check(keeps_speed(DVec3::NEG_X, along))
                        .with_check(not_past(DVec3::NEG_Z, DVec3::Z))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}
