//! Tests of the contacts of two boxes: their kinds, their depths, and that they separate.

use super::*;
use crate::contact::{ContactKind, Feature};
use crate::geometry::rotation_from_degrees;
use crate::test_support::Random;
use glam::DVec3;

fn block(center: DVec3, degrees: DVec3, half: DVec3) -> Obb {
    Obb::new(center, rotation_from_degrees(degrees), half).unwrap()
}

/// Whether the boxes are apart, or overlap by at most `slack` metres.
fn apart(first: &Obb, second: &Obb, slack: f64) -> bool {
    match overlap_obb_obb(first, second) {
        ObbOverlap::Apart(_) => true,
        ObbOverlap::Overlapping(gap) => -gap.separation <= slack,
    }
}

fn moved_out(first: &Obb, contact: &Contact) -> Obb {
    let center = first.center() + contact.normal * contact.depth;
    Obb::new(center, first.axes(), first.half_extents()).unwrap()
}

#[test]
fn a_corner_in_a_face_is_a_point_face_contact() {
    // A cube on its corner: half the space diagonal is 0.866, its centre is 1.8 up, the top at
    // 1.
    let tilt = DVec3::new(35.264_389_682_754_65, 0.0, 45.0);
    let cube = block(DVec3::Y * 1.8, tilt, DVec3::splat(0.5));
    let table = block(DVec3::ZERO, DVec3::ZERO, DVec3::new(3.0, 1.0, 3.0));
    let contact = contact_obb_obb(&cube, &table).unwrap();
    assert_eq!(contact.kind(), ContactKind::PointFace);
    assert_eq!(contact.second, Feature::Face(2));
    assert!(contact.normal.abs_diff_eq(DVec3::Y, 1e-12));
    assert!((contact.depth - (0.75_f64.sqrt() - 0.8)).abs() < 1e-9);
    assert!(contact.point.abs_diff_eq(DVec3::Y, 1e-9));
}

#[test]
fn two_crossing_edges_are_an_edge_edge_contact() {
    // Two crossed beams, each rotated by 45° about its length: half a diagonal is √2 each, and
    // the centres are 2.7 apart: 2·√2 - 2.7 deep.
    let long_x = block(DVec3::Y * 2.7, DVec3::X * 45.0, DVec3::new(5.0, 1.0, 1.0));
    let long_z = block(DVec3::ZERO, DVec3::Z * 45.0, DVec3::new(1.0, 1.0, 5.0));
    let contact = contact_obb_obb(&long_x, &long_z).unwrap();
    assert_eq!(contact.kind(), ContactKind::EdgeEdge);
    assert!(contact.normal.abs_diff_eq(DVec3::Y, 1e-12));
    assert!((contact.depth - (8.0_f64.sqrt() - 2.7)).abs() < 1e-12);
    assert!(contact.point.abs_diff_eq(DVec3::Y * 2.0_f64.sqrt(), 1e-12));
}

#[test]
fn a_box_that_hangs_over_a_rim_is_pushed_up_and_not_sideways() {
    // Without the rule for faces, its upright edges at the rim would push it 0.6 m sideways.
    let table = block(DVec3::ZERO, DVec3::ZERO, DVec3::new(1.0, 1.0, 1.0));
    for yaw in [0.0, 10.0, 45.0] {
        let cube = block(
            DVec3::new(0.9, 1.49, 0.1),
            DVec3::Y * yaw,
            DVec3::splat(0.5),
        );
        let contact = contact_obb_obb(&cube, &table).unwrap();
        assert!(
            contact.normal.abs_diff_eq(DVec3::Y, 1e-9),
            "yaw {yaw}: {contact:?}"
        );
        assert!((contact.depth - 0.01).abs() < 1e-9, "yaw {yaw}");
    }
}

#[test]
fn a_stick_through_a_plate_leaves_by_the_minimum_translation() {
    // No vertex is inside, and no edges cross: 0.1 + 0.5 m of the plate's half, less 0.2.
    let plate = block(DVec3::ZERO, DVec3::ZERO, DVec3::new(0.5, 0.05, 2.0));
    let stick = block(DVec3::X * 0.2, DVec3::ZERO, DVec3::new(0.1, 3.0, 0.1));
    let contact = contact_obb_obb(&stick, &plate).unwrap();
    assert_eq!(contact.normal, DVec3::X);
    assert!((contact.depth - 0.4).abs() < 1e-12);
    assert_eq!(
        contact_obb_obb_min_translation(&stick, &plate),
        Some(contact)
    );
}

