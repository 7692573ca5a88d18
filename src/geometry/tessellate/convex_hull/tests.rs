//! Tests of convex hulls: of cubes, of random points, and of points in a plane or a line.

use super::*;
use crate::test_support::Random;

/// Equal for equal corners, also for 0 and -0.
fn corner_bits(corner: Vec3) -> [u32; 3] {
    (corner + 0.0).to_array().map(f32::to_bits)
}

/// Checks that the hull is closed and that no point is in front of a face. Returns its triangles.
fn checked(points: &[Vec3]) -> Vec<[Vec3; 3]> {
    let hull = hull_faces(points.iter().copied()).expect("a hull");
    let mut edges = BTreeMap::new();
    let mut corners = Vec::new();
    for triangle in &hull {
        for edge in 0..3 {
            let ends = [triangle[edge], triangle[(edge + 1) % 3]].map(corner_bits);
            assert_eq!(edges.insert(ends, ()), None, "an edge is used twice");
        }
        corners.extend(triangle.map(corner_bits));
        let [a, b, c] = [0, 1, 2];
        for point in points {
            let mut with: Vec<Vec3> = triangle.to_vec();
            with.push(*point);
            assert!(side(&with, [a, b, c], 3) <= 0.0, "{point} is outside");
        }
    }
    assert!(edges.keys().all(|[a, b]| edges.contains_key(&[*b, *a])));
    corners.sort_unstable();
    corners.dedup();
    // Euler: V - E + F = 2, and three edges for two faces.
    assert_eq!(hull.len(), corners.len() * 2 - 4);
    hull
}

fn volume(hull: &[[Vec3; 3]]) -> f64 {
    let parts = hull.iter().map(|triangle| {
        let [a, b, c] = triangle.map(|corner| corner.as_dvec3());
        a.dot(b.cross(c))
    });
    parts.sum::<f64>() / 6.0
}

#[test]
fn a_cube_of_any_grid_has_twelve_triangles_that_face_outward() {
    for side in 1..6 {
        let mut points = Vec::new();
        for number in 0..(side + 1_i32).pow(3) {
            let n = side + 1;
            let [x, y, z] = [number % n, number / n % n, number / n / n];
            points.push(Vec3::new(x as f32, y as f32, z as f32));
        }
        let hull = checked(&points);
        assert_eq!(volume(&hull), f64::from(side).powi(3));
        assert!(hull.len() >= 12);
    }
}

#[test]
fn random_points_lie_within_their_hull() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let scale = [1e-6, 1.0, 1e6][random.below(3)];
        let away = [0.0, 10.0][random.below(2)] * scale;
        let far = random.vec3(away);
        let count = 4 + random.below(200);
        let round = random.below(2) == 0;
        let points: Vec<_> = (0..count)
            .map(|_| {
                let point = random.vec3(scale);
                let point = if round {
                    point.normalize() * scale
                } else {
                    point
                };
                (point + far).as_vec3()
            })
            .collect();
        assert!(volume(&checked(&points)) > 0.0, "seed {seed}");
    }
}

#[test]
fn points_on_a_coarse_grid_are_often_in_one_plane_or_line() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let size = 2 + random.below(3);
        let points: Vec<_> = (0..30)
            .map(|_| Vec3::from_array([0; 3].map(|_| random.below(size) as f32)))
            .collect();
        if hull_faces(points.iter().copied()).is_ok() {
            checked(&points);
        }
    }
}

#[test]
fn repeated_points_change_nothing() {
    let mut random = Random::new(3);
    let mut points: Vec<_> = (0..50).map(|_| random.vec3(1.0).as_vec3()).collect();
    let hull = checked(&points);
    points.extend_from_within(..);
    points.push(points[0]);
    assert_eq!(checked(&points), hull);
}

#[test]
fn a_hull_of_very_many_corners_is_refused_soon() {
    let mut random = Random::new(9);
    let ball = |random: &mut Random| random.vec3(1.0).normalize().as_vec3();
    let points: Vec<_> = (0..300_000).map(|_| ball(&mut random)).collect();
    let hull = hull_faces(points[..20_000].iter().copied());
    assert!(hull.is_ok_and(|hull| hull.len() > 30_000));
    assert_eq!(hull_faces(points.into_iter()), Err(HullError::TooLarge));
    // Every corner of this curve sees half of all faces.
    let curve = (0..100_000).map(|number| {
        let at = number as f32 / 100_000.0;
        Vec3::new(at, at * at, at * at * at)
    });
    assert!(hull_faces(curve).is_ok_and(|hull| hull.len() < 200_000));
}

#[test]
fn flat_points_have_no_hull() {
    let turn = |point: Vec3| {
        let turn = crate::geometry::rotation_from_degrees(DVec3::new(20.0, 30.0, 40.0));
        (turn * point.as_dvec3()).as_vec3()
    };
    let square = [
        Vec3::ZERO,
        Vec3::X,
        Vec3::Z,
        Vec3::X + Vec3::Z,
        Vec3::X * 0.3,
    ];
    for points in [
        vec![],
        vec![Vec3::ONE; 9],
        vec![Vec3::ZERO, Vec3::X, Vec3::X * 2.0],
        square.to_vec(),
        square.map(turn).to_vec(),
    ] {
        assert_eq!(hull_faces(points.into_iter()), Err(HullError::Flat));
    }
    // A thin plate has one.
    let plate = square
        .into_iter()
        .flat_map(|corner| [corner, corner + Vec3::Y * 1e-4]);
    checked(&plate.collect::<Vec<_>>());
}
