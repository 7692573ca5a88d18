//! A capsule in any direction, a part of a rigid body.

use glam::DVec3;

use super::{Capsule, Pose, Segment, Sphere};

/// All points within a radius of a segment, which may have any direction. With a segment of zero
/// length it is a sphere.
///
/// A [`Capsule`] is upright, since it is the body of a walking person. This one turns with a body,
/// as an [`Obb`](super::Obb) does and an [`Aabb`](super::Aabb) does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedCapsule {
    axis: Segment,
    radius: f64,
}

impl OrientedCapsule {
    /// The capsule around `axis`, the segment between the centres of its two hemispheres; `axis` and
    /// `radius` in metres.
    ///
    /// `None` when `radius` is not positive or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{OrientedCapsule, Segment}, glam::DVec3};
    /// let log = OrientedCapsule::new(Segment::new(DVec3::NEG_X, DVec3::X), 0.25).unwrap();
    /// assert_eq!(log.axis().end.x + log.radius(), 1.25);
    /// assert_eq!(OrientedCapsule::new(log.axis(), 0.0), None);
    /// ```
    pub fn new(axis: Segment, radius: f64) -> Option<Self> {
        let finite = axis.start.is_finite() && axis.end.is_finite() && radius.is_finite();
        (finite && radius > 0.0).then_some(Self { axis, radius })
    }

    /// The segment between the centres of the hemispheres; metres.
    pub fn axis(&self) -> Segment {
        self.axis
    }

    /// The radius; metres, positive.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The middle of the axis; metres.
    #[must_use]
    pub fn center(&self) -> DVec3 {
        self.axis.point_at(0.5)
    }

    /// The same capsule, transformed by `pose`.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Capsule, OrientedCapsule, Pose}, glam::DVec3};
    /// let upright = OrientedCapsule::from(Capsule::new(DVec3::ZERO, 0.25, 1.0).unwrap());
    /// // A quarter turn about Z takes +Y to -X.
    /// let lying = upright.transformed(&Pose::new(DVec3::Y, DVec3::Z * 90.0).unwrap());
    /// assert_eq!(lying.axis().end, DVec3::new(-1.0, 1.0, 0.0));
    /// ```
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        let Segment { start, end } = self.axis;
        Self {
            axis: Segment::new(pose.apply(start), pose.apply(end)),
            ..*self
        }
    }

    /// The smallest sphere around the capsule. `None` when its numbers overflow.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{OrientedCapsule, Segment}, glam::DVec3};
    /// let log = OrientedCapsule::new(Segment::new(DVec3::ZERO, DVec3::X * 2.0), 0.25).unwrap();
    /// let around = log.bounding_sphere().unwrap();
    /// assert_eq!((around.center(), around.radius()), (DVec3::X, 1.25));
    /// ```
    #[must_use]
    pub fn bounding_sphere(&self) -> Option<Sphere> {
        let half = self.axis.start.distance(self.axis.end) * 0.5;
        Sphere::new(self.center(), half + self.radius)
    }
}

impl From<Capsule> for OrientedCapsule {
    fn from(capsule: Capsule) -> Self {
        Self {
            axis: capsule.axis(),
            radius: capsule.radius(),
        }
    }
}

impl From<Sphere> for OrientedCapsule {
    fn from(sphere: Sphere) -> Self {
        Self {
            axis: Segment::new(sphere.center(), sphere.center()),
            radius: sphere.radius(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_that_is_not_finite_or_has_no_radius_is_none() {
        let axis = Segment::new(DVec3::ZERO, DVec3::X);
        let bad = Segment::new(DVec3::ZERO, DVec3::NAN);
        let endless = Segment::new(DVec3::ZERO, DVec3::INFINITY);
        for (axis, radius) in [
            (axis, 0.0),
            (axis, -1.0),
            (axis, f64::NAN),
            (axis, f64::INFINITY),
            (bad, 1.0),
            (endless, 1.0),
        ] {
            assert_eq!(OrientedCapsule::new(axis, radius), None);
        }
        let point = Segment::new(DVec3::X, DVec3::X);
        let ball = Sphere::new(DVec3::X, 0.5).unwrap();
        assert_eq!(OrientedCapsule::new(point, 0.5), Some(ball.into()));
    }

    #[test]
    fn its_bounding_sphere_reaches_both_tips_and_no_farther() {
        let axis = Segment::new(DVec3::new(1.0, 2.0, 3.0), DVec3::new(1.0, 6.0, 6.0));
        let log = OrientedCapsule::new(axis, 0.5).unwrap();
        // The axis is 5 m long: half of it and the radius.
        let sphere = log.bounding_sphere().unwrap();
        assert_eq!(sphere.center(), DVec3::new(1.0, 4.0, 4.5));
        assert_eq!(sphere.radius(), 3.0);
    }
}
