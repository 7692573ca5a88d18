//! Chooses which nodes of a binary tree become nodes with up to four children.
//!
//! Source: H. Ylitie, T. Karras and S. Laine, "Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs"
//! (2017). From the bottom up, each binary node learns what its colliders cost as one child, as two, and as three; a node
//! costs its surface, and four children are shared between both sides where they cost least. We differ in the surface:
//! it is that of the bounds inflated by a body, since bodies look for more than rays do. So small nodes count, too, and
//! the tree has fewer of them.

use glam::Vec3A;

use super::bounds::Bounds;
use super::build::{BinaryNode, BinaryTree};
use crate::world::batch::LANES;

/// How much wider the bounds are for the body that looks for them; metres, the size of a person's body. Smaller: more
/// nodes, and faster queries for what is smaller; larger: the reverse.
const BODY_SIZE: f32 = 0.6;

/// The least costs of a node as so many children at most, from one to three.
type Costs = [f32; LANES - 1];

/// The costs of all nodes of a binary tree.
pub(super) struct Collapse<'t> {
    tree: &'t BinaryTree,
    costs: Vec<Costs>,
}

impl<'t> Collapse<'t> {
    pub fn new(tree: &'t BinaryTree) -> Self {
        let costs = vec![Costs::default(); tree.nodes.len()];
        let mut collapse = Self { tree, costs };
        collapse.fill(tree.nodes.len() - 1);
        collapse
    }

    /// Computes the costs of the node in this place, and of all below it. The tree is not deep.
    fn fill(&mut self, at: usize) -> Costs {
        let node = &self.tree.nodes[at];
        if node.is_list() {
            return Costs::default();
        }
        let first = node.first() as usize;
        let below = [self.fill(first), self.fill(first + 1)];
        let one = own_cost(node) + share(&below, LANES).0;
        let two = one.min(share(&below, 2).0);
        let three = two.min(share(&below, 3).0);
        self.costs[at] = [one, two, three];
        self.costs[at]
    }

    /// The descendants of `node` that become its children.
    pub fn children(&self, node: u32) -> ([u32; LANES], usize) {
        let (mut children, mut count) = ([node; LANES], 0);
        let mut waiting = [(node, LANES); LANES];
        let mut left = 1;
        while left > 0 {
            left -= 1;
            let (at, most) = waiting[left];
            let Some(ways) = self.ways(at, most, at == node) else {
                children[count] = at;
                count += 1;
                continue;
            };
            let first = self.tree.nodes[at as usize].first();
            let [one, other] = ways;
            waiting[left] = (first + 1, other);
            waiting[left + 1] = (first, one);
            left += 2;
        }
        (children, count)
    }

    /// How many children each side of a node becomes, if they are `most` in all. `None` if the node stays a child
    /// itself, which the `root` of them does not.
    fn ways(&self, at: u32, most: usize, is_root: bool) -> Option<[usize; 2]> {
        let node = &self.tree.nodes[at as usize];
        if node.is_list() {
            return None;
        }
        let first = node.first() as usize;
        let below = [self.costs[first], self.costs[first + 1]];
        if is_root {
            return Some(share(&below, most).1);
        }
        let costs = &self.costs[at as usize];
        let least = costs[most - 1];
        // The fewest children that cost as little.
        let count = (1..=most).find(|count| costs[count - 1] <= least)?;
        (count > 1).then(|| share(&below, count).1)
    }
}

/// Half the surface of a node's bounds, inflated by a body.
fn own_cost(node: &BinaryNode) -> f32 {
    let bounds = node.bounds();
    let body = Vec3A::splat(BODY_SIZE * 0.5);
    Bounds::new(bounds.min - body, bounds.max + body).half_area()
}

/// The least cost of two nodes as `count` children, two to four, and how many each becomes.
fn share(below: &[Costs; 2], count: usize) -> (f32, [usize; 2]) {
    let [one, other] = below;
    let mut best = (f32::INFINITY, [1, 1]);
    for first in 1..count {
        let cost = one[first - 1] + other[count - first - 1];
        if cost < best.0 {
            best = (cost, [first, count - first]);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::Workers;
    use crate::test_support::Random;
    use crate::world::BuildQuality;

    fn tree(count: u32, quality: BuildQuality, random: &mut Random) -> BinaryTree {
        let bounds = (0..count).map(|_| {
            let (middle, half) = (random.vec3(4.0).as_vec3a(), random.vec3(0.5).abs());
            let half = half.as_vec3a();
            Bounds::new(middle - half, middle + half)
        });
        let bounds: Vec<_> = bounds.collect();
        let numbers: Vec<_> = (0..count).collect();
        let of = |number| bounds[number as usize];
        BinaryTree::new(&numbers, of, count as usize, quality, Workers::Caller)
    }

    /// All sets of at most so many descendants that hold a node's colliders, each once.
    fn cuts(tree: &BinaryTree, at: u32, most: usize) -> Vec<Vec<u32>> {
        let node = &tree.nodes[at as usize];
        let mut all = vec![vec![at]];
        if !node.is_list() {
            for first in 1..most {
                for one in cuts(tree, node.first(), first) {
                    for other in cuts(tree, node.first() + 1, most - first) {
                        all.push([&one[..], &other].concat());
                    }
                }
            }
        }
        all
    }

    /// The least cost of a node with children, of all ways to choose them.
    fn least_cost(tree: &BinaryTree, at: u32) -> f32 {
        let node = &tree.nodes[at as usize];
        if node.is_list() {
            return 0.0;
        }
        let below = cuts(tree, at, LANES)
            .into_iter()
            .filter(|cut| cut.len() > 1);
        let costs = below.map(|cut| cut.iter().map(|child| least_cost(tree, *child)).sum());
        own_cost(node) + costs.fold(f32::INFINITY, f32::min)
    }

    /// What the chosen nodes cost together, and how many lists they hold.
    fn chosen(collapse: &Collapse<'_>, at: u32) -> (f32, usize) {
        let node = &collapse.tree.nodes[at as usize];
        if node.is_list() {
            return (0.0, 1);
        }
        let (children, count) = collapse.children(at);
        assert!((2..=LANES).contains(&count));
        let below = children[..count]
            .iter()
            .map(|child| chosen(collapse, *child));
        below.fold((own_cost(node), 0), |sum, it| (sum.0 + it.0, sum.1 + it.1))
    }

    fn count_lists(tree: &BinaryTree, at: u32) -> usize {
        let node = &tree.nodes[at as usize];
        match node.is_list() {
            true => 1,
            false => count_lists(tree, node.first()) + count_lists(tree, node.first() + 1),
        }
    }

    #[test]
    fn no_other_choice_of_children_costs_less() {
        let mut random = Random::new(83);
        for count in [1, 4, 5, 9, 14, 20] {
            for quality in [BuildQuality::Fast, BuildQuality::Best] {
                for case in 0..10 {
                    let tree = tree(count, quality, &mut random);
                    let root = tree.nodes.len() as u32 - 1;
                    let (cost, lists) = chosen(&Collapse::new(&tree), root);
                    let least = least_cost(&tree, root);
                    let what = format!("seed 83, {count} colliders, case {case}");
                    assert!((cost - least).abs() <= least * 1e-5, "{what}");
                    assert_eq!(lists, count_lists(&tree, root), "{what}");
                }
            }
        }
    }
}
