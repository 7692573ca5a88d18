//! Tests of `nodes.rs`.

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
            let own =
                Aabb::from_points((0..8).map(|corner| crate::geometry::Solid::vertex(obb, corner)));
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
