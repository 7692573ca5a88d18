//! Tests of worlds: of any quality, after moves, and far out.

use super::*;
use crate::geometry::{Capsule, Segment, Sphere, rotation_from_degrees};
use crate::test_support::Random;
#[cfg(feature = "level")]
use crate::test_support::with_threads;
use glam::{DMat3, DVec3};

#[cfg(feature = "level")]
#[test]
fn every_number_of_threads_builds_the_same_world() {
    for count in [0, 1, 2, 5, 8192, 8193, 40_000] {
        let mut random = Random::new(count);
        let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
        for number in 0..count {
            // Some are too far away for the tree.
            let reach = if number % 1000 == 7 { 1e13 } else { 50.0 };
            let at = random.vec3(reach);
            let corners = [0; 3].map(|_| (at + random.vec3(reach * 0.02)).as_vec3());
            triangles.extend(Triangle::new(corners));
            if number % 50 == 3 {
                boxes.extend(Obb::new(at, DMat3::IDENTITY, DVec3::splat(0.3)));
            }
        }
        for quality in [BuildQuality::Fast, BuildQuality::Best] {
            let bits = |workers| {
                let (triangles, boxes) = (triangles.clone(), boxes.clone());
                let world = World::build(triangles, boxes, quality, workers);
                let mut chunks = Vec::new();
                world.pack(&mut |chunk| chunks.push(chunk.to_vec()));
                chunks
            };
            let expected = bits(Workers::Caller);
            for threads in [1, 2, 16] {
                let found = with_threads(threads, || bits(Workers::All));
                assert!(
                    found.as_ref() == Some(&expected),
                    "{count} triangles, {threads} threads, {quality:?}"
                );
            }
        }
    }
}

#[test]
fn every_query_finds_the_same_in_a_world_of_any_quality() {
    let mut random = Random::new(53);
    let (mut hits, mut surfaces) = (0, 0);
    for (count, size) in [
        (0, 1.0),
        (1, 1.0),
        (4, 0.5),
        (5, 0.5),
        (40, 2.0),
        (4000, 9.0),
    ] {
        let (mut triangles, mut boxes) = (Vec::new(), Vec::new());
        for number in 0..count {
            // Most are small, some long, and some are beyond the tree.
            let reach = if number % 500 == 7 { 1e13 } else { size };
            let edge = if number % 9 == 1 { reach } else { 0.4 };
            let at = random.vec3(reach);
            let corners = [0; 3].map(|_| (at + random.vec3(edge)).as_vec3());
            triangles.extend(Triangle::new(corners));
            if number % 10 == 3 {
                let axes = rotation_from_degrees(random.vec3(180.0));
                boxes.extend(Obb::new(random.vec3(size), axes, random.vec3(0.3).abs()));
            }
        }
        let mut fast = World::new(triangles.clone(), boxes.clone());
        let mut best = World::with_quality(triangles, boxes, BuildQuality::Best);
        let (mut of_fast, mut of_best) = (Vec::new(), Vec::new());
        for case in 0..400 {
            let label = format!("seed 53, {count} triangles, case {case}");
            if case == 200 && !fast.boxes().is_empty() {
                let moved = Obb::new(random.vec3(size), DMat3::IDENTITY, DVec3::ONE * 0.2);
                for world in [&mut fast, &mut best] {
                    assert!(world.move_box(BoxId(0), moved.unwrap()), "{label}");
                }
            }
            let body = Capsule::new(random.vec3(size), 0.2, [0.0, 0.7][case % 2]).unwrap();
            let motion = random.vec3([0.0, 0.1, 2.0, 50.0][case / 2 % 4]);
            let hit = fast.sweep_capsule(&body, motion);
            assert_eq!(best.sweep_capsule(&body, motion), hit, "{label}");
            hits += usize::from(hit.is_some());
            let reach = [0.0, 0.3, 3.0][case % 3];
            fast.surfaces_near(body, reach, &mut of_fast);
            best.surfaces_near(body, reach, &mut of_best);
            assert_eq!(of_best, of_fast, "{label}");
            surfaces += of_fast.len();
            assert_eq!(
                best.worst_overlap(body),
                fast.worst_overlap(body),
                "{label}"
            );
            let segment = Segment::new(body.base(), body.base() + motion);
            let seen = fast.intersect_segment(&segment);
            assert_eq!(best.intersect_segment(&segment), seen, "{label}");
        }
    }
    assert!(
        hits > 300 && surfaces > 3000,
        "{hits} hits, {surfaces} surfaces"
    );
}

