//! The point of a triangle nearest to a point.
//!
//! Source: C. Ericson, *Real-Time Collision Detection* (2005), 5.1.5: the Voronoi regions of a
//! triangle are its three corners, its three edges and its face. We differ in the face region. The
//! point is projected on the triangle's own plane. All triangles of a flat floor then give the same
//! distance, to the last bit.

use glam::DVec3;

use super::closest_plane_point;
use crate::geometry::{Plane, Triangle};

/// The point of `triangle` nearest to `point`, on its face, an edge or a corner.
///
/// # Example
/// ```
/// use sidle::{geometry::Triangle, glam::{DVec3, Vec3}, query::closest_triangle_point};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
/// assert_eq!(closest_triangle_point(&floor, DVec3::new(1.0, 5.0, 1.0)), DVec3::new(1.0, 0.0, 1.0));
/// assert_eq!(closest_triangle_point(&floor, DVec3::new(-3.0, 5.0, 1.0)), DVec3::Z);
/// ```
#[must_use]
pub fn closest_triangle_point(triangle: &Triangle, point: DVec3) -> DVec3 {
    closest_vertices_point(triangle.vertices(), || triangle.plane(), point)
}

/// [`closest_triangle_point`] for a triangle whose vertices, and perhaps the plane, are known already.
#[inline]
pub(crate) fn closest_vertices_point(
    [a, b, c]: [DVec3; 3],
    plane: impl FnOnce() -> Plane,
    point: DVec3,
) -> DVec3 {
    let (ab, ac) = (b - a, c - a);

    let from_a = point - a;
    let (along_ab_a, along_ac_a) = (ab.dot(from_a), ac.dot(from_a));
    if along_ab_a <= 0.0 && along_ac_a <= 0.0 {
        return a;
    }

    let from_b = point - b;
    let (along_ab_b, along_ac_b) = (ab.dot(from_b), ac.dot(from_b));
    if along_ab_b >= 0.0 && along_ac_b <= along_ab_b {
        return b;
    }

    // Outside the edge ab: the barycentric weight of c is not positive.
    let weight_c = along_ab_a * along_ac_b - along_ab_b * along_ac_a;
    if weight_c <= 0.0 && along_ab_a >= 0.0 && along_ab_b <= 0.0 {
        return a + ab * (along_ab_a / (along_ab_a - along_ab_b));
    }

    let from_c = point - c;
    let (along_ab_c, along_ac_c) = (ab.dot(from_c), ac.dot(from_c));
    if along_ac_c >= 0.0 && along_ab_c <= along_ac_c {
        return c;
    }

    // Outside the edge ac.
    let weight_b = along_ab_c * along_ac_a - along_ab_a * along_ac_c;
    if weight_b <= 0.0 && along_ac_a >= 0.0 && along_ac_c <= 0.0 {
        return a + ac * (along_ac_a / (along_ac_a - along_ac_c));
    }

    // Outside the edge bc.
    let weight_a = along_ab_b * along_ac_c - along_ab_c * along_ac_b;
    let (towards_c, towards_b) = (along_ac_b - along_ab_b, along_ab_c - along_ac_c);
    if weight_a <= 0.0 && towards_c >= 0.0 && towards_b >= 0.0 {
        return b + (c - b) * (towards_c / (towards_c + towards_b));
    }

    closest_plane_point(&plane(), point)
}

#[cfg(test)]
mod tests;
