//! The spiral tower.

use std::f64::consts::TAU;

use crate::mesh::{Face, Mesh, Point, face, object};
use crate::solids::{Ends, moved, regular, revolve};
use crate::yard::{column, yard};

/// A round tower. A ramp winds round it three times, between its wall and a parapet.
pub fn spiral() -> Mesh {
    const TURNS: f64 = 3.0;
    const STEPS: usize = 120;
    const INNER: f64 = 3.0;
    const OUTER: f64 = 5.6;
    const TOP: f64 = 12.0;
    let mut objects = yard(18.0, 17.6, ["ochre", "border_stone"], |_, _| false);
    let shaft = [(INNER, 0.0, "ochre"), (INNER, TOP, "paving")];
    objects.push(object(
        "core",
        revolve(&shaft, &regular(40, 0.0), Ends::Capped),
    ));
    let at = |step: usize, radius: f64, lift: f64| -> Point {
        let share = step as f64 / STEPS as f64;
        // It starts at +Z, in front of the spawn, and climbs to the left.
        let angle = TAU * (0.25 - TURNS * share);
        [
            radius * angle.cos(),
            (TOP * share + lift).max(0.0),
            radius * angle.sin(),
        ]
    };
    // A cross section of (radius, height above the ramp), clockwise seen from behind a climber.
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
                faces.extend(triangle(tone, [a, b, d]));
                faces.extend(triangle(tone, [b, c, d]));
            }
        }
        let mut first = ring(0);
        first.reverse();
        first.dedup();
        // At the ground its top and bottom meet.
        if first.len() == section.len() {
            faces.push(face(tone, first));
        }
        faces.push(face(tone, ring(STEPS)));
        faces
    };
    let ramp = [
        [INNER - 0.1, 0.0],
        [OUTER, 0.0],
        [OUTER, -0.3],
        [INNER - 0.1, -0.3],
    ];
    let parapet = [
        [OUTER - 0.02, 0.7],
        [OUTER + 0.25, 0.7],
        [OUTER + 0.25, -0.4],
        [OUTER - 0.02, -0.4],
    ];
    let ramp = ribbon("slope_gentle", &ramp);
    let wall = ribbon("terracotta", &parapet);
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
