//! The query of the broad phase for a moving body: what may be in its way.
//!
//! A cast waits for memory, and for branches that nobody can predict. So it looks into the first nodes in the order in
//! which it finds them, without such branches: the next node is known before the last one is done, and a processor
//! works on several at once. When many nodes or leaves are found, nearer ones come first, since the first hit excludes
//! most of the others.

use core::cmp::Reverse;

use glam::{DVec3, Vec3, Vec4};
use smallvec::SmallVec;

use super::bounds::{is_in_world, is_within_edge};
use super::{Bvh, LEAF, NearBody, Node};
use crate::geometry::{Capsule, Triangle};
use crate::world::batch::{F32_ERROR, LANES, Shapes, lanes, square_root};
use crate::world::probe::Probe;

/// As many leaves, and as many waiting nodes, are found at most before nearer ones come first; a power of two. Smaller:
/// more waiting for memory; larger: more visits of what a hit would exclude.
const MOST: usize = 16;

/// In a tree of at most so many nodes, nearer ones always come first: it stays in the nearest cache. Smaller: more work
/// in a room with a few crates; larger: more waiting.
const FEW_NODES: usize = 64;

/// For a motion of at most so many radii, nodes are looked for around the whole of it, as around a body at rest. Smaller: more
/// time in each node; larger: more nodes and leaves.
const SHORT_RADII: f32 = 1.0;

/// The stack of nodes and leaves, with the fraction of the motion where the body enters each. It spills to the heap in
/// an uncommonly deep tree.
type Stack = SmallVec<[Child; 96]>;

impl Bvh {
    /// Calls `visit` with the colliders that `body` may touch while it moves by `motion`, roughly from near to far.
    /// `visit` returns the fraction of the motion beyond which hits no longer matter; `limit` is that before the first,
    /// and the last is returned.
    pub fn visit_in_order(
        &self,
        triangles: &[Triangle],
        body: &Capsule,
        motion: DVec3,
        mut limit: f32,
        mut visit: impl FnMut(u32) -> f32,
    ) -> f32 {
        let probe = Probe::new(body, motion, 0.0);
        let in_world = probe.is_exact() || (is_in_world(body) && is_within_edge(motion));
        if !in_world {
            return limit;
        }
        for number in self.outside(body, 0.0) {
            limit = visit(*number);
        }
        if !probe.is_exact() {
            return self.numbers().fold(limit, |_, number| visit(number));
        }
        if self.nodes.is_empty() {
            return limit;
        }
        let mut cast = Cast {
            bvh: self,
            shapes: self.shapes(triangles),
            probe,
            limit,
        };
        let mut stack = Stack::new();
        let is_large = self.nodes.len() > FEW_NODES;
        let is_short = cast.probe.length <= cast.probe.radius * SHORT_RADII;
        if is_large && is_short {
            let found = cast.in_breadth_around();
            for (leaf, enter) in found.leaves() {
                if *enter <= cast.limit {
                    cast.visit_leaf(*leaf, &mut visit);
                }
            }
            stack.extend(found.waiting());
            if stack.is_empty() {
                return cast.limit;
            }
        }
        let ray = InflatedRay::new(&cast.probe);
        if !is_large {
            stack.push((0, 0.0));
        } else if !is_short {
            cast.in_breadth(&ray, &mut stack);
        }
        cast.in_depth(&ray, &mut stack, &mut visit);
        cast.limit
    }
}

/// A cast under way.
struct Cast<'w> {
    bvh: &'w Bvh,
    shapes: Shapes<'w>,
    probe: Probe,
    /// The fraction of the motion beyond which hits no longer matter.
    limit: f32,
}

