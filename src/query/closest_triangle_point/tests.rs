//! Tests of `closest_triangle_point.rs`.

use super::*;
use crate::geometry::Segment;
use crate::query::closest_segment_point;
use glam::Vec3;

const A: Vec3 = Vec3::ZERO;
const B: Vec3 = Vec3::new(4.0, 0.0, 0.0);
const C: Vec3 = Vec3::new(0.0, 3.0, 0.0);

#[test]
fn all_seven_regions_are_found_in_all_six_vertex_orders() {
    // From (4,0) the hypotenuse runs along (-0.8, 0.6). The foot of (4,3) lies 3·0.6 = 1.8 m
    // along it, at (4 - 1.8·0.8, 1.8·0.6) = (2.56, 1.08).
    let cases = [
        (DVec3::new(1.0, 1.0, 2.0), DVec3::new(1.0, 1.0, 0.0)),
        (DVec3::new(-1.0, -1.0, 1.0), DVec3::ZERO),
        (DVec3::new(9.0, -1.0, 1.0), B.as_dvec3()),
        (DVec3::new(-1.0, 9.0, -1.0), C.as_dvec3()),
        (DVec3::new(2.0, -5.0, 0.5), DVec3::new(2.0, 0.0, 0.0)),
        (DVec3::new(-5.0, 2.0, 0.5), DVec3::new(0.0, 2.0, 0.0)),
        (DVec3::new(4.0, 3.0, 0.0), DVec3::new(2.56, 1.08, 0.0)),
    ];
    for order in [
        [A, B, C],
        [B, C, A],
        [C, A, B],
        [A, C, B],
        [C, B, A],
        [B, A, C],
    ] {
        let triangle = Triangle::new(order).unwrap();
        for (point, expected) in cases {
            let found = closest_triangle_point(&triangle, point);
            assert!(
                found.abs_diff_eq(expected, 1e-12),
                "{order:?}: {point} gave {found}"
            );
        }
    }
}

#[test]
fn it_agrees_with_brute_force_on_random_triangles() {
    // Reference: the projection when it is inside all three edge planes, else the best of the
    // three edges.
    let mut random = crate::test_support::Random::new(5);
    for case in 0..5000 {
        let mut corner = || random.vec3(3.0).as_vec3();
        let Some(triangle) = Triangle::new([corner(), corner(), corner()]) else {
            continue;
        };
        let point = random.vec3(6.0);
        let normal = triangle.plane().normal();
        let inside = triangle.edges().iter().all(|edge| {
            (edge.end - edge.start)
                .cross(point - edge.start)
                .dot(normal)
                >= 0.0
        });
        let expected = if inside {
            closest_plane_point(&triangle.plane(), point)
        } else {
            triangle
                .edges()
                .iter()
                .map(|edge: &Segment| closest_segment_point(edge, point).point)
                .min_by(|p, q| p.distance(point).total_cmp(&q.distance(point)))
                .unwrap()
        };
        let found = closest_triangle_point(&triangle, point);
        let excess = found.distance(point) - expected.distance(point);
        assert!(excess.abs() < 1e-9, "seed 5, case {case}: {excess}");
    }
}
