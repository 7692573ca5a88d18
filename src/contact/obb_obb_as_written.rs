//! The contact of two boxes with the edge–edge sign as the text gives it, for comparison.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. The closest points of two edges
//! tell whether the edges have passed each other: the point on A's edge is then nearer to B's centre
//! than the point on B's edge is. `solid_solid.rs` says why [`contact_obb_obb`](super::contact_obb_obb)
//! decides differently; `a_corner_in_a_corner_counts_as_deep_as_the_edges_behind_it` shows it.

use glam::DVec3;

use super::solid_solid::{deepest, point_face};
use super::{Contact, Feature};
use crate::geometry::{Obb, Segment, Solid};
use crate::query::{ObbOverlap, closest_segment_segment, overlap_obb_obb};
use crate::tolerance::{MIN_DISTANCE, PARALLEL_EDGES};

/// The contact of `first` with `second` by the text's own edge–edge sign. `None`: they do not touch,
/// or no vertex is inside and no edges have passed each other.
///
/// Each vertex counts by its shallowest way out of the other box, and the deepest vertex wins. Each
/// edge of `first` counts by its shallowest passed edge of `second`, and the deepest edge wins. The
/// deeper of the two is the contact. Parallel edges have no contact.
///
/// The result is often too deep: edges that lie one behind the other count as having passed each
/// other. Use [`contact_obb_obb`](super::contact_obb_obb) for a response.
///
/// # Example
/// ```
/// use sidle::{contact::{contact_obb_obb, contact_obb_obb_as_written}, geometry::Obb};
/// use sidle::glam::{DMat3, DVec3};
/// let cube = |center| Obb::new(center, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // One corner of each is inside the other, 0.25 m below the top face.
/// let (above, below) = (cube(DVec3::new(1.0, 1.75, 1.0)), cube(DVec3::ZERO));
/// assert_eq!(contact_obb_obb(&above, &below).unwrap().depth, 0.25);
/// // The upright edge of that corner is 1 m away from the nearest edge that it has "passed".
/// assert_eq!(contact_obb_obb_as_written(&above, &below).unwrap().depth, 1.0);
/// ```
#[must_use]
pub fn contact_obb_obb_as_written(first: &Obb, second: &Obb) -> Option<Contact> {
    if let ObbOverlap::Apart(_) = overlap_obb_obb(first, second) {
        return None;
    }
    let ways = [
        point_face(first, second),
        point_face(second, first).map(|contact| contact.swapped()),
        deepest_edge(first, second),
    ];
    deepest(ways.into_iter().flatten())
}

/// The deepest edge of `first`; each counts by the shallowest edge of `second` that it has passed.
fn deepest_edge(first: &Obb, second: &Obb) -> Option<Contact> {
    let shallowest = |number: usize| {
        let edge = first.edge(number).segment;
        let passed = (0..second.edge_count()).filter_map(|other_number| {
            let other = second.edge(other_number).segment;
            let (normal, depth, point) = passed_by(&edge, &other, second)?;
            let features = (Feature::edge(number), Feature::edge(other_number));
            Some(Contact::new(point, normal, depth, features.0, features.1))
        });
        passed.min_by(|a, b| a.depth.total_cmp(&b.depth))
    };
    deepest((0..first.edge_count()).filter_map(shallowest))
}

/// The way back from the point of `edge` nearest to `other` to the point of `other` nearest to
/// `edge`: unit normal, length, and the latter point. `None`: the edges are parallel or cross, or
/// `edge` has not passed `other`.
fn passed_by(edge: &Segment, other: &Segment, second: &Obb) -> Option<(DVec3, f64, DVec3)> {
    let (along, across) = (edge.end - edge.start, other.end - other.start);
    let area = along.cross(across).length();
    if area <= PARALLEL_EDGES * (along.length() * across.length()) {
        return None;
    }
    let nearest = closest_segment_segment(edge, other);
    let center = second.center();
    let passed =
        nearest.on_first.distance_squared(center) < nearest.on_second.distance_squared(center);
    let back = nearest.on_second - nearest.on_first;
    let depth = back.length();
    (passed && depth > MIN_DISTANCE).then(|| (back / depth, depth, nearest.on_second))
}

#[cfg(test)]
mod tests {
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
        // The upper cube's corner (0, 0.75, 0) is 0.25 m below the lower one's top face. Its
        // upright edge meets the height of the top edges at (0, 1, 0), 1 m from each of them, and
        // 1 m from the centre below, which is nearer than their middles at √2 m.
        let (above, below) = (cube(DVec3::new(1.0, 1.75, 1.0)), cube(DVec3::ZERO));
        let written = contact_obb_obb_as_written(&above, &below).unwrap();
        assert_eq!(
            (written.kind(), written.depth),
            (ContactKind::EdgeEdge, 1.0)
        );
        assert_eq!(written.normal.y, 0.0, "it pushes sideways");
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
        let up = DVec3::Y * (8.0_f64.sqrt() - 0.1);
        let above = beam(up, DVec3::X * 45.0, DVec3::new(9.0, 1.0, 1.0));
        let ours = contact_obb_obb(&above, &below).unwrap();
        assert_eq!(ours.kind(), ContactKind::EdgeEdge);
        assert!((ours.depth - 0.1).abs() < 1e-12 && ours.normal.abs_diff_eq(DVec3::Y, 1e-9));
        // An end of the upper beam is 9 m along X, an end of the lower one 9 m along Z. The former
        // happens to be nearer to the lower centre, by 15 mm.
        let written = contact_obb_obb_as_written(&above, &below).unwrap();
        assert!((9.0..13.0).contains(&written.depth), "{written:?}");
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
            let written = contact_obb_obb_as_written(&first, &second);
            let Some(ours) = contact_obb_obb(&first, &second) else {
                assert_eq!(written, None, "case {case}");
                continue;
            };
            let Some(written) = written else { continue };
            if let Some(corner) = point_face(&first, &second) {
                assert!(written.depth >= corner.depth, "case {case}");
            }
            both += 1;
            equal += u32::from(written.depth == ours.depth);
            deeper += u32::from(written.depth > ours.depth);
        }
        // The share depends on the boxes; it is the reason why ours differs.
        assert!(
            both > 2000 && equal > 50 && deeper > both / 2,
            "{both} {equal} {deeper}"
        );
    }
}
