//! Builds a binary tree over bounds, from the bottom up.
//!
//! Source: D. Meister and J. Bittner, "Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy
//! Construction" (2018). The clusters are sorted along a Morton curve. In each pass, each of them chooses
//! the neighbour with which it has the smallest bounds, and two that choose each other become one. We
//! differ where hardly any do so, as with thousands of boxes in one place or around one centre: then each
//! cluster merges with the next one. So after two passes at most, a fair share of the clusters is gone, and
//! the time is n log n for any colliders.

use glam::Vec3A;

use super::bounds::Bounds;

/// How many passes compare only adjacent clusters. Smaller: a slower build; larger: a worse tree.
const QUICK_PASSES: usize = 2;

/// How many clusters ahead the other passes look. Smaller: a worse tree; larger: a slower build.
const SEARCH_DISTANCE: usize = 6;

/// A pass merges few clusters if it merges less than one of this many.
///
/// Smaller: worse trees of usual worlds; larger: a slower build of unusual ones.
const FEW: usize = 16;

/// The bits of a Morton code along each axis.
const CODE_BITS: u32 = 21;

/// A node of a binary tree.
#[derive(Clone, Copy)]
pub(super) struct BinaryNode {
    pub bounds: Bounds,
    /// How many colliders it holds.
    pub colliders: u32,
    /// The first of its two children; the index of the only collider.
    pub first: u32,
}

/// A binary tree with one collider in each leaf.
pub(super) struct BinaryTree {
    /// Children come before their parents, and the root is the last.
    pub nodes: Vec<BinaryNode>,
}

/// The bounds of a collider, with its index.
pub(super) struct Item {
    pub bounds: Bounds,
    pub number: u32,
}

impl BinaryTree {
    /// The tree over `items`.
    pub fn new(items: &[Item]) -> Self {
        let mut nodes = Vec::with_capacity(items.len() * 2);
        let mut clusters = sorted_leaves(items);
        let mut merged = Vec::with_capacity(items.len());
        let mut choices = Vec::with_capacity(items.len());
        for pass in 0.. {
            let count = clusters.len();
            if count <= 1 {
                break;
            }
            let quick = pass < QUICK_PASSES;
            choose(
                &clusters,
                if quick { 1 } else { SEARCH_DISTANCE },
                &mut choices,
            );
            merge(&clusters, &choices, &mut nodes, &mut merged);
            core::mem::swap(&mut clusters, &mut merged);
            if count - clusters.len() < count.div_ceil(FEW) {
                choose_next(clusters.len(), &mut choices);
                merge(&clusters, &choices, &mut nodes, &mut merged);
                core::mem::swap(&mut clusters, &mut merged);
            }
        }
        nodes.append(&mut clusters);
        Self { nodes }
    }

    /// Calls `visit` with the index of each collider below `node`.
    pub fn visit_colliders(&self, node: &BinaryNode, visit: &mut impl FnMut(u32)) {
        if node.colliders == 1 {
            visit(node.first);
        } else {
            let first = node.first as usize;
            for child in &self.nodes[first..first + 2] {
                self.visit_colliders(child, visit);
            }
        }
    }
}

/// A cluster for each item, in the order of their centres along a Morton curve.
fn sorted_leaves(items: &[Item]) -> Vec<BinaryNode> {
    let all = items.iter();
    let around = all.fold(Bounds::EMPTY, |all, item| all.union(&item.bounds));
    let codes = 1 << CODE_BITS;
    // Without an extent along an axis, all centres have the code 0 there.
    let size = (around.max - around.min).max(Vec3A::splat(f32::MIN_POSITIVE));
    let per_length = Vec3A::splat(codes as f32 * 0.5) / size;
    let code = |item: &Item| {
        let twice = (item.bounds.min - around.min) + (item.bounds.max - around.min);
        let places = (twice * per_length).to_array();
        let [x, y, z] = places.map(|place| spread((place as u32).min(codes - 1)));
        x | y << 1 | z << 2
    };
    let mut order: Vec<(u64, u32)> = items.iter().map(code).zip(0..).collect();
    order.sort_unstable();
    let leaf = |(_, place): (u64, u32)| {
        let item = &items[place as usize];
        BinaryNode {
            bounds: item.bounds,
            colliders: 1,
            first: item.number,
        }
    };
    order.into_iter().map(leaf).collect()
}

