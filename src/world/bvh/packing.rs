//! Packs the broad phase, so that another instance of the program need not build it again.

use super::bounds::{BEYOND, OUTSIDE};
use super::{Bvh, LEAF, NO_CHILD, Node, ParentLane};
use crate::geometry::packing::{Packed, pack_list, unpack_list};
use crate::world::proxy::{LANES, ProxyBatch};

/// The lists of a [`Bvh`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BvhList {
    Nodes,
    NodeParents,
    LeafParents,
    BoxLeaves,
    Leaves,
    Outside,
}

impl BvhList {
    pub const ALL: [Self; 6] = [
        Self::Nodes,
        Self::NodeParents,
        Self::LeafParents,
        Self::BoxLeaves,
        Self::Leaves,
        Self::Outside,
    ];
}

impl Packed for Node {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.min.pack(bytes);
        self.max.pack(bytes);
        self.children.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            min: Packed::unpack(bytes)?,
            max: Packed::unpack(bytes)?,
            children: Packed::unpack(bytes)?,
        })
    }
}

impl Packed for ParentLane {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.node.pack(bytes);
        self.lane.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            node: Packed::unpack(bytes)?,
            lane: Packed::unpack(bytes)?,
        })
    }
}

impl Bvh {
    /// Packs one of its lists.
    pub fn pack(&self, list: BvhList, tag: u8, emit: &mut dyn FnMut(&[u8])) {
        match list {
            BvhList::Nodes => pack_list(tag, &self.nodes, emit),
            BvhList::NodeParents => pack_list(tag, &self.node_parents, emit),
            BvhList::LeafParents => pack_list(tag, &self.leaf_parents, emit),
            BvhList::BoxLeaves => pack_list(tag, &self.box_leaves, emit),
            BvhList::Leaves => pack_list(tag, &self.leaves, emit),
            BvhList::Outside => pack_list(tag, &self.outside, emit),
        }
    }

    /// Adds a chunk of one of its lists. `None` if the chunk is damaged.
    pub fn unpack(&mut self, list: BvhList, chunk: &[u8]) -> Option<()> {
        match list {
            BvhList::Nodes => unpack_list(&mut self.nodes, chunk),
            BvhList::NodeParents => unpack_list(&mut self.node_parents, chunk),
            BvhList::LeafParents => unpack_list(&mut self.leaf_parents, chunk),
            BvhList::BoxLeaves => unpack_list(&mut self.box_leaves, chunk),
            BvhList::Leaves => unpack_list(&mut self.leaves, chunk),
            BvhList::Outside => unpack_list(&mut self.outside, chunk),
        }
    }

    /// Whether a query and a refit end in it, without an index that is out of range, in a world of so many colliders.
    pub fn is_sound(&self, triangles: usize, boxes: usize) -> bool {
        let (nodes, leaves, colliders) = (self.nodes.len(), self.leaves.len(), triangles + boxes);
        // Children come after their parents, so there is no circle.
        let is_child = |parent: usize, child: u32| {
            child == NO_CHILD
                || match child & LEAF {
                    0 => (parent + 1..nodes).contains(&(child as usize)),
                    _ => ((child & !LEAF) as usize) < leaves,
                }
        };
        let is_lane =
            |parent: &ParentLane| (parent.node as usize) < nodes && (parent.lane as usize) < LANES;
        let mut numbered = self.nodes.iter().enumerate();
        let mut parents = self.node_parents.iter().enumerate();
        let mut batches = self.leaves.iter().chain(&self.outside);
        let has_colliders =
            |batch: &ProxyBatch| batch.numbers().all(|number| (number as usize) < colliders);
        let is_leaf = |leaf: &u32| {
            matches!(*leaf, OUTSIDE | BEYOND) || leaves == 0 || (*leaf as usize) < leaves
        };
        self.node_parents.len() == nodes
            && self.leaf_parents.len() == leaves
            && self.box_leaves.len() == boxes
            && numbered.all(|(at, node)| node.children.iter().all(|child| is_child(at, *child)))
            && parents
                .all(|(at, parent)| is_lane(parent) && parent.node as usize <= at.saturating_sub(1))
            && self.leaf_parents.iter().all(is_lane)
            && self.box_leaves.iter().all(is_leaf)
            && batches.all(has_colliders)
    }
}
