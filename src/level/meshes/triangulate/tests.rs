//! Tests of faces cut into triangles: covered once, in any orientation.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::test_support::Random;

fn cut(face: &[DVec3]) -> (Vec<[usize; 3]>, Cut) {
    let mut triangles = Vec::new();
    let cut = Triangulator::default().cut(face, &mut triangles);
    (triangles, cut)
}

/// An L of three unit squares, counter-clockwise in the plane z = 0, with its notch top right.
const L_SHAPE: [(f64, f64); 6] = [
    (0.0, 0.0),
    (2.0, 0.0),
    (2.0, 1.0),
    (1.0, 1.0),
    (1.0, 2.0),
    (0.0, 2.0),
];

#[test]
fn a_concave_face_is_covered_once_in_any_orientation() {
    for turn in [
        DVec3::ZERO,
        DVec3::X * 90.0,
        DVec3::Y * 90.0,
        DVec3::new(35.0, 200.0, 70.0),
    ] {
        let rotation = rotation_from_degrees(turn);
        for start in 0..6 {
            for flipped in [false, true] {
                let mut face: Vec<_> = (0..6)
                    .map(|corner| L_SHAPE[(corner + start) % 6])
                    .map(|(x, y)| rotation * DVec3::new(x, y, 0.0))
                    .collect();
                if flipped {
                    face.reverse();
                }
                let (triangles, quality) = cut(&face);
                assert_eq!(quality, Cut::Exact);
                let normal = newell_normal(&face).normalize();
                let area: f64 = triangles
                    .iter()
                    .map(|[a, b, c]| {
                        let area = (face[*b] - face[*a]).cross(face[*c] - face[*a]) * 0.5;
                        // Every triangle faces as the face does.
                        assert!(area.dot(normal) > 0.0);
                        area.length()
                    })
                    .sum();
                assert!((area - 3.0).abs() < 1e-12, "area {area}");
                // None lies over the notch.
                let notch = rotation * DVec3::new(1.6, 1.6, 0.0);
                for [a, b, c] in &triangles {
                    let outside = [(a, b), (b, c), (c, a)].iter().any(|(from, to)| {
                        let edge = face[**to] - face[**from];
                        edge.cross(notch - face[**from]).dot(normal) < 0.0
                    });
                    assert!(outside);
                }
            }
        }
    }
}

#[test]
fn triangles_and_squares_keep_their_corners() {
    let square = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
    assert_eq!(cut(&square[..3]), (vec![[0, 1, 2]], Cut::Exact));
    assert_eq!(cut(&square).0.len(), 2);
}

#[test]
fn a_bent_square_is_cut_too() {
    let bent = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.2), DVec3::Y];
    assert_eq!(cut(&bent).0.len(), 2);
}

/// The area of all triangles, and of the fan around the first corner, as tobj cuts.
fn areas(face: &[DVec3]) -> [f64; 2] {
    let (triangles, _) = cut(face);
    let fan: Vec<_> = (2..face.len()).map(|at| [0, at - 1, at]).collect();
    [area_of(face, &triangles), area_of(face, &fan)]
}

#[test]
fn a_corner_out_of_the_plane_is_never_left_out() {
    // In line with its neighbours when laid flat: in front of the plane, behind it, and two in a row.
    let square = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
    for height in [1e-3, 0.3, -5.0] {
        for along in [0.0, 0.25, 0.5, 1.0] {
            let corner = DVec3::new(along, 0.0, height);
            let mut face = square.to_vec();
            face.insert(1, corner);
            for turns in 0..face.len() {
                face.rotate_left(1);
                let (triangles, quality) = cut(&face);
                let label = format!("height {height}, along {along}, turned {turns}");
                assert_eq!((triangles.len(), quality), (3, Cut::Exact), "{label}");
                let is_used = |at| triangles.iter().flatten().any(|corner| *corner == at);
                assert!((0..face.len()).all(is_used), "{label}");
            }
            face = square.to_vec();
            face.splice(1..1, [corner, corner + DVec3::new(0.1, 0.0, 0.2)]);
            assert_eq!(cut(&face).0.len(), 4, "height {height}, along {along}");
        }
    }
}

