//! Streets for cars: houses that fill their bounds, and the ground between them.

use crate::blocks::blocks;
use crate::courtyard::tree;
use crate::mesh::{Face, Mesh, Object, Point, face, object};
use crate::solids::{Axis, Ends, cuboid, moved, prism, revolve};

/// Height of the plinth, which fills the bounds, so that a car stops at a visible surface; metres.
const PLINTH: f64 = 0.9;

/// How far the walls stand back from the plinth, and how far panes and door stand back from the bounds; metres.
const SETBACK: f64 = 0.07;
const PANE: f64 = 0.22;
const DOOR: f64 = 0.34;

/// The opening of the door in the plinth is this much deeper than the door, so that their faces are not in one plane;
/// metres.
const DOOR_GAP: f64 = 0.02;

/// Half the width of the door, and the height of its top above the plinth; metres.
const DOOR_HALF: f64 = 0.62;
const DOOR_TOP: f64 = 1.4;

/// Height of a storey, of a window, and of its sill above the floor; metres.
const STOREY: f64 = 1.9;
const WINDOW: f64 = 1.15;
const SILL: f64 = 0.35;

/// A house `2 * half` wide and deep: a plinth, walls with three windows per side and storey, a door
/// towards +Z, and a parapet as wide as the plinth.
fn house(half: f64, storeys: u32, walls: &'static str, trim: &'static str) -> Vec<Object> {
    let top = PLINTH + STOREY * f64::from(storeys);
    let roof = cuboid(
        "warm_grey",
        [0.2 - half, top + 0.05, 0.2 - half],
        [half - 0.2, top + 0.2, half - 0.2],
    );
    vec![
        object("plinth", plinth(half)),
        object("walls", shell(half, storeys, walls)),
        object("parapet", parapet(half, top, trim)),
        object("roof", roof),
    ]
}

/// The plinth, with the opening of the door.
fn plinth(half: f64) -> Vec<Face> {
    let back = half - DOOR - DOOR_GAP;
    blocks(
        |axis, at| match axis {
            2 if at == back => "teal",
            _ => "slate",
        },
        [
            &[-half, -DOOR_HALF, DOOR_HALF, half],
            &[0.0, PLINTH],
            &[-half, back, half],
        ],
        |[x, _, z]| !(x.abs() < DOOR_HALF && z > back),
    )
}

/// The walls, as a block with openings for the windows and the door.
fn shell(half: f64, storeys: u32, walls: &'static str) -> Vec<Face> {
    let top = PLINTH + STOREY * f64::from(storeys);
    let wall = half - SETBACK;
    let spacing = half * 0.56;
    let window_half = spacing * 0.27;
    let sill = |storey: u32| PLINTH + SILL + STOREY * f64::from(storey);

    let mut x_lines: Vec<f64> = [-1.0, 0.0, 1.0]
        .iter()
        .flat_map(|column| {
            [
                column * spacing - window_half,
                column * spacing + window_half,
            ]
        })
        .chain([-DOOR_HALF, DOOR_HALF, -wall, wall, PANE - wall, wall - PANE])
        .collect();
    let mut z_lines: Vec<f64> = x_lines.iter().copied().chain([half - DOOR]).collect();
    let mut y_lines: Vec<f64> = (0..storeys)
        .flat_map(|storey| [sill(storey), sill(storey) + WINDOW])
        .chain([PLINTH - 0.1, PLINTH + DOOR_TOP, top + 0.1])
        .collect();
    for lines in [&mut x_lines, &mut y_lines, &mut z_lines] {
        lines.sort_by(f64::total_cmp);
    }

    let is_door =
        |[x, y, z]: Point| x.abs() < DOOR_HALF && z > half - DOOR && y < PLINTH + DOOR_TOP;
    let is_window = |[x, y, z]: Point| {
        let in_row = (0..storeys).any(|storey| y > sill(storey) && y < sill(storey) + WINDOW);
        let in_column = |along: f64| {
            (-1..=1).any(|column| (along - f64::from(column) * spacing).abs() < window_half)
        };
        let is_at_door = x.abs() < spacing - window_half && z > 0.0 && y < PLINTH + STOREY;
        let in_x_wall = x.abs() > wall - PANE && in_column(z) && z.abs() < wall - PANE;
        let in_z_wall = z.abs() > wall - PANE && in_column(x) && x.abs() < wall - PANE;
        in_row && (in_x_wall || in_z_wall && !is_at_door)
    };
    let paint = |axis: usize, at: f64| match axis {
        0 | 2 if at.abs() == wall => walls,
        0 | 2 if at.abs() == wall - PANE => "glass",
        2 if at == half - DOOR => "teal",
        _ => "limestone",
    };
    blocks(paint, [&x_lines, &y_lines, &z_lines], |point| {
        !is_door(point) && !is_window(point)
    })
}

