//! M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.

use sidle::geometry::{Plane, Sphere};
use sidle::glam::DVec3;
use sidle::query::sweep_sphere_plane;

use crate::CASES;
use crate::random::Random;
use crate::vector::{Vector, add, direction, dot, near, point, radius, sub, times};

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
