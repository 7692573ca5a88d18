//! The player's collision body.

use glam::DVec3;

use crate::geometry::{Capsule, HAS_BOXES, UprightBody, box_rounding};
use crate::world::Surface;

/// The player's body, a sphere, an upright capsule, or an upright square box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    radius: f64,
    rise: f64,
    is_box: bool,
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
            radius,
            rise,
            is_box: false,
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
            is_box: true,
            ..body
        })
    }

    /// The radius, or half the width of a box; metres, positive.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// From bottom to top; metres.
    pub fn height(&self) -> f64 {
        self.rise + self.radius * 2.0
    }

    /// The body with its reference point at `position`; `None` when `position` is not finite.
    #[must_use]
    pub fn at(&self, position: DVec3) -> Option<UprightBody> {
        if self.is_box() {
            return UprightBody::square_box(position, self.radius, self.rise);
        }
        Capsule::new(position, self.radius, self.rise).map(UprightBody::from)
    }

    /// Whether it is a box.
    #[inline]
    pub(super) fn is_box(&self) -> bool {
        HAS_BOXES && self.is_box
    }

    /// The radius of its edges: that of a sphere or a capsule, and a small one of a box; metres.
    pub(super) fn rounding(&self) -> f64 {
        if self.is_box() {
            box_rounding(self.radius)
        } else {
            self.radius
        }
    }

    /// The centre of the ball of the body at `position` that touches `surface`, by which it sees the faces there. It is the
    /// reference point, unless the body is a box.
    #[inline]
    pub(super) fn ball_at(&self, surface: &Surface, position: DVec3) -> DVec3 {
        if self.is_box() {
            surface.point + surface.normal * (surface.separation + self.rounding())
        } else {
            position
        }
    }
}
