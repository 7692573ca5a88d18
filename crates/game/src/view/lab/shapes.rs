//! Draws the shapes of the lab as lines with faint faces.

use macroquad::color::Color;

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{HalfSpace, OrientedCapsule, Plane, Shape, Solid, Sphere};
use sidle::glam::DVec3;
use sidle::order::sort_by;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::session::lab::LabBody;

/// Opacity of a face.
const OPACITY: f32 = 0.16;

/// Half the side of the drawn part of a plane, and the distance between the lines on it; metres.
const PLANE_HALF: f64 = 0.9;
const PLANE_STEP: f64 = 0.3;

/// Drawn depth of a half-space; metres.
const DEPTH: f64 = 0.16;

/// Faces of a sphere: rings from pole to pole, and steps around the axis.
const RINGS: u32 = 10;
const STEPS: u32 = 24;

/// Draws `body`. Infinite shapes are drawn around `middle`.
pub fn draw(debug: &mut DebugDraw, color: Color, body: &LabBody, middle: DVec3) {
    let pen = Pen::new(color, 2.2);
    match body {
        LabBody::Sphere(sphere) => ball(debug, color, sphere),
        LabBody::Capsule(it) => capsule(debug, color, it),
        LabBody::Obb(obb) => solid(debug, color, obb),
        LabBody::Polyhedron(polyhedron) => solid(debug, color, polyhedron),
        LabBody::HalfSpace(half_space) => {
            let corners = plane(debug, color, half_space.surface(), middle);
            let down = half_space.surface().normal() * -DEPTH;
            for (corner, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                debug.segment(Pen::new(color, 1.2), *corner, *corner + down);
                let side = [*corner, *next, *next + down, *corner + down];
                debug.face(color.with_alpha(OPACITY), &side);
            }
        }
        LabBody::Plane(it) => {
            plane(debug, color, it, middle);
        }
        LabBody::Polygon(corners) => {
            debug.polyline(pen, corners.iter().chain(corners.first()).copied());
            debug.face(color.with_alpha(OPACITY), corners);
        }
        LabBody::Segment(segment) => {
            debug.segment(Pen::new(color, 3.0), segment.start, segment.end);
            for end in [segment.start, segment.end] {
                debug.dot(Pen::new(color, 9.0), end);
            }
        }
        LabBody::Assembly(assembly, pose) => {
            for shape in assembly.shapes(pose) {
                match shape {
                    Shape::Sphere(sphere) => ball(debug, color, &sphere),
                    Shape::Capsule(it) => capsule(debug, color, &it),
                    Shape::Obb(obb) => solid(debug, color, &obb),
                    Shape::Polyhedron(polyhedron) => solid(debug, color, &polyhedron),
                    Shape::HalfSpace(_) | Shape::Plane(_) => {}
                }
            }
        }
    }
}

/// Draws great circles, and the near side of the surface.
fn ball(debug: &mut DebugDraw, color: Color, sphere: &Sphere) {
    debug.sphere(Pen::new(color, 2.2), sphere);
    let around = |ring: u32, step: u32| {
        let (sin, cos) = sin_cos_deg(180.0 * f64::from(ring) / f64::from(RINGS));
        let (east, north) = sin_cos_deg(360.0 * f64::from(step) / f64::from(STEPS));
        sphere.center() + DVec3::new(sin * east, cos, sin * north) * sphere.radius()
    };
    for (ring, step) in (0..RINGS).flat_map(|ring| (0..STEPS).map(move |step| (ring, step))) {
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
        let corners = corners.map(|(down, on)| around(ring + down, step + on));
        let middle = (corners[0] + corners[2]) * 0.5;
        let outward = middle - sphere.center();
        if outward.dot(debug.eye() - middle) > 0.0 {
            debug.face(color.with_alpha(OPACITY), &corners);
        }
    }
}

/// Draws the two outlines along the axis, and the rings between the cylinder and the hemispheres.
fn capsule(debug: &mut DebugDraw, color: Color, capsule: &OrientedCapsule) {
    let pen = Pen::new(color, 2.0);
    let (axis, radius) = (capsule.axis(), capsule.radius());
    let along = (axis.end - axis.start).normalize_or(DVec3::Y);
    let (aside, across) = along.any_orthonormal_pair();
    for end in [axis.start, axis.end] {
        debug.circle(pen, end, along, radius);
    }
    for aside in [aside, across] {
        let points = (0..=36_u32).map(|step| {
            let (sin, cos) = sin_cos_deg(f64::from(step % 36) * 10.0);
            let end = if step % 36 <= 18 {
                axis.end
            } else {
                axis.start
            };
            end + (aside * cos + along * sin) * radius
        });
        let points: Vec<DVec3> = points.collect();
        debug.face(color.with_alpha(OPACITY * 0.5), &points);
        debug.polyline(pen, points);
    }
}

/// Draws the edges, and the faces that face the eye.
fn solid(debug: &mut DebugDraw, color: Color, solid: &dyn Solid) {
    debug.solid(Pen::new(color, 2.4), solid);
    for face in 0..solid.face_count() {
        if solid.face(face).signed_distance(debug.eye()) > 0.0 {
            debug.face(color.with_alpha(OPACITY), &face_corners(solid, face));
        }
    }
}

/// Converts coordinates on a plane, around the projection of `middle`, to points.
fn on_plane(plane: &Plane, middle: DVec3) -> impl Fn(f64, f64) -> DVec3 {
    let normal = plane.normal();
    let middle = middle - normal * plane.signed_distance(middle);
    let across = normal.cross(DVec3::Z).normalize_or(DVec3::X);
    let along = across.cross(normal);
    move |x, z| middle + across * x + along * z
}

