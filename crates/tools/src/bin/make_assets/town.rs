//! Streets for cars: houses that fill their bounds, and the ground between them.

use crate::blocks::blocks;
use crate::courtyard::tree;
use crate::mesh::{Face, Mesh, Object, Point, face, object};
use crate::solids::{Axis, Ends, cuboid, moved, prism, revolve};

/// Height of the plinth, which fills the bounds: a car stops at a visible surface.
const PLINTH: f64 = 0.9;

/// The setback of the walls from the plinth, and of the panes and the door from the walls.
const SETBACK: f64 = 0.07;
const PANE: f64 = 0.22;
const DOOR: f64 = 0.34;

const STOREY: f64 = 1.9;

/// A house `2 * half` wide and deep: a plinth, walls with three windows per side and storey, a door
/// towards +Z, and a parapet as wide as the plinth.
fn house(half: f64, storeys: u32, walls: &'static str, trim: &'static str) -> Vec<Object> {
    let top = PLINTH + STOREY * f64::from(storeys);
    let wall = half - SETBACK;
    let spacing = half * 0.56;
    let (pane, door) = (spacing * 0.27, 0.62);
    let is_door = |[x, y, z]: Point| x.abs() < door && z > half - DOOR && y < PLINTH + 1.4;

    let plinth = blocks(
        |axis, at| match axis {
            2 if at == half - DOOR - 0.02 => "teal",
            _ => "slate",
        },
        [
            &[-half, -door, door, half],
            &[0.0, PLINTH],
            &[-half, half - DOOR - 0.02, half],
        ],
        |[x, y, z]| !(is_door([x, y, z]) || x.abs() < door && z > half - DOOR - 0.02),
    );

    let mut across: Vec<f64> = [-1.0, 0.0, 1.0]
        .iter()
        .flat_map(|k| [k * spacing - pane, k * spacing + pane])
        .chain([-door, door, -wall, wall, PANE - wall, wall - PANE])
        .collect();
    across.sort_by(f64::total_cmp);
    let mut deep: Vec<f64> = across.iter().copied().chain([half - DOOR]).collect();
    deep.sort_by(f64::total_cmp);
    let sill = |storey: u32| PLINTH + 0.35 + STOREY * f64::from(storey);
    let mut up: Vec<f64> = (0..storeys)
        .flat_map(|storey| [sill(storey), sill(storey) + 1.15])
        .chain([PLINTH - 0.1, PLINTH + 1.4, top + 0.1])
        .collect();
    up.sort_by(f64::total_cmp);
    let in_a_row = |along: f64| (-1..=1).any(|k| (along - f64::from(k) * spacing).abs() < pane);
    let is_window = |[x, y, z]: Point| {
        let lit = (0..storeys).any(|storey| y > sill(storey) && y < sill(storey) + 1.15);
        let above_the_door = x.abs() < spacing - pane && z > 0.0 && y < PLINTH + STOREY;
        let face_x = x.abs() > wall - PANE && in_a_row(z) && z.abs() < wall - PANE;
        let face_z = z.abs() > wall - PANE && in_a_row(x) && x.abs() < wall - PANE;
        lit && (face_x || face_z && !above_the_door)
    };
    let paint = |axis: usize, at: f64| match axis {
        0 | 2 if at.abs() == wall => walls,
        0 | 2 if at.abs() == wall - PANE => "glass",
        2 if at == half - DOOR => "teal",
        _ => "limestone",
    };
    let shell = blocks(paint, [&across, &up, &deep], |point| {
        !is_door(point) && !is_window(point)
    });

    let square = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
    let parapet = [
        (half - 0.35, top, trim),
        (half, top, trim),
        (half, top + 0.45, "limestone"),
        (half - 0.35, top + 0.45, trim),
    ];
    let roof = cuboid(
        "warm_grey",
        [0.2 - half, top + 0.05, 0.2 - half],
        [half - 0.2, top + 0.2, half - 0.2],
    );
    vec![
        object("plinth", plinth),
        object("walls", shell),
        object("parapet", revolve(&parapet, &square, Ends::Joined)),
        object("roof", roof),
    ]
}

pub fn office() -> Mesh {
    Mesh {
        stem: "office",
        about: "Office of 8 x 7.05 x 8 m that fills its bounds: plinth and parapet are its box, the walls stand back by 7 cm.",
        objects: house(4.0, 3, "plaster", "terracotta"),
    }
}

pub fn tower() -> Mesh {
    Mesh {
        stem: "tower",
        about: "Tower of 5 x 10.85 x 5 m that fills its bounds, as the office does.",
        objects: house(2.5, 5, "ochre", "roof_tile"),
    }
}

/// Lanes along X (z of the middle, start and end), each 7 m wide; no parts of the ground overlap.
const LANES: [(f64, [f64; 2]); 3] = [
    (0.0, [-13.0, 22.0]),
    (-15.0, [-13.0, 22.0]),
    (-31.0, [-13.0, 22.0]),
];
const LANE_HALF: f64 = 3.5;

