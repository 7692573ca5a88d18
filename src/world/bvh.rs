//! The broad phase: a bounding volume hierarchy over triangles and boxes.
//!
//! `build.rs` makes a binary tree. In `widen.rs` each node gets four children, which `visit.rs`
//! tests together with SIMD (I. Wald and others, "Getting Rid of Packets", 2008). The broad phase
//! works in f32 and is conservative: every bound is rounded outward and every query is slightly
//! enlarged, so it may report too many colliders but never too few. The narrow phase tests each
//! reported collider exactly, so no result depends on the shape of the tree.
//!
//! In f32, squares of huge numbers overflow. So colliders beyond [`SAFE`](super::proxy::SAFE) stay
//! outside of the tree, and every query visits them; a query beyond it visits every collider that it
//! cannot exclude. Nothing is found beyond [`WORLD_EDGE`](crate::tolerance::WORLD_EDGE).

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

mod bounds;
mod build;
mod nodes;
mod packing;
mod visit;
mod widen;

use core::fmt;

use glam::{Vec3A, Vec4};

use super::proxy::{LANES, NOWHERE, ProxyBatch};
use bounds::Bounds;
pub use nodes::BvhNode;
pub(super) use packing::BvhList;

/// The bit that marks a child index as a leaf.
const LEAF: u32 = 1 << 31;

/// The child index of an empty lane.
const NO_CHILD: u32 = u32::MAX;

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
    /// The colliders beyond [`SAFE`](super::proxy::SAFE), which every query visits.
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
    #[inline]
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

impl Node {
    /// The children whose bounds, each inflated by the share `growth` of its size, overlap `bounds`.
    #[inline]
    fn meets_grown(&self, bounds: &Bounds, growth: f32) -> u32 {
        let (mut min, mut max) = (
            self.min.map(Vec4::from_array),
            self.max.map(Vec4::from_array),
        );
        let size = (max[0] - min[0]) + (max[1] - min[1]) + (max[2] - min[2]);
        let margin = size * growth;
        for axis in 0..3 {
            min[axis] -= margin;
            max[axis] += margin;
        }
        let [min, max] = [min, max].map(|part| part.map(|lanes| lanes.to_array()));
        Self { min, max, ..*self }.meets(bounds)
    }
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
