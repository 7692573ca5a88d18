//! Makes the tree of four children per node, and refits it.

use super::bounds::{Bounds, Zone, box_bounds, box_zone, triangle_bounds, triangle_zone};
use super::build::{BinaryNode, BinaryTree};
use core::ops::Range;

use super::{Bvh, LEAF, MAX_PLACES, NO_CHILD, Node, ParentLane, leaf_child, leaf_places};
use crate::geometry::{Obb, Triangle};
use crate::parallel::Workers;
use crate::world::batch::{LANES, Round};
use crate::world::{BoxId, BuildQuality, Collider};

impl Bvh {
    /// The BVH over `triangles`, then `boxes`, built by `workers`.
    // It is large, and called from several places.
    #[inline(never)]
    pub fn new(
        triangles: &[Triangle],
        boxes: &[Obb],
        quality: BuildQuality,
        workers: Workers,
    ) -> Self {
        let count = triangles.len() + boxes.len();
        let collider = |number| Collider::of(number, triangles, boxes);
        let mut leaves = workers.map_numbers(count, |number| {
            BinaryNode::leaf(number as u32, bounds(&collider(number as u32)))
        });
        let mut outside = Vec::new();
        leaves.retain(|leaf| {
            let zone = match collider(leaf.first) {
                Collider::Triangle(_, triangle) => triangle_zone(triangle),
                Collider::Box(_, obb) => box_zone(obb),
            };
            let in_tree = zone == Zone::Tree && leaf.first < MAX_PLACES;
            if !in_tree && zone != Zone::Beyond {
                outside.push(leaf.first);
            }
            in_tree
        });
        let tree = Self {
            box_lanes: boxes.iter().map(|it| box_zone(it).lane()).collect(),
            rounds: boxes.iter().map(Round::of_box).collect(),
            outside,
            ..Self::default()
        };
        if leaves.is_empty() {
            return tree;
        }
        let binary = BinaryTree::new(leaves, count, quality, workers);
        tree.widen(&binary, triangles.len())
    }

    /// Converts a binary tree to four children per node and up to four colliders per leaf: the
    /// largest child is replaced by its own children until there are four.
    fn widen(self, bvh: &BinaryTree, triangles: usize) -> Self {
        let mut tree = self;
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
            let (children, count) = four_children(bvh, old);
            for (lane, child) in children[..count].iter().enumerate() {
                let child_node = &bvh.nodes[*child as usize];
                node.set_bounds(lane, &child_node.bounds);
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
        // Children come after their parents.
        for at in (0..self.nodes.len()).rev() {
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
                    let listed = &self.order[leaf_places(child)];
                    if !listed
                        .iter()
                        .any(|number| moved.contains(&(*number as usize)))
                    {
                        continue;
                    }
                    let all = listed.iter();
                    let all = all.map(|number| bounds(&Collider::of(*number, triangles, boxes)));
                    all.fold(Bounds::EMPTY, |all, bounds| all.union(&bounds))
                };
                self.nodes[at].set_bounds(lane, &bounds);
                is_changed[at] = true;
            }
        }
    }

    /// Refits the nodes around the box `id` after it moved.
    pub fn refit(&mut self, id: BoxId, triangles: &[Triangle], boxes: &[Obb]) {
        let (number, obb) = (id.0 as usize, &boxes[id.0 as usize]);
        let mut parent = self.box_lanes[number];
        let zone = box_zone(obb);
        if zone != Zone::of_lane(parent) {
            *self = Self::new(triangles, boxes, BuildQuality::Fast, Workers::Caller);
            return;
        }
        self.rounds[number] = Round::of_box(obb);
        if zone != Zone::Tree {
            return;
        }
        let child = self.nodes[parent.node()].children[parent.lane()];
        let listed = self.order[leaf_places(child)].iter();
        let all = listed.map(|number| bounds(&Collider::of(*number, triangles, boxes)));
        let mut bounds = all.fold(Bounds::EMPTY, |all, bounds| all.union(&bounds));
        loop {
            let node = &mut self.nodes[parent.node()];
            node.set_bounds(parent.lane(), &bounds);
            bounds = node.bounds();
            if parent.node() == 0 {
                return;
            }
            parent = self.node_parents[parent.node()];
        }
    }
}

fn bounds(collider: &Collider<'_>) -> Bounds {
    match collider {
        Collider::Triangle(_, triangle) => triangle_bounds(triangle),
        Collider::Box(_, obb) => box_bounds(obb),
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
