//! A half-space: the ground that fills everything below a plane.

use glam::DVec3;

use super::Plane;

/// Everything behind a plane, solid all the way down.
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

    /// The plane on top, facing out.
    pub fn surface(&self) -> &Plane {
        &self.surface
    }

    /// How deep `point` lies below the surface; metres; negative above it.
    pub fn depth(&self, point: DVec3) -> f64 {
        -self.surface.signed_distance(point)
    }
}
