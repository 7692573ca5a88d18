//! Slopes below, at and above the limit of 45 degrees.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::Tuning;

use super::{FEW_RATES, bodies, person, scene, standing};
use crate::check::{Check, Measure, keeps_speed, not_inside, on_floor, reaches};
use crate::course::{Block, Course, Form};
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// Half the length of a ramp; metres.
const HALF: f64 = 15.0;

/// Who walks up which slope.
pub(crate) fn scenes() -> Vec<Scene> {
    let family = Family::Slopes;
    let climbs = [30.0, 40.0, 44.0];
    let blocked = [46.0, 50.0, 60.0];
    vec![
        scene(
            family,
            "climbs",
            "A walk climbs 1 m on a slope below the limit.",
            climb(&climbs),
        ),
        scene(
            family,
            "blocks",
            "A slope above the limit lets nobody climb 0.5 m.",
            block(&blocked),
        ),
        scene(
            family,
            "stands",
            "A body at rest stays in its place on a slope below the limit.",
            stand(),
        ),
        scene(
            family,
            "slips",
            "A slope far above the limit holds nobody.",
            slip(),
        ),
        scene(
            family,
            "down",
            "A walk down a slope stays on the ground.",
            down(),
        ),
        scene(
            family,
            "pace",
            "A walk up a slope keeps at least its part along the slope.",
            pace(),
        ),
        scene(
            family,
            "at the limit",
            "The ground of a slope exactly at the limit does not flicker.",
            flicker(),
        ),
    ]
}

/// A floor up to z = -1, and a ramp from there on that rises towards -Z.
fn ramp(deg: f64, form: Form) -> Course {
    let mut course = Course::default();
    let (sin, cos) = sin_cos_deg(deg);
    course.extrude(&[(20.0, 0.0), (-1.0, 0.0)], 20.0);
    match form {
        Form::Triangles => {
            let top = (-1.0 - cos * HALF * 2.0, sin * HALF * 2.0);
            course.extrude(&[(-1.0, 0.0), top], 20.0);
        }
        Form::Boxes => {
            // Its upper face goes through the foot.
            let along = DVec3::new(0.0, sin, -cos);
            let normal = DVec3::new(0.0, cos, sin);
            let center = DVec3::NEG_Z + along * HALF - normal * 0.5;
            let block = Block::new(center, DVec3::new(20.0, 0.5, HALF));
            course.boxes.push(block.turned(DVec3::X * deg));
        }
    }
    course
}

/// A place on the ramp, `along` metres from its foot, where a body with a round bottom stands.
fn on_ramp(deg: f64, along: f64, tuning: &Tuning) -> DVec3 {
    let (sin, cos) = sin_cos_deg(deg);
    let normal = DVec3::new(0.0, cos, sin);
    // An upright box needs more room than a ball.
    let clearance = tuning.radius
        * if tuning.body == person().body {
            1.0
        } else {
            sin + cos
        };
    DVec3::NEG_Z + DVec3::new(0.0, sin, -cos) * along + normal * (clearance + 0.005)
}

/// All combinations of a slope, a body, a form and a rate.
fn each(slopes: &[f64], trial: impl Fn(f64, Form, Tuning, u32) -> Trial) -> Vec<Trial> {
    let mut trials = Vec::new();
    for deg in slopes {
        for (body, tuning) in bodies() {
            for (form_name, form) in Form::NAMES {
                for hz in FEW_RATES {
                    let trial = trial(*deg, form, tuning, hz);
                    trials.push(trial.named(format!("{deg}°, {form_name}, {body}, {hz} Hz")));
                }
            }
        }
    }
    trials
}

/// The direction away from the ramp.
fn off_ramp(deg: f64) -> DVec3 {
    let (sin, cos) = sin_cos_deg(deg);
    DVec3::new(0.0, cos, sin)
}

