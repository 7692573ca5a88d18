//! The queries of the broad phase: which colliders may be near a body, or in its way.

use glam::{DVec3, Vec3, Vec4};
use smallvec::SmallVec;

use super::bounds::{inflated_bounds, is_in_world, is_within_edge};
use super::{Bvh, LEAF, Node};
use crate::geometry::Capsule;
use crate::world::proxy::{LANES, Probe, ProxyBatch};

/// The traversal stack's capacity before it spills to the heap.
const STACK_CAPACITY: usize = 96;

impl Bvh {
    /// Calls `visit` with the proxies of all leaves that may be within `reach` of `body`, in no
    /// particular order, and with the probe of both, until it returns false.
    pub fn visit_near(
        &self,
        body: &Capsule,
        reach: f64,
        mut visit: impl FnMut(&Probe, &ProxyBatch) -> bool,
    ) {
        let probe = Probe::new(body, DVec3::ZERO, reach);
        let in_world = probe.is_exact() || (is_in_world(body) && reach.is_finite());
        if !in_world {
            return;
        }
        let grown = inflated_bounds(body, reach);
        let mut outside = self.outside.iter();
        let mut stack = Stack::new();
        if !self.nodes.is_empty() {
            stack.push(0);
        }
        let (mut node, mut bits) = (&Node::EMPTY, 0_u32);
        // All proxies are visited in one place of the code, where the compiler puts the visitor's.
        loop {
            let batch = if bits != 0 {
                let child = node.children[bits.trailing_zeros() as usize];
                bits &= bits - 1;
                if child & LEAF == 0 {
                    stack.push(child);
                    continue;
                }
                &self.leaves[(child & !LEAF) as usize]
            } else if let Some(index) = stack.pop() {
                node = &self.nodes[index as usize];
                bits = node.meets(&grown);
                continue;
            } else if let Some(batch) = outside.next() {
                batch
            } else {
                return;
            };
            if !visit(&probe, batch) {
                return;
            }
        }
    }

    /// Calls `visit` with the colliders that `body` may touch while it moves by `motion`, nearer
    /// nodes first. `visit` returns the fraction of the motion beyond which hits no longer matter.
    pub fn visit_in_order(&self, body: &Capsule, motion: DVec3, mut visit: impl FnMut(u32) -> f32) {
        let probe = Probe::new(body, motion, 0.0);
        let in_world = probe.is_exact() || (is_in_world(body) && is_within_edge(motion));
        if !in_world {
            return;
        }
        let mut limit = 1.0;
        for batch in &self.outside {
            probe.visit(batch, limit, |number| limit = visit(number));
        }
        if !probe.is_exact() {
            for batch in &self.leaves {
                probe.visit(batch, limit, |number| limit = visit(number));
            }
            return;
        }
        if self.nodes.is_empty() {
            return;
        }
        let ray = InflatedRay::new(body, motion);
        let mut stack = Stack::new();
        stack.push((0, 0.0));
        while let Some((index, enter)) = stack.pop() {
            if enter > limit {
                continue;
            }
            if index & LEAF != 0 {
                let batch = &self.leaves[(index & !LEAF) as usize];
                probe.visit(batch, limit, |number| limit = visit(number));
                continue;
            }
            let node = &self.nodes[index as usize];
            let (mut bits, enters) = ray.enter(node, limit);
            // The farthest first, so that the nearest is popped first.
            while bits != 0 {
                let mut farthest = bits.trailing_zeros() as usize;
                let mut others = bits & (bits - 1);
                while others != 0 {
                    let lane = others.trailing_zeros() as usize;
                    others &= others - 1;
                    if enters[lane] > enters[farthest] {
                        farthest = lane;
                    }
                }
                bits &= !(1 << farthest);
                stack.push((node.children[farthest], enters[farthest]));
            }
        }
    }
}

/// The motion of a body's centre, for tests against bounds inflated by the body; f32, conservative.
struct InflatedRay {
    start: Vec3,
    /// The reciprocal of the motion along each axis.
    inverse: Vec3,
    size: Vec3,
}

impl InflatedRay {
    fn new(body: &Capsule, motion: DVec3) -> Self {
        let middle = body.base() + DVec3::Y * (body.rise() * 0.5);
        let largest = middle.abs().max_element() + motion.abs().max_element();
        let slack = 1e-6 * (largest + body.radius() + body.rise());
        let size = DVec3::splat(body.radius() + slack) + DVec3::Y * (body.rise() * 0.5);
        // Along an axis without motion, every bound is infinitely far away, on one side or the
        // other.
        let inverse = |way: f64| {
            let way = way as f32;
            if way.abs() > 1e-30 { 1.0 / way } else { 1e30 }
        };
        Self {
            start: middle.as_vec3(),
            inverse: Vec3::new(inverse(motion.x), inverse(motion.y), inverse(motion.z)),
            size: size.as_vec3(),
        }
    }

    /// The children of `node` that the body enters before the fraction `limit` of its motion, a bit
    /// for each, and the entry fractions.
    fn enter(&self, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let axis = |axis: usize| {
            let (low, high) = (
                self.start[axis] + self.size[axis],
                self.start[axis] - self.size[axis],
            );
            let one = (Vec4::from_array(node.min[axis]) - low) * self.inverse[axis];
            let other = (Vec4::from_array(node.max[axis]) - high) * self.inverse[axis];
            (one.min(other), one.max(other))
        };
        let ((x_in, x_out), (y_in, y_out), (z_in, z_out)) = (axis(0), axis(1), axis(2));
        let enter = x_in.max(y_in).max(z_in);
        let leave = x_out.min(y_out).min(z_out);
        // Allows for the precision of an f32 fraction.
        let enter = (enter - 1e-5) * 0.999_99;
        let meets = enter.cmple(leave) & leave.cmpge(Vec4::splat(-1e-5));
        let meets = meets & enter.cmple(Vec4::splat(limit));
        (meets.bitmask(), enter.to_array())
    }
}

/// The traversal stack. It spills to the heap in an uncommonly deep tree.
type Stack<T> = SmallVec<[T; STACK_CAPACITY]>;
