//! A body at a place, of any shape that moves.

use glam::DVec3;

use crate::geometry::{Capsule, Obb, Sphere};

/// A body at a place: a sphere, an upright capsule or a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlacedBody {
    /// A capsule; a sphere is a capsule whose rise is zero.
    Capsule(Capsule),
    /// A box with any rotation.
    Box(Obb),
}

impl From<Capsule> for PlacedBody {
    fn from(capsule: Capsule) -> Self {
        Self::Capsule(capsule)
    }
}

impl From<Sphere> for PlacedBody {
    fn from(sphere: Sphere) -> Self {
        Self::Capsule(sphere.into())
    }
}

impl From<Obb> for PlacedBody {
    fn from(obb: Obb) -> Self {
        Self::Box(obb)
    }
}

impl PlacedBody {
    /// The height of its lowest point above its reference point, which is a box's centre or the centre of a
    /// capsule's lower hemisphere; metres, negative.
    pub(crate) fn bottom(&self) -> f64 {
        match self {
            Self::Capsule(capsule) => -capsule.radius(),
            Self::Box(obb) => {
                let (axes, half) = (obb.axes(), obb.half_extents());
                -(axes.x_axis.y.abs() * half.x
                    + axes.y_axis.y.abs() * half.y
                    + axes.z_axis.y.abs() * half.z)
            }
        }
    }

    /// Its reference point: a box's centre, or the centre of a capsule's lower hemisphere.
    pub(super) fn place(&self) -> DVec3 {
        match self {
            Self::Capsule(capsule) => capsule.base(),
            Self::Box(obb) => obb.center(),
        }
    }

    /// How far it reaches from its reference point against the unit vector `normal`, which points upwards; metres.
    pub(super) fn reach_down(&self, normal: DVec3) -> f64 {
        match self {
            Self::Capsule(capsule) => capsule.radius(),
            Self::Box(obb) => (obb.axes().transpose() * normal)
                .abs()
                .dot(obb.half_extents()),
        }
    }

    /// The same body, moved by `offset`.
    pub fn moved(&self, offset: DVec3) -> Self {
        match self {
            Self::Capsule(capsule) => Self::Capsule(capsule.at(capsule.base() + offset)),
            Self::Box(obb) => Self::Box(obb.at(obb.center() + offset)),
        }
    }

    /// A capsule around the body.
    pub(super) fn around(&self) -> Option<Capsule> {
        match self {
            Self::Capsule(capsule) => Some(*capsule),
            Self::Box(obb) => {
                let radius = obb.half_extents().length();
                Sphere::new(obb.center(), radius).map(Capsule::from)
            }
        }
    }
}
