//! N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), after a gametutorials.com demo.

use std::f64::consts::PI;

use sidle::geometry::{Plane, Segment, Sphere, Triangle};
use sidle::glam::{DVec3, Vec3};
use sidle::player::{PlayerState, Scratch, Tuning, classic};
use sidle::query::{
    PlaneSide, classify_sphere_plane, closest_plane_point, closest_segment_point,
    contains_polygon_point, intersect_segment_plane, intersect_segment_polygon,
    overlap_sphere_polygon_edges, separate_sphere_plane, separate_sphere_plane_one_sided,
};
use sidle::world::World;

use crate::random::Random;
use crate::transcriptions::CASES;
use crate::transcriptions::vector::{
    Vector, add, cross, direction, dot, length, near, point, radius, sub, times, unit,
};

const MATCH_FACTOR: f64 = 0.99;

fn plane_distance(n: Vector, p0: Vector) -> f64 {
    -dot(n, p0)
}

fn normal(polygon: &[Vector]) -> Vector {
    unit(cross(
        sub(polygon[1], polygon[0]),
        sub(polygon[2], polygon[0]),
    ))
}

fn classify(center: Vector, n: Vector, d: f64, r: f64) -> (PlaneSide, f64) {
    let distance = dot(n, center) + d;
    if distance.abs() < r {
        (PlaneSide::Intersects, distance)
    } else if distance >= r {
        (PlaneSide::Front, distance)
    } else {
        (PlaneSide::Behind, distance)
    }
}

/// Without the text's missing guards: NaN for a vector without length, or a cosine beyond ±1. The dot product
/// as printed has a slip, the term `v3.x * v3.y`; this is the one that is meant.
fn angle_between(a: Vector, b: Vector) -> f64 {
    (dot(a, b) / (length(a) * length(b))).acos()
}

fn angle_sum(at: Vector, polygon: &[Vector]) -> f64 {
    let mut angle = 0.0;
    for (index, vertex) in polygon.iter().enumerate() {
        let next = polygon[(index + 1) % polygon.len()];
        angle += angle_between(sub(*vertex, at), sub(next, at));
    }
    angle
}

fn is_inside(at: Vector, polygon: &[Vector]) -> bool {
    angle_sum(at, polygon) >= MATCH_FACTOR * (2.0 * PI)
}

fn closest_point_on_line(a: Vector, b: Vector, p: Vector) -> Vector {
    let way = sub(b, a);
    let along = unit(way);
    let t = dot(along, sub(p, a));
    if t <= 0.0 {
        return a;
    }
    if t >= length(way) {
        return b;
    }
    add(a, times(along, t))
}

/// The text's edge test. It takes half of the radius.
fn reaches_an_edge(center: Vector, polygon: &[Vector], r: f64, factor: f64) -> Option<usize> {
    let reach = r * factor;
    (0..polygon.len()).find(|&index| {
        let (a, b) = (polygon[index], polygon[(index + 1) % polygon.len()]);
        length(sub(closest_point_on_line(a, b, center), center)) < reach
    })
}

fn offset(n: Vector, r: f64, distance: f64) -> Vector {
    if distance > 0.0 {
        times(n, r - distance)
    } else {
        times(n, -(r + distance))
    }
}

/// All triangles push in turn. `one_sided` drops the branch for the back. The printed list of corners,
/// `{pVertices, …}`, lacks the index `[i]` of its first one.
fn check_camera_collision(
    mut camera: Vector,
    triangles: &[[Vector; 3]],
    r: f64,
    factor: f64,
    one_sided: bool,
) -> Vector {
    for triangle in triangles {
        let n = normal(triangle);
        let d = plane_distance(n, triangle[0]);
        let (side, distance) = classify(camera, n, d, r);
        if side != PlaneSide::Intersects {
            continue;
        }
        let intersection = sub(camera, times(n, distance));
        if is_inside(intersection, triangle)
            || reaches_an_edge(camera, triangle, r, factor).is_some()
        {
            camera = if one_sided {
                add(camera, times(n, r - distance))
            } else {
                add(camera, offset(n, r, distance))
            };
        }
    }
    camera
}

#[test]
fn classification_projection_and_offset_match_the_text() {
    let mut random = Random::new(2003);
    let mut sides = [0; 3];
    let mut just_touching = 0;
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let n = direction(&mut random, on_grid);
        let p0 = point(&mut random, on_grid, 3);
        let c = point(&mut random, on_grid, 3);
        let r = radius(&mut random, on_grid);
        let (side, distance) = classify(c, n, plane_distance(n, p0), r);

        let plane = Plane::new(p0.into(), n.into()).unwrap();
        let sphere = Sphere::new(c.into(), r).unwrap();
        let found = classify_sphere_plane(&sphere, &plane);
        assert_eq!(found.side, side, "case {case}: {distance} m, r = {r}");
        assert!((found.distance - distance).abs() < 1e-12, "case {case}");
        sides[side as usize] += 1;
        just_touching += usize::from(on_grid && distance.abs() == r);
        let projected = closest_plane_point(&plane, c.into());
        let intersection = sub(c, times(n, distance));
        assert!(near(projected, intersection, 1e-12), "case {case}");
        if side == PlaneSide::Intersects {
            let pushed = separate_sphere_plane(&sphere, &plane);
            assert!(near(pushed, offset(n, r, distance), 1e-12), "case {case}");
            let front = separate_sphere_plane_one_sided(&sphere, &plane);
            assert!(near(front, times(n, r - distance), 1e-12), "case {case}");
        }
    }
    assert!(sides.into_iter().all(|count| count > 10_000), "{sides:?}");
    assert!(just_touching > 1000, "{just_touching}");
}

