//! Tests of contacts with a half-space: of faces, edges and corners.

use super::*;
use crate::geometry::{Capsule, rotation_from_degrees};
use crate::test_support::{Random, directions};
use glam::DVec3;

fn ground() -> HalfSpace {
    HalfSpace::new(Plane::new(DVec3::ZERO, DVec3::Y).unwrap())
}

/// The contacts of a unit cube rotated by `degrees`, with its centre at `height`.
fn cube(degrees: DVec3, height: f64) -> Vec<Contact> {
    let center = DVec3::new(5.0, height, -5.0);
    let obb = Obb::new(center, rotation_from_degrees(degrees), DVec3::splat(0.5)).unwrap();
    let mut buffer = ContactBuffer::new(8);
    contact_obb_half_space(&obb, &ground(), &mut buffer);
    buffer.contacts().to_vec()
}

#[test]
fn a_face_has_four_contacts_an_edge_two_a_corner_one_a_sunken_box_eight() {
    assert_eq!(cube(DVec3::ZERO, 0.5).len(), 4, "just touching");
    assert_eq!(cube(DVec3::ZERO, 0.5 + 1e-9).len(), 0);
    // On an edge, the centre is half a diagonal up: 0.7071.
    assert_eq!(cube(DVec3::Z * 45.0, 0.7).len(), 2);
    // On a corner, half the space diagonal: 0.866. The tilt is the arc tangent of 1/√2.
    assert_eq!(cube(DVec3::new(35.264, 0.0, 45.0), 0.86).len(), 1);
    assert_eq!(cube(DVec3::splat(20.0), -3.0).len(), 8);
}

#[test]
fn the_features_are_the_lower_corners_in_order() {
    let features: Vec<Feature> = cube(DVec3::ZERO, 0.4)
        .iter()
        .map(|contact| contact.first)
        .collect();
    // The lower corners are those without the bit of Y.
    assert_eq!(features, [0, 1, 4, 5].map(Feature::Vertex));
    let contact = cube(DVec3::ZERO, 0.4)[0];
    assert_eq!(contact.kind(), crate::contact::ContactKind::PointFace);
    assert!((contact.depth - 0.1).abs() < 1e-15);
    assert!(contact.point.abs_diff_eq(DVec3::new(4.5, 0.0, -5.5), 1e-15));
}

#[test]
fn a_full_buffer_keeps_the_first_contacts() {
    let obb = Obb::new(DVec3::ZERO, glam::DMat3::IDENTITY, DVec3::ONE).unwrap();
    let mut buffer = ContactBuffer::new(3);
    assert_eq!(contact_obb_half_space(&obb, &ground(), &mut buffer), 3);
    assert!(buffer.overflowed());
    assert_eq!(contact_obb_half_space(&obb, &ground(), &mut buffer), 0);
    let kept: Vec<Feature> = buffer
        .contacts()
        .iter()
        .map(|contact| contact.first)
        .collect();
    assert_eq!(kept, [0, 1, 4].map(Feature::Vertex));
    buffer.clear();
    assert!(buffer.contacts().is_empty() && !buffer.overflowed());
}

#[test]
fn no_sampled_point_is_deeper_than_the_deepest_contact() {
    let mut random = Random::new(107);
    let samples = directions(3000);
    let (mut boxes, mut capsules) = (0, 0);
    for case in 0..500 {
        let plane = Plane::new(random.vec3(1.0), random.vec3(1.0)).unwrap();
        let ground = HalfSpace::new(plane);
        let half = random.vec3(1.0).abs();
        let obb = Obb::new(
            random.vec3(2.0),
            rotation_from_degrees(random.vec3(180.0)),
            half,
        )
        .unwrap();
        // The sphere's samples, scaled to the box, nearly reach every corner, and far beyond.
        let surface = samples.iter().map(|direction| {
            obb.to_world((*direction * 9.0).clamp(-DVec3::ONE, DVec3::ONE) * half)
        });
        let sampled = surface
            .map(|point| ground.depth(point))
            .fold(f64::NEG_INFINITY, f64::max);
        let mut buffer = ContactBuffer::new(8);
        let count = contact_obb_half_space(&obb, &ground, &mut buffer);
        assert_eq!(count, buffer.contacts().len());
        match buffer.deepest() {
            Some(contact) => {
                boxes += 1;
                assert!(
                    (contact.depth - sampled).abs() < 1e-9,
                    "seed 107, case {case}"
                );
                let below = (0..8).filter(|corner| ground.depth(obb.vertex(*corner)) >= 0.0);
                assert_eq!(below.count(), count, "seed 107, case {case}");
            }
            None => assert!(sampled < 0.0, "seed 107, case {case}: {sampled}"),
        }

        let capsule = Capsule::new(random.vec3(2.0), 0.4, random.signed().abs() + 0.1).unwrap();
        let ends = [capsule.axis().start, capsule.axis().end];
        let surface = ends
            .iter()
            .flat_map(|end| samples.iter().map(|direction| *end + *direction * 0.4));
        let sampled = surface
            .map(|point| ground.depth(point))
            .fold(f64::NEG_INFINITY, f64::max);
        buffer.clear();
        contact_capsule_half_space(&capsule.into(), &ground, &mut buffer);
        match buffer.deepest() {
            Some(contact) => {
                capsules += 1;
                let missed = contact.depth - sampled;
                assert!(
                    (-1e-9..1e-3).contains(&missed),
                    "seed 107, case {case}: {missed}"
                );
            }
            None => assert!(sampled < 0.0, "seed 107, case {case}: {sampled}"),
        }
    }
    assert!(boxes > 150 && capsules > 150, "{boxes} {capsules}");
}
