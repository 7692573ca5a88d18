//! First touch of a moving upright capsule, or of an upright box with rounded edges, against a triangle or a box.
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

use super::closest_core::Core;
use super::{ClosestPair, SweepHit, closest_segment_obb, closest_segment_vertices};
use crate::geometry::{Capsule, Obb, Triangle, UprightBody};
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
    let mover = Mover {
        base: capsule.base(),
        radius: capsule.radius(),
    };
    mover.sweep(motion, limit, outward, |base, _| {
        closest_segment_vertices(&capsule.at(base).axis(), &vertices, &plane)
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
    let mover = Mover {
        base: capsule.base(),
        radius: capsule.radius(),
    };
    mover.sweep(motion, 1.0, outward, |base, _| {
        closest_segment_obb(&capsule.at(base).axis(), obb)
    })
}

/// [`sweep_capsule_triangle_until`] for an upright box.
pub(crate) fn sweep_box_triangle_until(
    body: &UprightBody,
    motion: DVec3,
    limit: f64,
    triangle: &Triangle,
) -> Option<SweepHit> {
    let (core, mover) = (Core::of(body), Mover::of_box(body));
    if core.is_far_from(triangle, motion, mover.radius) {
        return None;
    }
    let plane = triangle.plane();
    let [low, high] = core.heights_over(&plane);
    let outward = if low + high < 0.0 {
        -plane.normal()
    } else {
        plane.normal()
    };
    mover.sweep(motion, limit, outward, |_, way| {
        core.moved(way).closest_to_triangle(triangle)
    })
}

/// [`sweep_capsule_obb`] for an upright box.
pub(crate) fn sweep_box_obb(body: &UprightBody, motion: DVec3, obb: &Obb) -> Option<SweepHit> {
    let (core, mover) = (Core::of(body), Mover::of_box(body));
    let outward = (body.middle() - obb.center()).normalize_or(DVec3::Y);
    mover.sweep(motion, 1.0, outward, |_, way| {
        core.moved(way).closest_to_obb(obb)
    })
}

/// First touch of an upright box, moved by `motion`, with `capsule`.
pub(crate) fn sweep_box_capsule(
    body: &UprightBody,
    motion: DVec3,
    capsule: &Capsule,
) -> Option<SweepHit> {
    let (core, mover) = (Core::of(body), Mover::of_box(body));
    let (base, radius) = (capsule.base(), capsule.radius());
    let outward = (body.middle() - base).normalize_or(DVec3::Y);
    let grown = Mover {
        radius: mover.radius + radius,
        ..mover
    };
    let hit = grown.sweep(motion, 1.0, outward, |_, way| {
        core.moved(way).closest_to_axis(base, capsule.rise())
    })?;
    // The touched point is on the axis.
    let point = hit.point + hit.normal * radius;
    Some(SweepHit { point, ..hit })
}

/// What moves, and touches within a radius of its core.
#[derive(Clone, Copy)]
struct Mover {
    base: DVec3,
    radius: f64,
}

impl Mover {
    fn of_box(body: &UprightBody) -> Self {
        Self {
            base: body.base(),
            radius: body.rounding(),
        }
    }

    /// `outward` replaces the normal where the core itself meets the shape. No fraction before the touch exceeds
    /// that of the touch, so a motion whose fraction exceeds `limit` touches later. `closest` takes the moved base, and the way to
    /// it.
    #[inline]
    fn sweep(
        &self,
        motion: DVec3,
        limit: f64,
        outward: DVec3,
        closest: impl Fn(DVec3, DVec3) -> ClosestPair,
    ) -> Option<SweepHit> {
        // All shapes in a page share one copy of the code.
        #[cfg(target_arch = "wasm32")]
        let closest: &dyn Fn(DVec3, DVec3) -> ClosestPair = &closest;
        self.sweep_to(motion, limit, outward, closest)
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    fn sweep_to(
        &self,
        motion: DVec3,
        limit: f64,
        outward: DVec3,
        closest: impl Fn(DVec3, DVec3) -> ClosestPair,
    ) -> Option<SweepHit> {
        let (base, radius) = (self.base, self.radius);
        let mut fraction = 0.0;
        for step in 0..=MAX_STEPS {
            let way = motion * fraction;
            let center = base + way;
            let pair = closest(center, way);
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
                    center,
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
}

#[cfg(test)]
mod tests;
