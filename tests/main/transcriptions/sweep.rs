//! M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.

use sidle::geometry::{Plane, Sphere};
use sidle::glam::DVec3;
use sidle::query::{
    sweep_point_plane, sweep_sphere_plane, sweep_sphere_plane_interval, sweep_sphere_plane_sampled,
};

use crate::random::Random;
use crate::transcriptions::CASES;
use crate::transcriptions::vector::{Vector, add, direction, dot, near, point, radius, sub, times};

/// The article's test: the normalised time of the first touch, and the centre at that time.
fn sphere_plane_sweep(c0: Vector, c1: Vector, r: f64, n: Vector, d: f64) -> Option<(f64, Vector)> {
    let d0 = dot(n, c0) + d;
    let d1 = dot(n, c1) + d;
    if d0.abs() <= r {
        return Some((0.0, c0));
    }
    if d0 > r && d1 < r {
        let u = (d0 - r) / (d0 - d1);
        return Some((u, add(times(c0, 1.0 - u), times(c1, u))));
    }
    None
}

#[test]
fn the_sphere_plane_sweep_matches_the_article_except_that_just_reaching_touches() {
    let mut random = Random::new(1999);
    let (mut hits, mut misses, mut just_reached) = (0, 0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let n = direction(&mut random, on_grid);
        let on_plane = point(&mut random, on_grid, 4);
        let c0 = point(&mut random, on_grid, 6);
        let c1 = point(&mut random, on_grid, 6);
        let r = radius(&mut random, on_grid);
        let d = -dot(n, on_plane);

        let plane = Plane::new(on_plane.into(), n.into()).unwrap();
        let sphere = Sphere::new(c0.into(), r).unwrap();
        let motion = DVec3::from_array(sub(c1, c0));
        let found = sweep_sphere_plane(&sphere, motion, &plane);
        let expected = sphere_plane_sweep(c0, c1, r, n, d);
        // Where the motion ends at the touch, the article sees no hit. Ours is at its end.
        if on_grid && dot(n, c0) + d > r && dot(n, c1) + d == r {
            just_reached += 1;
            assert_eq!(expected, None, "case {case}");
            assert_eq!(found.map(|hit| hit.fraction), Some(1.0), "case {case}");
            continue;
        }
        let Some((u, center)) = expected else {
            misses += 1;
            assert_eq!(found, None, "case {case}");
            continue;
        };
        hits += 1;
        let hit = found.unwrap_or_else(|| panic!("case {case}: missed a touch at {u}"));
        assert!((hit.fraction - u).abs() < 1e-9, "case {case}: {u} {hit:?}");
        assert!(near(hit.center, center, 1e-9), "case {case}: {hit:?}");
        assert!(near(hit.normal, n, 1e-12), "case {case}: {hit:?}");
    }
    assert!(
        hits > 20_000 && misses > 20_000 && just_reached > 300,
        "{hits} hits, {misses} misses, {just_reached} just reached"
    );
}

