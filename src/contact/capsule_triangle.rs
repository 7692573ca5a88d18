//! The contacts of a capsule with a two-sided triangle.
//!
//! A triangle is a flat solid with a front, a back and three narrow sides; `capsule_solid.rs` has
//! the search.

use glam::DVec3;

use super::capsule_solid::contact_capsule_solid;
use super::{Contact, ContactBuffer, Feature};
use crate::geometry::{OrientedCapsule, Plane, Solid, SolidEdge, Triangle};

/// Appends the contacts of `capsule` with `triangle`, from either side: the deepest, and a second
/// one where the capsule lies on the triangle. Returns how many were added.
///
/// Face 0 is the front and face 1 the back; vertices and edges are those of [`Triangle::vertices`]
/// and [`Triangle::edges`]. An axis that passes through leaves by the shortest way, to the front,
/// to the back, or over an edge.
///
/// # Example
/// ```
/// use sidle::contact::{ContactBuffer, Feature, contact_capsule_triangle};
/// use sidle::{geometry::{OrientedCapsule, Segment, Triangle}, glam::{DVec3, Vec3}};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
/// // A pole of 0.5 m hangs below the floor and reaches 0.25 m into it.
/// let axis = Segment::new(DVec3::new(1.0, -0.25, 1.0), DVec3::new(1.0, -3.0, 1.0));
/// let pole = OrientedCapsule::new(axis, 0.5).unwrap();
/// let mut buffer = ContactBuffer::new(2);
/// contact_capsule_triangle(&pole, &floor, &mut buffer);
/// let contact = buffer.contacts()[0];
/// assert_eq!((contact.normal, contact.depth), (DVec3::NEG_Y, 0.25));
/// assert_eq!((contact.first, contact.second), (Feature::Vertex(0), Feature::Face(1)));
/// ```
pub fn contact_capsule_triangle(
    capsule: &OrientedCapsule,
    triangle: &Triangle,
    buffer: &mut ContactBuffer,
) -> usize {
    let added = contact_capsule_solid(capsule, &FlatSolid(triangle), buffer);
    for contact in buffer.last_mut(added) {
        *contact = without_sides(contact);
    }
    added
}

/// The same contact, with an edge in place of one of the narrow sides.
fn without_sides(contact: &Contact) -> Contact {
    match contact.second {
        Feature::Face(side @ 2..) => Contact {
            first: Feature::Surface,
            second: Feature::Edge(side - 2),
            ..*contact
        },
        _ => *contact,
    }
}

/// A triangle as a solid. Faces: 0 front, 1 back, 2 to 4 the sides at its edges.
struct FlatSolid<'a>(&'a Triangle);

impl FlatSolid<'_> {
    /// The outward normal of the side at an edge.
    fn side(&self, number: usize) -> DVec3 {
        let edge = self.0.edges()[number];
        let along = (edge.end - edge.start).normalize();
        along.cross(self.0.plane().normal())
    }
}

impl Solid for FlatSolid<'_> {
    fn vertex_count(&self) -> usize {
        3
    }

    fn vertex(&self, number: usize) -> DVec3 {
        self.0.vertices()[number]
    }

    fn face_count(&self) -> usize {
        5
    }

    fn face(&self, number: usize) -> Plane {
        let front = self.0.plane();
        match number {
            0 => front,
            1 => Plane::from_unit_normal(-front.normal(), -front.offset()),
            _ => {
                let normal = self.side(number - 2);
                Plane::from_unit_normal(normal, -normal.dot(self.vertex(number - 2)))
            }
        }
    }

    fn edge_count(&self) -> usize {
        3
    }

    fn edge(&self, number: usize) -> SolidEdge {
        SolidEdge {
            segment: self.0.edges()[number],
            normals: [self.0.plane().normal(), self.side(number)],
        }
    }
}
