//! The world answers every query of finite numbers, whatever their size, and refuses all others.

use sidle::geometry::{Capsule, Obb, Segment, Sphere, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::world::{BoxId, World};

/// Numbers of every size, also such that sums and squares overflow in 32 or 64 bits.
const NUMBERS: [f64; 22] = [
    0.0,
    -0.0,
    5e-324,
    -1e-310,
    1e-30,
    0.5,
    -3.0,
    1e6,
    -1e9,
    1e11,
    1.1e12,
    -1e15,
    1e17,
    1e18,
    -1e19,
    1e30,
    3e38,
    -1e39,
    1e154,
    -1e240,
    1e300,
    f64::MAX,
];

/// Numbers that no query may have.
const INFINITE: [f64; 3] = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

/// A few shapes around the origin, and others as far away as they can be.
fn worlds() -> Vec<World> {
    let triangle = |at: f32, size: f32| {
        let corner = Vec3::new(at, -at, at);
        Triangle::new([corner, corner + Vec3::Z * size, corner + Vec3::X * size])
    };
    let obb =
        |at: f64, half: f64| Obb::new(DVec3::new(-at, at, at), DMat3::IDENTITY, DVec3::splat(half));
    let near: Vec<_> = (0..9).filter_map(|n| triangle(n as f32, 2.0)).collect();
    let near_boxes: Vec<_> = (0..9).filter_map(|n| obb(f64::from(n), 1.0)).collect();
    let huge = [1e9, 1e13, 1e17, 1e18, 1e30, 1e38].map(|size| triangle(0.0, size));
    let far = [1e9, 1e13, 1e18, 1e30].map(|at| triangle(at, at * 0.5));
    let wide: Vec<_> = huge.into_iter().chain(far).flatten().collect();
    assert!(wide.len() > 6, "{}", wide.len());
    let boxes = NUMBERS.into_iter().flat_map(|number| {
        let size = number.abs();
        [obb(number, 1.0), obb(0.0, size), obb(number, size)]
    });
    let wide_boxes: Vec<_> = boxes.flatten().collect();
    assert!(wide_boxes.len() > 60, "{}", wide_boxes.len());
    vec![
        World::default(),
        World::new(near.clone(), near_boxes.clone()),
        World::new(wide.clone(), vec![]),
        World::new(vec![], wide_boxes.clone()),
        World::new([near, wide].concat(), [near_boxes, wide_boxes].concat()),
    ]
}

/// Points with every combination of a few of the numbers, and of all of them along each axis.
fn points() -> Vec<DVec3> {
    let along = NUMBERS.into_iter().flat_map(|number| {
        [DVec3::X, DVec3::Y, DVec3::NEG_Z, DVec3::ONE].map(|axis| axis * number)
    });
    let mixed = NUMBERS.windows(3).map(DVec3::from_slice);
    along.chain(mixed).collect()
}

#[test]
fn every_query_of_finite_numbers_has_an_answer() {
    let points = points();
    for (number, world) in worlds().iter().enumerate() {
        let all = world.triangles().len() + world.boxes().len();
        let mut found = Vec::new();
        let mut boxes = Vec::new();
        for (turn, point) in points.iter().enumerate() {
            for (radius, rise) in [(0.5, 0.0), (1e-300, 2.0), (1e20, 0.0), (f64::MAX, f64::MAX)] {
                let capsule = Capsule::new(*point, radius, rise).unwrap();
                for reach in [0.0, 1.0, 1e30, f64::MAX] {
                    world.surfaces_near(capsule, reach, &mut found);
                    assert!(found.len() <= all, "world {number}: {point}");
                    let mut once = found.clone();
                    once.dedup_by_key(|surface| surface.collider);
                    assert_eq!(once.len(), found.len(), "world {number}: {point}");
                    world.visit_bvh(capsule, reach, |_| ());
                }
                assert!(world.worst_overlap(capsule) >= 0.0);
                for motion in points.iter().skip(turn % 7).step_by(7) {
                    if let Some((_, hit)) = world.sweep_capsule(&capsule, *motion) {
                        assert!(
                            (0.0..=1.0).contains(&hit.fraction),
                            "world {number}: {point} {motion} {hit:?}"
                        );
                    }
                }
            }
            for end in &points {
                let segment = Segment::new(*point, *end);
                if let Some((_, hit)) = world.intersect_segment(&segment) {
                    assert!((0.0..=1.0).contains(&hit.fraction), "{point} {end} {hit:?}");
                }
            }
            let obb = Obb::new(*point, DMat3::IDENTITY, point.abs()).unwrap();
            world.boxes_near(&obb, &mut boxes);
            assert!(boxes.len() <= world.boxes().len());
        }
    }
}

#[test]
fn a_query_that_is_not_finite_finds_nothing() {
    let sphere = Sphere::new(DVec3::ZERO, 0.5).unwrap();
    for world in worlds() {
        let mut found = Vec::new();
        for number in INFINITE {
            for motion in [
                DVec3::X * number,
                DVec3::splat(number),
                DVec3::new(1.0, number, 0.0),
            ] {
                assert_eq!(world.sweep_sphere(&sphere, motion), None);
                let away = Segment::new(DVec3::ZERO, motion);
                assert_eq!(world.intersect_segment(&away), None);
                let back = Segment::new(motion, DVec3::ZERO);
                assert_eq!(world.intersect_segment(&back), None);
            }
            world.surfaces_near(sphere, number, &mut found);
            assert_eq!(found, []);
            world.visit_bvh(sphere, number, |node| panic!("{node:?}"));
        }
    }
}

#[test]
fn colliders_far_from_the_origin_are_found_beside_those_near_it() {
    // The box at the origin and one at 1e15 m, whose squares are too large for 32 bits.
    let at = |x: f64| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let mut world = World::new(vec![], vec![at(0.0), at(1e15), at(4.0)]);
    let ids = |world: &World, x: f64| {
        let mut found = Vec::new();
        let ball = Sphere::new(DVec3::X * x, 0.5).unwrap();
        world.surfaces_near(ball, 0.0, &mut found);
        found
            .iter()
            .map(|surface| surface.collider)
            .collect::<Vec<_>>()
    };
    let id = |number| sidle::world::ColliderId::Box(BoxId(number));
    assert_eq!(ids(&world, 0.0), [id(0)]);
    assert_eq!(ids(&world, 1e15), [id(1)]);
    // The far box comes near, and a near one goes far away.
    assert!(world.move_box(BoxId(1), at(2.0)));
    assert!(world.move_box(BoxId(2), at(-1e20)));
    assert_eq!(ids(&world, 1.0), [id(0), id(1)]);
    assert_eq!(ids(&world, 1e15), []);
    assert_eq!(ids(&world, -1e20), [id(2)]);
    // Nothing is found beyond the edge of the world, but the box comes back from there.
    assert!(world.move_box(BoxId(2), at(-1e200)));
    assert_eq!(ids(&world, -1e200), []);
    assert!(world.move_box(BoxId(2), at(-5e15)));
    assert_eq!(ids(&world, -5e15), [id(2)]);
}

#[test]
fn a_huge_floor_carries_a_small_ball() {
    let half = 1e13;
    let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
    let floor = Triangle::new([corner(-half, -half), corner(0.0, half), corner(half, -half)]);
    let world = World::new(vec![floor.unwrap()], vec![]);
    let ball = Sphere::new(DVec3::Y * 3.0, 1.0).unwrap();
    let (_, hit) = world.sweep_sphere(&ball, DVec3::Y * -4.0).unwrap();
    assert!((hit.fraction - 0.5).abs() < 1e-9, "{hit:?}");
    // The same way, continued as far as numbers go.
    let (_, hit) = world.sweep_sphere(&ball, DVec3::Y * -1e300).unwrap();
    assert!((hit.fraction - 2e-300).abs() < 1e-305, "{hit:?}");
    let down = Segment::new(DVec3::Y * 3.0, DVec3::Y * -3e200);
    let (_, hit) = world.intersect_segment(&down).unwrap();
    assert!((hit.fraction - 1e-200).abs() < 1e-205, "{hit:?}");
}
