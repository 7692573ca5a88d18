//! The queries of the broad phase: which colliders may be near a body, or in its way.

use glam::DVec3;
use smallvec::SmallVec;

use super::bounds::is_in_world;
use super::{Bvh, LEAF, NearBody, Node};
use crate::geometry::float::max;
use crate::geometry::{Capsule, Triangle};
use crate::world::batch::{Batch, lanes};
use crate::world::probe::Probe;

/// The traversal stack's capacity before it spills to the heap.
const STACK_CAPACITY: usize = 96;

impl Bvh {
    /// The colliders outside of the tree, which every query visits; none for a body beyond the edge of the world.
    pub fn outside(&self, body: &Capsule, reach: f64) -> &[u32] {
        if is_in_world(body) && reach.is_finite() {
            &self.outside
        } else {
            &[]
        }
    }

    /// Calls `visit` with the colliders of the tree that `test` finds within `reach` of `body`, in no particular
    /// order, until it returns false. Returns whether it never did.
    #[inline]
    pub fn visit_near(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        reach: f64,
        test: impl Fn(&Probe, &Batch) -> u32,
        visit: impl FnMut(u32) -> bool,
    ) -> bool {
        self.visit_where(triangles, body, reach, Node::is_near, test, visit)
    }

    /// As [`Self::visit_near`], if every triangle reached beyond its edges by the share `growth` of its longest edge.
    pub fn visit_near_grown(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        reach: f64,
        growth: f32,
        visit: impl FnMut(u32) -> bool,
    ) -> bool {
        let is_near = |node: &Node, near: &NearBody| node.is_near_grown(near, growth);
        let test = |probe: &Probe, batch: &Batch| probe.near_grown(batch, growth);
        self.visit_where(triangles, body, reach, is_near, test, visit)
    }

    /// As [`Self::visit_near`], below those children of nodes that `is_near` finds.
    #[inline]
    fn visit_where(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        reach: f64,
        is_near: impl Fn(&Node, &NearBody) -> u32,
        test: impl Fn(&Probe, &Batch) -> u32,
        mut visit: impl FnMut(u32) -> bool,
    ) -> bool {
        let probe = Probe::new(body, DVec3::ZERO, reach);
        if self.nodes.is_empty() {
            return true;
        }
        if !probe.is_exact() {
            let in_world = is_in_world(body) && reach.is_finite();
            return self.numbers().filter(|_| in_world).all(visit);
        }
        let (near, shapes) = (NearBody::new(body, reach), self.shapes(triangles));
        let mut stack = Stack::new();
        stack.push(0);
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            for lane in lanes(is_near(node, &near)) {
                let child = node.children[lane];
                if child & LEAF == 0 {
                    stack.push(child);
                    continue;
                }
                let batch = shapes.batch(self.leaf(child));
                for lane in lanes(test(&probe, &batch)) {
                    if !visit(batch.numbers[lane]) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

impl NearBody {
    fn new(body: &Capsule, reach: f64) -> Self {
        let half_rise = body.rise() * 0.5;
        let middle = body.base() + DVec3::Y * half_rise;
        let reach = max(body.radius() + reach, 0.0);
        let slack = 1e-6 * (middle.abs().max_element() + reach + half_rise);
        let reach = (reach + slack) as f32;
        Self {
            middle: middle.as_vec3(),
            half_rise: half_rise as f32,
            reach_squared: reach * reach * (1.0 + 1e-6),
        }
    }
}

/// The traversal stack. It spills to the heap in an uncommonly deep tree.
type Stack<T> = SmallVec<[T; STACK_CAPACITY]>;
