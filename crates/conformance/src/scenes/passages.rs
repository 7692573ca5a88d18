//! Low passages, and bodies that crouch in them.

use sidle::glam::DVec3;
use sidle::player::Tuning;

use super::{FEW_RATES, forms_and_bodies, person, scene, standing, top, with_floor};
use crate::check::{Check, Measure, not_inside, not_past, reaches};
use crate::course::{Block, Course, Form};
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// A block over the floor from z = -3 to z = -7, with its underside at this height.
fn passage(height: f64, form: Form) -> Course {
    let mut course = with_floor();
    let center = DVec3::new(0.0, height + 1.0, -5.0);
    course.solid(Block::new(center, DVec3::new(10.0, 1.0, 2.0)), form);
    course
}

/// A body passes what is higher than it is, and nothing lower.
pub(crate) fn passages() -> Vec<Scene> {
    let family = Family::Passages;
    vec![
        scene(
            family,
            "high",
            "A body passes below a beam, 8 cm above its head.",
            walks(0.08),
        ),
        scene(
            family,
            "low",
            "A beam that is 5 cm too low stops it.",
            walks(-0.05),
        ),
        scene(
            family,
            "step",
            "A step below a beam stops who has no room on it.",
            steps(),
        ),
    ]
}

fn walks(gap: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, form, tuning) in forms_and_bodies() {
        for hz in FEW_RATES {
            let course = passage(tuning.radius + top(&tuning) + gap, form);
            let start = DVec3::Y * standing(&tuning);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(2.0, 0.0)]);
            let goes = if gap > 0.0 {
                reaches(DVec3::NEG_Z * 8.0, DVec3::Z)
            } else {
                not_past(DVec3::NEG_Z * 3.0, DVec3::Z)
            };
            let trial = trial
                .named(format!("{name}, {hz} Hz"))
                .with_check(goes)
                .with_check(not_inside());
            trials.push(if gap > 0.0 {
                trial.with_room(gap)
            } else {
                trial
            });
        }
    }
    trials
}

fn steps() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (form_name, form) in Form::NAMES {
        for hz in FEW_RATES {
            let tuning = person();
            let mut course = passage(tuning.height + 0.1, form);
            let step = Block::new(DVec3::new(0.0, 0.0, -10.0), DVec3::new(10.0, 0.3, 6.0));
            course.solid(step, form);
            let start = DVec3::Y * standing(&tuning);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(1.5, 0.0)]);
            trials.push(
                trial
                    .named(format!("{form_name}, {hz} Hz"))
                    .with_check(not_past(DVec3::NEG_Z * 4.0, DVec3::Z))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

/// Crouching, a body passes what is too low for it.
pub(crate) fn resizing() -> Vec<Scene> {
    let family = Family::Resizing;
    vec![
        scene(
            family,
            "crouched",
            "A crouched body passes a beam at 1.3 m.",
            crouched(),
        ),
        scene(family, "upright", "An upright one does not.", upright()),
        scene(
            family,
            "below",
            "Who stands up below the beam stays low, and walks out.",
            below(),
        ),
        scene(
            family,
            "behind",
            "Who has stood up behind the beam does not pass it again.",
            behind(),
        ),
    ]
}

fn small(course: Course, hz: u32, legs: &[Leg]) -> Trial {
    let tuning = Tuning {
        crouch_height: 1.0,
        ..person()
    };
    Trial::of_walk(course, tuning, hz, DVec3::Y * standing(&tuning), legs).crouching()
}

fn low(seconds: f64, heading: f64) -> Leg {
    Leg {
        crouch: true,
        ..Leg::ahead(seconds, heading)
    }
}

/// The same trial for both forms of the beam and some rates.
fn each(trial: impl Fn(Course, u32) -> Trial) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (form_name, form) in Form::NAMES {
        for hz in FEW_RATES {
            let trial = trial(passage(1.3, form), hz);
            trials.push(trial.named(format!("{form_name}, {hz} Hz")));
        }
    }
    trials
}

fn crouched() -> Vec<Trial> {
    each(|course, hz| Trial {
        is_low: true,
        ..small(course, hz, &[low(6.0, 0.0)])
            .with_room(0.3)
            .with_check(reaches(DVec3::NEG_Z * 8.0, DVec3::Z))
            .with_check(not_inside())
    })
}

fn upright() -> Vec<Trial> {
    each(|course, hz| {
        small(course, hz, &[Leg::ahead(1.5, 0.0)])
            .with_check(not_past(DVec3::NEG_Z * 3.0, DVec3::Z))
            .with_check(not_inside())
    })
}

fn below() -> Vec<Trial> {
    each(|course, hz| {
        // At 2.5 m/s it is below the beam after 2 s. Then the key is up.
        let legs = [low(2.0, 0.0), Leg::idle(0.5), Leg::ahead(4.0, 0.0)];
        Trial {
            is_low: true,
            ..small(course, hz, &legs)
                .with_room(0.3)
                .with_check(reaches(DVec3::NEG_Z * 8.0, DVec3::Z))
                .with_check(Check::new(Measure::Strayed(DVec3::Y), 20.0, 50.0))
                .with_check(not_inside())
        }
    })
}

fn behind() -> Vec<Trial> {
    each(|course, hz| {
        let legs = [low(5.0, 0.0), Leg::idle(0.5), Leg::ahead(3.0, 180.0)];
        Trial {
            is_low: true,
            ..small(course, hz, &legs)
                .with_room(0.3)
                .with_check(reaches(DVec3::NEG_Z * 7.0, DVec3::Z))
                .with_check(not_inside())
        }
    })
}
