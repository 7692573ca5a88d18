//! The broad phase: a bounding volume hierarchy over triangles and boxes.
//!
//! `build.rs` makes a binary tree. Here each node gets four children, tested together
//! with SIMD (I. Wald and others, "Getting Rid of Packets", 2008). It works in f32 and is
//! conservative: every bound is rounded outward and every query is slightly enlarged, so it may
//! report too many colliders but never too few. The narrow phase tests each reported collider
//! exactly, so no result depends on the shape of the tree.
//!
//! In f32, squares of huge numbers overflow. So colliders beyond [`SAFE`] stay outside of the tree,
//! and every query visits them; a query beyond it visits every collider that it cannot exclude.
//! Nothing is found beyond [`WORLD_EDGE`].

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

mod build;
mod nodes;
mod packing;

use core::fmt;

use glam::{DVec3, Vec3, Vec3A, Vec4};
use smallvec::SmallVec;

use super::proxy::{LANES, NOWHERE, Probe, Proxy, ProxyBatch, SAFE, lanes};
use super::{BoxId, Collider};
use crate::geometry::{Capsule, Obb, Triangle};
use crate::tolerance::WORLD_EDGE;
use build::{BinaryNode, BinaryTree, Bounds};
pub use nodes::BvhNode;
pub(super) use packing::BvhList;

/// The traversal stack's capacity before it spills to the heap.
const STACK_CAPACITY: usize = 96;

/// The bit that marks a child index as a leaf.
const LEAF: u32 = 1 << 31;

/// The child index of an empty lane.
const NO_CHILD: u32 = u32::MAX;

/// The leaf of a box outside of the tree, and of one beyond the edge of the world.
const OUTSIDE: u32 = u32::MAX;
const BEYOND: u32 = u32::MAX - 1;

/// All bounds, also those of queries, are clamped to this distance from the origin, where the empty
/// lanes at [`NOWHERE`] stay out of reach. Clamping keeps the order of numbers, so bounds that
/// overlap still do.
const EDGE: f32 = 1e17;

/// The BVH over a world's colliders. Triangles have the lower indices, then come the boxes.
#[derive(Clone, Default)]
pub(super) struct Bvh {
    nodes: Vec<Node>,
    /// The parent lane of each node but the root, and of each leaf.
    node_parents: Vec<ParentLane>,
    leaf_parents: Vec<ParentLane>,
    /// The leaf of each box.
    box_leaves: Vec<u32>,
    /// The broad-phase proxies of the colliders in each leaf.
    leaves: Vec<ProxyBatch>,
    /// The colliders beyond [`SAFE`], which every query visits.
    outside: Vec<ProxyBatch>,
}

/// A BVH node: the bounds of up to four children as a structure of arrays, and their indices.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Node {
    min: [[f32; LANES]; 3],
    max: [[f32; LANES]; 3],
    children: [u32; LANES],
}

/// The lane of a parent node that holds a child.
#[derive(Clone, Copy, Default)]
struct ParentLane {
    node: u32,
    lane: u32,
}

impl Node {
    /// No children: empty bounds that no query reaches.
    const EMPTY: Self = Self {
        min: [[NOWHERE; LANES]; 3],
        max: [[NOWHERE; LANES]; 3],
        children: [NO_CHILD; LANES],
    };

    fn set_bounds(&mut self, lane: usize, bounds: &Bounds) {
        for axis in 0..3 {
            self.min[axis][lane] = bounds.min[axis];
            self.max[axis][lane] = bounds.max[axis];
        }
    }

    /// The bounds of all children.
    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for lane in (0..LANES).filter(|lane| self.children[*lane] != NO_CHILD) {
            let corner = |part: &[[f32; LANES]; 3]| {
                Vec3A::from_array([0, 1, 2].map(|axis| part[axis][lane]))
            };
            bounds = bounds.union(&Bounds::new(corner(&self.min), corner(&self.max)));
        }
        bounds
    }

    /// The children whose bounds overlap `bounds`: a bit for each.
    fn meets(&self, bounds: &Bounds) -> u32 {
        let [min_x, min_y, min_z] = self.min.map(Vec4::from_array);
        let [max_x, max_y, max_z] = self.max.map(Vec4::from_array);
        let (min, max) = (bounds.min, bounds.max);
        let x = min_x.cmple(Vec4::splat(max.x)) & max_x.cmpge(Vec4::splat(min.x));
        let y = min_y.cmple(Vec4::splat(max.y)) & max_y.cmpge(Vec4::splat(min.y));
        let z = min_z.cmple(Vec4::splat(max.z)) & max_z.cmpge(Vec4::splat(min.z));
        (x & y & z).bitmask()
    }
}

