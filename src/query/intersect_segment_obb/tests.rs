//! Tests of segments against boxes, also against the six faces and dense samples.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::query::intersect_segment_polygon;
use crate::test_support::Random;
use glam::DMat3;

fn hit(start: DVec3, end: DVec3) -> Option<SegmentHit> {
    let obb = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::new(1.0, 2.0, 3.0)).unwrap();
    intersect_segment_obb(&Segment::new(start, end), &obb)
}

#[test]
fn each_face_is_entered_where_its_plane_is_crossed() {
    for (axis, half) in [(DVec3::X, 1.0), (DVec3::Y, 2.0), (DVec3::Z, 3.0)] {
        for side in [axis, -axis] {
            // From 4 m outside the face, 8 m straight in: the fraction is 1/2.
            let found = hit(side * (half + 4.0), side * (half - 4.0)).unwrap();
            assert_eq!(
                (found.fraction, found.point, found.normal),
                (0.5, side * half, side)
            );
        }
    }
}

#[test]
fn passing_beside_or_stopping_short_misses_and_touching_hits() {
    assert_eq!(
        hit(DVec3::new(1.001, -9.0, 0.0), DVec3::new(1.001, 9.0, 0.0)),
        None
    );
    assert!(hit(DVec3::new(1.0, -9.0, 0.0), DVec3::new(1.0, 9.0, 0.0)).is_some());
    assert_eq!(hit(DVec3::X * 3.0, DVec3::X * 1.001), None);
    assert_eq!(hit(DVec3::X * 3.0, DVec3::X).unwrap().fraction, 1.0);
    assert_eq!(hit(DVec3::X * 3.0, DVec3::X * 9.0), None);
}

#[test]
fn a_start_inside_hits_at_fraction_zero_even_with_zero_length() {
    let inside = DVec3::new(0.9, 0.0, 0.0);
    for end in [inside, DVec3::X * 5.0, DVec3::NEG_X * 5.0] {
        let found = hit(inside, end).unwrap();
        assert_eq!(
            (found.fraction, found.point, found.normal),
            (0.0, inside, DVec3::X)
        );
    }
    assert_eq!(hit(DVec3::X * 1.5, DVec3::X * 1.5), None);
}

/// Brute-force reference: the first of the six faces that the segment crosses.
fn through_six_polygons(segment: &Segment, obb: &Obb) -> Option<f64> {
    let mut first: Option<f64> = None;
    for axis in 0..3 {
        let (u, v) = (DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]);
        for side in [-1.0, 1.0] {
            let corner = |u_side: f64, v_side: f64| {
                let signs = DVec3::AXES[axis] * side + u * u_side + v * v_side;
                obb.to_world(signs * obb.half_extents())
            };
            let face = [
                corner(1.0, 1.0),
                corner(1.0, -1.0),
                corner(-1.0, -1.0),
                corner(-1.0, 1.0),
            ];
            if let Some(found) = intersect_segment_polygon(segment, &face) {
                first = Some(first.map_or(found.fraction, |first| first.min(found.fraction)));
            }
        }
    }
    first
}

#[test]
fn it_agrees_with_its_six_faces_and_with_dense_samples() {
    let mut random = Random::new(71);
    let (mut hits, mut misses, mut near) = (0, 0, 0);
    for case in 0..10_000 {
        let far = if case % 4 == 0 {
            DVec3::splat(1e4)
        } else {
            DVec3::ZERO
        };
        let half = random.vec3(1.0).abs() + 0.1;
        let obb = Obb::new(
            far + random.vec3(1.0),
            rotation_from_degrees(random.vec3(180.0)),
            half,
        )
        .unwrap();
        let start = far + random.vec3(4.0);
        let aim = obb.to_world(random.vec3(1.5));
        let segment = Segment::new(start, aim + (aim - start) * random.signed());
        if obb.to_local(segment.start).abs().cmple(half).all() {
            continue;
        }
        let found = intersect_segment_obb(&segment, &obb);
        // How deep the sampled segment gets into the box: positive inside.
        let depth = (0..=400)
            .map(|step| {
                obb.to_local(segment.point_at(f64::from(step) / 400.0))
                    .abs()
            })
            .map(|local| (half - local).min_element())
            .fold(f64::NEG_INFINITY, f64::max);
        // The polygon test accepts points slightly beyond an edge, so grazing cases prove
        // nothing.
        if depth.abs() < 0.03 {
            near += 1;
            continue;
        }
        assert_eq!(
            found.is_some(),
            depth > 0.0,
            "seed 71, case {case}: depth {depth}"
        );
        let slow = through_six_polygons(&segment, &obb);
        assert_eq!(found.is_some(), slow.is_some(), "seed 71, case {case}");
        if let (Some(found), Some(slow)) = (found, slow) {
            hits += 1;
            let length = segment.start.distance(segment.end);
            assert!(
                (found.fraction - slow).abs() * length < 0.05,
                "seed 71, case {case}"
            );
            let local = obb.to_local(found.point).abs() - half;
            assert!(
                local.max_element().abs() < 1e-9,
                "seed 71, case {case}: {local}"
            );
            let direction = segment.end - segment.start;
            assert!(found.normal.dot(direction) < 0.0, "seed 71, case {case}");
        } else {
            misses += 1;
        }
    }
    assert!(
        hits > 1000 && misses > 3000 && near < 1500,
        "{hits} {misses} {near}"
    );
}
