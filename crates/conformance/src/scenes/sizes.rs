//! Bodies that begin inside something, far away, or small or large.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::Tuning;

use super::corners::corner;
use super::{FEW_RATES, bodies, forms_and_bodies, person, scene, standing, times};
use crate::check::{
    Check, Measure, comes, ends_at_height, keeps_speed, not_past, reaches, steady, straight,
};
use crate::course::{Block, Course, Form};
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// A body that begins inside something comes out by the shortest way.
pub(crate) fn inside() -> Vec<Scene> {
    let family = Family::Inside;
    vec![
        scene(
            family,
            "floor",
            "A body that is some centimetres in a floor comes out.",
            in_surface(DVec3::Y),
        ),
        scene(
            family,
            "wall",
            "A body that is in a wall comes out.",
            in_surface(DVec3::Z),
        ),
        scene(
            family,
            "corner",
            "A body that is in a floor and a wall comes out of both.",
            in_corner(),
        ),
        scene(
            family,
            "walking",
            "A walk that begins in the floor goes on.",
            walks(),
        ),
        scene(
            family,
            "deep",
            "A body in the middle of a block is not flung away.",
            deep(),
        ),
    ]
}

/// Out of everything, and not much farther away than it was deep.
fn comes_out(trial: Trial, depth: f64) -> Trial {
    let moved = 20.0 * 0.01 + depth * 2.0;
    trial
        .with_check(Check::new(Measure::InsideAtEnd, 1.0, 10.0))
        .with_check(Check {
            // It may keep its padding from two surfaces.
            paddings: 2.0,
            ..Check::new(Measure::Moved, moved * 1e3 + 10.0, moved * 1e3 + 200.0)
        })
}

fn in_surface(normal: DVec3) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for depth in [0.005, 0.02, 0.1] {
            let mut course = Course::default();
            let half = DVec3::splat(6.0) - normal * 5.5;
            course.solid(Block::new(normal * -0.5, half), form);
            // Small motions along the surface, since some movers do nothing without one.
            let start = normal * (tuning.radius - depth);
            let moves = times(DVec3::X * 0.01, 20);
            let trial = Trial::of_moves(course, tuning, start, moves);
            trials.push(comes_out(trial.named(format!("{depth} m, {name}")), depth));
        }
    }
    trials
}

fn in_corner() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for depth in [0.02, 0.1] {
            let mut course = Course::default();
            let floor = Block::new(DVec3::NEG_Y * 0.5, DVec3::new(6.0, 0.5, 6.0));
            let wall = Block::new(DVec3::NEG_Z * 0.5, DVec3::new(6.0, 6.0, 0.5));
            course.solid(floor, form);
            course.solid(wall, form);
            let start = (DVec3::Y + DVec3::Z) * (tuning.radius - depth);
            let trial = Trial::of_moves(course, tuning, start, times(DVec3::X * 0.01, 20));
            trials.push(comes_out(trial.named(format!("{depth} m, {name}")), depth));
        }
    }
    trials
}

fn walks() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for depth in [0.01, 0.1] {
            let mut course = Course::default();
            course.solid(
                Block::new(DVec3::NEG_Y * 0.5, DVec3::new(20.0, 0.5, 20.0)),
                form,
            );
            let start = DVec3::Y * (tuning.radius - depth);
            let trial = Trial::of_walk(course, tuning, 60, start, &[Leg::ahead(1.0, 0.0)]);
            trials.push(
                trial
                    .named(format!("{depth} m, {name}"))
                    .clear_by(DVec3::ZERO)
                    .with_check(keeps_speed(DVec3::NEG_Z, 1.0))
                    .with_check(ends_at_height(tuning.radius)),
            );
        }
    }
    trials
}

fn deep() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        let mut course = Course::default();
        course.solid(Block::new(DVec3::ZERO, DVec3::splat(1.5)), form);
        let start = DVec3::new(0.2, 0.1, -0.1);
        let trial = Trial::of_moves(course, tuning, start, times(DVec3::X * 0.01, 20));
        // Whether it comes out, or stays where it is, it is not farther away than the block and the body are large.
        trials.push(
            trial
                .named(name)
                .with_check(Check::new(Measure::Moved, 4000.0, 8000.0)),
        );
    }
    trials
}

