//! The contacts of a capsule with a convex solid, by brute force over all faces and edges.
//!
//! A capsule is a segment, its axis, with a radius around it. Outside of the solid, the nearest
//! points of axis and solid give the contact, as for a sphere. An axis that enters the solid leaves
//! it by the minimum translation: over a face, or across an edge. I. Millington, *Game Physics
//! Engine Development*, ch. 13, has no capsules; the naive search over all features is how it
//! treats boxes.
//!
//! A capsule that lies on a face has a second contact, so that it rests on both ends, those of the
//! part of the axis that is above the face.

mod nearest;
#[cfg(test)]
mod tests;

use glam::DVec3;

use super::{Contact, ContactBuffer, Feature};
use crate::geometry::{Obb, OrientedCapsule, Polyhedron, Segment, Solid, Sphere};
use crate::tolerance::MIN_DISTANCE;
use nearest::{Nearest, clip, nearest};

/// Appends the contacts of `capsule` with `obb`: the deepest, and a second one where the capsule
/// lies on a face. Returns how many were added.
///
/// # Returns
/// Just touching is a contact of depth 0. An axis inside the box leaves it by the shortest way.
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_obb}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, OrientedCapsule, Segment};
/// let table = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // A log of 0.5 m lies on the table, and over its rim: it sinks in by 0.25 m.
/// let axis = Segment::new(DVec3::Y * 1.25, DVec3::new(3.0, 1.25, 0.0));
/// let log = OrientedCapsule::new(axis, 0.5).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// assert_eq!(contact_capsule_obb(&log, &table, &mut buffer), 2);
/// let [middle, rim] = buffer.contacts() else { unreachable!() };
/// assert_eq!((middle.point, middle.normal, middle.depth), (DVec3::Y, DVec3::Y, 0.25));
/// assert!(rim.point.distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-9);
/// ```
pub fn contact_capsule_obb(
    capsule: &OrientedCapsule,
    obb: &Obb,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_capsule_solid(capsule, obb, buffer)
}

/// Appends the contacts of `capsule` with `polyhedron`, as [`contact_capsule_obb`] does for boxes.
/// Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_polyhedron}, glam::DVec3};
/// use sidle::geometry::{OrientedCapsule, Polyhedron, Segment};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let faces = [&[0, 2, 1][..], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];
/// let tetrahedron = Polyhedron::new(corners, &faces).unwrap();
/// let axis = Segment::new(DVec3::Y * 1.25, DVec3::Y * 3.0);
/// let pole = OrientedCapsule::new(axis, 0.5).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// contact_capsule_polyhedron(&pole, &tetrahedron, &mut buffer);
/// assert_eq!((buffer.contacts()[0].point, buffer.contacts()[0].depth), (DVec3::Y, 0.25));
/// ```
pub fn contact_capsule_polyhedron(
    capsule: &OrientedCapsule,
    polyhedron: &Polyhedron,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_capsule_solid(capsule, polyhedron, buffer)
}

/// The contact of `sphere` with `polyhedron`, as [`contact_sphere_obb`](super::contact_sphere_obb)
/// finds it for boxes. `None` if they do not touch.
///
/// # Example
/// ```
/// use sidle::{contact::contact_sphere_polyhedron, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, Polyhedron, Sphere};
/// let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let cube = Polyhedron::from_obb(&cube).unwrap();
/// let ball = Sphere::new(DVec3::X * 1.25, 0.5).unwrap();
/// let contact = contact_sphere_polyhedron(&ball, &cube).unwrap();
/// assert_eq!((contact.normal, contact.depth), (DVec3::X, 0.25));
/// ```
#[must_use]
pub fn contact_sphere_polyhedron(sphere: &Sphere, polyhedron: &Polyhedron) -> Option<Contact> {
    let center = Segment::new(sphere.center(), sphere.center());
    let nearest = nearest(&center, polyhedron)?;
    let depth = sphere.radius() - nearest.separation;
    (depth >= 0.0).then(|| {
        let (point, normal) = (nearest.point, nearest.normal);
        Contact::new(point, normal, depth, Feature::Surface, nearest.feature)
    })
}

/// Appends the contacts of `capsule` with `solid`. Returns how many were added.
pub(super) fn contact_capsule_solid(
    capsule: &OrientedCapsule,
    solid: &dyn Solid,
    buffer: &mut ContactBuffer,
) -> usize {
    let (axis, radius) = (capsule.axis(), capsule.radius());
    let Some(nearest) = nearest(&axis, solid) else {
        return 0;
    };
    let depth = radius - nearest.separation;
    if depth < 0.0 {
        return 0;
    }
    let Nearest { point, normal, .. } = nearest;
    let side = side_touching(nearest.fraction, nearest.feature);
    let first = Contact::new(point, normal, depth, side, nearest.feature);
    let second = match nearest.feature {
        Feature::Face(face) => other_end_on_face(capsule, solid, face.into(), &first),
        _ => None,
    };
    buffer.append([Some(first), second].into_iter().flatten())
}

/// The feature of a capsule at `fraction` of its axis where it touches `other`. A round end is a
/// vertex to what is flat or round, and a surface to edges and vertices.
pub(super) fn side_touching(fraction: f64, other: Feature) -> Feature {
    match other {
        Feature::Face(_) | Feature::Surface if fraction == 0.0 => Feature::vertex(0),
        Feature::Face(_) | Feature::Surface if fraction == 1.0 => Feature::vertex(1),
        _ => Feature::Surface,
    }
}

/// The contact at the other end of the axis, clipped to the face. `None` if it does not reach the
/// face.
fn other_end_on_face(
    capsule: &OrientedCapsule,
    solid: &dyn Solid,
    face: usize,
    first: &Contact,
) -> Option<Contact> {
    let (axis, plane) = (capsule.axis(), solid.face(face));
    let normal = plane.normal();
    let on_plane = |point: DVec3| point - normal * plane.signed_distance(point);
    let shadow = Segment::new(on_plane(axis.start), on_plane(axis.end));
    let clipped = clip(&shadow, solid, Some(face))?;
    let farther = |fraction: &f64| shadow.point_at(*fraction).distance(first.point);
    let fraction = clipped
        .into_iter()
        .max_by(|a, b| farther(a).total_cmp(&farther(b)))?;
    let depth = capsule.radius() - plane.signed_distance(axis.point_at(fraction));
    let feature = Feature::face(face);
    let side = side_touching(fraction, feature);
    let point = shadow.point_at(fraction);
    (depth >= 0.0 && farther(&fraction) > MIN_DISTANCE)
        .then(|| Contact::new(point, normal, depth, side, feature))
}