impl Bvh {
    /// The BVH over `triangles`, then `boxes`.
    pub fn new(triangles: &[Triangle], boxes: &[Obb]) -> Self {
        let zones = triangles
            .iter()
            .map(|it| (triangle_zone(it), triangle_bounds(it)));
        let zones = zones.chain(boxes.iter().map(|it| (box_zone(it), box_bounds(it))));
        let mut leaves = Vec::with_capacity(triangles.len() + boxes.len());
        let mut outside = Vec::new();
        for (number, (zone, bounds)) in (0..).zip(zones) {
            match zone {
                Zone::Tree => leaves.push(BinaryNode::leaf(number, bounds)),
                Zone::Outside => outside.push(number),
                Zone::Beyond => {}
            }
        }
        let outside = outside.chunks(LANES).map(outside_batch).collect();
        let box_leaves = boxes.iter().map(|it| box_zone(it).leaf()).collect();
        if leaves.is_empty() {
            return Self {
                box_leaves,
                outside,
                ..Self::default()
            };
        }
        let tree = BinaryTree::new(&leaves, triangles.len() + boxes.len());
        Self {
            outside,
            ..Self::widen(&tree, triangles, boxes, box_leaves)
        }
    }

    /// Converts a binary tree to four children per node and up to four colliders per leaf: the
    /// largest child is replaced by its own children until there are four.
    fn widen(
        bvh: &BinaryTree,
        triangles: &[Triangle],
        boxes: &[Obb],
        box_leaves: Vec<u32>,
    ) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(bvh.nodes.len() / 6 + 1),
            leaves: Vec::with_capacity(bvh.nodes.len() / 5 + 1),
            box_leaves,
            ..Self::default()
        };
        // Pairs of a binary node and its new node, with the new node's parent lane.
        let mut stack = vec![(bvh.nodes.len() as u32 - 1, ParentLane::default())];
        while let Some((old, parent)) = stack.pop() {
            let new = tree.nodes.len() as u32;
            if let Some(above) = tree.nodes.get_mut(parent.node as usize) {
                above.children[parent.lane as usize] = new;
            }
            let mut node = Node::EMPTY;
            tree.node_parents.push(parent);
            let (children, count) = four_children(bvh, old);
            for (lane, child) in children[..count].iter().enumerate() {
                let child_node = &bvh.nodes[*child as usize];
                node.set_bounds(lane, &child_node.bounds);
                let parent = ParentLane {
                    node: new,
                    lane: lane as u32,
                };
                if child_node.is_list() {
                    let mut batch = ProxyBatch::EMPTY;
                    let leaf = tree.leaves.len() as u32;
                    for (slot, number) in bvh.list(child_node).enumerate() {
                        let collider = Collider::of(number, triangles, boxes);
                        batch.set(slot, &proxy(number, &collider));
                        if let Collider::Box(id, _) = collider {
                            tree.box_leaves[id.0 as usize] = leaf;
                        }
                    }
                    node.children[lane] = leaf | LEAF;
                    tree.leaves.push(batch);
                    tree.leaf_parents.push(parent);
                } else {
                    stack.push((*child, parent));
                }
            }
            tree.nodes.push(node);
        }
        tree
    }

    /// Refits the nodes around the box `id` after it moved.
    pub fn refit(&mut self, id: BoxId, triangles: &[Triangle], boxes: &[Obb]) {
        let leaf = self.box_leaves[id.0 as usize];
        if box_zone(&boxes[id.0 as usize]) != Zone::of_leaf(leaf) {
            *self = Self::new(triangles, boxes);
            return;
        }
        let leaf = leaf as usize;
        if leaf >= self.leaves.len() {
            return; // Not in the tree.
        }
        let batch = &mut self.leaves[leaf];
        let mut bounds = Bounds::EMPTY;
        for (slot, number) in batch.numbers().enumerate() {
            let collider = Collider::of(number, triangles, boxes);
            bounds = bounds.union(&match collider {
                Collider::Triangle(_, triangle) => triangle_bounds(triangle),
                Collider::Box(known, obb) => {
                    if known == id {
                        batch.set(slot, &proxy(number, &collider));
                    }
                    box_bounds(obb)
                }
            });
        }
        let mut parent = self.leaf_parents[leaf];
        loop {
            let node = &mut self.nodes[parent.node as usize];
            node.set_bounds(parent.lane as usize, &bounds);
            bounds = node.bounds();
            if parent.node == 0 {
                return;
            }
            parent = self.node_parents[parent.node as usize];
        }
    }

    /// Calls `visit` with the proxies of all leaves that may be within `reach` of `body`, in no
    /// particular order, and with the probe of both.
    pub fn visit_near(
        &self,
        body: &Capsule,
        reach: f64,
        mut visit: impl FnMut(&Probe, &ProxyBatch),
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
            visit(&probe, batch);
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

/// Up to four descendants of `node`: its children, with the largest split further.
fn four_children(bvh: &BinaryTree, node: u32) -> ([u32; LANES], usize) {
    let mut children = [node; LANES];
    let mut count = 1;
    while count < LANES {
        let mut largest = (-1.0, 0);
        for (lane, child) in children[..count].iter().enumerate() {
            let child = &bvh.nodes[*child as usize];
            let area = child.bounds.half_area();
            if !child.is_list() && area > largest.0 {
                largest = (area, lane);
            }
        }
        if largest.0 < 0.0 {
            break;
        }
        let first = bvh.nodes[children[largest.1] as usize].first;
        children[largest.1] = first;
        children[count] = first + 1;
        count += 1;
    }
    (children, count)
}

impl fmt::Debug for Bvh {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.nodes.len();
        formatter
            .debug_struct("Bvh")
            .field("nodes", &nodes)
            .finish()
    }
}

