//! The interval of a motion during which two shapes overlap.
//!
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999. A sweep there gives a
//! lower and an upper bound for the time of the overlap. Where the exact shapes are more complex
//! than those of the sweep, a subdivision of the motion starts from these bounds and leaves out the
//! rest. The text has the formula of the first touch alone. We add the last one, and both for spheres
//! and for boxes.

use glam::DVec3;

use super::axis_gap::overlap_bounds;
use super::enter_ball::enter_from_outside;
use super::sweep_obb_obb::obb_obb_spans;
use crate::geometry::float::{max, min};
use crate::geometry::{Obb, Plane, Sphere};

/// The part of a motion during which two shapes touch or overlap, in fractions of the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OverlapInterval {
    /// The first touch, in [0, 1]; 0 if they touch or overlap before the motion.
    pub start: f64,
    /// The last touch, from `start` to 1; 1 if they touch or overlap after the motion.
    pub end: f64,
}

impl OverlapInterval {
    /// The part of [`start`, `end`] that belongs to the motion. `None` if there is none.
    fn within_motion(start: f64, end: f64) -> Option<Self> {
        let (start, end) = (max(start, 0.0), min(end, 1.0));
        (start <= end).then_some(Self { start, end })
    }
}

/// When `sphere`, moved by `motion`, overlaps `plane`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres. The sphere may start on either side.
/// # Returns
/// The interval in which the centre is at most one radius from the plane. From the front, it starts
/// with the touch of [`sweep_sphere_plane`](fn@super::sweep_sphere_plane). `None` if they do not touch
/// within the motion.
/// # Example
/// ```
/// use sidle::{geometry::{Plane, Sphere}, glam::DVec3, query::sweep_sphere_plane_interval};
/// let floor = Plane::new(DVec3::ZERO, DVec3::Y).unwrap();
/// let ball = Sphere::new(DVec3::Y * 3.0, 1.0).unwrap();
/// // From 3 m down to -5 m: it touches at 1 m and leaves at -1 m.
/// let overlap = sweep_sphere_plane_interval(&ball, DVec3::Y * -8.0, &floor).unwrap();
/// assert_eq!((overlap.start, overlap.end), (0.25, 0.5));
/// assert_eq!(sweep_sphere_plane_interval(&ball, DVec3::X * 8.0, &floor), None);
/// ```
#[must_use]
pub fn sweep_sphere_plane_interval(
    sphere: &Sphere,
    motion: DVec3,
    plane: &Plane,
) -> Option<OverlapInterval> {
    let (from, radius) = (plane.signed_distance(sphere.center()), sphere.radius());
    let descent = -plane.normal().dot(motion);
    if descent == 0.0 {
        // Along the plane, the distance never changes.
        let (start, end) = (0.0, 1.0);
        return (from.abs() <= radius).then_some(OverlapInterval { start, end });
    }
    let [front, back] = [(from - radius) / descent, (from + radius) / descent];
    OverlapInterval::within_motion(min(front, back), max(front, back))
}

/// When `sphere`, moved by `motion`, overlaps the fixed sphere `other`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres. If both spheres move, pass the relative motion.
/// # Returns
/// The interval in which the centres are at most the sum of the radii apart, between the two roots
/// of a quadratic. `None` if the spheres do not touch within the motion.
/// # Example
/// ```
/// use sidle::{geometry::Sphere, glam::DVec3, query::sweep_sphere_sphere_interval};
/// let ball = |x: f64| Sphere::new(DVec3::X * x, 1.0).unwrap();
/// // From -6 m to 10 m: the spheres overlap from -2 m to 2 m.
/// let overlap = sweep_sphere_sphere_interval(&ball(-6.0), DVec3::X * 16.0, &ball(0.0)).unwrap();
/// assert_eq!((overlap.start, overlap.end), (0.25, 0.5));
/// ```
#[must_use]
pub fn sweep_sphere_sphere_interval(
    sphere: &Sphere,
    motion: DVec3,
    other: &Sphere,
) -> Option<OverlapInterval> {
    let reach = sphere.radius() + other.radius();
    let enters = |from: DVec3, motion: DVec3| {
        if from.length_squared() <= reach * reach {
            return Some(0.0);
        }
        enter_from_outside(from, motion, reach)
    };
    let before = sphere.center() - other.center();
    let start = enters(before, motion)?;
    // The last touch is the first one of the reversed motion. Rounding may lose a grazing one.
    let end = enters(before + motion, -motion).map_or(start, |fraction| 1.0 - fraction);
    OverlapInterval::within_motion(start, max(start, end))
}

/// When `obb`, moved by `motion` without rotation, overlaps the fixed box `other`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres. If both boxes move, pass the relative motion.
/// # Returns
/// The interval in which the boxes overlap along all 15 axes at once. `None` if they do not touch
/// within the motion.
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, query::sweep_obb_obb_interval};
/// let cube = |x: f64| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // From -6 m to 10 m: the cubes overlap from -2 m to 2 m.
/// let overlap = sweep_obb_obb_interval(&cube(-6.0), DVec3::X * 16.0, &cube(0.0)).unwrap();
/// assert_eq!((overlap.start, overlap.end), (0.25, 0.5));
/// ```
#[must_use]
pub fn sweep_obb_obb_interval(obb: &Obb, motion: DVec3, other: &Obb) -> Option<OverlapInterval> {
    let (_, [start, end]) = overlap_bounds(obb_obb_spans(obb, other), motion)?;
    OverlapInterval::within_motion(start, end)
}

#[cfg(test)]
mod tests;
