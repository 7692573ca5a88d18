//! Tests of sphere trees: every level encloses the mesh, and hostile points do no harm.

use super::*;
use crate::test_support::Random;

fn soup(random: &mut Random, count: usize) -> Vec<[DVec3; 3]> {
    let mut triangle = || {
        let at = random.vec3(10.0);
        [0; 3].map(|_| at + random.vec3(1.0))
    };
    (0..count).map(|_| triangle()).collect()
}

fn encloses(sphere: &Sphere, point: DVec3) -> bool {
    point.distance(sphere.center()) <= sphere.radius() * (1.0 + 1e-9) + 1e-12
}

#[test]
fn every_level_encloses_the_whole_mesh_and_no_sphere_is_larger_than_the_root() {
    let mut random = Random::new(181);
    for count in [1, 2, 3, 7, 64, 300] {
        let triangles = soup(&mut random, count);
        let tree = SphereTree::new(&triangles, 5).unwrap();
        let root = tree.level(0).next().unwrap().radius();
        for level in 0..=5 {
            let spheres: Vec<Sphere> = tree.level(level).collect();
            assert!(spheres.len() <= 1 << level, "{count}, level {level}");
            for [a, b, c] in &triangles {
                for step in 0..10 {
                    let (s, t) = (f64::from(step % 4) / 3.0, f64::from(step / 4) / 3.0);
                    let point = *a + ((*b - *a) + (*c - *b) * t) * s;
                    let enclosed = spheres.iter().any(|sphere| encloses(sphere, point));
                    assert!(enclosed, "{count}, level {level}: {point}");
                }
            }
            let largest = spheres.iter().map(|sphere| sphere.radius());
            assert!(largest.fold(0.0, f64::max) <= root * (1.0 + 1e-9));
            let volume: f64 = spheres.iter().map(|sphere| sphere.volume()).sum();
            assert_eq!(tree.volume_of_level(level), volume);
        }
    }
}

#[test]
fn a_plank_of_twelve_triangles_is_enclosed_ever_more_tightly() {
    let half = DVec3::new(1.3, 0.075, 0.45);
    let corner = |bits: u32| {
        let sign = |bit: u32| if bits & bit == 0 { -1.0 } else { 1.0 };
        half * DVec3::new(sign(1), sign(2), sign(4))
    };
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = quads.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let triangles = triangles.as_flattened().iter();
    let triangles: Vec<_> = triangles.map(|corners| corners.map(corner)).collect();
    let tree = SphereTree::new(&triangles, 3).unwrap();
    // Pieces of 2.6, 1.3, and 0.65 m by 0.15 by 0.9; then of 0.65 by 0.15 by 0.45.
    let pieces = [[2.6, 0.9], [1.3, 0.9], [0.65, 0.9], [0.65, 0.45]];
    for (level, [long, wide]) in pieces.into_iter().enumerate() {
        let radius = DVec3::new(long, 0.15, wide).length() / 2.0;
        let ball = 4.0 / 3.0 * core::f64::consts::PI * radius * radius * radius;
        let volume = tree.volume_of_level(level);
        let expected = ball * f64::from(1 << level);
        assert!((volume / expected - 1.0).abs() < 1e-9, "{level}: {volume}");
    }
}

