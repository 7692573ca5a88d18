//! Parts of which levels are built: the crate and other cubes, the sign, the fence, the markings of a runway, a door, the
//! plate of a jump pad.

use crate::mesh::{Mesh, face, object};
use crate::solids::{Axis, Ends, cuboid, moved, prism, regular, revolve};
use crate::yard::prism_up;

pub fn crate_box() -> Mesh {
    Mesh {
        stem: "crate",
        about: "Crate: the unit cube centred on its origin, so that a prop's scale is its size.",
        objects: vec![object("crate", cuboid("pine", [-0.5; 3], [0.5; 3]))],
    }
}

/// Cubes like the crate, of other materials: (name, description, material).
const CUBES: [(&str, &str, &str); 3] = [
    (
        "block",
        "Block: the unit cube centred on its origin, dark and smooth, for stages and walls.",
        "basalt",
    ),
    (
        "stone",
        "Stone: the unit cube centred on its origin, pale and smooth, for floors and walls.",
        "limestone",
    ),
    (
        "turf",
        "Turf: the unit cube centred on its origin, green, for meadows.",
        "lawn",
    ),
];

pub fn cubes() -> [Mesh; 3] {
    CUBES.map(|(stem, about, material)| Mesh {
        stem,
        about,
        objects: vec![object(stem, cuboid(material, [-0.5; 3], [0.5; 3]))],
    })
}

/// The markings of a runway of 16 x 200 m: a line along each side, dashes between, and bars at both ends.
pub fn runway() -> Mesh {
    let stripe = |[left, right]: [f64; 2], [near, far]: [f64; 2]| {
        let corners = [
            [left, 0.0, near],
            [right, 0.0, near],
            [right, 0.0, far],
            [left, 0.0, far],
        ];
        face("marking", corners)
    };
    let sides = [-7.8, 7.4].map(|left| stripe([left, left + 0.4], [100.0, -100.0]));
    // Between the walls of the level, which stand 25 m apart.
    let dashes = (0..16).map(|number| {
        let near = 92.5 - 12.5 * f64::from(number);
        stripe([-0.15, 0.15], [near, near - 5.0])
    });
    let bars = [98.0, -94.0].into_iter().flat_map(|near| {
        let places = [-6.3, -4.7, -3.1, 1.9, 3.5, 5.1];
        places.map(|left| stripe([left, left + 1.2], [near, near - 4.0]))
    });
    Mesh {
        stem: "runway",
        about: "Markings of a runway of 16 x 200 m, without thickness, seen from above.",
        objects: vec![object(
            "markings",
            sides.into_iter().chain(dashes).chain(bars).collect(),
        )],
    }
}

/// A plate on the ground with arrows towards -Z: the sign of a jump pad, drawn only.
pub fn pad() -> Mesh {
    let plate = [
        (0.7, 0.0, "slate"),
        (0.7, 0.02, "slate"),
        (0.62, 0.03, "rubber"),
    ];
    let plate = revolve(&plate, &regular(8, 22.5), Ends::Capped);
    let mut objects = vec![object("plate", plate)];
    for (number, tip) in [-0.42, -0.1, 0.22].into_iter().enumerate() {
        let outline = [
            [0.0, tip],
            [0.3, tip + 0.26],
            [0.3, tip + 0.4],
            [0.0, tip + 0.14],
            [-0.3, tip + 0.4],
            [-0.3, tip + 0.26],
        ];
        let arrow = prism_up("signal", &outline, 0.03, 0.04);
        objects.push(object(format!("arrow_{}", number + 1), arrow));
    }
    Mesh {
        stem: "pad",
        about: "A plate of 1.3 m with arrows towards -Z, for a jump pad; it lies on the ground.",
        objects,
    }
}

/// The two leaves of a door, opened against the wall: a cue of scale next to the doorway of the building.
pub fn door() -> Mesh {
    let leaf = |side: &str, middle: f64, handle: f64| {
        let part = |material, half: f64, low, high, front| {
            cuboid(
                material,
                [middle - half, low, 0.0],
                [middle + half, high, front],
            )
        };
        let knob = cuboid(
            "slate",
            [handle - 0.03, 0.95, 0.03],
            [handle + 0.03, 1.1, 0.07],
        );
        [
            object(
                format!("leaf_{side}"),
                part("wood_dark", 0.4, 0.0, 2.0, 0.04),
            ),
            object(
                format!("low_panel_{side}"),
                part("wood", 0.28, 0.15, 0.85, 0.05),
            ),
            object(
                format!("high_panel_{side}"),
                part("wood", 0.28, 1.15, 1.85, 0.05),
            ),
            object(format!("handle_{side}"), knob),
        ]
    };
    let leaves = [leaf("left", -1.22, -1.55), leaf("right", 1.22, 1.55)];
    Mesh {
        stem: "door",
        about: "Two door leaves of 0.8 x 2 m, open against a wall at z = 0, on both sides of a doorway of 1.6 m.",
        objects: leaves.into_iter().flatten().collect(),
    }
}

/// The program draws text on the board. `crates/game/src/view/hud/signs.rs` has the same dimensions.
pub fn sign() -> Mesh {
    let mut objects = Vec::new();
    for (name, x) in [("post_left", -0.86), ("post_right", 0.86)] {
        let post = cuboid("wood_dark", [x - 0.04, 0.0, -0.04], [x + 0.04, 1.72, 0.04]);
        objects.push(object(name, post));
    }
    let board = cuboid("plaster", [-1.02, 0.575, 0.04], [1.02, 1.585, 0.07]);
    objects.push(object("board", board));
    // The frame hardly projects: at a grazing sun, a wider shadow on the board would show the texels of the shadow map. Its
    // parts meet at the corners without sharing a face.
    for (name, y) in [("frame_low", 0.52), ("frame_high", 1.58)] {
        let beam = cuboid("wood", [-1.08, y, 0.035], [1.08, y + 0.06, 0.0725]);
        objects.push(object(name, beam));
    }
    for (name, x) in [("frame_left", -1.075), ("frame_right", 1.015)] {
        let beam = cuboid("wood", [x, 0.55, 0.036], [x + 0.06, 1.61, 0.072]);
        objects.push(object(name, beam));
    }
    Mesh {
        stem: "sign",
        about: "Sign: a board of 2 x 1 m on two posts, read from +Z; origin on the ground in the middle.",
        objects,
    }
}

pub fn fence() -> Mesh {
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
    // Rails end inside the posts, and pickets are set into the rails: parts overlap, but faces
    // never coincide.
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
