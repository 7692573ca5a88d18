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
    /// Calls `visit` with every BVH node that a query for colliders within `reach` of `body` enters, parents
    /// first. The added part of the world has a separate tree, as has each added mesh.
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
mod tests;
