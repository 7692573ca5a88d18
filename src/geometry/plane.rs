//! A plane: all points `p` with `n·p + d = 0`.

use glam::DVec3;

use super::float::max;
use crate::tolerance::SLIVER;

/// A plane with a unit normal `n` and an offset `d`: all points `p` with `n·p + d = 0`.
///
/// The normal points to the plane's *front*, where signed distances are positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    normal: DVec3,
    offset: f64,
}

impl Plane {
    /// The plane through `point`, facing along `normal`, which need not be a unit vector.
    ///
    /// `None` when `normal` is zero or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Plane, glam::DVec3};
    /// let floor = Plane::new(DVec3::new(7.0, 1.0, 7.0), DVec3::Y * 2.0).unwrap();
    /// assert_eq!(floor.normal(), DVec3::Y);
    /// assert_eq!(floor.signed_distance(DVec3::new(0.0, 3.0, 0.0)), 2.0);
    /// assert_eq!(Plane::new(DVec3::ZERO, DVec3::ZERO), None);
    /// ```
    pub fn new(point: DVec3, normal: DVec3) -> Option<Self> {
        let normal = normal.try_normalize()?;
        let offset = -normal.dot(point);
        offset.is_finite().then_some(Self { normal, offset })
    }

    /// The plane through three points. It faces the side from which they run counter-clockwise:
    /// normal `(b - a) × (c - a)`.
    ///
    /// `None` when they are collinear or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Plane, glam::DVec3};
    /// let up = Plane::from_points(DVec3::ZERO, DVec3::Z, DVec3::X).unwrap();
    /// assert_eq!(up.normal(), DVec3::Y);
    /// ```
    pub fn from_points(a: DVec3, b: DVec3, c: DVec3) -> Option<Self> {
        Self::new(a, (b - a).cross(c - a))
    }

    /// [`Self::from_points`] without its checks, for points that are known not to be collinear. The bits are the
    /// same.
    #[inline]
    pub(crate) fn through(a: DVec3, b: DVec3, c: DVec3) -> Self {
        let normal = (b - a).cross(c - a).normalize();
        let offset = -normal.dot(a);
        Self { normal, offset }
    }

    /// The plane through the corners of a polygon. It faces the side from which they run
    /// counter-clockwise. Its normal comes from all corners (M. Newell), so three of them may be
    /// collinear.
    ///
    /// `None` when the polygon is degenerate (its height is below [`SLIVER`] of its size) or a
    /// number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Plane, glam::DVec3};
    /// let corners = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0, DVec3::Y];
    /// assert_eq!(Plane::from_polygon(&corners).unwrap().normal(), DVec3::Z);
    /// assert_eq!(Plane::from_polygon(&corners[..3]), None); // in one line
    /// ```
    pub fn from_polygon(vertices: &[DVec3]) -> Option<Self> {
        let (first, rest) = vertices.split_first()?;
        // The cross products of a fan of triangles add up to the normal, twice the area long.
        let (mut normal, mut size_squared) = (DVec3::ZERO, 0.0_f64);
        for pair in rest.windows(2) {
            normal += (pair[0] - *first).cross(pair[1] - *first);
        }
        for vertex in rest {
            size_squared = max(size_squared, vertex.distance_squared(*first));
        }
        if normal.length() > SLIVER * size_squared {
            Self::new(*first, normal)
        } else {
            None
        }
    }

    /// The plane with this unit normal and this offset.
    pub(crate) const fn from_unit_normal(normal: DVec3, offset: f64) -> Self {
        Self { normal, offset }
    }

    /// Unit normal; points to the front.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// The `d` of `n·p + d = 0`: the signed distance of the origin; metres.
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// Signed distance of `point`; metres, positive in front, negative behind.
    #[must_use]
    pub fn signed_distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_is_the_signed_distance_of_the_origin() {
        // The plane x = 2 facing +X: the origin lies 2 m behind it.
        let plane = Plane::new(DVec3::new(2.0, 5.0, -1.0), DVec3::X).unwrap();
        assert_eq!(plane.offset(), -2.0);
        assert_eq!(plane.signed_distance(DVec3::ZERO), -2.0);
        assert_eq!(plane.signed_distance(DVec3::new(5.0, 0.0, 0.0)), 3.0);
    }

    #[test]
    fn three_collinear_points_make_no_plane() {
        assert_eq!(
            Plane::from_points(DVec3::ZERO, DVec3::X, DVec3::X * 2.0),
            None
        );
        assert_eq!(Plane::from_points(DVec3::ZERO, DVec3::ZERO, DVec3::X), None);
    }

    #[test]
    fn non_finite_numbers_make_no_plane() {
        assert_eq!(Plane::new(DVec3::splat(f64::NAN), DVec3::Y), None);
        assert_eq!(
            Plane::new(DVec3::ZERO, DVec3::new(f64::INFINITY, 0.0, 0.0)),
            None
        );
        assert_eq!(Plane::new(DVec3::splat(f64::INFINITY), DVec3::Y), None);
    }

    #[test]
    fn the_opposite_winding_faces_the_opposite_way() {
        let (a, b, c) = (DVec3::ZERO, DVec3::Z, DVec3::X);
        let up = Plane::from_points(a, b, c).unwrap();
        let down = Plane::from_points(a, c, b).unwrap();
        assert_eq!(up.normal(), -down.normal());
    }

    #[test]
    fn a_distance_ten_kilometres_out_keeps_nine_digits() {
        let plane = Plane::new(DVec3::splat(1e4), DVec3::new(1.0, 2.0, 3.0)).unwrap();
        let point = DVec3::splat(1e4) + plane.normal() * 0.5;
        assert!((plane.signed_distance(point) - 0.5).abs() < 1e-11);
    }
}
