//! Things to walk into: columns, wall corners, a thin wall.

use crate::mesh::{Mesh, face, object};
use crate::solids::{Axis, Ends, cuboid, moved, prism, regular, revolve};

/// Each column is thicker than the one before, and each gap is 0.1 m narrower; the last gap is 1.1
/// m.
pub fn columns() -> Mesh {
    const COUNT: usize = 7;
    let diameter = |k: usize| 0.3 + 0.15 * k as f64;
    let gap = |k: usize| 1.6 - 0.1 * k as f64;
    let length = (0..COUNT).map(diameter).sum::<f64>() + (0..COUNT - 1).map(gap).sum::<f64>();
    let mut objects = Vec::new();
    let mut x = -length / 2.0;
    for k in 0..COUNT {
        let radius = diameter(k) / 2.0;
        let profile = [
            (radius, 0.0, "slate"),
            (radius, 0.25, "plaster"),
            (radius, 2.7, "teal"),
            (radius, 2.94, "limestone"),
            (radius * 0.8, 3.0, "limestone"),
        ];
        // Each column has a corner on the X axis on both sides, so the gaps are exact.
        let column = revolve(&profile, &regular(16, 0.0), Ends::Capped);
        let name = format!("column_{:03}", (diameter(k) * 100.0).round());
        objects.push(object(name, moved(column, [x + radius, 0.0, 0.0])));
        x += diameter(k) + gap(k);
    }
    Mesh {
        stem: "columns",
        about: "Seven columns, 3 m high, 0.3 to 1.2 m thick, in gaps of 1.6 down to 1.1 m; named by their thickness in centimetres.",
        objects,
    }
}

/// Corners that open towards +Z, in a row along X, with their ends at z = 0.
pub fn corners() -> Mesh {
    const LEG: f64 = 2.0; // along the inner face
    const THICK: f64 = 0.3;
    const SPACE: f64 = 1.6; // between neighbours
    const HEIGHT: f64 = 2.0;
    // Per corner: half its inner angle, half its full width.
    let angles = [30, 60, 90, 120, 150].map(|deg| (deg, f64::from(deg).to_radians() / 2.0));
    let half_width = |half: f64| LEG * half.sin() + THICK * half.cos();
    let length = angles
        .iter()
        .map(|&(_, half)| 2.0 * half_width(half))
        .sum::<f64>()
        + 4.0 * SPACE;
    let tones = ["slate", "terracotta", "plaster", "teal", "warm_grey"];
    let mut objects = Vec::new();
    let mut left = -length / 2.0;
    for ((deg, half), tone) in angles.into_iter().zip(tones) {
        let (sin, cos) = half.sin_cos();
        let apex = -LEG * cos; // z of the inner edge
        let tip = [LEG * sin, 0.0];
        let outer_tip = [tip[0] + THICK * cos, tip[1] - THICK * sin];
        // The outer faces would meet THICK / sin behind the apex; a long tip is cut off.
        let point = if THICK / sin > 1.5 * THICK {
            let [x, z] = [(THICK - THICK * sin) / cos, apex - THICK];
            vec![[x, z], [-x, z]]
        } else {
            vec![[0.0, apex - THICK / sin]]
        };
        // (x, z), counter-clockwise from above: along the inside from left to right, back along the
        // outside.
        let left_leg = [[-outer_tip[0], outer_tip[1]], [-tip[0], tip[1]]];
        let right_leg = [[0.0, apex], tip, outer_tip];
        let outline = [&left_leg[..], &right_leg, &point].concat();
        let middle = left + half_width(half);
        let outline: Vec<[f64; 2]> = outline.iter().map(|p| [p[1], p[0] + middle]).collect();
        let wall = prism(tone, Axis::Y, &outline, 0.0, HEIGHT);
        objects.push(object(format!("corner_{deg:03}"), wall));
        left += 2.0 * half_width(half) + SPACE;
    }
    Mesh {
        stem: "corners",
        about: "Five free-standing wall corners, 2 m high, 0.3 m thick, open towards +Z; named by their inner angle in degrees.",
        objects,
    }
}

pub fn thin_wall() -> Mesh {
    let wall = cuboid("terracotta", [-4.0, 0.0, -0.025], [4.0, 2.5, 0.025]);
    Mesh {
        stem: "thin_wall",
        about: "Free-standing wall: 8 m along X, 2.5 m high, only 0.05 m thick.",
        objects: vec![object("thin_wall", wall)],
    }
}

/// A wall without thickness, for one-sided faces, since no player should get behind it.
pub fn sheet() -> Mesh {
    let corners = [
        [-8.0, 0.0, 0.0],
        [8.0, 0.0, 0.0],
        [8.0, 2.5, 0.0],
        [-8.0, 2.5, 0.0],
    ];
    Mesh {
        stem: "sheet",
        about: "A single sheet: 16 m along X, 2.5 m high, without thickness; its front looks along +Z.",
        objects: vec![object("sheet", vec![face("teal", corners)])],
    }
}
