//! Bumpy floors, dirty meshes, and the time that they take.

use sidle::glam::DVec3;

use super::{FEW_RATES, RATES, bodies, person, scene, standing, times};
use crate::check::{Check, Measure, keeps_speed, not_inside, not_past, reaches};
use crate::course::{Course, heading};
use crate::random::Random;
use crate::scene::{Family, Scene};
use crate::trial::{Leg, Trial};

/// Half the width of a floor; cells of half a metre.
const HALF: i32 = 20;

/// A body gets over what a scanner or a careless hand has left.
pub(crate) fn scenes() -> Vec<Scene> {
    let family = Family::Noise;
    vec![
        scene(
            family,
            "bumps",
            "A walk over bumps gets on, and never falls through.",
            bumps(),
        ),
        scene(
            family,
            "dirt",
            "Faces that are doubled, flipped, thin or flat change nothing.",
            dirt(),
        ),
        scene(
            family,
            "cracks",
            "Cracks of a millimetre hold nobody.",
            cracks(),
        ),
        scene(
            family,
            "long teeth",
            "Edges that end in the middle of others stop no flight.",
            teeth(),
        ),
    ]
}

/// A floor of cells whose corners are up to `height` metres off the height 0.
fn bumpy(height: f64, seed: u64) -> Course {
    let mut random = Random::new(seed);
    let side = (HALF * 2 + 1) as usize;
    let heights: Vec<f64> = (0..side * side).map(|_| random.signed() * height).collect();
    let at = |i: i32, j: i32| {
        let index = ((i + HALF) as usize) * side + (j + HALF) as usize;
        DVec3::new(f64::from(i) * 0.5, heights[index], f64::from(j) * 0.5)
    };
    let mut course = Course::default();
    for i in -HALF..HALF {
        for j in -HALF..HALF {
            course.quad([at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    course
}

/// A walk from one side of a floor to the other that must come some metres far.
fn across(course: Course, tuning: sidle::player::Tuning, hz: u32, metres: f64) -> Trial {
    let start = DVec3::new(0.1, standing(&tuning) + 0.1, 6.0);
    let leg = Leg::ahead(2.0, 5.0);
    let way = heading(5.0);
    let goal = start + way * metres;
    Trial::of_walk(course, tuning, hz, start, &[leg])
        .with_check(reaches(goal, -way))
        .with_check(not_past(DVec3::NEG_Y * 0.2, DVec3::Y))
        .with_check(not_past(DVec3::Y * (tuning.radius + 0.4), DVec3::NEG_Y))
        .with_check(not_inside())
}

fn bumps() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for height in [0.01, 0.05, 0.12] {
            for hz in RATES {
                // The way over slopes of up to 0.12 m on half a metre is longer by less than 12 %.
                let trial = across(bumpy(height, 7), tuning, hz, 8.0);
                trials.push(trial.named(format!("{height} m, {body}, {hz} Hz")));
            }
        }
    }
    trials
}

fn dirt() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for hz in FEW_RATES {
            let mut course = bumpy(0.0, 7);
            let mut random = Random::new(11);
            let clean = course.triangles.clone();
            for [a, b, c] in clean {
                match random.below(6) {
                    0 => course.triangle([a, b, c]),
                    1 => course.triangle([a, c, b]),
                    // A sliver along an edge, a needle at a corner, and a face without an area.
                    2 => course.triangle([a, b, a.lerp(b, 0.5) + DVec3::X * 1e-4]),
                    3 => course.triangle([a, b, b + DVec3::Z * 1e-5]),
                    4 => course.triangle([a, b, b]),
                    _ => {}
                }
            }
            let mut trial = across(course, tuning, hz, 9.0);
            trial.checks.insert(0, keeps_speed(heading(5.0), 1.0));
            trials.push(trial.named(format!("{body}, {hz} Hz")));
        }
    }
    trials
}

