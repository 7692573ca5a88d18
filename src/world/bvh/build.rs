//! Builds a binary tree over bounds, from the top down.
//!
//! Source: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies" (2007). Each node is
//! split where the areas of the halves, times the colliders in them, are smallest. Only a few planes
//! along each axis are considered. We differ where that makes no progress, as with thousands of boxes in
//! one place: below a depth that no usual world reaches, a node is split into halves of equal count. So
//! the time is n log n for any colliders.

use glam::Vec3A;

use super::super::proxy::LANES;

/// The number of slices along each axis, between which a node may be split.
///
/// Smaller: worse splits; larger: a slower build.
const SLICES: usize = 12;

/// Nodes deeper than this many times the depth of a balanced tree are split into equal halves.
///
/// Smaller: worse splits in uneven worlds; larger: a slower build of worlds that are meant to be slow.
const UNEVEN_DEPTH: u32 = 2;

/// An axis-aligned box in f32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub min: Vec3A,
    pub max: Vec3A,
}

impl Bounds {
    /// Contains nothing.
    pub const EMPTY: Self = Self {
        min: Vec3A::INFINITY,
        max: Vec3A::NEG_INFINITY,
    };

    pub fn new(min: Vec3A, max: Vec3A) -> Self {
        Self { min, max }
    }

    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Half of the surface's area; 0 of nothing.
    pub fn half_area(&self) -> f32 {
        let size = (self.max - self.min).max(Vec3A::ZERO);
        size.x * size.y + size.y * size.z + size.z * size.x
    }

    /// Twice the centre.
    fn middle(&self) -> Vec3A {
        self.min + self.max
    }
}

/// A node of a binary tree.
pub(super) struct BinaryNode {
    pub bounds: Bounds,
    /// Its colliders, from and up to these places in [`BinaryTree::order`].
    pub start: u32,
    pub end: u32,
    /// The first of its two children; 0 for a leaf.
    pub children: u32,
}

/// A binary tree whose leaves hold up to [`LANES`] colliders. Its root is the first node.
pub(super) struct BinaryTree {
    pub nodes: Vec<BinaryNode>,
    /// The index of every collider.
    pub order: Vec<u32>,
}

/// The bounds of a collider, with its index.
pub(super) struct Item {
    pub bounds: Bounds,
    pub number: u32,
}

impl BinaryTree {
    /// The tree over `items`, at least one.
    pub fn new(mut items: Vec<Item>) -> Self {
        let most_uneven = UNEVEN_DEPTH * (items.len().ilog2() + 1);
        let mut nodes = Vec::with_capacity(items.len());
        nodes.push(node(&items, 0, items.len()));
        // Pairs of a node and its depth.
        let mut stack = vec![(0_usize, 0_u32)];
        while let Some((index, depth)) = stack.pop() {
            let (start, end) = (nodes[index].start as usize, nodes[index].end as usize);
            if end - start <= LANES {
                continue;
            }
            let part = &mut items[start..end];
            let split = (depth < most_uneven).then(|| best_split(part)).flatten();
            let left = split.map_or(0, |split| partition(part, &split));
            // All in one slice, or too uneven: equal halves.
            let left = if (1..end - start).contains(&left) {
                left
            } else {
                halve(part)
            };
            let children = nodes.len();
            nodes[index].children = children as u32;
            nodes.push(node(&items, start, start + left));
            nodes.push(node(&items, start + left, end));
            stack.extend([(children, depth + 1), (children + 1, depth + 1)]);
        }
        let order = items.iter().map(|item| item.number).collect();
        Self { nodes, order }
    }
}

fn node(items: &[Item], start: usize, end: usize) -> BinaryNode {
    let all = items[start..end].iter();
    BinaryNode {
        bounds: all.fold(Bounds::EMPTY, |all, item| all.union(&item.bounds)),
        start: start as u32,
        end: end as u32,
        children: 0,
    }
}

/// A plane between two slices.
struct Split {
    axis: usize,
    /// The first slice behind the plane.
    slice: usize,
    slices: Slices,
}

/// The slices that hold the middles of some colliders.
#[derive(Clone, Copy)]
struct Slices {
    min: Vec3A,
    per_length: Vec3A,
}

impl Slices {
    fn of(items: &[Item]) -> Self {
        let around = items.iter().fold(Bounds::EMPTY, |all, item| {
            let middle = item.bounds.middle();
            all.union(&Bounds::new(middle, middle))
        });
        let size = around.max - around.min;
        // Without an extent along an axis, all are in the first slice.
        let per_length = Vec3A::splat(SLICES as f32 * 0.9999) / size.max(Vec3A::splat(1e-30));
        Self {
            min: around.min,
            per_length,
        }
    }

    /// The slices of a middle along the three axes.
    fn of_middle(&self, middle: Vec3A) -> [usize; 3] {
        let places = ((middle - self.min) * self.per_length).to_array();
        places.map(|place| (place as usize).min(SLICES - 1))
    }
}

