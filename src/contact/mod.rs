//! Contact generation: where and how two shapes touch.
//!
//! A query answers whether two shapes touch. A contact adds what a response needs: point, normal,
//! depth, and the feature of each shape. Every normal points from the second shape to the first,
//! from the world to the player.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. We differ in two conventions. The
//! text's normal points from the first shape to the second, ours to the shape that is pushed. The
//! text's point is the vertex that went in, or the middle between it and the surface. Ours is on the
//! surface of the second shape, where a mark or a sound belongs; [`Contact::point_on_first`] is the
//! vertex, and the middle is halfway between the two. Of the book's code, which is not among our texts,
//! we follow a summary.
//!
//! | pair | contacts | function |
//! |---|---|---|
//! | sphere–sphere | 0 or 1 | [`contact_sphere_sphere`] |
//! | sphere–half-space | 0 or 1 | [`contact_sphere_half_space`] |
//! | sphere–plane, both sides | 0 or 1 | [`contact_sphere_plane`] |
//! | sphere–box | 0 or 1 | [`contact_sphere_obb`] |
//! | sphere–polyhedron | 0 or 1 | [`contact_sphere_polyhedron`] |
//! | capsule–sphere | 0 or 1 | [`contact_capsule_sphere`] |
//! | capsule–capsule | 0 to 2 | [`contact_capsule_capsule`] |
//! | capsule–box | 0 to 2 | [`contact_capsule_obb`] |
//! | capsule–polyhedron | 0 to 2 | [`contact_capsule_polyhedron`] |
//! | capsule–triangle, both sides | 0 to 2 | [`contact_capsule_triangle`] |
//! | capsule–half-space | 0 to 2 | [`contact_capsule_half_space`] |
//! | capsule–plane, both sides | 0 to 2 | [`contact_capsule_plane`] |
//! | box–half-space | 0 to 8 | [`contact_obb_half_space`] |
//! | box–plane, both sides | 0 to 8 | [`contact_obb_plane`] |
//! | box–box | 0 or 1 | [`contact_obb_obb`] |
//! | box–box, with the text's edge–edge sign | 0 or 1 | [`contact_obb_obb_as_written`] |
//! | box–box, minimum translation | 0 or 1 | [`contact_obb_obb_min_translation`] |
//! | polyhedron–polyhedron | 0 or 1 | [`contact_polyhedron_polyhedron`], [`contact_polyhedron_polyhedron_min_translation`] |
//! | polyhedron–box | 0 or 1 | [`contact_polyhedron_obb`] |
//! | polyhedron–half-space | one per vertex below | [`contact_polyhedron_half_space`] |
//! | polyhedron–plane, both sides | one per vertex beyond | [`contact_polyhedron_plane`] |
//! | any two [shapes](crate::geometry::Shape) | as above | [`contact_shape_shape`] |
//! | [assemblies](Assembly) of shapes | any number | [`contact_assembly_assembly`] |
//!
//! Generators that find several contacts append them to a [`ContactBuffer`]. For those that find
//! one at a time, a [`ContactCache`] keeps the contacts of earlier ticks.

mod assembly;
mod buffer;
mod cache;
mod capsule_round;
mod capsule_solid;
mod capsule_triangle;
mod feature;
mod half_space;
mod obb_obb;
mod obb_obb_as_written;
mod polyhedron_polyhedron;
mod resolve;
mod solid_solid;
mod sphere_half_space;
mod sphere_obb;
mod sphere_sphere;

use glam::DVec3;

pub use assembly::{Assembly, contact_assembly_assembly, contact_shape_shape};
pub use buffer::ContactBuffer;
pub use cache::ContactCache;
pub use capsule_round::{contact_capsule_capsule, contact_capsule_sphere};
pub use capsule_solid::{
    contact_capsule_obb, contact_capsule_polyhedron, contact_sphere_polyhedron,
};
pub use capsule_triangle::contact_capsule_triangle;
pub use feature::{ContactKind, Feature};
pub use half_space::{
    contact_capsule_half_space, contact_capsule_plane, contact_obb_half_space, contact_obb_plane,
    contact_polyhedron_half_space, contact_polyhedron_plane,
};
pub use obb_obb::{contact_obb_obb, contact_obb_obb_min_translation};
pub use obb_obb_as_written::contact_obb_obb_as_written;
pub use polyhedron_polyhedron::{
    contact_polyhedron_obb, contact_polyhedron_polyhedron,
    contact_polyhedron_polyhedron_min_translation,
};
pub use resolve::resolve_contact;
pub use sphere_half_space::{contact_sphere_half_space, contact_sphere_plane};
pub use sphere_obb::contact_sphere_obb;
pub use sphere_sphere::contact_sphere_sphere;

/// One point at which the first shape (the player) and the second (the world) overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contact {
    /// The touched point of the second shape; metres.
    pub point: DVec3,
    /// Unit normal from the second shape to the first, from the world to the player.
    pub normal: DVec3,
    /// Penetration depth along the normal. Moving the first shape by `normal * depth` takes its
    /// touching feature out of the second. Metres, not negative.
    pub depth: f64,
    /// The feature of the first shape.
    pub first: Feature,
    /// The feature of the second shape.
    pub second: Feature,
    /// The touching parts of two [assemblies](Assembly), by index; 0 for single shapes.
    pub parts: [u16; 2],
}

impl Contact {
    /// A contact of two single shapes.
    fn new(point: DVec3, normal: DVec3, depth: f64, first: Feature, second: Feature) -> Self {
        Self {
            point,
            normal,
            depth,
            first,
            second,
            parts: [0, 0],
        }
    }

    /// The touching point of the first shape, `depth` below `point`; metres. Where a vertex of the first
    /// shape touches, it is that vertex, the point that the founding text records.
    #[must_use]
    pub fn point_on_first(&self) -> DVec3 {
        self.point - self.normal * self.depth
    }

    /// The same contact with the shapes swapped. The normal flips, the depth stays.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self {
            point: self.point_on_first(),
            normal: -self.normal,
            depth: self.depth,
            first: self.second,
            second: self.first,
            parts: [self.parts[1], self.parts[0]],
        }
    }

    /// The kind of contact.
    #[must_use]
    pub fn kind(&self) -> ContactKind {
        ContactKind::of(self.first, self.second)
    }
}