fn climb(slopes: &[f64]) -> Vec<Trial> {
    each(slopes, |deg, form, tuning, hz| {
        let start = DVec3::new(0.0, standing(&tuning), 1.0);
        let leg = Leg::ahead(1.5, 0.0);
        Trial::of_walk(ramp(deg, form), tuning, hz, start, &[leg])
            .with_check(reaches(DVec3::Y * (1.0 + tuning.radius), DVec3::NEG_Y))
            .with_check(not_inside())
    })
}

fn block(slopes: &[f64]) -> Vec<Trial> {
    each(slopes, |deg, form, tuning, hz| {
        let start = DVec3::new(0.0, standing(&tuning), 1.0);
        let leg = Leg::ahead(1.5, 0.0);
        let (point, normal) = (DVec3::Y * (0.5 + tuning.radius), DVec3::NEG_Y);
        Trial::of_walk(ramp(deg, form), tuning, hz, start, &[leg])
            .with_check(Check::new(Measure::Passed { point, normal }, 0.0, 100.0))
            .with_check(not_inside())
    })
}

fn stand() -> Vec<Trial> {
    each(&[20.0, 40.0], |deg, form, tuning, hz| {
        let start = on_ramp(deg, 5.0, &tuning);
        Trial::of_walk(ramp(deg, form), tuning, hz, start, &[Leg::idle(1.5)])
            .clear_by(off_ramp(deg))
            .with_check(Check::new(Measure::Moved, 5.0, 50.0))
            .with_check(not_inside())
    })
}

fn slip() -> Vec<Trial> {
    each(&[60.0], |deg, form, tuning, hz| {
        let start = on_ramp(deg, 12.0, &tuning);
        let point = start - DVec3::Y;
        // Without friction it would slide 1 m in half a second.
        Trial::of_walk(ramp(deg, form), tuning, hz, start, &[Leg::idle(1.0)])
            .clear_by(off_ramp(deg))
            .with_check(reaches(point, DVec3::Y))
            .with_check(not_inside())
    })
}

fn down() -> Vec<Trial> {
    each(&[20.0, 40.0], |deg, form, tuning, hz| {
        let start = on_ramp(deg, 12.0, &tuning);
        let leg = Leg::ahead(1.0, 180.0);
        Trial::of_walk(ramp(deg, form), tuning, hz, start, &[leg])
            .clear_by(off_ramp(deg))
            .with_check(on_floor())
            .with_check(not_inside())
    })
}

fn pace() -> Vec<Trial> {
    each(&[10.0, 30.0], |deg, form, tuning, hz| {
        let start = on_ramp(deg, 2.0, &tuning);
        let leg = Leg::ahead(1.0, 0.0);
        let (_, cos) = sin_cos_deg(deg);
        Trial::of_walk(ramp(deg, form), tuning, hz, start, &[leg])
            .clear_by(off_ramp(deg))
            // The level part of the part along the slope: some movers keep more.
            .with_check(keeps_speed(DVec3::NEG_Z, cos * cos))
            .with_check(on_floor())
            .with_check(not_inside())
    })
}

fn flicker() -> Vec<Trial> {
    let mut trials = Vec::new();
    for limit in [30.0, 45.0, 52.0] {
        for (body, tuning) in bodies() {
            for (form_name, form) in Form::NAMES {
                let tuning = Tuning {
                    max_slope_deg: limit,
                    ..tuning
                };
                let start = on_ramp(limit, 8.0, &tuning);
                // Across the slope, so that a body that may climb and one that slips both stay on it.
                let legs = [Leg::idle(0.5), Leg::ahead(0.3, 90.0)];
                let trial = Trial::of_walk(ramp(limit, form), tuning, 60, start, &legs)
                    .clear_by(off_ramp(limit));
                trials.push(
                    trial
                        .named(format!("{limit}°, {form_name}, {body}"))
                        .with_check(Check::new(Measure::Flicker, 1.0, 4.0))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}
