//! Tests of two boxes that overlap or are apart, also against edge-face tests and projected corners.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::test_support::{Random, corners_of_obb};
use crate::tolerance::FACE_PREFERENCE;

fn upright(center: DVec3, half_extents: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half_extents).unwrap()
}

fn turned(center: DVec3, degrees: DVec3, half_extents: DVec3) -> Obb {
    Obb::new(center, rotation_from_degrees(degrees), half_extents).unwrap()
}

fn shallowest(first: &Obb, second: &Obb) -> AxisGap {
    match overlap_obb_obb(first, second) {
        ObbOverlap::Overlapping(gap) => gap,
        ObbOverlap::Apart(gap) => panic!("apart: {gap:?}"),
    }
}

fn apart(first: &Obb, second: &Obb) -> Option<AxisGap> {
    match overlap_obb_obb(first, second) {
        ObbOverlap::Overlapping(_) => None,
        ObbOverlap::Apart(gap) => Some(gap),
    }
}

#[test]
fn aligned_boxes_separate_along_the_axis_of_least_penetration() {
    // Half extents 1 2 3 and 1 1 1, centres (1.5, -2.8, 3) apart: overlaps 0.5, 0.2 and 1.
    let tall = upright(DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0));
    let gap = shallowest(&upright(DVec3::new(1.5, -2.8, 3.0), DVec3::ONE), &tall);
    assert_eq!((gap.axis, gap.direction), (FirstFace(1), DVec3::NEG_Y));
    assert!((gap.separation + 0.2).abs() < 1e-12);
}

#[test]
fn just_touching_overlaps_and_just_apart_is_apart() {
    let cube = upright(DVec3::ZERO, DVec3::ONE);
    for axis in DVec3::AXES {
        let touching = shallowest(&upright(axis * -2.0, DVec3::ONE), &cube);
        assert_eq!((touching.direction, touching.separation), (-axis, 0.0));
        let gap = apart(&upright(axis * -2.25, DVec3::ONE), &cube).unwrap();
        assert_eq!((gap.direction, gap.separation), (-axis, 0.25));
    }
}

#[test]
fn a_box_on_its_edge_is_separated_by_the_face_of_the_other_box() {
    // A cube of half 1 rolled by 45 degrees reaches √2 down, to 0.1 in the floor's top at y =
    // 1.
    let reach = 2.0_f64.sqrt();
    let floor = upright(DVec3::ZERO, DVec3::new(9.0, 1.0, 9.0));
    let rolled = |height| turned(DVec3::Y * height, DVec3::Z * 45.0, DVec3::ONE);
    let gap = shallowest(&rolled(1.0 + reach - 0.1), &floor);
    assert_eq!((gap.axis, gap.direction), (SecondFace(1), DVec3::Y));
    assert!((gap.separation + 0.1).abs() < 1e-12);
    let gap = apart(&rolled(1.0 + reach + 0.1), &floor).unwrap();
    assert!(gap.axis == SecondFace(1) && (gap.separation - 0.1).abs() < 1e-12);
}

#[test]
fn crossed_edges_separate_where_no_face_does() {
    // Both cubes show an edge to the other: below, one along Z at height √2; above, one along
    // X.
    let reach = 2.0_f64.sqrt();
    let below = turned(DVec3::ZERO, DVec3::Z * 45.0, DVec3::ONE);
    let above = |gap: f64| turned(DVec3::Y * (2.0 * reach + gap), DVec3::X * 45.0, DVec3::ONE);
    let touching = shallowest(&above(-0.1), &below);
    assert_eq!(touching.axis, Edges(0, 2));
    assert!(touching.direction.abs_diff_eq(DVec3::Y, 1e-12));
    assert!((touching.separation + 0.1).abs() < 1e-12);
    let gap = apart(&above(0.1), &below).unwrap();
    assert!(gap.axis == Edges(0, 2) && (gap.separation - 0.1).abs() < 1e-12);
}

