//! Tests of the contacts of two polyhedra, against those of boxes and of sampled directions.

use super::*;
use crate::contact::{
    ContactBuffer, contact_obb_half_space, contact_obb_obb, contact_obb_obb_min_translation,
    contact_obb_plane, contact_polyhedron_half_space, contact_polyhedron_plane,
};
use crate::geometry::{HalfSpace, Obb, Plane, Pose, rotation_from_degrees};
use crate::test_support::Random;
use glam::DVec3;

#[test]
fn boxes_as_polyhedra_have_the_contacts_of_boxes() {
    let mut random = Random::new(131);
    let mut found = 0;
    for case in 0..5000 {
        let mut block = |spread: f64| {
            let half = random.vec3(1.0).abs() + 0.1;
            Obb::new(
                random.vec3(spread),
                rotation_from_degrees(random.vec3(180.0)),
                half,
            )
            .unwrap()
        };
        let (first, second) = (block(1.5), block(0.5));
        let (a, b) = (
            Polyhedron::from_obb(&first).unwrap(),
            Polyhedron::from_obb(&second).unwrap(),
        );
        for (of_boxes, of_solids) in [
            (
                contact_obb_obb(&first, &second),
                contact_polyhedron_polyhedron(&a, &b),
            ),
            (
                contact_obb_obb_min_translation(&first, &second),
                contact_polyhedron_polyhedron_min_translation(&a, &b),
            ),
        ] {
            assert_eq!(
                of_boxes.is_some(),
                of_solids.is_some(),
                "seed 131, case {case}"
            );
            let (Some(of_boxes), Some(of_solids)) = (of_boxes, of_solids) else {
                continue;
            };
            found += 1;
            assert_eq!(
                (of_boxes.first, of_boxes.second),
                (of_solids.first, of_solids.second),
                "seed 131, case {case}"
            );
            assert!(
                of_boxes.normal.abs_diff_eq(of_solids.normal, 1e-9),
                "seed 131, case {case}"
            );
            assert!(
                (of_boxes.depth - of_solids.depth).abs() < 1e-9,
                "seed 131, case {case}"
            );
            assert!(
                of_boxes.point.abs_diff_eq(of_solids.point, 1e-9),
                "seed 131, case {case}"
            );
        }
    }
    assert!(found > 3000, "{found}");
}

#[test]
fn a_box_and_the_same_box_as_a_polyhedron_have_the_same_contacts() {
    let mut random = Random::new(191);
    let mut found = 0;
    for case in 0..2000 {
        let mut block = || {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            Obb::new(random.vec3(1.0), rotation, random.vec3(1.0).abs() + 0.1).unwrap()
        };
        let (first, second) = (block(), block());
        let solid = Polyhedron::from_obb(&first).unwrap();
        let plane = Plane::new(random.vec3(1.0), random.vec3(1.0)).unwrap();
        let below = HalfSpace::new(plane);
        let [mut of_box, mut of_solid] = [(); 2].map(|()| ContactBuffer::new(17));
        of_box.append(contact_obb_obb(&first, &second));
        contact_obb_half_space(&first, &below, &mut of_box);
        contact_obb_plane(&first, &plane, &mut of_box);
        of_solid.append(contact_polyhedron_obb(&solid, &second));
        contact_polyhedron_half_space(&solid, &below, &mut of_solid);
        contact_polyhedron_plane(&solid, &plane, &mut of_solid);
        let (boxes, solids) = (of_box.contacts(), of_solid.contacts());
        assert_eq!(boxes.len(), solids.len(), "seed 191, case {case}");
        for (one, other) in boxes.iter().zip(solids) {
            found += 1;
            assert_eq!((one.first, one.second), (other.first, other.second));
            assert!(
                one.normal.abs_diff_eq(other.normal, 1e-9)
                    && one.point.abs_diff_eq(other.point, 1e-9)
                    && (one.depth - other.depth).abs() < 1e-9,
                "seed 191, case {case}: {one:?} {other:?}"
            );
        }
    }
    assert!(found > 5000, "{found}");
}

#[test]
fn the_minimum_translation_separates_and_no_sampled_direction_is_shorter() {
    let octahedron = Polyhedron::octahedron(1.0).unwrap();
    let mut random = Random::new(137);
    let samples = crate::test_support::directions(600);
    let mut found = 0;
    for case in 0..400 {
        let first =
            octahedron.transformed(&Pose::new(random.vec3(1.2), random.vec3(180.0)).unwrap());
        let second = octahedron.transformed(&Pose::new(DVec3::ZERO, random.vec3(180.0)).unwrap());
        // Brute-force reference: the least overlap along many directions is an upper bound.
        let overlap = |direction: &DVec3| {
            let low = first
                .vertices()
                .map(|corner| corner.dot(*direction))
                .fold(f64::INFINITY, f64::min);
            let high = second
                .vertices()
                .map(|corner| corner.dot(*direction))
                .fold(f64::NEG_INFINITY, f64::max);
            high - low
        };
        let sampled = samples.iter().map(overlap).fold(f64::INFINITY, f64::min);
        let Some(least) = contact_polyhedron_polyhedron_min_translation(&first, &second) else {
            assert!(sampled < 0.1, "seed 137, case {case}: missed {sampled}");
            assert_eq!(contact_polyhedron_polyhedron(&first, &second), None);
            continue;
        };
        found += 1;
        assert!(
            least.depth <= sampled + 2e-4,
            "seed 137, case {case}: {} > {sampled}",
            least.depth
        );
        // The overlap along the normal equals the depth: moving out by it leaves none.
        assert!(
            (overlap(&least.normal) - least.depth).abs() < 1e-9,
            "seed 137, case {case}"
        );
        let contact = contact_polyhedron_polyhedron(&first, &second).unwrap();
        let back = contact_polyhedron_polyhedron(&second, &first)
            .unwrap()
            .swapped();
        assert_eq!(
            (contact.normal, contact.depth),
            (back.normal, back.depth),
            "seed 137, case {case}"
        );
        assert!(
            least.first.max(least.second)
                <= crate::contact::Feature::Face(first.face_count() as u16 - 1)
        );
    }
    assert!(found > 200, "{found}");
}
