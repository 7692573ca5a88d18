//! The contacts of a capsule with a sphere or another capsule.
//!
//! The two touch where their axes are nearest, as two spheres with their centres there do: C.
//! Ericson, *Real-Time Collision Detection* (2005), 4.5.1. Where the axes meet, there is no
//! direction between them; the shortest way out is across both.

use glam::DVec3;

use super::capsule_solid::side_touching;
use super::{Contact, ContactBuffer, Feature, contact_sphere_sphere};
use crate::geometry::{OrientedCapsule, Segment, Sphere};
use crate::query::{SegmentPoint, closest_segment_point, closest_segment_segment};
use crate::tolerance::{MIN_DISTANCE, PARALLEL_EDGES};

/// The contact of `capsule` with `sphere`. `None`: they do not touch.
///
/// # Returns
/// The sphere's point nearest to the axis, the normal from the sphere to the axis, and the depth
/// `r1 + r2 - distance`. Just touching is a contact of depth 0. With the sphere's centre on the
/// axis, the normal is across the axis and points up, or along X for an upright capsule.
/// # Example
/// ```
/// use sidle::{contact::contact_capsule_sphere, geometry::{Capsule, Sphere}, glam::DVec3};
/// let person = Capsule::new(DVec3::ZERO, 0.25, 1.0).unwrap();
/// let ball = Sphere::new(DVec3::new(-1.0, 0.5, 0.0), 1.0).unwrap();
/// let contact = contact_capsule_sphere(&person.into(), &ball).unwrap();
/// assert_eq!((contact.normal, contact.depth), (DVec3::X, 0.25));
/// assert_eq!(contact.point, DVec3::Y * 0.5);
/// ```
#[must_use]
pub fn contact_capsule_sphere(capsule: &OrientedCapsule, sphere: &Sphere) -> Option<Contact> {
    let axis = capsule.axis();
    let nearest = closest_segment_point(&axis, sphere.center());
    let end = Sphere::new(nearest.point, capsule.radius())?;
    let contact = contact_of_spheres(&end, sphere, across(&axis, &axis), false)?;
    Some(Contact {
        first: side_touching(nearest.fraction, Feature::Surface),
        ..contact
    })
}

/// Appends the contacts of `first` with `second`: one where their axes are nearest, or two where
/// the axes are parallel and face each other along a part of their length. Returns how many were
/// added.
///
/// # Returns
/// As [`contact_capsule_sphere`]. Where the axes cross, the normal is across both and points up.
/// # Example
/// ```
/// use sidle::{contact::{ContactBuffer, contact_capsule_capsule}, glam::DVec3};
/// use sidle::geometry::{OrientedCapsule, Segment};
/// let log = |y, z| {
///     let axis = Segment::new(DVec3::new(0.0, y, z), DVec3::new(3.0, y, z));
///     OrientedCapsule::new(axis, 0.5).unwrap()
/// };
/// let mut buffer = ContactBuffer::new(2);
/// // One log lies on another: they touch along 3 m.
/// assert_eq!(contact_capsule_capsule(&log(0.75, 0.0), &log(0.0, 0.0), &mut buffer), 2);
/// assert!(buffer.contacts().iter().all(|contact| contact.depth == 0.25));
/// ```
pub fn contact_capsule_capsule(
    first: &OrientedCapsule,
    second: &OrientedCapsule,
    buffer: &mut ContactBuffer,
) -> usize {
    let (axis, other) = (first.axis(), second.axis());
    let touch = |place: DVec3| {
        // From a point of the second axis to the first axis, and back.
        let on_first = closest_segment_point(&axis, place);
        let on_second = closest_segment_point(&other, on_first.point);
        let sphere = Sphere::new(on_first.point, first.radius())?;
        let other_sphere = Sphere::new(on_second.point, second.radius())?;
        let [first, second] = features_of_round_sides(&on_first, &on_second);
        // Between two sides that are not parallel, the direction across both axes is exact, however
        // near they pass.
        let is_inside = |on: &SegmentPoint| on.fraction > 0.0 && on.fraction < 1.0;
        let runs_across =
            !is_parallel(&axis, &other) && is_inside(&on_first) && is_inside(&on_second);
        let across = across(&axis, &other);
        let contact = contact_of_spheres(&sphere, &other_sphere, across, runs_across)?;
        Some(Contact {
            first,
            second,
            ..contact
        })
    };
    match facing_part(&axis, &other) {
        Some(ends) => buffer.append(ends.into_iter().filter_map(touch)),
        None => buffer.append(touch(closest_segment_segment(&axis, &other).on_second)),
    }
}

