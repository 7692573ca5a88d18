//! The query of the broad phase for a moving body: the colliders that may be in its way.
//!
//! A cast waits for memory, and for branches that a processor cannot predict. So it looks into the first nodes in the order in
//! which it finds them, without such branches. The next node is known before the last one is done, and a processor
//! works on several at once. When many nodes or leaves are found, nearer ones come first, since the first hit excludes
//! most of the others.

use glam::{DVec3, Vec3, Vec4};
use smallvec::SmallVec;

use super::bounds::{is_in_world, is_within_edge};
use super::{Bvh, LEAF, NearBody, Node};
use crate::geometry::{Capsule, Triangle};
use crate::world::batch::{F32_ERROR, LANES, Shapes, Vec3x4, lanes, square_root};
use crate::world::probe::Probe;

/// As many nodes wait at most before nearer ones come first; a power of two. Smaller: more waiting for memory; larger:
/// more visits of what a hit would exclude.
const MAX: usize = 16;

/// As many nodes with leaves wait at most before nearer ones come first.
const MAX_PARENTS: usize = 8;

/// In a tree of at most this many nodes, nearer ones always come first, by their bounds alone, so it stays in the nearest
/// cache. Smaller: more work in a room with a few crates; larger: more waiting.
const FEW_NODES: usize = 64;

/// For a motion of at most this many radii, nodes are looked for around the whole of it, as around a body at rest. Smaller: more
/// time in each node; larger: more nodes and leaves.
const SHORT_RADII: f32 = 1.0;

