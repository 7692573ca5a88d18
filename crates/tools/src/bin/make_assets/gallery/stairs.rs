//! The yard of ramps and stairs, and the row of stairs with other fronts.

use crate::mesh::{Face, Mesh, Object, object};
use crate::solids::{cuboid, placed};
use crate::yard::{profile_along_x, yard};

/// The height of the stage to which the row of fronts leads; metres.
const STAGE: f64 = 1.2;

/// Where the stage begins, and how deep a tread is; metres.
const STAGE_EDGE: f64 = 19.2;
const TREAD: f64 = 0.5;

/// Where the middle of the row is along the yard's left wall; metres.
const MIDDLE: f64 = 11.0;

/// How wide a stair of the row is, and how far the next one is from it; metres.
const WIDTH: f64 = 2.2;
const PITCH: f64 = 2.6;

/// Ramps of 10 to 60 degrees and stairs with steps of 10 to 48 cm, side by side up to one platform.
pub fn stairs() -> Mesh {
    const TOP: f64 = 2.4;
    const EDGE: f64 = -16.0;
    let mut objects = yard(24.0, 13.0, ["sand", "limestone"], |_, _| false);
    let platform = cuboid("limestone", [-19.2, 0.0, -21.0], [19.2, TOP, EDGE]);
    objects.push(object("platform", platform));
    let tones = [
        "slope_gentle",
        "slope_gentle",
        "slope_medium",
        "slope_medium",
        "slope_hard",
        "slope_too_steep",
    ];
    for (k, tone) in tones.into_iter().enumerate() {
        let deg = 10.0 * (k + 1) as f64;
        let toe = EDGE + TOP / deg.to_radians().tan();
        let x = -19.2 + 3.0 * k as f64;
        let outline = [[0.0, EDGE], [TOP, EDGE], [0.0, toe]];
        let name = format!("ramp_{deg}");
        objects.push(object(name, profile_along_x(tone, &outline, x, x + 2.8)));
    }
    for (k, count) in [24, 12, 8, 7, 6, 5].into_iter().enumerate() {
        let rise = TOP / f64::from(count);
        let x = 1.4 + 3.0 * k as f64;
        let mut outline = vec![[0.0, EDGE], [TOP, EDGE]];
        for step in (1..=count).rev() {
            let z = EDGE + 0.5 * f64::from(count + 1 - step);
            let [high, low] = [step, step - 1].map(|step| rise * f64::from(step));
            outline.extend([[high, z], [low, z]]);
        }
        let tone = ["ochre", "warm_grey"][k % 2];
        let name = format!("stair_{:02}", (rise * 100.0).round());
        let stair = profile_along_x(tone, &outline, x, x + 2.8);
        objects.push(object(name, with_pale_treads(stair)));
    }
    objects.extend(fronts());
    Mesh {
        stem: "stairs",
        about: "A yard of 48 x 48 m: ramps of 10 to 60 degrees and stairs with steps of 10 to 48 cm up to a platform of 2.4 m, and six stairs with other fronts up to a stage of 1.2 m.",
        objects,
    }
}

