//! The closest points of a segment and an oriented box.
//!
//! In box space the squared distance along the segment is a piecewise parabola, as in
//! [`sweep_sphere_obb`](fn@super::sweep_sphere_obb), and its slope never decreases. The closest
//! point is where the slope passes zero. It is found exactly between two crossings of face planes.

use super::ClosestPair;
use crate::geometry::float::clamp;
use crate::geometry::{Obb, Segment};

/// The closest points of `segment` and the solid `obb`. Ties go to the points nearest to the
/// segment's start. Where the segment is inside, both points coincide.
///
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Segment}, glam::{DMat3, DVec3}, query::closest_segment_obb};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let pole = Segment::new(DVec3::new(3.0, -5.0, 0.5), DVec3::new(3.0, 0.5, 0.5));
/// let pair = closest_segment_obb(&pole, &unit);
/// assert_eq!((pair.on_first, pair.on_second), (DVec3::new(3.0, -1.0, 0.5), DVec3::new(1.0, -1.0, 0.5)));
/// ```
#[must_use]
pub fn closest_segment_obb(segment: &Segment, obb: &Obb) -> ClosestPair {
    let from = obb.to_local(segment.start).to_array();
    let along = (obb.axes().transpose() * (segment.end - segment.start)).to_array();
    let fraction = closest_share(from, along, obb.half_extents().to_array());
    let on_first = segment.point_at(fraction);
    let local = obb.to_local(on_first);
    let on_second = obb.to_world(local.clamp(-obb.half_extents(), obb.half_extents()));
    ClosestPair {
        on_first,
        on_second,
    }
}

/// At which fraction of a segment `from` a point `along` a way it is nearest to the box with these half extents around the origin.
#[inline]
pub(super) fn closest_share(from: [f64; 3], along: [f64; 3], half: [f64; 3]) -> f64 {
    // Half the slope of the squared distance at a fraction of the segment.
    let slope = |fraction: f64| -> f64 {
        let part = |axis: usize| {
            let place = from[axis] + along[axis] * fraction;
            (place - clamp(place, -half[axis], half[axis])) * along[axis]
        };
        part(0) + part(1) + part(2)
    };
    if slope(0.0) >= 0.0 {
        0.0
    } else {
        first_root(&slope, &crossings(from, along, half))
    }
}

/// The fractions in [0, 1] at which the segment crosses a face plane, in order.
fn crossings(from: [f64; 3], along: [f64; 3], half: [f64; 3]) -> [f64; 8] {
    let mut crossings = [1.0; 8];
    crossings[0] = 0.0;
    for axis in 0..3 {
        if along[axis] != 0.0 {
            for (slot, face) in [(2 * axis + 1, half[axis]), (2 * axis + 2, -half[axis])] {
                crossings[slot] = clamp((face - from[axis]) / along[axis], 0.0, 1.0);
            }
        }
    }
    crossings.sort_unstable_by(f64::total_cmp);
    crossings
}

/// The root of a non-decreasing slope that is linear between the `crossings`; 1 if it stays
/// negative.
fn first_root(slope: &impl Fn(f64) -> f64, crossings: &[f64; 8]) -> f64 {
    for pair in crossings.windows(2) {
        let (low, high) = (slope(pair[0]), slope(pair[1]));
        if high >= 0.0 {
            let rise = high - low;
            let share = if rise > 0.0 { -low / rise } else { 0.0 };
            return pair[0] + (pair[1] - pair[0]) * clamp(share, 0.0, 1.0);
        }
    }
    1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;
    use crate::query::closest_obb_point;
    use crate::test_support::Random;
    use glam::DVec3;

    #[test]
    fn no_sampled_point_of_the_segment_is_nearer() {
        let mut random = Random::new(31);
        let mut inside = 0;
        for case in 0..3000 {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(1.0).abs();
            let obb = Obb::new(random.vec3(1.0), rotation, half).unwrap();
            let start = random.vec3(3.0);
            // One in four is parallel to an axis of the box.
            let end = match case % 4 {
                0 => start + rotation.x_axis * 2.0,
                _ => random.vec3(3.0),
            };
            let segment = Segment::new(start, end);
            let pair = closest_segment_obb(&segment, &obb);
            let found = pair.distance_squared().sqrt();
            inside += u32::from(found < 1e-12);
            for i in 0..=100 {
                let point: DVec3 = segment.point_at(f64::from(i) / 100.0);
                let sampled = closest_obb_point(&obb, point).distance(point);
                assert!(
                    found <= sampled + 1e-9,
                    "seed 31, case {case}: {found} > {sampled}"
                );
            }
        }
        assert!(inside > 50, "{inside}");
    }
}
