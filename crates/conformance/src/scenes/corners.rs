//! Creases, corners and gaps.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;

use super::{forms_and_bodies, scene, times};
use crate::check::{comes, not_inside, not_past, reaches, steady};
use crate::course::{Block, Course, Form, turn};
use crate::scene::{Family, Scene};
use crate::trial::Trial;

/// Angles between two walls; degrees.
const ANGLES: [f64; 10] = [1.0, 5.0, 15.0, 30.0, 60.0, 90.0, 120.0, 150.0, 170.0, 179.0];

/// The length of a move; metres.
const STEP: f64 = 0.05;

/// A distance from the corner at which a body with this half width touches neither wall, be it a ball or a box; metres.
fn clear_of_corner(deg: f64, radius: f64) -> f64 {
    let (sin, cos) = sin_cos_deg(deg * 0.5);
    radius * (1.0 + cos) / sin
}

/// Two walls that meet in the axis of Y and open towards +Z by `deg`, and their normals.
pub(super) fn corner(deg: f64, length: f64, form: Form) -> (Course, [DVec3; 2]) {
    let mut course = Course::default();
    let normals = [1.0, -1.0].map(|side| {
        let facing = side * (90.0 - deg * 0.5);
        let (sin, cos) = sin_cos_deg(deg * 0.5);
        let middle = DVec3::new(-side * sin, 0.0, cos) * length;
        course.wall(middle, facing, length, form);
        turn(facing) * DVec3::Z
    });
    (course, normals)
}

/// A motion into both walls of a corner keeps its part along the line where they meet.
pub(crate) fn creases() -> Vec<Scene> {
    let scene_of = |climbs: &[f64]| {
        let mut trials = Vec::new();
        for (name, form, tuning) in forms_and_bodies() {
            for deg in [60.0, 90.0, 120.0, 150.0] {
                for climb in climbs {
                    let room = clear_of_corner(deg, tuning.radius);
                    let (course, normals) = corner(deg, room + 6.0, form);
                    let (up, ahead) = sin_cos_deg(*climb);
                    let motion = DVec3::new(0.0, up, -ahead) * STEP;
                    let start = DVec3::new(0.0, up.signum() * -2.0, room + 0.05);
                    let trial = Trial::of_moves(course, tuning, start, times(motion, 80));
                    trials.push(
                        trial
                            .named(format!("{deg}° wide, {climb}°, {name}"))
                            .clear_by(DVec3::Z / sin_cos_deg(deg * 0.5).0)
                            .with_check(comes(DVec3::Y, up * STEP * 80.0))
                            .with_check(not_past(DVec3::ZERO, normals[0]))
                            .with_check(not_past(DVec3::ZERO, normals[1]))
                            .with_check(not_inside()),
                    );
                }
            }
        }
        trials
    };
    let family = Family::Creases;
    vec![
        scene(
            family,
            "rising",
            "A flight into a crease keeps its rise.",
            scene_of(&[20.0, 70.0]),
        ),
        scene(
            family,
            "sinking",
            "It keeps its fall as well.",
            scene_of(&[-45.0]),
        ),
    ]
}

/// A body pressed into a corner comes to rest, or slides out at a steady pace.
pub(crate) fn corners() -> Vec<Scene> {
    let family = Family::Corners;
    vec![
        scene(
            family,
            "straight",
            "A body pressed straight into a corner comes to rest.",
            pressed(0.0),
        ),
        scene(
            family,
            "aside",
            "Pressed at a slant, it rests or slides on steadily.",
            pressed(10.0),
        ),
    ]
}

fn pressed(aside_deg: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for deg in ANGLES {
            let room = clear_of_corner(deg, tuning.radius);
            let (course, normals) = corner(deg, room + 10.0, form);
            let motion = turn(aside_deg) * DVec3::NEG_Z * STEP;
            let start = DVec3::Z * (room + 0.3);
            // A narrow corner stops a body late.
            let count = 120 + (room / STEP) as usize;
            let trial = Trial::of_moves(course, tuning, start, times(motion, count));
            trials.push(
                trial
                    .named(format!("{deg}° wide, {name}"))
                    .seen_from_above()
                    .with_check(steady(count - 60..count))
                    .with_check(not_past(DVec3::ZERO, normals[0]))
                    .with_check(not_past(DVec3::ZERO, normals[1]))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

/// A body fits through a gap, or it does not.
pub(crate) fn gaps() -> Vec<Scene> {
    let (family, walls, posts) = (Family::Gaps, 1.0, 0.1);
    vec![
        scene(
            family,
            "wide",
            "A body passes between walls that are 10 cm farther apart than it is wide.",
            wide(walls),
        ),
        scene(
            family,
            "wide, posts",
            "It passes between two posts as well.",
            wide(posts),
        ),
        scene(
            family,
            "narrow",
            "A gap that is 2 cm too narrow stops a body.",
            narrow(walls),
        ),
        scene(
            family,
            "narrow, posts",
            "Two posts stop it as well, and it does not tremble.",
            narrow(posts),
        ),
    ]
}

/// Two walls across the way at z = -3, `half` metres thick to both sides, so much apart.
fn gap(width: f64, half: f64, form: Form) -> Course {
    let mut course = Course::default();
    for side in [-1.0, 1.0] {
        let center = DVec3::new(side * (width * 0.5 + 1.0), 0.0, -3.0);
        course.solid(Block::new(center, DVec3::new(1.0, 4.0, half)), form);
    }
    course
}

fn wide(half: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for aside in [0.0, 0.03] {
            let course = gap(tuning.radius * 2.0 + 0.1, half, form);
            let moves = times(DVec3::NEG_Z * STEP, 160);
            let trial = Trial::of_moves(course, tuning, DVec3::X * aside, moves);
            trials.push(
                trial
                    .named(format!("{aside} m aside, {name}"))
                    .with_room(0.1)
                    .seen_from_above()
                    .with_check(reaches(DVec3::NEG_Z * 6.0, DVec3::Z))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

fn narrow(half: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for aside in [0.0, 5.0] {
            let course = gap(tuning.radius * 2.0 - 0.02, half, form);
            let motion = turn(aside) * DVec3::NEG_Z * STEP;
            let trial = Trial::of_moves(course, tuning, DVec3::ZERO, times(motion, 140));
            trials.push(
                trial
                    .named(format!("{aside}° aside, {name}"))
                    .seen_from_above()
                    .with_check(not_past(DVec3::NEG_Z * 3.0, DVec3::Z))
                    .with_check(steady(80..140))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}