#[test]
fn crossed_planks_touch_where_they_cross() {
    // Flat on one another: all vertices are far from the crossing; four pairs of edges cross
    // there.
    let lower = block(DVec3::ZERO, DVec3::ZERO, DVec3::new(3.0, 0.1, 0.5));
    let upper = block(DVec3::Y * 0.19, DVec3::ZERO, DVec3::new(0.5, 0.1, 3.0));
    for contact in [
        contact_obb_obb(&upper, &lower),
        contact_obb_obb_min_translation(&upper, &lower),
    ] {
        let contact = contact.unwrap();
        assert_eq!(
            (contact.normal, contact.kind()),
            (DVec3::Y, ContactKind::EdgeEdge)
        );
        assert!((contact.depth - 0.01).abs() < 1e-12);
        assert!(
            contact
                .point
                .abs()
                .abs_diff_eq(DVec3::new(0.5, 0.1, 0.5), 1e-12)
        );
    }
}

#[test]
fn just_touching_is_a_contact_of_zero_depth_and_just_apart_is_none() {
    let cube = |y: f64| block(DVec3::new(0.5, y, 0.0), DVec3::ZERO, DVec3::ONE);
    for contact in [contact_obb_obb, contact_obb_obb_min_translation] {
        let touching = contact(&cube(2.0), &cube(0.0)).unwrap();
        assert_eq!((touching.normal, touching.depth), (DVec3::Y, 0.0));
        assert_eq!(contact(&cube(2.0 + 1e-9), &cube(0.0)), None);
    }
}

#[test]
fn two_identical_boxes_still_get_a_contact_that_separates_them() {
    let cube = block(
        DVec3::splat(7.0),
        DVec3::new(10.0, 20.0, 30.0),
        DVec3::new(1.0, 2.0, 3.0),
    );
    let contact = contact_obb_obb_min_translation(&cube, &cube).unwrap();
    assert!((contact.depth - 2.0).abs() < 1e-9);
    assert!(apart(&moved_out(&cube, &contact), &cube, 1e-9));
    assert!(contact_obb_obb(&cube, &cube).is_some());
}

/// A random nearby pair; some with equal rotations, equal centres, far out, or thin.
fn pair(random: &mut Random, case: usize) -> (Obb, Obb) {
    let far = if case.is_multiple_of(5) {
        DVec3::splat(1e3)
    } else {
        DVec3::ZERO
    };
    let half = random.vec3(1.0).abs() + 0.05;
    let second = block(far + random.vec3(0.5), random.vec3(180.0), half);
    let rotation = match case % 8 {
        // All edges parallel; parallel up to rounding or nearly so; a quarter turn.
        0 => second.axes(),
        1 => second.axes() * rotation_from_degrees(random.vec3(1e-7)),
        2 => second.axes() * rotation_from_degrees(random.vec3(1e-3)),
        3 => second.axes() * rotation_from_degrees(DVec3::new(0.0, 90.0, 0.0)),
        _ => rotation_from_degrees(random.vec3(180.0)),
    };
    let thin = if case.is_multiple_of(7) {
        DVec3::new(1.0, 0.0, 1.0)
    } else {
        DVec3::ONE
    };
    let half = if case.is_multiple_of(11) {
        half
    } else {
        random.vec3(1.0).abs() + 0.05
    };
    let center = if case.is_multiple_of(88) {
        second.center()
    } else {
        far + random.vec3(1.5)
    };
    (Obb::new(center, rotation, half * thin).unwrap(), second)
}

