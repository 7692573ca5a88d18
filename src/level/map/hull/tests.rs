//! Hulls by hand and by formula, whatever the order of their planes.

use glam::DVec3;

use super::*;
use crate::test_support::Random;

fn plane(normal: [f64; 3], distance: f64) -> HullPlane {
    HullPlane::of_equation(DVec3::from_array(normal), -distance).unwrap()
}

/// The planes of a box from `low` to `high`.
fn cuboid(low: [f64; 3], high: [f64; 3]) -> Vec<HullPlane> {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let sides = axes.into_iter().enumerate().flat_map(|(at, axis)| {
        let back = axis.map(|part: f64| -part);
        [plane(axis, high[at]), plane(back, -low[at])]
    });
    sides.collect()
}

/// The corners, in their order.
fn corners(hull: &Hull) -> Vec<[f64; 3]> {
    hull.corners
        .iter()
        .map(|corner| corner.to_array())
        .collect()
}

/// Every edge is passed once in each direction, and the faces look outwards: the solid is closed. Returns its volume.
fn closed_volume(hull: &Hull) -> f64 {
    let mut edges = Vec::new();
    let mut volume = 0.0;
    for face in hull.faces.iter().filter(|face| !face.is_empty()) {
        let at = |number: usize| hull.corners[face[number] as usize];
        for number in 0..face.len() {
            edges.push((face[number], face[(number + 1) % face.len()]));
            if number > 1 {
                volume += at(0).dot(at(number - 1).cross(at(number)));
            }
        }
    }
    for (from, to) in &edges {
        let back = edges.iter().filter(|edge| **edge == (*to, *from)).count();
        assert_eq!(back, 1, "the edge from {from} to {to}");
    }
    volume / 6.0
}

/// The volume, and the sum of the areas of all faces, each along its normal.
fn volume_and_area(hull: &Hull) -> (f64, DVec3) {
    let (mut volume, mut area) = (0.0, DVec3::ZERO);
    for face in &hull.faces {
        let at = |number: usize| hull.corners[face[number] as usize];
        for number in 2..face.len() {
            let [a, b, c] = [at(0), at(number - 1), at(number)];
            volume += a.dot(b.cross(c)) / 6.0;
            area += (b - a).cross(c - a) / 2.0;
        }
    }
    (volume, area)
}

#[test]
fn three_points_are_a_plane_whose_outside_sees_them_clockwise() {
    // The top of a box, as Quake's editors list it.
    let points = [
        DVec3::new(0.0, 0.0, 16.0),
        DVec3::new(0.0, 1.0, 16.0),
        DVec3::new(1.0, 0.0, 16.0),
    ];
    let top = HullPlane::through(points).unwrap();
    assert_eq!((top.normal, top.distance), (DVec3::Z, 16.0));
    assert_eq!(
        HullPlane::through([DVec3::ZERO, DVec3::X, DVec3::X * 3.0]),
        None
    );
    assert_eq!(HullPlane::through([DVec3::ONE; 3]), None);
}

#[test]
fn six_planes_of_a_cube_meet_in_its_eight_corners_exactly() {
    let cube = hull(&cuboid([-64.0, 0.0, 16.0], [64.0, 128.0, 17.0])).unwrap();
    let expected = [-64.0, 64.0].map(|x| [0.0, 128.0].map(|y| [16.0, 17.0].map(|z| [x, y, z])));
    assert_eq!(corners(&cube), expected.as_flattened().as_flattened());
    assert_eq!(closed_volume(&cube), 128.0 * 128.0);
    assert!(cube.faces.iter().all(|face| face.len() == 4));
}

#[test]
fn a_wedge_has_six_corners_and_half_the_volume_of_its_box() {
    // The slope from the near bottom edge to the far top edge: z = y / 2.
    let mut planes = cuboid([0.0, 0.0, 0.0], [64.0, 128.0, 64.0]);
    planes.push(plane([0.0, -1.0, 2.0], 0.0));
    let wedge = hull(&planes).unwrap();
    assert_eq!(wedge.corners.len(), 6);
    assert!((closed_volume(&wedge) - 64.0 * 128.0 * 64.0 / 2.0).abs() < 1e-6);
    // The top and the near side touch it only in an edge.
    assert_eq!(wedge.faces.iter().filter(|face| face.is_empty()).count(), 2);
    for corner in corners(&wedge) {
        assert!(
            corner.iter().all(|part| part.fract().abs() < 1e-9),
            "{corner:?}"
        );
    }
}

#[test]
fn a_tilted_box_keeps_its_edges_and_its_volume() {
    let turn = crate::geometry::rotation_from_degrees(DVec3::new(17.0, 33.0, 71.0));
    let place = DVec3::new(1000.5, -2000.25, 300.0);
    let tilted = cuboid([-8.0, -16.0, -32.0], [8.0, 16.0, 32.0])
        .into_iter()
        .map(|side| {
            let normal = turn * side.normal;
            HullPlane {
                normal,
                distance: side.distance + normal.dot(place),
            }
        });
    let tilted = hull(&tilted.collect::<Vec<_>>()).unwrap();
    assert_eq!(tilted.corners.len(), 8);
    assert!((closed_volume(&tilted) - 16.0 * 32.0 * 64.0).abs() < 1e-6);
    for corner in &tilted.corners {
        let straight = (turn.transpose() * (*corner - place)).abs();
        assert!(
            straight.distance(DVec3::new(8.0, 16.0, 32.0)) < 1e-9,
            "{corner}"
        );
    }
}

