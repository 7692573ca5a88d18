//! Ways down: stairs, crests and ledges. And jumps.

use sidle::glam::DVec3;
use sidle::player::Tuning;

use super::steps::{flight, on_spiral};
use super::{RATES, bodies, person, scene, standing, tan_deg, with_floor};
use crate::check::{Check, Measure, ends_at_height, not_inside, on_floor, reaches};
use crate::course::Course;
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// A body follows the ground down as far as it snaps, and no farther.
pub(crate) fn scenes() -> Vec<Scene> {
    let family = Family::Snapping;
    vec![
        scene(
            family,
            "stairs",
            "A walk down stairs stays on the ground.",
            stairs(),
        ),
        scene(
            family,
            "spiral",
            "A walk down a spiral stays on it.",
            spirals(),
        ),
        scene(
            family,
            "crest",
            "A walk over a crest stays on the ground.",
            crests(),
        ),
        scene(
            family,
            "ledge",
            "A walk off a ledge of 2 m falls, and is not put down.",
            ledges(),
        ),
        scene(
            family,
            "jump",
            "A jump is as high as its speed makes it, and lands where it began.",
            jumps(),
        ),
    ]
}

fn stairs() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for (rise, run) in [(0.1, 0.3), (0.2, 0.3), (0.3, 0.3)] {
            for hz in RATES {
                let top = rise * 8.0;
                let start = DVec3::new(0.0, top + standing(&tuning), -4.5);
                let tuning = Tuning {
                    walk_speed: 2.0,
                    ..tuning
                };
                let leg = Leg::ahead(2.5, 180.0);
                let trial = Trial::of_walk(flight(rise, run, 8), tuning, hz, start, &[leg]);
                trials.push(
                    trial
                        .named(format!("{rise} m on {run} m, {body}, {hz} Hz"))
                        .with_check(on_floor())
                        .with_check(ends_at_height(tuning.radius))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}

fn spirals() -> Vec<Trial> {
    let trials = RATES.map(|hz| {
        let (trial, height) = on_spiral(-1.0, hz);
        trial
            .named(format!("{hz} Hz"))
            .with_check(on_floor())
            .with_check(ends_at_height(height))
            .with_check(not_inside())
    });
    trials.into()
}

fn crests() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for deg in [10.0, 25.0] {
            for hz in RATES {
                let height = 4.0 * tan_deg(deg);
                let profile = [
                    (20.0, 0.0),
                    (-1.0, 0.0),
                    (-5.0, height),
                    (-9.0, 0.0),
                    (-40.0, 0.0),
                ];
                let mut course = Course::default();
                course.extrude(&profile, 10.0);
                let start = DVec3::new(0.0, standing(&tuning), 0.5);
                let leg = Leg::ahead(2.5, 0.0);
                let trial = Trial::of_walk(course, tuning, hz, start, &[leg]);
                trials.push(
                    trial
                        .named(format!("{deg}°, {body}, {hz} Hz"))
                        .with_check(on_floor())
                        .with_check(reaches(DVec3::NEG_Z * 9.0, DVec3::Z))
                        .with_check(not_inside()),
                );
            }
        }
    }
    trials
}

fn ledges() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for hz in RATES {
            let mut course = Course::default();
            course.extrude(
                &[(20.0, 0.0), (-1.0, 0.0), (-1.0, -2.0), (-30.0, -2.0)],
                10.0,
            );
            let start = DVec3::new(0.0, standing(&tuning), 0.5);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(1.5, 0.0)]);
            // The last tick of a fall of 2 m is the fastest one.
            let fastest = (2.0 * tuning.gravity * 2.0).sqrt() / f64::from(hz) * 1e3;
            trials.push(
                trial
                    .named(format!("{body}, {hz} Hz"))
                    .with_check(Check::new(
                        Measure::Dropped,
                        fastest + 20.0,
                        fastest + 350.0,
                    ))
                    .with_check(ends_at_height(tuning.radius - 2.0))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

fn jumps() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (way, forward) in [("in place", 0.0), ("running", 1.0)] {
        for hz in RATES {
            let tuning = person();
            let jump = Leg {
                jump: true,
                forward,
                ..Leg::ahead(1.2, 0.0)
            };
            let start = DVec3::Y * standing(&tuning);
            let peak = tuning.jump_speed * tuning.jump_speed / (2.0 * tuning.gravity);
            // A tick moves by the speed before, after or between, so a jump is up to a tick's way off.
            let tick = tuning.jump_speed / f64::from(hz) * 1e3;
            let measure = Measure::Peak(peak + tuning.radius);
            let trial = Trial::of_walk(with_floor(), tuning, hz, start, &[jump]);
            trials.push(
                trial
                    .named(format!("{way}, {hz} Hz"))
                    .with_check(Check::new(measure, tick + 10.0, tick * 2.0 + 50.0))
                    .with_check(ends_at_height(tuning.radius))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}
