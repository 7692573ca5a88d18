//! First touch of a moving sphere against an oriented box, exact.
//!
//! In box space, the squared distance of the moving centre is a sum over the three axes. Zero while
//! the centre is between the axis' two faces, else the squared distance beyond the nearer one. Along
//! the motion it is a piecewise parabola, joined where face planes are crossed. The first touch is
//! where it first falls to `r²`. Faces, edges and corners need no separate cases.

use glam::DVec3;

use super::enter_ball::enter_ball;
use super::{SweepHit, closest_obb_face, closest_obb_point};
use crate::geometry::float::min;
use crate::geometry::{Obb, Sphere};
use crate::tolerance::START_MARGIN;

/// How much a distance in box space may be off, as a share, since the axes of a box are square to each other only to
/// 1e-6. Smaller: touches are missed; larger: more is computed for boxes just out of reach.
const MARGIN: f64 = 1e-5;

/// How far from the origin, as a share, a distance may be off by rounding. Smaller: touches are missed; larger: as above.
const ROUNDING: f64 = 1e-14;

/// A motion that stays this many radii away from the plane in front of the box touches nothing. Smaller: touches are missed;
/// larger: more is computed for a body that slides along a face.
const CLEAR_RADII: f64 = 1.0 + 1e-9;

/// How far a motion reaches, as a share of its length and the radius. Beyond, even the moment of a touch cannot come
/// into the motion by rounding. Smaller and larger: as above.
const REACH_SHARE: f64 = 1.001;

/// First touch of `sphere`, moved by `motion`, with the solid `obb`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the sphere's `center` there, the touched `point`, and
/// the unit `normal` from there to the centre. Touching or overlapping at the start gives `fraction
/// == 0` if the motion goes deeper (with the centre inside: away from the nearest face). `None` if
/// there is no touch within the motion, or the sphere touches at the start and separates.
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
    let (from, half) = (obb.to_local(start), obb.half_extents());
    let nearest = from.clamp(-half, half);
    let away_local = from - nearest;
    let beyond = away_local.length_squared();
    let rounding = (start.abs().max_element() + half.max_element()) * ROUNDING;
    let within = |distance: f64| {
        let distance = distance * (1.0 + MARGIN) + rounding;
        beyond <= distance * distance
    };
    if within(radius) {
        let closest = obb.to_world(nearest);
        let away = start - closest;
        if away.length_squared() <= radius * radius * (1.0 + START_MARGIN) {
            let normal = away
                .try_normalize()
                .unwrap_or_else(|| closest_obb_face(obb, start).normal);
            return SweepHit::at_start(start, closest, normal, motion);
        }
    } else if !within((radius + motion.length()) * REACH_SHARE) {
        return None;
    }

    let local_motion = obb.axes().transpose() * motion;
    // All of the box is behind the plane through its nearest point.
    let least = beyond + min(away_local.dot(local_motion), 0.0);
    let reach = radius * CLEAR_RADII + (rounding + motion.abs().max_element() * ROUNDING);
    if least > 0.0 && least * least > beyond * (reach * reach) {
        return None;
    }
    sweep_outside(sphere, motion, obb, (from, local_motion))
}

/// [`sweep_sphere_obb`] for a sphere that does not touch the box at its start. In box space, it starts at `from` and moves by
/// `local_motion`.
#[inline(never)]
fn sweep_outside(
    sphere: &Sphere,
    motion: DVec3,
    obb: &Obb,
    (from, local_motion): (DVec3, DVec3),
) -> Option<SweepHit> {
    let (start, radius) = (sphere.center(), sphere.radius());
    let local_motion = local_motion.to_array();
    let (from, half) = (from.to_array(), obb.half_extents().to_array());
    let (crossings, count) = face_crossings(from, local_motion, half);
    // The last part ends where the motion does. Rounding may leave a touch right there to a part without length, which is
    // looked at where fewer than all planes are crossed.
    let ends = [1.0; 2].into_iter().take(if count < 6 { 2 } else { 1 });
    let mut begin = 0.0;
    for end in crossings[..count].iter().copied().chain(ends) {
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

/// The fractions at which the centre crosses a face plane, in order, and how many there are.
fn face_crossings(from: [f64; 3], motion: [f64; 3], half: [f64; 3]) -> ([f64; 6], usize) {
    let (mut crossings, mut count) = ([1.0; 6], 0);
    for axis in 0..3 {
        for face in [half[axis], -half[axis]] {
            let ahead = face - from[axis];
            // Most planes are farther away than the motion is long, which needs no division.
            if ahead.abs() < motion[axis].abs() {
                let fraction = ahead / motion[axis];
                if fraction > 0.0 && fraction < 1.0 {
                    let place = crossings[..count].partition_point(|known| *known <= fraction);
                    crossings[place..=count].rotate_right(1);
                    crossings[place] = fraction;
                    count += 1;
                }
            }
        }
    }
    (crossings, count)
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
    let (mut beyond, mut across, mut power) = (DVec3::ZERO, DVec3::ZERO, -radius * radius);
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
            power += beyond[axis] * beyond[axis];
        }
    }
    if power <= 0.0 {
        // The previous parabola already fell to here, up to rounding.
        return Some(0.0);
    }
    if begin >= end {
        return None;
    }
    enter_ball(beyond, across, radius, power).filter(|wait| *wait <= end - begin)
}

#[cfg(test)]
mod tests;
