//! The places of the gallery: one lesson each.

use std::f64::consts::TAU;

use crate::mesh::{Face, Mesh, Point, face, object};
use crate::solids::{Axis, Ends, cuboid, moved, prism, regular, revolve};
use crate::yard::{column, counter_clockwise, prism_up, profile_along_x, yard};

/// Funnels of two, three and four steep walls sunk into a platform, and a corner on a slope.
pub fn funnels() -> Mesh {
    const HEIGHT: f64 = 2.6;
    let mut objects = yard(20.0, 19.6, |_, _| false);
    // Half of each outline, from the front to the back; its other half is the mirrored one. The last row is the bottom, which
    // is a line or a point.
    let trough = (
        [[0.0, 2.2], [2.0, 2.2], [2.0, -2.2], [0.0, -2.2]],
        vec![[0.0, 2.2], [0.0, -2.2]],
    );
    let three = (
        [[0.0, 1.2], [2.1, 1.2], [1.05, -0.6], [0.0, -2.4]],
        vec![[0.0, 0.0]],
    );
    let four = (
        [[0.0, 2.0], [2.0, 2.0], [2.0, -2.0], [0.0, -2.0]],
        vec![[0.0, 0.0]],
    );
    let tones = ["slope_gentle", "slope_hard", "slope_medium"];
    for (number, ((half, bottom), tone)) in (0..).zip([trough, three, four].into_iter().zip(tones))
    {
        let cell = funnel(HEIGHT, &half, &bottom, tone);
        let x = -16.2 + 6.0 * f64::from(number);
        let name = ["funnel_2", "funnel_3", "funnel_4"][number as usize];
        objects.push(object(name, moved(cell, [x, 0.0, -16.4])));
    }
    let ramp = [[0.0, 0.0], [HEIGHT, 0.0], [0.0, 8.0]];
    let ramp: Vec<[f64; 2]> = ramp.iter().map(|[y, x]| [-1.2 + x, *y]).collect();
    objects.push(object(
        "way_up",
        prism(
            "limestone",
            Axis::Z,
            &counter_clockwise(&ramp),
            -19.2,
            -15.6,
        ),
    ));

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

/// A block of 6 x 5.6 m with a pit whose walls go down to `bottom`. `half` is the pit's rim at the right, from front to back.
fn funnel(height: f64, half: &[[f64; 2]; 4], bottom: &[[f64; 2]], tone: &'static str) -> Vec<Face> {
    const FLOOR: f64 = 0.02;
    let [wide, deep] = [3.0, 2.8];
    let mut faces = Vec::new();
    let mirrored = |point: [f64; 2], side: f64| [point[0] * side, point[1]];
    let add = |faces: &mut Vec<Face>, material, side: f64, points: Vec<Point>| {
        let mut points = points;
        points.dedup();
        if side < 0.0 {
            points.reverse();
        }
        faces.push(face(material, points));
    };
    let at = |[x, z]: [f64; 2], y: f64| [x, y, z];
    for side in [1.0, -1.0] {
        let rim: Vec<[f64; 2]> = half.iter().map(|p| mirrored(*p, side)).collect();
        let corners = [
            [0.0, -deep],
            [wide * side, -deep],
            [wide * side, deep],
            [0.0, deep],
        ];
        // Seen from above: along the rim to the back, and round the corner of the block to the front.
        let mut top: Vec<Point> = rim.iter().map(|p| at(*p, height)).collect();
        top.extend([corners[0], corners[1], corners[2], corners[3]].map(|p| at(p, height)));
        top.reverse();
        add(&mut faces, "limestone", side, top);
        let nearest = |p: [f64; 2]| {
            let distance = |q: &[f64; 2]| (q[0] - p[0]).hypot(q[1] - p[1]);
            let mut all = bottom.to_vec();
            all.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
            all[0]
        };
        for pair in rim.windows(2) {
            let wall = vec![
                at(pair[1], height),
                at(nearest(pair[1]), FLOOR),
                at(nearest(pair[0]), FLOOR),
                at(pair[0], height),
            ];
            add(&mut faces, tone, side, wall);
        }
        for pair in corners.windows(2) {
            let outer = vec![
                at(pair[0], 0.0),
                at(pair[0], height),
                at(pair[1], height),
                at(pair[1], 0.0),
            ];
            add(&mut faces, "warm_grey", side, outer);
        }
        add(
            &mut faces,
            "warm_grey",
            side,
            corners.map(|p| at(p, 0.0)).to_vec(),
        );
    }
    faces
}

/// A flat floor and flat walls, cut into many triangles; a lane of paving is left out, to be filled with
/// boxes.
pub fn seams() -> Mesh {
    let in_lane = |x: f64, z: f64| x > 4.0 && x < 8.0 && z > -14.0 && z < 4.0;
    let in_field = |x: f64, z: f64| x > -10.0 && x < -4.0 && z > -14.0 && z < 4.0;
    let mut objects = yard(16.0, 15.6, |x, z| in_lane(x, z) || in_field(x, z));
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
    // Every second piece of the wall on the right; the others are props.
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

/// A box without its face towards +X.
fn cuboid_without_face(material: &'static str, min: Point, max: Point) -> Vec<Face> {
    let mut faces = cuboid(material, min, max);
    faces.retain(|face| face.corners.iter().any(|corner| corner[0] < max[0]));
    faces
}

/// A flat parallelogram in triangles; the diagonals turn from cell to cell.
fn cut(
    faces: &mut Vec<Face>,
    material: &'static str,
    corner: Point,
    along: Point,
    up: Point,
    cells: [u32; 2],
) {
    let at = |i: u32, k: u32| {
        let [s, t] = [
            f64::from(i) / f64::from(cells[0]),
            f64::from(k) / f64::from(cells[1]),
        ];
        [0, 1, 2].map(|a| corner[a] + along[a] * s + up[a] * t)
    };
    for i in 0..cells[0] {
        for k in 0..cells[1] {
            let [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
            let halves = match (i + k) % 2 {
                0 => [[a, b, c], [a, c, d]],
                _ => [[a, b, d], [b, c, d]],
            };
            faces.extend(halves.map(|half| face(material, half)));
        }
    }
}

/// Ramps of 10 to 60 degrees and stairs with steps of 10 to 48 cm, side by side up to one platform.
pub fn stairs() -> Mesh {
    const TOP: f64 = 2.4;
    const EDGE: f64 = -16.0;
    let mut objects = yard(24.0, 13.0, |_, _| false);
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
        let mut stair = profile_along_x(tone, &outline, x, x + 2.8);
        for face in &mut stair {
            let height = face.corners[0][1];
            if face.corners.iter().all(|corner| corner[1] == height) {
                face.material = "limestone";
            }
        }
        objects.push(object(name, stair));
    }
    Mesh {
        stem: "stairs",
        about: "A yard of 48 x 48 m: ramps of 10 to 60 degrees and stairs with steps of 10 to 48 cm up to a platform of 2.4 m.",
        objects,
    }
}

/// Gates that grow narrower, columns to walk between, and a round temple.
pub fn pillars() -> Mesh {
    let mut objects = yard(20.0, 19.6, |_, _| false);
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
    // A wood of columns, each a little out of line.
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

/// A round tower with a ramp that winds round it three times, between its wall and a parapet.
pub fn spiral() -> Mesh {
    const TURNS: f64 = 3.0;
    const STEPS: usize = 120;
    const INNER: f64 = 3.0;
    const OUTER: f64 = 5.6;
    const TOP: f64 = 12.0;
    let mut objects = yard(18.0, 17.6, |_, _| false);
    let shaft = [(INNER, 0.0, "ochre"), (INNER, TOP, "paving")];
    objects.push(object(
        "core",
        revolve(&shaft, &regular(40, 0.0), Ends::Capped),
    ));
    let at = |step: usize, radius: f64, lift: f64| -> Point {
        let share = step as f64 / STEPS as f64;
        // It begins at +Z, before the spawn, and climbs to the left.
        let angle = TAU * (0.25 - TURNS * share);
        [
            radius * angle.cos(),
            (TOP * share + lift).max(0.0),
            radius * angle.sin(),
        ]
    };
    // Cross sections from the ramp's bottom, counter-clockwise as one who goes up sees them from behind.
    let ribbon = |tone: &'static str, section: &[[f64; 2]]| {
        let mut faces = Vec::new();
        let ring = |step: usize| -> Vec<Point> {
            section
                .iter()
                .map(|[radius, lift]| at(step, *radius, *lift))
                .collect()
        };
        for step in 0..STEPS {
            let (before, after) = (ring(step), ring(step + 1));
            for k in 0..section.len() {
                let next = (k + 1) % section.len();
                let (a, b, c, d) = (before[k], before[next], after[next], after[k]);
                faces.extend(triangle(tone, [a, b, c]));
                faces.extend(triangle(tone, [a, c, d]));
            }
        }
        let mut first = ring(0);
        first.reverse();
        first.dedup();
        // On the ground its top and its bottom meet.
        if first.len() == section.len() {
            faces.push(face(tone, first));
        }
        faces.push(face(tone, ring(STEPS)));
        faces
    };
    let ramp = [
        [INNER - 0.1, -0.3],
        [OUTER, -0.3],
        [OUTER, 0.0],
        [INNER - 0.1, 0.0],
    ];
    let parapet = [
        [OUTER - 0.02, -0.4],
        [OUTER + 0.25, -0.4],
        [OUTER + 0.25, 0.7],
        [OUTER - 0.02, 0.7],
    ];
    let mut ramp = ribbon("slope_gentle", &ramp);
    let mut wall = ribbon("terracotta", &parapet);
    for shell in [&mut ramp, &mut wall] {
        for face in shell.iter_mut() {
            face.corners.reverse();
        }
    }
    // A pavilion on top, open where the ramp arrives.
    for (k, [x, z]) in regular(6, 0.0).into_iter().enumerate() {
        let place = [2.6 * x, TOP, 2.6 * z];
        let name = format!("column_{}", k + 1);
        objects.push(object(name, moved(column(0.2, 2.6, "plaster"), place)));
    }
    let roof = [
        (3.0, 14.55, "limestone"),
        (3.0, 14.85, "roof_tile"),
        (3.2, 14.85, "roof_tile"),
        (3.2, 14.95, "roof_tile"),
        (0.0, 16.6, "roof_tile"),
    ];
    objects.push(object(
        "roof",
        revolve(&roof, &regular(24, 0.0), Ends::Capped),
    ));
    objects.push(object("ramp", ramp));
    objects.push(object("parapet", wall));
    Mesh {
        stem: "spiral",
        about: "A yard of 36 x 36 m: a round tower with a ramp that winds round it three times, to a pavilion 12 m above.",
        objects,
    }
}

/// A triangle, if it has an area.
fn triangle(material: &'static str, corners: [Point; 3]) -> Option<Face> {
    let [a, b, c] = corners;
    (a != b && b != c && c != a).then(|| face(material, corners))
}

/// The obstacle course: a way of stone high above nothing, with everything on it.
pub fn course() -> Mesh {
    let mut objects = Vec::new();
    let mut add = |name: &str, faces: Vec<Face>| objects.push(object(name, faces));
    // From the start at z = 0 the way goes along -Z.
    add(
        "start",
        cuboid("limestone", [-4.0, -1.0, -6.0], [13.0, 0.0, 6.0]),
    );
    // From here all of it is seen.
    add(
        "overlook",
        cuboid("paving", [8.0, 0.0, 1.0], [13.0, 2.6, 6.0]),
    );
    // Stairs of eight steps, 30 cm each.
    let mut stair = vec![[-1.0, -6.0], [-1.0, -10.0]];
    for step in (0..8).rev() {
        let z = -6.0 - 0.5 * f64::from(step);
        stair.extend([
            [0.3 * f64::from(step + 1), z - 0.5],
            [0.3 * f64::from(step + 1), z],
        ]);
    }
    stair.dedup();
    add("stair", profile_along_x("ochre", &stair, -2.0, 2.0));
    add(
        "columns_floor",
        cuboid("limestone", [-3.0, 1.4, -22.0], [3.0, 2.4, -10.0]),
    );
    for (k, (x, z)) in [
        (-1.2, -12.0),
        (1.2, -14.0),
        (-1.2, -16.0),
        (1.2, -18.0),
        (0.0, -20.0),
    ]
    .into_iter()
    .enumerate()
    {
        let tone = ["teal", "plaster"][k % 2];
        add(
            &format!("column_{}", k + 1),
            moved(column(0.45, 3.0, tone), [x, 2.4, z]),
        );
    }
    // A beam as wide as a shoulder.
    add(
        "beam",
        cuboid("wood", [-0.4, 2.0, -32.0], [0.4, 2.4, -22.0]),
    );
    add(
        "beam_end",
        cuboid("limestone", [-3.0, 1.4, -36.0], [3.0, 2.4, -32.0]),
    );
    // A gap of 2 m to jump over.
    add(
        "beyond_the_gap",
        cuboid("limestone", [-3.0, 1.4, -44.0], [3.0, 2.4, -38.0]),
    );
    // A funnel of two walls with a door of 1.1 m, on a floor cut into triangles.
    let mut floor = cuboid("limestone", [-3.0, 1.4, -54.0], [3.0, 2.4, -44.0]);
    floor.retain(|face| face.corners.iter().any(|corner| corner[1] < 2.4));
    cut(
        &mut floor,
        "slope_gentle",
        [-3.0, 2.4, -44.0],
        [6.0, 0.0, 0.0],
        [0.0, 0.0, -10.0],
        [12, 20],
    );
    add("floor_of_triangles", floor);
    for (name, side) in [("funnel_left", -1.0), ("funnel_right", 1.0)] {
        let outline = [
            [side * 3.0, -45.0],
            [side * 0.55, -51.0],
            [side * 0.55, -52.0],
            [side * 3.0, -52.0],
        ];
        add(name, prism_up("terracotta", &outline, 2.4, 4.2));
    }
    // A ramp of 30 degrees down, and a landing for the lift.
    let ramp = [
        [0.4, -54.0],
        [2.4, -54.0],
        [0.4, -54.0 - 2.0 * 3.0_f64.sqrt()],
    ];
    add("ramp", profile_along_x("slope_medium", &ramp, -3.0, 3.0));
    add(
        "landing",
        cuboid("limestone", [-3.0, -0.6, -64.0], [3.0, 0.4, -54.0]),
    );
    // The finish, 4 m higher: the lift is a mover.
    add(
        "finish",
        cuboid("limestone", [-4.0, 3.4, -76.0], [4.0, 4.4, -68.0]),
    );
    for x in [-3.2, 3.2] {
        let name = if x < 0.0 { "gate_left" } else { "gate_right" };
        add(name, moved(column(0.35, 3.4, "plaster"), [x, 4.4, -72.0]));
    }
    add(
        "gate_top",
        cuboid("terracotta", [-3.8, 7.8, -72.4], [3.8, 8.2, -71.6]),
    );
    // What it all stands on.
    let supports = [
        (0.0, 0.0, -0.5),
        (9.0, 0.0, -0.5),
        (0.0, -16.0, 1.9),
        (0.0, -34.0, 1.9),
        (0.0, -41.0, 1.9),
        (0.0, -49.0, 1.9),
        (0.0, -60.0, -0.1),
        (0.0, -73.0, 3.9),
    ];
    for (k, (x, z, top)) in supports.into_iter().enumerate() {
        let (min, max) = ([x - 1.1, -40.0, z - 1.1], [x + 1.1, top, z + 1.1]);
        add(&format!("support_{}", k + 1), cuboid("warm_grey", min, max));
    }
    Mesh {
        stem: "course",
        about: "The obstacle course: stairs, columns, a beam, a gap, a funnel on triangles, a ramp, and a finish that only a lift reaches.",
        objects,
    }
}
