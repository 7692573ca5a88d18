//! The queries of the broad phase among all colliders: those that the world was built of, then those that were added.

use glam::DVec3;

use super::added::{ADDED, Search};
use super::batch::{Batch, Shapes};
use super::probe::Probe;
use super::{Collider, World};
use crate::geometry::Capsule;

impl World {
    /// Calls `visit` with the index of each collider that `test` finds within `reach` of `body`, and whether it is so far
    /// out that every query visits it, until `visit` returns false.
    #[inline]
    pub(super) fn visit_near(
        &self,
        body: &Capsule,
        reach: f64,
        test: impl Fn(&Probe, &Batch) -> u32,
        mut visit: impl FnMut(u32, bool) -> bool,
    ) {
        let bvh = &*self.bvh;
        let in_tree = |number| visit(number, false);
        let goes_on = bvh.visit_near(&self.triangles, body, reach, test, in_tree);
        let outside = bvh.outside(body, reach).iter();
        if goes_on && outside.copied().all(|number| visit(number, true)) {
            self.visit_near_added(body, reach, None, &mut visit);
        }
    }

    /// The same for what is near if triangles reach beyond their edges by the share `growth` of their longest edge.
    pub(super) fn visit_near_grown(
        &self,
        body: &Capsule,
        reach: f64,
        growth: f32,
        visit: &mut dyn FnMut(u32),
    ) {
        let bvh = &*self.bvh;
        bvh.outside(body, reach)
            .iter()
            .copied()
            .for_each(&mut *visit);
        bvh.visit_near_grown(&self.triangles, body, reach, growth, |number| {
            visit(number);
            true
        });
        self.visit_near_added(body, reach, Some(growth), &mut |number, _| {
            visit(number);
            true
        });
    }

    #[inline]
    fn visit_near_added(
        &self,
        body: &Capsule,
        reach: f64,
        growth: Option<f32>,
        visit: &mut dyn FnMut(u32, bool) -> bool,
    ) {
        if let Some(added) = &self.added {
            let search = Search {
                body,
                reach,
                growth,
            };
            added.visit_near(search, visit);
        }
    }

    /// Calls `visit` with the index of each collider that `body` may touch while it moves by `motion`. `visit` returns the
    /// fraction of the motion beyond which hits no longer matter.
    #[inline]
    pub(super) fn visit_in_order(
        &self,
        body: &Capsule,
        motion: DVec3,
        mut visit: impl FnMut(u32) -> f32,
    ) {
        let triangles = &self.triangles;
        let limit = self
            .bvh
            .visit_in_order(triangles, body, motion, 1.0, &mut visit);
        if let Some(added) = &self.added {
            added.visit_in_order(body, motion, limit, &mut visit);
        }
    }

    /// Sorts tree indices by the ids of their colliders.
    pub(super) fn sort_numbers(&self, numbers: &mut [u32]) {
        match self.added {
            None => numbers.sort_unstable(),
            Some(_) => numbers.sort_unstable_by_key(|number| self.collider(*number).id()),
        }
    }

    /// The colliders, for batches.
    #[inline]
    pub(super) fn shapes(&self) -> Shapes<'_> {
        Shapes {
            added: self.added.as_deref().map(|added| added as _),
            ..self.bvh.shapes(&self.triangles)
        }
    }

    /// The collider with this tree index, if it was added.
    #[inline]
    pub(super) fn added_collider(&self, number: u32) -> Option<Collider<'_>> {
        if number & ADDED == 0 {
            return None;
        }
        self.added.as_ref()?.collider(number, self.built())
    }
}
