//! The colliders of a world, and their ids.

use super::round_body::RoundBody;
use crate::geometry::{Obb, Triangle};

/// A triangle of a [`World`](super::World), by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct TriangleId(pub u32);

/// A box of a [`World`](super::World), or a [body](super::World::add_body) in it, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct BoxId(pub u32);

/// A collider of a [`World`](super::World). Triangles sort before boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ColliderId {
    /// A triangle of a mesh.
    Triangle(TriangleId),
    /// A box, or a [body](super::World::add_body).
    Box(BoxId),
}

/// A mesh that was [added](super::World::add_mesh) to a [`World`](super::World), by its first triangle. The ids of the others follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct MeshId(pub TriangleId);

/// A collider with its id.
#[derive(Clone, Copy)]
pub(crate) enum Collider<'w> {
    Triangle(TriangleId, &'w Triangle),
    Box(BoxId, &'w Obb),
    Round(BoxId, &'w RoundBody),
}

impl<'w> Collider<'w> {
    pub fn id(&self) -> ColliderId {
        match self {
            Self::Triangle(id, _) => ColliderId::Triangle(*id),
            Self::Box(id, _) | Self::Round(id, _) => ColliderId::Box(*id),
        }
    }

    /// The collider with this index; triangles come first.
    pub fn of(number: u32, triangles: &'w [Triangle], boxes: &'w [Obb]) -> Self {
        let place = number as usize;
        match triangles.get(place) {
            Some(triangle) => Self::Triangle(TriangleId(number), triangle),
            None => {
                let place = place - triangles.len();
                Self::Box(BoxId(place as u32), &boxes[place])
            }
        }
    }
}
