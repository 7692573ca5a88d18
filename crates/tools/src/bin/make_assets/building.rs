//! The building with rooms.

use crate::blocks::blocks;
use crate::mesh::{Mesh, Point, object};
use crate::solids::{Axis, cuboid, prism};

/// 10 x 8 m: a doorway in the middle of the front (+Z), a corridor that forks at the back, and a
/// room on each side.
pub fn building() -> Mesh {
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
    // Another colour inside, so that openings are visible from afar.
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
