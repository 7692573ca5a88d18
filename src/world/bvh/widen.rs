//! Makes the tree of four children per node, and refits it.

use super::bounds::{Bounds, Zone, box_bounds, box_zone, triangle_bounds, triangle_zone};
use super::build::{BinaryNode, BinaryTree};
use super::{Bvh, LEAF, Node, ParentLane};
use crate::geometry::{Obb, Triangle};
use crate::parallel::Workers;
use crate::world::proxy::{LANES, Proxy, ProxyBatch};
use crate::world::{BoxId, Collider};

impl Bvh {
    /// The BVH over `triangles`, then `boxes`, built by `workers`.
    pub fn new(triangles: &[Triangle], boxes: &[Obb], workers: Workers) -> Self {
        let zone_and_bounds = |number: u32| match Collider::of(number, triangles, boxes) {
            Collider::Triangle(_, it) => (triangle_zone(it), triangle_bounds(it)),
            Collider::Box(_, it) => (box_zone(it), box_bounds(it)),
        };
        let count = triangles.len() + boxes.len();
        let mut leaves = workers.map_numbers(count, |number| {
            let (zone, bounds) = zone_and_bounds(number as u32);
            BinaryNode::leaf(number as u32, bounds, zone == Zone::Tree)
        });
        let mut outside = Vec::new();
        leaves.retain(|leaf| {
            if leaf.colliders == 0 && zone_and_bounds(leaf.first).0 == Zone::Outside {
                outside.push(leaf.first);
            }
            leaf.colliders > 0
        });
        let outside = outside.chunks(LANES).map(outside_batch).collect();
        let box_leaves = boxes.iter().map(|it| box_zone(it).leaf()).collect();
        if leaves.is_empty() {
            return Self {
                box_leaves,
                outside,
                ..Self::default()
            };
        }
        let tree = BinaryTree::new(&leaves, count, workers);
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
            *self = Self::new(triangles, boxes, Workers::Caller);
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

/// The proxy of the collider with this tree index.
fn proxy(number: u32, collider: &Collider<'_>) -> Proxy {
    match collider {
        Collider::Triangle(_, triangle) => Proxy::of_triangle(number, triangle),
        Collider::Box(_, obb) => Proxy::of_box(number, obb),
    }
}

/// The batch of up to four colliders that every query visits.
fn outside_batch(numbers: &[u32]) -> ProxyBatch {
    let mut batch = ProxyBatch::EMPTY;
    for (lane, number) in numbers.iter().enumerate() {
        batch.set(lane, &Proxy::everywhere(*number));
    }
    batch
}