/// A convex polygon of 3 to 8 corners in the plane z = 0, counter-clockwise.
fn polygon(random: &mut Random, on_grid: bool) -> Vec<Vector> {
    if on_grid {
        let [x, y] = [0; 2].map(|_| 0.5 + random.below(8) as f64 * 0.25);
        return vec![[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]];
    }
    let corners = 3 + random.below(6);
    let [wide, high] = [0; 2].map(|_| 0.3 + random.signed().abs() * 2.0);
    let turn = random.signed() * PI;
    let corner = |index: usize| {
        let (sin, cos) = (turn + 2.0 * PI * index as f64 / corners as f64).sin_cos();
        [cos * wide, sin * high, 0.0]
    };
    (0..corners).map(corner).collect()
}

#[test]
fn the_angle_sum_matches_the_text_with_two_guards_added() {
    let mut random = Random::new(99);
    let (mut inside, mut outside, mut at_a_corner, mut cosine_too_large) = (0, 0, 0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let corners = polygon(&mut random, on_grid);
        let [x, y, _] = point(&mut random, on_grid, 3);
        let mut at = [x, y, 0.0];
        if case % 4 == 1 {
            // In line with an edge, on it or beyond its ends.
            let way = sub(corners[1], corners[0]);
            at = add(corners[0], times(way, 0.5 + 1.5 * random.signed()));
        }
        let vertices: Vec<DVec3> = corners.iter().map(|&corner| corner.into()).collect();
        let found = contains_polygon_point(&vertices, at.into());
        let sum = angle_sum(at, &corners);
        if corners.contains(&at) {
            // The text divides by zero, and no comparison with NaN holds: outside. A corner
            // belongs to the polygon, so ours is inside.
            at_a_corner += 1;
            assert!(sum.is_nan() && !is_inside(at, &corners), "case {case}");
            assert!(found.inside, "case {case}");
        } else if sum.is_nan() {
            // The point is in line with an edge. Rounding makes a cosine greater than 1.
            cosine_too_large += 1;
            assert!(!is_inside(at, &corners), "case {case}");
            assert!(found.angle_sum.is_finite(), "case {case}");
        } else {
            // Near ±1 the arc cosine turns a rounding error of 1e-16 into one of 1e-8.
            let off = (found.angle_sum - sum).abs();
            assert!(off < 1e-7, "case {case}: off by {off}");
            assert_eq!(found.inside, is_inside(at, &corners), "case {case}: {sum}");
            *(if found.inside {
                &mut inside
            } else {
                &mut outside
            }) += 1;
        }
    }
    assert!(inside > 15_000 && outside > 20_000, "{inside} {outside}");
    assert!(
        at_a_corner > 100 && cosine_too_large > 100,
        "{at_a_corner} {cosine_too_large}"
    );
}

#[test]
fn the_edge_test_and_the_closest_point_on_an_edge_match_the_text() {
    let mut random = Random::new(4);
    let (mut reached, mut missed) = (0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let corners = polygon(&mut random, on_grid);
        let center = point(&mut random, on_grid, 3);
        let r = radius(&mut random, on_grid);
        let factor = if random.below(2) == 0 { 0.5 } else { 1.0 };
        let vertices: Vec<DVec3> = corners.iter().map(|&corner| corner.into()).collect();
        let sphere = Sphere::new(center.into(), r).unwrap();
        let found = overlap_sphere_polygon_edges(&sphere, &vertices, factor);
        let expected = reaches_an_edge(center, &corners, r, factor);
        assert_eq!(found.map(|touch| touch.edge), expected, "case {case}");
        *(if found.is_some() {
            &mut reached
        } else {
            &mut missed
        }) += 1;
        let first = Segment::new(vertices[0], vertices[1]);
        let closest = closest_segment_point(&first, center.into());
        let on_line = closest_point_on_line(corners[0], corners[1], center);
        assert!(near(closest.point, on_line, 1e-12), "case {case}");
    }
    assert!(reached > 15_000 && missed > 15_000, "{reached} {missed}");
}

/// The second page, which is not among our texts, as summarised: do the ends lie on opposite sides?
fn crosses_plane(line: [Vector; 2], n: Vector, d: f64) -> bool {
    (dot(n, line[0]) + d) * (dot(n, line[1]) + d) < 0.0
}

