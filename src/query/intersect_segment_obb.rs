//! The first intersection of a segment with an oriented box.
//!
//! Source: T. Kay, J. Kajiya, "Ray Tracing Complex Scenes", 1986, the slab test: a box is the
//! intersection of three slabs, and the segment is inside from the last slab entry to the first
//! slab exit. We run it in box space, and divide only along axes on which the segment moves.

use glam::DVec3;

use super::{SegmentHit, closest_obb_face};
use crate::geometry::float::min;
use crate::geometry::{Obb, Segment};

/// The first point of `segment` in the solid `obb`.
///
/// # Returns
/// `fraction` in [0, 1] from the segment's start, the `point`, and the unit `normal` of the
/// entered face; at an edge or a corner, the face of the first axis. A start inside or on the surface
/// gives `fraction == 0` and the nearest face's normal. `None` if the segment misses the box.
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Segment}, glam::{DMat3, DVec3}, query::intersect_segment_obb};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let ray = Segment::new(DVec3::X * 5.0, DVec3::X * -3.0);
/// let hit = intersect_segment_obb(&ray, &unit).unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, DVec3::X, DVec3::X));
/// ```
#[doc(alias = "raycast")]
#[must_use]
pub fn intersect_segment_obb(segment: &Segment, obb: &Obb) -> Option<SegmentHit> {
    let from = obb.to_local(segment.start);
    let along = obb.axes().transpose() * (segment.end - segment.start);
    let half = obb.half_extents();
    let (mut entry, mut exit) = (0.0, 1.0);
    let mut entered = None;
    for (axis, unit) in DVec3::AXES.into_iter().enumerate() {
        let (place, way, half) = (from[axis], along[axis], half[axis]);
        if way == 0.0 {
            if place.abs() > half {
                return None;
            }
            continue;
        }
        // Moving up an axis enters the lower face and leaves the upper one; moving down, the
        // reverse.
        let side = if way > 0.0 { -1.0 } else { 1.0 };
        let enters = (side * half - place) / way;
        if enters > entry {
            entry = enters;
            entered = Some(unit * side);
        }
        exit = min(exit, (-side * half - place) / way);
        if entry > exit {
            return None;
        }
    }
    Some(SegmentHit {
        fraction: entry,
        point: segment.point_at(entry),
        normal: match entered {
            Some(normal) => obb.axes() * normal,
            None => closest_obb_face(obb, segment.start).normal,
        },
    })
}

#[cfg(test)]
mod tests;
