//! Makes the meshes of the shipped levels: writes every OBJ and MTL file of `assets/`.
//!
//! ```sh
//! cargo run --example make_assets      # from the root of the repository
//! ```
//!
//! The files are committed; run this after changing a number below, and look at `git diff`.
//! It prints one line per file (objects, vertices, faces, bounds), the figures of `assets/README.md`.
//!
//! All meshes are in metres, Y up, right-handed; faces turn counter-clockwise seen from outside. Apart
//! from the ground, every shell is closed: each edge belongs to exactly two faces, so a modeller can
//! cut, bevel or unite the parts without repairing them first. Faces stay quads and n-gons, concave
//! ones too; whoever reads a file triangulates it.
//!
//! Reading order: the palette, the solids (`prism`, `revolve`, `blocks`), the files, the writer.

#![expect(
    clippy::disallowed_methods,
    reason = "what it writes is rounded to four decimals, and nothing simulates with it"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;
use std::{fs, io, path::Path};

/// Where a corner of a face lies, metres.
type Point = [f64; 3];

/// Diffuse colours, 0 to 1: calm, sunlit, none of them pure.
const PALETTE: [(&str, [f64; 3]); 24] = [
    ("sand", [0.72, 0.64, 0.51]),
    ("limestone", [0.84, 0.80, 0.71]),
    ("border_stone", [0.63, 0.56, 0.46]),
    ("plaster", [0.88, 0.87, 0.82]),
    ("ochre", [0.82, 0.70, 0.54]),
    ("terracotta", [0.72, 0.45, 0.34]),
    ("roof_tile", [0.66, 0.39, 0.30]),
    ("slate", [0.42, 0.46, 0.50]),
    ("warm_grey", [0.62, 0.60, 0.56]),
    ("slope_gentle", [0.78, 0.74, 0.62]),
    ("slope_medium", [0.72, 0.66, 0.52]),
    ("slope_hard", [0.66, 0.56, 0.43]),
    ("slope_too_steep", [0.68, 0.43, 0.35]),
    ("wood", [0.56, 0.40, 0.27]),
    ("wood_light", [0.63, 0.46, 0.33]),
    ("wood_dark", [0.40, 0.29, 0.22]),
    ("pine", [0.69, 0.54, 0.35]),
    ("leaf", [0.46, 0.56, 0.36]),
    ("teal", [0.34, 0.56, 0.56]),
    ("water", [0.45, 0.66, 0.68]),
    ("glass", [0.29, 0.36, 0.41]),
    ("rubber", [0.26, 0.26, 0.28]),
    ("lamp", [0.85, 0.81, 0.66]),
    ("brake_lamp", [0.64, 0.34, 0.31]),
];

/// A planar polygon, counter-clockwise seen from the side that it faces.
struct Face {
    material: &'static str,
    corners: Vec<Point>,
}

fn face(material: &'static str, corners: impl Into<Vec<Point>>) -> Face {
    let corners = corners.into();
    Face { material, corners }
}

/// Faces under one name: one `o` line of the file.
struct Object {
    name: String,
    faces: Vec<Face>,
}

fn object(name: impl Into<String>, faces: Vec<Face>) -> Object {
    let name = name.into();
    Object { name, faces }
}

/// One OBJ file and its MTL file.
struct Mesh {
    stem: &'static str,
    about: &'static str,
    objects: Vec<Object>,
}

fn main() -> io::Result<()> {
    let folder = Path::new("assets");
    fs::create_dir_all(folder)?;
    for mesh in [
        crate_box(),
        fence(),
        car(),
        courtyard(),
        building(),
        columns(),
        corners(),
        thin_wall(),
    ] {
        write(&mesh, folder)?;
    }
    Ok(())
}

// ---- Solids: each function returns the faces of one closed shell ----

/// The axis along which an outline is pushed. Outlines are given in the two other coordinates, in
/// cyclic order, so that (first, second, axis) is right-handed: X takes (y, z), Y (z, x), Z (x, y).
#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
    Z,
}

