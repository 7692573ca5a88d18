//! The crate, the block, the sign and the fence, of which levels are built.

use crate::mesh::{Mesh, object};
use crate::solids::{Axis, Ends, cuboid, moved, prism, revolve};

pub fn crate_box() -> Mesh {
    Mesh {
        stem: "crate",
        about: "Crate: the unit cube centred on its origin, so that a prop's scale is its size.",
        objects: vec![object("crate", cuboid("pine", [-0.5; 3], [0.5; 3]))],
    }
}

pub fn block() -> Mesh {
    Mesh {
        stem: "block",
        about: "Block: the unit cube centred on its origin, dark and smooth, for stages and walls.",
        objects: vec![object("block", cuboid("basalt", [-0.5; 3], [0.5; 3]))],
    }
}

/// The program draws text on the board: `src/bin/sidle/view/hud/signs.rs` has the same dimensions.
pub fn sign() -> Mesh {
    let mut objects = Vec::new();
    for (name, x) in [("post_left", -0.86), ("post_right", 0.86)] {
        let post = cuboid("wood_dark", [x - 0.04, 0.0, -0.04], [x + 0.04, 1.72, 0.04]);
        objects.push(object(name, post));
    }
    let board = cuboid("plaster", [-1.04, 0.56, 0.04], [1.04, 1.6, 0.07]);
    objects.push(object("board", board));
    // The frame projects slightly; its parts meet at the corners without sharing a face.
    for (name, y) in [("frame_low", 0.52), ("frame_high", 1.58)] {
        let beam = cuboid("wood", [-1.08, y, 0.035], [1.08, y + 0.06, 0.09]);
        objects.push(object(name, beam));
    }
    for (name, x) in [("frame_left", -1.075), ("frame_right", 1.015)] {
        let beam = cuboid("wood", [x, 0.55, 0.036], [x + 0.06, 1.61, 0.088]);
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
