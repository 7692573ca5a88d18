//! The links of a navmesh that no walker can go.

use std::collections::BTreeMap;

use sidle::glam::DVec3;

use super::explored::Explored;
use crate::floor::{PlaceId, Support, foot, highest_climb, is_free_for_ball};
use crate::navmesh::{NavmeshLink, height_tolerance};
use crate::places::{WALKS, Way, goes, leap_reach, points_at};
use crate::report::{Finding, FindingKind, Spot, rounded};
use sidle::geometry::float::max;

/// How far above or below all floor a walker stands that stands on something that moves, at least; metres.
const OFF_FLOOR: f64 = 0.5;

/// The findings about the `links` of a navmesh.
pub(super) fn findings(audit: &Explored, links: &[NavmeshLink]) -> Vec<Finding> {
    let off_floor = OffFloor::of(audit, links);
    let all = audit.frontier.links().of_links(links);
    let finding = |(link, there, back): (&NavmeshLink, &Way, Option<&Way>)| {
        if let Some(fault) = fault_of_ends(audit, &off_floor, link) {
            return Some(finding(link.ends, "that no walker can go", &fault));
        }
        let [there, back] =
            [Some(there), back].map(|way| way.and_then(|way| fault(audit, &off_floor, way)));
        let [start, end] = link.ends;
        match (there, back) {
            (Some(why), Some(_)) => Some(finding(
                link.ends,
                "that no walker can go, there or back",
                &why,
            )),
            (Some(why), None) if link.is_two_way => {
                Some(finding(link.ends, "that walkers can only go back", &why))
            }
            (Some(why), None) => Some(finding(link.ends, "that no walker can go", &why)),
            (None, Some(why)) => Some(finding(
                [end, start],
                "that walkers can only go the other way",
                &why,
            )),
            (None, None) => None,
        }
    };
    all.filter_map(finding).collect()
}

/// Why no walker can go a link, and how to mend it.
struct Fault {
    why: String,
    repair: String,
}

fn finding(ends: [DVec3; 2], what: &str, fault: &Fault) -> Finding {
    let [from, to] = ends.map(|end| end.to_array().map(|along| (along * 100.0).round() / 100.0));
    let [[x, y, z], [to_x, to_y, to_z]] = [from, to];
    let message = format!(
        "the navmesh has a link from {x} {y} {z} to {to_x} {to_y} {to_z} m {what}: {}",
        fault.why
    );
    let mut finding = Finding::new(
        FindingKind::NavmeshLink,
        ends[0],
        message,
        fault.repair.clone(),
    );
    finding.size = rounded(ends[0].distance(ends[1]));
    finding.way = ends
        .map(|end| end.to_array().map(rounded))
        .map(DVec3::from_array)
        .to_vec();
    finding
        .spots
        .push(Spot::new(FindingKind::NavmeshLink, ends[1]));
    finding.tidy_spots();
    finding
}

/// The fault of a link of which one end is no place where walkers were.
fn fault_of_ends(audit: &Explored, off_floor: &OffFloor, link: &NavmeshLink) -> Option<Fault> {
    let of_end = |(name, end): (&str, DVec3)| {
        let points = points_at(end, link.radius, &audit.floor, audit.sim());
        let mut all = points.iter();
        if all.any(|point| audit.frontier.is_reached(*point as usize))
            || !off_floor.near(end).is_empty()
        {
            return None;
        }
        Some(if points.is_empty() {
            Fault {
                why: format!("there is no floor at its {name} where this body can stand"),
                repair: format!(
                    "move its {name} to a floor with room for the body, or remove the link"
                ),
            }
        } else {
            Fault {
                why: format!("no walker reached the floor at its {name}"),
                repair: format!("open a way to its {name}, or remove the link"),
            }
        })
    };
    ["start", "end"].into_iter().zip(link.ends).find_map(of_end)
}

