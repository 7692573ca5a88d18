//! The queries of the broad phase among all colliders: those that the world was built of, then those that were added.

use glam::DVec3;

use super::added::{ADDED, Search};
use super::batch::{Batch, BatchList, MixedShapes};
use super::probe::Probe;
use super::{Collider, World};
use crate::geometry::Capsule;

impl World {
    /// Calls `visit` with the index of each collider of the tree that the world was built with and that `test` finds within
    /// `reach` of `body`, until `visit` returns false.
    #[inline]
    pub(super) fn visit_near(
        &self,
        body: &Capsule,
        reach: f64,
        test: impl Fn(&Probe, &Batch) -> u32,
        #[allow(unused_mut, reason = "a page borrows it")] mut visit: impl FnMut(u32) -> bool,
    ) {
        // All callers in a page share one copy of the code.
        #[cfg(target_arch = "wasm32")]
        let visit: &mut dyn FnMut(u32) -> bool = &mut visit;
        self.bvh
            .visit_near(&self.triangles, body, reach, test, visit);
    }

    /// Whether [`Self::visit_near`] leaves some out.
    #[inline]
    pub(super) fn has_rest(&self, body: &Capsule, reach: f64) -> bool {
        self.added.is_some() || !self.bvh.outside(body, reach).is_empty()
    }

    /// Calls `visit` with the index of each collider that [`Self::visit_near`] leaves out, those that were added, and
    /// those so far out that every query visits them, for which the second argument is true. Until `visit` returns
    /// false.
    #[cold]
    #[inline(never)]
    pub(super) fn visit_rest(
        &self,
        body: &Capsule,
        reach: f64,
        visit: &mut dyn FnMut(u32, bool) -> bool,
    ) {
        let outside = self.bvh.outside(body, reach).iter();
        if outside.copied().all(|number| visit(number, true)) {
            self.visit_near_added(body, reach, None, visit);
        }
    }

    /// Calls `visit` with the index of each collider within `reach` of `body`, if triangles reached beyond their edges by the
    /// share `growth` of their longest edge.
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
        let (bvh, triangles, visit) = (&self.bvh, &self.triangles, &mut visit);
        // All callers in a page share one copy of the code.
        #[cfg(target_arch = "wasm32")]
        let visit: &mut dyn FnMut(u32) -> f32 = visit;
        let limit = bvh.visit_in_order(triangles, body, motion, 1.0, &mut *visit);
        if let Some(added) = &self.added {
            added.visit_in_order(body, motion, limit, visit);
        }
    }

    /// Sorts tree indices by the ids of their colliders.
    pub(super) fn sort_numbers(&self, numbers: &mut [u32]) {
        match self.added {
            None => numbers.sort_unstable(),
            Some(_) => numbers.sort_unstable_by_key(|number| self.collider(*number).id()),
        }
    }

    /// Makes batches of the list.
    #[inline]
    pub(super) fn finish(&self, list: &mut BatchList) {
        let built = self.bvh.shapes(&self.triangles);
        match self.added.as_deref() {
            None => list.finish(built),
            Some(added) => list.finish_mixed(MixedShapes { built, added }),
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
