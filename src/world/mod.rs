//! The world: what the player collides with.
//!
//! Triangles and boxes, each with an id by its place in its list. The lists keep the order in
//! which things were added, which the classic controller's result depends on.

mod gather;
mod nearby;
mod outline;
mod sweep;
mod tree;

use crate::geometry::{Obb, Triangle};

pub(crate) use gather::Nearby;
pub use nearby::Surface;
use tree::Tree;

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

/// Triangles and boxes that the player cannot enter, with what finds the near ones fast.
///
/// # Example
/// ```
/// use sidle::{geometry::Triangle, glam::Vec3, world::World};
/// let triangle = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
/// let world = World::new(vec![triangle], vec![]);
/// assert_eq!((world.triangles().len(), world.boxes().len()), (1, 0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct World {
    triangles: Vec<Triangle>,
    boxes: Vec<Obb>,
    tree: Tree,
}

impl World {
    /// The world of these triangles and boxes; the place of each is its id.
    ///
    /// Takes about as long as copying and sorting them.
    pub fn new(triangles: Vec<Triangle>, boxes: Vec<Obb>) -> Self {
        let tree = Tree::new(&triangles, &boxes);
        Self {
            triangles,
            boxes,
            tree,
        }
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

    /// The collider that the tree knows by `number`: triangles come first.
    fn collider(&self, number: u32) -> Collider<'_> {
        let place = number as usize;
        match self.triangles.get(place) {
            Some(triangle) => Collider::Triangle(TriangleId(number), triangle),
            None => {
                let place = place - self.triangles.len();
                Collider::Box(BoxId(place as u32), &self.boxes[place])
            }
        }
    }
}

/// Worlds of the same shapes are equal.
impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.triangles == other.triangles && self.boxes == other.boxes
    }
}

/// A thing of the world with its id.
#[derive(Clone, Copy)]
enum Collider<'w> {
    Triangle(TriangleId, &'w Triangle),
    Box(BoxId, &'w Obb),
}
