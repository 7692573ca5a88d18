//! The broad phase: a bounding volume hierarchy over triangles and boxes.
//!
//! `build.rs` makes a binary tree, which `reinsert.rs` can improve. In `widen.rs` each node gets four children, which
//! `visit.rs` and `cast.rs` test together with SIMD (I. Wald and others, "Getting Rid of Packets", 2008). The broad
//! phase works in f32 and is conservative, because every bound is rounded outward and every query is slightly enlarged,
//! so it may report too many colliders but never too few. The narrow phase tests each reported collider exactly, so no
//! result depends on the shape of the tree.
//!
//! In f32, squares of huge numbers overflow. So colliders beyond [`SAFE`](super::probe::SAFE) stay
//! outside of the tree, and every query visits them; a query beyond it visits every collider that it
//! cannot exclude. Nothing is found beyond [`WORLD_EDGE`](crate::tolerance::WORLD_EDGE).

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

mod bounds;
mod build;
mod cast;
mod change;
mod nodes;
#[cfg(feature = "level")]
mod packing;
mod reinsert;
mod visit;
mod widen;

use core::fmt;
use core::ops::Range;

use glam::{Vec3, Vec3A, Vec4};

use super::Triangle;
use super::batch::{F32_ERROR, LANES, Round, Shapes};
use bounds::Bounds;
pub use nodes::BvhNode;
#[cfg(feature = "level")]
pub(super) use packing::BvhList;

/// The bit that marks a child index as a leaf. Below it are the number of its colliders less one, and the place of
/// the first of them in the order.
const LEAF: u32 = 1 << 31;

/// The bits of a place in the order.
const PLACE_BITS: u32 = 29;

/// As many colliders find a place in the order. Every query visits the rest, as if it were far outside.
const MAX_PLACES: u32 = (1 << PLACE_BITS) - LANES as u32;

/// The child index of an empty lane.
const NO_CHILD: u32 = u32::MAX;

/// The index of no collider, in places of the order that no leaf has.
const NO_COLLIDER: u32 = u32::MAX;

/// So far away that no query reaches it.
const NOWHERE: f32 = 1e18;

/// The BVH over a world's colliders. Triangles have the lower indices, then come the boxes.
#[derive(Clone, Default)]
pub(super) struct Bvh {
    nodes: Vec<Node>,
    /// The parent lane of each node but the root.
    node_parents: Vec<ParentLane>,
    /// The lane of each box.
    box_lanes: Vec<ParentLane>,
    /// The bounding sphere of each box.
    rounds: Vec<Round>,
    /// The indices of all colliders in the tree, leaf by leaf. A leaf that was added has four places.
    order: Vec<u32>,
    /// How many places were added at its end.
    added_places: usize,
    /// The bounds of each box, where boxes often move; computed again if they are too few.
    box_bounds: Vec<Bounds>,
    /// Around where each box may move without a new place in the tree, once that is known.
    homes: Vec<Option<Bounds>>,
    /// The nodes that are not used, and the first places of such leaves.
    free_nodes: Vec<u32>,
    free_leaves: Vec<u32>,
    /// The colliders beyond [`SAFE`](super::probe::SAFE), which every query visits.
    outside: Vec<u32>,
}

/// A BVH node: the bounds of up to four children as a structure of arrays, and their indices.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Node {
    /// The lower corners, and the upper ones.
    corners: [[[f32; LANES]; 3]; 2],
    children: [u32; LANES],
}

/// A body at rest, in f32, with all errors in its reach.
struct NearBody {
    middle: Vec3,
    half_rise: f32,
    reach_squared: f32,
}

/// The lane of a node that holds a child: the node, then two bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ParentLane(u32);

impl ParentLane {
    /// The lane of a box outside of the tree.
    const OUTSIDE: Self = Self(u32::MAX);

    /// The lane of a box beyond the edge of the world.
    const BEYOND: Self = Self(u32::MAX - 1);

    /// The lane of a box that was taken out.
    const ABSENT: Self = Self(u32::MAX - 2);

    fn new(node: u32, lane: usize) -> Self {
        Self(node * LANES as u32 + lane as u32)
    }

    fn is_in_tree(self) -> bool {
        self.0 < Self::ABSENT.0
    }

    fn node(self) -> usize {
        self.0 as usize / LANES
    }

    fn lane(self) -> usize {
        self.0 as usize % LANES
    }
}

/// The child index of the leaf of `count` colliders, from this place of the order on.
fn leaf_child(first: usize, count: usize) -> u32 {
    LEAF | (count as u32 - 1) << PLACE_BITS | first as u32
}

/// The places in the order that the leaf with this child index has.
#[inline(always)]
fn leaf_places(child: u32) -> Range<usize> {
    let first = (child & ((1 << PLACE_BITS) - 1)) as usize;
    let count = (child >> PLACE_BITS) as usize % LANES + 1;
    first..first + count
}

