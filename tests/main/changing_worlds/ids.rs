//! Ids, states and copies.

use std::sync::Arc;

use sidle::geometry::{Obb, Pose, Sphere, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::world::{BoxId, ColliderId, Filter, MeshId, TriangleId, World};

fn cube(x: f64) -> Obb {
    Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap()
}

fn leaf() -> Triangle {
    Triangle::new([
        Vec3::Y * 9.0,
        Vec3::new(0.0, 9.0, 1.0),
        Vec3::new(1.0, 9.0, 0.0),
    ])
    .unwrap()
}

fn first(world: &World, from: f64) -> Option<ColliderId> {
    let ball = Sphere::new(DVec3::X * from, 0.25).unwrap();
    world
        .sweep_sphere(&ball, DVec3::X * 100.0)
        .map(|(id, _)| id)
}

#[test]
fn no_id_comes_twice_however_often_something_comes_and_goes() {
    let mut world = World::new(vec![leaf()], vec![cube(50.0)]);
    let mut last = (BoxId(0), MeshId(TriangleId(0)));
    for _ in 0..5000 {
        let id = world.add_box(cube(3.0)).unwrap();
        let mesh = world.add_mesh(vec![leaf(); 3], &Pose::IDENTITY).unwrap();
        assert!(id > last.0 && mesh > last.1);
        assert!(world.remove(ColliderId::Box(id)) && world.remove_mesh(mesh));
        assert!(!world.remove(ColliderId::Box(id)) && !world.remove_mesh(mesh));
        assert!(!world.move_box(id, cube(1.0)) && !world.move_mesh(mesh, &Pose::IDENTITY));
        assert!(
            !world.set_enabled(ColliderId::Box(id), true) && !world.set_mesh_enabled(mesh, true)
        );
        assert!(
            !world.set_tag(ColliderId::Box(id), 1) && !world.set_layers(ColliderId::Box(id), 1)
        );
        assert_eq!(
            (world.obb(id), world.triangle(mesh.0), world.mesh_pose(mesh)),
            (None, None, None)
        );
        assert_eq!(
            world
                .filtered(Filter::except(ColliderId::Box(id)))
                .world()
                .tag(ColliderId::Box(id)),
            0
        );
        last = (id, mesh);
    }
    assert_eq!(
        world.boxes_with_ids().count() + world.triangles_with_ids().count(),
        2
    );
}

#[test]
fn a_removed_collider_of_the_built_lists_never_comes_back() {
    let mut world = World::new(vec![leaf()], vec![cube(0.0), cube(5.0)]);
    let [removed, left] = [0, 1].map(|id| ColliderId::Box(BoxId(id)));
    assert!(world.remove(removed) && !world.remove(removed));
    assert!(!world.set_enabled(removed, true) && !world.move_box(BoxId(0), cube(2.0)));
    world.rebuild();
    assert_eq!(first(&world, -9.0), Some(left));
    assert!(world.remove(ColliderId::Triangle(TriangleId(0))));
    assert!(!world.move_triangles(TriangleId(0), &[leaf()]));
    assert!(!world.remove(ColliderId::Triangle(TriangleId(7))));
    assert_eq!(world.into_parts(), (vec![], vec![cube(5.0)]));
}

#[test]
fn a_disabled_collider_moves_and_keeps_its_place_when_it_is_enabled_again() {
    let mut world = World::new(vec![], vec![cube(5.0)]);
    let added = world.add_box(cube(9.0)).unwrap();
    for id in [BoxId(0), added] {
        let collider = ColliderId::Box(id);
        assert!(world.set_enabled(collider, false) && world.set_enabled(collider, false));
        assert!(!world.is_enabled(collider));
        assert_ne!(first(&world, -9.0), Some(collider));
        // Also to where it is outside of the tree, and back.
        assert!(world.move_box(id, cube(1e14)) && world.move_box(id, cube(1.0)));
        assert_ne!(first(&world, -9.0), Some(collider));
        world.rebuild();
        assert_ne!(first(&world, -9.0), Some(collider));
        assert!(world.set_enabled(collider, true) && world.set_enabled(collider, true));
        assert_eq!(first(&world, -9.0), Some(collider));
        assert!(world.move_box(id, cube(20.0)));
    }
}

#[test]
fn a_copy_is_not_changed_with_the_world_and_an_unchanged_one_is_equal() {
    let world = Arc::new(World::new(vec![leaf()], vec![cube(5.0)]));
    let mut copy = Arc::clone(&world);
    let changed = Arc::make_mut(&mut copy);
    let mesh = changed.add_mesh(vec![leaf()], &Pose::IDENTITY).unwrap();
    let id = changed.add_box(cube(2.0)).unwrap();
    let mut second = changed.clone();
    assert_eq!(second, *changed);
    assert!(second.move_mesh(mesh, &Pose::new(DVec3::Y, DVec3::ZERO).unwrap()));
    assert!(second.move_box(BoxId(0), cube(7.0)));
    assert_ne!(second, *changed);
    assert_eq!(changed.triangle(mesh.0), Some(&leaf()));
    assert_eq!(changed.boxes(), [cube(5.0)]);
    assert_eq!(
        (world.boxes_with_ids().count(), world.triangle_count()),
        (1, 1)
    );
    assert_eq!(
        (first(&world, 0.0), first(&copy, 0.0)),
        (Some(ColliderId::Box(BoxId(0))), Some(ColliderId::Box(id)))
    );
    assert_eq!(
        Arc::unwrap_or_clone(world).into_parts(),
        (vec![leaf()], vec![cube(5.0)])
    );
}

#[test]
fn a_mesh_that_loses_a_triangle_where_it_should_go_stays() {
    let mut world = World::default();
    assert_eq!(world.add_mesh(vec![], &Pose::IDENTITY), None);
    let far = Pose::new(DVec3::X * 1e9, DVec3::ZERO).unwrap();
    assert_eq!(world.add_mesh(vec![leaf()], &far), None);
    let mesh = world.add_mesh(vec![leaf()], &Pose::IDENTITY).unwrap();
    assert!(!world.move_mesh(mesh, &far));
    assert_eq!(world.triangle(mesh.0), Some(&leaf()));
    assert_eq!(world.mesh_pose(mesh), Some(&Pose::IDENTITY));
    // Only the whole mesh can be removed or disabled.
    let part = ColliderId::Triangle(mesh.0);
    assert!(!world.remove(part) && !world.set_enabled(part, false) && world.is_enabled(part));
}

#[test]
fn sorted_nested_and_equal_boxes_make_no_deep_tree() {
    let kinds: [fn(u32) -> Obb; 3] = [
        |number| cube(f64::from(number)),
        |number| {
            Obb::new(
                DVec3::ZERO,
                DMat3::IDENTITY,
                DVec3::splat(f64::from(number) + 1.0),
            )
            .unwrap()
        },
        |_| cube(0.0),
    ];
    for (kind, make) in kinds.into_iter().enumerate() {
        for back in [false, true] {
            let mut world = World::default();
            let order = |number: u32| if back { 9999 - number } else { number };
            let ids: Vec<_> = (0..10_000)
                .filter_map(|at| world.add_box(make(order(at))))
                .collect();
            let deepest = |world: &World| {
                let mut deepest = 0;
                let body = Sphere::new(DVec3::ZERO, 1e5).unwrap();
                world.visit_bvh(body, 1.0, |node| deepest = deepest.max(node.depth));
                deepest
            };
            assert!(deepest(&world) < 16, "kind {kind}: {}", deepest(&world));
            for id in &ids[..9990] {
                assert!(world.remove(ColliderId::Box(*id)));
            }
            assert!(deepest(&world) < 6, "kind {kind}: {}", deepest(&world));
            assert_eq!(world.boxes_with_ids().count(), 10);
        }
    }
}
