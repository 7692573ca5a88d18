//! First touch of a moving sphere against an oriented box, exact.
//!
//! In box space, the squared distance of the moving centre is a sum over the three axes: zero while
//! the centre is between the axis' two faces, else the squared distance beyond the nearer one.
//! Along the motion it is a piecewise parabola, joined where face planes are crossed. The first
//! touch is where it first falls to `r²`. Faces, edges and corners need no separate cases.

use glam::DVec3;

use super::enter_ball::enter_ball;
use super::{SweepHit, closest_obb_face, closest_obb_point};
use crate::geometry::{Obb, Sphere};
use crate::tolerance::START_MARGIN;

/// First touch of `sphere`, moved by `motion`, with the solid `obb`.
///
/// # Shapes
/// - `motion` is the whole displacement, metres.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the sphere's `center` there, the touched `point`, and the unit
/// `normal` from there to the centre. Touching or overlapping at the start gives `fraction == 0` if
/// the motion goes deeper (with the centre inside: away from the nearest face). `None`: no touch
/// within the motion, or the sphere touches at the start and separates.
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, query::sweep_sphere_obb};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let ball = Sphere::new(DVec3::X * 4.0, 1.0).unwrap();
/// let hit = sweep_sphere_obb(&ball, DVec3::X * -4.0, &unit).unwrap();
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, DVec3::X, DVec3::X));
/// assert_eq!(sweep_sphere_obb(&ball, DVec3::Y * 4.0, &unit), None);
/// ```
#[must_use]
pub fn sweep_sphere_obb(sphere: &Sphere, motion: DVec3, obb: &Obb) -> Option<SweepHit> {
    let (start, radius) = (sphere.center(), sphere.radius());
    let closest = closest_obb_point(obb, start);
    let away = start - closest;
    if away.length_squared() <= radius * radius * (1.0 + START_MARGIN) {
        let normal = away
            .try_normalize()
            .unwrap_or_else(|| closest_obb_face(obb, start).normal);
        let hit = SweepHit {
            fraction: 0.0,
            center: start,
            point: closest,
            normal,
        };
        return (normal.dot(motion) < 0.0).then_some(hit);
    }

    let from = obb.to_local(start).to_array();
    let local_motion = (obb.axes().transpose() * motion).to_array();
    let half = obb.half_extents().to_array();
    let crossings = face_crossings(from, local_motion, half);
    let mut begin = 0.0;
    for end in crossings {
        if let Some(wait) = enter_within(from, local_motion, half, radius, begin, end) {
            let fraction = begin + wait;
            let center = start + motion * fraction;
            let point = closest_obb_point(obb, center);
            let normal = (center - point).try_normalize()?;
            return Some(SweepHit {
                fraction,
                center,
                point,
                normal,
            });
        }
        begin = end;
    }
    None
}

/// The fractions at which the centre crosses a face plane, in order, and the end.
fn face_crossings(from: [f64; 3], motion: [f64; 3], half: [f64; 3]) -> [f64; 7] {
    // Planes that are not crossed go to the end, where they split nothing.
    let mut crossings = [1.0; 7];
    for axis in 0..3 {
        if motion[axis] != 0.0 {
            for (slot, face) in [(2 * axis, half[axis]), (2 * axis + 1, -half[axis])] {
                let fraction = (face - from[axis]) / motion[axis];
                if fraction > 0.0 && fraction < 1.0 {
                    crossings[slot] = fraction;
                }
            }
        }
    }
    crossings.sort_unstable_by(f64::total_cmp);
    crossings
}

/// The time after `begin` at which the squared distance first falls to `r²`, if it does before
/// `end`. No face plane is crossed in between, so one parabola holds.
fn enter_within(
    from: [f64; 3],
    motion: [f64; 3],
    half: [f64; 3],
    radius: f64,
    begin: f64,
    end: f64,
) -> Option<f64> {
    // Along the axes where the centre is between the faces, nothing changes the distance.
    let (mut beyond, mut across, mut outside) = (DVec3::ZERO, DVec3::ZERO, -radius * radius);
    let middle = (begin + end) * 0.5;
    for axis in 0..3 {
        let in_the_middle = from[axis] + motion[axis] * middle;
        if in_the_middle.abs() > half[axis] {
            let face = if in_the_middle < 0.0 {
                -half[axis]
            } else {
                half[axis]
            };
            beyond[axis] = from[axis] + motion[axis] * begin - face;
            across[axis] = motion[axis];
            outside += beyond[axis] * beyond[axis];
        }
    }
    if outside <= 0.0 {
        // The previous parabola already fell to here, up to rounding.
        return Some(0.0);
    }
    enter_ball(beyond, across, radius, outside).filter(|wait| *wait <= end - begin)
}

#[cfg(test)]
mod tests;
