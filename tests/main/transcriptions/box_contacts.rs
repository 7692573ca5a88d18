//! I. Millington, *Game Physics Engine Development*, ch. 13: the contact of two boxes.

use sidle::contact::{Contact, ContactKind, Feature, contact_obb_obb, contact_obb_obb_as_written};
use sidle::geometry::Obb;
use sidle::query::{ObbOverlap, overlap_obb_obb};

use crate::random::Random;
use crate::transcriptions::CASES;
use crate::transcriptions::boxes::{Cuboid, cuboid};
use crate::transcriptions::contacts::{Written, assert_normal_and_depth};
use crate::transcriptions::vector::{Vector, add, dot, length, near, sub, times};

/// A corner in a box: pushed out along the axis of least depth, the first on a tie.
fn box_and_point(a: &Cuboid, at: Vector) -> Option<Written> {
    let relative = a.local(at);
    let mut best: Option<(f64, Vector)> = None;
    for axis in 0..3 {
        let depth = a.half[axis] - relative[axis].abs();
        if depth < 0.0 {
            return None;
        }
        if best.is_none_or(|(least, _)| depth < least) {
            let side = if relative[axis] < 0.0 { -1.0 } else { 1.0 };
            best = Some((depth, times(a.axes[axis], side)));
        }
    }
    best.map(|(penetration, normal)| Written {
        point: at,
        normal,
        penetration,
    })
}

/// The deepest corner of `a` in `b`, then of `b` in `a`. The normal points from `b` to `a`.
fn point_face(a: &Cuboid, b: &Cuboid) -> Option<Written> {
    let of_a = a.corners().map(|corner| box_and_point(b, corner));
    let of_b = b.corners().map(|corner| {
        box_and_point(a, corner).map(|contact| Written {
            normal: times(contact.normal, -1.0),
            ..contact
        })
    });
    let all = of_a.into_iter().chain(of_b).flatten();
    all.reduce(|best, one| {
        if one.penetration > best.penetration {
            one
        } else {
            best
        }
    })
}

/// The closest points of two segments that are not parallel: inside both, or at an end of one.
fn closest_points(p: [Vector; 2], q: [Vector; 2]) -> [Vector; 2] {
    let project = |[a, b]: [Vector; 2], at: Vector| {
        let way = sub(b, a);
        let share = dot(sub(at, a), way) / dot(way, way);
        add(a, times(way, share.clamp(0.0, 1.0)))
    };
    let (u, v, w) = (sub(p[1], p[0]), sub(q[1], q[0]), sub(p[0], q[0]));
    let (a, b, c, d, e) = (dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w));
    let denominator = a * c - b * b;
    let (s, t) = ((b * e - c * d) / denominator, (a * e - b * d) / denominator);
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        return [add(p[0], times(u, s)), add(q[0], times(v, t))];
    }
    let ends = [
        [p[0], project(q, p[0])],
        [p[1], project(q, p[1])],
        [project(p, q[0]), q[0]],
        [project(p, q[1]), q[1]],
    ];
    let gap = |pair: &[Vector; 2]| length(sub(pair[0], pair[1]));
    ends.into_iter()
        .min_by(|one, other| gap(one).total_cmp(&gap(other)))
        .unwrap()
}

/// The 12 edges of a box, as pairs of corners.
fn edges(a: &Cuboid) -> Vec<[Vector; 2]> {
    let corners = a.corners();
    let pairs = (0..8).flat_map(|from: usize| [1, 2, 4].map(|bit| (from, from | bit)));
    let pairs = pairs.filter(|(from, to)| from != to);
    pairs
        .map(|(from, to)| [corners[from], corners[to]])
        .collect()
}

/// Over the edges of `b` the shallowest that an edge of `a` has passed: its nearest point is nearer
/// to the centre of `b`. Over the edges of `a` the deepest.
fn edge_edge(a: &Cuboid, b: &Cuboid) -> Option<f64> {
    let depth_of = |edge: &[Vector; 2]| {
        let past = edges(b).into_iter().filter_map(|other| {
            let [on_a, on_b] = closest_points(*edge, other);
            let passed = length(sub(on_a, b.center)) < length(sub(on_b, b.center));
            passed.then(|| length(sub(on_b, on_a)))
        });
        past.reduce(f64::min)
    };
    edges(a).iter().filter_map(depth_of).reduce(f64::max)
}

