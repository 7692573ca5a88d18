//! Yards of the gallery: funnels, seams, stairs and pillars.

mod stairs;

pub use self::stairs::stairs;

use crate::mesh::{Face, Mesh, Point, face, object};
use crate::solids::{Axis, Ends, cuboid, moved, prism, regular, revolve};
use crate::yard::{column, cut, prism_up, profile_along_x, yard};

/// Funnels with two, three and four steep walls sunk into a platform, and a corner on a slope.
pub fn funnels() -> Mesh {
    const HEIGHT: f64 = 2.6;
    let mut objects = yard(20.0, 19.6, ["warm_grey", "slate"], |_, _| false);
    // The right half of each rim, from front to back, and the line or point at the bottom.
    let line = [[0.0, 2.2], [0.0, -2.2]];
    let trough = [[0.0, 2.2], [2.0, 2.2], [2.0, -2.2], [0.0, -2.2]];
    let three = [[0.0, 1.2], [2.1, 1.2], [1.05, -0.6], [0.0, -2.4]];
    let four = [[0.0, 2.0], [2.0, 2.0], [2.0, -2.0], [0.0, -2.0]];
    for (name, x, tone, half, bottom) in [
        ("funnel_2", -16.2, "slope_gentle", trough, &line[..]),
        ("funnel_3", -10.2, "slope_hard", three, &[[0.0; 2]]),
        ("funnel_4", -4.2, "slope_medium", four, &[[0.0; 2]]),
    ] {
        let cell = funnel(HEIGHT, &half, bottom, tone);
        objects.push(object(name, moved(cell, [x, 0.0, -16.4])));
    }
    let ramp = [[-1.2, 0.0], [6.8, 0.0], [-1.2, HEIGHT]];
    let ramp = prism("limestone", Axis::Z, &ramp, -19.2, -15.6);
    objects.push(object("way_up", ramp));

    // A slope of 20 degrees that ends in a corner of 60.
    let rise = |run: f64| run * 20.0_f64.to_radians().tan();
    let slope = [[0.0, -8.0], [0.0, -18.6], [rise(10.6), -18.6]];
    objects.push(object(
        "slope",
        profile_along_x("slope_medium", &slope, 9.0, 18.2),
    ));
    let apex = [13.6, -18.0];
    for (name, side) in [("corner_left", -1.0), ("corner_right", 1.0)] {
        let end = [apex[0] + side * 4.3, apex[1] + 4.3 * 3.0_f64.sqrt()];
        let outline = [
            apex,
            end,
            [end[0] + side * 0.35, end[1]],
            [apex[0] + side * 0.35, apex[1] - 0.3],
            [apex[0], apex[1] - 0.3],
        ];
        objects.push(object(name, prism_up("teal", &outline, 0.0, 5.2)));
    }
    Mesh {
        stem: "funnels",
        about: "A yard of 40 x 40 m: pits with two, three and four steep walls in a platform, and a corner of 60 degrees on a slope of 20.",
        objects,
    }
}

/// A block of 6 x 5.6 m with a pit whose walls lead down to `bottom`, a point or a line. `half` is
/// the right half of the pit's rim, from front to back.
fn funnel(height: f64, half: &[[f64; 2]; 4], bottom: &[[f64; 2]], tone: &'static str) -> Vec<Face> {
    const FLOOR: f64 = 0.02;
    let [wide, deep] = [3.0, 2.8];
    let corners = [[0.0, -deep], [wide, -deep], [wide, deep], [0.0, deep]];
    let at = |[x, z]: [f64; 2], y: f64| [x, y, z];
    // The right half: round the corners to the front, and along the rim to the back.
    let top = corners.iter().rev().chain(half.iter().rev());
    let top: Vec<Point> = top.map(|point| at(*point, height)).collect();
    let mut faces = vec![
        face("limestone", top),
        face("warm_grey", corners.map(|point| at(point, 0.0))),
    ];
    for pair in corners.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let side = [at(a, 0.0), at(a, height), at(b, height), at(b, 0.0)];
        faces.push(face("warm_grey", side));
    }
    // The front part leads to the bottom's front, the back part to its back.
    let below = |[_, z]: [f64; 2]| at(bottom[if z < 0.0 { bottom.len() - 1 } else { 0 }], FLOOR);
    for pair in half.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let mut wall = vec![at(b, height), below(b), below(a), at(a, height)];
        wall.dedup();
        faces.push(face(tone, wall));
    }
    // The left half is the mirror image.
    let mirrored = faces.iter().map(|right| {
        let corners = right.corners.iter().rev();
        let corners: Vec<Point> = corners.map(|[x, y, z]| [-x, *y, *z]).collect();
        face(right.material, corners)
    });
    let left: Vec<Face> = mirrored.collect();
    faces.extend(left);
    faces
}

