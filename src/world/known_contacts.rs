//! Colliders that a body slides along or leaves, which no sweep of this motion can hit.

use glam::DVec3;

use super::{ColliderId, Surface};
use crate::tolerance::BACK_OFF;

/// The surfaces that a body touches where its motion begins.
///
/// A collider is convex, so all of it is behind the plane through its point nearest to the body. A motion that does not enter this
/// plane brings the body no nearer. The swept body ends before its surface, by [`BACK_OFF`] at least, which is much more
/// than what rounding takes away. So an exact test would find no hit, either.
#[derive(Clone, Copy)]
pub(crate) struct KnownContacts<'c> {
    surfaces: &'c [Surface],
    least: f64,
}

impl<'c> KnownContacts<'c> {
    /// Of a body that is swept with its radius changed by `gap`; metres.
    #[inline]
    pub fn new(surfaces: &'c [Surface], gap: f64) -> Self {
        let least = gap + BACK_OFF * 0.5;
        Self { surfaces, least }
    }

    /// Whether the motion `way` meets no part of this collider.
    #[inline]
    pub fn lets_pass(&self, collider: ColliderId, way: DVec3) -> bool {
        self.surfaces.iter().any(|surface| {
            surface.collider == collider
                && surface.separation >= self.least
                && surface.normal.dot(way) >= 0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Capsule, Obb, Triangle, UprightBody, rotation_from_degrees};
    use crate::test_support::Random;
    use crate::tolerance::{CONTACT_GAP, TOUCH};
    use crate::world::World;
    use glam::DMat3;

    #[test]
    fn a_motion_that_enters_no_touched_plane_sweeps_past_the_collider() {
        let mut random = Random::new(40);
        let (mut passed, mut entered) = (0, 0);
        for case in 0..60_000 {
            let center = random.vec3(100.0);
            let world = if case % 2 == 0 {
                let corner = |random: &mut Random| (center + random.vec3(2.0)).as_vec3();
                let corners = [0; 3].map(|_| corner(&mut random));
                World::new(Triangle::new(corners).into_iter().collect(), vec![])
            } else {
                let turn = rotation_from_degrees(random.vec3(180.0));
                let half = random.vec3(1.0).abs() + DVec3::splat(0.01);
                World::new(vec![], Obb::new(center, turn, half).into_iter().collect())
            };
            let rise = if case % 3 == 0 { 0.0 } else { 1.2 };
            let body = Capsule::new(center + random.vec3(3.0), 0.3, rise).unwrap();
            // Down to the collider, up to a gap that a contact has.
            let mut found = Vec::new();
            world.surfaces_near(body, 10.0, &mut found);
            let Some(surface) = found.first().filter(|surface| surface.separation > 0.0) else {
                continue;
            };
            let gap = random.signed().abs() * CONTACT_GAP;
            let body = body.at(body.base() - surface.normal * (surface.separation - gap));
            world.surfaces_near(body, CONTACT_GAP + TOUCH, &mut found);
            let Some(surface) = found.first() else {
                continue;
            };
            let way = random.vec3(0.6);
            // Half of the ways lead along the plane, up to rounding.
            let along = way - surface.normal * way.dot(surface.normal);
            let way = if case % 4 < 2 { along } else { way };
            let gap = surface.separation - BACK_OFF;
            let known = KnownContacts::new(&found, gap);
            if known.lets_pass(surface.collider, way) {
                passed += 1;
                let swept = UprightBody::from(body).grown(gap);
                let hit = world.sweep_body(swept, way);
                assert_eq!(hit, None, "seed 40, case {case}");
            } else {
                entered += 1;
            }
        }
        assert!(passed > 20_000 && entered > 10_000, "{passed}, {entered}");
    }

    #[test]
    fn a_motion_into_a_surface_and_one_along_another_collider_are_swept() {
        let floor = Obb::new(DVec3::NEG_Y, DMat3::IDENTITY, DVec3::ONE).unwrap();
        let world = World::new(vec![], vec![floor, floor]);
        let ball = Capsule::new(DVec3::Y * 0.30005, 0.3, 0.0).unwrap();
        let mut found = Vec::new();
        world.surfaces_near(ball, TOUCH, &mut found);
        let [first, second] = [found[0].collider, found[1].collider];
        let known = KnownContacts::new(&found[..1], 0.0);
        assert!(known.lets_pass(first, DVec3::X) && known.lets_pass(first, DVec3::Y));
        assert!(
            !known.lets_pass(first, DVec3::new(1.0, -1e-12, 0.0)),
            "into it"
        );
        assert!(!known.lets_pass(second, DVec3::X), "nothing is known of it");
        let nearer = KnownContacts::new(&found, 0.0001);
        assert!(
            !nearer.lets_pass(first, DVec3::X),
            "the swept body overlaps it"
        );
    }
}