/// The low [`CODE_BITS`] bits of `number`, each followed by two zeros.
fn spread(number: u32) -> u64 {
    let mut bits = u64::from(number);
    for (shift, mask) in [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

/// The neighbour that a cluster chooses, and the area of both together.
#[derive(Clone, Copy)]
struct Choice {
    place: u32,
    area: f32,
}

/// Lets each cluster choose among those up to `distance` before and behind it. Of equals, it chooses the
/// last one, so at least two choose each other.
fn choose(clusters: &[BinaryNode], distance: usize, choices: &mut Vec<Choice>) {
    let none = Choice {
        place: 0,
        area: f32::INFINITY,
    };
    choices.clear();
    choices.resize(clusters.len(), none);
    for (place, cluster) in clusters.iter().enumerate() {
        let mut choice = choices[place];
        let end = (place + 1 + distance).min(clusters.len());
        let others = clusters[place + 1..end].iter();
        let others_choices = choices[place + 1..end].iter_mut();
        for ((other, other_choice), number) in others.zip(others_choices).zip(place as u32 + 1..) {
            let area = cluster.bounds.union(&other.bounds).half_area();
            if area <= choice.area {
                choice = Choice {
                    place: number,
                    area,
                };
            }
            if area <= other_choice.area {
                *other_choice = Choice {
                    place: place as u32,
                    area,
                };
            }
        }
        choices[place] = choice;
    }
}

/// Lets each of `count` clusters choose the next one, or the one before, in pairs.
fn choose_next(count: usize, choices: &mut Vec<Choice>) {
    choices.clear();
    choices.extend((0..count as u32).map(|place| Choice {
        place: place ^ 1,
        area: 0.0,
    }));
}

/// Fills `merged` with the clusters after those that chose each other became one. Their nodes are added to
/// `nodes`.
fn merge(
    clusters: &[BinaryNode],
    choices: &[Choice],
    nodes: &mut Vec<BinaryNode>,
    merged: &mut Vec<BinaryNode>,
) {
    merged.clear();
    for (place, (cluster, choice)) in clusters.iter().zip(choices).enumerate() {
        let other = choice.place as usize;
        let mutual = choices
            .get(other)
            .is_some_and(|back| back.place as usize == place);
        if !mutual {
            merged.push(*cluster);
        } else if place < other {
            let both = [*cluster, clusters[other]];
            merged.push(BinaryNode {
                bounds: both[0].bounds.union(&both[1].bounds),
                colliders: both[0].colliders + both[1].colliders,
                first: nodes.len() as u32,
            });
            nodes.extend(both);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    fn item(number: usize, middle: Vec3A, half: Vec3A) -> Item {
        Item {
            bounds: Bounds::new(middle - half, middle + half),
            number: number as u32,
        }
    }

    /// Checks the tree over `items`, and returns its depth.
    fn depth_of(items: &[Item]) -> u32 {
        let tree = BinaryTree::new(items);
        let mut order = Vec::new();
        let root = tree.nodes.last().unwrap();
        tree.visit_colliders(root, &mut |number| order.push(number));
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..items.len() as u32), "each once");
        let (mut deepest, mut stack) = (0, vec![(root, 0)]);
        while let Some((node, depth)) = stack.pop() {
            deepest = depth.max(deepest);
            if node.colliders == 1 {
                let inner = items[node.first as usize].bounds;
                assert_eq!((node.bounds.min, node.bounds.max), (inner.min, inner.max));
                continue;
            }
            let [first, second] = [0, 1].map(|child| &tree.nodes[node.first as usize + child]);
            let both = first.bounds.union(&second.bounds);
            assert_eq!((node.bounds.min, node.bounds.max), (both.min, both.max));
            assert_eq!(node.colliders, first.colliders + second.colliders);
            stack.extend([(first, depth + 1), (second, depth + 1)]);
        }
        deepest
    }

    #[test]
    fn the_tree_of_any_colliders_is_complete_and_not_deep() {
        let mut random = Random::new(23);
        let many = 20_000;
        let size = |number: usize| Vec3A::splat(number as f32);
        let one_place = |number| item(number, Vec3A::ZERO, Vec3A::ONE);
        let nested = |number| item(number, Vec3A::ZERO, size(number));
        let growing = |number| item(number, Vec3A::X * number as f32 * 1e-6, size(number));
        // Each is twice as far away as the one before, and then as far as numbers go.
        let doubling = |number: usize| {
            let far = 1e12_f32.min(2.0_f32.powi(number as i32 % 140 - 100));
            item(number, Vec3A::Y * far, Vec3A::ONE * far * 0.1)
        };
        let chain = |number| item(number, Vec3A::X * number as f32, size(number));
        let shrinking = |number| {
            item(
                number,
                Vec3A::X * number as f32,
                size(1 << 20) / (number + 1) as f32,
            )
        };
        let piles = |number| item(number, Vec3A::Z * (number % 3) as f32 * 1e3, Vec3A::ONE);
        let flat = |number| {
            item(
                number,
                Vec3A::X * (number / 2) as f32,
                Vec3A::new(0.5, 0.0, 0.5),
            )
        };
        let grid = |number: usize| {
            let place = Vec3A::new((number % 50) as f32, 0.0, (number / 50) as f32);
            item(number, place, Vec3A::splat(0.5))
        };
        let worlds: [(&str, &dyn Fn(usize) -> Item); 9] = [
            ("in one place", &one_place),
            ("nested", &nested),
            ("growing", &growing),
            ("doubling", &doubling),
            ("a chain of growing ones", &chain),
            ("a chain of shrinking ones", &shrinking),
            ("piles", &piles),
            ("pairs in a row", &flat),
            ("a grid", &grid),
        ];
        for (name, make) in worlds {
            for count in [1, 2, 4, 5, 8, 9, many] {
                let depth = depth_of(&(0..count).map(make).collect::<Vec<_>>());
                assert!(depth <= 3 * (count.ilog2() + 2), "{name}: {count}: {depth}");
            }
        }
        let scattered = (0..many).map(|number| {
            let middle = random.vec3(100.0).as_vec3a();
            item(number, middle, random.vec3(1.0).abs().as_vec3a())
        });
        let depth = depth_of(&scattered.collect::<Vec<_>>());
        assert!(depth < 24, "{depth}");
    }
}
