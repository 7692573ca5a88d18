//! Ceilings, level and slanting.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;

use super::{FEW_RATES, forms_and_bodies, scene, standing, tan_deg, times, top, with_floor};
use crate::check::{
    Check, Measure, comes, ends_at_height, keeps_speed, not_inside, not_past, on_floor, steady,
    straight,
};
use crate::course::{Block, Course, Form};
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// The length of a move; metres.
const STEP: f64 = 0.05;

/// A solid of 1 m with its underside at this height.
pub(super) fn roof(height: f64) -> Block {
    Block::new(DVec3::Y * (height + 0.5), DVec3::new(20.0, 0.5, 20.0))
}

/// A ceiling stops a rise, and nothing else.
pub(crate) fn ceilings() -> Vec<Scene> {
    let family = Family::Ceilings;
    vec![
        scene(
            family,
            "flight",
            "A flight along a ceiling keeps its level part.",
            flights(),
        ),
        scene(
            family,
            "jump",
            "Who jumps against a ceiling falls back at once.",
            jumps(),
        ),
        scene(
            family,
            "run",
            "A walk under a ceiling, 5 cm above the head, is as fast as in the open.",
            runs(),
        ),
    ]
}

fn flights() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for deg in [15.0, 45.0, 75.0] {
            let mut course = Course::default();
            course.solid(roof(2.0), form);
            let (up, ahead) = sin_cos_deg(deg);
            let motion = DVec3::new(0.0, up, -ahead) * STEP;
            let start = DVec3::new(0.0, 2.0 - top(&tuning) - 0.02, 3.0);
            let trial = Trial::of_moves(course, tuning, start, times(motion, 100));
            trials.push(
                trial
                    .named(format!("{deg}°, {name}"))
                    .clear_by(DVec3::NEG_Y)
                    .with_check(comes(DVec3::NEG_Z, ahead * STEP * 100.0))
                    .with_check(straight(DVec3::X, 1.0))
                    .with_check(not_past(DVec3::Y * 2.0, DVec3::NEG_Y))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

fn jumps() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for hz in FEW_RATES {
            let mut course = with_floor();
            course.solid(roof(tuning.radius + top(&tuning) + 0.2), form);
            // Up in 0.03 s and down in 0.14 s. The whole jump would take 0.65 s.
            let jump = Leg {
                jump: true,
                ..Leg::idle(0.35)
            };
            let start = DVec3::Y * standing(&tuning);
            let trial = Trial::of_walk(course, tuning, hz, start, &[jump]);
            trials.push(
                trial
                    .named(format!("{name}, {hz} Hz"))
                    .with_room(0.2)
                    .with_check(ends_at_height(tuning.radius))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

fn runs() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for hz in FEW_RATES {
            let mut course = with_floor();
            course.solid(roof(tuning.radius + top(&tuning) + 0.05), form);
            let start = DVec3::new(0.0, standing(&tuning), 6.0);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(1.5, 0.0)]);
            trials.push(
                trial
                    .named(format!("{name}, {hz} Hz"))
                    .with_room(0.05)
                    .with_check(keeps_speed(DVec3::NEG_Z, 1.0))
                    .with_check(on_floor())
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

/// A body pressed into a wedge rests there, is not pushed through the floor, and comes out again.
pub(crate) fn wedges() -> Vec<Scene> {
    let family = Family::Wedges;
    vec![
        scene(
            family,
            "pressed",
            "A body pressed into a wedge comes to rest.",
            pressed(),
        ),
        scene(
            family,
            "released",
            "It leaves the wedge again as freely as it came.",
            released(),
        ),
        scene(
            family,
            "walking",
            "A walk into a wedge stays above the floor, and turns back.",
            walked(),
        ),
    ]
}

/// A floor, and a ceiling that comes down to it towards -Z by `deg`. Returns where a body with a gap of `gap` above its head
/// stands.
fn wedge(deg: f64, height: f64, gap: f64, form: Form) -> (Course, f64) {
    let mut course = Course::default();
    course.floor(0.0, 200.0);
    let (sin, cos) = sin_cos_deg(deg);
    let along = DVec3::new(0.0, sin, cos);
    let half = 90.0;
    let down = DVec3::new(0.0, -cos, sin);
    match form {
        Form::Triangles => {
            let low = DVec3::new(-20.0, 0.0, 0.0);
            course.sheet(low, DVec3::X * 40.0, along * half * 2.0, 1);
        }
        Form::Boxes => {
            let center = along * half - down * 0.5;
            let block = Block::new(center, DVec3::new(20.0, 0.5, half));
            course.boxes.push(block.turned(DVec3::X * -deg));
        }
    }
    (course, (height + gap) / tan_deg(deg))
}

/// All wedges with a walker of any body in front of them, whose way to the contact is less than 2 m.
fn each_wedge(trial: impl Fn(Course, sidle::player::Tuning, DVec3) -> Trial) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for deg in [8.0, 20.0, 45.0, 70.0] {
            let height = tuning.radius + top(&tuning);
            let (course, place) = wedge(deg, height, 0.05, form);
            // Half of the width reaches farther in than the middle.
            let start = DVec3::new(0.0, standing(&tuning), place + tuning.radius);
            let trial = trial(course, tuning, start).named(format!("{deg}°, {name}"));
            // A padding below the feet and one above the head.
            trials.push(trial.clear_by(DVec3::new(0.0, 1.0, 2.5 / tan_deg(deg))));
        }
    }
    trials
}

/// Comes as far out as it went in.
fn returns() -> Check {
    Check::new(Measure::Behind(DVec3::Z), 10.0, 10.0)
}

fn pressed() -> Vec<Trial> {
    each_wedge(|course, tuning, start| {
        Trial::of_moves(course, tuning, start, times(DVec3::NEG_Z * STEP, 140))
            .with_check(steady(100..140))
            .with_check(not_past(DVec3::Y * 0.1, DVec3::Y))
            .with_check(not_inside())
    })
}

fn released() -> Vec<Trial> {
    each_wedge(|course, tuning, start| {
        let mut moves = times(DVec3::NEG_Z * STEP, 80);
        moves.extend(times(DVec3::Z * STEP, 80));
        Trial::of_moves(course, tuning, start, moves)
            .with_check(returns())
            .with_check(not_inside())
    })
}

fn walked() -> Vec<Trial> {
    let mut trials = Vec::new();
    for hz in FEW_RATES {
        trials.extend(
            each_wedge(|course, tuning, start| {
                let legs = [Leg::ahead(1.0, 0.0), Leg::ahead(1.2, 180.0)];
                Trial::of_walk(course, tuning, hz, start, &legs)
                    .with_check(returns())
                    .with_check(not_past(DVec3::Y * (tuning.radius - 0.01), DVec3::Y))
                    .with_check(not_inside())
            })
            .into_iter()
            .map(|trial| {
                let name = format!("{}, {hz} Hz", trial.variant);
                trial.named(name)
            }),
        );
    }
    trials
}
