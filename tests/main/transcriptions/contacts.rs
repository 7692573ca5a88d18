//! I. Millington, *Game Physics Engine Development*, ch. 13.
//!
//! The book's code is not among our texts. Where a comment names the code, the transcription follows a
//! summary of it. The words of the text have the normal from the first shape to the second; all
//! normals here are turned around.

use sidle::contact::{
    Contact, ContactBuffer, Feature, contact_capsule_half_space, contact_obb_half_space,
    contact_obb_plane, contact_sphere_half_space, contact_sphere_obb, contact_sphere_plane,
    contact_sphere_sphere,
};
use sidle::geometry::{Capsule, HalfSpace, Plane, Sphere};
use sidle::glam::DVec3;

use crate::random::Random;
use crate::transcriptions::CASES;
use crate::transcriptions::boxes::{Cuboid, cuboid};
use crate::transcriptions::vector::{
    Vector, add, direction, dot, length, near, point, radius, sub, times, unit,
};

/// The text's contact with its point and penetration, and with its normal turned around: from the second
/// shape to the first.
pub struct Written {
    pub point: Vector,
    pub normal: Vector,
    pub penetration: f64,
}

pub fn assert_normal_and_depth(found: &Contact, written: &Written, case: usize) {
    let off = (found.depth - written.penetration).abs();
    assert!(off < 1e-12, "case {case}: {off} m off: {found:?}");
    assert!(
        near(found.normal, written.normal, 1e-9),
        "case {case}: {found:?}"
    );
}

fn sphere_and_sphere(c1: Vector, r1: f64, c2: Vector, r2: f64) -> Option<Written> {
    let midline = sub(c1, c2);
    let size = length(midline);
    if size <= 0.0 || size >= r1 + r2 {
        return None;
    }
    Some(Written {
        // Half a midline *beyond* the first centre: a slip of the book's code.
        point: add(c1, times(midline, 0.5)),
        normal: times(midline, 1.0 / size),
        penetration: r1 + r2 - size,
    })
}

#[test]
fn sphere_sphere_matches_the_text_except_for_the_point_and_for_touching_and_concentric_spheres() {
    let mut random = Random::new(131);
    let (mut contacts, mut apart, mut touching, mut concentric) = (0, 0, 0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let [c1, c2] = [0; 2].map(|_| point(&mut random, on_grid, 2));
        let [r1, r2] = [0; 2].map(|_| radius(&mut random, on_grid));
        let first = Sphere::new(c1.into(), r1).unwrap();
        let second = Sphere::new(c2.into(), r2).unwrap();
        let found = contact_sphere_sphere(&first, &second);
        let Some(written) = sphere_and_sphere(c1, r1, c2, r2) else {
            let size = length(sub(c1, c2));
            if size == 0.0 {
                concentric += 1;
                let found = found.unwrap();
                assert_eq!((found.normal, found.depth), (DVec3::Y, r1 + r2));
            } else if size == r1 + r2 {
                touching += 1;
                assert_eq!(found.unwrap().depth, 0.0, "case {case}");
            } else {
                apart += 1;
                assert_eq!(found, None, "case {case}");
            }
            continue;
        };
        contacts += 1;
        let found = found.unwrap();
        assert_normal_and_depth(&found, &written, case);
        // Both points are on the line of the centres; ours is on the second sphere.
        let on_second = add(c2, times(written.normal, r2));
        assert!(near(found.point, on_second, 1e-9), "case {case}");
        let beyond = dot(sub(written.point, c1), written.normal);
        assert!(beyond > 0.0, "case {case}: {beyond}");
    }
    assert!(
        contacts > 20_000 && apart > 10_000 && touching > 50 && concentric > 5,
        "{contacts} {apart} {touching} {concentric}"
    );
}

/// A plane as the text gives it: `n·p = offset`.
fn sphere_and_half_space(c: Vector, r: f64, n: Vector, offset: f64) -> Option<Written> {
    let ball_distance = dot(n, c) - r - offset;
    if ball_distance >= 0.0 {
        return None;
    }
    Some(Written {
        point: sub(c, times(n, ball_distance + r)),
        normal: n,
        penetration: -ball_distance,
    })
}

fn sphere_and_true_plane(c: Vector, r: f64, n: Vector, offset: f64) -> Option<Written> {
    let center_distance = dot(n, c) - offset;
    if center_distance * center_distance > r * r {
        return None;
    }
    let (normal, penetration) = if center_distance < 0.0 {
        (times(n, -1.0), center_distance)
    } else {
        (n, -center_distance)
    };
    Some(Written {
        point: sub(c, times(n, center_distance)),
        normal,
        penetration: penetration + r,
    })
}

