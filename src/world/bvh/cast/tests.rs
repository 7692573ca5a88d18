//! Tests of `cast.rs`.

use super::*;
use crate::geometry::Sphere;
use crate::query::{sweep_capsule_triangle, sweep_sphere_triangle};
use crate::test_support::Random;
use crate::tolerance::GRAZING;
use crate::world::World;

#[test]
fn casts_of_any_length_find_the_first_touch_in_trees_of_any_size() {
    let mut random = Random::new(47);
    // Trees that are visited in depth only, in breadth, and in breadth until much is found.
    for (count, size) in [(1, 1.0), (60, 3.0), (3000, 12.0), (3000, 1.5)] {
        let corner = |random: &mut Random, at: DVec3| (at + random.vec3(0.3)).as_vec3();
        let triangles = (0..count).filter_map(|_| {
            let at = random.vec3(size);
            Triangle::new([0; 3].map(|_: i32| corner(&mut random, at)))
        });
        let world = World::new(triangles.collect(), vec![]);
        let (mut hits, cases) = (0, 240);
        for case in 0..cases {
            let start = random.vec3(size * 1.1);
            let length = [1e-6, 0.05, 0.5, 3.0, 100.0][case % 5];
            // Some motions are parallel to an axis, and some aim at a triangle.
            let aim = world.triangles()[random.below(world.triangles().len())].vertices()[0];
            let way = match case / 5 % 4 {
                0 => DVec3::AXES[case % 3] * length,
                1 | 2 => (aim - start).normalize() * length,
                _ => random.vec3(1.0).normalize_or(DVec3::Y) * length,
            };
            let radius = [0.001, 0.01, 0.2][case % 3];
            let label = format!("seed 47, {count} triangles, case {case}");
            let ball = Sphere::new(start, radius).unwrap();
            let person = Capsule::new(start, ball.radius(), 0.4).unwrap();
            let (mut of_ball, mut of_person) = (f64::INFINITY, f64::INFINITY);
            for triangle in world.triangles() {
                let first = |hit: Option<crate::query::SweepHit>, first: f64| {
                    // A touch that only grazes does not stop a body.
                    hit.filter(|hit| hit.normal.dot(way) < -GRAZING * length)
                        .map_or(first, |hit| first.min(hit.fraction))
                };
                of_ball = first(sweep_sphere_triangle(&ball, way, triangle), of_ball);
                of_person = first(sweep_capsule_triangle(&person, way, triangle), of_person);
            }
            let found = |hit: Option<(_, crate::query::SweepHit)>| {
                hit.map_or(f64::INFINITY, |(_, hit)| hit.fraction)
            };
            assert_eq!(found(world.sweep_sphere(&ball, way)), of_ball, "{label}");
            assert_eq!(
                found(world.sweep_capsule(&person, way)),
                of_person,
                "{label}"
            );
            hits += usize::from(of_ball.is_finite());
        }
        assert!(hits < cases, "every cast hits");
        assert!(count == 1 || hits * 20 > cases, "{hits} of {cases} hit");
    }
}

#[test]
fn of_two_children_the_nearer_is_the_later_one() {
    let fractions = [f32::NEG_INFINITY, 0.0, 1e-30, 0.25, 1.0].map(|enter| Child::new(3, enter));
    assert!(fractions.is_sorted_by(|near, far| near >= far));
    assert!(Child::new(u32::MAX, 0.25) > Child::new(0, 0.5));
    let child = Child::new(LEAF | 7, 0.25);
    assert_eq!((child.index(), child.enter()), (LEAF | 7, 0.25));
}

#[test]
fn the_children_that_are_met_come_first_and_the_nearest_last() {
    let node = Node {
        children: [10, 11, 12, 13],
        ..Node::EMPTY
    };
    for met in 0..1 << LANES {
        let entry = Entry {
            met,
            enter: Vec4::new(0.5, -1.0, 0.75, 0.25),
            leave: Vec4::ONE,
        };
        let found = &entry.children(&node)[..met.count_ones() as usize];
        let expected = [2, 0, 3, 1].into_iter().filter(|lane| met >> lane & 1 != 0);
        let expected: Vec<u32> = expected.map(|lane| node.children[lane]).collect();
        let found: Vec<u32> = found.iter().map(|child| child.index()).collect();
        assert_eq!(found, expected, "{met:04b}");
    }
}
