//! Solids from outlines and profiles. Each function returns the faces of one closed shell.

use std::f64::consts::TAU;

use crate::mesh::{Face, Point, face};

/// The axis of an extrusion. The points of an outline have the two other coordinates, in cyclic order:
/// (y, z) for X, (z, x) for Y, (x, y) for Z. With the axis as the third, they are right-handed.
#[derive(Clone, Copy)]
pub enum Axis {
    X,
    Y,
    Z,
}

/// Extrudes a flat outline along `axis`, between the coordinates `from` and `to` > `from`. The outline is
/// counter-clockwise seen from the positive end of the axis, and may be concave.
pub fn prism(
    material: &'static str,
    axis: Axis,
    outline: &[[f64; 2]],
    from: f64,
    to: f64,
) -> Vec<Face> {
    let point = |[first, second]: [f64; 2], along: f64| match axis {
        Axis::X => [along, first, second],
        Axis::Y => [second, along, first],
        Axis::Z => [first, second, along],
    };
    let end: Vec<Point> = outline.iter().map(|&p| point(p, to)).collect();
    let start: Vec<Point> = outline.iter().rev().map(|&p| point(p, from)).collect();
    let mut faces = vec![face(material, end), face(material, start)];
    for (k, &a) in outline.iter().enumerate() {
        let b = outline[(k + 1) % outline.len()];
        let side = [point(a, from), point(b, from), point(b, to), point(a, to)];
        faces.push(face(material, side));
    }
    faces
}

/// An axis-aligned box.
pub fn cuboid(material: &'static str, min: Point, max: Point) -> Vec<Face> {
    let outline = [
        [min[2], min[0]],
        [max[2], min[0]],
        [max[2], max[0]],
        [min[2], max[0]],
    ];
    prism(material, Axis::Y, &outline, min[1], max[1])
}

/// How the two ends of a revolved profile are closed.
#[derive(Clone, Copy, PartialEq)]
pub enum Ends {
    /// A flat polygon at each end, or a point where the radius is 0.
    Capped,
    /// The last point connects to the first, as in a ring or in a wall around a yard.
    Joined,
}

/// Revolves a profile about the Y axis, along the sides of a polygon instead of a circle.
///
/// Each point of `profile` is (radius, height, material of the surface to the next point). The points start at
/// the bottom and go up on the outside. If radius points right and height up, the solid is left of them.
/// `around` has the polygon's corners for radius 1 as (x, z), counter-clockwise seen from above.
pub fn revolve(profile: &[(f64, f64, &'static str)], around: &[[f64; 2]], ends: Ends) -> Vec<Face> {
    let ring = |(radius, height, _): (f64, f64, &str)| -> Vec<Point> {
        let corner = |[x, z]: &[f64; 2]| [radius * x, height, radius * z];
        around.iter().map(corner).collect()
    };
    let mut faces = Vec::new();
    let (first, last) = (profile[0], profile[profile.len() - 1]);
    if ends == Ends::Capped && first.0 > 0.0 {
        let mut cap = ring(first);
        cap.reverse();
        faces.push(face(first.2, cap));
    }
    if ends == Ends::Capped && last.0 > 0.0 {
        faces.push(face(last.2, ring(last)));
    }
    let bands = match ends {
        Ends::Capped => profile.len() - 1,
        Ends::Joined => profile.len(),
    };
    for band in 0..bands {
        let (low, high) = (profile[band], profile[(band + 1) % profile.len()]);
        let (below, above) = (ring(low), ring(high));
        for k in 0..around.len() {
            let next = (k + 1) % around.len();
            let mut corners = vec![below[k], below[next], above[next], above[k]];
            // At radius 0 the quads of the band degenerate to triangles.
            corners.dedup();
            faces.push(face(low.2, corners));
        }
    }
    faces
}

/// The corners of a regular polygon of radius 1 for `revolve`. The first one is `first_deg` degrees from +X.
pub fn regular(count: usize, first_deg: f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let angle = first_deg.to_radians() + TAU * k as f64 / count as f64;
        [angle.cos(), -angle.sin()]
    };
    (0..count).map(corner).collect()
}

/// Maps each corner of `faces` by `place`, which must not mirror.
pub fn placed(mut faces: Vec<Face>, place: impl Fn(Point) -> Point) -> Vec<Face> {
    for corner in faces.iter_mut().flat_map(|f| &mut f.corners) {
        *corner = place(*corner);
    }
    faces
}

/// Moves `faces` by `offset`; metres.
pub fn moved(faces: Vec<Face>, offset: Point) -> Vec<Face> {
    placed(faces, |p| {
        [p[0] + offset[0], p[1] + offset[1], p[2] + offset[2]]
    })
}