#[test]
fn sphere_half_space_and_sphere_plane_match_the_text_except_that_touching_a_half_space_counts() {
    let mut random = Random::new(132);
    let (mut below, mut above, mut on_plane, mut touching) = (0, 0, 0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let n = direction(&mut random, on_grid);
        let p0 = point(&mut random, on_grid, 2);
        let c = point(&mut random, on_grid, 3);
        let r = radius(&mut random, on_grid);
        let plane = Plane::new(p0.into(), n.into()).unwrap();
        let sphere = Sphere::new(c.into(), r).unwrap();
        let offset = dot(n, p0);

        let found = contact_sphere_half_space(&sphere, &HalfSpace::new(plane));
        match sphere_and_half_space(c, r, n, offset) {
            Some(written) => {
                below += 1;
                let found = found.unwrap();
                assert_normal_and_depth(&found, &written, case);
                assert!(near(found.point, written.point, 1e-12), "case {case}");
            }
            None if dot(n, c) - offset == r => {
                touching += 1;
                assert_eq!(found.unwrap().depth, 0.0, "case {case}");
            }
            None => {
                above += 1;
                assert_eq!(found, None, "case {case}");
            }
        }

        let found = contact_sphere_plane(&sphere, &plane);
        let written = sphere_and_true_plane(c, r, n, offset);
        assert_eq!(found.is_some(), written.is_some(), "case {case}");
        if let (Some(found), Some(written)) = (found, written) {
            on_plane += 1;
            assert_normal_and_depth(&found, &written, case);
            assert!(near(found.point, written.point, 1e-12), "case {case}");
        }
    }
    assert!(
        below > 20_000 && above > 10_000 && on_plane > 20_000 && touching > 500,
        "{below} {above} {on_plane} {touching}"
    );
}

/// The contact of each corner at or below the plane `n·p = offset`, by corner.
fn box_and_half_space(a: &Cuboid, n: Vector, offset: f64) -> Vec<(usize, Written)> {
    let corners = a.corners().into_iter().enumerate();
    let below = corners.filter(|(_, corner)| dot(*corner, n) <= offset);
    let contact = |(number, corner): (usize, Vector)| {
        let written = Written {
            // The text's point is the corner, or the middle between it and the plane.
            point: corner,
            normal: n,
            penetration: offset - dot(corner, n),
        };
        (number, written)
    };
    below.map(contact).collect()
}

#[test]
fn box_half_space_has_a_contact_for_every_corner_at_or_below_the_plane() {
    let mut random = Random::new(133);
    let (mut counts, mut touching) = ([0; 9], 0);
    let mut buffer = ContactBuffer::new(8);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let a = cuboid(&mut random, on_grid);
        let n = direction(&mut random, on_grid);
        let p0 = point(&mut random, on_grid, 1);
        let ground = HalfSpace::new(Plane::new(p0.into(), n.into()).unwrap());
        buffer.clear();
        let count = contact_obb_half_space(&a.obb(), &ground, &mut buffer);
        let written = box_and_half_space(&a, n, dot(n, p0));
        assert_eq!(count, written.len(), "case {case}: {a:?}");
        counts[count] += 1;
        for (found, (number, written)) in buffer.contacts().iter().zip(&written) {
            assert_eq!(found.first, Feature::Vertex(*number as u16));
            assert_normal_and_depth(found, written, case);
            // Ours is the corner projected on the plane. The corner is the point on the first shape.
            let corner = found.point_on_first();
            assert!(near(corner, written.point, 1e-12), "case {case}");
            let projected = add(written.point, times(n, written.penetration));
            assert!(near(found.point, projected, 1e-12), "case {case}");
            touching += usize::from(on_grid && found.depth == 0.0);
        }
    }
    assert!(counts.into_iter().all(|count| count > 500), "{counts:?}");
    assert!(touching > 500, "{touching}");
}

#[test]
fn a_plane_pushes_a_box_to_the_side_of_its_centre() {
    let mut random = Random::new(138);
    let (mut front, mut back, mut contacts) = (0, 0, 0);
    let mut buffer = ContactBuffer::new(8);
    for case in 0..CASES {
        let a = cuboid(&mut random, case % 2 == 0);
        let n = direction(&mut random, case % 2 == 0);
        let p0 = point(&mut random, case % 2 == 0, 1);
        let plane = Plane::new(p0.into(), n.into()).unwrap();
        // The half-space that faces the centre.
        let is_behind = dot(n, a.center) - dot(n, p0) < 0.0;
        let side = if is_behind { -1.0 } else { 1.0 };
        let facing = times(n, side);
        let written = box_and_half_space(&a, facing, dot(facing, p0));
        buffer.clear();
        let count = contact_obb_plane(&a.obb(), &plane, &mut buffer);
        assert_eq!(count, written.len(), "case {case}: {a:?}");
        for (found, (number, written)) in buffer.contacts().iter().zip(&written) {
            assert_eq!(found.first, Feature::Vertex(*number as u16));
            assert_normal_and_depth(found, written, case);
        }
        contacts += count;
        *(if is_behind { &mut back } else { &mut front }) += usize::from(count > 0);
    }
    assert!(
        front > 10_000 && back > 10_000 && contacts > 50_000,
        "{front} {back} {contacts}"
    );
}

