//! Box casts against brute force, in all orders, and where rounding decides.

use glam::{DMat3, Vec3};

use super::*;
use crate::geometry::{Triangle, rotation_from_degrees};
use crate::test_support::Random;
use crate::world::{BoxId, SurfaceRules, TriangleId};

const SEED: u64 = 12;

fn slab(center: DVec3, half: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half).unwrap()
}

/// A floor of squares of 1 m, two triangles each, at height 0.
fn tiles() -> Vec<Triangle> {
    let corner = |x: i32, z: i32| Vec3::new(x as f32, 0.0, z as f32);
    let squares = (-4..4).flat_map(|x| (-4..4).map(move |z| (x, z)));
    let triangles = squares.flat_map(|(x, z)| {
        let (a, b) = (corner(x, z), corner(x, z + 1));
        let (c, d) = (corner(x + 1, z + 1), corner(x + 1, z));
        [[a, b, c], [a, c, d]]
    });
    triangles.filter_map(Triangle::new).collect()
}

fn soup(random: &mut Random) -> (Vec<Triangle>, Vec<Obb>) {
    let triangles = (0..40).filter_map(|_| {
        let middle = random.vec3(6.0);
        Triangle::new([0, 1, 2].map(|_| (middle + random.vec3(1.5)).as_vec3()))
    });
    let triangles = triangles.collect();
    let boxes = (0..10).filter_map(|_| {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        Obb::new(random.vec3(6.0), rotation, random.vec3(0.8).abs() + 0.05)
    });
    let boxes = boxes.collect();
    (triangles, boxes)
}

fn depth(world: &World, obb: &Obb) -> f64 {
    let of_triangles = world.triangles().iter();
    let of_triangles = of_triangles.map(|triangle| overlap_obb_triangle(obb, triangle).least().1);
    let of_boxes = world
        .boxes()
        .iter()
        .map(|other| overlap_obb_obb(obb, other).least().1);
    of_triangles.chain(of_boxes).fold(0.0, max)
}

#[test]
fn a_cast_is_the_first_of_all_sweeps_in_every_order_and_enters_nothing() {
    let mut random = Random::new(SEED);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..400 {
        let (mut triangles, mut boxes) = soup(&mut random);
        let world = World::new(triangles.clone(), boxes.clone());
        // Some are long and flat, some tiny.
        let half = (random.vec3(0.8).abs() + 0.01) * [1.0, 0.05][case % 2];
        let half = half * DVec3::new(1.0, 1.0, [1.0, 8.0][case / 2 % 2]);
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let obb = Obb::new(random.vec3(6.0), rotation, half).unwrap();
        let motion = random.vec3(9.0);
        let hit = world.sweep_obb(&obb, motion);
        let label = format!("seed {SEED}, case {case}: {hit:?}");
        // Brute force, without the tree.
        let mut cast = Cast::new(&world, &obb, motion);
        (0..triangles.len() + boxes.len()).for_each(|number| cast.consider(number as u32));
        assert_eq!(hit, cast.hit(), "{label}");
        triangles.reverse();
        boxes.reverse();
        let other = World::new(triangles, boxes).sweep_obb(&obb, motion);
        assert_eq!(
            other.map(|(_, hit)| hit),
            hit.map(|(_, hit)| hit),
            "{label}"
        );
        let Some((_, hit)) = hit else {
            misses += 1;
            assert_eq!(
                depth(&world, &obb.at(obb.center() + motion)),
                0.0,
                "{label}"
            );
            continue;
        };
        hits += 1;
        let is_inside = depth(&world, &obb) > TOUCH;
        assert_eq!(is_inside, hit.fraction == 0.0, "{label}");
        if !is_inside {
            assert_eq!(depth(&world, &obb.at(hit.center)), 0.0, "{label}");
            let onward = obb.at(hit.center + motion.normalize() * 1e-6);
            let enters = depth(&world, &onward) > 0.0 || hit.fraction > 1.0 - 1e-6;
            // It may leave a corner again within that.
            let touches = depth(&world, &obb.at(hit.center + motion * 1e-12)) > -1e-9;
            assert!(enters || touches, "{label}");
        }
    }
    assert!(hits > 100 && misses > 50, "{hits}, {misses}");
}

#[test]
fn a_box_that_came_down_on_tiles_slides_over_all_of_them_and_not_through() {
    for (place, scale) in [(DVec3::ZERO, 1.0), (DVec3::new(0.3, 0.0, 0.7), 0.37)] {
        let tiles = World::new(tiles(), vec![]);
        for turn in [0.0, 30.0] {
            let rotation = rotation_from_degrees(DVec3::Y * turn);
            let obb = Obb::new(place + DVec3::Y * 2.0, rotation, DVec3::splat(scale * 0.5));
            let obb = obb.unwrap();
            let (_, hit) = tiles.sweep_obb(&obb, DVec3::Y * -4.0).unwrap();
            assert!((hit.center.y - scale * 0.5).abs() < 1e-12, "{hit:?}");
            let resting = obb.at(hit.center);
            for motion in [
                DVec3::X * 2.0,
                DVec3::NEG_Z * 2.0,
                DVec3::new(-1.7, 0.0, 1.3),
            ] {
                assert_eq!(tiles.sweep_obb(&resting, motion), None, "{motion}");
            }
            let down = tiles
                .sweep_obb(&resting, DVec3::new(1.0, -1e-3, 0.0))
                .unwrap()
                .1;
            assert!(down.fraction < 1e-9 && down.normal == DVec3::Y, "{down:?}");
        }
    }
}

