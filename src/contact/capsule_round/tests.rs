//! Tests of the contacts of a capsule and a round shape, next to, across and through each other.

use super::*;
use crate::contact::ContactKind;
use crate::test_support::Random;

fn capsule(start: [f64; 3], end: [f64; 3], radius: f64) -> OrientedCapsule {
    OrientedCapsule::new(Segment::new(start.into(), end.into()), radius).unwrap()
}

fn contacts(first: &OrientedCapsule, second: &OrientedCapsule) -> Vec<Contact> {
    let mut buffer = ContactBuffer::new(4);
    let added = contact_capsule_capsule(first, second, &mut buffer);
    assert_eq!(added, buffer.contacts().len());
    buffer.contacts().to_vec()
}

/// The least of a convex function of a fraction, by ternary search.
fn least(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..120 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if function(a) < function(b) {
            high = b;
        } else {
            low = a;
        }
    }
    function((low + high) * 0.5)
}

/// The distance of two segments, a ternary search within a ternary search.
fn distance(first: &Segment, second: &Segment) -> f64 {
    let at = |segment: &Segment, fraction: f64| {
        let place =
            |axis: usize| segment.start[axis] * (1.0 - fraction) + segment.end[axis] * fraction;
        [place(0), place(1), place(2)]
    };
    let squared = |s: f64, t: f64| {
        let (a, b) = (at(first, s), at(second, t));
        (0..3)
            .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
            .sum::<f64>()
    };
    least(|s| least(|t| squared(s, t))).sqrt()
}

#[test]
fn the_depth_is_what_a_search_over_both_axes_finds_and_moving_by_it_separates() {
    let mut random = Random::new(163);
    let (mut touching, mut apart) = (0, 0);
    for case in 0..600 {
        let mut any = || {
            let start = random.vec3(0.7);
            let long = [0.0, 1e-3, 1.0, 1.0][case % 4];
            let end = start + random.vec3(1.5) * long;
            OrientedCapsule::new(Segment::new(start, end), 0.1 + random.vec3(0.5).x.abs())
        };
        let (first, second) = (any().unwrap(), any().unwrap());
        let reach = first.radius() + second.radius();
        let expected = reach - distance(&first.axis(), &second.axis());
        let found = contacts(&first, &second);
        let Some(contact) = found.first() else {
            apart += 1;
            assert!(expected < 1e-9, "seed 163, case {case}: {expected}");
            continue;
        };
        touching += 1;
        let off = contact.depth - expected;
        assert!(off.abs() < 1e-7, "seed 163, case {case}: {off}");
        let out = contact.normal * contact.depth;
        let axis = first.axis();
        let moved = Segment::new(axis.start + out, axis.end + out);
        let left = reach - distance(&moved, &second.axis());
        assert!(left < 1e-6, "seed 163, case {case}: {left}");
        if case % 4 == 0 {
            // The second capsule is a sphere, too.
            let ball = Sphere::new(second.center(), second.radius()).unwrap();
            let same = contact_capsule_sphere(&first, &ball).unwrap();
            assert!((same.depth - contact.depth).abs() < 1e-12, "case {case}");
        }
    }
    assert!(touching > 200 && apart > 100, "{touching} {apart}");
}

#[test]
fn parallel_capsules_touch_at_both_ends_of_the_part_where_they_face_each_other() {
    // The second reaches from x = 1 to x = 5, the first from 0 to 3: they face each other from 1 to 3.
    let first = capsule([0.0, 0.9, 0.0], [3.0, 0.9, 0.0], 0.5);
    for [start, end] in [[1.0, 5.0], [5.0, 1.0]] {
        let second = capsule([start, 0.0, 0.0], [end, 0.0, 0.0], 0.5);
        let found = contacts(&first, &second);
        let places: Vec<DVec3> = found.iter().map(|contact| contact.point).collect();
        assert_eq!(
            places,
            [DVec3::new(1.0, 0.5, 0.0), DVec3::new(3.0, 0.5, 0.0)]
        );
        for contact in &found {
            assert!((contact.depth - 0.1).abs() < 1e-12 && contact.normal == DVec3::Y);
            assert_eq!(contact.kind(), ContactKind::PointFace);
        }
        let swapped = contacts(&second, &first);
        for (contact, other) in found.iter().zip(&swapped) {
            assert_eq!(contact.point_on_first(), other.point);
            assert_eq!(
                (contact.first, contact.normal),
                (other.second, -other.normal)
            );
        }
    }
    // One behind the other, they touch at their ends only.
    let behind = capsule([4.0, 0.0, 0.0], [3.9, 0.9, 0.0], 0.5);
    let found = contacts(&first, &behind);
    assert_eq!((found.len(), found[0].kind()), (1, ContactKind::FaceFace));
}

#[test]
fn axes_that_cross_or_coincide_have_a_normal_across_both() {
    let along_x = capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5);
    let along_z = capsule([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.25);
    let crossing = contacts(&along_x, &along_z);
    assert_eq!((crossing[0].normal, crossing[0].depth), (DVec3::Y, 0.75));
    for contact in contacts(&along_x, &along_x) {
        assert_eq!((contact.normal, contact.depth), (DVec3::Y, 1.0));
    }
    let upright = capsule([0.0, -1.0, 0.0], [0.0, 1.0, 0.0], 0.5);
    assert_eq!(contacts(&upright, &upright)[0].normal, DVec3::X);
    let ball = Sphere::new(DVec3::Y * 0.5, 0.25).unwrap();
    let inside = contact_capsule_sphere(&upright, &ball).unwrap();
    assert_eq!((inside.normal, inside.depth), (DVec3::X, 0.75));
    let point = capsule([0.0, 0.5, 0.0], [0.0, 0.5, 0.0], 0.25);
    let concentric = contacts(&point, &point);
    assert_eq!((concentric[0].normal, concentric[0].depth), (DVec3::Y, 0.5));
}

#[test]
fn just_touching_is_a_contact_of_zero_depth_and_just_apart_is_none() {
    let upright = capsule([0.0, 0.0, 0.0], [0.0, 1.0, 0.0], 0.5);
    let ball = Sphere::new(DVec3::new(1.5, 0.5, 0.0), 1.0).unwrap();
    assert_eq!(contact_capsule_sphere(&upright, &ball).unwrap().depth, 0.0);
    let apart = ball.at(DVec3::new(1.5 + 1e-12, 0.5, 0.0));
    assert_eq!(contact_capsule_sphere(&upright, &apart), None);
    let parallel = capsule([1.0, 0.0, 0.0], [1.0, 1.0, 0.0], 0.5);
    assert!(
        contacts(&parallel, &upright)
            .iter()
            .all(|contact| contact.depth == 0.0)
    );
    assert_eq!(contacts(&parallel, &upright).len(), 2);
}
