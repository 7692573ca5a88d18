//! The point of a segment nearest to a point.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), the closest point of an edge. The
//! text walks along the unit direction and compares with the length. We divide once by the squared
//! length, which gives the same point without a root. A segment of zero length gives its start; the
//! text does not guard it.

use glam::DVec3;

use crate::geometry::Segment;

/// The result of [`closest_segment_point`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SegmentPoint {
    /// The nearest point; metres.
    pub point: DVec3,
    /// The fraction of the segment: 0 at its start, 1 at its end.
    pub fraction: f64,
}

/// The point of `segment` nearest to `point`.
///
/// # Example
/// ```
/// use sidle::{geometry::Segment, glam::DVec3, query::closest_segment_point};
/// let edge = Segment::new(DVec3::ZERO, DVec3::X * 4.0);
/// assert_eq!(closest_segment_point(&edge, DVec3::new(1.0, 9.0, 0.0)).point, DVec3::X);
/// assert_eq!(closest_segment_point(&edge, DVec3::new(7.0, 9.0, 0.0)).fraction, 1.0);
/// ```
#[must_use]
pub fn closest_segment_point(segment: &Segment, point: DVec3) -> SegmentPoint {
    let along = segment.end - segment.start;
    let reach = (point - segment.start).dot(along);
    let length_squared = along.length_squared();
    // Holds for a segment of zero length too: then `reach` is 0.
    if reach <= 0.0 {
        return SegmentPoint {
            point: segment.start,
            fraction: 0.0,
        };
    }
    if reach >= length_squared {
        return SegmentPoint {
            point: segment.end,
            fraction: 1.0,
        };
    }
    let fraction = reach / length_squared;
    SegmentPoint {
        point: segment.point_at(fraction),
        fraction,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_clamp_and_the_middle_projects() {
        let segment = Segment::new(DVec3::new(1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 8.0));
        for (z, fraction) in [
            (-5.0, 0.0),
            (0.0, 0.0),
            (2.0, 0.25),
            (8.0, 1.0),
            (11.0, 1.0),
        ] {
            let found = closest_segment_point(&segment, DVec3::new(4.0, 4.0, z));
            assert_eq!(found.fraction, fraction, "z = {z}");
            assert_eq!(found.point, DVec3::new(1.0, 0.0, 8.0 * fraction));
        }
    }

    #[test]
    fn a_segment_of_zero_length_gives_its_only_point() {
        let dot = Segment::new(DVec3::ONE, DVec3::ONE);
        for point in [DVec3::ZERO, DVec3::ONE, DVec3::splat(9.0)] {
            assert_eq!(closest_segment_point(&dot, point).point, DVec3::ONE);
        }
    }

    #[test]
    fn no_sampled_point_of_the_segment_is_nearer() {
        let segment = Segment::new(DVec3::new(-2.0, 1.0, 0.3), DVec3::new(3.0, -1.0, 4.0));
        for point in [
            DVec3::ZERO,
            DVec3::new(1.0, 5.0, 1.0),
            DVec3::new(9.0, 0.0, 9.0),
        ] {
            let nearest = closest_segment_point(&segment, point).point.distance(point);
            for step in 0..=1000 {
                let sample = segment.point_at(f64::from(step) / 1000.0);
                assert!(sample.distance(point) >= nearest - 1e-12);
            }
        }
    }
}
