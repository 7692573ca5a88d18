//! The contact of two oriented boxes.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. The 15-axis test is the early
//! out; `solid_solid.rs` documents the rest and our differences.

use super::Contact;
use super::solid_solid::{deepest_contact, in_own_order, least_contact_of_touching};
use crate::geometry::Obb;
use crate::query::{ObbOverlap, overlap_obb_obb};

/// The contact of `first` with `second`: the deepest vertex in the other box, or the deepest
/// edge-edge contact, whichever is deeper. `None` exactly where [`overlap_obb_obb`] says that they
/// are apart.
///
/// This is the text's algorithm with another edge-edge sign;
/// [`contact_obb_obb_as_written`](super::contact_obb_obb_as_written) has the text's own.
///
/// One contact describes one place of the overlap. Moving by it may leave other vertices inside. Of
/// random overlapping pairs it separates 57 of 100; an edge–edge contact always separates. A
/// [`ContactCache`](super::ContactCache) collects the other contacts;
/// [`contact_obb_obb_min_translation`] always separates the boxes.
///
/// # Returns
/// A point–face or edge–edge contact. Swapping the boxes flips the normal and keeps the depth, bit
/// for bit. For two identical boxes there is no order, and the normal stays.
/// # Example
/// ```
/// use sidle::{contact::{Feature, contact_obb_obb}, glam::{DMat3, DVec3}, geometry::Obb};
/// let cube = |center| Obb::new(center, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // One corner of each is inside the other, 0.25 m below the top face.
/// let above = cube(DVec3::new(1.0, 1.75, 1.0));
/// let contact = contact_obb_obb(&above, &cube(DVec3::ZERO)).unwrap();
/// assert_eq!((contact.normal, contact.depth), (DVec3::Y, 0.25));
/// assert_eq!(contact_obb_obb(&cube(DVec3::Y * 2.5), &cube(DVec3::ZERO)), None);
/// ```
#[must_use]
pub fn contact_obb_obb(first: &Obb, second: &Obb) -> Option<Contact> {
    if let ObbOverlap::Apart(_) = overlap_obb_obb(first, second) {
        return None;
    }
    in_own_order(first, second, |a, b| {
        deepest_contact(a, b)
            .filter(|contact| contact.depth > 0.0)
            .or_else(|| least_contact_of_touching(a, b))
    })
}

/// The contact along the axis of least penetration. Moving `first` by `normal * depth` separates
/// the boxes. `None` exactly where [`overlap_obb_obb`] says that they are apart.
///
/// # Returns
/// A point–face or edge–edge contact. Where a face gives the axis but no vertex lies on it, the
/// vertex nearest to the face. Among axes that differ by less than
/// [`FACE_PREFERENCE`](crate::tolerance::FACE_PREFERENCE), one whose point is on both boxes. Swaps
/// as [`contact_obb_obb`] does.
/// # Example
/// ```
/// use sidle::{contact::contact_obb_obb_min_translation, glam::{DMat3, DVec3}, geometry::Obb};
/// let wide = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::new(5.0, 1.0, 5.0)).unwrap();
/// let pole = Obb::new(DVec3::X, DMat3::IDENTITY, DVec3::new(0.5, 9.0, 0.5)).unwrap();
/// // The pole goes through the plate: it moves out sideways by 5 + 0.5 - 1 m.
/// let contact = contact_obb_obb_min_translation(&pole, &wide).unwrap();
/// assert_eq!((contact.normal, contact.depth), (DVec3::X, 4.5));
/// ```
pub fn contact_obb_obb_min_translation(first: &Obb, second: &Obb) -> Option<Contact> {
    if let ObbOverlap::Apart(_) = overlap_obb_obb(first, second) {
        return None;
    }
    in_own_order(first, second, least_contact_of_touching)
}

#[cfg(test)]
mod tests;
