//! Tests of `build.rs`.

use super::*;
use crate::test_support::Random;

fn item(number: usize, middle: Vec3A, half: Vec3A) -> BinaryNode {
    BinaryNode::leaf(number as u32, Bounds::new(middle - half, middle + half))
}

/// Checks the tree over `items`, and returns its depth.
fn depth_of(items: &[BinaryNode], quality: BuildQuality) -> u32 {
    let numbers: Vec<_> = (0..items.len() as u32).collect();
    let bounds = |number: u32| items[number as usize].bounds();
    let around = Bounds::around(items.iter().map(BinaryNode::bounds));
    let count = items.len();
    let tree = BinaryTree::new(numbers, around, bounds, count, quality, Workers::Caller);
    let mut order = Vec::new();
    let root = tree.nodes.last().unwrap();
    let (mut deepest, mut stack) = (0, vec![(root, 0)]);
    while let Some((node, depth)) = stack.pop() {
        deepest = depth.max(deepest);
        let below: Vec<_> = if node.is_list() {
            let first = order.len();
            order.extend(tree.list(node));
            let listed = order[first..].iter();
            listed.map(|number| &items[*number as usize]).collect()
        } else {
            let children = [0, 1].map(|child| &tree.nodes[node.first() as usize + child]);
            stack.extend(children.map(|child| (child, depth + 1)));
            children.to_vec()
        };
        let all = Bounds::around(below.iter().map(|node| node.bounds()));
        assert_eq!((node.bounds().min, node.bounds().max), (all.min, all.max));
        let colliders: u32 = below.iter().map(|node| node.colliders()).sum();
        assert_eq!(node.colliders(), colliders);
    }
    order.sort_unstable();
    assert!(order.iter().copied().eq(0..items.len() as u32), "each once");
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
    let worlds: [(&str, &dyn Fn(usize) -> BinaryNode); 9] = [
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
            let items: Vec<_> = (0..count).map(make).collect();
            for quality in [BuildQuality::Fast, BuildQuality::Best] {
                let depth = depth_of(&items, quality);
                let most = 3 * (count.ilog2() + 2);
                assert!(depth <= most, "{name}: {count}: {quality:?}: {depth}");
            }
        }
    }
    let scattered = (0..many).map(|number| {
        let middle = random.vec3(100.0).as_vec3a();
        item(number, middle, random.vec3(1.0).abs().as_vec3a())
    });
    let scattered: Vec<_> = scattered.collect();
    for quality in [BuildQuality::Fast, BuildQuality::Best] {
        let depth = depth_of(&scattered, quality);
        assert!(depth < 30, "{quality:?}: {depth}");
    }
}