/// Pushes a flat outline, counter-clockwise seen from the positive end of `axis`, from one coordinate
/// along that axis to a greater one. The outline may be concave.
fn prism(
    material: &'static str,
    axis: Axis,
    outline: &[[f64; 2]],
    from: f64,
    to: f64,
) -> Vec<Face> {
    let point = |[first, second]: [f64; 2], along: f64| match axis {
        Axis::X => [along, first, second],
        Axis::Y => [second, along, first],
        Axis::Z => [first, second, along],
    };
    let end: Vec<Point> = outline.iter().map(|&p| point(p, to)).collect();
    let start: Vec<Point> = outline.iter().rev().map(|&p| point(p, from)).collect();
    let mut faces = vec![face(material, end), face(material, start)];
    for (k, &a) in outline.iter().enumerate() {
        let b = outline[(k + 1) % outline.len()];
        let side = [point(a, from), point(b, from), point(b, to), point(a, to)];
        faces.push(face(material, side));
    }
    faces
}

/// A box with its edges along the axes.
fn cuboid(material: &'static str, min: Point, max: Point) -> Vec<Face> {
    let outline = [
        [min[2], min[0]],
        [max[2], min[0]],
        [max[2], max[0]],
        [min[2], max[0]],
    ];
    prism(material, Axis::Y, &outline, min[1], max[1])
}

/// What becomes of the two ends of a turned profile.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    /// Closed by a flat polygon each, or by a point where the radius is 0.
    Capped,
    /// The last point is followed by the first: a ring, as of a wall round a yard.
    Joined,
}

