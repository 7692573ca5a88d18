//! Steps and stairs up.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::Tuning;

use super::{RATES, bodies, person, scene, standing, tan_deg};
use crate::check::{Check, Measure, ends_at_height, keeps_speed, not_inside, not_past, reaches};
use crate::course::{Block, Course, Form};
use crate::scene::{Family, Scene};
use crate::trial::{Heading, Leg, Trial};

/// A profile of (z, y), from +Z to -Z.
type Profile = Vec<(f64, f64)>;

/// Up to the height of a step, whatever its front and the tick rate.
pub(crate) fn scenes() -> Vec<Scene> {
    let family = Family::Steps;
    vec![
        scene(
            family,
            "upright",
            "A walk climbs an upright step.",
            upright(),
        ),
        scene(family, "slow", "A slow walk climbs it as well.", slow()),
        scene(family, "slanting", "So does a walk at a slant.", slanting()),
        scene(family, "box", "A box is climbed like a step.", boxes()),
        scene(
            family,
            "rounded",
            "An edge that is rounded by 2 cm changes nothing.",
            rounded(),
        ),
        scene(
            family,
            "leaning",
            "Nor does a front that leans back.",
            leaning(),
        ),
        scene(
            family,
            "stairs",
            "A walk climbs a flight of stairs.",
            flights(),
        ),
        scene(family, "open", "It climbs stairs without risers.", open()),
        scene(family, "spiral", "It climbs a spiral.", spirals()),
        scene(
            family,
            "kerb",
            "A kerb of 5 cm costs a walk no speed.",
            kerbs(),
        ),
        scene(
            family,
            "too high",
            "A step above the limit stops a walk.",
            too_high(),
        ),
    ]
}

/// A floor, and one step at z = -1 with this front between the two.
fn step(front: &[(f64, f64)], height: f64) -> Course {
    let mut profile: Profile = vec![(20.0, 0.0), (-1.0, 0.0)];
    profile.extend(front);
    let (last, _) = profile[profile.len() - 1];
    profile.extend([(last, height), (last - 30.0, height)]);
    profile.dedup();
    let mut course = Course::default();
    course.extrude(&profile, 15.0);
    course
}

/// A walk of `seconds` onto a step, which must end on it.
fn onto(course: Course, tuning: Tuning, hz: u32, heading: f64, seconds: f64, height: f64) -> Trial {
    let start = DVec3::new(0.0, standing(&tuning), 0.5);
    Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(seconds, heading)])
        .with_check(ends_at_height(height + tuning.radius))
        .with_check(not_inside())
}

fn upright() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for height in [0.1, 0.2, 0.34] {
            for hz in RATES {
                let trial = onto(step(&[], height), tuning, hz, 0.0, 1.5, height);
                trials.push(trial.named(format!("{height} m, {body}, {hz} Hz")));
            }
        }
    }
    trials
}

fn slow() -> Vec<Trial> {
    let mut trials = Vec::new();
    for height in [0.2, 0.34] {
        for hz in RATES {
            let tuning = Tuning {
                walk_speed: 0.5,
                ..person()
            };
            let trial = onto(step(&[], height), tuning, hz, 0.0, 5.0, height);
            trials.push(trial.named(format!("{height} m, {hz} Hz")));
        }
    }
    trials
}

fn slanting() -> Vec<Trial> {
    let mut trials = Vec::new();
    for heading in [30.0, 60.0] {
        for hz in RATES {
            let trial = onto(step(&[], 0.25), person(), hz, heading, 1.5, 0.25);
            trials.push(trial.named(format!("{heading}° aside, {hz} Hz")));
        }
    }
    trials
}

fn boxes() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for hz in RATES {
            let mut course = Course::default();
            course.floor(0.0, 40.0);
            let center = DVec3::new(0.0, 0.1, -16.0);
            let half = DVec3::new(15.0, 0.2, 15.0);
            course.boxes.push(Block::new(center, half));
            let trial = onto(course, tuning, hz, 0.0, 1.5, 0.3);
            trials.push(trial.named(format!("0.3 m, {body}, {hz} Hz")));
        }
    }
    trials
}

fn rounded() -> Vec<Trial> {
    const RADIUS: f64 = 0.02;
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for height in [0.2, 0.3] {
            for hz in RATES {
                let facets = (0..=4).map(|facet| {
                    let (sin, cos) = sin_cos_deg(22.5 * f64::from(facet));
                    (-1.0 - RADIUS * (1.0 - cos), height - RADIUS * (1.0 - sin))
                });
                let course = step(&facets.collect::<Vec<_>>(), height);
                let trial = onto(course, tuning, hz, 0.0, 1.5, height);
                trials.push(trial.named(format!("{height} m, {body}, {hz} Hz")));
            }
        }
    }
    trials
}

fn leaning() -> Vec<Trial> {
    let mut trials = Vec::new();
    for lean in [4.0, 15.0, 30.0] {
        for height in [0.2, 0.33] {
            for hz in RATES {
                let top = (-1.0 - height * tan_deg(lean), height);
                let trial = onto(step(&[top], height), person(), hz, 0.0, 1.5, height);
                trials.push(trial.named(format!("{lean}° back, {height} m, {hz} Hz")));
            }
        }
    }
    trials
}

/// A straight flight of `count` steps from z = -1 on.
pub(super) fn flight(rise: f64, run: f64, count: u32) -> Course {
    let mut profile: Profile = vec![(20.0, 0.0)];
    for number in 0..count {
        let (z, y) = (-1.0 - run * f64::from(number), rise * f64::from(number));
        profile.extend([(z, y), (z, y + rise)]);
    }
    let (last, height) = profile[profile.len() - 1];
    profile.push((last - 30.0, height));
    let mut course = Course::default();
    course.extrude(&profile, 15.0);
    course
}

