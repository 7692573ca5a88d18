//! The broad phase: which triangles and boxes may be near, found without looking at the others.
//!
//! A bounding volume hierarchy, built by the `obvhs` crate (D. Meister and J. Bittner, "Parallel
//! Locally-Ordered Clustering for Bounding Volume Hierarchy Construction", 2018). It works in 32
//! bits; every bound is rounded outward and every question is asked a little too large, so that it
//! may name too many and never too few. Whoever asks tests what is named exactly, so that no result
//! depends on how the tree was built.

use core::fmt;

use glam::{DVec3, Vec3A};
use obvhs::aabb::Aabb as TreeAabb;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::leaf_collapser::collapse;
use obvhs::bvh2::node::Bvh2Node;
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

use super::outline::Outline;
use crate::geometry::{Capsule, Obb, Triangle};

/// How many colliders a leaf may hold. Smaller: more nodes to go through; larger: more colliders
/// named that are not near.
const MOST_PER_LEAF: u32 = 4;

/// The price of a step down the tree against that of looking at a collider, for the choice of leaves.
const STEP_PRICE: f32 = 1.0;

/// Nodes that may wait while others are visited, before the list of them grows.
const USUAL_DEPTH: usize = 64;

/// The tree over a world's colliders: triangles by their number, then boxes by theirs.
#[derive(Clone, Default)]
pub(super) struct Tree {
    bvh: Bvh2,
    /// What is known of each collider without looking at it, in the order of the leaves.
    outlines: Vec<Outline>,
}

impl Tree {
    /// The tree over `triangles`, then `boxes`.
    pub fn new(triangles: &[Triangle], boxes: &[Obb]) -> Self {
        let bounds = || {
            let triangles = triangles.iter().map(triangle_bounds);
            triangles.chain(boxes.iter().map(box_bounds))
        };
        let bounds: Vec<TreeAabb> = bounds().collect();
        if bounds.is_empty() {
            return Self::default();
        }
        let numbers = (0..bounds.len() as u32).collect();
        let mut bvh = PlocBuilder::with_capacity(bounds.len()).build(
            PlocSearchDistance::Low,
            &bounds,
            numbers,
            SortPrecision::U64,
            2,
        );
        collapse(&mut bvh, MOST_PER_LEAF, STEP_PRICE);
        let numbers = bvh.primitive_indices.iter();
        let outlines = numbers.map(|number| outline(*number, triangles, boxes));
        let outlines = outlines.collect();
        Self { bvh, outlines }
    }

    /// Makes the nodes around the collider `number` fit again, after it moved.
    pub fn refit(&mut self, number: u32, triangles: &[Triangle], boxes: &[Obb]) {
        self.bvh.init_primitives_to_nodes_if_uninit();
        self.bvh.init_parents_if_uninit();
        let Some(leaf) = self.bvh.primitives_to_nodes.get(number as usize).copied() else {
            return;
        };
        let node = self.bvh.nodes[leaf as usize];
        let first = node.first_index as usize;
        let mut bounds = TreeAabb::empty();
        for known in &mut self.outlines[first..first + node.prim_count as usize] {
            *known = outline(known.number, triangles, boxes);
            bounds = bounds.union(&match triangles.get(known.number as usize) {
                Some(triangle) => triangle_bounds(triangle),
                None => box_bounds(&boxes[known.number as usize - triangles.len()]),
            });
        }
        self.bvh.resize_node(leaf as usize, bounds);
    }

    /// Names every collider that may be no farther from `body` than `reach`, in no order.
    pub fn visit_near(&self, body: &Capsule, reach: f64, mut visit: impl FnMut(&Outline)) {
        let Some(root) = self.bvh.nodes.first() else {
            return;
        };
        let grown = grown_bounds(body, reach);
        if root.is_leaf() {
            self.leaf(root).iter().for_each(visit);
            return;
        }
        let mut waiting = Waiting::new();
        waiting.push(root.first_index);
        while let Some(pair) = waiting.pop() {
            for index in [pair, pair + 1] {
                let node = &self.bvh.nodes[index as usize];
                if node.aabb().intersect_aabb(&grown) {
                    if node.is_leaf() {
                        self.leaf(node).iter().for_each(&mut visit);
                    } else {
                        waiting.push(node.first_index);
                    }
                }
            }
        }
    }

    /// Names what `body` may touch while it moves by `motion`, the parts that it comes to first
    /// before those behind. `visit` returns the fraction of the motion beyond which nothing matters
    /// any more.
    pub fn visit_in_order(
        &self,
        body: &Capsule,
        motion: DVec3,
        mut visit: impl FnMut(&Outline) -> f32,
    ) {
        let Some(root) = self.bvh.nodes.first() else {
            return;
        };
        let ray = GrownRay::new(body, motion);
        let mut limit = 1.0;
        let mut waiting = Waiting::new();
        waiting.push((0, ray.enter(root.aabb())));
        while let Some((index, enter)) = waiting.pop() {
            if enter > limit {
                continue;
            }
            let node = &self.bvh.nodes[index as usize];
            if node.is_leaf() {
                for outline in self.leaf(node) {
                    limit = visit(outline);
                }
                continue;
            }
            let [one, other] = [node.first_index, node.first_index + 1]
                .map(|child| (child, ray.enter(self.bvh.nodes[child as usize].aabb())));
            let (near, far) = if one.1 <= other.1 {
                (one, other)
            } else {
                (other, one)
            };
            for child in [far, near] {
                if child.1 <= limit {
                    waiting.push(child);
                }
            }
        }
    }

