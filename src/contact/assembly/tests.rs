//! Tests of the contacts of assemblies, against those of their parts.

use super::*;
use crate::geometry::{HalfSpace, Obb, OrientedCapsule, Plane, Polyhedron, Segment};
use crate::test_support::Random;
use glam::{DMat3, DVec3};

/// One of the six shapes, about its own origin.
fn shape(random: &mut Random) -> Shape {
    let plane = Plane::new(DVec3::ZERO, random.vec3(1.0)).unwrap();
    let half = random.vec3(0.5).abs() + 0.1;
    match random.below(10) {
        0 => Shape::HalfSpace(HalfSpace::new(plane)),
        1 => Shape::Plane(plane),
        2 | 3 => Shape::Sphere(Sphere::new(DVec3::ZERO, half.x).unwrap()),
        4 | 5 => {
            let axis = Segment::new(DVec3::X * -half.y, random.vec3(0.5));
            Shape::Capsule(OrientedCapsule::new(axis, half.x).unwrap())
        }
        6 | 7 => Shape::Polyhedron(Polyhedron::wedge(half).unwrap()),
        _ => Shape::Obb(Obb::new(DVec3::ZERO, DMat3::IDENTITY, half).unwrap()),
    }
}

fn assembly(random: &mut Random) -> Vec<(Shape, Pose)> {
    let count = 1 + random.below(4);
    let mut part = || {
        (
            shape(random),
            Pose::new(random.vec3(1.0), random.vec3(180.0)).unwrap(),
        )
    };
    (0..count).map(|_| part()).collect()
}

#[test]
fn assemblies_have_the_contacts_of_their_separately_placed_parts() {
    let mut random = Random::new(149);
    let mut found = 0;
    for case in 0..2000 {
        let (a, b) = (assembly(&mut random), assembly(&mut random));
        let mut pose = || Pose::new(random.vec3(1.5), random.vec3(180.0)).unwrap();
        let (first_pose, second_pose) = (pose(), pose());
        let (first, second) = (Assembly::new(&a).unwrap(), Assembly::new(&b).unwrap());
        let mut buffer = ContactBuffer::new(200);
        let added =
            contact_assembly_assembly(&first, &first_pose, &second, &second_pose, &mut buffer);
        assert_eq!(added, buffer.contacts().len());

        // Brute-force reference: every pair, by the composed pose, without bounding spheres.
        let mut slow = ContactBuffer::new(200);
        for (shape, offset) in &a {
            for (other, other_offset) in &b {
                let shape = shape.transformed(&first_pose.compose(offset));
                let other = other.transformed(&second_pose.compose(other_offset));
                contact_shape_shape(&shape, &other, &mut slow);
            }
        }
        assert_eq!(slow.contacts().len(), added, "seed 149, case {case}");
        for (contact, slow) in buffer.contacts().iter().zip(slow.contacts()) {
            found += 1;
            assert!(
                (contact.depth - slow.depth).abs() < 1e-9,
                "seed 149, case {case}"
            );
            let [part, other] = contact.parts.map(usize::from);
            assert!(part < first.len() && other < second.len());
        }
    }
    assert!(found > 3000, "{found}");
}

#[test]
fn swapping_any_two_shapes_flips_their_contacts() {
    let mut random = Random::new(151);
    let mut found = 0;
    for case in 0..5000 {
        let mut posed = || {
            shape(&mut random)
                .transformed(&Pose::new(random.vec3(0.7), random.vec3(180.0)).unwrap())
        };
        let (first, second) = (posed(), posed());
        let (mut there, mut back) = (ContactBuffer::new(8), ContactBuffer::new(8));
        contact_shape_shape(&first, &second, &mut there);
        contact_shape_shape(&second, &first, &mut back);
        assert_eq!(
            there.contacts().len(),
            back.contacts().len(),
            "seed 151, case {case}"
        );
        for (contact, other) in there.contacts().iter().zip(back.contacts()) {
            found += 1;
            let other = other.swapped();
            assert_eq!((contact.first, contact.second), (other.first, other.second));
            assert!(
                (contact.depth - other.depth).abs() < 1e-12,
                "seed 151, case {case}"
            );
            assert!(
                contact.normal.abs_diff_eq(other.normal, 1e-12),
                "seed 151, case {case}"
            );
            assert!(
                contact.point.abs_diff_eq(other.point, 1e-9),
                "seed 151, case {case}"
            );
        }
    }
    assert!(found > 3000, "{found}");
}

#[test]
fn distant_assemblies_have_no_contacts_and_a_small_buffer_overflows() {
    let ball = Shape::Sphere(Sphere::new(DVec3::ZERO, 1.0).unwrap());
    let pair = Assembly::new(&[(ball.clone(), Pose::IDENTITY), (ball, Pose::IDENTITY)]).unwrap();
    let away = Pose::new(DVec3::X * 2.1, DVec3::ZERO).unwrap();
    let mut buffer = ContactBuffer::new(3);
    assert_eq!(
        contact_assembly_assembly(&pair, &away, &pair, &Pose::IDENTITY, &mut buffer),
        0
    );
    let near = Pose::new(DVec3::X, DVec3::ZERO).unwrap();
    assert_eq!(
        contact_assembly_assembly(&pair, &near, &pair, &Pose::IDENTITY, &mut buffer),
        3
    );
    assert!(buffer.overflowed());
    assert_eq!(buffer.contacts()[2].parts, [1, 0]);
}
