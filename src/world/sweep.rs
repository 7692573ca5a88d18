//! Shape casts against the world: the first surface that a moving body touches.

use glam::DVec3;

use super::first_hit::FirstHit;
use super::{ColliderId, Filter, FilteredWorld, World};
use crate::geometry::{Capsule, Sphere, UprightBody};
use crate::query::SweepHit;
use crate::tolerance::WORLD_EDGE;

impl World {
    /// The first touch of `sphere`, moved by `motion`, with any collider. Ties are decided by the
    /// geometry of the hits, not by ids.
    ///
    /// # Arguments
    /// - `motion` is the whole displacement, metres. Triangles are two-sided; boxes are solid.
    /// - Surfaces that the motion only grazes (by less than [`GRAZING`](crate::tolerance::GRAZING)
    ///   of its length) do not stop it. A sphere that touches a wall moves along it freely.
    /// - A motion that is not finite hits nothing, and nothing is hit beyond
    ///   [`WORLD_EDGE`].
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Sphere, Triangle}, glam::{DVec3, Vec3}, world::World};
    /// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
    /// let world = World::new(vec![floor], vec![]);
    /// let ball = Sphere::new(DVec3::new(1.0, 3.0, 1.0), 1.0).unwrap();
    /// let (_, hit) = world.sweep_sphere(&ball, DVec3::Y * -4.0).unwrap();
    /// assert_eq!((hit.fraction, hit.normal), (0.5, DVec3::Y));
    /// ```
    #[doc(alias = "shape cast")]
    #[doc(alias = "sphere cast")]
    #[must_use]
    pub fn sweep_sphere(&self, sphere: &Sphere, motion: DVec3) -> Option<(ColliderId, SweepHit)> {
        self.sweep_capsule(&Capsule::from(*sphere), motion)
    }

    /// The first touch of `capsule`, moved by `motion`, with any collider, as for
    /// [`Self::sweep_sphere`]. The hit's `center` is the capsule's base.
    #[doc(alias = "shape cast")]
    #[doc(alias = "capsule cast")]
    #[must_use]
    pub fn sweep_capsule(
        &self,
        capsule: &Capsule,
        motion: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        self.filtered(Filter::ALL).sweep_capsule(capsule, motion)
    }

    /// The first touch of `body`, moved by `motion`, with any collider, as for [`Self::sweep_sphere`]. The hit's `center` is the
    /// body's base.
    #[doc(alias = "shape cast")]
    #[doc(alias = "box cast")]
    #[must_use]
    pub fn sweep_body(
        &self,
        body: impl Into<UprightBody>,
        motion: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        self.filtered(Filter::ALL).sweep_body(body, motion)
    }
}

impl FilteredWorld<'_> {
    /// [`World::sweep_sphere`] among the filtered colliders.
    #[doc(alias = "shape cast")]
    #[doc(alias = "sphere cast")]
    #[must_use]
    pub fn sweep_sphere(&self, sphere: &Sphere, motion: DVec3) -> Option<(ColliderId, SweepHit)> {
        self.sweep_capsule(&Capsule::from(*sphere), motion)
    }

    /// [`World::sweep_capsule`] among the filtered colliders.
    #[doc(alias = "shape cast")]
    #[doc(alias = "capsule cast")]
    #[must_use]
    pub fn sweep_capsule(
        &self,
        capsule: &Capsule,
        motion: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        self.sweep_within_edge(&(*capsule).into(), motion)
    }

    /// [`World::sweep_body`] among the filtered colliders.
    #[doc(alias = "shape cast")]
    #[doc(alias = "box cast")]
    #[must_use]
    pub fn sweep_body(
        &self,
        body: impl Into<UprightBody>,
        motion: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        self.sweep_within_edge(&body.into(), motion)
    }

    fn sweep_within_edge(
        &self,
        body: &UprightBody,
        motion: DVec3,
    ) -> Option<(ColliderId, SweepHit)> {
        // Only the part of a motion within the edge of the world can hit something.
        let longest = motion.abs().max_element();
        if longest.is_finite() && longest > WORLD_EDGE {
            let share = WORLD_EDGE / longest;
            let (id, hit) = self.sweep_within_edge(body, motion * share)?;
            let fraction = hit.fraction * share;
            return Some((id, SweepHit { fraction, ..hit }));
        }
        self.first_hit(body, motion)
    }

    /// Whether `body`, moved by `motion`, enters anything that it does not overlap from the start.
    pub(crate) fn is_entered(&self, body: &UprightBody, motion: DVec3) -> bool {
        if motion.abs().max_element() > WORLD_EDGE {
            return true;
        }
        let mut first = FirstHit::new(body, motion);
        let world = self.world();
        world.visit_in_order(&body.around(), motion, |number| {
            if self.meets_number(number) && world.surface(number, body).separation >= 0.0 {
                self.test_sweep(number, body, motion, &mut first);
            }
            // After a hit, nothing is visited, since everything is later than -1.
            if first.hit.is_some() { -1.0 } else { 1.0 }
        });
        first.hit.is_some()
    }

    /// The first touch of a motion that stays within the edge of the world.
    fn first_hit(&self, body: &UprightBody, motion: DVec3) -> Option<(ColliderId, SweepHit)> {
        self.first_hit_passing(body, motion, 0.0, |_| ())
    }

    /// The first touch. Calls `pass` with the index of each collider that comes within `gap` of the body before it.
    #[inline]
    pub(super) fn first_hit_passing(
        &self,
        body: &UprightBody,
        motion: DVec3,
        gap: f64,
        mut pass: impl FnMut(u32),
    ) -> Option<(ColliderId, SweepHit)> {
        if motion == DVec3::ZERO {
            return None;
        }
        let mut first = FirstHit::new(body, motion);
        self.world()
            .visit_in_order(&body.around().grown(gap), motion, |number| {
                if self.meets_number(number) {
                    pass(number);
                    self.test_sweep(number, body, motion, &mut first);
                }
                first.limit()
            });
        first.hit
    }

    /// Tests the collider with this tree index, if it can stop the moving `body`, for the `first` hit.
    #[inline(always)]
    pub(super) fn test_sweep(
        &self,
        number: u32,
        body: &UprightBody,
        motion: DVec3,
        first: &mut FirstHit,
    ) {
        if self.can_stop(number, body) {
            let hit = self.world().sweep_collider(number, body, motion, first);
            first.consider(hit);
        }
    }
}
