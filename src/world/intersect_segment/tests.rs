//! Tests of segments through a world.

use super::*;
use crate::geometry::{Obb, Triangle, rotation_from_degrees};
use crate::test_support::Random;
use crate::world::{BoxId, TriangleId};
use glam::{DMat3, DVec3, Vec3};

fn square(y: f32) -> [Triangle; 2] {
    let corner = |x: f32, z: f32| Vec3::new(x, y, z);
    [
        [corner(0.0, 0.0), corner(0.0, 4.0), corner(4.0, 0.0)],
        [corner(4.0, 4.0), corner(4.0, 0.0), corner(0.0, 4.0)],
    ]
    .map(|corners| Triangle::new(corners).unwrap())
}

fn down(x: f64, z: f64) -> Segment {
    Segment::new(DVec3::new(x, 6.0, z), DVec3::new(x, -2.0, z))
}

#[test]
fn the_nearer_of_two_floors_and_a_box_is_found() {
    let triangles = [square(0.0), square(2.0)].concat();
    let obb = Obb::new(
        DVec3::new(1.0, 3.5, 1.0),
        DMat3::IDENTITY,
        DVec3::splat(0.5),
    )
    .unwrap();
    let world = World::new(triangles, vec![obb]);
    let found = |x, z| {
        world
            .intersect_segment(&down(x, z))
            .map(|(id, hit)| (id, hit.fraction))
    };
    // From 6 m down by 8 m: the box's top is at 4, the upper floor at 2.
    assert_eq!(found(1.0, 1.0), Some((ColliderId::Box(BoxId(0)), 0.25)));
    assert_eq!(
        found(3.0, 3.0),
        Some((ColliderId::Triangle(TriangleId(3)), 0.5))
    );
    let up = Segment::new(DVec3::new(3.0, -2.0, 3.0), DVec3::new(3.0, 6.0, 3.0));
    let (id, hit) = world.intersect_segment(&up).unwrap();
    assert_eq!(
        (id, hit.fraction),
        (ColliderId::Triangle(TriangleId(1)), 0.25)
    );
    assert_eq!(hit.normal, DVec3::NEG_Y, "the normal faces the start");
}

#[test]
fn a_segment_through_a_shared_edge_hits_the_first_triangle() {
    let world = World::new(square(0.0).to_vec(), vec![]);
    for step in 1..100 {
        let x = f64::from(step) * 0.04;
        let (id, _) = world.intersect_segment(&down(x, 4.0 - x)).unwrap();
        assert_eq!(id, ColliderId::Triangle(TriangleId(0)), "at {x}");
    }
}

#[test]
fn a_segment_just_beside_an_edge_misses_although_the_sum_of_angles_accepts_it() {
    let [floor, _] = square(0.0);
    // 5 mm outside an edge of 4 m: the text's test accepts that.
    let next_to_edge = down(-0.005, 2.0);
    assert!(intersect_segment_triangle(&next_to_edge, &floor).is_some());
    let world = World::new(vec![floor], vec![]);
    assert_eq!(world.intersect_segment(&next_to_edge), None);
    assert!(world.intersect_segment(&down(-0.000_05, 2.0)).is_some());
}

