//! The contact of a convex polyhedron with another one or with a box.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13: the naive algorithm for boxes,
//! over all vertices, faces and edges. Its cost is the product of the edge counts: 100 edges each
//! make 10 000 pairs. GJK and V-Clip scale better. `solid_solid.rs` documents our differences.

use super::Contact;
use super::solid_solid::{deepest_contact, in_own_order, least_contact};
use crate::geometry::{Obb, Polyhedron, Solid};

/// The contact of `first` with `second`, as [`contact_obb_obb`](super::contact_obb_obb) finds it
/// for boxes. `None` if they do not touch.
///
/// # Example
/// ```
/// use sidle::contact::{Feature, contact_polyhedron_polyhedron};
/// use sidle::{geometry::{Obb, Polyhedron, Pose}, glam::{DMat3, DVec3}};
/// let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let cube = Polyhedron::from_obb(&cube).unwrap();
/// let above = cube.transformed(&Pose::new(DVec3::new(1.0, 1.75, 1.0), DVec3::ZERO).unwrap());
/// let contact = contact_polyhedron_polyhedron(&above, &cube).unwrap();
/// assert_eq!((contact.normal, contact.depth), (DVec3::Y, 0.25));
/// ```
#[must_use]
pub fn contact_polyhedron_polyhedron(first: &Polyhedron, second: &Polyhedron) -> Option<Contact> {
    contact_of_solids(first, second)
}

/// The contact of `polyhedron` with `obb`, as for two polyhedra. `None` if they do not touch.
///
/// # Example
/// ```
/// use sidle::{contact::contact_polyhedron_obb, geometry::{Obb, Polyhedron, Pose}};
/// use sidle::glam::{DMat3, DVec3};
/// let table = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let faces = [&[0, 2, 1][..], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];
/// let tetrahedron = Polyhedron::new(corners, &faces).unwrap();
/// let sunk = tetrahedron.transformed(&Pose::new(DVec3::Y * 0.75, DVec3::ZERO).unwrap());
/// let contact = contact_polyhedron_obb(&sunk, &table).unwrap();
/// assert_eq!((contact.normal, contact.depth), (DVec3::Y, 0.25));
/// ```
#[must_use]
pub fn contact_polyhedron_obb(polyhedron: &Polyhedron, obb: &Obb) -> Option<Contact> {
    contact_of_solids(polyhedron, obb)
}

fn contact_of_solids(first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    in_own_order(first, second, |a, b| {
        let least = least_contact(a, b)?;
        deepest_contact(a, b)
            .filter(|contact| contact.depth > 0.0)
            .or(Some(least))
    })
}

/// The contact along the axis of least penetration. Moving `first` by `normal * depth` separates
/// the solids. `None` if they do not touch. See
/// [`contact_obb_obb_min_translation`](super::contact_obb_obb_min_translation).
pub fn contact_polyhedron_polyhedron_min_translation(
    first: &Polyhedron,
    second: &Polyhedron,
) -> Option<Contact> {
    in_own_order(first, second, least_contact)
}

#[cfg(test)]
mod tests;
