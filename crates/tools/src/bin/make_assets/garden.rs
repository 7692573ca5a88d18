//! A textured yard: walls of brick with arches, on tiles.

use crate::mesh::{Mesh, Object, object};
use crate::solids::{Axis, cuboid, moved, prism};

/// Half the side of the ground, and the height and the thickness of its walls; metres.
const HALF: f64 = 12.0;
const WALL: f64 = 2.4;
const THICK: f64 = 0.4;

pub fn garden() -> Mesh {
    let edge = HALF + 0.2;
    let ground = cuboid("tiles", [-edge, -0.3, -edge], [edge, 0.0, edge]);
    let mut objects = vec![object("ground", ground)];
    // Parts reach into one another, but faces never coincide.
    let (side, end, low) = (HALF - THICK, HALF - 0.1, WALL - 0.05);
    for (name, min, max) in [
        ("wall_north", [-HALF, -0.1, -HALF], [HALF, WALL, -side]),
        ("wall_south", [-HALF, -0.1, side], [HALF, WALL, HALF]),
        ("wall_west", [-end, -0.1, -end], [-side, low, end]),
        ("wall_east", [side, -0.1, -end], [end, low, end]),
    ] {
        objects.push(object(name, cuboid("brick", min, max)));
    }
    for (number, z) in [4.0, -1.0, -6.0].into_iter().enumerate() {
        objects.push(arch(number + 1, z));
    }
    Mesh {
        stem: "garden",
        about: "A yard of 24 x 24 m with textures: walls of brick, three arches in a row, and tiles.",
        objects,
    }
}

/// A wall across the yard with a round opening 1.8 m wide, at this distance from the middle.
fn arch(number: usize, z: f64) -> Object {
    const RADIUS: f64 = 0.9;
    const SPRING: f64 = 1.5;
    const STEPS: usize = 12;
    let mut outline = vec![[-3.0, -0.1], [-RADIUS, -0.1]];
    for step in 0..=STEPS {
        let angle = std::f64::consts::PI * (1.0 - step as f64 / STEPS as f64);
        outline.push([RADIUS * angle.cos(), SPRING + RADIUS * angle.sin()]);
    }
    outline.extend([[RADIUS, -0.1], [3.0, -0.1], [3.0, 3.0], [-3.0, 3.0]]);
    let wall = prism("brick", Axis::Z, &outline, -THICK / 2.0, THICK / 2.0);
    object(format!("arch_{number}"), moved(wall, [0.0, 0.0, z]))
}