#[test]
fn concentric_boxes_still_have_a_direction() {
    let cube = upright(DVec3::ONE, DVec3::ONE);
    let gap = shallowest(&cube, &cube);
    assert_eq!(
        (gap.axis, gap.direction, gap.separation),
        (FirstFace(0), DVec3::X, -2.0)
    );
    // Concentric: half extents 1 2 3, and a needle of 0.5 0.1 0.1. Least: 1 + 0.5 along X; 2.1
    // along Y.
    let needle = upright(DVec3::ONE, DVec3::new(0.5, 0.1, 0.1));
    let gap = shallowest(&needle, &upright(DVec3::ONE, DVec3::new(1.0, 2.0, 3.0)));
    assert_eq!((gap.direction, gap.separation), (DVec3::X, -1.5));
}

#[test]
fn parallel_edges_have_no_separating_axis() {
    let cube = upright(DVec3::ZERO, DVec3::ONE);
    for (degrees, between_edges) in [(DVec3::ZERO, 6), (DVec3::Y * 1e-6, 6), (DVec3::Y * 1e-3, 8)] {
        let gaps = overlap_obb_obb_axes(&turned(DVec3::X, degrees, DVec3::ONE), &cube);
        assert!(gaps[..6].iter().all(Option::is_some));
        let found = gaps[6..].iter().flatten().count();
        assert_eq!(found, between_edges, "at {degrees} degrees");
    }
}

/// A pair of nearby boxes of any kind, thin, parallel, nearly parallel, identical; some far from
/// the origin.
fn random_pair(random: &mut Random) -> [Obb; 2] {
    let mut size = || {
        let mut half = random.vec3(1.0).abs() + 0.05;
        if random.below(4) == 0 {
            half[random.below(3)] = [0.0, 1e-5][random.below(2)];
        }
        half
    };
    let (half, other_half) = (size(), size());
    let far = if random.below(4) == 0 {
        random.vec3(1e4)
    } else {
        DVec3::ZERO
    };
    let degrees = random.vec3(180.0);
    let rotation = rotation_from_degrees(degrees);
    let other_rotation = match random.below(6) {
        0 => rotation,
        1 => rotation * rotation_from_degrees(DVec3::AXES[random.below(3)] * 90.0),
        2 => rotation * rotation_from_degrees(DVec3::AXES[random.below(3)] * degrees.x),
        3 => rotation * rotation_from_degrees(random.vec3(1e-4)),
        _ => rotation_from_degrees(random.vec3(180.0)),
    };
    let first = Obb::new(far, rotation, half).unwrap();
    if random.below(50) == 0 {
        return [first, first];
    }
    let shift = random.vec3(1.4);
    [
        first,
        Obb::new(far + shift, other_rotation, other_half).unwrap(),
    ]
}

/// Brute-force reference, from the text: 12 edges of each box against 6 faces of the other, 144
/// tests. They miss one box inside the other, so that is also tested.
fn share_a_point(first: &Obb, second: &Obb) -> bool {
    let inside =
        |obb: &Obb, point| (obb.to_local(point).abs() - obb.half_extents()).max_element() <= 0.0;
    edges_meet_faces(first, second)
        || edges_meet_faces(second, first)
        || inside(first, second.center())
        || inside(second, first.center())
}

fn edges_meet_faces(edges_of: &Obb, faces_of: &Obb) -> bool {
    let corners = corners_of_obb(edges_of).map(|corner| faces_of.to_local(corner));
    let half = faces_of.half_extents();
    let edges = (0..8).flat_map(|from| [1, 2, 4].map(|bit| (from, from | bit)));
    edges.filter(|(from, to)| from != to).any(|(from, to)| {
        let (start, way) = (corners[from], corners[to] - corners[from]);
        (0..6).any(|face| {
            let (axis, side) = (face % 3, if face < 3 { 1.0 } else { -1.0 });
            let fraction = (side * half[axis] - start[axis]) / way[axis];
            let crossing = start + way * fraction;
            let [u, v] = others(axis);
            (0.0..=1.0).contains(&fraction)
                && crossing[u].abs() <= half[u]
                && crossing[v].abs() <= half[v]
        })
    })
}

