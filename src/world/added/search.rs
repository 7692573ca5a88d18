//! The queries of the broad phase in the added part.
//!
//! They call closures through pointers, so that they are compiled once, not once for each query.

use glam::DVec3;

use super::Added;
use super::ids::{ADDED, OF_MESH};
use crate::geometry::{Capsule, Triangle};
use crate::world::batch::{AddedShapes, Round};
use crate::world::bvh::Bvh;
use crate::world::probe::Probe;

/// A body at rest that looks for near colliders.
#[derive(Clone, Copy)]
pub struct Search<'b> {
    pub body: &'b Capsule,
    /// How near; metres.
    pub reach: f64,
    /// How far triangles reach beyond their edges, as a share of their longest edge.
    pub growth: Option<f32>,
}

/// Is called with the tree index of a collider, and whether it is so far out that every query visits it. Returns whether
/// the search goes on.
pub type Visit<'v> = dyn FnMut(u32, bool) -> bool + 'v;

impl Search<'_> {
    fn in_tree(
        &self,
        bvh: &Bvh,
        triangles: &[Triangle],
        visit: &mut dyn FnMut(u32) -> bool,
    ) -> bool {
        let Self {
            body,
            reach,
            growth,
        } = *self;
        match growth {
            None => bvh.visit_near(triangles, body, reach, Probe::touched, visit),
            Some(growth) => bvh.visit_near_grown(triangles, body, reach, growth, visit),
        }
    }
}

impl Added {
    /// Calls `visit` with every collider that may be near a body, until it returns false.
    pub fn visit_near(&self, search: Search<'_>, visit: &mut Visit<'_>) {
        let Search { body, reach, .. } = search;
        let outside = self.bvh.outside(body, reach).iter();
        let _ = outside
            .copied()
            .all(|slot| self.visit_slot(slot, search, true, visit))
            && search.in_tree(&self.bvh, &[], &mut |slot| {
                self.visit_slot(slot, search, false, visit)
            });
    }

    fn visit_slot(
        &self,
        slot: u32,
        search: Search<'_>,
        is_outside: bool,
        visit: &mut Visit<'_>,
    ) -> bool {
        let Some(item) = self.item(slot) else {
            return true;
        };
        let Some(mesh) = &item.mesh else {
            return visit(ADDED | slot, is_outside);
        };
        let first = ADDED | OF_MESH | item.first;
        let outside = mesh.bvh.outside(search.body, search.reach).iter();
        outside.copied().all(|number| visit(first + number, true))
            && search.in_tree(&mesh.bvh, mesh.triangles(), &mut |number| {
                visit(first + number, false)
            })
    }

    /// Calls `visit` with every collider that a body may touch on its way, before the fraction `limit` of it. `visit` returns
    /// a new limit.
    pub fn visit_in_order(
        &self,
        body: &Capsule,
        motion: DVec3,
        limit: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        let mut limit = limit;
        in_order(&self.bvh, &[], body, motion, limit, &mut |slot| {
            let Some(item) = self.item(slot) else {
                return limit;
            };
            limit = match &item.mesh {
                None => visit(ADDED | slot),
                Some(mesh) => {
                    let first = ADDED | OF_MESH | item.first;
                    in_order(
                        &mesh.bvh,
                        mesh.triangles(),
                        body,
                        motion,
                        limit,
                        &mut |number| visit(first + number),
                    )
                }
            };
            limit
        });
    }

    /// All trees.
    pub fn trees(&self) -> impl Iterator<Item = &Bvh> {
        let of_meshes = self.meshes().filter(|(item, _)| item.is_enabled);
        core::iter::once(&self.bvh).chain(of_meshes.map(|(_, mesh)| &mesh.bvh))
    }
}

impl AddedShapes for Added {
    fn added_triangle(&self, number: u32) -> Option<&Triangle> {
        let is_of_mesh = number & (ADDED | OF_MESH) == ADDED | OF_MESH;
        is_of_mesh.then(|| self.triangle(number & !(ADDED | OF_MESH)))?
    }

    fn added_round(&self, number: u32) -> Round {
        self.bvh.round(number & !ADDED)
    }
}

fn in_order(
    bvh: &Bvh,
    triangles: &[Triangle],
    body: &Capsule,
    motion: DVec3,
    limit: f32,
    visit: &mut dyn FnMut(u32) -> f32,
) -> f32 {
    bvh.visit_in_order(triangles, body, motion, limit, visit)
}