#[test]
fn every_overlap_of_a_subdivided_motion_is_within_the_bounds_of_the_sweep() {
    let mut random = Random::new(2002);
    let (mut bounded, mut outside, mut along) = (0, 0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let n = direction(&mut random, on_grid);
        let on_plane = point(&mut random, on_grid, 2);
        let [c0, c1] = [0; 2].map(|_| point(&mut random, on_grid, 6));
        let r = radius(&mut random, on_grid);
        let d = -dot(n, on_plane);
        let plane = Plane::new(on_plane.into(), n.into()).unwrap();
        let sphere = Sphere::new(c0.into(), r).unwrap();
        let way = sub(c1, c0);
        let found = sweep_sphere_plane_interval(&sphere, way.into(), &plane);
        for step in 0..=8 {
            let u = f64::from(step) / 8.0;
            let distance = dot(n, add(c0, times(way, u))) + d;
            let within = found.is_some_and(|found| (found.start..=found.end).contains(&u));
            // Rounding decides at a touch.
            if (distance.abs() - r).abs() > 1e-9 {
                assert_eq!(within, distance.abs() < r, "case {case}, {u}: {found:?}");
                *(if within { &mut bounded } else { &mut outside }) += 1;
            }
        }
        // The lower bound from the front is the article's time of the first touch.
        if let Some((u, _)) = sphere_plane_sweep(c0, c1, r, n, d) {
            let start = found.map(|found| found.start);
            assert!(
                start.is_some_and(|start| (start - u).abs() < 1e-9),
                "{case}"
            );
        }
        // The article takes d0 ≠ d1 for granted where there is a motion. Along the plane there is
        // one, and d0 = d1.
        along += usize::from(on_grid && way != [0.0; 3] && dot(n, c0) == dot(n, c1));
    }
    assert!(
        bounded > 100_000 && outside > 100_000 && along > 500,
        "{bounded} {outside} {along}"
    );
}

#[test]
fn with_a_radius_of_zero_the_sweep_is_a_ray() {
    let mut random = Random::new(2000);
    let (mut hits, mut misses, mut just_reached) = (0, 0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let n = direction(&mut random, on_grid);
        let on_plane = point(&mut random, on_grid, 4);
        let [c0, c1] = [0; 2].map(|_| point(&mut random, on_grid, 6));
        let d = -dot(n, on_plane);
        let plane = Plane::new(on_plane.into(), n.into()).unwrap();
        let found = sweep_point_plane(c0.into(), DVec3::from_array(sub(c1, c0)), &plane);
        let expected = sphere_plane_sweep(c0, c1, 0.0, n, d);
        if dot(n, c0) + d > 0.0 && dot(n, c1) + d == 0.0 {
            just_reached += 1;
            assert_eq!(expected, None, "case {case}");
            assert_eq!(found.map(|hit| hit.fraction), Some(1.0), "case {case}");
            continue;
        }
        assert_eq!(found.is_some(), expected.is_some(), "case {case}");
        let (Some(hit), Some((u, center))) = (found, expected) else {
            misses += 1;
            continue;
        };
        hits += 1;
        assert!((hit.fraction - u).abs() < 1e-9, "case {case}: {u} {hit:?}");
        assert!(near(hit.point, center, 1e-9), "case {case}: {hit:?}");
    }
    assert!(
        hits > 15_000 && misses > 20_000 && just_reached > 300,
        "{hits} {misses} {just_reached}"
    );
}

#[test]
fn subdivided_motion_is_an_overlap_test_at_every_step() {
    let mut random = Random::new(2001);
    let (mut hits, mut jumps) = (0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let n = direction(&mut random, on_grid);
        let on_plane = point(&mut random, on_grid, 2);
        let [c0, c1] = [0; 2].map(|_| point(&mut random, on_grid, 6));
        let r = radius(&mut random, on_grid).min(0.75);
        // Steps by powers of two are exact on the grid.
        let steps = 1 << random.below(4);
        let d = -dot(n, on_plane);
        let way = sub(c1, c0);
        let expected = (0..=steps).find(|step| {
            let c = add(c0, times(way, f64::from(*step) / f64::from(steps)));
            (dot(n, c) + d).abs() <= r
        });
        let plane = Plane::new(on_plane.into(), n.into()).unwrap();
        let sphere = Sphere::new(c0.into(), r).unwrap();
        let found = sweep_sphere_plane_sampled(&sphere, way.into(), &plane, steps);
        let fraction = expected.map(|step| f64::from(step) / f64::from(steps));
        assert_eq!(found.map(|hit| hit.fraction), fraction, "case {case}");
        hits += usize::from(found.is_some());
        jumps += usize::from(found.is_none() && sphere_plane_sweep(c0, c1, r, n, d).is_some());
    }
    assert!(hits > 20_000 && jumps > 3000, "{hits} {jumps}");
}
