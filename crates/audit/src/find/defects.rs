//! Defects where walkers stand: lips, edges that are not welded, and faces that lie in one another.

use std::collections::{BTreeMap, BTreeSet};

use sidle::glam::DVec3;

use super::explored::Explored;
use super::snags::LIP;
use super::unreached::Seen;
use crate::report::{Finding, FindingKind, Repair, SPOT_SIDE, Spot, rounded};
use sidle::geometry::float::max;
use sidle::geometry::{Aabb, Segment, Triangle};
use sidle::world::{ColliderId, SlopeLimit, TriangleId, floor_cos, floor_plan};

/// How far beyond an open edge another floor is looked for; metres.
const BEYOND: f64 = 0.02;

/// A lower step between two floors does not count as a lip, because they are not welded; metres.
const MIN_LIP: f64 = 5e-4;

/// How near to a snag a defect is its reason; metres.
const NEAR_SNAG: f64 = 1.5;

/// How many lips that cost walkers speed are reported one by one, at most, the highest first, and how many square metres of floor
/// allow one more. Of the others, [`MAX_LIPS`] are. One finding names the rest.
const MAX_LIPS: usize = 8;
const LIP_AREA: f64 = 400.0;

/// The bits of a corner.
type Corner = [u64; 3];

/// An edge of a floor, with another floor beyond it that is higher or lower.
struct Edge {
    ends: [DVec3; 2],
    /// How much higher or lower; metres.
    height: f64,
    /// Whether walkers lose speed there.
    snags: bool,
}

/// The defects on floor that was reached. `others` are the findings so far: the walkers' opinion.
pub(super) fn findings(audit: &Explored, seen: &Seen, others: &[Finding]) -> Vec<Finding> {
    let sim = audit.sim();
    let (world, floor_cos) = (sim.world(), floor_cos(sim.tuning().max_slope_deg));
    let slope = SlopeLimit::of_walker(world, floor_cos);
    // Where walkers may have stood. In a large level, that is a small part at first.
    let points = audit.floor.points.iter().zip(&seen.reached);
    let reached = points.filter(|(_, reached)| **reached);
    let Some(reached) = Aabb::from_points(reached.map(|(point, _)| point.contact)) else {
        return Vec::new();
    };
    let reach = DVec3::splat(sim.tuning().radius * 2.0 + LIP);
    let (low, high) = (reached.min() - reach, reached.max() + reach);
    let is_near = |triangle: &Triangle| {
        let [a, b, c] = triangle.vertices();
        a.max(b).max(c).cmpge(low).all() && a.min(b).min(c).cmple(high).all()
    };
    let is_floor = |(id, triangle): &(TriangleId, &Triangle)| {
        let least = slope.cos_of(world, ColliderId::Triangle(*id));
        is_near(triangle) && triangle.plane().normal().y.abs() >= least
    };
    let triangles = (0..).map(TriangleId).zip(world.triangles());
    let floors = triangles.filter(is_floor).map(|(_, triangle)| triangle);
    let floors: Vec<&Triangle> = floors.collect();
    let (lips, seams) = open_edges(audit, seen, &floors, others)
        .into_iter()
        .partition(|edge| edge.height >= MIN_LIP);
    let most = MAX_LIPS + (seen.summary.reached / LIP_AREA) as usize;
    let mut found = lip_findings(lips, most);
    found.extend(seam_finding(seams));
    found.extend(doubled(audit, seen, &floors));
    if audit.floor.is_map {
        for finding in &mut found {
            finding.repair = finding.repair.clone().of_brushes();
        }
    }
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

/// The spots that a line from one end to the other goes through.
fn spots([from, to]: [DVec3; 2]) -> impl Iterator<Item = Spot> {
    let steps = max((from.distance(to) / SPOT_SIDE).ceil(), 1.0) as u32;
    let at = move |step| from.lerp(to, f64::from(step) / f64::from(steps));
    (0..=steps).map(move |step| Spot::new(FindingKind::Geometry, at(step)))
}

/// The walkers' opinion of a defect.
fn opinion(snags: bool) -> &'static str {
    if snags {
        "walkers lose speed there"
    } else {
        "walkers cross it without losing speed"
    }
}