/// The fault of a way between two places where walkers were. `None`: a walker went it, or not all walks were made yet.
fn fault(audit: &Explored, off_floor: &OffFloor, way: &Way) -> Option<Fault> {
    let (floor, sim) = (&audit.floor, audit.sim());
    let others = |end: DVec3| off_floor.near(end);
    let place = |point: usize| audit.frontier.place(point);
    let known = (&*audit.floor, sim, &audit.archive);
    if !way.is_tried() || goes(way, &place, known, &others) {
        return None;
    }
    // The floor below both ends, as bodies stand on it.
    let [from, to] = [way.from, way.to].map(|end| {
        let points = points_at(end, 0.0, floor, sim).into_iter();
        let reached = points.map(|point| &floor.points[point as usize]);
        let nearest = reached.min_by(|a, b| {
            let distance = |at: DVec3| at.distance_squared(end);
            distance(a.contact).total_cmp(&distance(b.contact))
        });
        nearest.map_or(end, |point| point.position)
    });
    let rise = to.y - from.y;
    let length = (to - from).with_y(0.0).length();
    let (climb, reach) = (highest_climb(sim), leap_reach(sim, max(rise, 0.0)));
    let radius = sim.tuning().radius;
    let tries = u32::from(way.tries) * WALKS;
    Some(if rise > climb {
        Fault {
            why: format!("its end is {rise:.2} m higher, and a walker climbs {climb:.2} m"),
            repair: "lower its end, put steps or a ladder there, or let the link lead down only"
                .to_owned(),
        }
    } else if !is_free_for_ball(sim, radius * 0.5, from, to) {
        Fault {
            why: format!(
                "something stands between its ends, and none of {tries} walks from its start came around it"
            ),
            repair: "clear the way between its ends, or remove the link".to_owned(),
        }
    } else if length > reach {
        Fault {
            why: format!(
                "its ends are {length:.1} m apart, and a jump with a run-up leads {reach:.1} m"
            ),
            repair: "bring its ends nearer to one another, or build a bridge".to_owned(),
        }
    } else {
        Fault {
            why: format!(
                "none of {tries} walks from its start came to its end, with and without jumps"
            ),
            repair: "give it more room for a run-up and a landing, or remove the link".to_owned(),
        }
    })
}

/// The places where walkers swim, climb or ride: where a link may end although there is no floor.
struct OffFloor {
    side: f64,
    reach: f64,
    places: BTreeMap<[i32; 3], Vec<(DVec3, PlaceId)>>,
}

impl OffFloor {
    fn of(audit: &Explored, links: &[NavmeshLink]) -> Self {
        let radius = links
            .iter()
            .map(|link| link.radius)
            .fold(audit.sim().tuning().radius, max);
        let reach = max(radius, height_tolerance(audit.sim()));
        let mut all = Self {
            side: reach,
            reach,
            places: BTreeMap::new(),
        };
        if links.is_empty() {
            return all;
        }
        let foot = DVec3::Y * foot(audit.sim());
        for (id, place) in audit.archive.with_ids() {
            let is_floor = |at: usize| {
                let rise = place.position.y - audit.floor.points[at].position.y;
                rise.abs() <= OFF_FLOOR
            };
            let mut column = audit.floor.of_column(audit.floor.column(place.position));
            let stands = place.cell.support == Support::Stands && column.any(is_floor);
            if place.cell.support.is_steady() && !stands {
                let at = place.position - foot;
                all.places.entry(all.square(at)).or_default().push((at, id));
            }
        }
        all
    }

    fn square(&self, at: DVec3) -> [i32; 3] {
        at.to_array()
            .map(|along| (along / self.side).floor() as i32)
    }

    /// Those near an end of a link.
    fn near(&self, end: DVec3) -> Vec<PlaceId> {
        let [x, y, z] = self
            .square(end)
            .map(|at| at.saturating_sub(1)..=at.saturating_add(1));
        let mut found = Vec::new();
        for x in x {
            for y in y.clone() {
                for z in z.clone() {
                    let there = self.places.get(&[x, y, z]).into_iter().flatten();
                    let near = there.filter(|(at, _)| at.distance(end) <= self.reach);
                    found.extend(near.map(|(_, id)| *id));
                }
            }
        }
        found
    }
}