/// Turns a profile about the Y axis, over the corners of a polygon.
///
/// `profile` holds (radius, height, material from here to the next point) with the solid on its left
/// when radius points right and height up; that is, bottom first, then the outside upwards.
/// `around` holds the polygon's corners for radius 1, (x, z), counter-clockwise seen from above.
fn revolve(profile: &[(f64, f64, &'static str)], around: &[[f64; 2]], ends: Ends) -> Vec<Face> {
    let ring = |(radius, height, _): (f64, f64, &str)| -> Vec<Point> {
        let corner = |[x, z]: &[f64; 2]| [radius * x, height, radius * z];
        around.iter().map(corner).collect()
    };
    let mut faces = Vec::new();
    let (first, last) = (profile[0], profile[profile.len() - 1]);
    if ends == Ends::Capped && first.0 > 0.0 {
        let mut cap = ring(first);
        cap.reverse();
        faces.push(face(first.2, cap));
    }
    if ends == Ends::Capped && last.0 > 0.0 {
        faces.push(face(last.2, ring(last)));
    }
    let bands = match ends {
        Ends::Capped => profile.len() - 1,
        Ends::Joined => profile.len(),
    };
    for band in 0..bands {
        let (low, high) = (profile[band], profile[(band + 1) % profile.len()]);
        let (below, above) = (ring(low), ring(high));
        for k in 0..around.len() {
            let next = (k + 1) % around.len();
            let mut corners = vec![below[k], below[next], above[next], above[k]];
            corners.dedup(); // At radius 0 the band's quads are triangles.
            faces.push(face(low.2, corners));
        }
    }
    faces
}

/// The corners of a regular polygon of radius 1 for `revolve`; the first one lies at `first_deg` from +X.
fn regular(count: usize, first_deg: f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let angle = first_deg.to_radians() + TAU * k as f64 / count as f64;
        [angle.cos(), -angle.sin()]
    };
    (0..count).map(corner).collect()
}

/// The same faces elsewhere. `place` must not mirror.
fn placed(mut faces: Vec<Face>, place: impl Fn(Point) -> Point) -> Vec<Face> {
    for corner in faces.iter_mut().flat_map(|f| &mut f.corners) {
        *corner = place(*corner);
    }
    faces
}

fn moved(faces: Vec<Face>, by: Point) -> Vec<Face> {
    placed(faces, |p| [p[0] + by[0], p[1] + by[1], p[2] + by[2]])
}

/// A cell or a line crossing of one layer of `blocks`, counted along its two directions.
type Spot = (i32, i32);

/// The surface of a solid made of blocks: space is cut at `lines` (ascending; x, y, z), and a block
/// is full where `is_solid` says so of its middle. Openings are simply blocks left empty.
///
/// Faces of one plane that touch become one n-gon. One with a hole is cut beside the hole, since an
/// OBJ face has only an outer rim. A corner of one face always is a corner of its neighbours too: no
/// T-junction, hence no cracks. Blocks must not touch along an edge only.
///
/// `paint` gives the material of the faces in one plane: its axis (0, 1, 2) and coordinate.
fn blocks(
    paint: impl Fn(usize, f64) -> &'static str,
    lines: [&[f64]; 3],
    is_solid: impl Fn(Point) -> bool,
) -> Vec<Face> {
    let full = |cell: [i32; 3]| {
        let inside = (0..3).all(|a| cell[a] >= 0 && (cell[a] as usize) < lines[a].len() - 1);
        let middle = |a: usize| {
            let line = cell[a] as usize;
            (lines[a][line] + lines[a][line + 1]) / 2.0
        };
        inside && is_solid([middle(0), middle(1), middle(2)])
    };
    let mut rims: Vec<Vec<[i32; 3]>> = Vec::new();
    let mut materials = Vec::new();
    for axis in 0..3 {
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        for layer in 0..lines[axis].len() as i32 {
            let at = |(i, j): Spot, along: i32| {
                let mut spot = [along; 3];
                (spot[first], spot[second]) = (i, j);
                spot
            };
            for faces_forward in [true, false] {
                let (behind, ahead) = if faces_forward {
                    (layer - 1, layer)
                } else {
                    (layer, layer - 1)
                };
                let columns = lines[first].len() as i32 - 1;
                let rows = lines[second].len() as i32 - 1;
                let bare = (0..columns)
                    .flat_map(|i| (0..rows).map(move |j| (i, j)))
                    .filter(|&cell| full(at(cell, behind)) && !full(at(cell, ahead)));
                for mut rim in rims_of(bare.collect()) {
                    if !faces_forward {
                        rim.reverse();
                    }
                    rims.push(rim.into_iter().map(|spot| at(spot, layer)).collect());
                    materials.push(paint(axis, lines[axis][layer as usize]));
                }
            }
        }
    }
    // Along a rim every crossing of lines is listed. Only those stay where some rim turns.
    let turns = |rim: &[[i32; 3]], k: usize| {
        let (before, here, after) = (
            rim[(k + rim.len() - 1) % rim.len()],
            rim[k],
            rim[(k + 1) % rim.len()],
        );
        (0..3).any(|a| (here[a] == before[a]) != (after[a] == here[a]))
    };
    let needed: BTreeSet<[i32; 3]> = rims
        .iter()
        .flat_map(|rim| (0..rim.len()).filter(|&k| turns(rim, k)).map(|k| rim[k]))
        .collect();
    let point = |spot: [i32; 3]| [0, 1, 2].map(|a| lines[a][spot[a] as usize]);
    let corners = |rim: Vec<[i32; 3]>| -> Vec<Point> {
        let kept = rim.into_iter().filter(|spot| needed.contains(spot));
        kept.map(point).collect()
    };
    let painted = materials.into_iter().zip(rims);
    painted
        .map(|(material, rim)| face(material, corners(rim)))
        .collect()
}

/// The outer rims, counter-clockwise, of pieces that together cover `cells`, none of them with a hole.
fn rims_of(mut cells: BTreeSet<Spot>) -> Vec<Vec<Spot>> {
    let mut rims = Vec::new();
    while let Some(&start) = cells.first() {
        let mut piece = BTreeSet::new();
        let mut open = vec![start];
        while let Some((i, j)) = open.pop() {
            if cells.remove(&(i, j)) {
                piece.insert((i, j));
                open.extend([(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]);
            }
        }
        let mut loops = loops_round(&piece);
        if loops.len() == 1 {
            rims.append(&mut loops);
            continue;
        }
        // The outer loop holds the smallest spot of all; any other is a hole. Cut along the hole's near side.
        let outer = loops.iter().position(|l| l.contains(&start)).unwrap_or(0);
        let hole = &loops[usize::from(outer == 0)];
        let cut = hole.iter().map(|spot| spot.0).min().unwrap_or(start.0);
        let (near, far): (BTreeSet<Spot>, BTreeSet<Spot>) =
            piece.iter().partition(|cell| cell.0 < cut);
        rims.append(&mut rims_of(near));
        rims.append(&mut rims_of(far));
    }
    rims
}

/// All closed loops that bound `cells`, with the cells on their left.
fn loops_round(cells: &BTreeSet<Spot>) -> Vec<Vec<Spot>> {
    let mut next = BTreeMap::new();
    for &(i, j) in cells {
        for (from, to, across) in [
            ((i, j), (i + 1, j), (i, j - 1)),
            ((i + 1, j), (i + 1, j + 1), (i + 1, j)),
            ((i + 1, j + 1), (i, j + 1), (i, j + 1)),
            ((i, j + 1), (i, j), (i - 1, j)),
        ] {
            if !cells.contains(&across) {
                next.insert(from, to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((start, mut spot)) = next.pop_first() {
        let mut rim = vec![start];
        while spot != start {
            rim.push(spot);
            spot = next
                .remove(&spot)
                .expect("a bounding edge ends where another begins");
        }
        loops.push(rim);
    }
    loops
}

// ---- The files ----

fn crate_box() -> Mesh {
    Mesh {
        stem: "crate",
        about: "Crate: the unit cube centred on its origin, so that a prop's scale is its size.",
        objects: vec![object("crate", cuboid("pine", [-0.5; 3], [0.5; 3]))],
    }
}

fn fence() -> Mesh {
    let mut objects = Vec::new();
    for (name, x) in [("post_left", -0.96), ("post_right", 0.96)] {
        let profile = [
            (0.04, 0.0, "wood_dark"),
            (0.04, 0.74, "wood_dark"),
            (0.0, 0.8, "wood_dark"),
        ];
        let square = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
        let post = moved(revolve(&profile, &square, Ends::Capped), [x, 0.0, 0.0]);
        objects.push(object(name, post));
    }
    // Rails end inside the posts, pickets are let into the rails: parts overlap, faces never coincide.
    for (name, y) in [("rail_low", 0.18), ("rail_high", 0.54)] {
        let rail = cuboid("wood", [-0.96, y, -0.03], [0.96, y + 0.08, 0.0]);
        objects.push(object(name, rail));
    }
    const PICKETS: usize = 9;
    for k in 0..PICKETS {
        let x = -0.776 + 1.552 * k as f64 / (PICKETS - 1) as f64;
        let outline = [
            [x - 0.05, 0.06],
            [x + 0.05, 0.06],
            [x + 0.05, 0.68],
            [x, 0.76],
            [x - 0.05, 0.68],
        ];
        let picket = prism("wood_light", Axis::Z, &outline, -0.01, 0.02);
        objects.push(object(format!("picket_{}", k + 1), picket));
    }
    Mesh {
        stem: "fence",
        about: "Picket fence panel: 2 m along X, 0.8 m high, 0.08 m deep; origin on the ground in the middle.",
        objects,
    }
}

fn car() -> Mesh {
    let mut objects = vec![object("body", car_body()), object("cabin", car_cabin())];
    for (name, x, z) in [
        ("wheel_front_left", -1.0, -1.28),
        ("wheel_front_right", 1.0, -1.28),
        ("wheel_rear_left", -1.0, 1.28),
        ("wheel_rear_right", 1.0, 1.28),
    ] {
        objects.push(object(name, car_wheel(x, z)));
    }
    for (side, x) in [("left", -0.55), ("right", 0.55)] {
        let front = cuboid("lamp", [x - 0.14, 0.5, -2.1], [x + 0.14, 0.64, -2.0]);
        objects.push(object(format!("lamp_front_{side}"), front));
        let rear = cuboid("brake_lamp", [x - 0.12, 0.56, 2.0], [x + 0.12, 0.66, 2.1]);
        objects.push(object(format!("lamp_rear_{side}"), rear));
    }
    Mesh {
        stem: "car",
        about: "Small car: nose towards -Z, wheels on y = 0, 1.8 m wide, 1.4 m high, 4.2 m long.",
        objects,
    }
}

/// Cross sections from nose to tail, all of them boxes with the same bevel, so that all faces between are planar.
fn car_body() -> Vec<Face> {
    const BEVEL: f64 = 0.07;
    // z, half the width, lowest, highest
    let sections = [
        (-2.06, 0.74, 0.40, 0.68),
        (-1.92, 0.82, 0.30, 0.76),
        (-0.80, 0.84, 0.27, 0.86),
        (1.55, 0.84, 0.27, 0.88),
        (1.95, 0.82, 0.30, 0.84),
        (2.06, 0.76, 0.38, 0.76),
    ];
    let ring = |(z, half, low, high): (f64, f64, f64, f64)| -> Vec<Point> {
        let (x, y) = (half - BEVEL, [low, low + BEVEL, high - BEVEL, high]);
        let right = [[x, y[0], z], [half, y[1], z], [half, y[2], z], [x, y[3], z]];
        let left = right.iter().rev().map(|p| [-p[0], p[1], p[2]]);
        right.iter().copied().chain(left).collect()
    };
    let mut nose = ring(sections[0]);
    nose.reverse();
    let tail = ring(sections[sections.len() - 1]);
    let mut faces = vec![face("teal", nose), face("teal", tail)];
    for pair in sections.windows(2) {
        let (a, b) = (ring(pair[0]), ring(pair[1]));
        for k in 0..a.len() {
            let next = (k + 1) % a.len();
            faces.push(face("teal", [a[k], a[next], b[next], b[k]]));
        }
    }
    faces
}

fn between(a: Point, b: Point, share: f64) -> Point {
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * share)
}

/// A blunt pyramid that stands in the body; each of its four sides is a frame round a window.
fn car_cabin() -> Vec<Face> {
    let [low, high] = [(0.8, 0.78, -0.85, 1.5), (1.4, 0.6, -0.25, 1.1)]
        .map(|(y, x, front, back)| [[-x, y, back], [x, y, back], [x, y, front], [-x, y, front]]);
    let mut faces = vec![face("limestone", high)];
    let mut floor = low;
    floor.reverse();
    faces.push(face("teal", floor));
    for k in 0..4 {
        let next = (k + 1) % 4;
        let side = [low[k], low[next], high[next], high[k]];
        // Window corners as shares of the side's width and height: above the body's rim, below the roof.
        let inner = |width: f64, height: f64| {
            let left = between(side[0], side[3], height);
            let right = between(side[1], side[2], height);
            between(left, right, width)
        };
        let window = [
            inner(0.1, 0.2),
            inner(0.9, 0.2),
            inner(0.88, 0.86),
            inner(0.12, 0.86),
        ];
        faces.push(face("glass", window));
        for edge in 0..4 {
            let after = (edge + 1) % 4;
            let frame = [side[edge], side[after], window[after], window[edge]];
            faces.push(face("limestone", frame));
        }
    }
    faces
}

/// A twelve-sided wheel that stands on a flat; `outward` is the sign of its side of the car.
fn car_wheel(outward: f64, z: f64) -> Vec<Face> {
    const SIDES: usize = 12;
    const HEIGHT: f64 = 0.34; // of the hub; the radius to the flats
    let radius = HEIGHT / (PI / SIDES as f64).cos();
    let profile = [
        (radius, 0.6, "rubber"),
        (radius, 0.9, "rubber"),
        (radius * 0.62, 0.9, "limestone"),
        (radius * 0.5, 0.87, "limestone"),
    ];
    let upright = revolve(&profile, &regular(SIDES, 0.0), Ends::Capped);
    // Y becomes the axle. Turned half about Y for the left side, which keeps the winding, as a mirror would not.
    let turned = placed(upright, |[x, y, z]| [outward * y, z, outward * x]);
    // The polygon's corners come to lie at the top and the bottom: turn it by half a side to stand on a flat.
    let (sin, cos) = (PI / SIDES as f64).sin_cos();
    let standing = placed(turned, |[x, y, z]| {
        [x, y * cos - z * sin, y * sin + z * cos]
    });
    moved(standing, [0.0, HEIGHT, z])
}

fn courtyard() -> Mesh {
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

/// Quads of 4 m (2 m at the rim) in three kinds of stone: two paths that cross in a square, and a border.
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

/// 0.4 m thick, with a coping that juts out 0.08 m on both sides and rises to 3 m in the middle.
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

/// Four ramps side by side, the gentlest first, up to one platform: a single solid. They rise towards
/// -Z and meet the platform at z = 0; x runs from 0.
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
    let toe = |k: usize| HEIGHT / slopes[k].0.to_radians().tan();
    let line = |k: usize| WIDTH * k as f64;
    let last = slopes.len();
    let mut faces = Vec::new();
    // Seen from below, a stair: the one outline that all sides stand on.
    let mut base = vec![[0.0, 0.0, BACK], [line(last), 0.0, BACK]];
    for k in (0..last).rev() {
        base.extend([[line(k + 1), 0.0, toe(k)], [line(k), 0.0, toe(k)]]);
    }
    faces.push(face("warm_grey", base));
    let mut platform: Vec<Point> = (0..=last).map(|k| [line(k), HEIGHT, 0.0]).collect();
    platform.extend([[line(last), HEIGHT, BACK], [0.0, HEIGHT, BACK]]);
    faces.push(face("limestone", platform));
    for (k, &(_, material)) in slopes.iter().enumerate() {
        let (left, right, z) = (line(k), line(k + 1), toe(k));
        let slope = [
            [left, 0.0, z],
            [right, 0.0, z],
            [right, HEIGHT, 0.0],
            [left, HEIGHT, 0.0],
        ];
        faces.push(face(material, slope));
        if k + 1 < last {
            // Where the next ramp is steeper, this one shows its flank.
            let flank = [
                [right, 0.0, z],
                [right, 0.0, toe(k + 1)],
                [right, HEIGHT, 0.0],
            ];
            faces.push(face("warm_grey", flank));
        }
    }
    let right = line(last);
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
        [right, 0.0, toe(last - 1)],
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

/// Low enough to see the doorway behind it.
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

/// A tree in a round planter; `stretch` scales what is above the planter.
fn tree(stretch: f64) -> Vec<Face> {
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

/// 10 x 8 m. A doorway in the middle of the front (+Z), a corridor that forks at the back, a room on either side.
fn building() -> Mesh {
    let x = [
        -5.0, -4.7, -3.6, -3.1, -2.2, -1.0, -0.8, 0.8, 1.0, 2.2, 3.1, 3.6, 4.7, 5.0,
    ];
    let y = [0.0, 1.1, 2.2, 2.4, 3.1];
    let z = [-4.0, -3.7, -2.1, -1.9, 0.2, 1.6, 3.7, 4.0];
    let is_solid = |[x, y, z]: Point| {
        let (x, within) = (x.abs(), |v: f64, from: f64, to: f64| from < v && v < to);
        let is_shell = x > 4.7 || z.abs() > 3.7;
        let is_corridor_wall =
            within(x, 0.8, 1.0) && z > -2.1 || within(x, 1.0, 3.1) && within(z, -2.1, -1.9);
        let is_doorway = x < 0.8 && z > 3.7 && y < 2.4;
        let is_window_height = within(y, 1.1, 2.2);
        let is_window =
            is_window_height && (within(x, 2.2, 3.6) && z > 3.7 || x > 4.7 && within(z, 0.2, 1.6));
        (is_shell || is_corridor_wall) && !is_doorway && !is_window
    };
    // Another colour inside, so that openings show from afar.
    let paint = |axis: usize, at: f64| match axis {
        0 if at.abs() == 5.0 => "plaster",
        2 if at.abs() == 4.0 => "plaster",
        _ => "ochre",
    };
    // In (y, z). The walls end inside the roof, so no two faces share a plane.
    let roof = [
        [3.0, -4.5],
        [3.15, -4.5],
        [4.5, 0.0],
        [3.15, 4.5],
        [3.0, 4.5],
    ];
    let mut objects = vec![
        object("walls", blocks(paint, [&x, &y, &z], is_solid)),
        object("roof", prism("roof_tile", Axis::X, &roof, -5.4, 5.4)),
        object(
            "door_lintel",
            cuboid("teal", [-1.1, 2.44, 3.9], [1.1, 2.62, 4.12]),
        ),
    ];
    // Shutters and sills hang above the player's head.
    for (name, x) in [("left", -2.9), ("right", 2.9)] {
        let sill = cuboid("limestone", [x - 0.8, 1.02, 3.9], [x + 0.8, 1.09, 4.1]);
        objects.push(object(format!("sill_{name}"), sill));
        for (side, middle) in [("left", x - 0.98), ("right", x + 0.98)] {
            let shutter = cuboid(
                "teal",
                [middle - 0.26, 1.12, 3.95],
                [middle + 0.26, 2.18, 4.05],
            );
            objects.push(object(format!("shutter_{name}_{side}"), shutter));
        }
    }
    Mesh {
        stem: "building",
        about: "Building of 10 x 8 m without a floor of its own: doorway 1.6 x 2.4 m towards +Z, corridor 1.6 m wide, two rooms.",
        objects,
    }
}

/// Each column is thicker than the one before, each gap 0.1 m narrower; the last gap is 1.1 m.
fn columns() -> Mesh {
    const COUNT: usize = 7;
    let diameter = |k: usize| 0.3 + 0.15 * k as f64;
    let gap = |k: usize| 1.6 - 0.1 * k as f64;
    let length = (0..COUNT).map(diameter).sum::<f64>() + (0..COUNT - 1).map(gap).sum::<f64>();
    let mut objects = Vec::new();
    let mut x = -length / 2.0;
    for k in 0..COUNT {
        let radius = diameter(k) / 2.0;
        let profile = [
            (radius, 0.0, "slate"),
            (radius, 0.25, "plaster"),
            (radius, 2.7, "teal"),
            (radius, 2.94, "limestone"),
            (radius * 0.8, 3.0, "limestone"),
        ];
        // A corner on the X axis at either side: the gaps are exact.
        let column = revolve(&profile, &regular(16, 0.0), Ends::Capped);
        let name = format!("column_{:03}", (diameter(k) * 100.0).round());
        objects.push(object(name, moved(column, [x + radius, 0.0, 0.0])));
        x += diameter(k) + gap(k);
    }
    Mesh {
        stem: "columns",
        about: "Seven columns, 3 m high, 0.3 to 1.2 m thick, in gaps of 1.6 down to 1.1 m; named by their thickness in centimetres.",
        objects,
    }
}

/// Corners that open towards +Z, their ends on z = 0, in a row along X.
fn corners() -> Mesh {
    const LEG: f64 = 2.0; // along the inner face
    const THICK: f64 = 0.3;
    const SPACE: f64 = 1.6; // between neighbours
    const HEIGHT: f64 = 2.0;
    // Per corner: half its inner angle, half its whole width.
    let angles = [30, 60, 90, 120, 150].map(|deg| (deg, f64::from(deg).to_radians() / 2.0));
    let half_width = |half: f64| LEG * half.sin() + THICK * half.cos();
    let length = angles
        .iter()
        .map(|&(_, half)| 2.0 * half_width(half))
        .sum::<f64>()
        + 4.0 * SPACE;
    let tones = ["slate", "terracotta", "plaster", "teal", "warm_grey"];
    let mut objects = Vec::new();
    let mut left = -length / 2.0;
    for ((deg, half), tone) in angles.into_iter().zip(tones) {
        let (sin, cos) = half.sin_cos();
        let apex = -LEG * cos; // z of the inner edge
        let tip = [LEG * sin, 0.0];
        let outer_tip = [tip[0] + THICK * cos, tip[1] - THICK * sin];
        // The outer faces would meet THICK / sin behind the apex; a long point is cut blunt.
        let point = if THICK / sin > 1.5 * THICK {
            let [x, z] = [(THICK - THICK * sin) / cos, apex - THICK];
            vec![[x, z], [-x, z]]
        } else {
            vec![[0.0, apex - THICK / sin]]
        };
        // (x, z), counter-clockwise from above: along the inside from left to right, back outside.
        let left_leg = [[-outer_tip[0], outer_tip[1]], [-tip[0], tip[1]]];
        let right_leg = [[0.0, apex], tip, outer_tip];
        let outline = [&left_leg[..], &right_leg, &point].concat();
        let middle = left + half_width(half);
        let outline: Vec<[f64; 2]> = outline.iter().map(|p| [p[1], p[0] + middle]).collect();
        let wall = prism(tone, Axis::Y, &outline, 0.0, HEIGHT);
        objects.push(object(format!("corner_{deg:03}"), wall));
        left += 2.0 * half_width(half) + SPACE;
    }
    Mesh {
        stem: "corners",
        about: "Five free-standing wall corners, 2 m high, 0.3 m thick, open towards +Z; named by their inner angle in degrees.",
        objects,
    }
}

fn thin_wall() -> Mesh {
    let wall = cuboid("terracotta", [-4.0, 0.0, -0.025], [4.0, 2.5, 0.025]);
    Mesh {
        stem: "thin_wall",
        about: "Free-standing wall: 8 m along X, 2.5 m high, only 0.05 m thick.",
        objects: vec![object("thin_wall", wall)],
    }
}

// ---- The writer ----

/// Writes `STEM.obj` and `STEM.mtl`. Corners of one object that agree to four decimals are one vertex.
fn write(mesh: &Mesh, folder: &Path) -> io::Result<()> {
    let stem = mesh.stem;
    let head = format!(
        "# {}\n# Metres, Y up, right-handed. Made by examples/make_assets.rs. Licence: MIT OR Apache-2.0.\n",
        mesh.about
    );
    let mut obj = format!("{head}mtllib {stem}.mtl\n");
    let (mut vertices, mut faces) = (0, 0);
    let (mut min, mut max) = ([i64::MAX; 3], [i64::MIN; 3]);
    let mut used = BTreeSet::new();
    for object in &mesh.objects {
        let mut index_of: BTreeMap<[i64; 3], usize> = BTreeMap::new();
        let (mut points, mut polygons) = (String::new(), String::new());
        let mut material = "";
        for face in &object.faces {
            used.insert(face.material);
            if face.material != material {
                material = face.material;
                line(&mut polygons, format_args!("usemtl {material}"));
            }
            polygons.push('f');
            for corner in &face.corners {
                let key = corner.map(|c| (c * 10_000.0).round() as i64);
                let index = *index_of.entry(key).or_insert_with(|| {
                    let [x, y, z] = key.map(|k| k as f64 / 10_000.0);
                    line(&mut points, format_args!("v {x:.4} {y:.4} {z:.4}"));
                    for a in 0..3 {
                        (min[a], max[a]) = (min[a].min(key[a]), max[a].max(key[a]));
                    }
                    vertices += 1;
                    vertices
                });
                write!(polygons, " {index}").expect("a String takes all text");
            }
            polygons.push('\n');
            faces += 1;
        }
        line(
            &mut obj,
            format_args!("\no {}\n{points}{}", object.name, polygons.trim_end()),
        );
    }
    let mut mtl = head;
    for (name, [r, g, b]) in PALETTE.iter().filter(|(name, _)| used.contains(name)) {
        line(
            &mut mtl,
            format_args!("\nnewmtl {name}\nKd {r:.2} {g:.2} {b:.2}"),
        );
    }
    fs::write(folder.join(format!("{stem}.obj")), obj)?;
    fs::write(folder.join(format!("{stem}.mtl")), mtl)?;
    let size = [0, 1, 2].map(|a| (max[a] - min[a]) as f64 / 10_000.0);
    println!(
        "{stem}: {} objects, {vertices} vertices, {faces} faces, {} x {} x {} m from y = {}",
        mesh.objects.len(),
        size[0],
        size[1],
        size[2],
        min[1] as f64 / 10_000.0
    );
    Ok(())
}

/// Appends one line of text.
fn line(text: &mut String, content: std::fmt::Arguments) {
    writeln!(text, "{content}").expect("a String takes all text");
}
