//! The crate, the block and the fence, of which levels are built.

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