fn flights() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for (rise, run) in [(0.15, 0.3), (0.3, 0.3)] {
            for hz in RATES {
                let course = flight(rise, run, 8);
                let trial = onto(course, tuning, hz, 0.0, 2.5, rise * 8.0);
                trials.push(trial.named(format!("{rise} m on {run} m, {body}, {hz} Hz")));
            }
        }
    }
    trials
}

fn open() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (form_name, form) in Form::NAMES {
        for hz in RATES {
            let mut course = Course::default();
            course.floor(0.0, 40.0);
            for number in 1..=8 {
                let number = f64::from(number);
                // Each tread of 4 cm reaches 10 cm below the next one.
                let is_last = number == 8.0;
                let depth = if is_last { 15.0 } else { 0.2 };
                let front = -1.0 - 0.3 * (number - 1.0);
                let center = DVec3::new(0.0, 0.2 * number - 0.02, front - depth);
                course.solid(Block::new(center, DVec3::new(5.0, 0.02, depth)), form);
            }
            let trial = onto(course, person(), hz, 0.0, 2.5, 1.6);
            trials.push(trial.named(format!("{form_name}, {hz} Hz")));
        }
    }
    trials
}

/// The rise of a step of a spiral; metres.
const SPIRAL_RISE: f64 = 0.17;

/// How many steps a spiral has, each a sixteenth of a turn wide.
const SPIRAL_STEPS: u32 = 12;

/// A spiral around the axis of Y that begins at the angle 0, which is +X, and goes up counter-clockwise, seen from above.
pub(super) fn spiral() -> Course {
    let mut course = Course::default();
    let at = |sixteenth: f64, distance: f64, height: f64| {
        let (sin, cos) = sin_cos_deg(sixteenth * 22.5);
        DVec3::new(cos * distance, height, -sin * distance)
    };
    let (near, far) = (0.3, 2.6);
    let mut tread = |from: f64, to: f64, height: f64| {
        let corners = [
            at(from, near, height),
            at(from, far, height),
            at(to, far, height),
            at(to, near, height),
        ];
        course.quad(corners);
    };
    // The floor before it, and the landing behind it, in narrow pieces because they are round.
    // Two each, so that none is above another.
    for piece in 0..2 {
        let piece = f64::from(piece);
        tread(-2.0 + piece, -1.0 + piece, 0.0);
        let last = f64::from(SPIRAL_STEPS) + piece;
        tread(last, last + 1.0, SPIRAL_RISE * f64::from(SPIRAL_STEPS));
    }
    for number in 0..SPIRAL_STEPS {
        let place = f64::from(number);
        tread(place, place + 1.0, SPIRAL_RISE * (place + 1.0));
    }
    for number in 0..SPIRAL_STEPS {
        let (place, low) = (f64::from(number), SPIRAL_RISE * f64::from(number));
        // A riser's front is where the walk up comes from.
        course.quad([
            at(place, near, low),
            at(place, far, low),
            at(place, far, low + SPIRAL_RISE),
            at(place, near, low + SPIRAL_RISE),
        ]);
    }
    course
}

/// A walk on the spiral, up (1) or down (-1). Returns the trial and the height where it should end.
pub(super) fn on_spiral(sense: f64, hz: u32) -> (Trial, f64) {
    let tuning = Tuning {
        walk_speed: 2.0,
        ..person()
    };
    let height = SPIRAL_RISE * f64::from(SPIRAL_STEPS);
    let (place, from, to) = if sense > 0.0 {
        (-1.5, 0.0, height)
    } else {
        (13.5, height, 0.0)
    };
    let (sin, cos) = sin_cos_deg(place * 22.5);
    let start = DVec3::new(cos * 1.5, from + standing(&tuning), -sin * 1.5);
    // 15 sixteenths of a turn at 1.5 m are 8.8 m. A slower mover is still on the landing, if it has made 13.5 of them.
    let leg = Leg {
        heading: Heading::Around(sense, 1.5),
        ..Leg::ahead(4.2, 0.0)
    };
    (
        Trial::of_walk(spiral(), tuning, hz, start, &[leg]),
        to + tuning.radius,
    )
}

fn spirals() -> Vec<Trial> {
    let trials = RATES.map(|hz| {
        let (trial, height) = on_spiral(1.0, hz);
        let trial = trial.named(format!("{hz} Hz"));
        trial
            .with_check(ends_at_height(height))
            .with_check(not_inside())
    });
    trials.into()
}

fn kerbs() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for hz in RATES {
            let start = DVec3::new(0.0, standing(&tuning), 0.5);
            let course = step(&[], 0.05);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(1.5, 0.0)]);
            let keeps = keeps_speed(DVec3::NEG_Z, 1.0);
            trials.push(
                trial
                    .named(format!("{body}, {hz} Hz"))
                    .with_check(Check {
                        limit: 95.0,
                        ..keeps
                    })
                    .with_check(reaches(DVec3::Y * (0.04 + tuning.radius), DVec3::NEG_Y))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

fn too_high() -> Vec<Trial> {
    let mut trials = Vec::new();
    for height in [0.45, 1.0] {
        for hz in RATES {
            let tuning = person();
            let start = DVec3::new(0.0, standing(&tuning), 0.5);
            let course = step(&[], height);
            let trial = Trial::of_walk(course, tuning, hz, start, &[Leg::ahead(1.5, 0.0)]);
            let (point, normal) = (DVec3::Y * (tuning.radius + 0.1), DVec3::NEG_Y);
            trials.push(
                trial
                    .named(format!("{height} m, {hz} Hz"))
                    .with_check(Check::new(Measure::Passed { point, normal }, 0.0, 20.0))
                    .with_check(not_past(DVec3::NEG_Z, DVec3::Z))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}