/// The cases with a contact, and those of them where the boxes overlap by less than rounding.
fn check_contacts_at_the_touch(seed: u64, cases: usize) -> (usize, usize) {
    let mut random = Random::new(seed);
    let (mut touching, mut shallow) = (0, 0);
    for case in 0..cases {
        let scale = [1e-3, 1.0, 1.0, 1e3][random.below(4)];
        let (first, second) = pair(&mut random, case);
        let scaled = |obb: &Obb| {
            let (center, half) = (obb.center() * scale, obb.half_extents() * scale);
            Obb::new(center, obb.axes(), half).unwrap()
        };
        let (first, second) = (scaled(&first), scaled(&second));
        let (ObbOverlap::Overlapping(gap) | ObbOverlap::Apart(gap)) =
            overlap_obb_obb(&first, &second);
        // Bring them to within a few rounding errors of a touch, from either side.
        let off = random.signed() * [1e-8, 1e-9, 1e-10, 1e-12][random.below(4)] * scale;
        let center = first.center() - gap.direction * (gap.separation + off);
        let first = Obb::new(center, first.axes(), first.half_extents()).unwrap();
        let overlap = overlap_obb_obb(&first, &second);
        for contact in [
            contact_obb_obb(&first, &second),
            contact_obb_obb_min_translation(&first, &second),
        ] {
            match (contact, overlap) {
                (None, ObbOverlap::Apart(_)) => {}
                (Some(contact), ObbOverlap::Overlapping(gap)) => {
                    touching += 1;
                    shallow += usize::from(-gap.separation < 1e-9 * scale);
                    assert!(
                        contact.depth >= 0.0 && (contact.normal.length() - 1.0).abs() < 1e-9,
                        "seed {seed}, case {case}: {contact:?}"
                    );
                }
                _ => panic!("seed {seed}, case {case}: {contact:?} at {overlap:?}"),
            }
        }
    }
    (touching, shallow)
}

#[test]
fn boxes_that_overlap_by_less_than_rounding_have_a_contact() {
    let (touching, shallow) = check_contacts_at_the_touch(131, 20_000);
    assert!(
        touching > 10_000 && shallow > 5000,
        "{touching} contacts, {shallow} of them shallow"
    );
}

#[test]
fn fifty_thousand_pairs_swap_consistently_and_separate() {
    let mut random = Random::new(127);
    let (mut touching, mut separated, mut edges, mut edges_separated) =
        (0_u32, 0_u32, 0_u32, 0_u32);
    for case in 0..50_000 {
        let (first, second) = pair(&mut random, case);
        let overlap = overlap_obb_obb(&first, &second);
        let (contact, least) = (
            contact_obb_obb(&first, &second),
            contact_obb_obb_min_translation(&first, &second),
        );
        let ObbOverlap::Overlapping(gap) = overlap else {
            assert_eq!((contact, least), (None, None), "seed 127, case {case}");
            continue;
        };
        let (Some(contact), Some(least)) = (contact, least) else {
            panic!("seed 127, case {case}: nothing at {gap:?}");
        };
        touching += 1;
        for (contact, again) in [
            (contact, contact_obb_obb(&second, &first)),
            (least, contact_obb_obb_min_translation(&second, &first)),
        ] {
            assert!((contact.normal.length() - 1.0).abs() < 1e-9 && contact.depth >= 0.0);
            let again = again.map(|again| again.swapped());
            let same = again.is_some_and(|again| {
                (again.first, again.second, again.depth)
                    == (contact.first, contact.second, contact.depth)
                    && again.normal == contact.normal
                    && again.point.abs_diff_eq(contact.point, 1e-9)
            });
            assert!(
                same || first == second,
                "seed 127, case {case}: {contact:?} and {again:?}"
            );
        }

        // The minimum translation agrees with the 15 axes, up to their face preference, and
        // separates.
        assert!(
            (least.depth + gap.separation).abs() < 1.1e-4,
            "seed 127, case {case}: {least:?} {gap:?}"
        );
        assert!(
            apart(&moved_out(&first, &least), &second, 1e-6),
            "seed 127, case {case}"
        );
        let gets_out = apart(&moved_out(&first, &contact), &second, 1e-6);
        separated += u32::from(gets_out);
        if contact.kind() == ContactKind::EdgeEdge {
            edges += 1;
            edges_separated += u32::from(gets_out);
        }
    }
    assert!(touching > 15_000 && edges > 3000, "{touching} {edges}");
    // As documented: an edge–edge contact always separates the boxes; of all contacts of the
    // text's method, 57 of 100 do.
    assert_eq!(edges_separated, edges);
    let share = f64::from(separated) / f64::from(touching);
    assert!((0.5..0.65).contains(&share), "{separated} of {touching}");
}
