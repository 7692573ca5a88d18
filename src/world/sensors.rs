//! The sensors that a body touches on its way.

use glam::DVec3;

use super::round_body::RoundBody;
use super::{Collider, ColliderId, FilteredWorld, PlacedBody, World};
use crate::query::{
    sweep_capsule_capsule, sweep_capsule_obb, sweep_capsule_triangle, sweep_obb_obb,
    sweep_obb_triangle,
};
use crate::tolerance::TOUCH;

impl FilteredWorld<'_> {
    /// Fills `found` with the sensors that a body overlaps or touches anywhere on its straight way between two places,
    /// sorted by id.
    ///
    /// # Arguments
    /// - `from` and `to` are the same body, without a turn.
    pub(crate) fn sensors_passed(
        &self,
        from: &PlacedBody,
        to: &PlacedBody,
        found: &mut Vec<ColliderId>,
    ) {
        found.clear();
        let (sensors, way) = (self.sensors(), to.place() - from.place());
        let world = sensors.world();
        let (Some(first), Some(last)) = (from.around(), to.around()) else {
            return;
        };
        for (place, around) in [(from, &first), (to, &last)] {
            sensors.visit_near(around, TOUCH, |number| {
                let touched = |surface: &super::Surface| surface.separation <= TOUCH;
                if world
                    .surface_of(number, place)
                    .as_ref()
                    .is_some_and(touched)
                {
                    found.push(world.collider(number).id());
                }
            });
        }
        world.visit_in_order(&first, way, |number| {
            if sensors.meets_number(number) && world.is_swept(number, from, way) {
                found.push(world.collider(number).id());
            }
            1.0
        });
        found.sort_unstable();
        found.dedup();
    }
}

impl World {
    /// Whether the moving `body` touches the collider with this tree index.
    fn is_swept(&self, number: u32, body: &PlacedBody, way: DVec3) -> bool {
        match (body, self.collider(number)) {
            (PlacedBody::Upright(body), collider) => match (body.as_capsule(), collider) {
                (None, _) => self.sweep_box(number, body, way, 1.0).is_some(),
                (Some(body), Collider::Triangle(_, triangle)) => {
                    sweep_capsule_triangle(body, way, triangle).is_some()
                }
                (Some(body), Collider::Box(_, other)) => {
                    sweep_capsule_obb(body, way, other).is_some()
                }
                (Some(body), Collider::Round(_, other)) => {
                    sweep_capsule_capsule(body, way, &other.capsule).is_some()
                }
            },
            (PlacedBody::Box(obb), Collider::Triangle(_, triangle)) => {
                sweep_obb_triangle(obb, way, triangle).is_some()
            }
            (PlacedBody::Box(obb), Collider::Box(_, other))
            | (PlacedBody::Box(obb), Collider::Round(_, RoundBody { around: other, .. })) => {
                sweep_obb_obb(obb, way, other).is_some()
            }
        }
    }
}
