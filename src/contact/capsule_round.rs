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

/// The contact of `capsule` with `sphere`. `None` if they do not touch.
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
/// does not depend on which is the first. `None` if they are not parallel, or face each other at one
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
mod tests;
