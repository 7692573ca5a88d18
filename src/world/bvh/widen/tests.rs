//! Tests of `widen.rs`.

use super::*;
use crate::test_support::Random;

/// All ways to replace a node of a binary tree by as many of its descendants as there are lanes, or fewer.
fn ways(bvh: &BinaryTree, node: u32, lanes: usize) -> Vec<Vec<u32>> {
    let mut ways = vec![vec![node]];
    let here = &bvh.nodes[node as usize];
    if here.is_list() {
        return ways;
    }
    for to_first in 1..lanes {
        for of_first in self::ways(bvh, here.first(), to_first) {
            for of_second in self::ways(bvh, here.first() + 1, lanes - to_first) {
                ways.push(of_first.iter().chain(&of_second).copied().collect());
            }
        }
    }
    ways
}

/// The area of the node and of all nodes below it, if each gets the children that `choose` returns.
fn area(bvh: &BinaryTree, node: u32, choose: &dyn Fn(u32) -> Vec<u32>) -> f32 {
    let here = &bvh.nodes[node as usize];
    if here.is_list() {
        return 0.0;
    }
    let children = choose(node).into_iter();
    here.bounds().half_area() + children.map(|child| area(bvh, child, choose)).sum::<f32>()
}

/// The least area of the node and of all nodes below it, with any children.
fn least_area(bvh: &BinaryTree, node: u32) -> f32 {
    let here = &bvh.nodes[node as usize];
    if here.is_list() {
        return 0.0;
    }
    let ways = ways(bvh, node, LANES)
        .into_iter()
        .filter(|way| way.len() > 1);
    let below = ways.map(|way| way.iter().map(|child| least_area(bvh, *child)).sum::<f32>());
    here.bounds().half_area() + below.fold(f32::INFINITY, f32::min)
}

#[test]
fn no_other_children_of_the_nodes_have_less_area() {
    let mut random = Random::new(67);
    for case in 0..60 {
        let count = [1, 4, 5, 8, 13, 30][case % 6];
        let boxes: Vec<Bounds> = (0..count)
            .map(|_| {
                let (middle, half) = (random.vec3(9.0).as_vec3a(), random.vec3(3.0).abs());
                Bounds::new(middle - half.as_vec3a(), middle + half.as_vec3a())
            })
            .collect();
        let numbers: Vec<u32> = (0..count as u32).collect();
        let around = Bounds::around(boxes.iter().copied());
        let of = |number: u32| boxes[number as usize];
        for quality in [BuildQuality::Fast, BuildQuality::Best] {
            let bvh = BinaryTree::new(numbers.clone(), around, of, count, quality, Workers::Caller);
            let lanes = Lanes::new(&bvh);
            let root = bvh.nodes.len() as u32 - 1;
            let choose = |node| {
                let (children, count) = lanes.four_children(&bvh, node);
                assert!(count > 1, "a node of several has several children");
                children[..count].to_vec()
            };
            let (found, least) = (area(&bvh, root, &choose), least_area(&bvh, root));
            assert!(
                found <= least * (1.0 + 1e-5),
                "{case}: {quality:?}: {found} > {least}"
            );
        }
    }
}
