//! The scenes, one file for a family or a few related ones, and the parts that they share.
//!
//! Every expectation follows from a formula in the words of the scene, or from the brute force of
//! [`Body::depth`](crate::Body::depth).

pub(crate) mod ceilings;
pub(crate) mod corners;
pub(crate) mod noise;
pub(crate) mod passages;
pub(crate) mod platforms;
pub(crate) mod repeat;
pub(crate) mod seams;
pub(crate) mod sizes;
pub(crate) mod slopes;
pub(crate) mod snapping;
pub(crate) mod steps;
pub(crate) mod thin;
pub(crate) mod walls;

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Tuning};

use crate::course::{Course, Form};
use crate::scene::{Family, Scene};
use crate::trial::Trial;

/// The tick rates of walks that depend on them; ticks per second.
const RATES: [u32; 4] = [30, 60, 120, 240];

/// Three of them, for scenes with many variants.
const FEW_RATES: [u32; 3] = [30, 60, 240];

/// The usual feel. Steps and snapping reach equally far, and a box does not turn with the heading.
fn feel() -> Tuning {
    Tuning {
        max_slope_deg: 45.0,
        step_height: 0.35,
        snap_distance: 0.35,
        box_turns: false,
        ..Tuning::default()
    }
}

/// A capsule like a person.
fn person() -> Tuning {
    Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        height: 1.8,
        ..feel()
    }
}

/// A ball, the body of a flying camera.
fn ball() -> Tuning {
    Tuning {
        radius: 0.5,
        ..feel()
    }
}

/// Both bodies with their names in variants.
fn bodies() -> [(&'static str, Tuning); 2] {
    [("person", person()), ("ball", ball())]
}

/// How far the top of a body is above its reference point; metres.
fn top(tuning: &Tuning) -> f64 {
    match tuning.body {
        BodyShape::Sphere => tuning.radius,
        BodyShape::Capsule | BodyShape::Box => tuning.height - tuning.radius,
    }
}

/// As many equal motions.
fn times(motion: DVec3, count: usize) -> Vec<DVec3> {
    vec![motion; count]
}

fn scene(
    family: Family,
    name: &'static str,
    asks: &'static str,
    trials: impl IntoIterator<Item = Trial>,
) -> Scene {
    Scene {
        family,
        name,
        asks,
        trials: trials.into_iter().collect(),
    }
}

/// Every pair of a form and a body, with the words for both.
fn forms_and_bodies() -> impl Iterator<Item = (String, Form, Tuning)> {
    Form::NAMES.into_iter().flat_map(|(form_name, form)| {
        let named = move |(name, tuning)| (format!("{form_name}, {name}"), form, tuning);
        bodies().into_iter().map(named)
    })
}

/// A floor at the height 0 with a half width of 60 m.
fn with_floor() -> Course {
    let mut course = Course::default();
    course.floor(0.0, 60.0);
    course
}

/// Where a body starts that stands on the height 0; metres above it. It falls the last millimetres.
fn standing(tuning: &Tuning) -> f64 {
    tuning.radius + 0.005
}

/// The tangent of an angle in degrees.
fn tan_deg(deg: f64) -> f64 {
    let (sin, cos) = sin_cos_deg(deg);
    sin / cos
}
