//! Tests of `polyhedron.rs`.

use super::*;
use crate::geometry::rotation_from_degrees;

const TETRAHEDRON: [&[usize]; 4] = [&[0, 2, 1], &[0, 1, 3], &[0, 3, 2], &[1, 2, 3]];

fn corners() -> Vec<DVec3> {
    vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]
}

#[test]
fn open_bent_dented_flat_and_inside_out_solids_are_none() {
    assert!(Polyhedron::new(corners(), &TETRAHEDRON).is_some());
    assert_eq!(Polyhedron::new(corners(), &TETRAHEDRON[..3]), None);
    assert_eq!(Polyhedron::new(vec![], &[]), None);
    let inside_out = TETRAHEDRON.map(|face| face.iter().rev().copied().collect::<Vec<_>>());
    let inside_out = inside_out.each_ref().map(|face| &face[..]);
    assert_eq!(Polyhedron::new(corners(), &inside_out), None);
    // Two triangles back to back are closed but have no volume.
    assert_eq!(
        Polyhedron::new(corners()[..3].to_vec(), &[&[0, 1, 2], &[0, 2, 1]]),
        None
    );
    // An unused vertex, an index without a vertex, a face given twice.
    let mut more = corners();
    more.push(DVec3::splat(0.1));
    assert_eq!(Polyhedron::new(more, &TETRAHEDRON), None);
    assert_eq!(Polyhedron::new(corners()[..3].to_vec(), &TETRAHEDRON), None);
    let twice = [&TETRAHEDRON[..], &TETRAHEDRON[..1]].concat();
    assert_eq!(Polyhedron::new(corners(), &twice), None);
    let mut bad = corners();
    bad[2].y = f64::NAN;
    assert_eq!(Polyhedron::new(bad, &TETRAHEDRON), None);
}

#[test]
fn octahedra_and_wedges_have_a_positive_finite_size() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(Polyhedron::octahedron(bad), None, "{bad}");
        for axis in 0..3 {
            let mut half = DVec3::ONE;
            half[axis] = bad;
            assert_eq!(Polyhedron::wedge(half), None, "{half}");
        }
    }
    assert_eq!(Polyhedron::wedge(DVec3::new(-1.0, -1.0, 1.0)), None);
    for good in [1e-3, 1.0, 1e5] {
        assert!(Polyhedron::octahedron(good).is_some(), "{good}");
        assert!(Polyhedron::wedge(DVec3::splat(good)).is_some(), "{good}");
    }
}

#[test]
fn a_box_as_a_polyhedron_keeps_its_face_and_edge_indices() {
    let rotation = rotation_from_degrees(DVec3::new(20.0, 45.0, -70.0));
    let obb = Obb::new(DVec3::splat(3.0), rotation, DVec3::new(0.5, 2.0, 1.0)).unwrap();
    let solid = Polyhedron::from_obb(&obb).unwrap();
    for number in 0..6 {
        let (face, same) = (solid.face(number), obb.face(number));
        assert!(
            face.normal().abs_diff_eq(same.normal(), 1e-12),
            "face {number}"
        );
        assert!(
            (face.offset() - same.offset()).abs() < 1e-12,
            "face {number}"
        );
    }
    assert_eq!(solid.edge_count(), 12);
    for number in 0..12 {
        let (edge, same) = (solid.edge(number).segment, obb.edge(number).segment);
        assert!(edge.start.abs_diff_eq(same.start, 1e-12), "edge {number}");
        assert!(edge.end.abs_diff_eq(same.end, 1e-12), "edge {number}");
    }
}

#[test]
fn two_coplanar_faces_have_no_edge_between_them() {
    // A pyramid whose square base is cut into two triangles.
    let vertices = vec![
        DVec3::ZERO,
        DVec3::X,
        DVec3::new(1.0, 0.0, 1.0),
        DVec3::Z,
        DVec3::new(0.5, 1.0, 0.5),
    ];
    let faces: [&[usize]; 6] = [
        &[0, 1, 2],
        &[0, 2, 3],
        &[1, 0, 4],
        &[2, 1, 4],
        &[3, 2, 4],
        &[0, 3, 4],
    ];
    let pyramid = Polyhedron::new(vertices, &faces).unwrap();
    assert_eq!((pyramid.face_count(), pyramid.edge_count()), (6, 8));
}