#[test]
fn a_capsule_touches_a_half_space_as_the_spheres_at_its_ends_do() {
    let mut random = Random::new(139);
    let mut counts = [0; 3];
    let mut buffer = ContactBuffer::new(2);
    for case in 0..CASES {
        let n = direction(&mut random, case % 2 == 0);
        let p0 = random.vec3(1.0).to_array();
        let base = random.vec3(2.0).to_array();
        let (r, rise) = (radius(&mut random, false), 0.1 + random.signed().abs());
        let capsule = Capsule::new(base.into(), r, rise).unwrap();
        let ground = HalfSpace::new(Plane::new(p0.into(), n.into()).unwrap());
        let ends = [base, add(base, [0.0, rise, 0.0])];
        let written = [0, 1].map(|end| sphere_and_half_space(ends[end], r, n, dot(n, p0)));
        let written: Vec<_> = (0..2)
            .zip(written)
            .filter(|(_, one)| one.is_some())
            .collect();
        buffer.clear();
        let count = contact_capsule_half_space(&capsule.into(), &ground, &mut buffer);
        assert_eq!(count, written.len(), "case {case}: {capsule:?}");
        for (found, (end, written)) in buffer.contacts().iter().zip(written) {
            assert_eq!(found.first, Feature::Vertex(end));
            assert_normal_and_depth(found, &written.unwrap(), case);
        }
        counts[count] += 1;
    }
    assert!(counts.into_iter().all(|count| count > 5000), "{counts:?}");
}

/// The contact of the book's code pushes the *box*: its normal points from the sphere to the box.
fn box_and_sphere(a: &Cuboid, c: Vector, r: f64) -> Option<Written> {
    let center = a.local(c);
    if (0..3).any(|axis| center[axis].abs() - r > a.half[axis]) {
        return None;
    }
    let clamped = [0, 1, 2].map(|axis| center[axis].min(a.half[axis]).max(-a.half[axis]));
    let distance = length(sub(clamped, center));
    if distance * distance > r * r {
        return None;
    }
    let closest = add(
        a.center,
        crate::transcriptions::vector::apply(a.axes, clamped),
    );
    Some(Written {
        point: closest,
        normal: unit(sub(closest, c)),
        penetration: r - distance,
    })
}

#[test]
fn box_sphere_matches_the_text_with_the_normal_towards_the_sphere_and_an_answer_for_inside() {
    let mut random = Random::new(134);
    let (mut outside, mut inside, mut apart) = (0, 0, 0);
    for case in 0..CASES {
        let on_grid = case % 2 == 0;
        let a = cuboid(&mut random, on_grid);
        let c = point(&mut random, on_grid, 2);
        let r = radius(&mut random, on_grid);
        let found = contact_sphere_obb(&Sphere::new(c.into(), r).unwrap(), &a.obb());
        let Some(written) = box_and_sphere(&a, c, r) else {
            apart += 1;
            assert_eq!(found, None, "case {case}");
            continue;
        };
        let found = found.unwrap();
        let local = a.local(c);
        let beyond = [0, 1, 2].map(|axis| local[axis].abs() - a.half[axis]);
        let least = beyond.into_iter().fold(f64::NEG_INFINITY, f64::max);
        if least > 0.0 {
            outside += 1;
            let towards_sphere = Written {
                normal: times(written.normal, -1.0),
                ..written
            };
            assert_normal_and_depth(&found, &towards_sphere, case);
            assert!(
                near(found.point, towards_sphere.point, 1e-12),
                "case {case}"
            );
        } else {
            // The closest point is the centre itself, so the text has no direction: 0 / 0, or
            // whatever rounding leaves. Ours leaves through the nearest face.
            inside += 1;
            assert!(length(sub(written.point, c)) < 1e-12, "case {case}");
            assert!((found.depth - (r - least)).abs() < 1e-12, "case {case}");
            let out = a.local(add(c, times(found.normal.to_array(), -least)));
            let on_surface = (0..3).map(|axis| out[axis].abs() - a.half[axis]);
            let off = on_surface.fold(f64::NEG_INFINITY, f64::max);
            assert!(off.abs() < 1e-12, "case {case}: {off}");
        }
    }
    assert!(
        outside > 20_000 && inside > 5000 && apart > 10_000,
        "{outside} {inside} {apart}"
    );
}