/// A flat floor and flat walls, cut into many triangles. One lane has no paving; boxes fill it.
pub fn seams() -> Mesh {
    let in_lane = |x: f64, z: f64| x > 4.0 && x < 8.0 && z > -14.0 && z < 4.0;
    let in_field = |x: f64, z: f64| x > -10.0 && x < -4.0 && z > -14.0 && z < 4.0;
    let mut objects = yard(16.0, 15.6, ["asphalt", "paving"], |x, z| {
        in_lane(x, z) || in_field(x, z)
    });
    let mut field = Vec::new();
    cut(
        &mut field,
        "slope_gentle",
        [-10.0, 0.0, 4.0],
        [6.0, 0.0, 0.0],
        [0.0, 0.0, -18.0],
        [24, 72],
    );
    objects.push(object("field", field));
    let mut wall = cuboid_without_face("warm_grey", [-10.8, 0.0, -14.0], [-10.4, 2.0, 4.0]);
    cut(
        &mut wall,
        "teal",
        [-10.4, 0.0, 4.0],
        [0.0, 0.0, -18.0],
        [0.0, 2.0, 0.0],
        [72, 8],
    );
    objects.push(object("wall_of_triangles", wall));
    // Every second piece of the wall on the right; props fill the rest.
    for piece in 0..5 {
        let z = -13.0 + 4.0 * f64::from(piece);
        let name = format!("piece_{}", piece + 1);
        let (min, max) = ([10.4, 0.0, z - 1.0], [10.8, 2.0, z + 1.0]);
        objects.push(object(name, cuboid("terracotta", min, max)));
    }
    Mesh {
        stem: "seams",
        about: "A yard of 32 x 32 m: a floor and a wall cut into triangles of 0.25 m, a lane without paving, and every second piece of a wall.",
        objects,
    }
}

/// A box without its +X face.
fn cuboid_without_face(material: &'static str, min: Point, max: Point) -> Vec<Face> {
    let mut faces = cuboid(material, min, max);
    faces.retain(|face| face.corners.iter().any(|corner| corner[0] < max[0]));
    faces
}

/// Gates of decreasing width, columns to walk between, and a round temple.
pub fn pillars() -> Mesh {
    let mut objects = yard(20.0, 19.6, ["lawn", "limestone"], |_, _| false);
    // A wall across the right half with gates in it: widths in centimetres.
    let gates = [140.0, 120.0, 110.0, 102.0, 98.0, 90.0];
    let mut x = 2.6;
    for (k, gate) in gates.into_iter().enumerate() {
        let end = if k + 1 == gates.len() {
            x + 1.3
        } else {
            x + 1.6
        };
        let pier = cuboid("plaster", [x, 0.0, -9.0], [end, 2.6, -8.0]);
        objects.push(object(format!("pier_{}", k + 1), pier));
        x = end + gate / 100.0;
    }
    objects.push(object(
        "pier_7",
        cuboid("plaster", [x, 0.0, -9.0], [19.0, 2.6, -8.0]),
    ));
    objects.push(object(
        "lintel",
        cuboid("terracotta", [2.5, 2.6, -9.1], [19.1, 2.9, -7.9]),
    ));
    // A group of columns, each slightly out of line.
    for row in 0..5 {
        for place in 0..4 {
            let shift = if row % 2 == 0 { 0.0 } else { 1.1 };
            let [x, z] = [
                -16.0 + 2.3 * f64::from(place) + shift,
                6.0 - 2.1 * f64::from(row),
            ];
            let radius = 0.2 + 0.06 * f64::from((row * 3 + place * 2) % 5);
            let name = format!("column_{}_{}", row + 1, place + 1);
            let tone = ["teal", "plaster", "terracotta"][((row + place) % 3) as usize];
            objects.push(object(name, moved(column(radius, 3.0, tone), [x, 0.0, z])));
        }
    }
    // The temple: two steps, ten columns, and a roof.
    let steps = [
        (4.2, 0.0, "limestone"),
        (4.2, 0.15, "limestone"),
        (3.8, 0.15, "limestone"),
        (3.8, 0.3, "paving"),
    ];
    let center = [-10.0, 0.0, -12.6];
    let round = regular(40, 0.0);
    objects.push(object(
        "temple_floor",
        moved(revolve(&steps, &round, Ends::Capped), center),
    ));
    for (k, [x, z]) in regular(10, 9.0).into_iter().enumerate() {
        let place = [center[0] + 3.2 * x, 0.3, center[2] + 3.2 * z];
        let name = format!("temple_column_{}", k + 1);
        objects.push(object(name, moved(column(0.28, 3.2, "plaster"), place)));
    }
    let roof = [
        (3.7, 3.5, "limestone"),
        (3.7, 3.8, "terracotta"),
        (3.95, 3.8, "roof_tile"),
        (3.95, 3.9, "roof_tile"),
        (0.0, 5.3, "roof_tile"),
    ];
    objects.push(object(
        "temple_roof",
        moved(revolve(&roof, &round, Ends::Capped), center),
    ));
    Mesh {
        stem: "pillars",
        about: "A yard of 40 x 40 m: gates of 140 to 90 cm in a wall, a wood of columns, and a round temple.",
        objects,
    }
}
