//! The courtyard: ground, wall, ramps, fountain and trees.

use crate::mesh::{Face, Mesh, Point, face, object};
use crate::solids::{Ends, moved, regular, revolve};

pub fn courtyard() -> Mesh {
    let mut objects = vec![
        object("ground", ground()),
        object("wall", yard_wall()),
        object("ramps", moved(ramps(), [-18.5, 0.0, -17.0])),
        object("fountain", moved(fountain(), [0.0, 0.0, -4.0])),
    ];
    let stools = [[-3.6, 0.6], [3.6, 0.6], [-3.4, -8.4], [3.4, -8.4]];
    for (number, [x, z]) in (1..).zip(stools) {
        let name = format!("stool_{number}");
        objects.push(object(name, moved(stool(), [x, 0.0, z])));
    }
    let trees = [
        (-6.6, -9.8, 1.0),
        (6.6, -9.8, 1.1),
        (-20.2, 19.6, 1.2),
        (20.0, 18.6, 1.1),
        (20.0, 3.4, 1.25),
        (-21.05, -14.0, 1.15),
    ];
    for (number, (x, z, stretch)) in (1..).zip(trees) {
        let name = format!("tree_{number}");
        objects.push(object(name, moved(tree(stretch), [x, 0.0, z])));
    }
    Mesh {
        stem: "courtyard",
        about: "Courtyard: 48 x 48 m of ground in a wall 3 m high, ramps of 15, 30, 45 and 60 degrees to a platform, a fountain, stools, trees.",
        objects,
    }
}

/// Quads of 4 m, and of 2 m at the rim. Their materials show two crossing paths, a square and a border.
fn ground() -> Vec<Face> {
    let lines: Vec<f64> = std::iter::once(-24.0)
        .chain((0..12).map(|k| -22.0 + 4.0 * f64::from(k)))
        .chain([24.0])
        .collect();
    let mut faces = Vec::new();
    for x in lines.windows(2) {
        for z in lines.windows(2) {
            let (mid_x, mid_z) = ((x[0] + x[1]) / 2.0, (z[0] + z[1]) / 2.0);
            let is_border = mid_x.abs() > 22.0 || mid_z.abs() > 22.0;
            let is_path = mid_x.abs() < 2.0 || (mid_z + 4.0).abs() < 2.0;
            let is_square = mid_x.abs() < 6.0 && (mid_z + 4.0).abs() < 6.0;
            let stone = match (is_border, is_path || is_square) {
                (true, _) => "border_stone",
                (false, true) => "limestone",
                (false, false) => "sand",
            };
            let quad = [
                [x[0], 0.0, z[0]],
                [x[0], 0.0, z[1]],
                [x[1], 0.0, z[1]],
                [x[1], 0.0, z[0]],
            ];
            faces.push(face(stone, quad));
        }
    }
    faces
}

/// A wall 0.4 m thick. Its coping overhangs by 0.08 m on both sides, and is 3 m high in the middle.
fn yard_wall() -> Vec<Face> {
    let profile = [
        (23.6, 0.0, "plaster"), // underneath
        (24.0, 0.0, "plaster"),
        (24.0, 2.8, "terracotta"),
        (24.08, 2.8, "terracotta"),
        (24.08, 2.92, "terracotta"),
        (23.8, 3.0, "terracotta"),
        (23.52, 2.92, "terracotta"),
        (23.52, 2.8, "terracotta"),
        (23.6, 2.8, "plaster"),
    ];
    let square = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
    revolve(&profile, &square, Ends::Joined)
}