/// The rim of a roof at the height `top`.
fn parapet(half: f64, top: f64, trim: &'static str) -> Vec<Face> {
    let square = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]];
    let profile = [
        (half - 0.35, top, trim),
        (half, top, trim),
        (half, top + 0.45, "limestone"),
        (half - 0.35, top + 0.45, trim),
    ];
    revolve(&profile, &square, Ends::Joined)
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

/// Lanes along X, each as the z of its middle and the x of its start and end; metres. No two parts of the ground overlap.
const LANES: [(f64, [f64; 2]); 3] = [
    (0.0, [-13.0, 22.0]),
    (-15.0, [-13.0, 22.0]),
    (-31.0, [-13.0, 22.0]),
];

/// Half the width of a lane, and of the marking along its middle; metres.
const LANE_HALF: f64 = 3.5;
const MARKING_HALF: f64 = 0.08;

/// The width of the paving around lanes and square; metres.
const PAVING: f64 = 1.5;

/// The square with the passage, as its ranges of x and z; metres.
const SQUARE: [[f64; 2]; 2] = [[-43.0, -13.0], [-36.0, 5.0]];

/// The whole ground, as its ranges of x and z; metres.
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

/// The ground, in strips along X. Each strip is cut where its material changes.
fn ground() -> Vec<Face> {
    let mut faces = Vec::new();
    for strip in strip_edges().windows(2) {
        let (z0, z1) = (strip[0], strip[1]);
        let parts = strip_parts((z0 + z1) / 2.0);
        for pair in parts.windows(2) {
            let ((x0, material), (x1, _)) = (pair[0], pair[1]);
            let quad = [[x0, 0.0, z0], [x0, 0.0, z1], [x1, 0.0, z1], [x1, 0.0, z0]];
            faces.push(face(material, quad));
        }
    }
    faces
}

/// The z of the edges of all strips, ascending; metres.
fn strip_edges() -> Vec<f64> {
    let [_, [north, south]] = GROUND;
    let [_, [square_north, square_south]] = SQUARE;
    let mut edges: Vec<f64> = LANES
        .iter()
        .flat_map(|(middle, _)| {
            [
                -LANE_HALF - PAVING,
                -LANE_HALF,
                -MARKING_HALF,
                MARKING_HALF,
                LANE_HALF,
                LANE_HALF + PAVING,
            ]
            .map(|offset| middle + offset)
        })
        .chain([north, south, square_north, square_south])
        .chain([square_north - PAVING, square_south + PAVING])
        .collect();
    edges.sort_by(f64::total_cmp);
    edges.dedup();
    edges
}

/// The parts of the strip whose middle is at `z`, from west to east. Each part is its start along X and its material; the last
/// one is the end of the ground.
fn strip_parts(z: f64) -> Vec<(f64, &'static str)> {
    let [[west, east], _] = GROUND;
    let [[square_west, square_east], [square_north, square_south]] = SQUARE;
    let mut parts = vec![(west, "lawn")];
    let in_square = square_north < z && z < square_south;
    let in_square_paving = square_north - PAVING < z && z < square_south + PAVING;
    if in_square {
        parts.extend([(square_west - PAVING, "paving"), (square_west, "asphalt")]);
    } else if in_square_paving {
        parts.push((square_west - PAVING, "paving"));
    }
    let lane = LANES
        .iter()
        .find(|(middle, _)| (z - middle).abs() < LANE_HALF + PAVING);
    match lane {
        Some((middle, [start, end])) if (z - middle).abs() < 0.1 => {
            parts.push((*start, "asphalt"));
            // Dashes of 2 m, 2 m apart, up to the house.
            parts.extend((0..6).flat_map(|dash| {
                let x = start + 2.0 + 4.0 * f64::from(dash);
                [(x, "marking"), (x + 2.0, "asphalt")]
            }));
            parts.push((*end, "paving"));
            parts.push((end + PAVING, "lawn"));
        }
        Some((middle, [start, end])) => {
            let is_lane = (z - middle).abs() < LANE_HALF;
            parts.push((*start, if is_lane { "asphalt" } else { "paving" }));
            if is_lane {
                parts.push((*end, "paving"));
            }
            parts.push((end + PAVING, "lawn"));
        }
        None if in_square_paving => {
            parts.extend([(square_east, "paving"), (square_east + PAVING, "lawn")]);
        }
        None => {}
    }
    parts.push((east, ""));
    parts
}

/// A platform 2 m high, with stairs at its back, towards +Z. It is one outline, extruded along X.
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
