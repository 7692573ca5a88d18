//! A half-space, everything below a plane is solid.

use glam::DVec3;

use super::Plane;

/// Everything behind a plane.
///
/// A [`Plane`] alone is thin and has two sides; a half-space has an inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    surface: Plane,
}

impl HalfSpace {
    /// The half-space behind `surface`, whose normal points out of it.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{HalfSpace, Plane}, glam::DVec3};
    /// let ground = HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap());
    /// assert_eq!(ground.depth(DVec3::Y * -2.0), 2.0);
    /// assert_eq!(ground.depth(DVec3::Y * 3.0), -3.0);
    /// ```
    pub const fn new(surface: Plane) -> Self {
        Self { surface }
    }

    /// The half-space whose surface is `plane` and whose outside contains `point`. It stands in for
    /// a thin plane seen from one side. A point in the plane counts as in front.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{HalfSpace, Plane}, glam::DVec3};
    /// let sheet = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
    /// let from_below = HalfSpace::facing(&sheet, DVec3::Y * -2.0);
    /// assert_eq!(from_below.surface().normal(), DVec3::NEG_Y);
    /// ```
    pub fn facing(plane: &Plane, point: DVec3) -> Self {
        if plane.signed_distance(point) < 0.0 {
            Self::new(Plane::from_unit_normal(-plane.normal(), -plane.offset()))
        } else {
            Self::new(*plane)
        }
    }

    /// The boundary plane; its normal points out.
    pub fn surface(&self) -> &Plane {
        &self.surface
    }

    /// Penetration depth of `point` below the surface; metres, negative above it.
    #[must_use]
    pub fn depth(&self, point: DVec3) -> f64 {
        -self.surface.signed_distance(point)
    }
}
