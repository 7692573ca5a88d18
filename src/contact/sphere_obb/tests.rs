//! Tests of the contacts of a sphere and a box, on every feature, and of a centre inside.

use super::*;
use crate::geometry::Solid;
use crate::geometry::rotation_from_degrees;
use crate::query::{closest_obb_point, closest_segment_point};
use crate::test_support::{Random, directions};
use glam::DMat3;

fn unit() -> Obb {
    Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap()
}

fn contact(center: DVec3, radius: f64) -> Option<Contact> {
    contact_sphere_obb(&Sphere::new(center, radius).unwrap(), &unit())
}

#[test]
fn face_edge_and_vertex_each_have_their_own_normal() {
    let face = contact(DVec3::new(0.0, 1.4, 0.0), 0.5).unwrap();
    assert_eq!(face.normal, DVec3::Y);
    assert!((face.depth - 0.1).abs() < 1e-15);
    // Off an edge by (0.3, 0.4): 0.5 m away, direction (0.6, 0.8).
    let edge = contact(DVec3::new(1.3, 1.4, 0.0), 0.75).unwrap();
    assert!(edge.normal.abs_diff_eq(DVec3::new(0.6, 0.8, 0.0), 1e-12));
    assert!((edge.depth - 0.25).abs() < 1e-12);
    let corner = contact(DVec3::splat(1.1), 0.5).unwrap();
    assert!(corner.normal.abs_diff_eq(DVec3::ONE.normalize(), 1e-12));
}

#[test]
fn just_touching_is_a_contact_and_just_apart_is_none() {
    assert_eq!(contact(DVec3::new(1.5, 0.0, 0.0), 0.5).unwrap().depth, 0.0);
    assert_eq!(contact(DVec3::new(1.5 + 1e-9, 0.0, 0.0), 0.5), None);
    // Passes the early out (within reach on each axis), but misses the corner.
    assert_eq!(contact(DVec3::splat(1.4), 0.5), None);
}

#[test]
fn a_centre_inside_is_pushed_out_through_the_nearest_face() {
    let inside = contact(DVec3::new(0.2, -0.9, 0.3), 0.5).unwrap();
    assert_eq!(inside.normal, DVec3::NEG_Y);
    assert!(inside.point.abs_diff_eq(DVec3::new(0.2, -1.0, 0.3), 1e-15));
    assert!((inside.depth - 0.6).abs() < 1e-15);
    // At the centre all faces are equally near; the answer is always the same face.
    assert_eq!(contact(DVec3::ZERO, 0.5).unwrap().normal, DVec3::X);
}

#[test]
fn the_contact_point_lies_on_the_reported_feature() {
    let mut random = Random::new(109);
    let mut counts = [0; 3];
    for case in 0..10_000 {
        let half = random.vec3(1.0).abs() + 0.05;
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let obb = Obb::new(random.vec3(3.0), rotation, half).unwrap();
        let sphere = Sphere::new(obb.center() + random.vec3(2.0), 0.8).unwrap();
        let Some(contact) = contact_sphere_obb(&sphere, &obb) else {
            continue;
        };
        let off = match contact.second {
            Feature::Vertex(at) => {
                counts[0] += 1;
                obb.vertex(at.into()).distance(contact.point)
            }
            Feature::Edge(at) => {
                counts[1] += 1;
                let edge = obb.edge(at.into()).segment;
                closest_segment_point(&edge, contact.point)
                    .point
                    .distance(contact.point)
            }
            Feature::Face(at) => {
                counts[2] += 1;
                let face = obb.face(at.into());
                assert!(
                    face.normal().abs_diff_eq(contact.normal, 1e-9),
                    "seed 109, case {case}"
                );
                face.signed_distance(contact.point).abs()
            }
            Feature::Surface => f64::INFINITY,
        };
        assert!(
            off < 1e-9,
            "seed 109, case {case}: {:?} is {off} off",
            contact.second
        );
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

#[test]
fn no_sampled_point_of_the_sphere_is_deeper_along_the_normal() {
    let mut random = Random::new(113);
    let samples = directions(2000);
    let (mut found, mut faces) = (0, 0);
    for case in 0..1000 {
        let half = random.vec3(1.0).abs() + 0.2;
        let obb = Obb::new(
            random.vec3(1.0),
            rotation_from_degrees(random.vec3(180.0)),
            half,
        )
        .unwrap();
        let sphere = Sphere::new(random.vec3(2.0), 0.5).unwrap();
        let inside = samples.iter().filter(|direction| {
            let point = sphere.center() + **direction * sphere.radius();
            obb.to_local(point).abs().cmple(half).all()
        });
        let Some(contact) = contact_sphere_obb(&sphere, &obb) else {
            assert_eq!(inside.count(), 0, "seed 113, case {case}: missed");
            continue;
        };
        if obb.to_local(sphere.center()).abs().cmplt(half).all() {
            continue;
        }
        found += 1;
        // The part of the sphere inside the box is a cap below the point; the depth is its
        // height.
        let height = |direction: &DVec3| {
            let point = sphere.center() + *direction * sphere.radius();
            (contact.point - point).dot(contact.normal)
        };
        let deepest = inside.map(height).fold(0.0, f64::max);
        assert!(
            deepest <= contact.depth + 1e-9,
            "seed 113, case {case}: {deepest}"
        );
        // A cap below a face that does not reach the other side is sampled down to its lowest
        // point.
        let deep = (0.02..0.3).contains(&contact.depth);
        if matches!(contact.second, Feature::Face(_)) && deep {
            faces += 1;
            assert!(
                deepest > contact.depth - 0.02,
                "seed 113, case {case}: {deepest} of {}",
                contact.depth
            );
        }
    }
    assert!(found > 100 && faces > 30, "{found} {faces}");
}

#[test]
fn moving_out_by_the_depth_always_makes_them_just_touch() {
    let mut random = Random::new(11);
    let mut inside = 0;
    for case in 0..20_000 {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let half = random.vec3(1.0).abs() + 0.05;
        let obb = Obb::new(random.vec3(3.0), rotation, half).unwrap();
        let sphere = Sphere::new(obb.center() + random.vec3(2.0), 0.6).unwrap();
        let nearest = closest_obb_point(&obb, sphere.center()).distance(sphere.center());
        let Some(contact) = contact_sphere_obb(&sphere, &obb) else {
            assert!(nearest > 0.6, "seed 11, case {case}: missed at {nearest}");
            continue;
        };
        inside += usize::from(nearest < 1e-12);
        assert!((contact.normal.length() - 1.0).abs() < 1e-9);
        let out = sphere.center() + contact.normal * contact.depth;
        let gap = closest_obb_point(&obb, out).distance(out);
        assert!((gap - 0.6).abs() < 1e-9, "seed 11, case {case}: gap {gap}");
    }
    assert!(inside > 300, "only {inside} cases had the centre inside");
}