#[test]
fn the_levels_of_a_row_of_cubes_have_the_volumes_worked_out_by_hand() {
    // Four unit squares in a row along X, 10 m apart, of two triangles each.
    let square = |x: f64| {
        let corner = |dx, y| DVec3::new(x + dx, y, 0.0);
        [
            [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0)],
            [corner(0.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
        ]
    };
    let triangles: Vec<_> = [30.0, 0.0, 20.0, 10.0]
        .into_iter()
        .flat_map(square)
        .collect();
    let tree = SphereTree::new(&triangles, 2).unwrap();
    // Half the diagonals: of 31 by 1, of 11 by 1, of 1 by 1.
    let ball = |length: f64| {
        let radius = (length * length + 1.0).sqrt() / 2.0;
        4.0 / 3.0 * core::f64::consts::PI * radius * radius * radius
    };
    let expected = [ball(31.0), 2.0 * ball(11.0), 4.0 * ball(1.0)];
    for (level, expected) in expected.into_iter().enumerate() {
        let volume = tree.volume_of_level(level);
        assert!(
            (volume / expected - 1.0).abs() < 1e-9,
            "{level}: {volume} {expected}"
        );
    }
    assert_eq!(tree.volume_of_level(9), tree.volume_of_level(2));
}

#[test]
fn points_are_not_cut_and_hostile_input_is_none() {
    let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
    assert_eq!(SphereTree::new(&[triangle], 0).unwrap().level(9).count(), 1);
    assert_eq!(SphereTree::new(&[], 3), None);
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(
            SphereTree::new(&[triangle, [DVec3::splat(bad); 3]], 3),
            None
        );
    }
    let point = SphereTree::new(&[[DVec3::ONE; 3]; 4], 2).unwrap();
    assert_eq!(point.level(2).count(), 1);
}

/// The volume that two spheres with these radii, `distance` apart, have in common: a lens.
fn lens(first: f64, second: f64, distance: f64) -> f64 {
    let reach = first + second - distance;
    let side = distance * distance + 2.0 * distance * (first + second)
        - 3.0 * (first - second) * (first - second);
    core::f64::consts::PI * reach * reach * side / (12.0 * distance)
}

#[test]
fn the_union_of_two_spheres_lacks_their_lens_and_is_exact_apart_and_inside() {
    let sphere = |at: DVec3, radius: f64| Sphere::new(at, radius).unwrap();
    let mut random = Random::new(182);
    let (mut apart, mut inside, mut overlapping) = (0, 0, 0);
    for case in 0..600 {
        let radii = [0; 2].map(|_| 0.1 + random.signed().abs());
        let between = random.vec3(0.8);
        let (a, b) = (
            sphere(DVec3::ONE, radii[0]),
            sphere(DVec3::ONE + between, radii[1]),
        );
        let found = b.volume() * share_outside(&b, &[a]);
        let distance = between.length();
        if distance > radii[0] + radii[1] {
            apart += 1;
            assert_eq!(found, b.volume(), "case {case}");
        } else if distance < radii[0] - radii[1] {
            inside += 1;
            assert_eq!(found, 0.0, "case {case}");
        } else {
            let common = if distance < radii[1] - radii[0] {
                a.volume()
            } else {
                lens(radii[0], radii[1], distance)
            };
            overlapping += 1;
            let off = (found - (b.volume() - common)).abs();
            assert!(off < 0.003 * b.volume(), "case {case}: {off} {a:?} {b:?}");
        }
    }
    assert!(
        apart > 20 && inside > 5 && overlapping > 100,
        "{apart} {inside} {overlapping}"
    );
}

#[test]
fn what_several_spheres_cover_counts_once_in_any_order() {
    let sphere = |x: f64| Sphere::new(DVec3::X * x, 1.0).unwrap();
    // Of the ball at 1, those at 0 and at 2 cover a lens each, which only touch in the middle.
    let common = lens(1.0, 1.0, 1.0) / sphere(0.0).volume();
    for others in [[0.0, 2.0], [2.0, 0.0]] {
        let found = share_outside(&sphere(1.0), &others.map(sphere));
        assert!((found - (1.0 - 2.0 * common)).abs() < 0.003, "{found}");
    }
    // The same ball twice covers no more than once.
    let found = share_outside(&sphere(1.0), &[0.0, 0.0].map(sphere));
    assert!((found - (1.0 - common)).abs() < 0.003, "{found}");
    assert_eq!(share_outside(&sphere(1.0), &[sphere(1.0)]), 0.0);
}
