//! Contacts of capsules and spheres with convex solids, compared with slow searches: for the distance over
//! the planes of the solid, and for the depth over many directions.

use super::*;
use crate::contact::{ContactKind, contact_capsule_triangle};
use crate::geometry::{Pose, Triangle};
use crate::test_support::{Planes, Random, directions, distance_to_point, distance_to_segment};
use glam::{DMat3, Vec3};

/// Checks the deepest contact of `found` against a solid with these planes and corners. Returns whether the
/// capsule touches the solid, and whether its axis enters it.
fn check(
    found: &[Contact],
    capsule: &OrientedCapsule,
    planes: &Planes,
    corners: &[DVec3],
    case: &str,
) -> (bool, bool) {
    let (axis, radius) = (capsule.axis(), capsule.radius());
    let axis_distance = distance_to_segment(planes, &axis);
    let Some(contact) = found.first() else {
        assert!(
            axis_distance > radius - 1e-7,
            "{case}: {axis_distance} {radius}"
        );
        return (false, false);
    };
    let case = format!("{case}: {contact:?}, the axis is {axis_distance} m away");
    assert!((contact.normal.length() - 1.0).abs() < 1e-9, "{case}");
    let enters = axis_distance < 1e-7;
    if !enters {
        assert!(distance_to_point(planes, contact.point) < 1e-7, "{case}");
        let depth = radius - axis_distance;
        assert!((contact.depth - depth).abs() < 1e-6, "{case}");
    }
    // Moving by the depth separates.
    let out = contact.normal * contact.depth;
    let moved = Segment::new(axis.start + out, axis.end + out);
    assert!(
        distance_to_segment(planes, &moved) > radius - 1e-6,
        "{case}"
    );
    // No sampled direction separates by less.
    let overlap = |direction: &DVec3| {
        let top = corners
            .iter()
            .map(|corner| corner.dot(*direction))
            .fold(f64::NEG_INFINITY, f64::max);
        let bottom = axis.start.dot(*direction).min(axis.end.dot(*direction)) - radius;
        top - bottom
    };
    let sampled = directions(400)
        .iter()
        .map(overlap)
        .fold(f64::INFINITY, f64::min);
    assert!(contact.depth < sampled + 1e-6, "{case}, {sampled}");
    (true, enters)
}

fn random_capsule(random: &mut Random, case: usize) -> OrientedCapsule {
    let start = random.vec3(1.1);
    let end = match case % 5 {
        0 => start,
        1 => start + DVec3::X * random.signed(),
        2 => start + DVec3::Y * random.signed() * 3.0,
        _ => random.vec3(1.6),
    };
    OrientedCapsule::new(Segment::new(start, end), 0.05 + random.vec3(0.6).x.abs()).unwrap()
}

/// All contacts that `generate` appends.
fn contacts(generate: impl Fn(&mut ContactBuffer) -> usize) -> Vec<Contact> {
    let mut buffer = ContactBuffer::new(4);
    assert_eq!(generate(&mut buffer), buffer.contacts().len());
    buffer.contacts().to_vec()
}

#[test]
fn boxes_agree_with_a_search_over_their_planes() {
    let mut random = Random::new(167);
    let (mut touching, mut entering) = (0, 0);
    for case in 0..600 {
        let half = random.vec3(1.0).abs() + 0.05;
        let degrees = if case % 3 == 0 {
            DVec3::ZERO
        } else {
            random.vec3(180.0)
        };
        let pose = Pose::new(random.vec3(0.3), degrees).unwrap();
        let obb = Obb::new(pose.position(), pose.rotation(), half).unwrap();
        let mut planes = Planes::new();
        let mut corners = Vec::new();
        for axis in 0..3 {
            let normal = pose.rotation().col(axis);
            let center = normal.dot(pose.position());
            planes.push((normal, center + half[axis]));
            planes.push((-normal, half[axis] - center));
        }
        for bits in 0..8 {
            let sign = |bit: i32| if bits & bit == 0 { -1.0 } else { 1.0 };
            corners.push(pose.apply(half * DVec3::new(sign(1), sign(2), sign(4))));
        }
        let capsule = random_capsule(&mut random, case);
        let found = contacts(|buffer| contact_capsule_obb(&capsule, &obb, buffer));
        let name = format!("seed 167, case {case}");
        let (touches, enters) = check(&found, &capsule, &planes, &corners, &name);
        touching += u32::from(touches);
        entering += u32::from(enters);
    }
    assert!(touching > 200 && entering > 100, "{touching} {entering}");
}

#[test]
fn polyhedra_and_spheres_agree_with_a_search_over_their_planes() {
    let octahedron = Polyhedron::octahedron(1.0).unwrap();
    let mut random = Random::new(173);
    let (mut touching, mut entering, mut spheres) = (0, 0, 0);
    for case in 0..500 {
        let pose = Pose::new(random.vec3(0.3), random.vec3(180.0)).unwrap();
        let solid = octahedron.transformed(&pose);
        let signs = [-1.0, 1.0];
        let octants = signs.map(|x| signs.map(|y| signs.map(|z| DVec3::new(x, y, z))));
        let octants = octants.into_iter().flatten().flatten();
        let plane = |octant: DVec3| {
            let normal = pose.rotation() * octant / 3.0_f64.sqrt();
            (normal, normal.dot(pose.position()) + 1.0 / 3.0_f64.sqrt())
        };
        let planes: Planes = octants.map(plane).collect();
        let corners: Vec<_> = solid.vertices().collect();
        let capsule = random_capsule(&mut random, case);
        let found = contacts(|buffer| contact_capsule_polyhedron(&capsule, &solid, buffer));
        let name = format!("seed 173, case {case}");
        let (touches, enters) = check(&found, &capsule, &planes, &corners, &name);
        touching += u32::from(touches);
        entering += u32::from(enters);
        let ball = Sphere::new(capsule.axis().start, capsule.radius()).unwrap();
        let contact = contact_sphere_polyhedron(&ball, &solid);
        let found: Vec<Contact> = contact.into_iter().collect();
        let (touches, _) = check(&found, &ball.into(), &planes, &corners, &name);
        spheres += u32::from(touches);
    }
    assert!(
        touching > 100 && entering > 50 && spheres > 50,
        "{touching} {entering} {spheres}"
    );
}

