//! Tests of `bounding_sphere.rs`.

use super::*;
use crate::test_support::Random;

fn radius(points: &[DVec3]) -> f64 {
    Sphere::bounding(points).unwrap().radius()
}

#[test]
fn known_spheres_come_out_exact() {
    // A cube of 2 m: half its space diagonal. A triangle of side 1: 1/√3. A tetrahedron:
    // √(3/8).
    let cube: Vec<DVec3> = (0..8)
        .map(|at| {
            DVec3::new(
                f64::from(at & 1),
                f64::from(at >> 1 & 1),
                f64::from(at >> 2),
            ) * 2.0
        })
        .collect();
    assert!((radius(&cube) - 3.0_f64.sqrt()).abs() < 1e-12);
    let height = 0.75_f64.sqrt();
    let triangle = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, height, 0.0)];
    assert!((radius(&triangle) - 1.0 / 3.0_f64.sqrt()).abs() < 1e-12);
    let tetrahedron = [
        DVec3::ONE,
        DVec3::new(1.0, -1.0, -1.0),
        DVec3::new(-1.0, 1.0, -1.0),
        DVec3::new(-1.0, -1.0, 1.0),
    ];
    assert!((radius(&tetrahedron) - 3.0_f64.sqrt()).abs() < 1e-12);
    // The longest side alone determines the sphere of an obtuse triangle.
    assert!(
        (radius(&[DVec3::ZERO, DVec3::X * 4.0, DVec3::new(1.0, 0.1, 0.0)]) - 2.0).abs() < 1e-12
    );
}

#[test]
fn coincident_points_make_the_least_sphere_and_bad_points_none() {
    assert_eq!(Sphere::bounding(&[]), None);
    assert_eq!(Sphere::bounding(&[DVec3::ZERO, DVec3::NAN]), None);
    assert_eq!(radius(&[DVec3::ONE; 5]), f64::MIN_POSITIVE);
}

/// Brute-force reference: the smallest enclosing ball among all balls through two, three or
/// four of the points.
fn by_brute_force(points: &[DVec3]) -> f64 {
    let mut least = f64::INFINITY;
    for set in 1..1_usize << points.len() {
        let held: Vec<DVec3> = (0..points.len())
            .filter(|at| set >> at & 1 == 1)
            .map(|at| points[at])
            .collect();
        if let Some(ball) = ball_through(&held)
            && points.iter().all(|point| ball.contains(*point))
        {
            least = least.min(ball.radius);
        }
    }
    least
}

#[test]
fn the_sphere_is_the_smallest_of_all_candidates() {
    let mut random = Random::new(83);
    for case in 0..500 {
        let far = if case % 4 == 0 {
            DVec3::splat(1e4)
        } else {
            DVec3::ZERO
        };
        let flat = if case % 5 == 0 {
            DVec3::new(1.0, 1.0, 0.0)
        } else {
            DVec3::ONE
        };
        let points: Vec<DVec3> = (0..2 + case % 7)
            .map(|_| far + random.vec3(3.0) * flat)
            .collect();
        let found = Sphere::bounding(&points).unwrap();
        assert!(
            (found.radius() - by_brute_force(&points)).abs() < 1e-9,
            "seed 83, case {case}"
        );
    }
}

#[test]
fn the_sphere_encloses_many_points_and_no_nearby_centre_is_better() {
    let mut random = Random::new(89);
    for case in 0..200 {
        let points: Vec<DVec3> = (0..300)
            .map(|_| match case % 3 {
                // On one sphere; on a grid with many equal distances; anywhere.
                0 => random.vec3(1.0).normalize_or(DVec3::X) * 2.0,
                1 => (random.vec3(3.0)).round(),
                _ => random.vec3(5.0),
            })
            .collect();
        let sphere = Sphere::bounding(&points).unwrap();
        let reach = |center: DVec3| {
            points
                .iter()
                .map(|point| point.distance(center))
                .fold(0.0, f64::max)
        };
        assert!(
            reach(sphere.center()) <= sphere.radius() * (1.0 + 1e-12),
            "seed 89, case {case}"
        );
        // The farthest distance is a convex function of the centre: a local minimum is the
        // global one.
        for step in 0..50 {
            let size = if step % 2 == 0 { 0.1 } else { 1e-3 };
            let elsewhere = sphere.center() + random.vec3(size);
            assert!(
                reach(elsewhere) >= sphere.radius() - 1e-9,
                "seed 89, case {case}"
            );
        }
    }
}