/// The step between single-precision numbers at this distance from the origin; metres.
fn grain(distance: f64) -> f64 {
    f64::from(f32::EPSILON) * distance
}

/// At 1 to 100 km from the origin, with limits for movers in single precision.
pub(crate) fn far() -> Vec<Scene> {
    let family = Family::Far;
    vec![
        scene(
            family,
            "wall",
            "A flight along a wall keeps its part along the wall.",
            far_wall(),
        ),
        scene(
            family,
            "floor",
            "A walk is as fast as at the origin.",
            far_floor(),
        ),
        scene(family, "step", "A walk climbs a step.", far_step()),
    ]
}

/// Distances from the origin; metres.
const DISTANCES: [f64; 3] = [1e3, 1e4, 1e5];

fn far_from(distance: f64) -> DVec3 {
    DVec3::new(distance, 0.0, -distance)
}

fn far_wall() -> Vec<Trial> {
    let mut trials = Vec::new();
    for distance in DISTANCES {
        for (name, form, tuning) in forms_and_bodies() {
            let mut course = Course::default();
            course.wall(DVec3::NEG_Z, 0.0, 12.0, form);
            let (sin, cos) = sin_cos_deg(40.0);
            let motion = DVec3::new(cos, 0.0, -sin) * 0.04;
            let offset = far_from(distance);
            let start = offset + DVec3::Z * (tuning.radius + 0.0625 - 1.0);
            let course = course.placed(0.0, offset);
            let trial = Trial::of_moves(course, tuning, start, times(motion, 100));
            let mm = grain(distance) * 2e3;
            trials.push(
                trial
                    .named(format!("{distance} m away, {name}"))
                    .clear_by(DVec3::Z)
                    .seen_from_above()
                    .with_check(Check {
                        limit: 95.0,
                        ..comes(DVec3::X, cos * 4.0)
                    })
                    .with_check(straight(DVec3::Y, 1.0 + mm))
                    .with_check(Check::new(Measure::Inside, 1.0 + mm, 10.0 + mm)),
            );
        }
    }
    trials
}

fn far_walk(distance: f64, tuning: Tuning, hz: u32, step: f64) -> Trial {
    let mut course = Course::default();
    course.extrude(
        &[(12.0, 0.0), (-1.0, 0.0), (-1.0, step), (-32.0, step)],
        8.0,
    );
    let offset = far_from(distance);
    let start = offset + DVec3::new(0.0, standing(&tuning), 1.0);
    let course = course.placed(0.0, offset);
    let mm = grain(distance) * 2e3;
    Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(1.5, 0.0)]).with_check(Check::new(
        Measure::Inside,
        1.0 + mm,
        10.0 + mm,
    ))
}

fn far_floor() -> Vec<Trial> {
    let mut trials = Vec::new();
    for distance in DISTANCES {
        for (body, tuning) in bodies() {
            for hz in FEW_RATES {
                let mut trial = far_walk(distance, tuning, hz, 0.0);
                trial.checks.insert(
                    0,
                    Check {
                        limit: 95.0,
                        ..keeps_speed(DVec3::NEG_Z, 1.0)
                    },
                );
                trials.push(trial.named(format!("{distance} m away, {body}, {hz} Hz")));
            }
        }
    }
    trials
}

fn far_step() -> Vec<Trial> {
    let mut trials = Vec::new();
    for distance in DISTANCES {
        for hz in FEW_RATES {
            let tuning = person();
            let mut trial = far_walk(distance, tuning, hz, 0.25);
            trial.checks.insert(0, ends_at_height(0.25 + tuning.radius));
            trials.push(trial.named(format!("{distance} m away, {hz} Hz")));
        }
    }
    trials
}

/// Bodies of a centimetre to 10 m, with a world, a speed and a gravity as large as they are.
pub(crate) fn sizes() -> Vec<Scene> {
    let family = Family::Sizes;
    vec![
        scene(
            family,
            "wall",
            "A flight along a wall keeps its part along the wall.",
            sized_wall(),
        ),
        scene(
            family,
            "corner",
            "A body pressed into a corner comes to rest.",
            sized_corner(),
        ),
        scene(family, "step", "A walk climbs a step.", sized_step()),
    ]
}

