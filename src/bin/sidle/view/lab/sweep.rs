//! First touches: of a moving sphere, and of a moving box.
//!
//! Source of the plane's formula: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.

use sidle::geometry::{Obb, Pose, Sphere};
use sidle::glam::DVec3;
use sidle::query::{sweep_obb_obb, sweep_sphere_obb, sweep_sphere_plane, sweep_sphere_sphere};

use crate::draw::board::{Board, metres};
use crate::draw::debug_draw::{DebugDraw, Pen, Side};
use crate::draw::palette::{GUIDE, MOVED, RESULT};
use crate::session::lab::body::LabBody;
use crate::view::lab::axes::name_of;

pub fn show(
    debug: &mut DebugDraw,
    board: &mut Board,
    sphere: &Sphere,
    motion: DVec3,
    second: &LabBody,
) {
    let (start, end) = (sphere.center(), sphere.center() + motion);
    let radius = sphere.radius();
    let hit = match second {
        LabBody::Plane(plane) => {
            board.words("How far is the centre from the plane, before and after?");
            let [from, to] = [start, end].map(|center| plane.signed_distance(center));
            board.value("d0 = n·c0 + d", metres(from));
            board.value("d1 = n·c1 + d", metres(to));
            board.value("radius r", metres(radius));
            board.words("It touches when the distance has come down to r:");
            for (center, distance, name) in [(start, from, "d0"), (end, to, "d1")] {
                let foot = center - plane.normal() * distance;
                debug.segment(Pen::new(GUIDE, 1.6), center, foot);
                let text = format!("{name} {}", metres(distance));
                debug.label(center.midpoint(foot), Side::Left, GUIDE, text);
            }
            let hit = sweep_sphere_plane(sphere, motion, plane);
            fraction(
                board,
                "u = (d0 - r) / (d0 - d1)",
                hit.map(|hit| hit.fraction),
            );
            hit
        }
        LabBody::Sphere(other) => {
            board.words("How far apart are the centres, and when are they r1 + r2 apart?");
            board.value(
                "|c1 - c2| at the start",
                metres(start.distance(other.center())),
            );
            board.value("|c1 - c2| at the end", metres(end.distance(other.center())));
            board.value("r1 + r2", metres(radius + other.radius()));
            let hit = sweep_sphere_sphere(sphere, motion, other);
            fraction(board, "first root: u", hit.map(|hit| hit.fraction));
            hit
        }
        LabBody::Obb(obb) => {
            board.words("When is the centre one radius from the box? A ray against the box with rounded edges.");
            board.value("radius r", metres(radius));
            let hit = sweep_sphere_obb(sphere, motion, obb);
            fraction(board, "first touch: u", hit.map(|hit| hit.fraction));
            hit
        }
        _ => None,
    };
    ways(board, motion, hit.map(|hit| hit.fraction));

    debug.dot(Pen::new(MOVED, 8.0), start);
    debug.arrow(Pen::new(MOVED, 2.4), start, end);
    debug.silhouette(Pen::new(MOVED.with_alpha(0.6), 1.4), &sphere.at(end));
    debug.label(start + debug.up() * radius, Side::Above, MOVED, "start");
    let right = end + debug.up() * -radius;
    debug.label(right, Side::Right, MOVED, "end");
    if let Some(hit) = hit {
        let touching = sphere.at(hit.center);
        debug.sphere(Pen::new(RESULT, 2.4), &touching);
        debug.dot(Pen::new(RESULT, 10.0), hit.point);
        debug.arrow(
            Pen::new(RESULT, 2.8),
            hit.point,
            hit.point + hit.normal * 0.45,
        );
        let top = hit.center + debug.up() * radius;
        let text = format!("first touch, u = {:.3}", hit.fraction);
        debug.label(top, Side::Above, RESULT, text);
    }
}

/// Two boxes: the moving one slides along each axis until the last gap is closed.
pub fn show_boxes(
    debug: &mut DebugDraw,
    board: &mut Board,
    first: &Obb,
    motion: DVec3,
    second: &Obb,
) {
    board.words("Along each of the 15 axes there is a time when the gap closes. They touch when the last one does.");
    let hit = sweep_obb_obb(first, motion, second);
    fraction(board, "last gap closes at u", hit.map(|hit| hit.fraction));
    let axis = hit.map(|hit| name_of(hit.axis));
    board.tinted("along the axis", axis.unwrap_or("none".to_owned()), RESULT);
    ways(board, motion, hit.map(|hit| hit.fraction));

    let moved = |way: DVec3| first.posed(&Pose::IDENTITY.shifted_and_turned(way, DVec3::ZERO));
    let (start, end) = (first.center(), first.center() + motion);
    debug.arrow(Pen::new(MOVED, 2.4), start, end);
    debug.solid(Pen::new(MOVED.with_alpha(0.6), 1.4), &moved(motion));
    let up = debug.up() * 0.35;
    debug.label(start + up, Side::Above, MOVED, "start");
    debug.label(end - up, Side::Right, MOVED, "end");
    if let Some(hit) = hit {
        debug.solid(Pen::new(RESULT, 2.8), &moved(hit.center - start));
        let from = hit.center - hit.normal * 0.3;
        debug.arrow(Pen::new(RESULT, 2.8), from, from + hit.normal * 0.6);
        let text = format!("first touch, u = {:.3}", hit.fraction);
        debug.label(hit.center + up, Side::Above, RESULT, text);
    }
}

fn ways(board: &mut Board, motion: DVec3, fraction: Option<f64>) {
    let length = motion.length();
    board.value("length of the motion", metres(length));
    board.value("of it free", metres(length * fraction.unwrap_or(1.0)));
}

fn fraction(board: &mut Board, formula: &str, fraction: Option<f64>) {
    let text = fraction.map_or("no touch".to_owned(), |fraction| format!("{fraction:.3}"));
    board.tinted(formula, text, RESULT);
}
