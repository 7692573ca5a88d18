//! An upright capsule, the body of a walking person.

use glam::DVec3;

use super::float::max;
use super::{Segment, Sphere};

/// All points within a radius of an upright segment. With a rise of zero it is a sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    base: DVec3,
    radius: f64,
    rise: f64,
}

impl Capsule {
    /// The capsule with its lower hemisphere centred on `base` and its upper one `rise` above.
    ///
    /// `None` when `radius` is not positive, `rise` is negative, or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Capsule, glam::DVec3};
    /// // A person of 1.75 m who stands on the ground.
    /// let person = Capsule::new(DVec3::Y * 0.25, 0.25, 1.25).unwrap();
    /// assert_eq!(person.axis().end.y + person.radius(), 1.75);
    /// assert_eq!(Capsule::new(DVec3::ZERO, 0.25, -1.0), None);
    /// ```
    pub fn new(base: DVec3, radius: f64, rise: f64) -> Option<Self> {
        let is_size = radius > 0.0 && radius <= f64::MAX && (0.0..=f64::MAX).contains(&rise);
        (is_size && base.is_finite()).then_some(Self { base, radius, rise })
    }

    /// The capsule of these numbers, which the caller knows to be valid.
    #[inline]
    pub(crate) fn of_valid(base: DVec3, radius: f64, rise: f64) -> Self {
        Self { base, radius, rise }
    }

    /// The centre of the lower hemisphere, the body's reference point; metres.
    pub fn base(&self) -> DVec3 {
        self.base
    }

    /// The radius; metres, positive.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The height of the upper hemisphere's centre above the lower one's; metres, not negative.
    pub fn rise(&self) -> f64 {
        self.rise
    }

    /// The segment between the centres of the hemispheres, from the lower one up.
    pub fn axis(&self) -> Segment {
        Segment::new(self.base, self.base + DVec3::Y * self.rise)
    }

    /// The same capsule with another base. The caller makes sure that the base is finite.
    #[must_use]
    pub fn at(&self, base: DVec3) -> Self {
        debug_assert!(base.is_finite(), "a capsule moved to {base}");
        Self { base, ..*self }
    }

    /// The same capsule with its radius changed by `gap`, clamped to stay positive.
    pub(crate) fn grown(&self, gap: f64) -> Self {
        let radius = max(self.radius + gap, f64::MIN_POSITIVE);
        Self { radius, ..*self }
    }

    /// The equal sphere, when the rise is zero.
    #[must_use]
    pub fn as_sphere(&self) -> Option<Sphere> {
        // Its numbers are those of a sphere.
        let is_sphere = self.rise <= 0.0;
        is_sphere.then(|| Sphere::of_valid(self.base, self.radius))
    }
}

impl From<Sphere> for Capsule {
    fn from(sphere: Sphere) -> Self {
        Self {
            base: sphere.center(),
            radius: sphere.radius(),
            rise: 0.0,
        }
    }
}
