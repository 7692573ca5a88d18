//! A triangle of a mesh, with its plane.

use glam::{DVec3, Vec3};

use super::float::max;
use super::{Plane, Segment};
use crate::tolerance::SLIVER;

/// A triangle with an area, counter-clockwise seen from its front.
///
/// Vertices are stored as `f32`, as meshes have them, and nothing else is, so a triangle takes 36 bytes.
/// All arithmetic is `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// The coordinates of the three corners, one after the other.
    coordinates: [f32; 9],
}

impl Triangle {
    /// The triangle with these vertices.
    ///
    /// `None` when the triangle is degenerate (its height is below [`SLIVER`] of its longest edge)
    /// or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Triangle, glam::{DVec3, Vec3}};
    /// let floor = Triangle::new([Vec3::ZERO, Vec3::Z, Vec3::X]).unwrap();
    /// assert_eq!(floor.plane().normal(), DVec3::Y);
    /// assert_eq!(Triangle::new([Vec3::ZERO, Vec3::X, Vec3::X * 2.0]), None);
    /// ```
    pub fn new(vertices: [Vec3; 3]) -> Option<Self> {
        let [a, b, c] = vertices.map(|vertex| vertex.as_dvec3());
        let [ab, bc, ca] = [b - a, c - b, a - c].map(DVec3::length_squared);
        let longest_squared = max(max(ab, bc), ca);
        // Twice the area over the longest edge is the height over that edge.
        let twice_area = (b - a).cross(c - a).length();
        if twice_area > SLIVER * longest_squared {
            Plane::from_points(a, b, c)?;
            let [a, b, c] = vertices.map(|vertex| vertex.to_array());
            Some(Self {
                coordinates: [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]],
            })
        } else {
            None
        }
    }

    /// The three corners, counter-clockwise seen from the front; metres.
    #[inline]
    pub fn vertices(&self) -> [DVec3; 3] {
        // Written out: a `map` over the array is not inlined, and this is the hottest line of all.
        let [a, b, c] = self.stored_vertices();
        [a.as_dvec3(), b.as_dvec3(), c.as_dvec3()]
    }

    /// The three corners as stored.
    #[inline]
    pub(crate) fn stored_vertices(&self) -> [Vec3; 3] {
        let [ax, ay, az, bx, by, bz, cx, cy, cz] = self.coordinates;
        [
            Vec3::new(ax, ay, az),
            Vec3::new(bx, by, bz),
            Vec3::new(cx, cy, cz),
        ]
    }

    /// The coordinates of the three corners as stored, one after the other.
    #[inline]
    pub(crate) fn coordinates(&self) -> &[f32; 9] {
        &self.coordinates
    }

    /// The three edges, each from a corner to the next.
    pub fn edges(&self) -> [Segment; 3] {
        let [a, b, c] = self.vertices();
        [Segment::new(a, b), Segment::new(b, c), Segment::new(c, a)]
    }

    /// The triangle's plane, facing its front. It is computed from the corners, always with the same bits.
    #[inline]
    pub fn plane(&self) -> Plane {
        let [a, b, c] = self.vertices();
        Plane::through(a, b, c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_finite_numbers_make_no_triangle() {
        for bad in [f32::NAN, f32::INFINITY] {
            assert_eq!(Triangle::new([Vec3::ZERO, Vec3::X, Vec3::splat(bad)]), None);
        }
    }

    #[test]
    fn small_and_thin_triangles_are_valid_and_slivers_are_not() {
        let with_height =
            |height| Triangle::new([Vec3::ZERO, Vec3::X, Vec3::new(0.5, height, 0.0)]);
        assert!(with_height(1e-5).is_some());
        assert!(with_height(1e-8).is_none());
        assert!(Triangle::new([Vec3::ZERO, Vec3::X * 1e-6, Vec3::Y * 1e-6]).is_some());
    }

    #[test]
    fn all_vertex_orders_give_the_same_plane_up_to_its_side() {
        let (a, b, c) = (
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.0, 1.0, 0.0),
            Vec3::new(0.0, 0.0, 1.0),
        );
        let outward = DVec3::ONE.normalize();
        for (order, side) in [
            ([a, b, c], 1.0),
            ([b, c, a], 1.0),
            ([c, a, b], 1.0),
            ([a, c, b], -1.0),
            ([c, b, a], -1.0),
            ([b, a, c], -1.0),
        ] {
            let normal = Triangle::new(order).unwrap().plane().normal();
            assert!(
                normal.abs_diff_eq(outward * side, 1e-15),
                "{order:?} faces {normal}"
            );
        }
    }
}