impl Cast<'_> {
    /// Looks into nodes in the order in which they are found, and finds leaves, until no node waits, or much is found.
    /// Puts all that is left to visit on the stack. Not inlined, so that all kinds of casts share it.
    #[inline(never)]
    fn in_breadth(&self, ray: &InflatedRay, stack: &mut Stack) {
        let mut found = Found::new();
        while let Some(index) = found.next_node() {
            let node = &self.bvh.nodes[index as usize];
            let mut entry = ray.enter(node, self.limit);
            let leaves = node.leaves();
            if entry.met & leaves != 0 || found.are_several() {
                ray.round_off(node, &mut entry);
            }
            let enters = entry.enter.to_array();
            found.add_nodes(&node.children, Some(&enters), entry.met & !leaves);
            for lane in lanes(entry.met & leaves) {
                found.add_leaf(node.children[lane], enters[lane]);
            }
        }
        stack.extend(found.leaves().iter().copied().chain(found.waiting()));
        stack.sort_unstable_by_key(|child| Reverse(key_of(child)));
    }

    /// The same for a short motion: looks around all of it, as around a body at rest, which takes less time in each node. So it
    /// does not find out where the motion enters what.
    #[inline(never)]
    fn in_breadth_around(&self) -> Found {
        let near = NearBody::around(&self.probe);
        let mut found = Found::new();
        while let Some(index) = found.next_node() {
            let node = &self.bvh.nodes[index as usize];
            let (met, leaves) = (node.is_near(&near), node.leaves());
            found.add_nodes(&node.children, None, met & !leaves);
            for lane in lanes(met & leaves) {
                found.add_leaf(node.children[lane], 0.0);
            }
        }
        found
    }

    /// Visits what is on the stack, the top first, and in each node nearer children first.
    #[inline(always)]
    fn in_depth(
        &mut self,
        ray: &InflatedRay,
        stack: &mut Stack,
        visit: &mut impl FnMut(u32) -> f32,
    ) {
        let mut next = stack.pop();
        while let Some((index, enter)) = next.take().or_else(|| stack.pop()) {
            if enter > self.limit {
                continue;
            }
            if index & LEAF != 0 {
                self.visit_leaf(index, visit);
                continue;
            }
            let node = &self.bvh.nodes[index as usize];
            let mut entry = ray.enter(node, self.limit);
            ray.round_off(node, &mut entry);
            let (mut bits, enters) = (entry.met, entry.enter.to_array());
            // The farthest first, so that the nearest is visited next.
            while bits != 0 {
                let mut farthest = bits.trailing_zeros() as usize;
                for lane in lanes(bits & (bits - 1)) {
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

    #[inline(always)]
    fn visit_leaf(&mut self, leaf: u32, visit: &mut impl FnMut(u32) -> f32) {
        let batch = self.shapes.batch(self.bvh.leaf(leaf));
        self.limit = self.probe.visit(&batch, self.limit, visit);
    }
}

/// Nodes and leaves that were found.
struct Found {
    leaves: [Child; MOST],
    leaf_count: usize,
    /// The nodes that wait, in a ring, and the fractions at which they are entered.
    nodes: [u32; MOST],
    enters: [f32; MOST],
    /// How many have been taken from the front of the ring, and how many were added at its back.
    first: usize,
    end: usize,
}

/// A child, with the fraction of the motion where the body enters it.
type Child = (u32, f32);

impl Found {
    /// The root waits.
    fn new() -> Self {
        Self {
            leaves: [(0, 0.0); MOST],
            leaf_count: 0,
            nodes: [0; MOST],
            enters: [0.0; MOST],
            first: 0,
            end: 1,
        }
    }

    /// Takes the first node that waits. `None` if there is none, or if there may be no room for its children.
    #[inline(always)]
    fn next_node(&mut self) -> Option<u32> {
        let waiting = self.end - self.first;
        let has_room = waiting.max(self.leaf_count) <= MOST - LANES;
        if waiting == 0 || !has_room {
            return None;
        }
        let node = self.nodes[self.first % MOST];
        self.first += 1;
        Some(node)
    }

    /// Whether so many nodes wait that their order may matter.
    #[inline(always)]
    fn are_several(&self) -> bool {
        self.end - self.first >= MOST / 4
    }

    /// Adds the nodes of the lanes whose bits are set, without branches, which would depend on chance.
    #[inline(always)]
    fn add_nodes(&mut self, nodes: &[u32; LANES], enters: Option<&[f32; LANES]>, bits: u32) {
        for lane in 0..LANES {
            let place = self.end % MOST;
            self.nodes[place] = nodes[lane];
            if let Some(enters) = enters {
                self.enters[place] = enters[lane];
            }
            self.end += (bits >> lane & 1) as usize;
        }
    }

    #[inline(always)]
    fn add_leaf(&mut self, leaf: u32, enter: f32) {
        self.leaves[self.leaf_count % MOST] = (leaf, enter);
        self.leaf_count += 1;
    }

    fn leaves(&self) -> &[Child] {
        &self.leaves[..self.leaf_count.min(MOST)]
    }

    /// The nodes that wait.
    fn waiting(&self) -> impl Iterator<Item = Child> {
        let places = (self.first..self.end).map(|place| place % MOST);
        places.map(|place| (self.nodes[place], self.enters[place]))
    }
}

impl NearBody {
    /// All of a moving body, whatever the direction of its motion: as if its middle were half way, and it reached farther by that
    /// much.
    fn around(probe: &Probe) -> Self {
        let reach = (probe.radius + probe.length * 0.5) * (1.0 + 4.0 * F32_ERROR);
        Self {
            middle: probe.start + probe.way * 0.5,
            half_rise: probe.half_rise,
            reach_squared: reach * reach * (1.0 + 4.0 * F32_ERROR),
        }
    }
}

/// A number with the order of the fractions; of equal ones, the child decides.
#[inline(always)]
fn key_of((child, enter): &Child) -> u64 {
    // All bits of a negative number are inverted, and only the sign of another one.
    let bits = enter.to_bits();
    let bits = bits ^ (((bits as i32 >> 31) as u32) | 1 << 31);
    u64::from(bits) << 32 | u64::from(*child)
}

/// The entry of a body into the bounds of a node's children.
struct Entry {
    /// The children that are met: a bit for each.
    met: u32,
    /// The fractions of the motion, not too large. Negative for what is near at the start.
    enter: Vec4,
    /// Where the body leaves the bounds, or the limit, if it is earlier.
    leave: Vec4,
}

/// The motion of a body's centre, for tests against bounds inflated by the body; f32, conservative.
struct InflatedRay {
    start: Vec3,
    /// The reciprocal of the motion along each axis.
    inverse: Vec3,
    /// Whether the motion is backward along each axis.
    is_backward: [bool; 3],
    /// The start, moved by the size of the body forward along the motion, and backward.
    front: Vec3,
    back: Vec3,
    length: f32,
    per_length: f32,
    /// The radius, with all errors.
    radius: f32,
    half_rise: f32,
}

impl InflatedRay {
    fn new(probe: &Probe) -> Self {
        let (start, length, half_rise) = (probe.start, probe.length, probe.half_rise);
        let radius = probe.radius * (1.0 + 4.0 * F32_ERROR);
        // Along an axis without motion, every bound is infinitely far away, on one side or the
        // other.
        let inverse = |way: f32| if way.abs() > 1e-30 { 1.0 / way } else { 1e30 };
        let way = probe.way;
        let inverse_way = Vec3::new(inverse(way.x), inverse(way.y), inverse(way.z));
        let size = Vec3::new(radius, radius + half_rise, radius).copysign(inverse_way);
        Self {
            start,
            inverse: inverse_way,
            // Written out, since a `map` over an array is not inlined.
            is_backward: [
                inverse_way.x < 0.0,
                inverse_way.y < 0.0,
                inverse_way.z < 0.0,
            ],
            front: start + size,
            back: start - size,
            length: length * (1.0 + 4.0 * F32_ERROR),
            per_length: inverse(length),
            radius,
            half_rise,
        }
    }

    /// The entry into the children of `node`. Those are met whose bounds, inflated by the size of the body along each
    /// axis, its centre enters before the fraction `limit` of its motion. In a page, which computes one lane after the
    /// other, this is long code, so all kinds of casts share it.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn enter(&self, node: &Node, limit: f32) -> Entry {
        let axis = |axis: usize| {
            let is_backward = self.is_backward[axis];
            let near = node.corners[usize::from(is_backward)][axis];
            let far = node.corners[usize::from(!is_backward)][axis];
            let enter = (Vec4::from_array(near) - self.front[axis]) * self.inverse[axis];
            let leave = (Vec4::from_array(far) - self.back[axis]) * self.inverse[axis];
            (enter, leave)
        };
        let (x_in, x_out) = axis(0);
        let (y_in, y_out) = axis(1);
        let (z_in, z_out) = axis(2);
        // Allows for the precision of an f32 fraction.
        let enter = (x_in.max(y_in).max(z_in) - 1e-5) * 0.999_99;
        let leave = (x_out.min(y_out).min(z_out) + 1e-5).min(Vec4::splat(limit));
        Entry {
            met: enter.max(Vec4::ZERO).cmple(leave).bitmask(),
            enter,
            leave,
        }
    }

    /// Allows for the edges and corners of the inflated bounds, where the body is round.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn round_off(&self, node: &Node, entry: &mut Entry) {
        let gap = |axis: usize| node.gap(axis, self.start[axis]);
        let (x, z) = (gap(0).max(Vec4::ZERO), gap(2).max(Vec4::ZERO));
        let y = (gap(1) - self.half_rise).max(Vec4::ZERO);
        let distance_squared = x * x + y * y + z * z;
        // The body gets no farther than this until it leaves them.
        let reach = entry.leave * self.length + self.radius;
        entry.met &= distance_squared.cmple(reach * reach).bitmask();
        // The body cannot be there before it has made the distance at the start.
        let distance = square_root(distance_squared) * (1.0 - 1e-6);
        let made = (distance - self.radius) * self.per_length;
        entry.enter = entry.enter.max((made - 1e-5) * 0.999_99);
    }
}

#[cfg(test)]
mod tests;
