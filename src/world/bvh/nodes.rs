//! The nodes of the broad phase, for display.

use glam::DVec3;

use super::bounds::{Bounds, inflated_bounds, is_in_world};
use super::{Bvh, LEAF, NO_CHILD, Node};
use crate::geometry::{Aabb, Capsule};
use crate::world::World;
use crate::world::batch::lanes;

/// A BVH node of the broad phase.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BvhNode {
    /// The node's depth in the tree: 0 for the root's children.
    pub depth: u32,
    /// The node's bounds, slightly enlarged.
    pub bounds: Aabb,
    /// Whether it is a leaf with colliders; else it holds smaller nodes.
    pub leaf: bool,
}

impl World {
    /// Calls `visit` with every BVH node that a query for colliders within `reach` of `body`
    /// enters, parents first. What was added to the world has a tree of its own, and so has each added mesh.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::World};
    /// let solid = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let world = World::new(vec![], vec![solid]);
    /// let ball = Sphere::new(DVec3::X * 3.0, 0.5).unwrap();
    /// let mut nodes = Vec::new();
    /// world.visit_bvh(ball, 2.0, |node| nodes.push(node));
    /// assert_eq!((nodes.len(), nodes[0].depth, nodes[0].leaf), (1, 0, true));
    /// assert!((nodes[0].bounds.max() - DVec3::ONE).length() < 1e-6);
    /// ```
    pub fn visit_bvh(&self, body: impl Into<Capsule>, reach: f64, mut visit: impl FnMut(BvhNode)) {
        let body = body.into();
        if !is_in_world(&body) || !reach.is_finite() {
            return;
        }
        let bounds = inflated_bounds(&body, reach);
        self.bvh.visit_bvh(&bounds, &mut visit);
        let trees = self.added.iter().flat_map(|added| added.trees());
        trees.for_each(|tree| tree.visit_bvh(&bounds, &mut visit));
    }
}

impl Bvh {
    fn visit_bvh(&self, bounds: &Bounds, visit: &mut impl FnMut(BvhNode)) {
        let mut stack: Vec<(u32, u32)> = self.nodes.first().map(|_| (0, 0)).into_iter().collect();
        while let Some((index, depth)) = stack.pop() {
            let node = &self.nodes[index as usize];
            for lane in lanes(node.meets(bounds)) {
                let child = node.children[lane];
                if child == NO_CHILD {
                    continue;
                }
                let leaf = child & LEAF != 0;
                if let Some(bounds) = node.cell(lane) {
                    visit(BvhNode {
                        depth,
                        bounds,
                        leaf,
                    });
                }
                if !leaf {
                    stack.push((child, depth + 1));
                }
            }
        }
    }
}

impl Node {
    /// The bounds of one child; `None` for an empty lane.
    fn cell(&self, lane: usize) -> Option<Aabb> {
        let corners = self
            .corners
            .map(|corner| corner.map(|axis| f64::from(axis[lane])));
        Aabb::from_points(corners.map(DVec3::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Obb, Sphere};
    use crate::test_support::Random;
    use glam::DMat3;

    #[test]
    fn every_near_box_is_in_a_leaf_that_is_visited_after_its_ancestors() {
        let mut random = Random::new(19);
        let boxes = (0..200).map(|_| {
            let half = DVec3::splat(0.1) + random.vec3(0.5).abs();
            Obb::new(random.vec3(20.0), DMat3::IDENTITY, half).unwrap()
        });
        let world = World::new(vec![], boxes.collect());
        let mut deepest = 0;
        for case in 0..100 {
            let ball = Sphere::new(random.vec3(20.0), 1.0).unwrap();
            let mut nodes: Vec<BvhNode> = Vec::new();
            world.visit_bvh(ball, 2.0, |cell| {
                let inside = |around: &&BvhNode| {
                    around.depth + 1 == cell.depth && contains(&around.bounds, &cell.bounds)
                };
                let known = cell.depth == 0 || nodes.iter().any(|around| inside(&around));
                assert!(known, "seed 19, case {case}: {cell:?}");
                deepest = deepest.max(cell.depth);
                nodes.push(cell);
            });
            let mut near = Vec::new();
            world.surfaces_near(ball, 2.0, &mut near);
            for surface in near {
                let crate::world::ColliderId::Box(id) = surface.collider else {
                    panic!("the world has only boxes")
                };
                let obb = &world.boxes()[id.0 as usize];
                let own = Aabb::from_points(
                    (0..8).map(|corner| crate::geometry::Solid::vertex(obb, corner)),
                );
                let holds = |cell: &BvhNode| cell.leaf && contains(&cell.bounds, &own.unwrap());
                assert!(nodes.iter().any(holds), "seed 19, case {case}: {id:?}");
            }
        }
        assert!(deepest >= 2, "{deepest}");
        World::default().visit_bvh(Sphere::new(DVec3::ZERO, 1.0).unwrap(), 9.0, |cell| {
            panic!("an empty world has a node: {cell:?}")
        });
    }

    fn contains(outer: &Aabb, inner: &Aabb) -> bool {
        outer.min().cmple(inner.min()).all() && inner.max().cmple(outer.max()).all()
    }
}
