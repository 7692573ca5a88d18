//! A hall of floors: ice, mud, belts, a light barrier, and steps and slopes in pairs.

use crate::mesh::{Face, Mesh, Object, Point, face, object};
use crate::solids::cuboid;
use crate::yard::profile_along_x;

/// The hall between its walls, and their height and thickness; metres.
const MIN: [f64; 2] = [-19.0, -30.0];
const MAX: [f64; 2] = [19.0, 14.0];
const WALL: f64 = 5.0;
const THICK: f64 = 0.4;

/// Where the lanes begin and end along Z; metres.
const LANES: [f64; 2] = [2.0, -12.0];

/// The two materials of a belt: its rubber and its arrows.
type Belt = [&'static str; 2];

const AWAY: Belt = ["belt_away", "belt_away_arrow"];
const BACK: Belt = ["belt_back", "belt_back_arrow"];
const UP: Belt = ["belt_up", "belt_up_arrow"];

/// The ramp with a belt: between two X, from its foot to its top, and the end of its platform; metres.
const RAMP: [f64; 2] = [5.2, 8.6];
const RAMP_FOOT: f64 = 0.0;
const RAMP_TOP: f64 = -5.0;
const RAMP_END: f64 = -9.0;
const RAMP_HEIGHT: f64 = 2.2;

pub fn surfaces() -> Mesh {
    let mut objects = vec![object("floor", floor())];
    for (name, lane, material, turned) in [
        ("belt_away", [-3.2, -0.4], AWAY, false),
        ("belt_back", [0.4, 3.2], BACK, true),
    ] {
        let at = |x, z| {
            let z = if turned { LANES[0] + LANES[1] - z } else { z };
            [x, 0.0, z]
        };
        let mut faces = belt(lane, LANES, material, at);
        if turned {
            faces.iter_mut().for_each(|face| face.corners.reverse());
        }
        objects.push(object(name, faces));
    }
    objects.extend(walls());
    let terrace = [[0.0, 13.9], [0.0, 4.5], [1.9, 10.5], [1.9, 13.9]];
    let terrace = profile_along_x("limestone", &terrace, -3.0, 3.0);
    objects.push(object("terrace", terrace));
    objects.push(object("belt_up", ramp()));
    objects.extend(light_barrier());
    objects.extend(steps_and_slopes());
    for (number, (x, z)) in (1..).zip([(-2.9, -18.8), (2.9, -18.8), (-2.9, -23.2), (2.9, -23.2)]) {
        let post = cuboid(
            "slate",
            [x - 0.15, -0.1, z - 0.15],
            [x + 0.15, 7.4, z + 0.15],
        );
        objects.push(object(format!("post_{number}"), post));
    }
    Mesh {
        stem: "surfaces",
        about: "A hall of 38 x 44 m: lanes of ice, of mud and of belts, a belt up a ramp, a light barrier, steps and slopes in pairs.",
        objects,
    }
}

/// The floor around the belts, with ice and mud in it.
fn floor() -> Vec<Face> {
    let lanes = [
        ("mud", [-16.0, -11.2]),
        ("ice", [-9.5, -4.7]),
        ("", [-3.2, -0.4]),
        ("", [0.4, 3.2]),
    ];
    let mut across = vec![MIN[0], MAX[0]];
    across.extend(lanes.iter().flat_map(|(_, lane)| lane));
    across.sort_by(f64::total_cmp);
    let along = [MIN[1], LANES[1], LANES[0], MAX[1]];
    let mut faces = Vec::new();
    for x in across.windows(2) {
        for z in along.windows(2) {
            let lane = lanes.iter().find(|(_, lane)| lane[0] == x[0]);
            let material = match lane {
                Some((material, _)) if z[1] == LANES[0] => material,
                _ => "basalt",
            };
            if material.is_empty() {
                continue;
            }
            let corners = [[x[0], z[0]], [x[0], z[1]], [x[1], z[1]], [x[1], z[0]]];
            let corners = corners.map(|[x, z]| [x, 0.0, z]);
            faces.push(face(material, corners.to_vec()));
        }
    }
    faces
}

/// A belt between two X, from one Z to a smaller one, with arrows that point there. `at` puts a point of it in its place.
fn belt(
    [left, right]: [f64; 2],
    [near, far]: [f64; 2],
    material: Belt,
    at: impl Fn(f64, f64) -> Point,
) -> Vec<Face> {
    /// The width of an arrow and of the gap to the next one; metres, about.
    const BAND: f64 = 1.0;
    let (middle, tip) = ((left + right) / 2.0, (right - left) / 2.0);
    let bands = ((near - tip - far) / BAND).round();
    let line = |band: f64| {
        let z = near - (near - tip - far) * band / bands;
        [at(left, z), at(middle, z - tip), at(right, z)]
    };
    let [left_near, middle_near, right_near] = line(0.0);
    let mut faces = vec![face(material[0], [middle_near, left_near, right_near])];
    for band in 0..bands as u32 {
        let [l, m, r] = line(f64::from(band));
        let [next_l, next_m, next_r] = line(f64::from(band + 1));
        let tone = material[(band as usize + 1) % 2];
        faces.push(face(tone, [next_l, l, m, next_m]));
        faces.push(face(tone, [next_m, m, r, next_r]));
    }
    let [l, m, r] = line(bands);
    let tone = material[(bands as usize + 1) % 2];
    faces.push(face(tone, [at(left, far), l, m]));
    faces.push(face(tone, [m, r, at(right, far)]));
    faces
}

/// A ramp with a belt up to a platform.
fn ramp() -> Vec<Face> {
    let outline = [
        [0.0, RAMP_FOOT],
        [RAMP_HEIGHT, RAMP_TOP],
        [RAMP_HEIGHT, RAMP_END],
        [0.0, RAMP_END],
    ];
    let mut faces = profile_along_x("limestone", &outline, RAMP[0], RAMP[1]);
    // The belt takes the place of the slope.
    faces.retain(|face| {
        let has = |height: f64, z: f64| {
            let count = face.corners.iter();
            count
                .filter(|size| size[1] == height && size[2] == z)
                .count()
        };
        has(0.0, RAMP_FOOT) + has(RAMP_HEIGHT, RAMP_TOP) < 4
    });
    let rise = |z: f64| RAMP_HEIGHT * (RAMP_FOOT - z) / (RAMP_FOOT - RAMP_TOP);
    faces.extend(belt(RAMP, [RAMP_FOOT, RAMP_TOP], UP, |x, z| {
        [x, rise(z), z]
    }));
    faces
}

/// Walls of plaster on a base.
fn walls() -> Vec<Object> {
    let ([x0, z0], [x1, z1]) = (MIN, MAX);
    let mut objects = Vec::new();
    for (name, min, max) in [
        ("north", [x0 - THICK, z0 - THICK], [x1 + THICK, z0]),
        ("south", [x0 - THICK, z1], [x1 + THICK, z1 + THICK]),
        ("west", [x0 - THICK, z0 - 0.1], [x0, z1 + 0.1]),
        ("east", [x1, z0 - 0.1], [x1 + THICK, z1 + 0.1]),
    ] {
        // Parts reach into one another, but faces never coincide.
        let is_side = name.ends_with("est") || name.ends_with("ast");
        let (top, base) = if is_side {
            (WALL - 0.05, 0.95)
        } else {
            (WALL, 1.0)
        };
        let grown = 0.06;
        let wall = cuboid("plaster", [min[0], 0.9, min[1]], [max[0], top, max[1]]);
        objects.push(object(format!("wall_{name}"), wall));
        let (min, max) = (
            min.map(|coordinate| coordinate - grown),
            max.map(|coordinate| coordinate + grown),
        );
        let base = cuboid("teal", [min[0], -0.1, min[1]], [max[0], base, max[1]]);
        objects.push(object(format!("base_{name}"), base));
    }
    objects
}

/// A gate with beams of light across.
fn light_barrier() -> Vec<Object> {
    const Z: f64 = -15.0;
    let mut objects = Vec::new();
    for (name, x) in [("barrier_left", -1.95), ("barrier_right", 1.95)] {
        let post = cuboid(
            "limestone",
            [x - 0.2, -0.1, Z - 0.2],
            [x + 0.2, 2.8, Z + 0.2],
        );
        objects.push(object(name, post));
    }
    let top = cuboid("limestone", [-2.3, 2.75, Z - 0.25], [2.3, 3.05, Z + 0.25]);
    objects.push(object("barrier_top", top));
    // None is as high as the eye of a person, which would look into it.
    for number in 0..5 {
        let y = 0.4 + 0.5 * f64::from(number);
        let beam = cuboid(
            "light",
            [-1.8, y - 0.03, Z - 0.03],
            [1.8, y + 0.03, Z + 0.03],
        );
        objects.push(object(format!("beam_{}", number + 1), beam));
    }
    objects
}

/// Steps of 50 cm and slopes of 60 degrees up to a platform, one of each in a special material.
fn steps_and_slopes() -> Vec<Object> {
    const TOP: f64 = 1.5;
    const FRONT: f64 = -4.0;
    let platform = cuboid("warm_grey", [10.4, -0.1, -8.0], [17.8, TOP, FRONT]);
    let mut objects = vec![object("platform", platform)];
    let steps = [
        [0.0, FRONT - 0.1],
        [0.0, FRONT + 3.0],
        [0.5, FRONT + 3.0],
        [0.5, FRONT + 2.0],
        [1.0, FRONT + 2.0],
        [1.0, FRONT + 1.0],
        [TOP, FRONT + 1.0],
        [TOP, FRONT],
    ];
    let run = TOP / 3.0_f64.sqrt();
    let slope = [[0.0, FRONT - 0.1], [0.0, FRONT + run], [TOP, FRONT]];
    for (name, material, outline, x) in [
        ("steps_own", "tread", &steps[..], 10.6),
        ("steps_usual", "limestone", &steps[..], 12.4),
        ("slope_own", "grip", &slope[..], 14.2),
        ("slope_usual", "limestone", &slope[..], 16.0),
    ] {
        let faces = profile_along_x(material, outline, x, x + 1.6);
        objects.push(object(name, faces));
    }
    objects
}
