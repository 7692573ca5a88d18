//! Makes the tree of four children per node, and refits it.

use super::bounds::{Bounds, Zone, bounds, box_zone, triangle_zone, zone};
use super::build::BinaryTree;
use core::ops::Range;

use super::{Bvh, LEAF, MAX_PLACES, NO_CHILD, Node, ParentLane, leaf_child};
use crate::geometry::{Obb, Triangle};
use crate::parallel::Workers;
use crate::world::BuildQuality;
use crate::world::batch::{LANES, Round};
use crate::world::collider::{BoxId, Collider};

impl Bvh {
    /// The BVH over those of `triangles`, then `boxes`, that `is_in` names by their numbers, built by `workers`.
    // It is large, and called from several places.
    #[inline(never)]
    pub fn new(
        triangles: &[Triangle],
        boxes: &[Obb],
        is_in: &dyn Fn(u32) -> bool,
        quality: BuildQuality,
        workers: Workers,
    ) -> Self {
        let count = triangles.len() + boxes.len();
        let collider = |number| Collider::of(number, triangles, boxes);
        let bounds = |number| bounds(&collider(number));
        let is_inside = |number| zone(&collider(number)) == Zone::Tree && number < MAX_PLACES;
        let mut inside = Vec::with_capacity(count);
        inside.extend((0..count as u32).filter(|number| is_in(*number)));
        let pieces = workers.map_pieces(&inside, |_, piece| {
            let (mut around, mut are_all_inside) = (Bounds::EMPTY, true);
            for number in piece {
                if is_inside(*number) {
                    around = around.union(&bounds(*number));
                } else {
                    are_all_inside = false;
                }
            }
            (around, are_all_inside)
        });
        let around = Bounds::around(pieces.iter().map(|(around, _)| *around));
        let mut outside = Vec::new();
        if pieces.iter().any(|(_, are_all_inside)| !are_all_inside) {
            outside.extend(inside.extract_if(.., |number| !is_inside(*number)));
            outside.retain(|number| zone(&collider(*number)) != Zone::Beyond);
        }
        let tree = Self {
            box_lanes: (triangles.len() as u32..)
                .zip(boxes)
                .map(|(number, obb)| match is_in(number) {
                    true => box_zone(obb).lane(),
                    false => ParentLane::ABSENT,
                })
                .collect(),
            rounds: boxes.iter().map(Round::of_box).collect(),
            outside,
            ..Self::default()
        };
        if inside.is_empty() {
            return tree;
        }
        let binary = BinaryTree::new(inside, around, bounds, count, quality, workers);
        tree.widen(&binary, triangles.len())
    }

    /// [`Self::new`] of the usual quality on the calling thread.
    pub fn built(triangles: &[Triangle], boxes: &[Obb], is_in: &dyn Fn(u32) -> bool) -> Self {
        Self::new(triangles, boxes, is_in, BuildQuality::Fast, Workers::Caller)
    }

    /// Converts a binary tree to four children per node and up to four colliders per leaf: those
    /// descendants of a node become its children with which the tree costs least.
    fn widen(self, bvh: &BinaryTree, triangles: usize) -> Self {
        let (mut tree, lanes) = (self, Lanes::new(bvh));
        tree.order.reserve_exact(bvh.colliders());
        // Pairs of a binary node and its new node, with the new node's parent lane.
        let mut stack = vec![(bvh.nodes.len() as u32 - 1, ParentLane::default())];
        while let Some((old, parent)) = stack.pop() {
            let new = tree.nodes.len() as u32;
            if let Some(above) = tree.nodes.get_mut(parent.node()) {
                above.children[parent.lane()] = new;
            }
            let mut node = Node::EMPTY;
            tree.node_parents.push(parent);
            let (children, count) = lanes.four_children(bvh, old);
            for (lane, child) in children[..count].iter().enumerate() {
                let child_node = &bvh.nodes[*child as usize];
                node.set_bounds(lane, &child_node.bounds());
                let parent = ParentLane::new(new, lane);
                if !child_node.is_list() {
                    stack.push((*child, parent));
                    continue;
                }
                let first = tree.order.len();
                for number in bvh.list(child_node) {
                    tree.order.push(number);
                    if let Some(number) = (number as usize).checked_sub(triangles) {
                        tree.box_lanes[number] = parent;
                    }
                }
                node.children[lane] = leaf_child(first, tree.order.len() - first);
            }
            tree.nodes.push(node);
        }
        tree.nodes.shrink_to_fit();
        tree.node_parents.shrink_to_fit();
        tree
    }

    /// Whether each of `new` belongs to the same zone as that of `old` in its place.
    pub fn zones_alike(old: &[Triangle], new: &[Triangle]) -> bool {
        let mut pairs = old.iter().zip(new);
        pairs.all(|(old, new)| triangle_zone(old) == triangle_zone(new))
    }

    /// Refits the nodes around the triangles with these numbers after they moved within their zones.
    pub fn refit_triangles(&mut self, moved: Range<usize>, triangles: &[Triangle], boxes: &[Obb]) {
        let mut is_changed = vec![false; self.nodes.len()];
        for at in self.parents_first().into_iter().rev() {
            for lane in 0..LANES {
                let child = self.nodes[at].children[lane];
                if child == NO_CHILD {
                    continue;
                }
                let bounds = if child & LEAF == 0 {
                    if !is_changed[child as usize] {
                        continue;
                    }
                    self.nodes[child as usize].bounds()
                } else {
                    let has_moved = |number: &u32| moved.contains(&(*number as usize));
                    if !self.leaf(child).iter().any(has_moved) {
                        continue;
                    }
                    self.leaf_bounds(child, triangles, boxes)
                };
                self.nodes[at].set_bounds(lane, &bounds);
                is_changed[at] = true;
            }
        }
    }

