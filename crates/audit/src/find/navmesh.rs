//! Where a navigation mesh and the walkers disagree.
//!
//! Both are compared in the middles of the floor's columns: the height of the navmesh there, and the points of the floor.

use core::ops::ControlFlow;
use std::collections::VecDeque;

use sidle::glam::DVec3;

use super::explored::Explored;
use super::unreached::Seen;
use crate::navmesh::{Sample, Samples};
use crate::report::{Finding, FindingKind, rounded};
use sidle::geometry::float::{max, min};

/// The least area of a difference, in squares of the body's width. A navmesh is made of cells, so narrower ones are rounding.
const MIN_AREA: f64 = 2.0;

/// How far the heights of a navmesh and of the floor may be apart, besides the highest step; metres. Smaller: the cells of a
/// navmesh are differences; larger: a low table is its floor.
const HEIGHT: f64 = 0.3;

/// The differences between the `navmesh` and the floor that walkers reached.
pub(super) fn findings(audit: &Explored, seen: &Seen, navmesh: &Samples) -> Vec<Finding> {
    let mut found = unreached(audit, seen, navmesh);
    found.extend(missing(audit, seen, navmesh));
    found
}

/// How far apart in height the same place may be.
fn tolerance(audit: &Explored) -> f64 {
    audit.sim().tuning().step_height + HEIGHT
}

/// The least area of a difference.
fn least_area(audit: &Explored) -> f64 {
    let radius = audit.sim().tuning().radius;
    MIN_AREA * 4.0 * radius * radius
}

/// Whether `is_met` holds for a column at most `reach` columns away.
fn any_around(column: [i32; 2], reach: i32, mut is_met: impl FnMut([i32; 2]) -> bool) -> bool {
    let range = |middle: i32| middle.saturating_sub(reach)..=middle.saturating_add(reach);
    range(column[0])
        .try_for_each(|x| {
            range(column[1]).try_for_each(|z| match is_met([x, z]) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })
        .is_break()
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
    let (floor, tolerance) = (&audit.floor, tolerance(audit));
    let known = samples.all().iter().map(|sample| {
        let mut known = Known::NoFloor;
        any_around(sample.column, 1, |column| {
            floor.of_column(column).any(|at| {
                let is_near = (floor.points[at].contact.y - sample.height).abs() <= tolerance;
                if is_near {
                    known = match seen.reached[at] {
                        true => Known::Reached,
                        false => Known::Unreached,
                    };
                }
                known == Known::Reached
            })
        });
        known
    });
    let known: Vec<_> = known.collect();
    let areas = areas(
        samples.all().len(),
        |at| known[at] != Known::Reached,
        |at, visit| {
            let Sample {
                column: [x, z],
                height,
            } = samples.all()[at];
            for next in [[x - 1, z], [x + 1, z], [x, z - 1], [x, z + 1]] {
                for other in samples.of_column(next) {
                    if (samples.all()[other].height - height).abs() <= tolerance {
                        visit(other);
                    }
                }
            }
        },
    );
    let place = |at: usize| {
        let Sample {
            column: [x, z],
            height,
        } = samples.all()[at];
        DVec3::new(
            (f64::from(x) + 0.5) * floor.side,
            height,
            (f64::from(z) + 0.5) * floor.side,
        )
    };
    let mut found = Vec::new();
    for area in areas {
        let size = area.len() as f64 * floor.area;
        if size < least_area(audit) {
            continue;
        }
        let fits = area
            .iter()
            .filter(|at| known[**at] == Known::Unreached)
            .count();
        let (why, repair) = if fits * 2 > area.len() {
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
        found.push(finding(
            FindingKind::NavmeshUnreached,
            &area,
            &place,
            message,
            repair,
            size,
        ));
    }
    found
}

/// The areas of the floor that walkers reached and the navmesh lacks.
fn missing(audit: &Explored, seen: &Seen, samples: &Samples) -> Vec<Finding> {
    let (floor, tolerance) = (&audit.floor, tolerance(audit));
    // A navmesh keeps its distance from walls by the radius of the body, rounded up to a cell.
    let reach = (audit.sim().tuning().radius / floor.side).ceil() as i32 + 1;
    let points = floor.points.iter().enumerate();
    let lacking = points.map(|(at, point)| {
        let column = floor.column(point.position);
        seen.reached[at]
            && !point.is_rim()
            && !any_around(column, reach, |column| {
                let mut heights = samples.all()[samples.of_column(column)].iter();
                heights.any(|sample| (sample.height - point.contact.y).abs() <= tolerance)
            })
    });
    let lacking: Vec<bool> = lacking.collect();
    let areas = areas(
        lacking.len(),
        |at| lacking[at],
        |at, visit| {
            let point = &floor.points[at];
            let [x, z] = floor.column(point.position);
            for next in [[x - 1, z], [x + 1, z], [x, z - 1], [x, z + 1]] {
                for other in floor.of_column(next) {
                    if floor.points[other].patch == point.patch {
                        visit(other);
                    }
                }
            }
        },
    );
    let place = |at: usize| floor.points[at].contact;
    let mut found = Vec::new();
    for area in areas {
        let size = area.len() as f64 * floor.area;
        if size < least_area(audit) {
            continue;
        }
        let message = format!("walkers reached {size:.1} m² of floor that the navmesh lacks");
        let repair = "build the navmesh again with this floor, or close the way to it";
        found.push(finding(
            FindingKind::NavmeshMissing,
            &area,
            &place,
            message,
            repair,
            size,
        ));
    }
    found
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

/// The finding of an `area`, at the place that is nearest to its middle.
fn finding(
    kind: FindingKind,
    area: &[usize],
    place: &impl Fn(usize) -> DVec3,
    message: String,
    repair: &str,
    size: f64,
) -> Finding {
    let sum: DVec3 = area.iter().map(|at| place(*at)).sum();
    let middle = sum / max(area.len() as f64, 1.0);
    let nearest = area
        .iter()
        .map(|at| place(*at))
        .fold(DVec3::INFINITY, |best, at| {
            let is_nearer = at.distance_squared(middle) < best.distance_squared(middle);
            if is_nearer { at } else { best }
        });
    let mut finding = Finding::new(kind, nearest, message, repair.to_owned());
    finding.size = rounded(min(size, 1e12).sqrt());
    finding
}