/// The best plane between two slices; `None` if all colliders are in one slice along every axis.
fn best_split(items: &[Item]) -> Option<Split> {
    let slices = Slices::of(items);
    let mut filled = [[(Bounds::EMPTY, 0_u32); SLICES]; 3];
    for item in items {
        let places = slices.of_middle(item.bounds.middle());
        for (axis, place) in places.into_iter().enumerate() {
            let (bounds, count) = &mut filled[axis][place];
            *bounds = bounds.union(&item.bounds);
            *count += 1;
        }
    }
    let mut best: Option<(f32, Split)> = None;
    for (axis, filled) in filled.iter().enumerate() {
        let costs_left = costs_up_to(filled.iter());
        let mut costs_right = costs_up_to(filled.iter().rev());
        costs_right.reverse();
        for slice in 1..SLICES {
            let (Some(left), Some(right)) = (costs_left[slice - 1], costs_right[slice]) else {
                continue;
            };
            if best.as_ref().is_none_or(|(cost, _)| left + right < *cost) {
                best = Some((
                    left + right,
                    Split {
                        axis,
                        slice,
                        slices,
                    },
                ));
            }
        }
    }
    best.map(|(_, split)| split)
}

/// For each slice, the cost of all up to it: their area, times the number of leaves that they need. `None` while
/// there is no collider.
fn costs_up_to<'s>(slices: impl Iterator<Item = &'s (Bounds, u32)>) -> [Option<f32>; SLICES] {
    let (mut all, mut colliders) = (Bounds::EMPTY, 0);
    let mut costs = [None; SLICES];
    for (cost, (bounds, count)) in costs.iter_mut().zip(slices) {
        all = all.union(bounds);
        colliders += count;
        let leaves = colliders.div_ceil(LANES as u32);
        *cost = (colliders > 0).then(|| all.half_area() * leaves as f32);
    }
    costs
}

/// Moves the items before the plane to the front, and returns their number.
fn partition(items: &mut [Item], split: &Split) -> usize {
    let (mut left, mut right) = (0, items.len());
    while left < right {
        let places = split.slices.of_middle(items[left].bounds.middle());
        if places[split.axis] < split.slice {
            left += 1;
        } else {
            right -= 1;
            items.swap(left, right);
        }
    }
    left
}

/// Sorts the items along their longest extent into two halves of equal count, and returns the first half's.
fn halve(items: &mut [Item]) -> usize {
    let around = items.iter().fold(Bounds::EMPTY, |all, item| {
        let middle = item.bounds.middle();
        all.union(&Bounds::new(middle, middle))
    });
    let size = around.max - around.min;
    let axis = if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    };
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |a, b| {
        let by_place = a.bounds.middle()[axis].total_cmp(&b.bounds.middle()[axis]);
        by_place.then(a.number.cmp(&b.number))
    });
    half
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
    fn depth_of(items: Vec<Item>) -> u32 {
        let all: Vec<Bounds> = items.iter().map(|item| item.bounds).collect();
        let tree = BinaryTree::new(items);
        let mut order = tree.order.clone();
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..all.len() as u32), "each once");
        let (mut deepest, mut stack) = (0, vec![(0, 0)]);
        while let Some((index, depth)) = stack.pop() {
            let node = &tree.nodes[index as usize];
            deepest = depth.max(deepest);
            for number in &tree.order[node.start as usize..node.end as usize] {
                let inner = all[*number as usize];
                assert!(node.bounds.min.cmple(inner.min).all());
                assert!(node.bounds.max.cmpge(inner.max).all());
            }
            if node.children == 0 {
                assert!((1..=LANES as u32).contains(&(node.end - node.start)));
                continue;
            }
            let [first, second] = [0, 1].map(|child| &tree.nodes[(node.children + child) as usize]);
            assert_eq!((first.start, second.end), (node.start, node.end));
            assert_eq!(first.end, second.start);
            stack.extend([(node.children, depth + 1), (node.children + 1, depth + 1)]);
        }
        deepest
    }

    #[test]
    fn the_tree_of_any_colliders_is_complete_and_not_deep() {
        let mut random = Random::new(23);
        let many = 3000;
        let size = |number: usize| Vec3A::splat(number as f32);
        let one_place = |number| item(number, Vec3A::ZERO, Vec3A::ONE);
        let nested = |number| item(number, Vec3A::ZERO, size(number));
        let growing = |number| item(number, Vec3A::X * number as f32 * 1e-6, size(number));
        // Each is twice as far away as the one before, and then as far as numbers go.
        let doubling = |number: usize| {
            let far = 1e12_f32.min(2.0_f32.powi(number as i32 % 140 - 100));
            item(number, Vec3A::Y * far, Vec3A::ONE * far * 0.1)
        };
        let worlds: [(&str, &dyn Fn(usize) -> Item); 4] = [
            ("in one place", &one_place),
            ("nested", &nested),
            ("growing", &growing),
            ("doubling", &doubling),
        ];
        for (name, make) in worlds {
            for count in [1, 2, 4, 5, 8, 9, many] {
                let depth = depth_of((0..count).map(make).collect());
                // Twice the balanced depth, and a balanced rest.
                assert!(depth <= 3 * (count.ilog2() + 2), "{name}: {count}: {depth}");
            }
        }
        let scattered = (0..many).map(|number| {
            let middle = random.vec3(100.0).as_vec3a();
            item(number, middle, random.vec3(1.0).abs().as_vec3a())
        });
        let depth = depth_of(scattered.collect());
        assert!(depth < 20, "{depth}");
    }
}