    fn leaf(&self, node: &Bvh2Node) -> &[Outline] {
        let first = node.first_index as usize;
        &self.outlines[first..first + node.prim_count as usize]
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.bvh.nodes.len();
        formatter
            .debug_struct("Tree")
            .field("nodes", &nodes)
            .finish()
    }
}

/// The outline of the collider `number`.
fn outline(number: u32, triangles: &[Triangle], boxes: &[Obb]) -> Outline {
    let place = number as usize;
    match triangles.get(place) {
        Some(triangle) => Outline::of_triangle(number, triangle),
        None => Outline::of_box(number, &boxes[place - triangles.len()]),
    }
}

fn triangle_bounds(triangle: &Triangle) -> TreeAabb {
    let [a, b, c] = triangle.stored_vertices().map(Vec3A::from);
    TreeAabb::new(a.min(b).min(c), a.max(b).max(c))
}

fn box_bounds(obb: &Obb) -> TreeAabb {
    let (axes, half) = (obb.axes(), obb.half_extents());
    let reach =
        axes.x_axis.abs() * half.x + axes.y_axis.abs() * half.y + axes.z_axis.abs() * half.z;
    // A few rounding errors wider.
    let reach = reach + (reach + obb.center().abs()) * 1e-12;
    let (min, max) = (obb.center() - reach, obb.center() + reach);
    TreeAabb::new(round_down(min), round_up(max))
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
    Vec3A::new(down(point.x), down(point.y), down(point.z))
}

fn round_up(point: DVec3) -> Vec3A {
    -round_down(-point)
}

/// The bounds of `body` grown by `reach`, a little too large.
fn grown_bounds(body: &Capsule, reach: f64) -> TreeAabb {
    let axis = body.axis();
    let reach = body.radius() + reach;
    // Of 64 bits, which rounding to 32 makes ample.
    let reach = DVec3::splat(reach + (reach + axis.end.abs().max_element()) * 1e-12);
    TreeAabb::new(round_down(axis.start - reach), round_up(axis.end + reach))
}

/// The way of a body's middle, for bounds grown by the body; in 32 bits, a little too large.
struct GrownRay {
    start: Vec3A,
    /// One over the way, along each axis.
    inverse: Vec3A,
    size: Vec3A,
}

impl GrownRay {
    fn new(body: &Capsule, motion: DVec3) -> Self {
        let middle = body.base() + DVec3::Y * (body.rise() * 0.5);
        let largest = middle.abs().max_element() + motion.abs().max_element();
        let slack = 6e-7 * (largest + body.radius() + body.rise());
        let size = DVec3::splat(body.radius() + slack) + DVec3::Y * (body.rise() * 0.5);
        // Along an axis without motion, everything is infinitely far away, on one side or the other.
        let inverse = |way: f64| {
            let way = way as f32;
            if way.abs() > 1e-30 { 1.0 / way } else { 1e30 }
        };
        Self {
            start: middle.as_vec3a(),
            inverse: Vec3A::new(inverse(motion.x), inverse(motion.y), inverse(motion.z)),
            size: round_up(size),
        }
    }

    /// The fraction of the way at which the body may come to what is within `bounds`; infinite if it
    /// does not.
    fn enter(&self, bounds: &TreeAabb) -> f32 {
        let one = (bounds.min - self.size - self.start) * self.inverse;
        let other = (bounds.max + self.size - self.start) * self.inverse;
        let enter = one.min(other).max_element();
        let leave = one.max(other).min_element();
        // A fraction is only so fine.
        if enter <= leave * 1.000_01 + 1e-5 && leave >= -1e-5 {
            (enter - 1e-5) * 0.999_99
        } else {
            f32::INFINITY
        }
    }
}

/// Nodes still to visit: in an array, and in a list where a tree is uncommonly deep.
struct Waiting<T> {
    array: [T; USUAL_DEPTH],
    length: usize,
    more: Vec<T>,
}

impl<T: Copy + Default> Waiting<T> {
    fn new() -> Self {
        Self {
            array: [T::default(); USUAL_DEPTH],
            length: 0,
            more: Vec::new(),
        }
    }

    fn push(&mut self, node: T) {
        match self.array.get_mut(self.length) {
            Some(place) => {
                *place = node;
                self.length += 1;
            }
            None => self.more.push(node),
        }
    }

    fn pop(&mut self) -> Option<T> {
        self.more.pop().or_else(|| {
            self.length = self.length.checked_sub(1)?;
            Some(self.array[self.length])
        })
    }
}
