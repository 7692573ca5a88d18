//! Spheres and capsules as colliders, such as the bodies of other players.
//!
//! A round body lies among the added boxes, with a [`BoxId`](super::BoxId) and the box around it, so everything that takes the id of a
//! box takes the id of a body. Spheres and capsules meet its exact shape, and so do segments. Boxes meet the box around
//! it.

use glam::{DMat3, DVec3};

use crate::geometry::{Capsule, Obb};
use crate::query::closest_segment_point;

/// A sphere or an upright capsule of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundBody {
    pub capsule: Capsule,
    /// The box around it, which is what boxes meet.
    pub around: Obb,
}

impl RoundBody {
    /// `None` if the box around it is too large for the numbers.
    pub(super) fn new(capsule: Capsule) -> Option<Self> {
        let half_rise = DVec3::Y * (capsule.rise() * 0.5);
        let half_extents = DVec3::splat(capsule.radius()) + half_rise;
        let around = Obb::new(capsule.base() + half_rise, DMat3::IDENTITY, half_extents)?;
        Some(Self { capsule, around })
    }

    pub(super) fn contains(&self, point: DVec3) -> bool {
        let nearest = closest_segment_point(&self.capsule.axis(), point).point;
        let radius = self.capsule.radius();
        nearest.distance_squared(point) <= radius * radius
    }
}