/// Four ramps side by side, the gentlest first, and the platform to which they lead, as a single solid. The
/// ramps rise towards -Z and reach the platform at z = 0. The first one starts at x = 0.
fn ramps() -> Vec<Face> {
    const WIDTH: f64 = 3.0;
    const HEIGHT: f64 = 2.0;
    const BACK: f64 = -3.0;
    let slopes = [
        (15.0_f64, "slope_gentle"),
        (30.0, "slope_medium"),
        (45.0, "slope_hard"),
        (60.0, "slope_too_steep"),
    ];
    // Where a ramp meets the ground.
    let toe = |k: usize| HEIGHT / slopes[k].0.to_radians().tan();
    let left_edge = |k: usize| WIDTH * k as f64;
    let count = slopes.len();
    let mut faces = Vec::new();
    // All ramps have one bottom, whose outline has a step where a steeper ramp begins.
    let mut base = vec![[0.0, 0.0, BACK], [left_edge(count), 0.0, BACK]];
    for k in (0..count).rev() {
        base.extend([[left_edge(k + 1), 0.0, toe(k)], [left_edge(k), 0.0, toe(k)]]);
    }
    faces.push(face("warm_grey", base));
    let mut platform: Vec<Point> = (0..=count).map(|k| [left_edge(k), HEIGHT, 0.0]).collect();
    platform.extend([[left_edge(count), HEIGHT, BACK], [0.0, HEIGHT, BACK]]);
    faces.push(face("limestone", platform));
    for (k, &(_, material)) in slopes.iter().enumerate() {
        let (left, right, z) = (left_edge(k), left_edge(k + 1), toe(k));
        let slope = [
            [left, 0.0, z],
            [right, 0.0, z],
            [right, HEIGHT, 0.0],
            [left, HEIGHT, 0.0],
        ];
        faces.push(face(material, slope));
        if k + 1 < count {
            // Next to a steeper ramp, a part of this ramp's flank is visible.
            let flank = [
                [right, 0.0, z],
                [right, 0.0, toe(k + 1)],
                [right, HEIGHT, 0.0],
            ];
            faces.push(face("warm_grey", flank));
        }
    }
    let right = left_edge(count);
    let left_side = [
        [0.0, 0.0, toe(0)],
        [0.0, HEIGHT, 0.0],
        [0.0, HEIGHT, BACK],
        [0.0, 0.0, BACK],
    ];
    let right_side = [
        [right, 0.0, BACK],
        [right, HEIGHT, BACK],
        [right, HEIGHT, 0.0],
        [right, 0.0, toe(count - 1)],
    ];
    let back = [
        [right, 0.0, BACK],
        [0.0, 0.0, BACK],
        [0.0, HEIGHT, BACK],
        [right, HEIGHT, BACK],
    ];
    faces.extend([left_side, right_side, back].map(|side| face("warm_grey", side)));
    faces
}

/// A fountain so low that the doorway behind it is visible.
fn fountain() -> Vec<Face> {
    let profile = [
        (2.0, 0.0, "warm_grey"),
        (2.0, 0.36, "limestone"),
        (1.94, 0.42, "limestone"),
        (1.6, 0.42, "warm_grey"),
        (1.6, 0.26, "water"),
        (0.3, 0.26, "warm_grey"),
        (0.22, 0.62, "limestone"),
        (0.6, 0.78, "limestone"),
        (0.6, 0.86, "limestone"),
        (0.5, 0.86, "warm_grey"),
        (0.44, 0.8, "water"),
    ];
    revolve(&profile, &regular(8, 22.5), Ends::Capped)
}

fn stool() -> Vec<Face> {
    let profile = [
        (0.5, 0.0, "warm_grey"),
        (0.5, 0.38, "limestone"),
        (0.44, 0.45, "limestone"),
    ];
    revolve(&profile, &regular(8, 22.5), Ends::Capped)
}

/// A tree in a round planter; `stretch` scales the part above the planter.
pub fn tree(stretch: f64) -> Vec<Face> {
    let up = |height: f64| 0.45 + height * stretch;
    let profile = [
        (0.9, 0.0, "terracotta"),
        (1.0, 0.5, "terracotta"),
        (0.84, 0.5, "terracotta"),
        (0.82, 0.4, "wood_dark"),
        (0.2, 0.4, "wood"),
        (0.13, up(1.7), "leaf"),
        (1.15, up(1.85), "leaf"),
        (1.6, up(2.6), "leaf"),
        (1.35, up(3.4), "leaf"),
        (0.7, up(4.1), "leaf"),
        (0.0, up(4.4), "leaf"),
    ];
    revolve(&profile, &regular(10, 0.0), Ends::Capped)
}
