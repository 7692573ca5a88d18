//! A primitive of an assembly: one of the simple shapes.

use super::order::larger;
use super::{HalfSpace, Obb, Plane, Pose, Sphere};

/// One of the simple shapes that bodies are put together from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A ball.
    Sphere(Sphere),
    /// A box turned any way.
    Obb(Obb),
    /// Everything below a plane.
    HalfSpace(HalfSpace),
    /// A plane with two sides and no inside.
    Plane(Plane),
}

impl Shape {
    /// The same shape on a body with this pose.
    pub fn posed(&self, pose: &Pose) -> Self {
        match self {
            Self::Sphere(sphere) => Self::Sphere(sphere.posed(pose)),
            Self::Obb(obb) => Self::Obb(obb.posed(pose)),
            Self::HalfSpace(half_space) => Self::HalfSpace(half_space.posed(pose)),
            Self::Plane(plane) => Self::Plane(plane.posed(pose)),
        }
    }

    /// The smallest sphere around it. `None`: it has no end.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Shape}, glam::{DMat3, DVec3}};
    /// let plank = Obb::new(DVec3::Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 2.0)).unwrap();
    /// // Half the space diagonal: √(4 + 1 + 4).
    /// assert_eq!(Shape::Obb(plank).bounding_sphere().unwrap().radius(), 3.0);
    /// ```
    pub fn bounding_sphere(&self) -> Option<Sphere> {
        match self {
            Self::Sphere(sphere) => Some(*sphere),
            Self::Obb(obb) => {
                let radius = larger(obb.half_extents().length(), f64::MIN_POSITIVE);
                Sphere::new(obb.center(), radius)
            }
            Self::HalfSpace(_) | Self::Plane(_) => None,
        }
    }
}
