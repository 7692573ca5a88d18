//! Shapes: what they hold and what is always true of them.
//!
//! Each shape is made by a constructor that refuses bad numbers, and keeps its fields private, so
//! that no query has to check them again. Algorithms *between* shapes live in
//! [`query`](crate::query).

pub mod angle;

mod aabb;
mod capsule;
mod obb;
mod placement;
mod plane;
mod polyline;
mod segment;
mod sphere;
mod triangle;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use obb::Obb;
pub use placement::{Placement, rotation_from_degrees};
pub use plane::Plane;
pub use polyline::Polyline;
pub use segment::Segment;
pub use sphere::Sphere;
pub use triangle::Triangle;
