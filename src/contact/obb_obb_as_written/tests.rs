//! Tests of the contact of two boxes as the text has it, next to ours, which decides differently.

use super::*;
use crate::contact::{ContactKind, contact_obb_obb};
use crate::geometry::rotation_from_degrees;
use crate::test_support::Random;
use glam::DMat3;

fn cube(center: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, DVec3::ONE).unwrap()
}

#[test]
fn a_corner_in_a_corner_counts_as_deep_as_the_edges_behind_it() {
    // The upper cube's corner (0, 0.75, 0) is 0.25 m below the top face of the lower cube. The text
    // looks at the upright edge of that corner, which reaches the height of the top edges at (0, 1, 0).
    // This point is 1 m from each top edge. It is also 1 m from the lower centre, and the nearest points
    // of the top edges are √2 m from it. To the text, the edges have passed each other by 1 m.
    let (above, below) = (cube(DVec3::new(1.0, 1.75, 1.0)), cube(DVec3::ZERO));
    let as_written = contact_obb_obb_as_written(&above, &below).unwrap();
    assert_eq!(
        (as_written.kind(), as_written.depth),
        (ContactKind::EdgeEdge, 1.0)
    );
    assert_eq!(as_written.normal.y, 0.0, "it pushes sideways");
    let ours = contact_obb_obb(&above, &below).unwrap();
    assert_eq!((ours.kind(), ours.depth), (ContactKind::PointFace, 0.25));
    assert_eq!(ours.normal, DVec3::Y);
}

#[test]
fn two_beams_that_cross_by_a_little_count_as_deep_as_their_far_ends_are_apart() {
    // Two long beams of half width 1, each on an edge. The upper one's lower edge is 0.1 m
    // below the lower one's upper edge.
    let beam = |center, degrees: DVec3, half| {
        Obb::new(center, rotation_from_degrees(degrees), half).unwrap()
    };
    let below = beam(DVec3::ZERO, DVec3::Z * 45.0, DVec3::new(1.0, 1.0, 9.0));
    let center_above = DVec3::Y * (8.0_f64.sqrt() - 0.1);
    let above = beam(center_above, DVec3::X * 45.0, DVec3::new(9.0, 1.0, 1.0));
    let ours = contact_obb_obb(&above, &below).unwrap();
    assert_eq!(ours.kind(), ContactKind::EdgeEdge);
    assert!((ours.depth - 0.1).abs() < 1e-12 && ours.normal.abs_diff_eq(DVec3::Y, 1e-9));
    // One beam ends 9 m along X, and the other 9 m along Z. The end of the upper beam happens to be
    // nearer to the lower centre, by 15 mm, so the text takes the ends as passed.
    let as_written = contact_obb_obb_as_written(&above, &below).unwrap();
    assert!((9.0..13.0).contains(&as_written.depth), "{as_written:?}");
}

#[test]
fn it_is_never_shallower_than_the_deepest_corner_and_mostly_deeper_than_ours() {
    let mut random = Random::new(151);
    let (mut both, mut equal, mut deeper) = (0, 0, 0);
    for case in 0..5000 {
        let mut obb = || {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(1.0).abs() + DVec3::splat(0.05);
            Obb::new(random.vec3(1.0), rotation, half).unwrap()
        };
        let (first, second) = (obb(), obb());
        let as_written = contact_obb_obb_as_written(&first, &second);
        let Some(ours) = contact_obb_obb(&first, &second) else {
            assert_eq!(as_written, None, "case {case}");
            continue;
        };
        let Some(as_written) = as_written else {
            continue;
        };
        if let Some(corner) = point_face(&first, &second) {
            assert!(as_written.depth >= corner.depth, "case {case}");
        }
        both += 1;
        equal += u32::from(as_written.depth == ours.depth);
        deeper += u32::from(as_written.depth > ours.depth);
    }
    // How many are deeper depends on the boxes. That it is most of them is why ours differs.
    assert!(
        both > 2000 && equal > 50 && deeper > both / 2,
        "{both} {equal} {deeper}"
    );
}