/// Floors that lie in the same place, in one finding.
fn doubled(audit: &Explored, seen: &Seen, floors: &[&Triangle]) -> Option<Finding> {
    let mut known = BTreeSet::new();
    let mut places = Vec::new();
    for triangle in floors {
        let vertices = triangle.vertices();
        let mut key = vertices.map(bits);
        key.sort_unstable();
        let middle = (vertices[0] + vertices[1] + vertices[2]) / 3.0;
        if !known.insert(key) && was_reached(audit, seen, middle) {
            places.push(middle);
        }
    }
    let mut finding = Finding::new(
        FindingKind::Geometry,
        *places.first()?,
        format!(
            "{} faces of the floor lie in the place of another: walkers do not mind, and every tick there takes longer",
            places.len()
        ),
        Repair::RemoveFaces,
    );
    let places = places.into_iter();
    finding.spots = places
        .map(|place| Spot::new(FindingKind::Geometry, place))
        .collect();
    finding.tidy_spots();
    Some(finding)
}

/// Edges of a floor that no other face shares, although another floor goes on beyond them.
fn open_edges(
    audit: &Explored,
    seen: &Seen,
    floors: &[&Triangle],
    others: &[Finding],
) -> Vec<Edge> {
    let mut sides: Vec<([Corner; 2], [DVec3; 3])> = Vec::new();
    let mut add = |from: DVec3, to: DVec3, inner: DVec3| {
        let mut ends = [from, to].map(bits);
        ends.sort_unstable();
        sides.push((ends, [from, to, inner]));
    };
    for triangle in floors {
        let [a, b, c] = triangle.vertices();
        for [from, to, inner] in [[a, b, c], [b, c, a], [c, a, b]] {
            add(from, to, inner);
        }
    }
    let world = audit.sim().world();
    for obb in world.boxes() {
        for [a, b, c, d] in floor_plan::faces_above(obb) {
            for [from, to, inner] in [[a, b, c], [b, c, d], [c, d, a], [d, a, b]] {
                add(from, to, inner);
            }
        }
    }
    sides.sort_unstable_by_key(|side| side.0);
    let reach = LIP + MIN_LIP;
    let mut found = Vec::new();
    for edge in sides.chunk_by(|a, b| a.0 == b.0) {
        let [(_, [from, to, inner])] = edge else {
            continue;
        };
        let (middle, along) = ((*from + *to) * 0.5, (*to - *from).normalize_or_zero());
        let inwards = *inner - *from;
        let outwards = -(inwards - along * inwards.dot(along)).normalize_or_zero();
        let beyond = middle + outwards.with_y(0.0).normalize_or_zero() * BEYOND;
        let down = Segment::new(beyond + DVec3::Y * reach, beyond - DVec3::Y * reach);
        let Some((_, hit)) = world.intersect_segment(&down) else {
            continue;
        };
        if hit.fraction > 0.0 && was_reached(audit, seen, middle) {
            let mut snags = others
                .iter()
                .filter(|finding| finding.kind() == FindingKind::Snag);
            found.push(Edge {
                ends: [*from, *to],
                height: (hit.fraction * 2.0 - 1.0).abs() * reach,
                snags: snags.any(|snag| snag.at.distance(middle) < NEAR_SNAG),
            });
        }
    }
    found
}

/// The lips: those that touch are one finding, with the words of the worst. Of those that cost speed, `most` have their own.
fn lip_findings(mut lips: Vec<Edge>, most: usize) -> Vec<Finding> {
    lips.sort_by(|a, b| {
        let worse = b.snags.cmp(&a.snags);
        worse.then(b.height.total_cmp(&a.height))
    });
    // The number of each spot's finding; `None`: that of the rest.
    let mut of_spot: BTreeMap<Spot, Option<usize>> = BTreeMap::new();
    let mut found: Vec<Finding> = Vec::new();
    let mut costly = 0;
    let (mut rest, mut rest_count) = (Vec::new(), 0);
    for lip in lips {
        let covered: Vec<Spot> = spots(lip.ends).collect();
        let around = covered.iter().flat_map(Spot::around);
        let known = around.filter_map(|spot| of_spot.get(&spot).copied()).min();
        let number = known.unwrap_or_else(|| {
            let has_room = if lip.snags {
                found.len() < most
            } else {
                found.len() - costly < MAX_LIPS
            };
            costly += usize::from(lip.snags && has_room);
            rest_count += usize::from(!has_room);
            has_room.then(|| {
                found.push(lip_finding(&lip));
                found.len() - 1
            })
        });
        of_spot.extend(covered.iter().map(|spot| (*spot, number)));
        match number {
            Some(number) => found[number].spots.extend(covered),
            None => rest.push(lip),
        }
    }
    found.extend(rest_of_lips(&rest, rest_count));
    for finding in &mut found {
        finding.tidy_spots();
    }
    found
}