/// The contact of two spheres. Where their centres coincide, the normal is `across`. It is also
/// `across`, up to its sign, where the line of the centres is known to run along it.
fn contact_of_spheres(
    first: &Sphere,
    second: &Sphere,
    across: DVec3,
    runs_across: bool,
) -> Option<Contact> {
    let contact = contact_sphere_sphere(first, second)?;
    let between = first.center() - second.center();
    let normal = if runs_across && between.dot(across) < -MIN_DISTANCE {
        -across
    } else if runs_across || between.length() <= MIN_DISTANCE {
        across
    } else {
        contact.normal
    };
    Some(Contact {
        point: second.center() + normal * second.radius(),
        normal,
        ..contact
    })
}

/// The features of two capsules. An end that touches a side is a vertex; two ends are two surfaces.
fn features_of_round_sides(first: &SegmentPoint, second: &SegmentPoint) -> [Feature; 2] {
    let features = [first, second].map(|on| side_touching(on.fraction, Feature::Surface));
    match features {
        [Feature::Vertex(_), Feature::Vertex(_)] => [Feature::Surface; 2],
        features => features,
    }
}

/// The unit direction across both axes that points up; along X if that is level. For a single axis,
/// pass it twice.
fn across(first: &Segment, second: &Segment) -> DVec3 {
    let (along, other) = (first.end - first.start, second.end - second.start);
    if !is_parallel(first, second) {
        let unit = along.cross(other).normalize();
        return if unit.y < 0.0 { -unit } else { unit };
    }
    let longer = if other.length_squared() > along.length_squared() {
        other
    } else {
        along
    };
    let Some(axis) = longer.try_normalize() else {
        return DVec3::Y;
    };
    // The part of +Y across the axis, or of +X where the axis is nearly upright.
    let up = if axis.y.abs() < 0.9 {
        DVec3::Y
    } else {
        DVec3::X
    };
    (up - axis * axis.dot(up)).normalize()
}

/// Whether two axes are parallel; one without a length is parallel to every other.
fn is_parallel(first: &Segment, second: &Segment) -> bool {
    let (along, other) = (first.end - first.start, second.end - second.start);
    along.cross(other).length() <= PARALLEL_EDGES * (along.length() * other.length())
}

