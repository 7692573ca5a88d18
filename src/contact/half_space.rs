//! Contacts of a box, polyhedron or capsule with a half-space or a two-sided plane.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13: each vertex below the surface
//! is a contact. The text records the vertex as its point, or the middle between vertex and surface.
//! Ours is the vertex projected on the surface, and [`Contact::point_on_first`] is the vertex. The text
//! has no capsules; we treat a capsule's two ends as its vertices.

use super::{Contact, ContactBuffer, Feature};
use crate::geometry::{HalfSpace, Obb, OrientedCapsule, Plane, Polyhedron, Solid, Sphere};

/// Appends the contacts of `obb` with `half_space`, with one per vertex on or below the surface.
/// Returns how many were added.
///
/// A box on a face has 4, a box on an edge 2, a box on a vertex 1.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_obb_half_space}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{HalfSpace, Obb, Plane};
/// let ground = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap());
/// let cube = Obb::new(DVec3::Y * 0.75, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_obb_half_space(&cube, &ground, &mut buffer), 4);
/// assert!(buffer.contacts().iter().all(|contact| contact.depth == 0.25));
/// ```
pub fn contact_obb_half_space(
    obb: &Obb,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_solid_half_space(obb, half_space, buffer)
}

/// Appends the contacts of `polyhedron` with `half_space`, with one per vertex on or below the
/// surface. Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_polyhedron_half_space}, glam::DVec3};
/// use sidle::geometry::{HalfSpace, Plane, Polyhedron};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let faces = [&[0, 2, 1][..], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];
/// let tetrahedron = Polyhedron::new(corners, &faces).unwrap();
/// let ground = HalfSpace::new(Plane::new(DVec3::Y * 0.25, DVec3::Y).unwrap());
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_polyhedron_half_space(&tetrahedron, &ground, &mut buffer), 3);
/// ```
pub fn contact_polyhedron_half_space(
    polyhedron: &Polyhedron,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    contact_solid_half_space(polyhedron, half_space, buffer)
}

fn contact_solid_half_space(
    solid: &dyn Solid,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    buffer.append((0..solid.vertex_count()).filter_map(|number| {
        let corner = solid.vertex(number);
        let (normal, depth) = (half_space.surface().normal(), half_space.depth(corner));
        let point = corner + normal * depth;
        let contact = || {
            Contact::new(
                point,
                normal,
                depth,
                Feature::vertex(number),
                Feature::face(0),
            )
        };
        (depth >= 0.0).then(contact)
    }))
}

/// Appends the contacts of `obb` with the two-sided `plane`. The plane pushes towards the side of
/// the box's centre; to its front when the centre is in the plane. Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_obb_plane}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, Plane};
/// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let below = Obb::new(DVec3::Y * -0.75, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_obb_plane(&below, &sheet, &mut buffer), 4);
/// assert_eq!(buffer.contacts()[0].normal, DVec3::NEG_Y);
/// ```
pub fn contact_obb_plane(obb: &Obb, plane: &Plane, buffer: &mut ContactBuffer) -> usize {
    let near_side = HalfSpace::facing(plane, obb.center());
    // Away from the plane, no vertex is beyond it.
    contact_obb_half_space(obb, &near_side, buffer)
}

/// Appends the contacts of `polyhedron` with the two-sided `plane`. The plane pushes towards the
/// side of the mean of its vertices; to its front when that is in the plane. Returns how many were
/// added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_polyhedron_plane}, glam::{DMat3, DVec3}};
/// use sidle::geometry::{Obb, Plane, Polyhedron};
/// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let below = Obb::new(DVec3::Y * -0.75, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let below = Polyhedron::from_obb(&below).unwrap();
/// let mut buffer = ContactBuffer::new(8);
/// assert_eq!(contact_polyhedron_plane(&below, &sheet, &mut buffer), 4);
/// assert_eq!(buffer.contacts()[0].normal, DVec3::NEG_Y);
/// ```
pub fn contact_polyhedron_plane(
    polyhedron: &Polyhedron,
    plane: &Plane,
    buffer: &mut ContactBuffer,
) -> usize {
    let near_side = HalfSpace::facing(plane, polyhedron.center());
    contact_polyhedron_half_space(polyhedron, &near_side, buffer)
}

/// Appends the contacts of `capsule` with `half_space`, with one per end (0 at the start of the
/// axis, 1 at its end) that reaches the surface. Returns how many were added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_half_space}, glam::DVec3};
/// use sidle::geometry::{Capsule, HalfSpace, Plane};
/// let wall = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::X).unwrap());
/// let person = Capsule::new(DVec3::X * 0.25, 0.5, 1.0).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// // An upright wall.
/// assert_eq!(contact_capsule_half_space(&person.into(), &wall, &mut buffer), 2);
/// ```
pub fn contact_capsule_half_space(
    capsule: &OrientedCapsule,
    half_space: &HalfSpace,
    buffer: &mut ContactBuffer,
) -> usize {
    let axis = capsule.axis();
    // A capsule without a length is a sphere, with a single end.
    let ends = if axis.start == axis.end { 1 } else { 2 };
    buffer.append((0..ends).filter_map(|number| {
        let center = if number == 0 { axis.start } else { axis.end };
        let sphere = Sphere::new(center, capsule.radius())?;
        let contact = super::contact_sphere_half_space(&sphere, half_space)?;
        Some(Contact {
            first: Feature::vertex(number),
            ..contact
        })
    }))
}

/// Appends the contacts of `capsule` with the two-sided `plane`. The plane pushes towards the side
/// of the capsule's centre; to its front when the centre is in the plane. Returns how many were
/// added.
///
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_plane}, glam::DVec3};
/// use sidle::geometry::{Capsule, Plane};
/// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let hanging = Capsule::new(DVec3::Y * -2.0, 0.5, 1.75).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// assert_eq!(contact_capsule_plane(&hanging.into(), &sheet, &mut buffer), 1);
/// let contact = buffer.contacts()[0];
/// assert_eq!((contact.normal, contact.depth), (DVec3::NEG_Y, 0.25));
/// ```
pub fn contact_capsule_plane(
    capsule: &OrientedCapsule,
    plane: &Plane,
    buffer: &mut ContactBuffer,
) -> usize {
    let near_side = HalfSpace::facing(plane, capsule.center());
    contact_capsule_half_space(capsule, &near_side, buffer)
}

#[cfg(test)]
mod tests;
