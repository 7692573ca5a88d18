//! The player's collision body.

use glam::DVec3;

use crate::geometry::Capsule;

/// The player's body, a sphere, or an upright capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    radius: f64,
    rise: f64,
}

impl Body {
    /// A sphere. Its reference point is its centre.
    ///
    /// `None` when `radius` is not positive or not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::player::Body;
    /// assert_eq!(Body::sphere(0.5).unwrap().radius(), 0.5);
    /// assert_eq!(Body::sphere(-1.0), None);
    /// ```
    #[must_use]
    pub fn sphere(radius: f64) -> Option<Self> {
        Self::capsule(radius, radius * 2.0)
    }

    /// An upright capsule, `height` from top to bottom. Its reference point is the centre of its lower
    /// hemisphere.
    ///
    /// `None` when `radius` is not positive, `height` is less than twice `radius`, or one is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::player::Body;
    /// let person = Body::capsule(0.25, 1.75).unwrap();
    /// assert_eq!(person.height(), 1.75);
    /// assert_eq!(Body::capsule(0.5, 0.9), None);
    /// ```
    #[must_use]
    pub fn capsule(radius: f64, height: f64) -> Option<Self> {
        let rise = height - radius * 2.0;
        Capsule::new(DVec3::ZERO, radius, rise).map(|_| Self { radius, rise })
    }

    /// The radius; metres, positive.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// From bottom to top; metres.
    pub fn height(&self) -> f64 {
        self.rise + self.radius * 2.0
    }

    /// The body with its reference point at `position`; `None` when `position` is not finite.
    #[must_use]
    pub fn at(&self, position: DVec3) -> Option<Capsule> {
        Capsule::new(position, self.radius, self.rise)
    }
}