#[test]
fn it_agrees_with_the_144_edge_face_tests() {
    let mut random = Random::new(21);
    let mut overlapping = 0;
    for case in 0..50_000 {
        let [first, second] = random_pair(&mut random);
        let (answer, gap) = match overlap_obb_obb(&first, &second) {
            ObbOverlap::Apart(gap) => (false, gap),
            ObbOverlap::Overlapping(gap) => (true, gap),
        };
        overlapping += u32::from(answer);
        // Within rounding of a touch, either answer is right.
        if gap.separation.abs() > 1e-5 {
            let truth = share_a_point(&first, &second);
            assert_eq!(
                answer, truth,
                "seed 21, case {case}: {first:?} {second:?} {gap:?}"
            );
        }
    }
    assert!((15_000..45_000).contains(&overlapping), "{overlapping}");
}

#[test]
fn every_gap_equals_the_gap_of_the_projected_corners() {
    let mut random = Random::new(22);
    for case in 0..50_000 {
        let [first, second] = random_pair(&mut random);
        let (near, far) = (corners_of_obb(&first), corners_of_obb(&second));
        for gap in overlap_obb_obb_axes(&first, &second).into_iter().flatten() {
            let heights = |corners: [DVec3; 8]| {
                corners.map(|corner| (corner - first.center()).dot(gap.direction))
            };
            let lowest = heights(near).into_iter().fold(f64::MAX, f64::min);
            let highest = heights(far).into_iter().fold(f64::MIN, f64::max);
            let off = (lowest - highest - gap.separation).abs();
            assert!(off < 1e-9, "seed 22, case {case}: {gap:?} is off by {off}");
            assert!((gap.direction.length() - 1.0).abs() < 1e-12, "{gap:?}");
        }
    }
}

#[test]
fn moving_out_by_the_depth_separates_them_and_no_axis_is_shallower() {
    let mut random = Random::new(23);
    for case in 0..50_000 {
        let [first, second] = random_pair(&mut random);
        let ObbOverlap::Overlapping(least) = overlap_obb_obb(&first, &second) else {
            continue;
        };
        let out = first.center() - least.direction * least.separation;
        let out = Obb::new(out, first.axes(), first.half_extents()).unwrap();
        let after = overlap_obb_obb_axes(&out, &second);
        let gap = after
            .iter()
            .flatten()
            .map(|gap| gap.separation)
            .fold(f64::MIN, f64::max);
        assert!(
            gap.abs() < FACE_PREFERENCE + 1e-9,
            "seed 23, case {case}: {gap} after {least:?}"
        );
        for other in overlap_obb_obb_axes(&first, &second).iter().flatten() {
            let shallower = other.separation - least.separation;
            assert!(
                shallower <= FACE_PREFERENCE,
                "seed 23, case {case}: {other:?} {least:?}"
            );
        }
    }
}

#[test]
fn swapping_the_boxes_flips_the_direction_and_nothing_else() {
    let swapped = |axis| match axis {
        FirstFace(i) => SecondFace(i),
        SecondFace(j) => FirstFace(j),
        Edges(i, j) => Edges(j, i),
    };
    let mut random = Random::new(24);
    for case in 0..50_000 {
        let [first, second] = random_pair(&mut random);
        let there = overlap_obb_obb_axes(&first, &second);
        let back = overlap_obb_obb_axes(&second, &first);
        for gap in there.into_iter().flatten() {
            let at = ObbAxis::ALL
                .iter()
                .position(|axis| *axis == swapped(gap.axis))
                .unwrap();
            let other = back[at].unwrap();
            assert!(
                (other.separation - gap.separation).abs() < 1e-9,
                "seed 24, case {case}"
            );
            // Centres level along the axis prefer neither side: the direction is the positive
            // one.
            let between = (first.center() - second.center()).dot(gap.direction);
            if between > 1e-9 {
                let turned = other.direction.abs_diff_eq(-gap.direction, 1e-8);
                assert!(turned, "seed 24, case {case}: {gap:?} {other:?}");
            }
        }
    }
}