fn plane_corners(plane: &Plane, middle: DVec3) -> [DVec3; 4] {
    let at = on_plane(plane, middle);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    corners.map(|(x, z): (f64, f64)| at(x * PLANE_HALF, z * PLANE_HALF))
}

/// Draws a square of the plane around `middle`. Returns its corners.
fn plane(debug: &mut DebugDraw, color: Color, plane: &Plane, middle: DVec3) -> [DVec3; 4] {
    let at = on_plane(plane, middle);
    let steps = (PLANE_HALF / PLANE_STEP) as i32;
    for step in 1 - steps..steps {
        let thin = Pen::new(color.with_alpha(0.55), 1.0);
        let off = f64::from(step) * PLANE_STEP;
        debug.segment(thin, at(off, -PLANE_HALF), at(off, PLANE_HALF));
        debug.segment(thin, at(-PLANE_HALF, off), at(PLANE_HALF, off));
    }
    let corners = plane_corners(plane, middle);
    let outline = corners.iter().chain(corners.first()).copied();
    debug.polyline(Pen::new(color, 2.0), outline);
    debug.face(color.with_alpha(OPACITY), &corners);
    corners
}

/// The leftmost point of a body on the picture, for its label.
pub fn leftmost_point(body: &LabBody, middle: DVec3, debug: &DebugDraw) -> Option<DVec3> {
    let left = -debug.right();
    match body {
        LabBody::Sphere(sphere) => Some(sphere.center() + left * sphere.radius()),
        LabBody::Capsule(capsule) => leftmost_of_capsule(capsule, left),
        LabBody::Polygon(corners) => farthest(corners.iter().copied(), left),
        LabBody::Segment(_) => None,
        LabBody::HalfSpace(half_space) => farthest(
            plane_corners(half_space.surface(), middle).into_iter(),
            left,
        ),
        LabBody::Plane(plane) => farthest(plane_corners(plane, middle).into_iter(), left),
        LabBody::Assembly(assembly, pose) => {
            let sides = assembly.shapes(pose).filter_map(|shape| match shape {
                Shape::Sphere(sphere) => Some(sphere.center() + left * sphere.radius()),
                Shape::Capsule(capsule) => leftmost_of_capsule(&capsule, left),
                Shape::Obb(obb) => farthest(corners(&obb), left),
                Shape::Polyhedron(polyhedron) => farthest(corners(&polyhedron), left),
                Shape::HalfSpace(_) | Shape::Plane(_) => None,
            });
            farthest(sides, left)
        }
        LabBody::Obb(obb) => farthest(corners(obb), left),
        LabBody::Polyhedron(polyhedron) => farthest(corners(polyhedron), left),
    }
}

fn leftmost_of_capsule(capsule: &OrientedCapsule, left: DVec3) -> Option<DVec3> {
    let axis = capsule.axis();
    let ends = [axis.start, axis.end].map(|end| end + left * capsule.radius());
    farthest(ends.into_iter(), left)
}

fn corners(solid: &impl Solid) -> impl Iterator<Item = DVec3> {
    (0..solid.vertex_count()).map(|number| solid.vertex(number))
}

fn farthest(points: impl Iterator<Item = DVec3>, direction: DVec3) -> Option<DVec3> {
    points.max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction)))
}

/// The corners of a face, in order around it.
pub fn face_corners(solid: &dyn Solid, number: usize) -> Vec<DVec3> {
    let plane = solid.face(number);
    let corners = (0..solid.vertex_count()).map(|vertex| solid.vertex(vertex));
    let on_face = |corner: &DVec3| plane.signed_distance(*corner).abs() < 1e-6;
    let mut corners: Vec<DVec3> = corners.filter(on_face).collect();
    let middle = corners.iter().copied().sum::<DVec3>() / corners.len().max(1) as f64;
    let (across, up) = plane.normal().any_orthonormal_pair();
    // Increases with the angle, which suffices for sorting.
    let turn = |corner: &DVec3| {
        let (x, y) = ((*corner - middle).dot(across), (*corner - middle).dot(up));
        let part = x / (x.abs() + y.abs()).max(f64::MIN_POSITIVE);
        if y < 0.0 { part + 3.0 } else { 1.0 - part }
    };
    sort_by(&mut corners, |a, b| turn(a).total_cmp(&turn(b)));
    corners
}

/// Calls `use_it` with the solid of a body, or of one of its parts.
pub fn with_solid(body: &LabBody, part: u16, use_it: impl FnOnce(&dyn Solid)) {
    match body {
        LabBody::Assembly(assembly, pose) => match assembly.shapes(pose).nth(part.into()) {
            Some(Shape::Obb(obb)) => use_it(&obb),
            Some(Shape::Polyhedron(polyhedron)) => use_it(&polyhedron),
            _ => {}
        },
        LabBody::Plane(plane) => {
            use_it(&HalfSpace::new(*plane));
        }
        other => {
            if let Some(solid) = other.solid() {
                use_it(solid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::Obb;
    use sidle::glam::DMat3;

    #[test]
    fn the_corners_of_a_face_are_in_order() {
        let obb = Obb::new(DVec3::ONE, DMat3::IDENTITY, DVec3::new(1.0, 2.0, 3.0)).unwrap();
        for face in 0..6 {
            let corners = face_corners(&obb, face);
            assert_eq!(corners.len(), 4);
            for (corner, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                // Neighbours differ along one axis: an edge, not a diagonal.
                let differ = (*corner - *next).abs().cmpgt(DVec3::splat(1e-9)).bitmask();
                assert_eq!(differ.count_ones(), 1, "face {face}: {corners:?}");
            }
        }
    }
}
