//! A sphere, the body of a free camera.

use glam::DVec3;

/// A sphere with a positive radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    center: DVec3,
    radius: f64,
}

impl Sphere {
    /// The sphere around `center`.
    ///
    /// `None` when `radius` is not positive or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Sphere, glam::DVec3};
    /// assert_eq!(Sphere::new(DVec3::Y, 0.5).unwrap().radius(), 0.5);
    /// assert_eq!(Sphere::new(DVec3::Y, 0.0), None);
    /// ```
    pub fn new(center: DVec3, radius: f64) -> Option<Self> {
        (radius > 0.0 && radius <= f64::MAX && center.is_finite())
            .then_some(Self { center, radius })
    }

    /// The sphere with these numbers, which the caller knows to be valid.
    pub(super) fn of_valid(center: DVec3, radius: f64) -> Self {
        Self { center, radius }
    }

    /// The centre; metres.
    pub fn center(&self) -> DVec3 {
        self.center
    }

    /// The radius; metres, positive.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The volume: 4/3·π·r³; cubic metres.
    #[must_use]
    pub fn volume(&self) -> f64 {
        4.0 / 3.0 * core::f64::consts::PI * (self.radius * self.radius * self.radius)
    }

    /// The same sphere with another centre. The caller makes sure that the centre is finite.
    #[must_use]
    pub fn at(&self, center: DVec3) -> Self {
        debug_assert!(center.is_finite(), "a sphere moved to {center}");
        Self { center, ..*self }
    }
}
