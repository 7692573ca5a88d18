//! An upright body: a sphere, a capsule, or a box with rounded edges.

use glam::{DMat3, DVec3};

use super::float::min;
use super::{Capsule, Obb, Sphere};
use crate::tolerance::BOX_ROUNDING;

/// How much longer the diagonal of a cube is than its side, rounded up.
const DIAGONAL: f64 = 1.732_050_81 - 1.0;

/// Whether there are upright boxes. The package for JavaScript has none, because of its size.
pub(crate) const HAS_BOXES: bool = cfg!(not(sidle_without_boxes));

/// The radius of the edges of an upright box of this half width; metres.
pub(crate) fn box_rounding(half_width: f64) -> f64 {
    min(BOX_ROUNDING, half_width * 0.5)
}

/// A body that stands upright and never turns: a sphere, a capsule, or a square box along the world's axes.
///
/// All of them are the points within a radius of a core. The core of a sphere is a point, that of a capsule an upright segment,
/// and that of a box a smaller box, so a box has rounded edges, of 10 mm at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UprightBody {
    /// The capsule of the same width and height.
    capsule: Capsule,
    /// How far the core reaches beyond the capsule's axis along each axis of the world; metres, 0 unless it is a box.
    core: f64,
}

impl UprightBody {
    /// A square box, as wide and as high as the capsule of these numbers: `2 · half_width` along X and Z, and `rise` higher. Its
    /// reference point `base` is `half_width` above the middle of its bottom.
    ///
    /// `None` when `half_width` is not positive, `rise` is negative, or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::UprightBody, glam::DVec3};
    /// // A person of 1.75 m who stands on the ground.
    /// let person = UprightBody::square_box(DVec3::Y * 0.3, 0.3, 1.15).unwrap();
    /// let bounds = person.bounds().unwrap();
    /// assert_eq!(bounds.center(), DVec3::Y * 0.875);
    /// assert_eq!(bounds.half_extents(), DVec3::new(0.3, 0.875, 0.3));
    /// assert!((person.rounding() - 0.01).abs() < 1e-15);
    /// ```
    pub fn square_box(base: DVec3, half_width: f64, rise: f64) -> Option<Self> {
        let core = half_width - box_rounding(half_width);
        let around = Capsule::new(base, half_width, rise).filter(|_| HAS_BOXES);
        around.map(|capsule| Self { capsule, core })
    }

    /// The reference point: the centre of a sphere or of a capsule's lower hemisphere, and as high above the bottom of a box;
    /// metres.
    pub fn base(&self) -> DVec3 {
        self.capsule.base()
    }

    /// The radius of a sphere or a capsule, or half the width of a box; metres, positive.
    pub fn radius(&self) -> f64 {
        self.capsule.radius()
    }

    /// How much higher it is than wide; metres, not negative.
    pub fn rise(&self) -> f64 {
        self.capsule.rise()
    }

    /// The radius of its edges: that of a sphere or a capsule, and a small one of a box; metres, positive.
    pub fn rounding(&self) -> f64 {
        self.capsule.radius() - self.core
    }

    /// Whether it is a box.
    #[inline]
    pub fn is_box(&self) -> bool {
        // The core is not negative, and whole numbers are compared in fewer instructions.
        HAS_BOXES && self.core.to_bits() != 0
    }

    /// The same body with another base. The caller makes sure that the base is finite.
    #[must_use]
    pub fn at(&self, base: DVec3) -> Self {
        Self {
            capsule: self.capsule.at(base),
            ..*self
        }
    }

    /// The same body with its radius changed by `gap`. Its core stays.
    pub(crate) fn grown(&self, gap: f64) -> Self {
        Self {
            capsule: self.capsule.grown(gap),
            ..*self
        }
    }

    /// The equal sphere, when it is one.
    #[must_use]
    pub fn as_sphere(&self) -> Option<Sphere> {
        self.capsule.as_sphere().filter(|_| !self.is_box())
    }

    /// The equal capsule, when it is a capsule or a sphere.
    #[must_use]
    pub fn as_capsule(&self) -> Option<&Capsule> {
        (!self.is_box()).then_some(&self.capsule)
    }

    /// A capsule around it, which is the body itself unless it is a box.
    #[inline]
    #[must_use]
    pub fn around(&self) -> Capsule {
        if self.is_box() {
            self.capsule.grown(self.core * DIAGONAL)
        } else {
            self.capsule
        }
    }

    /// The upright box around it, with sharp edges. `None` if it is too large for the numbers.
    #[must_use]
    pub fn bounds(&self) -> Option<Obb> {
        let half_rise = DVec3::Y * (self.rise() * 0.5);
        let half_extents = DVec3::splat(self.radius()) + half_rise;
        Obb::new(self.base() + half_rise, DMat3::IDENTITY, half_extents)
    }

    /// The half extents of the core; metres.
    pub(crate) fn core(&self) -> DVec3 {
        DVec3::new(self.core, self.core + self.rise() * 0.5, self.core)
    }

    /// The middle of the body; metres.
    pub(crate) fn middle(&self) -> DVec3 {
        self.base() + DVec3::Y * (self.rise() * 0.5)
    }

    /// How far it reaches from its reference point against the unit vector `normal`, which does not point down; metres.
    pub(crate) fn reach_down(&self, normal: DVec3) -> f64 {
        self.rounding() + self.core * normal.abs().element_sum()
    }

    /// How far it reaches from its middle along a unit vector; metres.
    pub(crate) fn reach_from_middle(&self, way: DVec3) -> f64 {
        let of_core = self.core * way.abs().element_sum();
        self.rounding() + of_core + self.rise() * 0.5 * way.y.abs()
    }
}

impl From<Capsule> for UprightBody {
    #[inline]
    fn from(capsule: Capsule) -> Self {
        Self { capsule, core: 0.0 }
    }
}

impl From<Sphere> for UprightBody {
    fn from(sphere: Sphere) -> Self {
        Capsule::from(sphere).into()
    }
}
