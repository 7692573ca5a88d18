//! The world: what the player collides with.
//!
//! Triangles and boxes, each with an id by its place in its list. The lists keep the order in
//! which things were added, which the classic controller's result depends on.

mod nearby;
mod sweep;

use crate::geometry::{Obb, Triangle};

pub use nearby::Surface;

/// A triangle of a [`World`], by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TriangleId(pub u32);

/// A box of a [`World`], by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxId(pub u32);

/// Anything of a [`World`] that can be touched. Triangles come before boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColliderId {
    /// A triangle of a mesh.
    Triangle(TriangleId),
    /// A box.
    Box(BoxId),
}

/// Triangles and boxes that the player cannot enter.
///
/// # Example
/// ```
/// use sidle::{geometry::Triangle, glam::Vec3, world::World};
/// let mut world = World::default();
/// world.add_triangle(Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap());
/// assert_eq!((world.triangles().len(), world.boxes().len()), (1, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    triangles: Vec<Triangle>,
    boxes: Vec<Obb>,
}

impl World {
    /// Adds a triangle, behind all that are there.
    pub fn add_triangle(&mut self, triangle: Triangle) -> TriangleId {
        self.triangles.push(triangle);
        TriangleId(self.triangles.len() as u32 - 1)
    }

    /// Adds a box, behind all that are there.
    pub fn add_box(&mut self, obb: Obb) -> BoxId {
        self.boxes.push(obb);
        BoxId(self.boxes.len() as u32 - 1)
    }

    /// All triangles; the place of each is its [`TriangleId`].
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// All boxes; the place of each is its [`BoxId`].
    pub fn boxes(&self) -> &[Obb] {
        &self.boxes
    }

    /// All triangles with their ids, in order.
    pub fn triangles_with_ids(&self) -> impl Iterator<Item = (TriangleId, &Triangle)> {
        (0..).map(TriangleId).zip(&self.triangles)
    }

    /// All boxes with their ids, in order.
    pub fn boxes_with_ids(&self) -> impl Iterator<Item = (BoxId, &Obb)> {
        (0..).map(BoxId).zip(&self.boxes)
    }
}