#[test]
fn the_order_of_the_planes_changes_no_bit_of_a_corner() {
    let mut random = Random::new(5);
    for case in 0..200 {
        // A box with random corners cut off.
        let mut planes = cuboid([-64.0; 3], [64.0; 3]);
        for _ in 0..random.below(6) {
            let normal = random.vec3(1.0).normalize();
            planes.push(HullPlane {
                normal,
                distance: 70.0,
            });
        }
        let first = hull(&planes).unwrap();
        closed_volume(&first);
        for _ in 0..3 {
            for at in (1..planes.len()).rev() {
                planes.swap(at, random.below(at + 1));
            }
            let again = hull(&planes).unwrap();
            assert_eq!(corners(&again), corners(&first), "case {case}");
        }
    }
}

#[test]
fn brushes_that_share_a_face_have_the_same_corners_there() {
    // A wall with a slanted end, and the brush that goes on behind it.
    let slant = plane([3.0, 1.0, 0.7], 100.0);
    let mut left = cuboid([-200.0, 0.0, 0.0], [300.0, 64.0, 96.0]);
    let mut right = left.clone();
    left.push(slant);
    right.push(slant.flipped());
    let [left, right] = [left, right].map(|planes| hull(&planes).unwrap());
    let on = |hull: &Hull| {
        let all = corners(hull).into_iter();
        let on = all.filter(|corner| slant.height(DVec3::from_array(*corner)).abs() < 1e-6);
        on.collect::<Vec<_>>()
    };
    assert_eq!(on(&left).len(), 4);
    assert_eq!(on(&left), on(&right), "bit by bit");
    assert!((closed_volume(&left) + closed_volume(&right) - 500.0 * 64.0 * 96.0).abs() < 1e-5);
}

#[test]
fn a_column_of_many_sides_is_closed() {
    for sides in [16, 64, 250] {
        let side = |number: u32| {
            let (sin, cos) =
                crate::geometry::angle::sin_cos_deg(360.0 * f64::from(number) / f64::from(sides));
            plane([cos, sin, 0.0], 100.0)
        };
        let ends = [plane([0.0, 0.0, 1.0], 32.0), plane([0.0, 0.0, -1.0], 0.0)];
        let planes: Vec<_> = (0..sides).map(side).chain(ends).collect();
        let column = hull(&planes).unwrap();
        assert_eq!(column.corners.len() as u32, 2 * sides);
        assert!(closed_volume(&column) > 100.0 * 100.0 * 32.0 * core::f64::consts::PI);
    }
}

#[test]
fn planes_that_enclose_nothing_are_told_apart() {
    let cube = cuboid([0.0; 3], [64.0; 3]);
    assert_eq!(hull(&cube[..3]).unwrap_err(), HullFault::Few);
    assert_eq!(hull(&cube[..5]).unwrap_err(), HullFault::Open);
    let inwards: Vec<_> = cube.iter().map(|side| side.flipped()).collect();
    assert_eq!(hull(&inwards).unwrap_err(), HullFault::InsideOut);
    let mut one = cube.clone();
    one[0] = one[0].flipped();
    assert_eq!(hull(&one).unwrap_err(), HullFault::Open);
    // Two sides in the same place, and a gap.
    assert_eq!(
        hull(&cuboid([0.0; 3], [64.0, 64.0, 0.0])).unwrap_err(),
        HullFault::Empty
    );
    let apart = [
        cuboid([0.0; 3], [64.0; 3]),
        vec![plane([1.0, 0.0, 0.0], -9.0)],
    ]
    .concat();
    assert_eq!(hull(&apart).unwrap_err(), HullFault::Empty);
    assert_eq!(
        hull(&vec![cube[0]; MAX_FACES + 1]).unwrap_err(),
        HullFault::Many
    );
}

#[test]
fn planes_that_stand_twice_or_touch_nothing_change_no_corner() {
    let cube = cuboid([0.0; 3], [64.0; 3]);
    let more = [cube.clone(), vec![cube[2], plane([1.0, 1.0, 0.0], 500.0)]].concat();
    let (cube, more) = (hull(&cube).unwrap(), hull(&more).unwrap());
    assert_eq!(corners(&cube), corners(&more));
    // One of the two, whichever comes later in the order of computing.
    let faces = more.faces.iter().filter(|face| !face.is_empty());
    assert_eq!(faces.count(), 6);
    assert!(more.faces[7].is_empty());
}

#[test]
fn planes_that_are_nearly_the_same_leave_no_hole() {
    let mut random = Random::new(11);
    for case in 0..2000 {
        let size = [0.5, 4.0, 64.0, 4096.0][random.below(4)];
        let mut planes = cuboid([-size; 3], [size; 3]);
        for _ in 0..random.below(3) {
            let normal = random.vec3(1.0).normalize();
            planes.push(HullPlane {
                normal,
                distance: size * 1.1,
            });
        }
        let whole = closed_volume(&hull(&planes).unwrap());
        for _ in 0..1 + random.below(3) {
            // From a billionth to a thousandth of a unit beside another one, and turned as much.
            let of = planes[random.below(planes.len())];
            let apart = libm::exp2(-f64::from(10 + random.below(20) as u32));
            let normal = (of.normal + random.vec3(apart / size)).normalize();
            planes.push(HullPlane {
                normal,
                distance: of.distance + random.vec3(apart).x,
            });
        }
        for at in (1..planes.len()).rev() {
            planes.swap(at, random.below(at + 1));
        }
        let (volume, area) = volume_and_area(&hull(&planes).unwrap());
        let lost = (volume - whole).abs() / (size * size);
        assert!(lost < 0.1, "case {case}: {lost} of {size}");
        // The areas of a closed surface cancel out, and those of one with a missing face do not.
        let open = area.length() / (size * size);
        assert!(open < 0.05, "case {case}: {open} of {size}");
    }
}
