//! First touch of a moving upright capsule against a triangle or a box.
//!
//! The distance between two convex shapes, one of which moves along a straight line, is a convex
//! function, because its slope never decreases. Newton's method from the start therefore never
//! overshoots. Each step goes as far as the present slope would need, which is never beyond the
//! touch; against a face one step is exact. Only the distance is needed, not the faces, edges and
//! corners of a Minkowski sum.
//!
//! Source: conservative advancement (B. Mirtich, 1996), with the slope along the motion in place of
//! a bound on the speed.

use glam::DVec3;

use super::{ClosestPair, SweepHit, closest_segment_obb, closest_segment_vertices};
use crate::geometry::{Capsule, Obb, Triangle};
use crate::tolerance::{MIN_DISTANCE, START_MARGIN};

/// The iteration limit. A touch that is nearly a miss ends here and counts as a hit. Smaller:
/// grazing motions stop too early; larger: more time.
const MAX_STEPS: usize = 48;

/// First touch of `capsule`, moved by `motion`, with `triangle`, from either side.
///
/// # Arguments
/// - `motion` is the whole displacement, metres.
/// # Returns
/// As [`sweep_sphere_triangle`](fn@super::sweep_sphere_triangle); `center` is the capsule's base.
/// The touch is accurate to [`MIN_DISTANCE`].
/// # Example
/// ```
/// use sidle::{geometry::{Capsule, Triangle}, glam::{DVec3, Vec3}, query::sweep_capsule_triangle};
/// // A beam at 1.5 m stops the head of a person of 1.75 m.
/// let beam = Triangle::new([Vec3::new(-5.0, 1.5, 0.0), Vec3::new(5.0, 1.5, 0.0), Vec3::new(0.0, 3.0, 0.0)]);
/// let person = Capsule::new(DVec3::new(0.0, 0.25, 2.25), 0.25, 1.25).unwrap();
/// let hit = sweep_capsule_triangle(&person, DVec3::Z * -4.0, &beam.unwrap()).unwrap();
/// assert!((hit.fraction - 0.5).abs() < 1e-9);
/// ```
#[must_use]
pub fn sweep_capsule_triangle(
    capsule: &Capsule,
    motion: DVec3,
    triangle: &Triangle,
) -> Option<SweepHit> {
    sweep_capsule_triangle_until(capsule, motion, 1.0, triangle)
}

/// [`sweep_capsule_triangle`] for a caller to whom only touches up to the fraction `limit` matter. Later ones may or may not be
/// found.
pub(crate) fn sweep_capsule_triangle_until(
    capsule: &Capsule,
    motion: DVec3,
    limit: f64,
    triangle: &Triangle,
) -> Option<SweepHit> {
    let (vertices, plane) = (triangle.vertices(), triangle.plane());
    let normal = plane.normal();
    let outward = if plane.signed_distance(capsule.base()) < 0.0 {
        -normal
    } else {
        normal
    };
    sweep(capsule, motion, limit, outward, |moved| {
        closest_segment_vertices(&moved.axis(), &vertices, &plane)
    })
}

/// First touch of `capsule`, moved by `motion`, with the solid `obb`.
///
/// # Arguments
/// - `motion` is the whole displacement, metres.
/// # Returns
/// As [`sweep_sphere_obb`](fn@super::sweep_sphere_obb); `center` is the capsule's base. The touch
/// is accurate to [`MIN_DISTANCE`].
/// # Example
/// ```
/// use sidle::{geometry::{Capsule, Obb}, glam::{DMat3, DVec3}, query::sweep_capsule_obb};
/// let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let person = Capsule::new(DVec3::new(4.0, 0.0, 0.0), 0.5, 1.0).unwrap();
/// let hit = sweep_capsule_obb(&person, DVec3::X * -5.0, &unit).unwrap();
/// assert!((hit.fraction - 0.5).abs() < 1e-9 && hit.normal == DVec3::X);
/// ```
#[must_use]
pub fn sweep_capsule_obb(capsule: &Capsule, motion: DVec3, obb: &Obb) -> Option<SweepHit> {
    let outward = (capsule.base() - obb.center()).normalize_or(DVec3::Y);
    sweep(capsule, motion, 1.0, outward, |moved| {
        closest_segment_obb(&moved.axis(), obb)
    })
}

/// `outward` replaces the normal where the axis itself meets the shape. No fraction before the touch exceeds
/// that of the touch, so a motion whose fraction exceeds `limit` touches later.
fn sweep(
    capsule: &Capsule,
    motion: DVec3,
    limit: f64,
    outward: DVec3,
    closest: impl Fn(&Capsule) -> ClosestPair,
) -> Option<SweepHit> {
    let radius = capsule.radius();
    let mut fraction = 0.0;
    for step in 0..=MAX_STEPS {
        let moved = capsule.at(capsule.base() + motion * fraction);
        let pair = closest(&moved);
        let away = pair.on_first - pair.on_second;
        let distance = away.length();
        let normal = if distance > f64::MIN_POSITIVE {
            away / distance
        } else {
            outward
        };
        let approach = -normal.dot(motion);
        // The distance is convex: if it does not decrease now, it never will.
        if approach <= 0.0 {
            return None;
        }
        let gap = distance - radius;
        let touching = match step {
            0 => gap <= radius * START_MARGIN * 0.5,
            _ => gap <= MIN_DISTANCE || step == MAX_STEPS,
        };
        if touching {
            return Some(SweepHit {
                fraction,
                center: moved.base(),
                point: pair.on_second,
                normal,
            });
        }
        fraction += gap / approach;
        if fraction > limit {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests;
