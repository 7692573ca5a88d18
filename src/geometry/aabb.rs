//! An axis-aligned bounding box.

use glam::DVec3;

use super::packing::Packed;

/// An axis-aligned box from `min` to `max`. It may be flat.
#[doc(alias = "axis-aligned bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    min: DVec3,
    max: DVec3,
}

impl Aabb {
    /// The smallest box around `points`.
    ///
    /// `None` when there is no point or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Aabb, glam::DVec3};
    /// let bounds = Aabb::from_points([DVec3::ZERO, DVec3::new(2.0, -4.0, 6.0)]).unwrap();
    /// assert_eq!(bounds.center(), DVec3::new(1.0, -2.0, 3.0));
    /// assert_eq!(bounds.half_extents(), DVec3::new(1.0, 2.0, 3.0));
    /// ```
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let mut bounds = Self {
            min: first,
            max: first,
        };
        let mut finite = first.is_finite();
        for point in points {
            finite &= point.is_finite();
            bounds.min = bounds.min.min(point);
            bounds.max = bounds.max.max(point);
        }
        finite.then_some(bounds)
    }

    /// The corner with the smallest coordinates; metres.
    #[must_use]
    pub fn min(&self) -> DVec3 {
        self.min
    }

    /// The corner with the largest coordinates; metres.
    #[must_use]
    pub fn max(&self) -> DVec3 {
        self.max
    }

    /// The centre; metres.
    pub fn center(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// Half the size along each axis; metres, none negative.
    pub fn half_extents(&self) -> DVec3 {
        (self.max - self.min) * 0.5
    }

    /// Whether `point` is inside or on the surface.
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// The volume; cubic metres.
    #[must_use]
    pub fn volume(&self) -> f64 {
        (self.max - self.min).element_product()
    }
}

impl Packed for Aabb {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.min.pack(bytes);
        self.max.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (min, max) = (DVec3::unpack(bytes)?, DVec3::unpack(bytes)?);
        let is_box = min.is_finite() && max.is_finite() && min.cmple(max).all();
        is_box.then_some(Self { min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_point_makes_a_box_of_zero_size() {
        let bounds = Aabb::from_points([DVec3::splat(3.0)]).unwrap();
        assert_eq!(bounds.half_extents(), DVec3::ZERO);
        assert_eq!(
            (bounds.min(), bounds.max()),
            (DVec3::splat(3.0), DVec3::splat(3.0))
        );
    }

    #[test]
    fn a_box_contains_its_corners_and_nothing_beyond_them() {
        let bounds = Aabb::from_points([DVec3::ZERO, DVec3::new(2.0, 0.0, 1.0)]).unwrap();
        assert!(bounds.contains(DVec3::ZERO) && bounds.contains(DVec3::new(2.0, 0.0, 1.0)));
        assert!(!bounds.contains(DVec3::new(1.0, 1e-12, 0.5)));
        assert!(!bounds.contains(DVec3::new(f64::NAN, 0.0, 0.5)));
    }

    #[test]
    fn no_points_or_non_finite_points_make_no_box() {
        assert_eq!(Aabb::from_points([]), None);
        // `min` and `max` skip NaN, so the constructor checks every point for it.
        let bad = DVec3::new(0.0, f64::NAN, 0.0);
        assert_eq!(Aabb::from_points([bad, DVec3::ZERO]), None);
        assert_eq!(Aabb::from_points([DVec3::ZERO, bad, DVec3::ONE]), None);
    }
}