/// The ends of the part of `second` that faces `first`, when the two are parallel; in an order that
/// does not depend on which is the first. `None`: they are not parallel, or face each other at one
/// point.
fn facing_part(first: &Segment, second: &Segment) -> Option<[DVec3; 2]> {
    if !is_parallel(first, second) {
        return None;
    }
    let other = second.end - second.start;
    let facing = |end| closest_segment_point(second, end).point;
    let ends = [facing(first.start), facing(first.end)];
    if ends[0].distance(ends[1]) <= MIN_DISTANCE {
        return None;
    }
    // Along the direction whose largest part is positive.
    let parts = other.to_array();
    let largest = parts.into_iter().fold(0.0, |largest: f64, part| {
        if part.abs() > largest.abs() {
            part
        } else {
            largest
        }
    });
    let runs_back = (ends[1] - ends[0]).dot(other) * largest < 0.0;
    Some(if runs_back { [ends[1], ends[0]] } else { ends })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::ContactKind;
    use crate::test_support::Random;

    fn capsule(start: [f64; 3], end: [f64; 3], radius: f64) -> OrientedCapsule {
        OrientedCapsule::new(Segment::new(start.into(), end.into()), radius).unwrap()
    }

    fn contacts(first: &OrientedCapsule, second: &OrientedCapsule) -> Vec<Contact> {
        let mut buffer = ContactBuffer::new(4);
        let added = contact_capsule_capsule(first, second, &mut buffer);
        assert_eq!(added, buffer.contacts().len());
        buffer.contacts().to_vec()
    }

    /// The least of a convex function of a fraction, by ternary search.
    fn least(function: impl Fn(f64) -> f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..120 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if function(a) < function(b) {
                high = b;
            } else {
                low = a;
            }
        }
        function((low + high) * 0.5)
    }

    /// The distance of two segments: a ternary search within a ternary search.
    fn distance(first: &Segment, second: &Segment) -> f64 {
        let at = |it: &Segment, fraction: f64| {
            let place = |axis: usize| it.start[axis] * (1.0 - fraction) + it.end[axis] * fraction;
            [place(0), place(1), place(2)]
        };
        let squared = |s: f64, t: f64| {
            let (a, b) = (at(first, s), at(second, t));
            (0..3)
                .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
                .sum::<f64>()
        };
        least(|s| least(|t| squared(s, t))).sqrt()
    }

    #[test]
    fn the_depth_is_what_a_search_over_both_axes_finds_and_moving_by_it_separates() {
        let mut random = Random::new(163);
        let (mut touching, mut apart) = (0, 0);
        for case in 0..600 {
            let mut any = || {
                let start = random.vec3(0.7);
                let long = [0.0, 1e-3, 1.0, 1.0][case % 4];
                let end = start + random.vec3(1.5) * long;
                OrientedCapsule::new(Segment::new(start, end), 0.1 + random.vec3(0.5).x.abs())
            };
            let (first, second) = (any().unwrap(), any().unwrap());
            let reach = first.radius() + second.radius();
            let expected = reach - distance(&first.axis(), &second.axis());
            let found = contacts(&first, &second);
            let Some(contact) = found.first() else {
                apart += 1;
                assert!(expected < 1e-9, "seed 163, case {case}: {expected}");
                continue;
            };
            touching += 1;
            let off = contact.depth - expected;
            assert!(off.abs() < 1e-7, "seed 163, case {case}: {off}");
            let out = contact.normal * contact.depth;
            let axis = first.axis();
            let moved = Segment::new(axis.start + out, axis.end + out);
            let left = reach - distance(&moved, &second.axis());
            assert!(left < 1e-6, "seed 163, case {case}: {left}");
            if case % 4 == 0 {
                // The second capsule is a sphere, too.
                let ball = Sphere::new(second.center(), second.radius()).unwrap();
                let same = contact_capsule_sphere(&first, &ball).unwrap();
                assert!((same.depth - contact.depth).abs() < 1e-12, "case {case}");
            }
        }
        assert!(touching > 200 && apart > 100, "{touching} {apart}");
    }

    #[test]
    fn parallel_capsules_touch_at_both_ends_of_the_part_where_they_face_each_other() {
        // The second reaches from x = 1 to x = 5, the first from 0 to 3: they face each other from 1 to 3.
        let first = capsule([0.0, 0.9, 0.0], [3.0, 0.9, 0.0], 0.5);
        for [start, end] in [[1.0, 5.0], [5.0, 1.0]] {
            let second = capsule([start, 0.0, 0.0], [end, 0.0, 0.0], 0.5);
            let found = contacts(&first, &second);
            let places: Vec<DVec3> = found.iter().map(|contact| contact.point).collect();
            assert_eq!(
                places,
                [DVec3::new(1.0, 0.5, 0.0), DVec3::new(3.0, 0.5, 0.0)]
            );
            for contact in &found {
                assert!((contact.depth - 0.1).abs() < 1e-12 && contact.normal == DVec3::Y);
                assert_eq!(contact.kind(), ContactKind::PointFace);
            }
            let swapped = contacts(&second, &first);
            for (contact, other) in found.iter().zip(&swapped) {
                assert_eq!(contact.point_on_first(), other.point);
                assert_eq!(
                    (contact.first, contact.normal),
                    (other.second, -other.normal)
                );
            }
        }
        // One behind the other, they touch at their ends only.
        let behind = capsule([4.0, 0.0, 0.0], [3.9, 0.9, 0.0], 0.5);
        let found = contacts(&first, &behind);
        assert_eq!((found.len(), found[0].kind()), (1, ContactKind::FaceFace));
    }

    #[test]
    fn axes_that_cross_or_coincide_have_a_normal_across_both() {
        let along_x = capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5);
        let along_z = capsule([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.25);
        let crossing = contacts(&along_x, &along_z);
        assert_eq!((crossing[0].normal, crossing[0].depth), (DVec3::Y, 0.75));
        for contact in contacts(&along_x, &along_x) {
            assert_eq!((contact.normal, contact.depth), (DVec3::Y, 1.0));
        }
        let upright = capsule([0.0, -1.0, 0.0], [0.0, 1.0, 0.0], 0.5);
        assert_eq!(contacts(&upright, &upright)[0].normal, DVec3::X);
        let ball = Sphere::new(DVec3::Y * 0.5, 0.25).unwrap();
        let inside = contact_capsule_sphere(&upright, &ball).unwrap();
        assert_eq!((inside.normal, inside.depth), (DVec3::X, 0.75));
        let point = capsule([0.0, 0.5, 0.0], [0.0, 0.5, 0.0], 0.25);
        let concentric = contacts(&point, &point);
        assert_eq!((concentric[0].normal, concentric[0].depth), (DVec3::Y, 0.5));
    }

    #[test]
    fn just_touching_is_a_contact_of_zero_depth_and_just_apart_is_none() {
        let upright = capsule([0.0, 0.0, 0.0], [0.0, 1.0, 0.0], 0.5);
        let ball = Sphere::new(DVec3::new(1.5, 0.5, 0.0), 1.0).unwrap();
        assert_eq!(contact_capsule_sphere(&upright, &ball).unwrap().depth, 0.0);
        let apart = ball.at(DVec3::new(1.5 + 1e-12, 0.5, 0.0));
        assert_eq!(contact_capsule_sphere(&upright, &apart), None);
        let beside = capsule([1.0, 0.0, 0.0], [1.0, 1.0, 0.0], 0.5);
        assert!(
            contacts(&beside, &upright)
                .iter()
                .all(|contact| contact.depth == 0.0)
        );
        assert_eq!(contacts(&beside, &upright).len(), 2);
    }
}