/// The second page, as summarised: the point of the line in the plane, along the unit direction of the line.
fn line_plane_point(line: [Vector; 2], n: Vector, d: f64) -> Vector {
    let along = unit(sub(line[1], line[0]));
    let numerator = -(dot(n, line[0]) + d);
    add(line[0], times(along, numerator / dot(n, along)))
}

#[test]
fn line_plane_and_line_polygon_match_the_text_except_for_ends_in_the_plane() {
    let mut random = Random::new(2);
    let (mut hits, mut misses, mut passes) = (0, 0, 0);
    let (mut ends_in_plane, mut guarded) = (0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let corners = polygon(&mut random, on_grid);
        let vertices: Vec<DVec3> = corners.iter().map(|&corner| corner.into()).collect();
        let line = [
            point(&mut random, on_grid, 2),
            point(&mut random, on_grid, 2),
        ];
        let (n, d) = ([0.0, 0.0, 1.0], 0.0);
        let segment = Segment::new(line[0].into(), line[1].into());
        let plane = Plane::new(DVec3::ZERO, n.into()).unwrap();
        let found = intersect_segment_plane(&segment, &plane);
        if line[0][2] == 0.0 || line[1][2] == 0.0 {
            // The text's product of the distances is 0, not negative. Ours counts the end.
            ends_in_plane += 1;
            assert!(!crosses_plane(line, n, d) && found.is_some(), "case {case}");
            continue;
        }
        assert_eq!(found.is_some(), crosses_plane(line, n, d), "case {case}");
        let Some(hit) = found else {
            misses += 1;
            assert_eq!(intersect_segment_polygon(&segment, &vertices), None);
            continue;
        };
        let at = line_plane_point(line, n, d);
        assert!(near(hit.point, at, 1e-9), "case {case}: {hit:?} {at:?}");
        let at_corner = |corner: &Vector| length(sub(*corner, at)) < 1e-12;
        if angle_sum(at, &corners).is_nan() || corners.iter().any(at_corner) {
            // A corner, or a cosine beyond 1: the guards of the angle sum decide, which have a
            // test of their own.
            guarded += 1;
            continue;
        }
        let on_polygon = intersect_segment_polygon(&segment, &vertices);
        assert_eq!(on_polygon.is_some(), is_inside(at, &corners), "case {case}");
        *(if on_polygon.is_some() {
            &mut hits
        } else {
            &mut passes
        }) += 1;
    }
    assert!(
        hits > 5000 && misses > 10_000 && passes > 5000 && ends_in_plane > 1000,
        "{hits} {misses} {passes} {ends_in_plane}"
    );
    assert!(guarded < 200, "{guarded}");
}

/// Up to eight triangles around the origin, none of them a sliver. Vertices are exact in `f32`.
fn soup(random: &mut Random) -> Vec<[Vector; 3]> {
    let mut corner = || {
        random
            .vec3(2.0)
            .to_array()
            .map(|part| f64::from(part as f32))
    };
    let mut triangles: Vec<_> = (0..8).map(|_| [corner(), corner(), corner()]).collect();
    triangles.retain(|[a, b, c]| length(cross(sub(*b, *a), sub(*c, *a))) > 0.05);
    triangles
}

#[test]
fn the_classic_loop_over_soups_of_triangles_matches_the_text() {
    let mut random = Random::new(13);
    let (mut moves, mut pushed, mut pushed_by_several) = (0, 0, 0);
    while moves < CASES {
        let triangles = soup(&mut random);
        let shapes = triangles.iter().map(|corners| {
            Triangle::new(corners.map(|corner| Vec3::from_array(corner.map(|part| part as f32))))
        });
        let world = World::new(shapes.collect::<Option<Vec<_>>>().unwrap(), vec![]);
        let tuning = Tuning {
            radius: 0.1 + random.signed().abs(),
            edge_radius_factor: if random.below(2) == 0 { 0.5 } else { 1.0 },
            one_sided: random.below(2) == 0,
            ..Tuning::default()
        };
        let check = |camera: Vector, triangles: &[[Vector; 3]]| {
            let (r, factor) = (tuning.radius, tuning.edge_radius_factor);
            check_camera_collision(camera, triangles, r, factor, tuning.one_sided)
        };
        let mut scratch = Scratch::new();
        for _ in 0..10 {
            let (from, motion) = (random.vec3(2.0), random.vec3(1.0));
            let mut state = PlayerState {
                position: from,
                ..Default::default()
            };
            classic::move_and_push(&world, &tuning, &mut state, motion, &mut scratch, None);
            let moved = (from + motion).to_array();
            let expected = check(moved, &triangles);
            assert!(
                near(state.position, expected, 1e-9),
                "move {moves}: {} {expected:?}",
                state.position
            );
            moves += 1;
            pushed += usize::from(expected != moved);
            let single = triangles
                .iter()
                .filter(|one| check(moved, &[**one]) != moved);
            pushed_by_several += usize::from(single.count() > 1);
        }
    }
    assert!(
        pushed > 30_000 && pushed_by_several > 15_000,
        "{pushed} {pushed_by_several}"
    );
}
