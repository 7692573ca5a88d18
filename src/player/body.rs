//! The player's collision body.

use glam::DVec3;

use crate::geometry::{Capsule, HAS_BOXES, UprightBody, box_rounding};

/// The player's body, a sphere, an upright capsule, or an upright square box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The radius; metres, negative for a box. So a body is two numbers, which calls pass in registers.
    signed_radius: f64,
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
        Capsule::new(DVec3::ZERO, radius, rise).map(|_| Self {
            signed_radius: radius,
            rise,
        })
    }

    /// A square box that never turns, `2 · half_width` along X and Z, and `height` from bottom to top. Its edges are rounded, by
    /// 10 mm at most. Its reference point is `half_width` above the middle of its bottom.
    ///
    /// `None` when `half_width` is not positive, `height` is less than twice that, or one is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::player::Body;
    /// let person = Body::square_box(0.3, 1.75).unwrap();
    /// assert_eq!((person.radius(), person.height()), (0.3, 1.75));
    /// assert_eq!(Body::square_box(0.5, 0.9), None);
    /// ```
    #[must_use]
    pub fn square_box(half_width: f64, height: f64) -> Option<Self> {
        let around = Self::capsule(half_width, height).filter(|_| HAS_BOXES);
        around.map(|body| Self {
            signed_radius: -half_width,
            ..body
        })
    }

    /// The radius, or half the width of a box; metres, positive.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.signed_radius.abs()
    }

    /// From bottom to top; metres.
    pub fn height(&self) -> f64 {
        self.rise + self.radius() * 2.0
    }

    /// The body with its reference point at `position`; `None` when `position` is not finite.
    #[inline]
    #[must_use]
    pub fn at(&self, position: DVec3) -> Option<UprightBody> {
        if self.is_box() {
            return UprightBody::square_box(position, self.radius(), self.rise);
        }
        let capsule = || Capsule::of_valid(position, self.signed_radius, self.rise);
        position.is_finite().then(|| capsule().into())
    }

    /// Whether it is a box.
    #[inline]
    pub(super) fn is_box(&self) -> bool {
        HAS_BOXES && self.signed_radius < 0.0
    }

    /// The radius of its edges: that of a sphere or a capsule, and a small one of a box; metres.
    pub(super) fn rounding(&self) -> f64 {
        if self.is_box() {
            box_rounding(self.radius())
        } else {
            self.signed_radius
        }
    }
}