#[test]
fn triangles_agree_with_a_search_over_their_planes() {
    let mut random = Random::new(179);
    let (mut touching, mut entering) = (0, 0);
    for case in 0..1500 {
        let corners = [0; 3].map(|_| random.vec3(1.5).as_vec3());
        let Some(triangle) = Triangle::new(corners) else {
            continue;
        };
        let [a, b, c] = corners.map(|corner| corner.as_dvec3());
        let normal = (b - a).cross(c - a).normalize();
        let mut planes = vec![(normal, normal.dot(a)), (-normal, -normal.dot(a))];
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let outward = (to - from).cross(normal).normalize();
            planes.push((outward, outward.dot(from)));
        }
        let capsule = random_capsule(&mut random, case);
        let found = contacts(|buffer| contact_capsule_triangle(&capsule, &triangle, buffer));
        let name = format!("seed 179, case {case}");
        let (touches, enters) = check(&found, &capsule, &planes, &[a, b, c], &name);
        touching += u32::from(touches);
        entering += u32::from(enters);
        for contact in &found {
            let is_in_range = match contact.second {
                Feature::Face(number) => number < 2,
                Feature::Edge(number) | Feature::Vertex(number) => number < 3,
                Feature::Surface => false,
            };
            assert!(is_in_range, "{name}: {contact:?}");
        }
    }
    assert!(touching > 100 && entering > 50, "{touching} {entering}");
}

#[test]
fn a_lying_capsule_has_two_contacts_a_standing_one_and_one_on_an_edge_a_single_one() {
    let table = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(2.0)).unwrap();
    let capsule = |start: [f64; 3], end: [f64; 3]| {
        let axis = Segment::new(start.into(), end.into());
        let capsule = OrientedCapsule::new(axis, 0.5).unwrap();
        contacts(|buffer| contact_capsule_obb(&capsule, &table, buffer))
    };
    let features = |found: &[Contact]| -> Vec<(Feature, Feature)> {
        found
            .iter()
            .map(|contact| (contact.first, contact.second))
            .collect()
    };
    let top = Feature::Face(2);
    let lying = capsule([-1.0, 2.4, 0.0], [1.0, 2.4, 0.0]);
    let ends = [0, 1].map(|end| (Feature::Vertex(end), top));
    assert_eq!(features(&lying), ends);
    assert!(
        lying
            .iter()
            .all(|contact| (contact.depth - 0.1).abs() < 1e-12)
    );
    // The upper end of a tilted capsule does not reach the table.
    let tilted = capsule([-1.0, 2.4, 0.0], [1.0, 2.6, 0.0]);
    assert_eq!(features(&tilted), ends[..1]);
    let standing = capsule([0.0, 2.4, 0.0], [0.0, 4.0, 0.0]);
    assert_eq!(features(&standing), ends[..1]);
    // It lies over both rims, and neither of its ends is above the table.
    let wide = capsule([-5.0, 2.4, 0.0], [5.0, 2.4, 0.0]);
    assert_eq!(features(&wide), [(Feature::Surface, top); 2]);
    assert_eq!(wide[0].kind(), ContactKind::FaceFace);
    // It leans against an edge at 45 degrees, with its axis √0.02 m away from the edge.
    let leaning = capsule([1.6, 2.6, 0.0], [2.6, 1.6, 0.0]);
    assert_eq!(leaning.len(), 1);
    assert_eq!(leaning[0].kind(), ContactKind::EdgeFace);
    assert!(
        (leaning[0].depth - (0.5 - 0.02_f64.sqrt())).abs() < 1e-12,
        "{leaning:?}"
    );
    assert_eq!(capsule([-1.0, 2.5, 0.0], [1.0, 2.5, 0.0])[1].depth, 0.0);
    assert!(capsule([-1.0, 2.5 + 1e-9, 0.0], [1.0, 2.5 + 1e-9, 0.0]).is_empty());
}

#[test]
fn an_axis_in_the_plane_of_a_triangle_leaves_it_to_the_front() {
    let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap();
    let axis = Segment::new(DVec3::new(0.5, 0.0, 0.5), DVec3::new(1.5, 0.0, 1.0));
    let log = OrientedCapsule::new(axis, 0.25).unwrap();
    let found = contacts(|buffer| contact_capsule_triangle(&log, &floor, buffer));
    assert_eq!(found.len(), 2);
    for contact in &found {
        assert_eq!((contact.normal, contact.depth), (DVec3::Y, 0.25));
        assert_eq!(contact.second, Feature::Face(0));
    }
}