#[test]
fn filtered_colliders_are_ignored() {
    let cube = Obb::new(DVec3::Y * 2.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let world = World::new(square(0.0).to_vec(), vec![cube]);
    let down = Segment::new(DVec3::new(0.5, 4.0, 0.5), DVec3::new(0.5, -4.0, 0.5));
    let picked = world.intersect_segment(&down).unwrap();
    assert_eq!(
        (picked.0, picked.1.fraction),
        (ColliderId::Box(BoxId(0)), 0.125)
    );
    let others = world.filtered(Filter::except(picked.0));
    let (id, hit) = others.intersect_segment(&down).unwrap();
    assert_eq!(
        (id, hit.fraction),
        (ColliderId::Triangle(TriangleId(0)), 0.5)
    );
    let nothing = world.filtered(Filter::ALL).only(&|_| false);
    assert!(nothing.intersect_segment(&down).is_none());
}

#[test]
fn a_segment_of_zero_length_finds_the_box_that_contains_it() {
    let obb = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let world = World::new(vec![], vec![obb]);
    let at = |place| world.intersect_segment(&Segment::new(place, place));
    assert_eq!(at(DVec3::X * 0.9).unwrap().1.fraction, 0.0);
    assert_eq!(at(DVec3::X * 1.1), None);
    let nan = Segment::new(DVec3::NAN, DVec3::ONE);
    assert_eq!(world.intersect_segment(&nan), None);
}

#[test]
fn the_tree_agrees_with_brute_force() {
    let mut random = Random::new(83);
    for (size, far, cases) in [(8.0, 0.0, 3000), (8.0, 1e4, 2000), (300.0, 0.0, 2000)] {
        let far = DVec3::new(far, -far, far * 0.5);
        let triangles = (0..400).filter_map(|_| {
            let center = far + random.vec3(size);
            Triangle::new([(); 3].map(|()| (center + random.vec3(1.5)).as_vec3()))
        });
        let triangles: Vec<_> = triangles.collect();
        let boxes = (0..150).map(|_| {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            Obb::new(far + random.vec3(size), rotation, random.vec3(0.8).abs()).unwrap()
        });
        let world = World::new(triangles, boxes.collect());
        let numbers = 0..(world.triangles().len() + world.boxes().len()) as u32;
        let (mut hits, mut found) = (0, Vec::new());
        for case in 0..cases {
            let start = far + random.vec3(size * 1.2);
            // Half of them aim at a collider, and some are parallel to an axis.
            let end = match case % 4 {
                0 => start + DVec3::AXES[case / 4 % 3] * (random.signed() * size * 2.0),
                1 => far + random.vec3(size * 1.2),
                _ => {
                    let there = world.boxes()[random.below(150)].center();
                    start + (there - start) * 1.5
                }
            };
            let segment = Segment::new(start, end);
            let all = numbers
                .clone()
                .filter_map(|n| world.intersect_collider(n, &segment));
            let mut slow: Vec<_> = all.collect();
            // In the order of the ids, and then of the fractions.
            slow.sort_by(|one, other| one.1.fraction.total_cmp(&other.1.fraction));
            world.intersect_segment_all(&segment, &mut found);
            assert_eq!(found, slow, "seed 83, size {size}, far {far}, case {case}");
            let fast = world.intersect_segment(&segment);
            assert_eq!(
                fast.as_ref(),
                slow.first(),
                "seed 83, size {size}, far {far}, case {case}"
            );
            hits += usize::from(fast.is_some());
        }
        assert!(hits * 3 > cases, "{hits} hits of {cases}");
        assert!(hits < cases, "every segment hits");
    }
}

#[test]
fn all_hits_of_a_segment_far_beyond_the_edge_of_the_world_have_fractions_of_the_whole() {
    let cube = |x: f64| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let world = World::new(vec![], vec![cube(10.0), cube(4.0)]);
    let mut found = Vec::new();
    let far = Segment::new(DVec3::ZERO, DVec3::X * 1e200);
    world.intersect_segment_all(&far, &mut found);
    let ids: Vec<_> = found.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [1, 0].map(|number| ColliderId::Box(BoxId(number))));
    assert_eq!(Some(&found[0]), world.intersect_segment(&far).as_ref());
    world.intersect_segment_all(&Segment::new(DVec3::NAN, DVec3::ONE), &mut found);
    assert!(found.is_empty());
}

#[test]
fn the_boxes_at_a_point_are_those_that_contain_it_and_the_filter_counts() {
    let mut random = Random::new(84);
    let boxes = (0..200).map(|_| {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        Obb::new(random.vec3(5.0), rotation, random.vec3(2.0).abs()).unwrap()
    });
    let world = World::new(square(0.0).to_vec(), boxes.collect());
    let (mut found, mut counted) = (Vec::new(), 0);
    for _ in 0..2000 {
        let point = random.vec3(6.0);
        world.boxes_at(point, &mut found);
        let contains = |obb: &&Obb| obb.to_local(point).abs().cmple(obb.half_extents()).all();
        let slow: Vec<_> = (0..).map(BoxId).zip(world.boxes()).collect();
        let slow: Vec<_> = slow
            .into_iter()
            .filter(|(_, obb)| contains(obb))
            .map(|(id, _)| id)
            .collect();
        assert_eq!(found, slow, "{point}");
        counted += found.len();
        if let Some(first) = slow.first() {
            let others = world.filtered(Filter::except(ColliderId::Box(*first)));
            others.boxes_at(point, &mut found);
            assert_eq!(found, slow[1..], "{point}");
        }
    }
    assert!(counted > 1000, "{counted}");
    world.boxes_at(DVec3::NAN, &mut found);
    assert!(found.is_empty());
}