/// Six stairs, each with another front, side by side up to one stage at the left wall. They are made with their way up towards
/// +Z, and turned towards -X.
fn fronts() -> Vec<Object> {
    let half = 3.5 * PITCH;
    let stage = cuboid(
        "limestone",
        [-half, 0.0, STAGE_EDGE],
        [half, STAGE, STAGE_EDGE + 4.3],
    );
    let mut objects = vec![object("stage", stage)];
    let rise = STAGE / 4.0;
    let leaning = |rise: f64| vec![[0.0, 0.0], [rise, rise * 20.0_f64.to_radians().tan()]];
    // From the left for who climbs, which is from +X.
    let solid = [
        (
            "bevelled",
            3.0,
            4,
            vec![[0.0, 0.0], [rise - 0.1, 0.0], [rise, 0.1]],
        ),
        ("rounded", 2.0, 4, rounded(rise, 0.2, 6)),
        ("leaning", 1.0, 4, leaning(rise)),
        (
            "with_noses",
            0.0,
            4,
            vec![
                [0.0, 0.1],
                [rise - 0.06, 0.1],
                [rise - 0.06, 0.0],
                [rise, 0.0],
            ],
        ),
        ("too_high", -2.0, 3, leaning(STAGE / 3.0)),
    ];
    for (number, (name, bay, count, front)) in solid.into_iter().enumerate() {
        let tone = ["ochre", "warm_grey"][number % 2];
        let x = bay * PITCH - WIDTH * 0.5;
        let stair = profile_along_x(tone, &stair_with(&front, count), x, x + WIDTH);
        objects.push(object(format!("stair_{name}"), with_pale_treads(stair)));
    }
    objects.extend(open_treads(-PITCH - WIDTH * 0.5, rise));
    for object in &mut objects {
        let faces = std::mem::take(&mut object.faces);
        object.faces = placed(faces, |[x, y, z]| [-z, y, x + MIDDLE]);
    }
    objects
}

/// The outline, as (height, z), of a stair up to the stage with `count` steps. Each has this `front`, the height and the depth
/// of its points from the foot of the step.
fn stair_with(front: &[[f64; 2]], count: u32) -> Vec<[f64; 2]> {
    let rise = STAGE / f64::from(count);
    let mut outline = vec![[STAGE, STAGE_EDGE], [0.0, STAGE_EDGE]];
    for step in 0..count {
        let foot = STAGE_EDGE - TREAD * f64::from(count - step);
        let low = rise * f64::from(step);
        outline.extend(front.iter().map(|[up, ahead]| [low + up, foot + ahead]));
    }
    outline
}

/// The upright front of a step whose edge is an arc of `radius` with `facets`.
fn rounded(rise: f64, radius: f64, facets: u32) -> Vec<[f64; 2]> {
    let arc = (0..=facets).map(|facet| {
        let angle = (90.0 * f64::from(facet) / f64::from(facets)).to_radians();
        let up = rise - radius * (1.0 - angle.sin());
        [up, radius * (1.0 - angle.cos())]
    });
    std::iter::once([0.0, 0.0]).chain(arc).collect()
}

/// Planks without risers, on two beams.
fn open_treads(x: f64, rise: f64) -> Vec<Object> {
    const THICKNESS: f64 = 0.06;
    let foot = STAGE_EDGE - 4.0 * TREAD;
    let mut objects = Vec::new();
    for step in 1..=4 {
        let top = rise * f64::from(step);
        let near = foot + TREAD * f64::from(step - 1);
        let plank = cuboid(
            "wood_light",
            [x, top - THICKNESS, near - 0.04],
            [x + WIDTH, top, near + TREAD],
        );
        objects.push(object(format!("tread_{step}"), plank));
    }
    // Where a beam, so far below the edges of the treads, is at this height.
    let place = |below: f64, height: f64| foot + TREAD * (height + below) / rise;
    let (upper, lower) = (THICKNESS, THICKNESS + 0.24);
    let beam = [
        [0.0, place(upper, 0.0)],
        [STAGE - upper, STAGE_EDGE],
        [STAGE - lower, STAGE_EDGE],
        [0.0, place(lower, 0.0)],
    ];
    for (name, from) in [("left", x + WIDTH - 0.3), ("right", x + 0.2)] {
        let beam = profile_along_x("wood_dark", &beam, from, from + 0.1);
        objects.push(object(format!("beam_{name}"), beam));
    }
    objects
}

/// A stair whose level faces are of limestone.
fn with_pale_treads(mut stair: Vec<Face>) -> Vec<Face> {
    for face in &mut stair {
        let height = face.corners[0][1];
        if face.corners.iter().all(|corner| corner[1] == height) {
            face.material = "limestone";
        }
    }
    stair
}
