//! Exact queries of an upright box and one collider. Its surface is all that is `rounding` away from its core.

use glam::DVec3;

use super::{BoxId, Collider, ColliderId, Surface, TriangleId, World};
use crate::geometry::{Capsule, Obb, Triangle, UprightBody};
use crate::query::{
    Core, SweepHit, overlap_obb_obb, overlap_obb_triangle, sweep_box_capsule, sweep_box_obb,
    sweep_box_triangle_until,
};
use crate::tolerance::MIN_DISTANCE;

impl World {
    /// Whether a triangle is certainly farther than `reach` from an upright box, which is quickly said of most.
    #[inline(never)]
    pub(super) fn is_far_from_box(&self, number: u32, body: &UprightBody, reach: f64) -> bool {
        let reach = body.rounding() + reach;
        match self.collider(number) {
            Collider::Triangle(_, triangle) => {
                Core::of(body).is_far_from(triangle, DVec3::ZERO, reach)
            }
            _ => false,
        }
    }

    /// The surface of the collider with this tree index nearest to an upright box.
    #[inline(never)]
    pub(super) fn surface_to_box(&self, number: u32, body: &UprightBody) -> Surface {
        match self.collider(number) {
            Collider::Triangle(id, triangle) => Surface::of_triangle_to_box(id, triangle, body),
            Collider::Box(id, obb) => Surface::of_box_to_box(id, obb, body),
            Collider::Round(id, other) => Surface::of_body_to_box(id, &other.capsule, body),
        }
    }

    /// The first touch of a moving upright box with the collider with this tree index, before the fraction `limit` of the motion.
    #[inline(never)]
    pub(super) fn sweep_box(
        &self,
        number: u32,
        body: &UprightBody,
        motion: DVec3,
        limit: f64,
    ) -> Option<(ColliderId, SweepHit)> {
        let collider = self.collider(number);
        let hit = match collider {
            Collider::Triangle(_, triangle) => {
                sweep_box_triangle_until(body, motion, limit, triangle)
            }
            Collider::Box(_, obb) => sweep_box_obb(body, motion, obb),
            Collider::Round(_, other) => sweep_box_capsule(body, motion, &other.capsule),
        };
        Some((collider.id(), hit?))
    }
}

impl Surface {
    /// The surface of `triangle` nearest to an upright box. Where the core of the box meets the triangle, the normal takes the
    /// shortest way off it.
    fn of_triangle_to_box(id: TriangleId, triangle: &Triangle, body: &UprightBody) -> Self {
        let (core, plane) = (Core::of(body), triangle.plane());
        let pair = core.closest_to_triangle(triangle);
        let distance = pair.distance_squared().sqrt();
        let [low, high] = core.heights_over(&plane);
        let (normal, distance) = if distance <= MIN_DISTANCE {
            let overlap = core
                .obb()
                .map(|obb| overlap_obb_triangle(&obb, triangle).least());
            let (normal, depth) = overlap.unwrap_or((plane.normal(), 0.0));
            (normal, -depth)
        } else if distance <= low * (1.0 + 1e-9) {
            (plane.normal(), low)
        } else if distance <= -high * (1.0 + 1e-9) {
            (-plane.normal(), -high)
        } else {
            ((pair.on_first - pair.on_second) / distance, distance)
        };
        Self {
            collider: ColliderId::Triangle(id),
            point: pair.on_second,
            normal,
            separation: distance - body.rounding(),
        }
    }

    /// The surface of `obb` nearest to an upright box. Where the core of the box is inside, the normal takes the shortest way out.
    fn of_box_to_box(id: BoxId, obb: &Obb, body: &UprightBody) -> Self {
        let core = Core::of(body);
        let pair = core.closest_to_obb(obb);
        let away = pair.on_first - pair.on_second;
        let distance = away.length();
        let (normal, distance) = if distance > MIN_DISTANCE {
            (away / distance, distance)
        } else {
            let overlap = core.obb().map(|core| overlap_obb_obb(&core, obb).least());
            let (normal, depth) = overlap.unwrap_or((DVec3::Y, 0.0));
            (normal, -depth)
        };
        Self {
            collider: ColliderId::Box(id),
            point: pair.on_second,
            normal,
            separation: distance - body.rounding(),
        }
    }

    /// The surface of an upright capsule nearest to an upright box. Where the core of the box meets the axis, the capsule leaves
    /// it by the nearest side.
    fn of_body_to_box(id: BoxId, capsule: &Capsule, body: &UprightBody) -> Self {
        let pair = Core::of(body).closest_to_axis(capsule.base(), capsule.rise());
        let away = pair.on_first - pair.on_second;
        let distance = away.length();
        let (normal, distance) = if distance > MIN_DISTANCE {
            (away / distance, distance)
        } else {
            let (half, between) = (body.core(), body.middle() - pair.on_second);
            let aside = if half.x - between.x.abs() <= half.z - between.z.abs() {
                (DVec3::X, between.x, half.x)
            } else {
                (DVec3::Z, between.z, half.z)
            };
            let (normal, off, half) = aside;
            (
                normal * if off < 0.0 { -1.0 } else { 1.0 },
                off.abs() - half,
            )
        };
        Self {
            collider: ColliderId::Box(id),
            point: pair.on_second + normal * capsule.radius(),
            normal,
            separation: distance - capsule.radius() - body.rounding(),
        }
    }
}
