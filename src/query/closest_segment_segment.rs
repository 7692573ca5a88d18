//! The closest points of two segments.
//!
//! Source: C. Ericson, *Real-Time Collision Detection* (2005), 5.1.9. We differ for parallel
//! segments. Of all equally near pairs, ours is the one nearest to the start of the first segment.

use glam::DVec3;

use super::closest_segment_point;
use crate::geometry::Segment;
use crate::geometry::float::clamp;
use crate::tolerance::PARALLEL_SQUARED;

/// The closest pair, a point of the first shape and a point of the second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPair {
    /// The point of the first shape; metres.
    pub on_first: DVec3,
    /// The point of the second shape; metres.
    pub on_second: DVec3,
}

impl ClosestPair {
    /// The squared distance between the two points; square metres.
    #[must_use]
    pub fn distance_squared(&self) -> f64 {
        self.on_first.distance_squared(self.on_second)
    }
}

/// The closest points of `first` and `second`.
///
/// # Example
/// ```
/// use sidle::{geometry::Segment, glam::DVec3, query::closest_segment_segment};
/// let floor = Segment::new(DVec3::NEG_X, DVec3::X);
/// let above = Segment::new(DVec3::new(0.5, 2.0, -1.0), DVec3::new(0.5, 2.0, 1.0));
/// let pair = closest_segment_segment(&floor, &above);
/// assert_eq!((pair.on_first, pair.on_second), (DVec3::X * 0.5, DVec3::new(0.5, 2.0, 0.0)));
/// ```
#[must_use]
pub fn closest_segment_segment(first: &Segment, second: &Segment) -> ClosestPair {
    let (d1, d2) = (first.end - first.start, second.end - second.start);
    let between = first.start - second.start;
    let (a, e) = (d1.length_squared(), d2.length_squared());
    let (b, c, f) = (d1.dot(d2), d1.dot(between), d2.dot(between));
    // The point of the first segment nearest to the second line; then the point of the second
    // segment nearest to that; then back to the first segment, in case the second point was
    // clamped.
    let denominator = a * e - b * b;
    let fraction = if denominator > PARALLEL_SQUARED * a * e {
        clamp((b * f - c * e) / denominator, 0.0, 1.0)
    } else {
        0.0
    };
    let on_second = closest_segment_point(second, first.point_at(fraction)).point;
    let on_first = closest_segment_point(first, on_second).point;
    let on_second = closest_segment_point(second, on_first).point;
    ClosestPair {
        on_first,
        on_second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    #[test]
    fn no_sampled_pair_is_nearer() {
        let mut random = Random::new(23);
        for case in 0..2000 {
            let mut segment = || Segment::new(random.vec3(2.0), random.vec3(2.0));
            let (first, mut second) = (segment(), segment());
            match case % 4 {
                // Parallel, as a capsule is to the vertical edge of a wall.
                0 => second.end = second.start + (first.end - first.start) * 0.7,
                // Zero length.
                1 => second.end = second.start,
                _ => {}
            }
            let pair = closest_segment_segment(&first, &second);
            let found = pair.distance_squared().sqrt();
            let swapped = closest_segment_segment(&second, &first);
            assert!(
                (swapped.distance_squared().sqrt() - found).abs() < 1e-9,
                "case {case}"
            );
            for i in 0..=40 {
                let on_first = first.point_at(f64::from(i) / 40.0);
                let nearest = closest_segment_point(&second, on_first).point;
                let sampled = nearest.distance(on_first);
                assert!(found <= sampled + 1e-9, "case {case}: {found} > {sampled}");
            }
        }
    }
}
