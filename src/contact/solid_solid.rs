//! The contact of two convex solids, by brute force over all vertices, faces and edges.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13. Point–face both ways,
//! edge–edge, and the deeper of the two. We decide as follows where the text is ambiguous or its
//! push is wrong:
//!
//! - **Where the contact is.** The text takes the vertex, or the closest point of one edge, or the
//!   middle between the two solids. We take the point on the second solid, as all contacts here do.
//! - **The sign of an edge–edge depth.** The text takes the direction from the closest points
//!   towards the centres. An edge on the far side of one solid then counts as deep inside one on the
//!   far side of the other, by the size of both. We require each edge to be the outermost part of
//!   its solid along the normal. The normal lies between the normals of the edge's two faces. Moving
//!   by the depth then separates the solids.
//! - **Edges with a shorter way out through a face.** Where a box hangs over the rim of another,
//!   its upright edges cross the rim deeply and would win as the deepest. Such an edge is only just
//!   below the top face. If a face is the shorter way out for one of the two edges, point–face
//!   decides.
//! - **Edges that meet beyond their ends** are left to their vertices; parallel edges have no
//!   normal.
//! - **Which solid is A.** "Over B's edges the shallowest, over A's edges the deepest" is not
//!   symmetric. We sort the solids by the positions of their vertices, so the contact does not
//!   depend on the caller's order.
//! - **No contact found.** A stick through a plate has no vertex inside and no crossing edges.
//!   Then, and when vertices only touch, the contact is the minimum translation over all faces and
//!   edge pairs.

use core::cmp::Ordering;

use glam::DVec3;

use super::{Contact, Feature};
use crate::geometry::float::{max, min};
use crate::geometry::{Plane, Solid, SolidEdge};
use crate::query::closest_segment_segment;
use crate::tolerance::{CONE_MARGIN, FACE_PREFERENCE, MIN_DISTANCE, PARALLEL_EDGES};

/// The contact from `generate`, called with the solids in an order that the caller cannot
/// influence.
pub(super) fn in_own_order(
    first: &dyn Solid,
    second: &dyn Solid,
    generate: impl Fn(&dyn Solid, &dyn Solid) -> Option<Contact>,
) -> Option<Contact> {
    if order(first, second) == Ordering::Greater {
        generate(second, first).map(|contact| contact.swapped())
    } else {
        generate(first, second)
    }
}

fn order(first: &dyn Solid, second: &dyn Solid) -> Ordering {
    let corners = |solid: &dyn Solid, number: usize| solid.vertex(number).to_array();
    let by_place = |number: usize| {
        let (a, b) = (corners(first, number), corners(second, number));
        let by_axis = |axis: usize| a[axis].total_cmp(&b[axis]);
        by_axis(0).then(by_axis(1)).then(by_axis(2))
    };
    let by_count = first.vertex_count().cmp(&second.vertex_count());
    let common = first.vertex_count().min(second.vertex_count());
    by_count.then(
        (0..common)
            .map(by_place)
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal),
    )
}

/// The deeper of the best point–face and the best edge–edge contact, if any.
pub(super) fn deepest_contact(first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    let candidates = [
        point_face(first, second),
        point_face(second, first).map(|contact| contact.swapped()),
        edge_edge(first, second),
    ];
    deepest(candidates.into_iter().flatten())
}

/// The deepest of `contacts`; the first on a tie.
pub(super) fn deepest(contacts: impl Iterator<Item = Contact>) -> Option<Contact> {
    contacts.fold(None, |best: Option<Contact>, contact| match best {
        Some(best) if best.depth >= contact.depth => Some(best),
        _ => Some(contact),
    })
}

/// The vertex of `first` that is deepest in `second`; each vertex counts by its shortest way out.
pub(super) fn point_face(first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    deepest((0..first.vertex_count()).filter_map(|number| {
        let corner = first.vertex(number);
        let ways_out =
            (0..second.face_count()).map(|face| (face, -second.face(face).signed_distance(corner)));
        let (face, depth) = ways_out.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (depth >= 0.0).then(|| vertex_on_face(corner, number, &second.face(face), face, depth))
    }))
}

fn vertex_on_face(corner: DVec3, vertex: usize, plane: &Plane, face: usize, depth: f64) -> Contact {
    let normal = plane.normal();
    let (first, second) = (Feature::vertex(vertex), Feature::face(face));
    Contact::new(corner + normal * depth, normal, depth, first, second)
}

/// The deepest edge of `first`; each counts by its shallowest crossing with an edge of `second`.
fn edge_edge(first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    deepest((0..first.edge_count()).filter_map(|number| {
        let edge = first.edge(number);
        let past = (0..second.edge_count()).filter_map(|other_number| {
            let other = second.edge(other_number);
            let (normal, depth) = outermost_crossing(&edge, &other, CONE_MARGIN)?;
            let enough = depth - MIN_DISTANCE;
            if depth < 0.0 || way_out(&edge, second) < enough || way_out(&other, first) < enough {
                return None;
            }
            let (contact, off_solids) =
                edges_crossing(&edge, number, &other, other_number, normal, depth);
            (off_solids <= MIN_DISTANCE).then_some(contact)
        });
        past.min_by(|a, b| a.depth.total_cmp(&b.depth))
    }))
}

