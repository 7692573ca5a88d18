//! Improves a binary tree. A node moves to where it enlarges the others least.
//!
//! Source: D. Meister and J. Bittner, "Parallel Reinsertion for Bounding Volume Hierarchy Optimization" (2018). There,
//! all nodes look for their new places at the same time, and those that contradict each other wait. We move one
//! after the other, so that each sees the moves before it. We also keep the tree from becoming deep.
//!
//! ```text
//!        R                R
//!       / \              / \
//!      P   Q            B   Q        A moves to C: its parent P is gone, B takes the place of P, and
//!     / \   \    =>          \       a new node N holds A and C in the place of C.
//!    A   B   C                N
//!                            / \
//!                           A   C
//! ```

use super::bounds::Bounds;
use super::build::{BinaryNode, BinaryTree};

/// How often each node may move. Fewer: a worse tree; more: a slower build, for less and less.
const PASSES: usize = 2;

/// Its share of the surface's area must be gained by a move at least, which keeps rounding errors from moving nodes.
const MIN_GAIN: f32 = 1e-4;

impl BinaryTree {
    /// Moves nodes to better places. Children no longer come before their parents, but the root stays the last.
    pub fn reinsert(&mut self) {
        let mut reinsertion = Reinsertion::new(&mut self.nodes);
        for _ in 0..PASSES {
            // The last nodes are the largest.
            for node in (0..reinsertion.root() as u32).rev() {
                reinsertion.improve(node);
            }
        }
        let heights = reinsertion.heights;
        // Parents before their children.
        let mut inner = vec![self.nodes.len() - 1];
        inner.retain(|root| heights[*root] > 0);
        let mut done = 0;
        while let Some(node) = inner.get(done) {
            let first = self.nodes[*node].first() as usize;
            inner.extend(
                [first, first + 1]
                    .into_iter()
                    .filter(|child| heights[*child] > 0),
            );
            done += 1;
        }
        for node in inner.into_iter().rev() {
            self.join_children(node);
        }
    }
}

/// A tree whose nodes move. Siblings are in places that differ in the lowest bit only.
struct Reinsertion<'t> {
    nodes: &'t mut [BinaryNode],
    /// The parent of each pair of siblings.
    parents: Vec<u32>,
    /// How many nodes are on the longest way down from each one; 0 for a list.
    heights: Vec<u32>,
    /// No move makes the tree deeper than this.
    most_depth: u32,
    /// The places that a search has still to look at, each with the gain of the move without the place itself.
    waiting: Vec<(f32, u32)>,
}

impl<'t> Reinsertion<'t> {
    /// Of nodes whose children come before them.
    fn new(nodes: &'t mut [BinaryNode]) -> Self {
        let mut heights = vec![0; nodes.len()];
        let mut parents = vec![0; nodes.len() / 2];
        for (at, node) in nodes.iter().enumerate().filter(|(_, node)| !node.is_list()) {
            let first = node.first() as usize;
            heights[at] = 1 + heights[first].max(heights[first + 1]);
            parents[first / 2] = at as u32;
        }
        Self {
            most_depth: 2 * nodes.len().ilog2() + 4,
            nodes,
            parents,
            heights,
            waiting: Vec::new(),
        }
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    fn parent(&self, node: u32) -> Option<u32> {
        self.parents.get(node as usize / 2).copied()
    }

    fn bounds(&self, node: u32) -> Bounds {
        self.nodes[node as usize].bounds()
    }

    /// Moves `node` to the best place.
    fn improve(&mut self, node: u32) {
        if let Some(place) = self.best_place(node)
            && self.depth(place) + 1 + self.height(node).max(self.height(place)) <= self.most_depth
        {
            self.put(node, place);
        }
    }

    fn height(&self, node: u32) -> u32 {
        self.heights[node as usize]
    }

    /// How many nodes are above `node`.
    fn depth(&self, node: u32) -> u32 {
        let above = core::iter::successors(self.parent(node), |above| self.parent(*above));
        above.count() as u32
    }

    /// The node that should become the sibling of `node`. `None` if that is the one it has.
    fn best_place(&mut self, node: u32) -> Option<u32> {
        let bounds = self.bounds(node);
        let area = bounds.half_area();
        let mut pivot = self.parent(node)?;
        let mut gain = self.bounds(pivot).half_area();
        // The bounds of the pivot without the node.
        let mut left = Bounds::EMPTY;
        let mut sibling = node ^ 1;
        let (mut best, mut best_gain) = (None, gain * MIN_GAIN);
        loop {
            self.waiting.push((gain, sibling));
            while let Some((gain, place)) = self.waiting.pop() {
                // The area of both is not less than that of the node.
                if gain - area <= best_gain {
                    continue;
                }
                let there = &self.nodes[place as usize];
                let gain = gain - there.bounds().union(&bounds).half_area();
                if gain > best_gain && place != node ^ 1 {
                    (best, best_gain) = (Some(place), gain);
                }
                if self.heights[place as usize] > 0 {
                    let gain = gain + there.bounds().half_area();
                    let first = there.first();
                    self.waiting.extend([(gain, first), (gain, first + 1)]);
                }
            }
            left = left.union(&self.bounds(sibling));
            if sibling != node ^ 1 {
                gain += self.bounds(pivot).half_area() - left.half_area();
            }
            let Some(above) = self.parent(pivot) else {
                return best;
            };
            (sibling, pivot) = (pivot ^ 1, above);
        }
    }

    /// Makes `node` the sibling of the node in `place`, which is neither above nor below it, nor its sibling.
    fn put(&mut self, node: u32, place: u32) {
        let Some(parent) = self.parent(node) else {
            return;
        };
        let sibling = node ^ 1;
        let bounds = self.bounds(node).union(&self.bounds(place));
        let (sibling_node, moved) = (self.node(sibling), self.node(place));
        self.set_node(parent, sibling_node);
        // If the sibling held the place, its children have a new parent now, and the place is still the same.
        self.set_node(sibling, moved);
        self.parents[node as usize / 2] = place;
        self.nodes[place as usize].set_first(node & !1);
        self.nodes[place as usize].set_bounds(bounds);
        self.heights[place as usize] = 1 + self.height(node).max(self.height(sibling));
        self.refit_above(place);
        self.refit_above(parent);
    }

    fn node(&self, node: u32) -> (BinaryNode, u32) {
        (self.nodes[node as usize], self.height(node))
    }

    /// Puts a node in another place, with the nodes below it.
    fn set_node(&mut self, place: u32, (node, height): (BinaryNode, u32)) {
        self.nodes[place as usize] = node;
        self.heights[place as usize] = height;
        if height > 0 {
            self.parents[node.first() as usize / 2] = place;
        }
    }

    fn refit_above(&mut self, node: u32) {
        let mut next = self.parent(node);
        while let Some(above) = next {
            let first = self.nodes[above as usize].first();
            let bounds = self.bounds(first).union(&self.bounds(first + 1));
            let height = 1 + self.height(first).max(self.height(first + 1));
            self.nodes[above as usize].set_bounds(bounds);
            self.heights[above as usize] = height;
            next = self.parent(above);
        }
    }
}

#[cfg(test)]
mod tests;
