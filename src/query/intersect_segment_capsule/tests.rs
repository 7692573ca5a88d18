//! Tests of segments against capsules, also against dense samples.

use super::*;
use crate::geometry::Sphere;
use crate::test_support::Random;

/// Upright, from -1 to 3 m, with a radius of 1 m: its axis goes from the origin to 2 m.
fn hit(start: DVec3, end: DVec3) -> Option<SegmentHit> {
    let capsule = Capsule::new(DVec3::ZERO, 1.0, 2.0).unwrap();
    intersect_segment_capsule(&Segment::new(start, end), &capsule)
}

#[test]
fn the_side_and_both_ends_are_entered_where_they_begin() {
    for (start, end, point, normal) in [
        (
            DVec3::new(5.0, 1.0, 0.0),
            DVec3::new(-3.0, 1.0, 0.0),
            DVec3::new(1.0, 1.0, 0.0),
            DVec3::X,
        ),
        (DVec3::Y * 7.0, DVec3::Y * -1.0, DVec3::Y * 3.0, DVec3::Y),
        (DVec3::Y * -5.0, DVec3::Y * 3.0, DVec3::NEG_Y, DVec3::NEG_Y),
    ] {
        let found = hit(start, end).unwrap();
        assert_eq!(
            (found.fraction, found.point, found.normal),
            (0.5, point, normal)
        );
    }
}

#[test]
fn passing_beside_or_stopping_short_misses_and_touching_hits() {
    assert_eq!(
        hit(DVec3::new(1.001, -9.0, 0.0), DVec3::new(1.001, 9.0, 0.0)),
        None
    );
    assert_eq!(hit(DVec3::X * 3.0, DVec3::X * 1.001), None);
    assert_eq!(hit(DVec3::X * 3.0, DVec3::X).unwrap().fraction, 1.0);
    assert_eq!(hit(DVec3::X * 3.0, DVec3::X * 9.0), None);
    assert_eq!(hit(DVec3::Y * 4.0, DVec3::Y * 3.001), None);
}

#[test]
fn a_start_inside_hits_at_once_even_with_zero_length_and_no_number_hits_nothing() {
    let inside = DVec3::new(0.5, 1.0, 0.0);
    for end in [inside, DVec3::X * 5.0] {
        let found = hit(inside, end).unwrap();
        assert_eq!(
            (found.fraction, found.point, found.normal),
            (0.0, inside, DVec3::X)
        );
    }
    assert_eq!(hit(DVec3::Y, DVec3::Y * 9.0).unwrap().normal, DVec3::Y);
    assert_eq!(hit(DVec3::X * 1.5, DVec3::X * 1.5), None);
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(hit(DVec3::splat(number), DVec3::ZERO), None);
        assert_eq!(hit(DVec3::X * 9.0, DVec3::splat(number)), None);
    }
}

#[test]
fn it_agrees_with_dense_samples_for_capsules_and_spheres_near_and_far() {
    let mut random = Random::new(72);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..20_000 {
        let far = DVec3::splat([0.0, 1e4][case % 2]);
        let radius = 0.1 + random.signed().abs();
        let base = far + random.vec3(1.0);
        let capsule = if case % 3 == 0 {
            Sphere::new(base, radius).unwrap().into()
        } else {
            Capsule::new(base, radius, random.signed().abs() * 2.0).unwrap()
        };
        let start = far + random.vec3(4.0);
        let aim = base + random.vec3(1.5);
        let segment = Segment::new(start, aim + (aim - start) * random.signed());
        let gap = |point: DVec3| {
            let nearest = closest_segment_point(&capsule.axis(), point).point;
            point.distance(nearest) - radius
        };
        let found = intersect_segment_capsule(&segment, &capsule);
        let samples = (0..=400).map(|step| f64::from(step) / 400.0);
        let inside = |fraction: &f64| gap(segment.point_at(*fraction)) < -1e-6;
        let first = samples.clone().find(inside);
        match (found, first) {
            (Some(found), Some(first)) => {
                hits += 1;
                assert!(found.fraction <= first + 1e-9, "{case}: {found:?}, {first}");
                assert!(
                    first - found.fraction <= 1.0 / 400.0 + 1e-6,
                    "{case}: {found:?}, {first}"
                );
                if found.fraction > 0.0 {
                    assert!(gap(found.point).abs() < 1e-7, "{case}: {found:?}");
                    assert!(
                        found.normal.dot(segment.end - segment.start) <= 1e-7,
                        "{case}"
                    );
                }
            }
            (None, None) => misses += 1,
            (None, Some(first)) => panic!("{case}: sample {first} is inside"),
            // It only grazes the capsule, or enters it after the last sample.
            (Some(found), None) => assert!(gap(found.point).abs() < 1e-6, "{case}: {found:?}"),
        }
    }
    assert!(hits > 3000 && misses > 3000, "{hits}, {misses}");
}