/// The proxy of the collider with this tree index.
fn proxy(number: u32, collider: &Collider<'_>) -> Proxy {
    match collider {
        Collider::Triangle(_, triangle) => Proxy::of_triangle(number, triangle),
        Collider::Box(_, obb) => Proxy::of_box(number, obb),
    }
}

/// How far from the origin a collider reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    /// Not farther than [`SAFE`].
    Tree,
    /// Farther, but not beyond [`WORLD_EDGE`].
    Outside,
    /// Beyond the edge of the world, where nothing is found.
    Beyond,
}

impl Zone {
    fn of_reach(reach: f64) -> Self {
        if reach <= f64::from(SAFE) {
            Self::Tree
        } else if reach <= WORLD_EDGE {
            Self::Outside
        } else {
            Self::Beyond
        }
    }

    fn of_leaf(leaf: u32) -> Self {
        match leaf {
            OUTSIDE => Self::Outside,
            BEYOND => Self::Beyond,
            _ => Self::Tree,
        }
    }

    /// The leaf of a box in this zone, until the tree has one for it.
    fn leaf(self) -> u32 {
        match self {
            Self::Tree => 0,
            Self::Outside => OUTSIDE,
            Self::Beyond => BEYOND,
        }
    }
}

fn triangle_zone(triangle: &Triangle) -> Zone {
    let [a, b, c] = triangle.stored_vertices().map(|corner| corner.abs());
    Zone::of_reach(a.max(b).max(c).max_element().into())
}

fn box_zone(obb: &Obb) -> Zone {
    let half = obb.half_extents();
    Zone::of_reach(obb.center().abs().max_element() + half.x + half.y + half.z)
}

/// Whether no number of `vector` is beyond the edge of the world, or not a number.
fn is_within_edge(vector: DVec3) -> bool {
    vector.abs().cmple(DVec3::splat(WORLD_EDGE)).all()
}

fn is_in_world(body: &Capsule) -> bool {
    is_within_edge(body.base()) && body.radius() + body.rise() <= WORLD_EDGE
}

/// The batch of up to four colliders that every query visits.
fn outside_batch(numbers: &[u32]) -> ProxyBatch {
    let mut batch = ProxyBatch::EMPTY;
    for (lane, number) in numbers.iter().enumerate() {
        batch.set(lane, &Proxy::everywhere(*number));
    }
    batch
}

fn triangle_bounds(triangle: &Triangle) -> Bounds {
    let [a, b, c] = triangle.stored_vertices().map(Vec3A::from);
    Bounds::new(clamped(a.min(b).min(c)), clamped(a.max(b).max(c)))
}

fn clamped(point: Vec3A) -> Vec3A {
    point.clamp(Vec3A::splat(-EDGE), Vec3A::splat(EDGE))
}

fn box_bounds(obb: &Obb) -> Bounds {
    let (axes, half) = (obb.axes(), obb.half_extents());
    let reach =
        axes.x_axis.abs() * half.x + axes.y_axis.abs() * half.y + axes.z_axis.abs() * half.z;
    // Wider by a few rounding errors.
    let reach = reach + (reach + obb.center().abs()) * 1e-12;
    let (min, max) = (obb.center() - reach, obb.center() + reach);
    Bounds::new(round_down(min), round_up(max))
}

fn round_down(point: DVec3) -> Vec3A {
    let down = |x: f64| {
        let near = x as f32;
        if f64::from(near) > x {
            near.next_down()
        } else {
            near
        }
    };
    clamped(Vec3A::new(down(point.x), down(point.y), down(point.z)))
}

fn round_up(point: DVec3) -> Vec3A {
    -round_down(-point)
}

/// The bounds of `body` inflated by `reach`, slightly enlarged.
fn inflated_bounds(body: &Capsule, reach: f64) -> Bounds {
    let axis = body.axis();
    let reach = body.radius() + reach;
    // In f64; rounding outward to f32 enlarges it.
    let reach = DVec3::splat(reach + (reach + axis.end.abs().max_element()) * 1e-12);
    Bounds::new(round_down(axis.start - reach), round_up(axis.end + reach))
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