/// Radii; metres.
const RADII: [f64; 6] = [0.01, 0.05, 0.1, 1.0, 3.0, 10.0];

/// How many times as large as a person, and a tuning that is so in everything.
fn sized(radius: f64) -> (f64, Tuning) {
    let (factor, usual) = (radius / 0.3, person());
    let tuning = Tuning {
        radius,
        height: usual.height * factor,
        crouch_height: usual.crouch_height * factor,
        walk_speed: usual.walk_speed * factor,
        ground_accel: usual.ground_accel * factor,
        air_accel: usual.air_accel * factor,
        gravity: usual.gravity * factor,
        jump_speed: usual.jump_speed * factor,
        step_height: usual.step_height * factor,
        snap_distance: usual.snap_distance * factor,
        ..usual
    };
    (factor, tuning)
}

fn sized_ball(radius: f64) -> (f64, Tuning) {
    let (factor, tuning) = sized(radius);
    let body = super::ball().body;
    (factor, Tuning { body, ..tuning })
}

fn sized_wall() -> Vec<Trial> {
    let mut trials = Vec::new();
    for radius in RADII {
        for (body, (factor, tuning)) in [("person", sized(radius)), ("ball", sized_ball(radius))] {
            for (form_name, form) in Form::NAMES {
                let mut course = Course::default();
                course.wall(DVec3::NEG_Z, 0.0, 15.0 * factor.max(1.0), form);
                let (sin, cos) = sin_cos_deg(40.0);
                let motion = DVec3::new(cos, 0.0, -sin) * (0.04 * factor);
                let start = DVec3::Z * (radius * 1.1 - 1.0);
                let trial = Trial::of_moves(course, tuning, start, times(motion, 100));
                trials.push(
                    trial
                        .named(format!("{radius} m, {form_name}, {body}"))
                        .clear_by(DVec3::Z)
                        .seen_from_above()
                        .with_check(comes(DVec3::X, cos * 4.0 * factor))
                        .with_check(not_past(DVec3::NEG_Z, DVec3::Z))
                        .with_check(Check::new(
                            Measure::Inside,
                            factor.max(1.0),
                            10.0 * factor.max(1.0),
                        )),
                );
            }
        }
    }
    trials
}

fn sized_corner() -> Vec<Trial> {
    let mut trials = Vec::new();
    for radius in RADII {
        for (body, (factor, tuning)) in [("person", sized(radius)), ("ball", sized_ball(radius))] {
            let (course, normals) = corner(90.0, 12.0 * factor.max(1.0), Form::Triangles);
            let start = DVec3::Z * (radius * 3.0);
            let moves = times(DVec3::NEG_Z * (0.05 * factor), 120);
            let trial = Trial::of_moves(course, tuning, start, moves);
            let steady = steady(60..120);
            trials.push(
                trial
                    .named(format!("{radius} m, {body}"))
                    .seen_from_above()
                    .with_check(Check {
                        limit: steady.limit * factor,
                        loose: steady.loose * factor,
                        ..steady
                    })
                    .with_check(not_past(DVec3::ZERO, normals[0]))
                    .with_check(not_past(DVec3::ZERO, normals[1])),
            );
        }
    }
    trials
}

fn sized_step() -> Vec<Trial> {
    let mut trials = Vec::new();
    for radius in RADII {
        for hz in [60, 120] {
            let (factor, tuning) = sized(radius);
            let height = 0.25 * factor;
            let mut course = Course::default();
            let profile = [(20.0, 0.0), (-1.0, 0.0), (-1.0, 0.25), (-30.0, 0.25)];
            let profile = profile.map(|(z, y)| (z * factor, y * factor));
            course.extrude(&profile, 10.0 * factor);
            let start = DVec3::Y * (radius * 1.01);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(1.5, 0.0)]);
            trials.push(
                trial
                    .named(format!("{radius} m, {hz} Hz"))
                    .with_check(reaches(DVec3::Y * (radius + height * 0.95), DVec3::NEG_Y))
                    .with_check(reaches(DVec3::NEG_Z * (1.5 * factor), DVec3::Z)),
            );
        }
    }
    trials
}
