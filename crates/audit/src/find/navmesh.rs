//! Where a navigation mesh and the walkers disagree.
//!
//! Both are compared in the middles of the floor's columns: the height of the navmesh there, and the points of the floor. `links.rs`
//! compares links between places that are apart.

use std::collections::VecDeque;

use sidle::glam::DVec3;

use super::explored::Explored;
use super::links;
use super::unreached::Seen;
use crate::floor::around;
use crate::navmesh::{Samples, height_tolerance};
use crate::report::{Finding, FindingKind, rounded};

/// The least area of a difference, in squares of the body's width. A navmesh is made of cells, so narrower ones are rounding.
const MIN_AREA: f64 = 2.0;

/// The differences between the `navmesh` and the floor that walkers reached.
pub(super) fn findings(audit: &Explored, seen: &Seen, navmesh: &Samples) -> Vec<Finding> {
    let mut found = links::findings(audit, &navmesh.links);
    if navmesh.has_polygons {
        found.extend(unreached(audit, seen, navmesh));
        found.extend(missing(audit, seen, navmesh));
    }
    found
}

/// The least area of a difference.
fn least_area(audit: &Explored) -> f64 {
    let radius = audit.sim().tuning().radius;
    MIN_AREA * 4.0 * radius * radius
}

/// What the walkers know of a place of the navmesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Reached,
    /// A body fits there, and none came.
    Unreached,
    /// No body fits there.
    NoFloor,
}

/// The areas of the navmesh that no walker reached.
fn unreached(audit: &Explored, seen: &Seen, samples: &Samples) -> Vec<Finding> {
    let (floor, tolerance, samples_of) =
        (&audit.floor, height_tolerance(audit.sim()), &samples.all);
    let known = samples_of.iter().map(|sample| {
        let near = around(sample.column, 1).flat_map(|column| floor.of_column(column));
        let mut near =
            near.filter(|at| (floor.points[*at].contact.y - sample.height).abs() <= tolerance);
        let mut known = Known::NoFloor;
        let is_reached = near.any(|at| {
            known = Known::Unreached;
            seen.reached[at]
        });
        if is_reached { Known::Reached } else { known }
    });
    let known: Vec<_> = known.collect();
    let beside = |at: usize, visit: &mut dyn FnMut(usize)| {
        let sample = samples_of[at];
        let near = next_to(sample.column)
            .into_iter()
            .flat_map(|column| samples.of_column(column));
        near.filter(|other| (samples_of[*other].height - sample.height).abs() <= tolerance)
            .for_each(visit);
    };
    let areas = areas(known.len(), |at| known[at] != Known::Reached, beside);
    let place = |at: usize| samples_of[at].place(floor.side);
    findings_of(
        audit,
        FindingKind::NavmeshUnreached,
        &areas,
        place,
        |area, size| {
            let fits = area.iter().filter(|at| known[**at] == Known::Unreached);
            let (why, repair) = if fits.count() * 2 > area.len() {
                (
                    "a body fits there, and no way leads to it",
                    "open a way to it, or exclude it when you build the navmesh",
                )
            } else {
                (
                    "this body cannot stand there: it is too steep, too low or too narrow",
                    "build the navmesh with the radius, height and slope of this body",
                )
            };
            let message = format!("the navmesh has {size:.1} m² that no walker reached: {why}");
            (message, repair)
        },
    )
}

/// The areas of the floor that walkers reached and the navmesh lacks.
fn missing(audit: &Explored, seen: &Seen, samples: &Samples) -> Vec<Finding> {
    let (floor, tolerance) = (&audit.floor, height_tolerance(audit.sim()));
    // A navmesh keeps its distance from walls by the radius of the body, rounded up to a cell.
    let reach = (audit.sim().tuning().radius / floor.side).ceil() as i32 + 1;
    let lacking = floor
        .points
        .iter()
        .zip(&seen.reached)
        .map(|(point, reached)| {
            let near = || {
                let columns = around(floor.column(point.position), reach);
                columns.flat_map(|column| samples.of_column(column))
            };
            let is_near = |at: usize| (samples.all[at].height - point.contact.y).abs() <= tolerance;
            *reached && !point.is_rim() && !near().any(is_near)
        });
    let lacking: Vec<bool> = lacking.collect();
    let beside = |at: usize, visit: &mut dyn FnMut(usize)| {
        let point = &floor.points[at];
        let near = next_to(floor.column(point.position))
            .into_iter()
            .flat_map(|column| floor.of_column(column));
        near.filter(|other| floor.points[*other].patch == point.patch)
            .for_each(visit);
    };
    let areas = areas(lacking.len(), |at| lacking[at], beside);
    let place = |at: usize| floor.points[at].contact;
    findings_of(
        audit,
        FindingKind::NavmeshMissing,
        &areas,
        place,
        |_, size| {
            let message = format!("walkers reached {size:.1} m² of floor that the navmesh lacks");
            let repair = "build the navmesh again with this floor, or close the way to it";
            (message, repair)
        },
    )
}

/// The columns next to one.
fn next_to([x, z]: [i32; 2]) -> [[i32; 2]; 4] {
    [[x - 1, z], [x + 1, z], [x, z - 1], [x, z + 1]]
}

/// The places from 0 to `count` for which `is_in` holds, as connected areas. `around` visits the neighbours of a place.
fn areas(
    count: usize,
    is_in: impl Fn(usize) -> bool,
    around: impl Fn(usize, &mut dyn FnMut(usize)),
) -> Vec<Vec<usize>> {
    let mut known = vec![false; count];
    let mut areas = Vec::new();
    for first in 0..count {
        if known[first] || !is_in(first) {
            continue;
        }
        known[first] = true;
        let (mut area, mut open) = (Vec::new(), VecDeque::from([first]));
        while let Some(at) = open.pop_front() {
            area.push(at);
            around(at, &mut |next| {
                if !known[next] && is_in(next) {
                    known[next] = true;
                    open.push_back(next);
                }
            });
        }
        areas.push(area);
    }
    areas
}

/// The findings of those `areas` that are large enough, each at the place that is nearest to its middle. `words` gives the message and
/// the repair of an area with its square metres.
fn findings_of(
    audit: &Explored,
    kind: FindingKind,
    areas: &[Vec<usize>],
    place: impl Fn(usize) -> DVec3,
    words: impl Fn(&[usize], f64) -> (String, &'static str),
) -> Vec<Finding> {
    let least = least_area(audit);
    let finding = |area: &Vec<usize>| {
        let size = area.len() as f64 * audit.floor.area;
        if size < least {
            return None;
        }
        let places = || area.iter().map(|at| place(*at));
        let middle = places().sum::<DVec3>() / area.len() as f64;
        let distance = |at: &DVec3| at.distance_squared(middle);
        let nearest = places().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let (message, repair) = words(area, size);
        let mut finding = Finding::new(kind, nearest, message, repair.to_owned());
        finding.size = rounded(size.sqrt());
        Some(finding)
    };
    areas.iter().filter_map(finding).collect()
}
