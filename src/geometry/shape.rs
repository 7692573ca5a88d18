//! The primitive shapes of an assembly.

use super::float::max;
use super::{HalfSpace, Obb, OrientedCapsule, Plane, Polyhedron, Pose, Sphere};

/// A primitive shape of an assembly.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A sphere.
    Sphere(Sphere),
    /// A capsule in any direction.
    Capsule(OrientedCapsule),
    /// An oriented box.
    Obb(Obb),
    /// A convex polyhedron.
    Polyhedron(Polyhedron),
    /// A half-space, everything below a plane.
    HalfSpace(HalfSpace),
    /// A two-sided plane without thickness.
    Plane(Plane),
}

impl Shape {
    /// The same shape, transformed by `pose`. It allocates nothing.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        match self {
            Self::Sphere(sphere) => Self::Sphere(sphere.transformed(pose)),
            Self::Capsule(capsule) => Self::Capsule(capsule.transformed(pose)),
            Self::Obb(obb) => Self::Obb(obb.transformed(pose)),
            Self::Polyhedron(polyhedron) => Self::Polyhedron(polyhedron.transformed(pose)),
            Self::HalfSpace(half_space) => Self::HalfSpace(half_space.transformed(pose)),
            Self::Plane(plane) => Self::Plane(plane.transformed(pose)),
        }
    }

    /// The smallest sphere around the shape. `None` when the shape is unbounded.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Shape}, glam::{DMat3, DVec3}};
    /// let plank = Obb::new(DVec3::Y, DMat3::IDENTITY, DVec3::new(2.0, 1.0, 2.0)).unwrap();
    /// // Half the space diagonal: √(4 + 1 + 4).
    /// assert_eq!(Shape::Obb(plank).bounding_sphere().unwrap().radius(), 3.0);
    /// ```
    #[must_use]
    pub fn bounding_sphere(&self) -> Option<Sphere> {
        match self {
            Self::Sphere(sphere) => Some(*sphere),
            Self::Capsule(capsule) => capsule.bounding_sphere(),
            Self::Obb(obb) => {
                let radius = max(obb.half_extents().length(), f64::MIN_POSITIVE);
                Sphere::new(obb.center(), radius)
            }
            Self::Polyhedron(polyhedron) => {
                let vertices: Vec<_> = polyhedron.vertices().collect();
                Sphere::bounding(&vertices)
            }
            Self::HalfSpace(_) | Self::Plane(_) => None,
        }
    }
}
