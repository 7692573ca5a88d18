//! Tests of `reinsert.rs`.

use super::*;
use crate::parallel::Workers;
use crate::test_support::Random;
use crate::world::BuildQuality;

fn tree(count: u32, random: &mut Random) -> BinaryTree {
    let bounds = (0..count).map(|_| {
        let (middle, half) = (random.vec3(20.0).as_vec3a(), random.vec3(2.0).abs());
        let half = half.as_vec3a();
        Bounds::new(middle - half, middle + half)
    });
    let bounds: Vec<_> = bounds.collect();
    let numbers: Vec<_> = (0..count).collect();
    let of = |number| bounds[number as usize];
    let (count, workers) = (count as usize, Workers::Caller);
    let around = Bounds::around(bounds.iter().copied());
    BinaryTree::new(numbers, around, of, count, BuildQuality::Fast, workers)
}

/// The area of all nodes that have children.
fn area(reinsertion: &Reinsertion<'_>) -> f32 {
    let nodes = 0..=reinsertion.root() as u32;
    let inner = nodes.filter(|node| reinsertion.height(*node) > 0);
    inner.map(|node| reinsertion.bounds(node).half_area()).sum()
}

fn is_below(reinsertion: &Reinsertion<'_>, node: u32, top: u32) -> bool {
    let mut above = core::iter::successors(Some(node), |node| reinsertion.parent(*node));
    above.any(|node| node == top)
}

#[test]
fn a_node_moves_to_the_best_of_all_places() {
    let mut random = Random::new(59);
    let (mut moves, mut stays) = (0, 0);
    for case in 0..20 {
        let tree = tree(90, &mut random);
        for node in 0..tree.nodes.len() as u32 - 1 {
            let area_after = |place: Option<u32>| {
                let mut nodes = tree.nodes.clone();
                let mut reinsertion = Reinsertion::new(&mut nodes);
                if let Some(place) = place {
                    reinsertion.put(node, place);
                }
                area(&reinsertion)
            };
            let mut nodes = tree.nodes.clone();
            let mut reinsertion = Reinsertion::new(&mut nodes);
            let found = reinsertion.best_place(node);
            let places = (0..tree.nodes.len() as u32).filter(|place| {
                !is_below(&reinsertion, *place, node)
                    && !is_below(&reinsertion, node, *place)
                    && *place != node ^ 1
            });
            let best = places.map(|place| area_after(Some(place)));
            let (before, best) = (area_after(None), best.fold(f32::INFINITY, f32::min));
            let label = format!("seed 59, case {case}, node {node}");
            assert!(area_after(found) <= best.min(before) * 1.001, "{label}");
            moves += u32::from(found.is_some());
            stays += u32::from(found.is_none());
        }
    }
    assert!(moves > 100 && stays > 100, "{moves} move, {stays} stay");
}

#[test]
fn reinsertion_makes_the_nodes_smaller_and_not_deep() {
    let mut random = Random::new(61);
    for count in [1, 4, 5, 9, 3000] {
        let mut tree = tree(count, &mut random);
        let mut reinsertion = Reinsertion::new(&mut tree.nodes);
        let before = area(&reinsertion);
        for node in (0..reinsertion.root() as u32).rev() {
            let last = area_of_root(&reinsertion);
            reinsertion.improve(node);
            assert_eq!(area_of_root(&reinsertion), last, "nothing is lost");
        }
        let root = reinsertion.root() as u32;
        assert!(reinsertion.height(root) <= reinsertion.most_depth);
        let after = area(&reinsertion);
        assert!(after <= before * 1.000_1, "{count}: {before} {after}");
        assert!(count < 3000 || after < before * 0.97, "{before} {after}");
    }
}

fn area_of_root(reinsertion: &Reinsertion<'_>) -> f32 {
    reinsertion.bounds(reinsertion.root() as u32).half_area()
}