#[test]
fn a_world_whose_boxes_moved_answers_like_a_rebuilt_one() {
    let mut random = Random::new(71);
    let mut obb = || {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        Obb::new(random.vec3(8.0), rotation, random.vec3(0.8).abs()).unwrap()
    };
    let mut moved = World::new(vec![], (0..60).map(|_| obb()).collect());
    let places: Vec<_> = (0..300).map(|_| obb()).collect();
    for (turn, place) in places.into_iter().enumerate() {
        assert!(moved.move_box(BoxId(turn as u32 * 7 % 60), place));
    }
    let new = World::new(vec![], moved.boxes().to_vec());
    assert_eq!(moved, new);
    let mut hits = 0;
    for case in 0..500 {
        let sphere = Sphere::new(random.vec3(9.0), 0.3).unwrap();
        let motion = random.vec3(9.0);
        let hit = new.sweep_sphere(&sphere, motion);
        assert_eq!(
            moved.sweep_sphere(&sphere, motion),
            hit,
            "seed 71, case {case}"
        );
        hits += u32::from(hit.is_some());
    }
    assert!(hits > 50, "{hits}");
    assert!(!moved.move_box(BoxId(60), moved.boxes()[0]));
}

#[cfg(feature = "level")]
#[test]
fn a_world_whose_shapes_left_the_tree_and_came_back_has_the_bits_of_a_new_one() {
    let mut random = Random::new(73);
    let near: Vec<_> = (0..40)
        .filter_map(|_| Triangle::new([0; 3].map(|_| random.vec3(5.0).as_vec3())))
        .collect();
    let far: Vec<_> = near
        .iter()
        .map(|triangle| triangle.vertices().map(|corner| (corner * 1e13).as_vec3()))
        .filter_map(Triangle::new)
        .collect();
    let at = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let bits = |world: &World| {
        let mut chunks = Vec::new();
        world.pack(&mut |chunk| chunks.push(chunk.to_vec()));
        chunks
    };
    assert_eq!(near.len(), far.len());
    let new = World::new(near.clone(), vec![at(1.0), at(4.0)]);
    let mut moved = new.clone();
    for triangles in [&far, &near] {
        assert!(moved.move_triangles(TriangleId(0), triangles));
        assert_eq!(
            bits(&moved),
            bits(&World::new(triangles.clone(), new.boxes().to_vec()))
        );
    }
    for x in [1e13, 1.0] {
        assert!(moved.move_box(BoxId(0), at(x)));
        let boxes = vec![at(x), at(4.0)];
        assert_eq!(bits(&moved), bits(&World::new(near.clone(), boxes)));
    }
}

#[test]
fn a_box_of_zero_size_is_found_wherever_it_moves() {
    let at = |place| Obb::new(place, glam::DMat3::IDENTITY, DVec3::ZERO).unwrap();
    let mut world = World::new(vec![], vec![at(DVec3::ZERO)]);
    let sphere = Sphere::new(DVec3::Y * 4.0, 1.0).unwrap();
    let mut fraction = || {
        let hit = world
            .sweep_sphere(&sphere, DVec3::Y * -6.0)
            .unwrap()
            .1
            .fraction;
        world.move_box(BoxId(0), at(DVec3::Y * -3.0));
        hit
    };
    assert_eq!((fraction(), fraction()), (0.5, 1.0));
}
