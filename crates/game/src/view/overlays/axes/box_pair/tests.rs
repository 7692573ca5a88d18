//! Tests of `box_pair.rs`.

use super::*;
use sidle::geometry::rotation_from_degrees;
use sidle::glam::DMat3;

fn cube(center: DVec3, degrees: DVec3) -> Obb {
    Obb::new(center, rotation_from_degrees(degrees), DVec3::ONE).unwrap()
}

fn pair(first: Obb, second: Obb, crashed: bool) -> BoxPair {
    BoxPair {
        gaps: overlap_obb_obb_axes(&first, &second),
        first,
        second,
        ids: [BoxId(0), BoxId(1)],
        crashed,
        fit: BoxFit::Oriented,
    }
}

#[test]
fn boxes_touch_when_the_last_gap_closes() {
    let wall = cube(DVec3::ZERO, DVec3::ZERO);
    // 5 m between the middles, 1 m of each: 3 m, six times half a metre.
    let first = cube(DVec3::X * -5.0, DVec3::ZERO);
    assert_eq!(time_of_impact(&first, &wall, DVec3::X * 0.5), Some(6.0));
    assert_eq!(time_of_impact(&first, &wall, DVec3::X * -0.5), None, "away");
    assert_eq!(time_of_impact(&first, &wall, DVec3::Z), None, "along it");
    assert_eq!(time_of_impact(&first, &wall, DVec3::ZERO), None, "at rest");
    // Diagonally, the gap along X closes after 3 m, but by then the box is 3 m aside.
    assert_eq!(
        time_of_impact(&first, &wall, DVec3::new(1.0, 0.0, 1.0)),
        None
    );
    let slanted = DVec3::new(1.0, 0.0, 0.5);
    assert_eq!(time_of_impact(&first, &wall, slanted), Some(3.0));
}

#[test]
fn axes_with_one_direction_are_one_separation() {
    // Parallel cubes apart along X: A0, B0 and the crosses of the other edges.
    let apart = pair(
        cube(DVec3::X * 5.0, DVec3::ZERO),
        cube(DVec3::ZERO, DVec3::ZERO),
        false,
    );
    let found = apart.separations();
    assert_eq!((found.len(), found[0].count), (1, 4));
    let words = apart.shared_directions();
    assert!(words.starts_with("These 4 are one direction"), "{words}");
    assert_eq!(apart.meeting_point(), DVec3::X * 2.5);
    assert_eq!(apart.separating(), 4);
    assert_eq!(apart.axis_name(found[0].gap.axis), "A0");
    // Turned by 45 degrees about Y: the faces of the two boxes have different gaps.
    let turned = pair(
        cube(DVec3::X * 5.0, DVec3::Y * 45.0),
        cube(DVec3::ZERO, DVec3::ZERO),
        false,
    );
    let found = turned.separations();
    assert_eq!(turned.axis_name(found[0].gap.axis), "B0");
    // 5 - 1 - √2 along X; 5/√2 - 1 - √2 along both of its own.
    let gaps: Vec<f64> = found.iter().map(|one| one.gap.separation).collect();
    let root = 2.0_f64.sqrt();
    let expected = [4.0 - root, 5.0 / root - 1.0 - root, 5.0 / root - 1.0 - root];
    for (gap, expected) in gaps.iter().zip(expected) {
        assert!((gap - expected).abs() < 1e-12, "{gaps:?}");
    }
    assert_eq!(gaps.len(), 3);
    let words = turned.shared_directions();
    assert!(words.contains("in 3 directions"), "{words}");
}

#[test]
fn a_gap_of_a_millimetre_does_not_separate_a_blocked_mover() {
    let (near, wall) = (
        cube(DVec3::X * 2.001, DVec3::ZERO),
        cube(DVec3::ZERO, DVec3::ZERO),
    );
    assert_eq!(pair(near, wall, false).separating(), 4);
    assert_eq!(pair(near, wall, true).separating(), 0);
    let words = pair(near, wall, true).shared_directions();
    assert!(words.contains("stopped"), "{words}");
}

#[test]
fn the_projection_of_a_box_ends_at_its_farthest_corner() {
    let half = DVec3::new(1.0, 2.0, 3.0);
    let obb = Obb::new(DVec3::ONE, DMat3::IDENTITY, half).unwrap();
    assert_eq!(projected_half_length(&obb, DVec3::NEG_Y), 2.0);
    // (1 + 2) / √2
    let slanted = DVec3::new(1.0, -1.0, 0.0).normalize();
    assert!((projected_half_length(&obb, slanted) - 3.0 / 2.0_f64.sqrt()).abs() < 1e-12);
}
