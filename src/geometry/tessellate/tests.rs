//! Tests of shapes as triangles: closed, the right way round, in their place; and what is refused.

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};

use super::*;
use crate::geometry::{Sphere, Triangle};
use crate::test_support::Random;
use crate::world::World;

type Edges = BTreeMap<[[u32; 3]; 2], usize>;

/// How often each edge occurs, from its first corner to its second.
fn edges(triangles: &[Triangle]) -> Edges {
    let bits = |corner: Vec3| (corner + 0.0).to_array().map(f32::to_bits);
    let mut edges = Edges::new();
    for triangle in triangles {
        let corners = triangle.vertices().map(|corner| bits(corner.as_vec3()));
        for at in 0..3 {
            *edges
                .entry([corners[at], corners[(at + 1) % 3]])
                .or_default() += 1;
        }
    }
    assert!(
        edges.values().all(|count| *count == 1),
        "an edge occurs twice"
    );
    edges
}

/// How many edges have no neighbour.
fn open_edges(triangles: &[Triangle]) -> usize {
    let edges = edges(triangles);
    edges
        .keys()
        .filter(|[a, b]| !edges.contains_key(&[*b, *a]))
        .count()
}

fn volume(triangles: &[Triangle]) -> f64 {
    let six = triangles.iter().map(|triangle| {
        let [a, b, c] = triangle.vertices();
        a.dot(b.cross(c))
    });
    six.sum::<f64>() / 6.0
}

#[test]
fn a_height_field_has_no_gaps_faces_up_and_joins_its_neighbour() {
    let mut random = Random::new(5);
    for (rows, columns) in [(2, 2), (2, 5), (7, 3), (20, 30)] {
        for diagonal in [Diagonal::Main, Diagonal::Anti] {
            let heights: Vec<f32> = (0..rows * columns)
                .map(|_| random.vec3(2.0).x as f32)
                .collect();
            let (origin, spacing) = (DVec3::new(-3.1, 7.7, 1000.3), [0.7, 1.3]);
            let field = height_field(&heights, columns, origin, spacing, diagonal).unwrap();
            assert_eq!(field.len(), 2 * (rows - 1) * (columns - 1));
            assert_eq!(open_edges(&field), 2 * (rows - 1 + columns - 1));
            assert!(
                field
                    .iter()
                    .all(|triangle| triangle.plane().normal().y > 0.0)
            );
            // The next field along Z begins with the last row.
            let next_heights: Vec<f32> = heights[(rows - 1) * columns..].repeat(2);
            let there = origin + DVec3::Z * ((rows - 1) as f64 * spacing[1]);
            let next = height_field(&next_heights, columns, there, spacing, diagonal).unwrap();
            let both = [field.clone(), next].concat();
            assert_eq!(open_edges(&both), 2 * (rows + columns - 1));
        }
    }
}

#[test]
fn the_diagonal_is_the_one_that_is_asked_for() {
    // One corner of the cell is high. The main diagonal leads from it across, the other one past it.
    let height_in_the_middle = |diagonal| {
        let field =
            height_field(&[4.0, 0.0, 0.0, 0.0], 2, DVec3::ZERO, [2.0, 2.0], diagonal).unwrap();
        let ball = Sphere::new(DVec3::new(1.0, 9.0, 1.0), 1e-3).unwrap();
        let world = World::new(field, vec![]);
        let (_, hit) = world.sweep_sphere(&ball, DVec3::NEG_Y * 10.0).unwrap();
        9.0 - hit.fraction * 10.0
    };
    assert!((height_in_the_middle(Diagonal::Main) - 2.0).abs() < 0.01);
    assert!(height_in_the_middle(Diagonal::Anti).abs() < 0.01);
}

#[test]
fn bad_height_fields_are_refused() {
    let field = |heights: &[f32], columns, origin, spacing| {
        height_field(heights, columns, origin, spacing, Diagonal::Main)
            .map(|triangles| triangles.len())
    };
    let (flat, unit) = ([0.0; 6], [1.0, 1.0]);
    for (count, columns) in [
        (0, 0),
        (0, 2),
        (6, 0),
        (6, 1),
        (6, 6),
        (6, 4),
        (6, 7),
        (3, 2),
    ] {
        let error = TessellationError::NoGrid {
            heights: count,
            columns,
        };
        assert_eq!(
            field(&flat[..count], columns, DVec3::ZERO, unit),
            Err(error)
        );
    }
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let heights = [0.0, 0.0, 0.0, 0.0, bad, 0.0];
        let error = TessellationError::NotFinite { index: 4 };
        assert_eq!(field(&heights, 3, DVec3::ZERO, unit), Err(error));
    }
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            field(&flat, 3, DVec3::ZERO, [1.0, bad]),
            Err(TessellationError::BadSize)
        );
    }
    assert_eq!(
        field(&flat, 3, DVec3::X * f64::NAN, unit),
        Err(TessellationError::BadSize)
    );
    // A step of an f32 is 8 m there; and the heights are beyond it.
    let far = DVec3::X * 1e8;
    assert_eq!(
        field(&flat, 3, far, unit),
        Err(TessellationError::NoArea { triangle: 0 })
    );
    assert_eq!(field(&flat, 3, far, [100.0, 100.0]), Ok(4));
    let beyond = field(&[f32::MAX; 6], 3, DVec3::Y * 1e38, unit);
    assert_eq!(beyond, Err(TessellationError::NoArea { triangle: 0 }));
    // As many as there may be, and one row more, found out before anything is made.
    let many = vec![f32::NAN; (MAX_TRIANGLES / 2 + 2) * 2];
    let most = &many[..many.len() - 2];
    assert_eq!(
        field(most, 2, DVec3::ZERO, unit),
        Err(TessellationError::NotFinite { index: 0 })
    );
    assert_eq!(
        field(&many, 2, DVec3::ZERO, unit),
        Err(TessellationError::TooLarge)
    );
}