fn cracks() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for hz in FEW_RATES {
            let mut course = Course::default();
            let mut random = Random::new(5);
            for i in -10..10 {
                for j in -10..10 {
                    let low = DVec3::new(f64::from(i) + 0.0005, 0.0, f64::from(j) + 0.0005);
                    let low = low + DVec3::Y * (random.signed() * 0.0005);
                    course.sheet(low, DVec3::Z * 0.999, DVec3::X * 0.999, 1);
                }
            }
            let mut trial = across(course, tuning, hz, 9.0);
            trial.checks.insert(0, keeps_speed(heading(5.0), 1.0));
            trials.push(trial.named(format!("{body}, {hz} Hz")));
        }
    }
    trials
}

/// A floor whose neighbouring rows have cells of other lengths.
fn teeth() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for deg in [0.0, 20.0, 70.0, 90.0] {
            let mut course = Course::default();
            for row in -8..8_i32 {
                let cells = 3 + row.unsigned_abs() % 4;
                for cell in 0..cells {
                    let width = 16.0 / f64::from(cells);
                    let low = DVec3::new(f64::from(cell) * width - 8.0, 0.0, f64::from(row));
                    course.sheet(low, DVec3::Z, DVec3::X * width, 1);
                }
            }
            let along = heading(deg);
            let motion = (along - DVec3::Y * 0.4) * 0.05;
            let start = DVec3::Y * standing(&tuning);
            let trial = Trial::of_moves(course, tuning, start, times(motion, 100));
            trials.push(
                trial
                    .named(format!("{deg}°, {body}"))
                    .clear_by(DVec3::Y)
                    .with_check(crate::check::comes(along, 5.0))
                    .with_check(Check::new(
                        Measure::Strayed(along.cross(DVec3::Y)),
                        1.0,
                        10.0,
                    ))
                    .with_check(not_inside()),
            );
        }
    }
    trials
}

/// A request costs a small share of a frame.
pub(crate) fn cost() -> Vec<Scene> {
    let family = Family::Cost;
    vec![
        scene(
            family,
            "ticks",
            "Half of all ticks take less than a millisecond.",
            ticks(),
        ),
        scene(
            family,
            "moves",
            "Half of all moves take less than a millisecond.",
            moves(),
        ),
    ]
}

/// A thousandth of a second, and four. A frame of 60 in a second has 16.7.
fn soon() -> Check {
    Check::new(Measure::Cost, 1e3, 4e3)
}

fn worlds() -> [(&'static str, Course); 3] {
    let mut plain = Course::default();
    plain.floor(0.0, 30.0);
    let mut dense = Course::default();
    let low = DVec3::new(-15.0, 0.0, -15.0);
    dense.sheet(low, DVec3::Z * 30.0, DVec3::X * 30.0, 100);
    [
        ("2 triangles", plain),
        ("3200 triangles", bumpy(0.05, 3)),
        ("20000 triangles", dense),
    ]
}

fn ticks() -> Vec<Trial> {
    let trials = worlds().into_iter().map(|(name, course)| {
        let tuning = person();
        let start = DVec3::new(0.0, standing(&tuning) + 0.05, 5.0);
        let trial = Trial::of_walk(course, tuning, 60, start, &[Leg::ahead(2.0, 3.0)]);
        trial.named(format!("{name}, person")).with_check(soon())
    });
    let balls = worlds().into_iter().map(|(name, course)| {
        let tuning = super::ball();
        let start = DVec3::new(0.0, standing(&tuning) + 0.05, 5.0);
        let trial = Trial::of_walk(course, tuning, 60, start, &[Leg::ahead(2.0, 3.0)]);
        trial.named(format!("{name}, ball")).with_check(soon())
    });
    trials.chain(balls).collect()
}

fn moves() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (body, tuning) in bodies() {
        for (name, course) in worlds() {
            let start = DVec3::new(0.0, standing(&tuning) + 0.05, 5.0);
            let motion = DVec3::new(0.01, -0.02, -0.08);
            let trial = Trial::of_moves(course, tuning, start, times(motion, 100));
            let trial = trial.clear_by(DVec3::Y).with_check(soon());
            trials.push(trial.named(format!("{name}, {body}")));
        }
    }
    trials
}