#[test]
fn no_face_covers_less_than_a_fan_does_unless_the_fan_covers_too_much() {
    let mut random = Random::new(93);
    let mut bent = 0;
    for case in 0..20_000 {
        // Corners around a circle, pushed out of their plane, and some of them inwards.
        let corners = 4 + random.below(9);
        let depth = [0.0, 0.05, 0.6][random.below(3)];
        let inward = [0.0, 0.5][random.below(2)];
        let turn = rotation_from_degrees(random.vec3(180.0));
        let corner = |at: usize, random: &mut Random| {
            let angle = at as f64 * core::f64::consts::TAU / corners as f64;
            let radius = 1.0 - inward * random.signed().abs();
            let flat = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * radius;
            turn * (flat + DVec3::Z * (depth * random.signed()))
        };
        let face: Vec<_> = (0..corners).map(|at| corner(at, &mut random)).collect();
        let (triangles, quality) = cut(&face);
        let [ours, fan] = areas(&face);
        let convex = inward == 0.0 && depth == 0.0;
        assert!(
            !convex || (ours - fan).abs() < 1e-12,
            "seed 93, case {case}"
        );
        if quality == Cut::Exact {
            assert_eq!(triangles.len(), corners - 2, "seed 93, case {case}");
            bent += usize::from(depth > 0.5);
        } else {
            assert!(ours >= fan, "seed 93, case {case}: {ours} {fan}");
        }
    }
    assert!(bent > 1000, "{bent}");
}

#[test]
fn a_long_outline_is_cut_exactly_if_it_is_convex_and_else_as_a_fan() {
    let round = |count: usize, turns: f64, tooth: f64| -> Vec<DVec3> {
        let corner = |at: usize| {
            let angle = turns * at as f64 * core::f64::consts::TAU / count as f64;
            let radius = if at.is_multiple_of(2) {
                1.0
            } else {
                1.0 - tooth
            };
            DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * radius
        };
        (0..count).map(corner).collect()
    };
    for count in [4, MAX_CORNERS, MAX_CORNERS + 1, 100_000] {
        let (triangles, quality) = cut(&round(count, 1.0, 0.0));
        assert_eq!(
            (triangles.len(), quality),
            (count - 2, Cut::Exact),
            "{count}"
        );
    }
    let toothed = round(MAX_CORNERS + 2, 1.0, 0.3);
    assert_eq!(cut(&toothed[..MAX_CORNERS]).1, Cut::Exact);
    for face in [toothed, round(MAX_CORNERS + 1, 2.0, 0.0)] {
        let (triangles, quality) = cut(&face);
        assert_eq!((triangles.len(), quality), (face.len() - 2, Cut::Long));
    }
}

#[test]
fn a_self_crossing_outline_is_detected() {
    let bow_tie = [
        DVec3::ZERO,
        DVec3::new(1.0, 1.0, 0.0),
        DVec3::X,
        DVec3::new(0.0, 1.5, 0.0),
    ];
    assert_eq!(cut(&bow_tie).1, Cut::Crossing);
}

#[test]
fn an_outline_that_passes_one_point_too_often_is_cut_as_a_fan() {
    // A flower: petals of two corners each around the origin.
    let flower = |petals: usize| -> Vec<DVec3> {
        let tip = |at: usize| {
            let angle = at as f64 * core::f64::consts::PI / petals as f64;
            DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
        };
        let petal = |at| [DVec3::ZERO, tip(2 * at), tip(2 * at + 1)];
        (0..petals).flat_map(petal).collect()
    };
    let (triangles, quality) = cut(&flower(MAX_VISITS));
    assert_eq!((triangles.len(), quality), (MAX_VISITS, Cut::Exact));
    let (triangles, quality) = cut(&flower(MAX_VISITS + 1));
    assert_eq!(quality, Cut::Knotted);
    assert_eq!(triangles.len(), 3 * (MAX_VISITS + 1) - 2, "a fan");
    // Here, the visits differ in height alone, which cutting does not see.
    let mut stairs = flower(MAX_VISITS + 1);
    for (at, corner) in stairs.iter_mut().enumerate() {
        corner.z = at as f64 * 1e-6;
    }
    assert_eq!(cut(&stairs).1, Cut::Knotted);
}

#[test]
fn corners_in_one_line_or_one_point_have_nothing_to_cut() {
    let line: Vec<_> = (0..5).map(|x| DVec3::X * f64::from(x)).collect();
    assert_eq!(cut(&line), (vec![], Cut::Exact));
    assert_eq!(cut(&[DVec3::ONE; 7]), (vec![], Cut::Exact));
}
