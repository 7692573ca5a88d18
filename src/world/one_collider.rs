//! Exact queries of a body and one collider.

use glam::DVec3;

use super::first_hit::FirstHit;
use super::{Collider, ColliderId, Surface, World};
use crate::geometry::UprightBody;
use crate::query::{
    SweepHit, sweep_capsule_capsule, sweep_capsule_obb, sweep_capsule_triangle_until,
    sweep_sphere_obb, sweep_sphere_triangle_until,
};

impl World {
    /// The surface of the collider with this tree index nearest to `body`.
    #[inline]
    pub(super) fn surface(&self, number: u32, body: &UprightBody) -> Surface {
        let Some(body) = body.as_capsule() else {
            return self.surface_to_box(number, body);
        };
        match (self.collider(number), body.as_sphere()) {
            (Collider::Triangle(id, triangle), Some(sphere)) => {
                Surface::of_triangle(id, triangle, &sphere)
            }
            (Collider::Box(id, obb), Some(sphere)) => Surface::of_box(id, obb, &sphere),
            (Collider::Triangle(id, triangle), None) => {
                Surface::of_triangle_to_capsule(id, triangle, body)
            }
            (Collider::Box(id, obb), None) => Surface::of_box_to_capsule(id, obb, body),
            (Collider::Round(id, other), _) => Surface::of_body(id, &other.capsule, body),
        }
    }

    /// The distance between a collider and `body`; metres. Negative: how deep they overlap. Infinite, if there is no
    /// such collider.
    pub(crate) fn separation(&self, collider: ColliderId, body: &UprightBody) -> f64 {
        let number = self.number(collider);
        number.map_or(f64::INFINITY, |number| {
            self.surface(number, body).separation
        })
    }

    /// The first touch of the moving `body` with the collider with this tree index. Touches later
    /// than the `first` so far may be omitted.
    pub(super) fn sweep_collider(
        &self,
        number: u32,
        body: &UprightBody,
        motion: DVec3,
        first: &FirstHit,
    ) -> Option<(ColliderId, SweepHit)> {
        let Some(body) = body.as_capsule() else {
            return self.sweep_box(number, body, motion, f64::from(first.limit()));
        };
        match self.collider(number) {
            Collider::Triangle(id, triangle) => {
                let hit = match body.as_sphere() {
                    Some(sphere) => {
                        let limit = f64::from(first.limit());
                        sweep_sphere_triangle_until(&sphere, motion, limit, first.slack, triangle)
                    }
                    None => {
                        let limit = f64::from(first.limit());
                        sweep_capsule_triangle_until(body, motion, limit, triangle)
                    }
                };
                Some((ColliderId::Triangle(id), hit?))
            }
            Collider::Box(id, obb) => {
                let hit = match body.as_sphere() {
                    Some(sphere) => sweep_sphere_obb(&sphere, motion, obb),
                    None => sweep_capsule_obb(body, motion, obb),
                };
                Some((ColliderId::Box(id), hit?))
            }
            Collider::Round(id, other) => {
                let hit = sweep_capsule_capsule(body, motion, &other.capsule);
                Some((ColliderId::Box(id), hit?))
            }
        }
    }
}
