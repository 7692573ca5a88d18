//! A moving sphere's first touch.
//!
//! Source of the plane's formula: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.

use sidle::geometry::Sphere;
use sidle::glam::DVec3;
use sidle::query::{SweepHit, sweep_sphere_obb, sweep_sphere_plane, sweep_sphere_sphere};

use super::body::Body;
use crate::play::overlays::palette::{GUIDE, MOVED, RESULT};
use crate::play::overlays::sketch::{Pen, Sketch};
use crate::play::overlays::{Board, Side, metres};

pub fn show(sketch: &mut Sketch, board: &mut Board, sphere: &Sphere, motion: DVec3, second: &Body) {
    let (start, end) = (sphere.center(), sphere.center() + motion);
    let radius = sphere.radius();
    let hit = match second {
        Body::Plane(plane) => {
            board.words("How far is the centre from the plane, before and after?");
            let [from, to] = [start, end].map(|center| plane.signed_distance(center));
            board.value("d0 = n·c0 + d", metres(from));
            board.value("d1 = n·c1 + d", metres(to));
            board.value("radius r", metres(radius));
            board.words("It touches when the distance has come down to r:");
            for (center, distance, name) in [(start, from, "d0"), (end, to, "d1")] {
                let foot = center - plane.normal() * distance;
                sketch.segment(Pen::new(GUIDE, 1.6), center, foot);
                let text = format!("{name} {}", metres(distance));
                sketch.label(center.midpoint(foot), Side::Left, GUIDE, text);
            }
            let hit = sweep_sphere_plane(sphere, motion, plane);
            fraction(board, "u = (d0 - r) / (d0 - d1)", hit);
            hit
        }
        Body::Sphere(other) => {
            board.words("How far apart are the centres, and when are they r1 + r2 apart?");
            board.value(
                "|c1 - c2| at the start",
                metres(start.distance(other.center())),
            );
            board.value("|c1 - c2| at the end", metres(end.distance(other.center())));
            board.value("r1 + r2", metres(radius + other.radius()));
            let hit = sweep_sphere_sphere(sphere, motion, other);
            fraction(board, "first root: u", hit);
            hit
        }
        Body::Obb(obb) => {
            board.words("When is the centre one radius from the box? A ray against the box with rounded edges.");
            board.value("radius r", metres(radius));
            let hit = sweep_sphere_obb(sphere, motion, obb);
            fraction(board, "first touch: u", hit);
            hit
        }
        _ => None,
    };
    board.value("motion", metres(motion.length()));
    board.value(
        "of it free",
        hit.map_or_else(
            || metres(motion.length()),
            |hit| metres(motion.length() * hit.fraction),
        ),
    );

    sketch.dot(Pen::new(MOVED, 8.0), start);
    sketch.arrow(Pen::new(MOVED, 2.4), start, end);
    sketch.silhouette(Pen::new(MOVED.with_alpha(0.6), 1.4), &sphere.at(end));
    sketch.label(start + sketch.up() * radius, Side::Above, MOVED, "start");
    let right = end + sketch.up() * -radius;
    sketch.label(right, Side::Right, MOVED, "end");
    if let Some(hit) = hit {
        let touching = sphere.at(hit.center);
        sketch.sphere(Pen::new(RESULT, 2.4), &touching);
        sketch.dot(Pen::new(RESULT, 10.0), hit.point);
        sketch.arrow(
            Pen::new(RESULT, 2.8),
            hit.point,
            hit.point + hit.normal * 0.45,
        );
        let top = hit.center + sketch.up() * radius;
        let text = format!("first touch, u = {:.3}", hit.fraction);
        sketch.label(top, Side::Above, RESULT, text);
    }
}

fn fraction(board: &mut Board, formula: &str, hit: Option<SweepHit>) {
    let text = hit.map_or("no touch".to_owned(), |hit| format!("{:.3}", hit.fraction));
    board.tinted(formula, text, RESULT);
}