/// The direction perpendicular to both edges in which `second` is the outermost feature of its
/// solid, and `first` of its own in the opposite direction; and the depth of `first` beyond
/// `second`, negative when separated. `margin`: how far the direction may lie beyond the face
/// normals; a sine.
pub(super) fn outermost_crossing(
    first: &SolidEdge,
    second: &SolidEdge,
    margin: f64,
) -> Option<(DVec3, f64)> {
    let along = first.segment.end - first.segment.start;
    let other = second.segment.end - second.segment.start;
    let across = along.cross(other);
    let length = across.length();
    if length <= PARALLEL_EDGES * (along.length() * other.length()) {
        return None;
    }
    let unit = across / length;
    let fits = |normal: &DVec3| {
        is_between(*normal, second.normals, margin) && is_between(-*normal, first.normals, margin)
    };
    let normal = [unit, -unit].into_iter().find(fits)?;
    Some((
        normal,
        normal.dot(second.segment.start - first.segment.start),
    ))
}

/// Whether `direction`, perpendicular to the edge of two faces, is `α·n1 + β·n2` with α, β ≥ 0.
fn is_between(direction: DVec3, [n1, n2]: [DVec3; 2], margin: f64) -> bool {
    let (cosine, d1, d2) = (n1.dot(n2), direction.dot(n1), direction.dot(n2));
    d1 - cosine * d2 >= -margin && d2 - cosine * d1 >= -margin
}

/// The contact of two edges, and how far their closest points are from facing each other; metres, 0
/// where the edges cross.
pub(super) fn edges_crossing(
    first: &SolidEdge,
    first_number: usize,
    second: &SolidEdge,
    second_number: usize,
    normal: DVec3,
    depth: f64,
) -> (Contact, f64) {
    let nearest = closest_segment_segment(&first.segment, &second.segment);
    let facing = nearest.on_first + normal * depth;
    let (edge, other) = (Feature::edge(first_number), Feature::edge(second_number));
    let contact = Contact::new(nearest.on_second, normal, depth, edge, other);
    (contact, facing.distance(nearest.on_second))
}

/// The shortest way of a whole edge out of `solid` through a face; metres, negative when outside.
fn way_out(edge: &SolidEdge, solid: &dyn Solid) -> f64 {
    let depth = |face: usize| {
        let plane = solid.face(face);
        let ends = [edge.segment.start, edge.segment.end];
        let [start, end] = ends.map(|end| plane.signed_distance(end));
        -min(start, end)
    };
    (0..solid.face_count()).map(depth).fold(f64::INFINITY, min)
}

/// How far `point` is outside `solid`, above its highest face; metres, 0 inside.
pub(super) fn height_above(solid: &dyn Solid, point: DVec3) -> f64 {
    let height = |face: usize| solid.face(face).signed_distance(point);
    (0..solid.face_count()).map(height).fold(0.0, max)
}

/// The contact of least depth among all faces and edge pairs. Moving out by it separates the
/// solids. Among depths within [`FACE_PREFERENCE`] of the least, it is one whose point is on both
/// solids, faces before edges. `None`: apart.
pub(super) fn least_contact(first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    least_way_out(first, second).filter(|contact| contact.depth >= 0.0)
}

/// As [`least_contact`], for solids that are known to touch. Where rounding puts them apart, the depth is 0.
pub(super) fn least_contact_of_touching(first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    least_way_out(first, second).map(|contact| Contact {
        depth: max(contact.depth, 0.0),
        ..contact
    })
}

/// The least depth, negative for solids that are apart.
fn least_way_out(first: &dyn Solid, second: &dyn Solid) -> Option<Contact> {
    let mut least = f64::INFINITY;
    visit_ways_out(first, second, &mut |contact, _| {
        least = min(least, contact.depth)
    });
    let mut best: Option<(Contact, f64)> = None;
    visit_ways_out(first, second, &mut |contact, off_solids| {
        let better = best.is_none_or(|(_, least_off)| off_solids < least_off - MIN_DISTANCE);
        if contact.depth <= least + FACE_PREFERENCE && better {
            best = Some((contact, off_solids));
        }
    });
    best.map(|(contact, _)| contact)
}

/// Visits every way out that one feature of each solid allows, with the distance of its point
/// outside the solids (0: on both). A negative depth: apart.
fn visit_ways_out(first: &dyn Solid, second: &dyn Solid, visit: &mut dyn FnMut(Contact, f64)) {
    visit_corners_below_faces(first, second, visit);
    visit_corners_below_faces(second, first, &mut |contact, off_solids| {
        visit(contact.swapped(), off_solids)
    });
    for number in 0..first.edge_count() {
        let edge = first.edge(number);
        for other_number in 0..second.edge_count() {
            let other = second.edge(other_number);
            if let Some((normal, depth)) = outermost_crossing(&edge, &other, CONE_MARGIN) {
                let (contact, off_solids) =
                    edges_crossing(&edge, number, &other, other_number, normal, depth);
                visit(contact, off_solids);
            }
        }
    }
}

/// For each face of `second`, the vertices of `first` that are deepest below its plane.
fn visit_corners_below_faces(
    first: &dyn Solid,
    second: &dyn Solid,
    visit: &mut dyn FnMut(Contact, f64),
) {
    for face in 0..second.face_count() {
        let plane = second.face(face);
        let depths =
            || (0..first.vertex_count()).map(|number| -plane.signed_distance(first.vertex(number)));
        let deepest = depths().fold(f64::NEG_INFINITY, max);
        for (number, _) in depths()
            .enumerate()
            .filter(|(_, depth)| *depth >= deepest - MIN_DISTANCE)
        {
            let corner = first.vertex(number);
            let contact = vertex_on_face(corner, number, &plane, face, deepest);
            visit(contact, height_above(second, contact.point));
        }
    }
}
