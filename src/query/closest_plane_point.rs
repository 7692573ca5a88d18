//! The point of a plane nearest to a point: the projection onto the plane.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), the intersection point.

use glam::DVec3;

use crate::geometry::Plane;

/// The point of `plane` nearest to `point`, `point - n·distance`.
///
/// # Example
/// ```
/// use sidle::{geometry::Plane, glam::DVec3, query::closest_plane_point};
/// let wall = Plane::new(DVec3::X * 2.0, DVec3::X).unwrap();
/// // (5,1,1) lies 3 m in front of the plane x = 2.
/// assert_eq!(closest_plane_point(&wall, DVec3::new(5.0, 1.0, 1.0)), DVec3::new(2.0, 1.0, 1.0));
/// ```
#[must_use]
pub fn closest_plane_point(plane: &Plane, point: DVec3) -> DVec3 {
    point - plane.normal() * plane.signed_distance(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_either_side_project_to_the_same_point() {
        let plane = Plane::new(DVec3::new(1.0, -2.0, 0.5), DVec3::new(1.0, 2.0, -2.0)).unwrap();
        let on_plane = closest_plane_point(&plane, DVec3::new(9.0, 4.0, 3.0));
        assert!(plane.signed_distance(on_plane).abs() < 1e-14);
        for distance in [-3.0, 0.0, 1e-9, 7.0] {
            let again = closest_plane_point(&plane, on_plane + plane.normal() * distance);
            assert!(again.abs_diff_eq(on_plane, 1e-14), "from {distance} m");
        }
    }
}
