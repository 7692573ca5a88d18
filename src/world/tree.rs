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
        let outlines = numbers.map(|number| {
            let place = *number as usize;
            match triangles.get(place) {
                Some(triangle) => Outline::of_triangle(*number, triangle),
                None => Outline::of_box(*number, &boxes[place - triangles.len()]),
            }
        });
        let outlines = outlines.collect();
        Self { bvh, outlines }
    }

    /// Names every collider that `body`, grown by `reach`, may touch while it moves by `motion`, in
    /// no order.
    pub fn visit_swept(
        &self,
        body: &Capsule,
        motion: DVec3,
        reach: f64,
        mut visit: impl FnMut(&Outline),
    ) {
        let Some(root) = self.bvh.nodes.first() else {
            return;
        };
        let swept = Swept::new(body, motion, reach);
        if root.is_leaf() {
            self.visit_leaf(root, &mut visit);
            return;
        }
        let mut waiting = Waiting::new();
        waiting.push(root.first_index);
        while let Some(pair) = waiting.pop() {
            for index in [pair, pair + 1] {
                let node = &self.bvh.nodes[index as usize];
                if swept.may_touch(node.aabb()) {
                    if node.is_leaf() {
                        self.visit_leaf(node, &mut visit);
                    } else {
                        waiting.push(node.first_index);
                    }
                }
            }
        }
    }

    fn visit_leaf(&self, node: &Bvh2Node, visit: &mut impl FnMut(&Outline)) {
        let first = node.first_index as usize;
        let places = first..first + node.prim_count as usize;
        self.outlines[places].iter().for_each(visit);
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

/// A body on its way, in 32 bits, a little too large.
struct Swept {
    /// The bounds of the whole way.
    min: Vec3A,
    max: Vec3A,
    /// The middle of the body in the middle of the way.
    middle: Vec3A,
    /// Half the way.
    half: Vec3A,
    /// Half the size of the body.
    size: Vec3A,
    /// The way is so short that its bounds tell enough.
    short: bool,
}

impl Swept {
    fn new(body: &Capsule, motion: DVec3, reach: f64) -> Self {
        let half = motion * 0.5;
        let middle = body.base() + DVec3::Y * (body.rise() * 0.5) + half;
        let radius = body.radius() + reach;
        // Rounded to 32 bits, a point moves by 6e-8 of its coordinates; ten times that is ample.
        let largest = middle.abs().max_element() + half.abs().max_element();
        let slack = 6e-7 * (largest + radius + body.rise());
        let size = DVec3::splat(radius + slack) + DVec3::Y * (body.rise() * 0.5);
        let reach = half.abs() + size;
        Self {
            min: round_down(middle - reach),
            max: round_up(middle + reach),
            middle: middle.as_vec3a(),
            half: half.as_vec3a(),
            size: round_up(size),
            short: half.length_squared() < radius * radius * 0.25,
        }
    }

    /// Whether the body may touch what is within `bounds`: the way against the bounds grown by its size, by separating axes (C. Ericson, *Real-Time Collision Detection*, 2005, 5.3.3).
    fn may_touch(&self, bounds: &TreeAabb) -> bool {
        if (bounds.min.cmpgt(self.max) | bounds.max.cmplt(self.min)).any() {
            return false;
        }
        if self.short {
            return true;
        }
        // The three axes square to the way and to an axis of the bounds.
        let reach = (bounds.max - bounds.min) * 0.500_001 + self.size;
        let offset = self.middle - (bounds.max + bounds.min) * 0.5;
        let across = offset.cross(self.half).abs();
        let half = self.half.abs();
        let limit = Vec3A::new(
            reach.y * half.z + reach.z * half.y,
            reach.x * half.z + reach.z * half.x,
            reach.x * half.y + reach.y * half.x,
        );
        !across.cmpgt(limit * 1.000_01).any()
    }
}

/// Nodes still to visit: in an array, and in a list where a tree is uncommonly deep.
struct Waiting {
    array: [u32; USUAL_DEPTH],
    length: usize,
    more: Vec<u32>,
}

impl Waiting {
    fn new() -> Self {
        Self {
            array: [0; USUAL_DEPTH],
            length: 0,
            more: Vec::new(),
        }
    }

    fn push(&mut self, node: u32) {
        match self.array.get_mut(self.length) {
            Some(place) => {
                *place = node;
                self.length += 1;
            }
            None => self.more.push(node),
        }
    }

    fn pop(&mut self) -> Option<u32> {
        self.more.pop().or_else(|| {
            self.length = self.length.checked_sub(1)?;
            Some(self.array[self.length])
        })
    }
}
