//! The intersection of a segment with a plane.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), second page: the line–plane test and
//! the intersection point. That page is not among our texts, and we follow a summary of it. It tests
//! whether the product of the two signed distances is negative. We compare their signs one by one, so that a product of tiny numbers cannot underflow,
//! and an end in the plane counts as an intersection.

use super::SegmentHit;
use crate::geometry::{Plane, Segment};

/// The first point of `segment` in `plane`.
///
/// # Returns
/// `fraction` in [0, 1] from the segment's start, the `point`, and the plane's unit
/// `normal`, flipped to face the start. An end in the plane counts. A segment that lies in the plane
/// hits at its start, from the front. `None` if both ends are on the same side.
/// # Example
/// ```
/// use sidle::{geometry::{Plane, Segment}, glam::DVec3, query::intersect_segment_plane};
/// let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// // From 3 m above to 1 m below: 3 of 4 m are above.
/// let hit = intersect_segment_plane(&Segment::new(DVec3::Y * 3.0, DVec3::NEG_Y), &floor).unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.75, DVec3::ZERO, DVec3::Y));
/// assert_eq!(intersect_segment_plane(&Segment::new(DVec3::Y * 3.0, DVec3::Y), &floor), None);
/// ```
#[doc(alias = "raycast")]
#[must_use]
pub fn intersect_segment_plane(segment: &Segment, plane: &Plane) -> Option<SegmentHit> {
    let start_distance = plane.signed_distance(segment.start);
    let end_distance = plane.signed_distance(segment.end);
    let opposite = (start_distance >= 0.0 && end_distance <= 0.0)
        || (start_distance <= 0.0 && end_distance >= 0.0);
    if !opposite {
        return None;
    }
    // The fraction of the segment that is above the plane.
    let fraction = if start_distance == 0.0 {
        0.0
    } else {
        start_distance / (start_distance - end_distance)
    };
    Some(SegmentHit {
        fraction,
        point: segment.point_at(fraction),
        normal: plane.normal() * if start_distance < 0.0 { -1.0 } else { 1.0 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    /// A slanted segment from `from` to `to` metres above the plane y = 0.
    fn hit(from: f64, to: f64) -> Option<SegmentHit> {
        let plane = Plane::new(DVec3::new(7.0, 0.0, 7.0), DVec3::Y).unwrap();
        let segment = Segment::new(DVec3::new(-4.0, from, 1.0), DVec3::new(4.0, to, 1.0));
        intersect_segment_plane(&segment, &plane)
    }

    #[test]
    fn ends_on_opposite_sides_hit_where_the_height_reaches_zero() {
        // 1 of 4 m: a quarter of the 8 m from x = -4.
        let down = hit(1.0, -3.0).unwrap();
        assert_eq!(
            (down.fraction, down.point),
            (0.25, DVec3::new(-2.0, 0.0, 1.0))
        );
        assert_eq!(down.normal, DVec3::Y);
        let up = hit(-3.0, 1.0).unwrap();
        assert_eq!((up.fraction, up.normal), (0.75, DVec3::NEG_Y));
    }

    #[test]
    fn ends_on_the_same_side_never_hit_however_near() {
        assert_eq!(hit(1.0, 1e-12), None);
        assert_eq!(hit(-1e-12, -1.0), None);
    }

    #[test]
    fn an_end_in_the_plane_hits_and_a_segment_in_the_plane_hits_at_its_start() {
        for (from, to, fraction) in [
            (0.0, 2.0, 0.0),
            (0.0, -2.0, 0.0),
            (2.0, 0.0, 1.0),
            (-2.0, 0.0, 1.0),
            (0.0, 0.0, 0.0),
        ] {
            assert_eq!(hit(from, to).unwrap().fraction, fraction, "{from} to {to}");
        }
        assert_eq!(hit(0.0, 0.0).unwrap().normal, DVec3::Y);
    }

    #[test]
    fn far_from_the_origin_the_point_is_in_the_plane() {
        let plane = Plane::new(DVec3::splat(1e4), DVec3::new(1.0, 2.0, -2.0)).unwrap();
        let start = DVec3::splat(1e4) + plane.normal() * 3.0;
        let segment = Segment::new(start, start - plane.normal() * 7.0 + DVec3::X);
        let found = intersect_segment_plane(&segment, &plane).unwrap();
        assert!(plane.signed_distance(found.point).abs() < 1e-10);
    }
}