#[test]
fn a_cylinder_is_closed_and_as_far_from_the_true_one_as_it_says() {
    for sides in [3, 4, 5, 6, 7, 16, 33, MAX_SIDES] {
        for fit in [CylinderFit::Inside, CylinderFit::Outside] {
            let center = DVec3::new(5.0, -2.0, 3.0);
            let prism = cylinder(center, 2.0, 0.5, sides, fit).unwrap();
            assert_eq!(
                (prism.len(), open_edges(&prism)),
                (4 * sides as usize - 4, 0)
            );
            assert!(volume(&prism) > 0.0, "{sides}");
            // The middles of the sides, and their ends, seen from the axis.
            let mut distances = [f64::INFINITY, 0.0_f64];
            for triangle in &prism[..2 * sides as usize] {
                let [a, b, c] = triangle
                    .vertices()
                    .map(|corner| (corner - center).with_y(0.0));
                let ends = if a.distance(b) > 1e-6 { [a, b] } else { [a, c] };
                let normal = triangle.plane().normal();
                assert!(normal.dot(a) > 0.0 && normal.y.abs() < 1e-6);
                distances[0] = distances[0].min(((ends[0] + ends[1]) * 0.5).length());
                distances[1] = distances[1].max(ends[0].length());
            }
            let error = cylinder_error(2.0, sides, fit);
            let expected = match fit {
                CylinderFit::Inside => [2.0 - error, 2.0],
                CylinderFit::Outside => [2.0, 2.0 + error],
            };
            for (found, expected) in distances.into_iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 2e-6,
                    "{sides} {fit:?}: {found} {expected}"
                );
            }
        }
    }
}

#[test]
fn bad_cylinders_are_refused_and_tiny_and_huge_ones_are_not() {
    let made = |center, radius, half, sides| {
        cylinder(center, radius, half, sides, CylinderFit::Inside).map(|triangles| triangles.len())
    };
    for sides in [0, 1, 2, MAX_SIDES + 1, u32::MAX] {
        let error = TessellationError::BadSides { sides };
        assert_eq!(made(DVec3::ZERO, 1.0, 1.0, sides), Err(error));
    }
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            made(DVec3::ZERO, bad, 1.0, 8),
            Err(TessellationError::BadSize)
        );
        assert_eq!(
            made(DVec3::ZERO, 1.0, bad, 8),
            Err(TessellationError::BadSize)
        );
    }
    assert_eq!(
        made(DVec3::Y * f64::NAN, 1.0, 1.0, 8),
        Err(TessellationError::BadSize)
    );
    for size in [1e-6, 1.0, 1e6] {
        assert_eq!(made(DVec3::ZERO, size, size, 8), Ok(28), "{size}");
    }
    assert!(matches!(
        made(DVec3::X * 1e8, 1.0, 1.0, 8),
        Err(TessellationError::NoArea { .. })
    ));
    assert_eq!(cylinder_error(1.0, 2, CylinderFit::Outside), f64::INFINITY);
}

#[test]
fn a_hull_stops_a_ball_and_bad_points_have_none() {
    let mut random = Random::new(8);
    let points: Vec<Vec3> = (0..300)
        .map(|_| random.vec3(1.0).normalize_or(DVec3::X).as_vec3())
        .collect();
    let hull = convex_hull(&points).unwrap();
    assert!(
        open_edges(&hull) == 0 && volume(&hull) > 3.9,
        "{}",
        volume(&hull)
    );
    let world = World::new(hull, vec![]);
    let ball = Sphere::new(DVec3::X * 5.0, 0.5).unwrap();
    let (_, hit) = world.sweep_sphere(&ball, DVec3::NEG_X * 5.0).unwrap();
    assert!((3.49..3.6).contains(&(hit.fraction * 5.0)));
    let mut with_nan = points;
    with_nan[7].z = f32::NAN;
    assert_eq!(
        convex_hull(&with_nan),
        Err(TessellationError::NotFinite { index: 7 })
    );
    for flat in [
        &[][..],
        &[Vec3::ONE; 9],
        &[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE.with_z(0.0)],
    ] {
        assert_eq!(convex_hull(flat), Err(TessellationError::Flat));
    }
}

#[test]
fn messages_say_what_happened_and_what_to_do() {
    let said = |error: TessellationError| error.to_string();
    assert!(
        said(TessellationError::NoGrid {
            heights: 7,
            columns: 3
        })
        .contains("7 heights are no grid with 3 columns: give")
    );
    assert!(said(TessellationError::BadSides { sides: 2 }).contains("take 3 to 1024"));
}
