//! Choices that a level's text makes by a name, and what they mean.
//!
//! `mesh_space.rs`: the unit and the upward axis of a mesh; `collision_shape.rs`: how a prop collides; `eye.rs`: where the
//! player's eye is.

mod collision_shape;
mod eye;
mod mesh_space;

pub use collision_shape::CollisionShape;
pub use eye::Eye;
pub use mesh_space::{LengthUnit, MeshSpace, UpAxis};
