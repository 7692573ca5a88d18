//! Defects of meshes where walkers stand: faces that lie in one another, and edges that are not welded.

use std::collections::BTreeSet;

use glam::DVec3;

use super::explored::Explored;
use super::finding::{Finding, FindingKind, rounded};
use super::unreached::Seen;
use crate::geometry::angle::cos_deg;
use crate::geometry::{Segment, Triangle};

/// How far beyond an open edge another floor is looked for; metres.
const BEYOND: f64 = 0.02;

/// How much higher or lower the other floor may be; metres.
const STEP: f64 = 0.03;

/// The bits of two corners, or of three; sorted.
type Corner = [u64; 3];

/// The defects on floor that was reached. `others` are the findings so far: the walkers' opinion.
pub(super) fn findings(audit: &Explored, seen: &Seen, others: &[Finding]) -> Vec<Finding> {
    let sim = audit.sim();
    let floor_cos = cos_deg(sim.tuning().max_slope_deg);
    let is_floor = |it: &&Triangle| it.plane().normal().y.abs() >= floor_cos;
    let floors: Vec<&Triangle> = sim.world().triangles().iter().filter(is_floor).collect();
    let mut found = doubled(audit, seen, &floors);
    found.extend(open_edges(audit, seen, &floors, others));
    found
}

/// Whether a walker stood near `point`, which lies on a floor.
fn was_reached(audit: &Explored, seen: &Seen, point: DVec3) -> bool {
    let radius = audit.sim().tuning().radius;
    let mut near = audit.floor.near(point, radius);
    near.any(|at| {
        let contact = audit.floor.points[at].contact;
        seen.reached[at] && contact.distance(point) <= radius * 2.0
    })
}

fn bits(corner: DVec3) -> Corner {
    // Both zeros are one place.
    (corner + DVec3::ZERO).to_array().map(f64::to_bits)
}

/// Floors that lie in the same place.
fn doubled(audit: &Explored, seen: &Seen, floors: &[&Triangle]) -> Vec<Finding> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for triangle in floors {
        let vertices = triangle.vertices();
        let mut key = vertices.map(bits);
        key.sort_unstable();
        let middle = (vertices[0] + vertices[1] + vertices[2]) / 3.0;
        if !known.insert(key) && was_reached(audit, seen, middle) {
            found.push(Finding::new(
                FindingKind::Geometry,
                middle,
                "two faces of the floor lie in the same place: walkers do not mind, and every tick there takes longer"
                    .to_owned(),
                "remove one of them in your modeller".to_owned(),
            ));
        }
    }
    found
}

/// Edges of a floor that no other face shares, although another floor goes on beyond them.
fn open_edges(
    audit: &Explored,
    seen: &Seen,
    floors: &[&Triangle],
    others: &[Finding],
) -> Vec<Finding> {
    let mut sides: Vec<([Corner; 2], [DVec3; 3])> = Vec::new();
    for triangle in floors {
        let [a, b, c] = triangle.vertices();
        for [from, to, inner] in [[a, b, c], [b, c, a], [c, a, b]] {
            let mut ends = [from, to].map(bits);
            ends.sort_unstable();
            sides.push((ends, [from, to, inner]));
        }
    }
    sides.sort_unstable_by_key(|side| side.0);
    let world = audit.sim().world();
    let mut found = Vec::new();
    for edge in sides.chunk_by(|a, b| a.0 == b.0) {
        let [(_, [from, to, inner])] = edge else {
            continue;
        };
        let (middle, along) = ((*from + *to) * 0.5, (*to - *from).normalize_or_zero());
        let inwards = *inner - *from;
        let outwards = -(inwards - along * inwards.dot(along)).normalize_or_zero();
        let beyond = middle + outwards.with_y(0.0).normalize_or_zero() * BEYOND;
        let down = Segment::new(beyond + DVec3::Y * STEP, beyond - DVec3::Y * STEP);
        if world.intersect_segment(&down).is_none() || !was_reached(audit, seen, middle) {
            continue;
        }
        let mut snags = others.iter().filter(|it| it.kind() == FindingKind::Snag);
        let opinion = if snags.any(|it| it.at.distance(middle) < 1.5) {
            "walkers lose speed there"
        } else {
            "walkers cross it without losing speed"
        };
        let mut finding = Finding::new(
            FindingKind::Geometry,
            middle,
            format!("an edge of the floor is not welded to the floor beyond: {opinion}"),
            "give both faces the same vertices, or ignore it if walkers do not mind".to_owned(),
        );
        finding.size = rounded(from.distance(*to));
        found.push(finding);
    }
    found
}
