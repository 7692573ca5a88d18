//! The first intersection of a segment with an upright capsule, such as a shot at a person.
//!
//! A capsule is a cylinder and two balls, and a segment enters it where it first enters one of them.

use glam::DVec3;

use super::enter_ball::enter_from_outside;
use super::{SegmentHit, closest_segment_point};
use crate::geometry::{Capsule, Segment};

/// The first point of `segment` in the solid `capsule`. A [`Sphere`](crate::geometry::Sphere) is a capsule, too, by `From`.
///
/// # Returns
/// `fraction` in [0, 1] from the segment's start, the `point`, and the unit `normal` there, outwards. A start inside or on the
/// surface gives `fraction == 0`, and the way out from the axis as its normal; on the axis, +Y. `None` if the segment misses
/// the capsule, or is not finite.
/// # Example
/// ```
/// use sidle::{geometry::{Capsule, Segment}, glam::DVec3, query::intersect_segment_capsule};
/// let person = Capsule::new(DVec3::Y * 0.25, 0.25, 1.25).unwrap(); // 1.75 m tall
/// let shot = |height: f64| Segment::new(DVec3::new(5.25, height, 0.0), DVec3::new(-4.75, height, 0.0));
/// let hit = intersect_segment_capsule(&shot(1.0), &person).unwrap();
/// assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::X));
/// assert_eq!(intersect_segment_capsule(&shot(1.76), &person), None); // over the head
/// ```
#[doc(alias = "raycast")]
#[must_use]
pub fn intersect_segment_capsule(segment: &Segment, capsule: &Capsule) -> Option<SegmentHit> {
    let (start, way) = (segment.start, segment.end - segment.start);
    if !start.is_finite() || !way.is_finite() {
        return None;
    }
    let (axis, radius) = (capsule.axis(), capsule.radius());
    let hit = |fraction: f64| {
        let point = segment.point_at(fraction);
        let out = point - closest_segment_point(&axis, point).point;
        SegmentHit {
            fraction,
            point,
            normal: out.normalize_or(DVec3::Y),
        }
    };
    let nearest = closest_segment_point(&axis, start).point;
    if start.distance_squared(nearest) <= radius * radius {
        return Some(hit(0.0));
    }
    let level = |vector: DVec3| DVec3::new(vector.x, 0.0, vector.z);
    let side =
        enter_from_outside(level(start - axis.start), level(way), radius).filter(|fraction| {
            let height = segment.point_at(*fraction).y;
            (axis.start.y..=axis.end.y).contains(&height)
        });
    let ends = [axis.start, axis.end].map(|center| enter_from_outside(start - center, way, radius));
    let entries = ends.into_iter().chain([side]).flatten();
    entries.min_by(f64::total_cmp).map(hit)
}

#[cfg(test)]
mod tests;