#[test]
fn box_box_as_written_is_the_deeper_of_point_face_and_edge_edge() {
    let mut random = Random::new(137);
    let (mut by_corner, mut by_edges, mut ours_differs) = (0, 0, 0);
    // A tenth of the cases: each looks at 144 pairs of edges, twice.
    for case in 0..CASES / 10 {
        let a = cuboid(&mut random, false);
        let b = cuboid(&mut random, false);
        let (first, second) = (a.obb(), b.obb());
        let Some(ours) = contact_obb_obb(&first, &second) else {
            assert_eq!(contact_obb_obb_as_written(&first, &second), None);
            continue;
        };
        let corner = point_face(&a, &b).map(|contact| contact.penetration);
        let edges = edge_edge(&a, &b);
        let found = contact_obb_obb_as_written(&first, &second);
        let expected = corner.into_iter().chain(edges).reduce(f64::max);
        let off = found.map_or(0.0, |found| found.depth) - expected.unwrap_or(0.0);
        assert!(
            off.abs() < 1e-9,
            "case {case}: {off} {found:?} {expected:?}"
        );
        let Some(found) = found else { continue };
        *(if found.kind() == ContactKind::EdgeEdge {
            &mut by_edges
        } else {
            &mut by_corner
        }) += 1;
        // Ours never takes a passed edge for more than it is: it moves the boxes apart.
        ours_differs += usize::from((ours.depth - found.depth).abs() > 1e-9);
        if ours.kind() == ContactKind::EdgeEdge {
            assert!(apart_after(&first, &second, &ours), "case {case}");
        }
    }
    assert!(
        by_corner > 50 && by_edges > 2000 && ours_differs > 2000,
        "{by_corner} {by_edges} {ours_differs}"
    );
}

fn apart_after(first: &Obb, second: &Obb, contact: &Contact) -> bool {
    let center = first.center() + contact.normal * (contact.depth + 1e-9);
    let moved = Obb::new(center, first.axes(), first.half_extents()).unwrap();
    matches!(overlap_obb_obb(&moved, second), ObbOverlap::Apart(_))
}

#[test]
fn box_box_point_face_matches_the_text_and_wins_unless_edges_are_deeper() {
    let mut random = Random::new(135);
    let (mut by_corner, mut by_edges, mut neither) = (0, 0, 0);
    // A fifth of the cases: each looks at 144 pairs of edges.
    for case in 0..CASES / 5 {
        let a = cuboid(&mut random, false);
        let b = cuboid(&mut random, false);
        let (first, second) = (a.obb(), b.obb());
        let Some(found) = contact_obb_obb(&first, &second) else {
            assert!(point_face(&a, &b).is_none(), "case {case}");
            continue;
        };
        let Some(written) = point_face(&a, &b) else {
            // No corner is inside: crossing edges, or the minimum translation.
            neither += 1;
            let kind = found.kind();
            let known = [ContactKind::EdgeEdge, ContactKind::PointFace];
            assert!(known.contains(&kind), "case {case}: {kind:?}");
            continue;
        };
        if found.kind() == ContactKind::PointFace {
            by_corner += 1;
            assert_normal_and_depth(&found, &written, case);
            // The text's point is the corner. Ours is the touched point of the second box, which is the
            // corner where the second box has it. The corner of the first box is the point on the first.
            let corner = match found.first {
                Feature::Vertex(_) => found.point_on_first(),
                _ => found.point,
            };
            assert!(near(corner, written.point, 1e-9), "case {case}");
        } else {
            by_edges += 1;
            assert!(found.depth > written.penetration, "case {case}");
            assert!(apart_after(&first, &second, &found), "case {case}");
        }
    }
    assert!(
        by_corner > 5000 && by_edges > 50 && neither > 500,
        "{by_corner} {by_edges} {neither}"
    );
}
