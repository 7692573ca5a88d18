//! A body at a place, of any shape that moves.

use glam::DVec3;

use crate::geometry::{Capsule, Obb, Sphere, UprightBody};

/// A body at a place: a sphere, an upright capsule, an upright box with rounded edges, or a box with any rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlacedBody {
    /// A sphere, a capsule or a box that never turns.
    Upright(UprightBody),
    /// A box with any rotation.
    Box(Obb),
}

impl From<UprightBody> for PlacedBody {
    fn from(body: UprightBody) -> Self {
        Self::Upright(body)
    }
}

impl From<Capsule> for PlacedBody {
    fn from(capsule: Capsule) -> Self {
        Self::Upright(capsule.into())
    }
}

impl From<Sphere> for PlacedBody {
    fn from(sphere: Sphere) -> Self {
        Self::Upright(sphere.into())
    }
}

impl From<Obb> for PlacedBody {
    fn from(obb: Obb) -> Self {
        Self::Box(obb)
    }
}

impl PlacedBody {
    /// The height of its lowest point above its reference point, which is a box's centre or the base of an upright body;
    /// metres, negative.
    pub(crate) fn bottom(&self) -> f64 {
        match self {
            Self::Upright(body) => -body.radius(),
            Self::Box(obb) => {
                let (axes, half) = (obb.axes(), obb.half_extents());
                -(axes.x_axis.y.abs() * half.x
                    + axes.y_axis.y.abs() * half.y
                    + axes.z_axis.y.abs() * half.z)
            }
        }
    }

    /// Its reference point: a box's centre, or the base of an upright body.
    pub(super) fn place(&self) -> DVec3 {
        match self {
            Self::Upright(body) => body.base(),
            Self::Box(obb) => obb.center(),
        }
    }

    /// How far it reaches from its reference point against the unit vector `normal`, which points upwards; metres.
    pub(super) fn reach_down(&self, normal: DVec3) -> f64 {
        match self {
            Self::Upright(body) => body.reach_down(normal),
            Self::Box(obb) => (obb.axes().transpose() * normal)
                .abs()
                .dot(obb.half_extents()),
        }
    }

    /// The same body, moved by `offset`.
    pub fn moved(&self, offset: DVec3) -> Self {
        match self {
            Self::Upright(body) => Self::Upright(body.at(body.base() + offset)),
            Self::Box(obb) => Self::Box(obb.at(obb.center() + offset)),
        }
    }

    /// A capsule around the body.
    pub(super) fn around(&self) -> Option<Capsule> {
        match self {
            Self::Upright(body) => Some(body.around()),
            Self::Box(obb) => {
                let radius = obb.half_extents().length();
                Sphere::new(obb.center(), radius).map(Capsule::from)
            }
        }
    }
}