    /// All nodes in use, each after its parent.
    fn parents_first(&self) -> Vec<usize> {
        let mut found: Vec<usize> = self.nodes.first().map(|_| 0).into_iter().collect();
        let mut next = 0;
        while let Some(at) = found.get(next) {
            let children = self.nodes[*at].children.into_iter();
            let inner = children.filter(|child| child & LEAF == 0);
            found.extend(inner.map(|child| child as usize));
            next += 1;
        }
        found
    }

    /// Refits the nodes around the box `id` after it moved. Returns whether it could, not if the box left the tree for
    /// what is outside, or came back.
    #[must_use]
    pub fn refit(&mut self, id: BoxId, triangles: &[Triangle], boxes: &[Obb]) -> bool {
        let (number, obb) = (id.0 as usize, &boxes[id.0 as usize]);
        let parent = self.box_lanes[number];
        let zone = box_zone(obb);
        if parent == ParentLane::ABSENT {
            return true;
        }
        if zone != Zone::of_lane(parent) {
            return false;
        }
        self.rounds[number] = Round::of_box(obb);
        if zone != Zone::Tree {
            return true;
        }
        let child = self.nodes[parent.node()].children[parent.lane()];
        let bounds = self.leaf_bounds(child, triangles, boxes);
        self.refit_lane(parent, bounds);
        true
    }

    /// Gives a lane other bounds, and refits the nodes above.
    pub(super) fn refit_lane(&mut self, mut lane: ParentLane, mut bounds: Bounds) {
        loop {
            let node = &mut self.nodes[lane.node()];
            if node.lane_bounds(lane.lane()) == bounds {
                return;
            }
            node.set_bounds(lane.lane(), &bounds);
            bounds = node.bounds();
            if lane.node() == 0 {
                return;
            }
            lane = self.node_parents[lane.node()];
        }
    }

    /// The bounds of the leaf with this child index.
    pub(super) fn leaf_bounds(&self, child: u32, triangles: &[Triangle], boxes: &[Obb]) -> Bounds {
        let listed = self.leaf(child).iter();
        Bounds::around(listed.map(|number| bounds(&Collider::of(*number, triangles, boxes))))
    }
}

/// How each node of a binary tree becomes lanes of a wider node with the least cost: the area of all nodes that it becomes. In
/// the end, lists cost the same in all trees.
///
/// For each node, two bits for each of one to four lanes say how many of them the first of its two children gets; 0 if the node
/// itself takes one lane.
///
/// Source: H. Ylitie and others, "Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs" (2017).
struct Lanes(Vec<u8>);

impl Lanes {
    fn new(bvh: &BinaryTree) -> Self {
        let mut lanes = Self(vec![0; bvh.nodes.len()]);
        lanes.add_below(bvh, bvh.nodes.len() - 1);
        lanes
    }

    /// Finds the best for the node `at` and all below it. Returns its least cost with one, two or three lanes.
    // Recursive, as no tree is deep: build.rs tests it.
    fn add_below(&mut self, bvh: &BinaryTree, at: usize) -> [f32; LANES - 1] {
        let node = &bvh.nodes[at];
        if node.is_list() {
            return [0.0; LANES - 1];
        }
        let first = node.first() as usize;
        let siblings = [first, first + 1].map(|child| self.add_below(bvh, child));
        let four = split::<LANES>(&siblings);
        let one = (node.bounds().half_area() + four.0, 0);
        let less = |split: (f32, u8)| if split.0 < one.0 { split } else { one };
        let (two, three) = (less(split::<2>(&siblings)), less(split::<3>(&siblings)));
        self.0[at] = two.1 << 2 | three.1 << 4 | four.1 << 6;
        [one.0, two.0, three.0]
    }

    /// The up to four descendants of `node` that cost least.
    fn four_children(&self, bvh: &BinaryTree, node: u32) -> ([u32; LANES], usize) {
        let (mut children, mut count) = ([node; LANES], 0);
        let mut waiting = [(node, LANES); LANES];
        let mut waits = 1;
        while waits > 0 {
            waits -= 1;
            let (at, lanes) = waiting[waits];
            let to_first = usize::from(self.0[at as usize] >> (2 * (lanes - 1)) & 3);
            if to_first > 0 {
                let first = bvh.nodes[at as usize].first();
                waiting[waits] = (first, to_first);
                waiting[waits + 1] = (first + 1, lanes - to_first);
                waits += 2;
            } else {
                children[count] = at;
                count += 1;
            }
        }
        (children, count)
    }
}

/// The least cost of two siblings that share this many lanes, and how many of them the first one gets.
#[inline(always)]
fn split<const LANES_OF_BOTH: usize>([first, second]: &[[f32; LANES - 1]; 2]) -> (f32, u8) {
    let mut least = (f32::INFINITY, 1);
    for to_first in 1..LANES_OF_BOTH {
        let both = first[to_first - 1] + second[LANES_OF_BOTH - to_first - 1];
        if both < least.0 {
            least = (both, to_first as u8);
        }
    }
    least
}

#[cfg(test)]
mod tests;