/// The finding for `count` more lips, the worst first.
fn rest_of_lips(lips: &[Edge], count: usize) -> Option<Finding> {
    let worst = lips.first()?;
    let opinion = match (count, worst.snags) {
        (1, _) => opinion(worst.snags),
        (_, false) => "walkers cross them without losing speed",
        (_, true) => "walkers lose speed at some",
    };
    let (more, up_to) = match count {
        1 => ("lip", ""),
        _ => ("lips", "up to "),
    };
    let height = lips.iter().map(|lip| lip.height).fold(0.0, max) * 1000.0;
    let mut finding = lip_finding(worst);
    finding.message =
        format!("{count} more {more} of {up_to}{height:.1} mm on the floor: {opinion}");
    finding.spots = lips.iter().flat_map(|lip| spots(lip.ends)).collect();
    Some(finding)
}

fn lip_finding(lip: &Edge) -> Finding {
    let [from, to] = lip.ends;
    let mut finding = Finding::new(
        FindingKind::Geometry,
        (from + to) * 0.5,
        format!(
            "a lip of {:.1} mm on the floor: {}",
            lip.height * 1000.0,
            opinion(lip.snags)
        ),
        Repair::LevelFloors,
    );
    finding.size = rounded(from.distance(to));
    finding
}

/// The seams that are not welded, in one finding.
fn seam_finding(seams: Vec<Edge>) -> Option<Finding> {
    let length = |edge: &Edge| edge.ends[0].distance(edge.ends[1]);
    let costly = seams.iter().filter(|edge| edge.snags).count();
    let by_size = |a: &&Edge, b: &&Edge| {
        let costs = a.snags.cmp(&b.snags);
        costs.then(length(a).total_cmp(&length(b)))
    };
    let worst = seams.iter().max_by(by_size)?;
    let opinion = match costly {
        0 => opinion(false).to_owned(),
        _ => format!("at {costly} of them, walkers lose speed"),
    };
    let mut finding = Finding::new(
        FindingKind::Geometry,
        (worst.ends[0] + worst.ends[1]) * 0.5,
        format!(
            "{} edges of the floor are not welded to the floor beyond: {opinion}",
            seams.len()
        ),
        Repair::WeldEdges,
    );
    let all = seams.iter().flat_map(|edge| spots(edge.ends));
    finding.spots = all.collect();
    finding.tidy_spots();
    finding.size = rounded(length(worst));
    Some(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lip(x: f64, height: f64, snags: bool) -> Edge {
        let ends = [DVec3::X * x, DVec3::new(x, 0.0, 1.0)];
        Edge {
            ends,
            height,
            snags,
        }
    }

    #[test]
    fn lips_beyond_the_first_ones_share_a_finding_that_covers_all_of_them() {
        let apart = SPOT_SIDE * 4.0;
        let harmless = (0..40).map(|number| lip(f64::from(number) * apart, 0.02, false));
        let costly = (40..43).map(|number| lip(f64::from(number) * apart, 0.01, true));
        let found = lip_findings(harmless.chain(costly).collect(), 2);
        let messages: Vec<&str> = found.iter().map(|finding| &*finding.message).collect();
        assert_eq!(messages.len(), 2 + MAX_LIPS + 1, "{messages:?}");
        let speed = "walkers lose speed";
        assert!(messages[..2].iter().all(|message| message.contains(speed)));
        assert!(
            !messages[2..10]
                .iter()
                .any(|message| message.contains(speed))
        );
        assert_eq!(
            messages[10],
            "33 more lips of up to 20.0 mm on the floor: walkers lose speed at some"
        );
        for x in (0..43).map(|number| f64::from(number) * apart) {
            let spot = Spot::new(FindingKind::Geometry, DVec3::new(x, 0.0, 0.5));
            let covers = |finding: &&Finding| finding.spots.contains(&spot);
            assert_eq!(found.iter().filter(covers).count(), 1, "{x}");
        }
        let one = lip_findings(vec![lip(0.0, 0.02, false)], 2);
        assert_eq!(one.len(), 1);
        assert!(lip_findings(Vec::new(), 2).is_empty());
    }
}
