//! Packs the broad phase, so that another instance of the program need not build it again.

use super::{Bvh, LEAF, NO_CHILD, Node, ParentLane, leaf_places};
use crate::geometry::packing::{Packed, pack_list, packed_fields, unpack_list};
use crate::world::batch::Round;

/// The lists of a [`Bvh`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BvhList {
    Nodes,
    NodeParents,
    BoxLanes,
    Rounds,
    Order,
    Outside,
}

impl BvhList {
    pub const ALL: [Self; 6] = [
        Self::Nodes,
        Self::NodeParents,
        Self::BoxLanes,
        Self::Rounds,
        Self::Order,
        Self::Outside,
    ];
}

packed_fields!(Node { corners, children });
packed_fields!(Round { center, radius });

impl Packed for ParentLane {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.0.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Packed::unpack(bytes).map(Self)
    }
}

impl Bvh {
    /// Packs one of its lists.
    pub fn pack(&self, list: BvhList, tag: u8, emit: &mut dyn FnMut(&[u8])) {
        match list {
            BvhList::Nodes => pack_list(tag, &self.nodes, emit),
            BvhList::NodeParents => pack_list(tag, &self.node_parents, emit),
            BvhList::BoxLanes => pack_list(tag, &self.box_lanes, emit),
            BvhList::Rounds => pack_list(tag, &self.rounds, emit),
            BvhList::Order => pack_list(tag, &self.order, emit),
            BvhList::Outside => pack_list(tag, &self.outside, emit),
        }
    }

    /// Adds a chunk of one of its lists. `None` if the chunk is damaged.
    pub fn unpack(&mut self, list: BvhList, chunk: &[u8]) -> Option<()> {
        match list {
            BvhList::Nodes => unpack_list(&mut self.nodes, chunk),
            BvhList::NodeParents => unpack_list(&mut self.node_parents, chunk),
            BvhList::BoxLanes => unpack_list(&mut self.box_lanes, chunk),
            BvhList::Rounds => unpack_list(&mut self.rounds, chunk),
            BvhList::Order => unpack_list(&mut self.order, chunk),
            BvhList::Outside => unpack_list(&mut self.outside, chunk),
        }
    }

    /// Whether a query and a refit end in it, without an index that is out of range, in a world of `count` colliders.
    pub fn is_sound(&self, triangles: usize, boxes: usize) -> bool {
        let (nodes, places, colliders) = (self.nodes.len(), self.order.len(), triangles + boxes);
        // Children come after their parents, so there is no circle.
        let is_child = |parent: usize, child: u32| {
            child == NO_CHILD
                || match child & LEAF {
                    0 => (parent + 1..nodes).contains(&(child as usize)),
                    _ => leaf_places(child).end <= places,
                }
        };
        let mut numbered = self.nodes.iter().enumerate();
        let mut parents = self.node_parents.iter().enumerate();
        let mut numbers = self.order.iter().chain(&self.outside);
        let is_box_lane = |lane: &ParentLane| {
            let in_tree = ![ParentLane::OUTSIDE, ParentLane::BEYOND].contains(lane);
            let child = || {
                self.nodes
                    .get(lane.node())
                    .map(|node| node.children[lane.lane()])
            };
            !in_tree || child().is_some_and(|child| child != NO_CHILD && child & LEAF != 0)
        };
        self.node_parents.len() == nodes
            && self.box_lanes.len() == boxes
            && self.rounds.len() == boxes
            && numbered.all(|(at, node)| node.children.iter().all(|child| is_child(at, *child)))
            && parents.all(|(at, parent)| parent.node() <= at.saturating_sub(1))
            && self.box_lanes.iter().all(is_box_lane)
            && numbers.all(|number| (*number as usize) < colliders)
    }
}
