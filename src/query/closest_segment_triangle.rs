//! The closest points of a segment and a triangle.
//!
//! Source: C. Ericson, *Real-Time Collision Detection* (2005), 5.1.10: unless they cross, the
//! closest pair involves an end of the segment or an edge of the triangle.

use super::{ClosestPair, closest_segment_segment, closest_vertices_point};
use crate::geometry::float::{max, min};
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

/// A part of the triangle is not looked at if it is farther than the closest pair so far by more than this share of the squared
/// distance, and by [`SIZE_MARGIN`]. So rounding changes no result. Smaller: rounding may decide; larger: more parts are looked at.
const MARGIN: f64 = 1e-5;

/// As [`MARGIN`], as a share of the squared coordinates: more squares of their rounding error, 1e-14, than one share allows.
const SIZE_MARGIN: f64 = 4.1e-22;

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
    let [a, b, c] = *vertices;
    let size_squared = segment.start.length_squared()
        + segment.end.length_squared()
        + a.length_squared()
        + b.length_squared()
        + c.length_squared();
    let error = size_squared * SIZE_MARGIN;
    // What is no nearer than this, squared, is farther than `best`, whatever rounding does.
    let farther = |best: &ClosestPair| best.distance_squared() * (1.0 + MARGIN) + error;
    // All edges are in the plane, and an edge may lie beside the whole shadow of the segment there.
    let height = match (from < 0.0) == (to < 0.0) {
        true => min(from.abs(), to.abs()),
        false => 0.0,
    };
    let is_beside = |best: &ClosestPair, corner: DVec3, other: DVec3| {
        let along = other - corner;
        let inward = plane.normal().cross(along);
        let start = (segment.start - corner).dot(inward);
        let end = (segment.end - corner).dot(inward);
        let beside = min(start.abs(), end.abs());
        let left = farther(best) - height * height;
        start * end > 0.0 && beside * beside > left * along.length_squared()
    };
    let consider = |best: &mut ClosestPair, pair: ClosestPair| {
        if pair.distance_squared() < best.distance_squared() {
            *best = pair;
        }
    };
    if to * to <= farther(&best) {
        consider(&mut best, to_end(segment.end));
    }
    for (from, to) in [(a, b), (b, c), (c, a)] {
        if !is_beside(&best, from, to) {
            let edge = Segment::new(from, to);
            consider(&mut best, closest_segment_segment(segment, &edge));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::closest_triangle_point;
    use crate::test_support::Random;

    /// The closest of all pairs, each looked at.
    fn of_all_pairs(segment: &Segment, triangle: &Triangle) -> ClosestPair {
        let (vertices, plane) = (triangle.vertices(), triangle.plane());
        let closest = |point| closest_vertices_point(vertices, || plane, point);
        let [from, to] = [segment.start, segment.end].map(|end| plane.signed_distance(end));
        if (from < 0.0) != (to < 0.0) {
            let crossing = segment.point_at(from / (from - to));
            let on_triangle = closest(crossing);
            if on_triangle.distance_squared(crossing) <= 1e-20 * max(crossing.length_squared(), 1.0)
            {
                return ClosestPair {
                    on_first: on_triangle,
                    on_second: on_triangle,
                };
            }
        }
        let ends = [segment.start, segment.end].map(|end| ClosestPair {
            on_first: end,
            on_second: closest(end),
        });
        let edges = triangle
            .edges()
            .map(|edge| closest_segment_segment(segment, &edge));
        let pairs = ends.into_iter().chain(edges);
        pairs
            .reduce(|best, pair| {
                if pair.distance_squared() < best.distance_squared() {
                    pair
                } else {
                    best
                }
            })
            .unwrap()
    }

    #[test]
    fn parts_that_are_not_looked_at_change_no_bit() {
        let mut random = Random::new(61);
        for case in 0..50_000 {
            // Walls, floors and slopes, near the origin and far from it, and upright segments beside, above and in them.
            let size = [1.0, 10.0, 1e-3][random.below(3)];
            let far = random.vec3(1.0) * [0.0, 1.0, 1e3, 1e6, 1e9][random.below(5)];
            let upright = random.below(2) == 0;
            let whole = random.below(2) == 0;
            let place = |mut at: DVec3| {
                if whole {
                    at = (at * 2.0).round() * 0.5;
                }
                if upright {
                    at.z = 0.0;
                }
                (far + at * size).as_vec3()
            };
            let corners = [(); 3].map(|()| place(random.vec3(2.0)));
            let Some(triangle) = Triangle::new(corners) else {
                continue;
            };
            let start = far + random.vec3(3.0) * size;
            let up = DVec3::Y * (1.2 * size);
            let end = match random.below(3) {
                0 => start + random.vec3(2.0) * size,
                _ => start + up,
            };
            let segment = Segment::new(start, end);
            let bits = |pair: ClosestPair| {
                [pair.on_first, pair.on_second].map(|point| point.to_array().map(f64::to_bits))
            };
            assert_eq!(
                bits(closest_segment_triangle(&segment, &triangle)),
                bits(of_all_pairs(&segment, &triangle)),
                "seed 61, case {case}"
            );
        }
    }

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
