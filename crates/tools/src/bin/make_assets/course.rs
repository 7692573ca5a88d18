//! The obstacle course.

use crate::mesh::Face;
use crate::mesh::{Mesh, object};
use crate::solids::{cuboid, moved};
use crate::yard::{column, cut, prism_up, profile_along_x};

/// The obstacle course: a stone path high above the void, with one obstacle of each kind.
pub fn course() -> Mesh {
    let mut objects = Vec::new();
    let mut add = |name: &str, faces: Vec<Face>| objects.push(object(name, faces));
    // The path starts at z = 0 and leads along -Z.
    add(
        "start",
        cuboid("limestone", [-4.0, -1.0, -6.0], [13.0, 0.0, 6.0]),
    );
    // The platform overlooks the whole course.
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
    // A beam as wide as the player's shoulders.
    add(
        "beam",
        cuboid("wood", [-0.4, 2.0, -32.0], [0.4, 2.4, -22.0]),
    );
    add(
        "beam_end",
        cuboid("limestone", [-3.0, 1.4, -36.0], [3.0, 2.4, -32.0]),
    );
    // A gap of 2 m to jump across.
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
    // The supports.
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
