//! The closest points of a segment and a triangle.
//!
//! Source: C. Ericson, *Real-Time Collision Detection* (2005), 5.1.10: unless they cross, the
//! closest pair involves an end of the segment or an edge of the triangle.

use super::{ClosestPair, closest_segment_segment, closest_vertices_point};
use crate::geometry::float::max;
use crate::geometry::{Plane, Segment, Triangle};
use glam::DVec3;

/// The closest points of `segment` and `triangle`. Ties go to the segment's start, then its end,
/// then to the triangle's edges in order. Where they cross, both points are the crossing.
///
/// # Example
/// ```
/// use sidle::{geometry::{Segment, Triangle}, glam::{DVec3, Vec3}, query::closest_segment_triangle};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
/// let pole = Segment::new(DVec3::new(1.0, 2.0, 1.0), DVec3::new(1.0, 5.0, 1.0));
/// let pair = closest_segment_triangle(&pole, &floor);
/// assert_eq!((pair.on_first, pair.on_second), (pole.start, DVec3::new(1.0, 0.0, 1.0)));
/// ```
#[must_use]
pub fn closest_segment_triangle(segment: &Segment, triangle: &Triangle) -> ClosestPair {
    closest_segment_vertices(segment, &triangle.vertices(), &triangle.plane())
}

/// [`closest_segment_triangle`] for a triangle whose vertices and plane are known already.
pub(crate) fn closest_segment_vertices(
    segment: &Segment,
    vertices: &[DVec3; 3],
    plane: &Plane,
) -> ClosestPair {
    let closest = |point| closest_vertices_point(*vertices, || *plane, point);
    let (from, to) = (
        plane.signed_distance(segment.start),
        plane.signed_distance(segment.end),
    );
    if (from < 0.0) != (to < 0.0) {
        let crossing = segment.point_at(from / (from - to));
        let on_triangle = closest(crossing);
        // The crossing is in the plane up to rounding. Inside the triangle it is its own closest
        // point.
        let grain = 1e-20 * max(crossing.length_squared(), 1.0);
        if on_triangle.distance_squared(crossing) <= grain {
            return ClosestPair {
                on_first: on_triangle,
                on_second: on_triangle,
            };
        }
    }
    let to_end = |end| ClosestPair {
        on_first: end,
        on_second: closest(end),
    };
    let mut best = to_end(segment.start);
    let mut consider = |pair: ClosestPair| {
        if pair.distance_squared() < best.distance_squared() {
            best = pair;
        }
    };
    consider(to_end(segment.end));
    let [a, b, c] = *vertices;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let edge = Segment::new(from, to);
        consider(closest_segment_segment(segment, &edge));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::closest_triangle_point;
    use crate::test_support::Random;

    #[test]
    fn no_sampled_point_of_the_segment_is_nearer() {
        let mut random = Random::new(29);
        let mut crossings = 0;
        for case in 0..3000 {
            let mut corner = || random.vec3(2.0).as_vec3();
            let Some(triangle) = Triangle::new([corner(), corner(), corner()]) else {
                continue;
            };
            let segment = Segment::new(random.vec3(2.0), random.vec3(2.0));
            let pair = closest_segment_triangle(&segment, &triangle);
            let found = pair.distance_squared().sqrt();
            crossings += u32::from(found == 0.0);
            for i in 0..=50 {
                let point = segment.point_at(f64::from(i) / 50.0);
                let sampled = closest_triangle_point(&triangle, point).distance(point);
                assert!(
                    found <= sampled + 1e-9,
                    "seed 29, case {case}: {found} > {sampled}"
                );
            }
            // Both points lie on their shapes.
            let on_triangle = closest_triangle_point(&triangle, pair.on_second);
            assert!(
                on_triangle.abs_diff_eq(pair.on_second, 1e-9),
                "seed 29, case {case}"
            );
        }
        assert!(crossings > 100, "{crossings}");
    }
}