/// The square with the passage: x and z ranges.
const SQUARE: [[f64; 2]; 2] = [[-43.0, -13.0], [-36.0, 5.0]];

const GROUND: [[f64; 2]; 2] = [[-56.0, 34.0], [-48.0, 26.0]];

pub fn street() -> Mesh {
    let mut objects = vec![
        object("ground", ground()),
        object("stand", moved(stand(), [-2.0, 0.0, 12.5])),
    ];
    let trees = [
        (21.0, -7.5, 1.0),
        (-9.0, -23.0, 1.2),
        (19.0, -23.4, 1.0),
        (24.0, 6.5, 1.2),
        (26.0, -8.0, 1.1),
        (-16.0, 10.5, 1.1),
        (-30.0, 10.0, 1.25),
        (12.0, 11.0, 1.2),
        (-8.0, -40.0, 1.1),
        (20.0, -40.0, 1.3),
        (-50.0, -12.0, 1.2),
        (-49.5, -30.0, 1.1),
        (-24.0, -42.5, 1.3),
    ];
    for (number, (x, z, stretch)) in (1..).zip(trees) {
        objects.push(object(
            format!("tree_{number}"),
            moved(tree(stretch), [x, 0.0, z]),
        ));
    }
    Mesh {
        stem: "street",
        about: "Ground of 90 x 74 m: three lanes along X at z = 0, -15 and -31, a square west of them, lawns, trees, and a stand 2 m high.",
        objects,
    }
}

/// Strips along X, one behind another, each cut where the ground changes.
fn ground() -> Vec<Face> {
    let [[west, east], [north, south]] = GROUND;
    let mut z: Vec<f64> = LANES
        .iter()
        .flat_map(|(middle, _)| {
            [
                -LANE_HALF - 1.5,
                -LANE_HALF,
                -0.08,
                0.08,
                LANE_HALF,
                LANE_HALF + 1.5,
            ]
            .map(|off| middle + off)
        })
        .chain([north, south, SQUARE[1][0], SQUARE[1][1]])
        .chain([SQUARE[1][0] - 1.5, SQUARE[1][1] + 1.5])
        .collect();
    z.sort_by(f64::total_cmp);
    z.dedup();
    let mut faces = Vec::new();
    for strip in z.windows(2) {
        let middle = (strip[0] + strip[1]) / 2.0;
        let mut cuts = vec![(west, "lawn")];
        let square = SQUARE[1][0] < middle && middle < SQUARE[1][1];
        let rim = SQUARE[1][0] - 1.5 < middle && middle < SQUARE[1][1] + 1.5;
        if square {
            cuts.extend([(SQUARE[0][0] - 1.5, "paving"), (SQUARE[0][0], "asphalt")]);
        } else if rim {
            cuts.push((SQUARE[0][0] - 1.5, "paving"));
        }
        let lane = LANES
            .iter()
            .find(|(at, _)| (middle - at).abs() < LANE_HALF + 1.5);
        match lane {
            Some((at, [from, to])) if (middle - at).abs() < 0.1 => {
                cuts.push((*from, "asphalt"));
                // Dashes of 2 m, 2 m apart, up to the house.
                cuts.extend((0..6).flat_map(|k| {
                    let x = from + 2.0 + 4.0 * f64::from(k);
                    [(x, "marking"), (x + 2.0, "asphalt")]
                }));
                cuts.push((*to, "paving"));
                cuts.push((to + 1.5, "lawn"));
            }
            Some((at, [from, to])) => {
                let road = (middle - at).abs() < LANE_HALF;
                cuts.push((*from, if road { "asphalt" } else { "paving" }));
                if road {
                    cuts.push((*to, "paving"));
                }
                cuts.push((to + 1.5, "lawn"));
            }
            None if rim => {
                cuts.extend([(SQUARE[0][1], "paving"), (SQUARE[0][1] + 1.5, "lawn")]);
            }
            None => {}
        }
        cuts.push((east, ""));
        for pair in cuts.windows(2) {
            let ([(x0, stone), (x1, _)], [z0, z1]) = ([pair[0], pair[1]], [strip[0], strip[1]]);
            let quad = [[x0, 0.0, z0], [x0, 0.0, z1], [x1, 0.0, z1], [x1, 0.0, z0]];
            faces.push(face(stone, quad));
        }
    }
    faces
}

/// A platform 2 m high with stairs from behind (+Z): one outline, extruded along X.
fn stand() -> Vec<Face> {
    const STEPS: u32 = 8;
    let mut outline = vec![[0.0, -1.5], [2.0, -1.5], [2.0, 1.5]];
    outline.extend((1..=STEPS).flat_map(|step| {
        let height = 2.0 - 0.25 * f64::from(step);
        let back = 1.5 + 0.35 * f64::from(step - 1);
        [[height, back], [height, back + 0.35]]
    }));
    outline.pop();
    prism("limestone", Axis::X, &outline, -3.0, 3.0)
}