/// The stack of nodes and leaves. It spills to the heap in an uncommonly deep tree.
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
            for (index, leaves) in found.parents() {
                for lane in lanes(*leaves) {
                    let leaf = self.nodes[*index as usize].children[lane];
                    // Negative if nothing matters any longer.
                    if cast.limit >= 0.0 {
                        cast.visit_leaf(leaf, &mut visit);
                    }
                }
            }
            stack.extend(found.waiting());
            if stack.is_empty() {
                return cast.limit;
            }
        }
        let ray = InflatedRay::new(&cast.probe);
        if !is_large {
            stack.push(Child::new(0, 0.0));
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
        let (mut found, mut enters) = (Found::new(), [Vec4::ZERO; MAX_PARENTS]);
        while let Some(index) = found.next_node() {
            let node = &self.bvh.nodes[index as usize];
            let Entry { met, enter, .. } = ray.enter(node, self.limit);
            let leaves = met & node.leaves();
            found.add_nodes(&node.children, Some(&enter.to_array()), met & !leaves);
            enters[found.parent_count % MAX_PARENTS] = enter;
            found.add_leaves(index, leaves);
        }
        // Only now, since the next node would have to wait for it.
        for ((index, leaves), enter) in found.parents().iter().zip(&enters) {
            let node = &self.bvh.nodes[*index as usize];
            let mut entry = Entry {
                met: *leaves,
                enter: *enter,
                leave: Vec4::splat(self.limit),
            };
            ray.round_off(node, &mut entry);
            let enters = entry.enter.to_array();
            for lane in lanes(entry.met) {
                stack.push(Child::new(node.children[lane], enters[lane]));
            }
        }
        stack.extend(found.waiting());
        stack.sort_unstable();
    }

    /// As [`Self::in_breadth`], for a short motion. Looks around all of it, as around a body at rest, which takes less time in each
    /// node. So it does not find out where the motion enters each node.
    #[inline(never)]
    fn in_breadth_around(&self) -> Found {
        let near = NearBody::around(&self.probe);
        let mut found = Found::new();
        while let Some(index) = found.next_node() {
            let node = &self.bvh.nodes[index as usize];
            let (met, leaves) = (node.is_near(&near), node.leaves());
            found.add_nodes(&node.children, None, met & !leaves);
            if met & leaves != 0 {
                found.add_leaves(index, met & leaves);
            }
        }
        found
    }

    /// Visits the stack, the top first, and in each node nearer children first. In a small tree, it would take longer
    /// to allow for the body's roundness than to visit the excluded nodes.
    #[inline(always)]
    fn in_depth(
        &mut self,
        ray: &InflatedRay,
        stack: &mut Stack,
        visit: &mut impl FnMut(u32) -> f32,
    ) {
        while let Some(child) = stack.pop() {
            if child.enter() > self.limit {
                continue;
            }
            let index = child.index();
            if index & LEAF != 0 {
                self.visit_leaf(index, visit);
                continue;
            }
            let node = &self.bvh.nodes[index as usize];
            let mut entry = ray.enter(node, self.limit);
            if self.bvh.nodes.len() > FEW_NODES {
                ray.round_off(node, &mut entry);
            }
            if entry.met == 0 {
                continue;
            }
            let children = entry.children(node);
            for child in &children[..entry.met.count_ones() as usize] {
                stack.push(*child);
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
    /// The nodes with leaves that were found, and a bit for each of these.
    parents: [(u32, u32); MAX_PARENTS],
    parent_count: usize,
    /// The nodes that wait, in a ring, and the fractions at which they are entered.
    nodes: [u32; MAX],
    enters: [f32; MAX],
    /// How many have been taken from the front of the ring, and how many were added at its back.
    first: usize,
    end: usize,
}

/// A child, below the fraction of the motion where the body enters it, with all bits inverted, so the nearest is the
/// last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Child(u64);

impl Child {
    #[inline(always)]
    fn new(index: u32, enter: f32) -> Self {
        // The bits of numbers that are not negative have the order of the numbers.
        Self(!(u64::from(enter.max(0.0).to_bits()) << 32 | u64::from(index)))
    }

    #[inline(always)]
    fn index(self) -> u32 {
        !self.0 as u32
    }

    #[inline(always)]
    fn enter(self) -> f32 {
        f32::from_bits((!self.0 >> 32) as u32)
    }
}

impl Found {
    /// The root waits.
    fn new() -> Self {
        Self {
            parents: [(0, 0); MAX_PARENTS],
            parent_count: 0,
            nodes: [0; MAX],
            enters: [0.0; MAX],
            first: 0,
            end: 1,
        }
    }

    /// Takes the first node that waits. `None` if there is none, or if there may be no room for its children.
    #[inline(always)]
    fn next_node(&mut self) -> Option<u32> {
        let waiting = self.end - self.first;
        let has_room = waiting <= MAX - LANES && self.parent_count < MAX_PARENTS;
        if waiting == 0 || !has_room {
            return None;
        }
        let node = self.nodes[self.first % MAX];
        self.first += 1;
        Some(node)
    }

    /// Adds the nodes of the lanes whose bits are set, without branches, which would depend on chance.
    #[inline(always)]
    fn add_nodes(&mut self, nodes: &[u32; LANES], enters: Option<&[f32; LANES]>, bits: u32) {
        for lane in 0..LANES {
            let place = self.end % MAX;
            self.nodes[place] = nodes[lane];
            if let Some(enters) = enters {
                self.enters[place] = enters[lane];
            }
            self.end += (bits >> lane & 1) as usize;
        }
    }

    /// Adds the leaves of a node whose bits are set, without branches.
    #[inline(always)]
    fn add_leaves(&mut self, node: u32, bits: u32) {
        self.parents[self.parent_count % MAX_PARENTS] = (node, bits);
        self.parent_count += usize::from(bits != 0);
    }

    /// The nodes with leaves that were found, and a bit for each of these.
    fn parents(&self) -> &[(u32, u32)] {
        &self.parents[..self.parent_count.min(MAX_PARENTS)]
    }

    /// The nodes that wait.
    fn waiting(&self) -> impl Iterator<Item = Child> {
        let places = (self.first..self.end).map(|place| place % MAX);
        places.map(|place| Child::new(self.nodes[place], self.enters[place]))
    }
}

impl NearBody {
    /// All of a moving body, whatever the direction of its motion, as if its middle were half way, and it reached
    /// farther by that much.
    fn around(probe: &Probe) -> Self {
        let reach = (probe.radius + probe.length * 0.5) * (1.0 + 4.0 * F32_ERROR);
        Self {
            middle: probe.start + probe.way * 0.5,
            half_rise: probe.half_rise,
            reach_squared: reach * reach * (1.0 + 4.0 * F32_ERROR),
        }
    }
}

/// The entry of a body into the bounds of a node's children.
struct Entry {
    /// The children that are met, a bit for each.
    met: u32,
    /// The fractions of the motion, not too large. Negative for a collider that is near at the start.
    enter: Vec4,
    /// Where the body leaves the bounds, or the limit, if it is earlier.
    leave: Vec4,
}

impl Entry {
    /// The children that are met, the farthest first, and something in place of the others behind them. Sorted without branches.
    #[inline(always)]
    fn children(&self, node: &Node) -> [Child; LANES] {
        let (children, enters) = (&node.children, self.enter.to_array());
        let child = |lane: usize| {
            let absent = u64::from(self.met >> lane & 1).wrapping_sub(1);
            Child::new(children[lane], enters[lane]).0 | absent
        };
        let sorted = |a: u64, b: u64| (a.min(b), a.max(b));
        let ((a, b), (c, d)) = (sorted(child(0), child(1)), sorted(child(2), child(3)));
        let ((a, c), (b, d)) = (sorted(a, c), sorted(b, d));
        let (b, c) = sorted(b, c);
        [Child(a), Child(b), Child(c), Child(d)]
    }
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
    half_rise: f32,
    /// The direction of the motion; zero if it is too short to tell.
    unit: Vec3x4,
    /// The reciprocal of twice the length of the motion.
    per_length: f32,
    /// The length, squared.
    length_squared: f32,
    /// The diameter of the body, with all errors, squared.
    diameter_squared: f32,
    /// Twice the length and the radius, for errors.
    span: f32,
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
            half_rise,
            unit: Vec3x4::splat(way.normalize_or_zero()),
            per_length: inverse(length) * 0.5,
            // Never zero, by which it would be divided.
            length_squared: length * length + 1e-30,
            diameter_squared: radius * radius * (4.0 + 32.0 * F32_ERROR),
            span: (length + radius) * 2.0,
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

    /// Allows for the edges and corners of the inflated bounds, where the body is round. An axis square to the motion points
    /// from its line to the middle of each child's bounds. The farther these are from the line along it, the shorter is the
    /// part of the body that may touch them. All lengths are doubled.
    ///
    /// | symbol | meaning |
    /// |---|---|
    /// | `ahead` | how far ahead of the start the middle is |
    /// | `gap` | between the line and the bounds, along the axis, times its length |
    /// | `chord` | the length of the body parallel to the motion, as far from the line as the bounds |
    /// | `extent` | how far before the middle the body may touch the bounds, and behind it |
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn round_off(&self, node: &Node, entry: &mut Entry) {
        let (unit, start) = (&self.unit, Vec3x4::splat(self.start));
        let [low, high] = &node.corners;
        // Written out, since a `map` over an array is not inlined.
        let corner = |[x, y, z]: &[[f32; LANES]; 3]| Vec3x4 {
            x: Vec4::from_array(*x),
            y: Vec4::from_array(*y),
            z: Vec4::from_array(*z),
        };
        let (low, high) = (corner(low) - start, corner(high) - start);
        let (size, middle) = (high - low, high - low.negated());
        let ahead = middle.dot(*unit);
        let axis = Vec3x4 {
            x: middle.x - unit.x * ahead,
            y: middle.y - unit.y * ahead,
            z: middle.z - unit.z * ahead,
        };
        let height = size.y + self.half_rise * 2.0;
        let reach =
            |axis: &Vec3x4| size.x * axis.x.abs() + height * axis.y.abs() + size.z * axis.z.abs();
        let axis_squared = axis.length_squared();
        // The axis is not quite square to the motion.
        let slack = (axis_squared + ahead * ahead + self.length_squared) * (F32_ERROR * 8.0);
        let gap = axis_squared - reach(&axis) * (1.0 + F32_ERROR * 8.0) - slack;
        let gap = gap.max(Vec4::ZERO);
        let chord_squared = self.diameter_squared - gap * gap / (axis_squared + slack);
        let extent = reach(unit) + square_root(chord_squared.max(Vec4::ZERO));
        let extent = extent + (extent + ahead.abs() + self.span) * (F32_ERROR * 8.0);
        entry.enter = entry.enter.max((ahead - extent) * self.per_length);
        let met = chord_squared.cmpge(Vec4::ZERO)
            & (ahead + extent).cmpge(Vec4::ZERO)
            & entry.enter.cmple(entry.leave);
        entry.met &= met.bitmask();
    }
}

#[cfg(test)]
mod tests;