impl Bvh {
    /// The colliders of the leaf with this child index.
    #[inline(always)]
    fn leaf(&self, child: u32) -> &[u32] {
        &self.order[leaf_places(child)]
    }

    /// The colliders, for batches.
    #[inline(always)]
    pub fn shapes<'w>(&'w self, triangles: &'w [Triangle]) -> Shapes<'w> {
        Shapes {
            triangles,
            rounds: &self.rounds,
        }
    }

    /// The bounding sphere of a box.
    pub fn round(&self, number: u32) -> Round {
        self.rounds[number as usize]
    }

    /// The colliders in the tree.
    fn numbers(&self) -> impl Iterator<Item = u32> {
        let all = self.order.iter().copied();
        all.filter(|number| *number != NO_COLLIDER)
    }
}

impl Node {
    /// No children, only empty bounds that no query reaches.
    const EMPTY: Self = Self {
        corners: [[[NOWHERE; LANES]; 3]; 2],
        children: [NO_CHILD; LANES],
    };

    /// The lanes without an inner node, a bit for each.
    #[inline(always)]
    fn leaves(&self) -> u32 {
        const { assert!(LEAF == 1 << 31, "the sign of a number") };
        let [x, y, z, w] = self.children;
        let number = f32::from_bits;
        Vec4::new(number(x), number(y), number(z), number(w)).is_negative_bitmask()
    }

    fn set_bounds(&mut self, lane: usize, bounds: &Bounds) {
        for axis in 0..3 {
            self.corners[0][axis][lane] = bounds.min[axis];
            self.corners[1][axis][lane] = bounds.max[axis];
        }
    }

    /// The bounds of all children.
    fn bounds(&self) -> Bounds {
        let used = (0..LANES).filter(|lane| self.children[*lane] != NO_CHILD);
        Bounds::around(used.map(|lane| self.lane_bounds(lane)))
    }

    /// The bounds of one child.
    #[inline]
    fn lane_bounds(&self, lane: usize) -> Bounds {
        // Written out, since a `map` over an array is not inlined.
        let [[a, b, c], [x, y, z]] = &self.corners;
        Bounds::new(
            Vec3A::new(a[lane], b[lane], c[lane]),
            Vec3A::new(x[lane], y[lane], z[lane]),
        )
    }

    /// The children whose bounds a body reaches, a bit for each.
    #[inline(always)]
    fn is_near(&self, near: &NearBody) -> u32 {
        let distance_squared = self.distances_squared(near);
        let reach_squared = Vec4::splat(near.reach_squared);
        distance_squared.cmple(reach_squared).bitmask()
    }

    /// As [`Self::is_near`], if the bounds were inflated, each by the share `growth` of its size.
    fn is_near_grown(&self, near: &NearBody, growth: f32) -> u32 {
        let [min, max] = &self.corners;
        let size = |axis: usize| Vec4::from_array(max[axis]) - Vec4::from_array(min[axis]);
        let margin = (size(0) + size(1) + size(2)) * growth;
        let reach = margin + near.reach_squared.sqrt() * (1.0 + F32_ERROR);
        let distance_squared = self.distances_squared(near);
        distance_squared.cmple(reach * reach).bitmask()
    }

    /// How far beyond each child's bounds a coordinate along an axis lies; negative within them.
    #[inline(always)]
    fn gap(&self, axis: usize, coordinate: f32) -> Vec4 {
        let [min, max] = &self.corners;
        let low = Vec4::from_array(min[axis]) - coordinate;
        let high = coordinate - Vec4::from_array(max[axis]);
        low.max(high)
    }

    /// The squared distance of each child's bounds from an upright axis.
    #[inline(always)]
    fn distances_squared(&self, near: &NearBody) -> Vec4 {
        let gap = |axis: usize| self.gap(axis, near.middle[axis]);
        let (x, y, z) = (
            gap(0).max(Vec4::ZERO),
            gap(1) - near.half_rise,
            gap(2).max(Vec4::ZERO),
        );
        let y = y.max(Vec4::ZERO);
        x * x + y * y + z * z
    }

    /// The children whose bounds overlap `bounds`, a bit for each.
    #[inline]
    fn meets(&self, bounds: &Bounds) -> u32 {
        let [min_x, min_y, min_z] = self.corners[0].map(Vec4::from_array);
        let [max_x, max_y, max_z] = self.corners[1].map(Vec4::from_array);
        let (min, max) = (bounds.min, bounds.max);
        let x = min_x.cmple(Vec4::splat(max.x)) & max_x.cmpge(Vec4::splat(min.x));
        let y = min_y.cmple(Vec4::splat(max.y)) & max_y.cmpge(Vec4::splat(min.y));
        let z = min_z.cmple(Vec4::splat(max.z)) & max_z.cmpge(Vec4::splat(min.z));
        (x & y & z).bitmask()
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
