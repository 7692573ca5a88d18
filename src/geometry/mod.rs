//! Shapes: data and invariants.
//!
//! A constructor refuses bad numbers, and the fields are private, so queries need not check them
//! again. Algorithms *between* shapes are in [`query`](crate::query) and [`contact`](crate::contact).
//!
//! | shape | what it is | where it serves |
//! |---|---|---|
//! | [`Plane`], [`HalfSpace`] | both sides count, or everything below | sweeps, contacts |
//! | [`Segment`], [`Polyline`] | a straight way, a path of several | rays, paths of movers |
//! | [`Triangle`] | two-sided, stored in `f32` | meshes of a [`World`](crate::world::World) |
//! | [`Aabb`], [`Obb`] | a box along the axes, a box with any rotation | bounds; boxes of a [`World`](crate::world::World) |
//! | [`Sphere`], [`Capsule`] | a ball, an upright person | bodies that walk |
//! | [`UprightBody`] | any of these two, or a square box with rounded edges | what the swept controller moves |
//! | [`OrientedCapsule`], [`Polyhedron`] | a capsule in any direction, a convex solid | contacts of rigid bodies |
//! | [`Shape`] | any of these with a volume, or a plane | the parts of an [`Assembly`](crate::contact::Assembly) |
//! | [`SphereTree`] | a tree of bounding spheres | a comparison of bounding volumes |
//!
//! [`tessellate`] makes triangles of height fields, hulls and cylinders.
//! A [`PackedNormal`] is a direction that is only seen. A [`Pose`] moves and turns a shape; a [`Placement`] also scales a mesh.

pub mod angle;
pub mod float;
#[doc(hidden)]
pub mod packing;
pub mod tessellate;

mod aabb;
mod bounding_sphere;
mod capsule;
mod half_space;
mod obb;
mod obb_conversions;
mod oriented_capsule;
mod packed_normal;
mod placement;
mod plane;
mod polyhedron;
mod polyline;
mod pose;
mod segment;
mod shape;
mod solid;
mod sphere;
mod sphere_tree;
mod triangle;
mod upright_body;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use half_space::HalfSpace;
pub use obb::Obb;
pub use oriented_capsule::OrientedCapsule;
pub use packed_normal::PackedNormal;
pub use placement::{Placement, rotation_from_degrees};
pub use plane::Plane;
pub use polyhedron::Polyhedron;
pub use polyline::Polyline;
pub use pose::Pose;
pub use segment::Segment;
pub use shape::Shape;
pub use solid::{Solid, SolidEdge};
pub use sphere::Sphere;
pub use sphere_tree::SphereTree;
pub use triangle::Triangle;
pub use upright_body::UprightBody;
pub(crate) use upright_body::{HAS_BOXES, box_rounding};
