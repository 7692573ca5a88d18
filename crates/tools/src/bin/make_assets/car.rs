//! The car.

use std::f64::consts::PI;

use crate::mesh::{Face, Mesh, Point, face, object};
use crate::solids::{Ends, cuboid, moved, placed, regular, revolve};

pub fn car() -> Mesh {
    let mut objects = vec![object("body", car_body()), object("cabin", car_cabin())];
    for (name, x, z) in [
        ("wheel_front_left", -1.0, -1.28),
        ("wheel_front_right", 1.0, -1.28),
        ("wheel_rear_left", -1.0, 1.28),
        ("wheel_rear_right", 1.0, 1.28),
    ] {
        objects.push(object(name, car_wheel(x, z)));
    }
    for (side, x) in [("left", -0.55), ("right", 0.55)] {
        let front = cuboid("lamp", [x - 0.14, 0.5, -2.1], [x + 0.14, 0.64, -2.0]);
        objects.push(object(format!("lamp_front_{side}"), front));
        let rear = cuboid("brake_lamp", [x - 0.12, 0.56, 2.0], [x + 0.12, 0.66, 2.1]);
        objects.push(object(format!("lamp_rear_{side}"), rear));
    }
    Mesh {
        stem: "car",
        about: "Small car: nose towards -Z, wheels on y = 0, 1.8 m wide, 1.4 m high, 4.2 m long.",
        objects,
    }
}

/// Cross sections from nose to tail. All are rectangles with the same bevel, so all faces between
/// them are planar.
fn car_body() -> Vec<Face> {
    const BEVEL: f64 = 0.07;
    // z, half the width, lowest, highest
    let sections = [
        (-2.06, 0.74, 0.40, 0.68),
        (-1.92, 0.82, 0.30, 0.76),
        (-0.80, 0.84, 0.27, 0.86),
        (1.55, 0.84, 0.27, 0.88),
        (1.95, 0.82, 0.30, 0.84),
        (2.06, 0.76, 0.38, 0.76),
    ];
    let ring = |(z, half, low, high): (f64, f64, f64, f64)| -> Vec<Point> {
        let (x, y) = (half - BEVEL, [low, low + BEVEL, high - BEVEL, high]);
        let right = [[x, y[0], z], [half, y[1], z], [half, y[2], z], [x, y[3], z]];
        let left = right.iter().rev().map(|p| [-p[0], p[1], p[2]]);
        right.iter().copied().chain(left).collect()
    };
    let mut nose = ring(sections[0]);
    nose.reverse();
    let tail = ring(sections[sections.len() - 1]);
    let mut faces = vec![face("teal", nose), face("teal", tail)];
    for pair in sections.windows(2) {
        let (a, b) = (ring(pair[0]), ring(pair[1]));
        for k in 0..a.len() {
            let next = (k + 1) % a.len();
            faces.push(face("teal", [a[k], a[next], b[next], b[k]]));
        }
    }
    faces
}

fn between(a: Point, b: Point, share: f64) -> Point {
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * share)
}

/// A truncated pyramid set into the body. Each of its four sides frames a window.
fn car_cabin() -> Vec<Face> {
    let [low, high] = [(0.8, 0.78, -0.85, 1.5), (1.4, 0.6, -0.25, 1.1)]
        .map(|(y, x, front, back)| [[-x, y, back], [x, y, back], [x, y, front], [-x, y, front]]);
    let mut faces = vec![face("limestone", high)];
    let mut floor = low;
    floor.reverse();
    faces.push(face("teal", floor));
    for k in 0..4 {
        let next = (k + 1) % 4;
        let side = [low[k], low[next], high[next], high[k]];
        // Window corners as fractions of the side's width and height: above the body's rim, below
        // the roof.
        let inner = |width: f64, height: f64| {
            let left = between(side[0], side[3], height);
            let right = between(side[1], side[2], height);
            between(left, right, width)
        };
        let window = [
            inner(0.1, 0.2),
            inner(0.9, 0.2),
            inner(0.88, 0.86),
            inner(0.12, 0.86),
        ];
        faces.push(face("glass", window));
        for edge in 0..4 {
            let after = (edge + 1) % 4;
            let frame = [side[edge], side[after], window[after], window[edge]];
            faces.push(face("limestone", frame));
        }
    }
    faces
}

/// A twelve-sided wheel that stands on a flat side; `outward` is the sign of its side of the car.
fn car_wheel(outward: f64, z: f64) -> Vec<Face> {
    const SIDES: usize = 12;
    const HEIGHT: f64 = 0.34; // of the hub; the radius to the flats
    let radius = HEIGHT / (PI / SIDES as f64).cos();
    let profile = [
        (radius, 0.6, "rubber"),
        (radius, 0.9, "rubber"),
        (radius * 0.62, 0.9, "limestone"),
        (radius * 0.5, 0.87, "limestone"),
    ];
    let upright = revolve(&profile, &regular(SIDES, 0.0), Ends::Capped);
    // Y becomes the axle. The left wheel is rotated by half a turn about Y; a mirror would flip the
    // winding.
    let turned = placed(upright, |[x, y, z]| [outward * y, z, outward * x]);
    // The polygon's corners point up and down: rotate it by half a side to stand on a flat.
    let (sin, cos) = (PI / SIDES as f64).sin_cos();
    let standing = placed(turned, |[x, y, z]| {
        [x, y * cos - z * sin, y * sin + z * cos]
    });
    moved(standing, [0.0, HEIGHT, z])
}
