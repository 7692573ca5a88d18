//! The contact of two boxes with the edge–edge sign as the text gives it, for comparison.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. The closest points of two edges show
//! whether the edges have passed each other. The point on A's edge is then nearer to B's centre than the
//! point on B's edge is. `solid_solid.rs` says why [`contact_obb_obb`](super::contact_obb_obb) decides
//! differently; `a_corner_in_a_corner_counts_as_deep_as_the_edges_behind_it` shows it.

use glam::DVec3;

use super::solid_solid::{deepest, point_face};
use super::{Contact, Feature};
use crate::geometry::{Obb, Segment, Solid};
use crate::query::{ObbOverlap, closest_segment_segment, overlap_obb_obb};
use crate::tolerance::{MIN_DISTANCE, PARALLEL_EDGES};

/// The contact of `first` with `second` by the text's own edge–edge sign. `None` if they do not touch,
/// or no vertex is inside and no edges have passed each other.
///
/// Each vertex counts by its shallowest way out of the other box, and the deepest vertex wins. Each
/// edge of `first` counts by its shallowest passed edge of `second`, and the deepest edge wins. The
/// deeper of the two is the contact. Parallel edges have no contact.
///
/// The result is often too deep, because edges that lie one behind the other count as having passed each
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
    let candidates = [
        point_face(first, second),
        point_face(second, first).map(|contact| contact.swapped()),
        deepest_edge(first, second),
    ];
    deepest(candidates.into_iter().flatten())
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
/// `edge`, unit normal, length, and the latter point. `None` if the edges are parallel or cross, or
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
mod tests;
