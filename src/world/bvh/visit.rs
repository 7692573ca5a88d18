//! The queries of the broad phase: which colliders may be near a body, or in its way.

use glam::{DVec3, Vec3, Vec4};
use smallvec::SmallVec;

use super::bounds::{is_in_world, is_within_edge};
use super::{Bvh, LEAF, NearBody, Node};
use crate::geometry::float::max;
use crate::geometry::{Capsule, Triangle};
use crate::world::batch::{Batch, LANES, lanes, square_root};
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
    /// order, until it returns false.
    #[inline]
    pub fn visit_near(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        reach: f64,
        test: impl Fn(&Probe, &Batch) -> u32,
        visit: impl FnMut(u32) -> bool,
    ) {
        self.visit_where(triangles, body, reach, Node::is_near, test, visit);
    }

    /// The same as if every triangle reached beyond its edges by the share `growth` of its longest edge.
    pub fn visit_near_grown(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        reach: f64,
        growth: f32,
        visit: impl FnMut(u32) -> bool,
    ) {
        let is_near = |node: &Node, near: &NearBody| node.is_near_grown(near, growth);
        let test = |probe: &Probe, batch: &Batch| probe.near_grown(batch, growth);
        self.visit_where(triangles, body, reach, is_near, test, visit);
    }

    /// The same for those children of nodes that `is_near` finds.
    #[inline]
    fn visit_where(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        reach: f64,
        is_near: impl Fn(&Node, &NearBody) -> u32,
        test: impl Fn(&Probe, &Batch) -> u32,
        mut visit: impl FnMut(u32) -> bool,
    ) {
        let probe = Probe::new(body, DVec3::ZERO, reach);
        if self.nodes.is_empty() {
            return;
        }
        if !probe.is_exact() {
            let in_world = is_in_world(body) && reach.is_finite();
            let mut numbers = self.order.iter().filter(|_| in_world);
            let _ = numbers.all(|number| visit(*number));
            return;
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
                        return;
                    }
                }
            }
        }
    }

    /// Calls `visit` with the colliders that `body` may touch while it moves by `motion`, nearer
    /// nodes first. `visit` returns the fraction of the motion beyond which hits no longer matter.
    pub fn visit_in_order(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        motion: DVec3,
        mut visit: impl FnMut(u32) -> f32,
    ) {
        let probe = Probe::new(body, motion, 0.0);
        let in_world = probe.is_exact() || (is_in_world(body) && is_within_edge(motion));
        if !in_world {
            return;
        }
        let mut limit = 1.0;
        for number in self.outside(body, 0.0) {
            limit = visit(*number);
        }
        if !probe.is_exact() {
            for number in &self.order {
                visit(*number);
            }
            return;
        }
        if self.nodes.is_empty() {
            return;
        }
        let shapes = self.shapes(triangles);
        let ray = InflatedRay::new(body, motion);
        let mut stack = Stack::new();
        let mut next = Some((0, 0.0));
        while let Some((index, enter)) = next.take().or_else(|| stack.pop()) {
            if enter > limit {
                continue;
            }
            if index & LEAF != 0 {
                let batch = shapes.batch(self.leaf(index));
                limit = probe.visit(&batch, limit, &mut visit);
                continue;
            }
            let node = &self.nodes[index as usize];
            let (mut bits, enters) = ray.enter(node, limit);
            // The farthest first, so that the nearest is visited next.
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
                let child = (node.children[farthest], enters[farthest]);
                if bits == 0 {
                    next = Some(child);
                } else {
                    stack.push(child);
                }
            }
        }
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

/// The motion of a body's centre, for tests against bounds inflated by the body; f32, conservative.
struct InflatedRay {
    start: Vec3,
    /// The reciprocal of the motion along each axis, and of its length.
    inverse: Vec3,
    per_length: f32,
    size: Vec3,
    /// The radius, with all errors.
    radius: f32,
    half_rise: f32,
}

impl InflatedRay {
    fn new(body: &Capsule, motion: DVec3) -> Self {
        let half_rise = body.rise() * 0.5;
        let middle = body.base() + DVec3::Y * half_rise;
        let largest = middle.abs().max_element() + motion.abs().max_element();
        let slack = 1e-6 * (largest + body.radius() + body.rise());
        let radius = body.radius() + slack;
        let size = DVec3::splat(radius) + DVec3::Y * half_rise;
        // Along an axis without motion, every bound is infinitely far away, on one side or the
        // other.
        let inverse = |way: f64| {
            let way = way as f32;
            if way.abs() > 1e-30 { 1.0 / way } else { 1e30 }
        };
        Self {
            start: middle.as_vec3(),
            inverse: Vec3::new(inverse(motion.x), inverse(motion.y), inverse(motion.z)),
            per_length: inverse(motion.length()),
            size: size.as_vec3(),
            radius: radius as f32,
            half_rise: half_rise as f32,
        }
    }

    /// The children of `node` that the body enters before the fraction `limit` of its motion, a bit
    /// for each, and the entry fractions.
    #[inline(always)]
    fn enter(&self, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let axis = |axis: usize| {
            let low = Vec4::from_array(node.min[axis]) - self.start[axis];
            let high = Vec4::splat(self.start[axis]) - Vec4::from_array(node.max[axis]);
            let one = (low - self.size[axis]) * self.inverse[axis];
            let other = (Vec4::splat(self.size[axis]) - high) * self.inverse[axis];
            (one.min(other), one.max(other), low.max(high))
        };
        let (x_in, x_out, x_gap) = axis(0);
        let (y_in, y_out, y_gap) = axis(1);
        let (z_in, z_out, z_gap) = axis(2);
        // The body cannot be there before it has made the distance at the start.
        let (x, z) = (x_gap.max(Vec4::ZERO), z_gap.max(Vec4::ZERO));
        let y = (y_gap - self.half_rise).max(Vec4::ZERO);
        let distance = square_root(x * x + y * y + z * z) * (1.0 - 1e-6);
        let made = (distance - self.radius) * self.per_length;
        let enter = x_in.max(y_in).max(z_in).max(made);
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