#[test]
fn an_overlap_is_hit_at_once_and_a_touch_only_on_the_way_in() {
    let world = World::new(vec![], vec![slab(DVec3::ZERO, DVec3::ONE)]);
    let cube = |x: f64| slab(DVec3::X * x, DVec3::ONE);
    let fraction = |x, motion| {
        world
            .sweep_obb(&cube(x), motion)
            .map(|(_, hit)| hit.fraction)
    };
    for motion in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::ZERO] {
        assert_eq!(fraction(1.5, motion), Some(0.0), "{motion}");
    }
    assert_eq!(
        world.sweep_obb(&cube(1.5), DVec3::ZERO).unwrap().1.normal,
        DVec3::X
    );
    for x in [2.0, 2.0 - TOUCH * 0.5] {
        assert_eq!(fraction(x, DVec3::NEG_X), Some(0.0));
        for motion in [DVec3::X, DVec3::Y, DVec3::ZERO] {
            assert_eq!(fraction(x, motion), None, "{motion}");
        }
    }
    assert_eq!(fraction(3.0, DVec3::ZERO), None);
}

#[test]
fn huge_and_tiny_boxes_far_away_and_long_motions_stop_in_front() {
    let wall = |x: f64| slab(DVec3::X * x, DVec3::new(1.0, 1e3, 1e3));
    for (x, half, length) in [
        (100.0, 1e-3, 200.0),
        (1e5, 1e3, 2e5),
        (1e6, 1.0, 1e9),
        (50.0, 1.0, 1e40),
    ] {
        let world = World::new(vec![], vec![wall(x)]);
        let cube = slab(DVec3::ZERO, DVec3::splat(half));
        let (_, hit) = world.sweep_obb(&cube, DVec3::X * length).unwrap();
        let gap = x - 1.0 - half - hit.center.x;
        // As exact as the numbers of this size.
        let most = 1e-13 * (x + half * 3.0 + 3e3);
        assert!((0.0..=most).contains(&gap), "{x}, {half}, {length}: {gap}");
        assert_eq!(hit.normal, DVec3::NEG_X);
    }
    let world = World::new(vec![], vec![wall(5.0)]);
    let cube = slab(DVec3::ZERO, DVec3::ONE);
    for motion in [DVec3::NAN, DVec3::X * f64::INFINITY] {
        assert_eq!(world.sweep_obb(&cube, motion), None);
    }
}

#[test]
fn filters_one_way_platforms_sensors_and_what_was_added_count() {
    let mut world = World::new(
        tiles(),
        vec![slab(DVec3::Y * 2.0, DVec3::new(9.0, 0.1, 9.0))],
    );
    let (platform, cube) = (ColliderId::Box(BoxId(0)), slab(DVec3::Y, DVec3::splat(0.2)));
    world.set_tag(platform, 1);
    let hits = |world: &World, obb: &Obb, motion| world.sweep_obb(obb, motion).map(|(id, _)| id);
    assert_eq!(hits(&world, &cube, DVec3::Y * 9.0), Some(platform));
    let others = world.filtered(Filter::except(platform));
    assert_eq!(others.sweep_obb(&cube, DVec3::Y * 9.0), None);
    let one_way = SurfaceRules {
        one_way: true,
        ..SurfaceRules::default()
    };
    world.set_surface_rules(1, one_way);
    assert_eq!(hits(&world, &cube, DVec3::Y * 9.0), None);
    let above = cube.at(DVec3::Y * 4.0);
    assert_eq!(hits(&world, &above, DVec3::Y * -9.0), Some(platform));
    let sensor = SurfaceRules {
        sensor: true,
        ..SurfaceRules::default()
    };
    world.set_surface_rules(1, sensor);
    let below = hits(
        &world,
        &above.at(DVec3::new(0.3, 4.0, 0.1)),
        DVec3::Y * -9.0,
    );
    assert!(matches!(below, Some(ColliderId::Triangle(TriangleId(_)))));
    let sensors = world.filtered(Filter::ALL).sensors();
    assert_eq!(
        sensors.sweep_obb(&above, DVec3::Y * -9.0).unwrap().0,
        platform
    );
    let added = world
        .add_box(slab(DVec3::Y * 3.0, DVec3::ONE * 0.1))
        .unwrap();
    assert_eq!(
        hits(&world, &above, DVec3::Y * -9.0),
        Some(ColliderId::Box(added))
    );
}
