//! The floor that no walker reached.

use super::explored::Explored;
use crate::floor::{Floor, Support, highest_climb, highest_ledge, is_free_for_ball};
use crate::report::{Coverage, Finding, FindingKind, Reached, Spot, rounded};
use sidle::geometry::float::max;
use sidle::glam::DVec3;
use sidle::world::{Zone, ZoneAction};

/// The least area of a patch that is worth a finding, in squares of the body's width.
const MIN_AREA: f64 = 1.0;

/// How far away a barrier of a patch is looked for; metres.
const BARRIER: f64 = 3.0;

/// Which points of the floor were reached.
pub(super) struct Seen {
    /// Of all points.
    pub reached: Vec<bool>,
    /// The patches to which a player would expect a way, from the spawn or from where walkers have been.
    pub expected: Vec<bool>,
    pub summary: Coverage,
}

/// The patches to which a player would expect a way, from the spawn or from where walkers have been and came back from. A passage little wider
/// than the body has no points, so that none seems to lead through it.
pub(super) fn expected(audit: &Explored) -> Vec<bool> {
    let floor = &audit.floor;
    let mut has_been = vec![false; floor.patches.len()];
    for (number, point) in floor.points.iter().enumerate() {
        if floor.is_expected(number) || point.is_rim() || has_been[point.patch as usize] {
            continue;
        }
        let place = audit.frontier.place(number);
        has_been[point.patch as usize] = place.is_some_and(|id| audit.archive.graph().is_home(id));
    }
    let been: Vec<u32> = (0..)
        .zip(has_been)
        .filter(|(_, has)| *has)
        .map(|(patch, _)| patch)
        .collect();
    floor.expected_with(audit.sim(), &been)
}

/// How much of the floor was reached.
pub(super) fn coverage(audit: &Explored) -> Seen {
    let floor = &audit.floor;
    let points = 0..floor.points.len();
    let reached: Vec<bool> = points
        .map(|point| audit.frontier.is_reached(point))
        .collect();
    let counted: Vec<bool> = (0..reached.len())
        .filter(|at| floor.is_expected(*at))
        .map(|at| reached[at])
        .collect();
    let area = counted.len() as f64 * floor.area;
    let cells = audit.archive.places().len() as u64;
    let limit = Some(rounded(floor.limit)).filter(|limit| limit.is_finite());
    let mut summary = Coverage::new(area, Reached::new(counted), cells, limit);
    let expected = expected(audit);
    let is_known = expected.iter().zip(reached_patches(floor, &reached));
    let patches = floor.patches.iter().zip(is_known);
    let beyond = patches.filter(|(patch, (is_expected, is_reached))| {
        (**is_expected || *is_reached) && !patch.is_expected
    });
    summary.beyond = beyond
        .map(|(patch, _)| {
            Spot::new(
                FindingKind::Unreached,
                floor.points[patch.middle as usize].position,
            )
        })
        .collect();
    summary.beyond.sort_unstable();
    summary.beyond.dedup();
    Seen {
        summary,
        reached,
        expected,
    }
}

/// Whether each patch was reached. A walker that presses into a gap touches the rim of the floor behind it, and has not reached
/// that floor. Only points that others surround count.
fn reached_patches(floor: &Floor, points: &[bool]) -> Vec<bool> {
    let mut reached = vec![false; floor.patches.len()];
    for (point, is_reached) in floor.points.iter().zip(points) {
        reached[point.patch as usize] |= *is_reached && !point.is_rim();
    }
    reached
}

/// The patches of floor that no walker reached.
pub(super) fn findings(audit: &Explored, seen: &Seen) -> Vec<Finding> {
    let floor = &audit.floor;
    let reached = reached_patches(floor, &seen.reached);
    let radius = audit.sim().tuning().radius;
    let least = MIN_AREA * 4.0 * radius * radius;
    let mut found = Vec::new();
    for (number, patch) in floor.patches.iter().enumerate() {
        let area = f64::from(patch.points) * floor.area;
        if reached[number] || !seen.expected[number] || patch.inner == 0 || area < least {
            continue;
        }
        let at = floor.points[patch.middle as usize].position;
        if is_below_swimmers(audit, at) {
            continue;
        }
        let barrier = barrier(audit, seen, number as u32);
        let mut finding = Finding::new(
            FindingKind::Unreached,
            at,
            format!(
                "no walker reached this floor of {area:.1} m²: {}",
                barrier.why
            ),
            barrier.repair,
        );
        finding.size = rounded(area.sqrt());
        found.push(finding);
    }
    found.extend(missed_places(audit));
    // A place that must be reached may lie on a patch that is reported already.
    found.sort_by(|a, b| a.spots.cmp(&b.spots));
    found.dedup_by(|a, b| a.spots == b.spots);
    found
}

/// Whether a walker swam in the water around `place`, and could have dived there, because its body fits through everything between.
fn is_below_swimmers(audit: &Explored, place: DVec3) -> bool {
    let sim = audit.sim();
    let mut waters = sim
        .zones()
        .iter()
        .filter(|zone| matches!(zone.action, ZoneAction::Water { .. }) && holds(zone, place));
    waters.any(|water| {
        let mut been = audit.archive.places().iter();
        been.any(|known| {
            known.cell.support == Support::Swims
                && holds(water, known.position)
                && is_free_for_ball(sim, sim.tuning().radius, known.position, place)
        })
    })
}

/// Whether `place` lies in `zone`.
fn holds(zone: &Zone, place: DVec3) -> bool {
    let off = zone.obb.to_local(place).abs();
    off.cmple(zone.obb.half_extents()).all()
}

/// The places and zones that `[audit]` wants reached, and no walker reached.
fn missed_places(audit: &Explored) -> Vec<Finding> {
    let radius = audit.sim().tuning().radius;
    let near = max(radius, audit.surroundings.grid.side) * 1.5;
    let mut found = Vec::new();
    for place in &audit.expectations.reach {
        let mut been = audit.archive.places().iter();
        let mut floor = audit.floor.near(*place, near);
        let is_near = |at: usize| audit.floor.points[at].position.distance(*place) <= near;
        if been.any(|known| known.position.distance(*place) <= near)
            || floor.any(|at| audit.frontier.is_reached(at) && is_near(at))
        {
            continue;
        }
        let [x, y, z] = place.to_array();
        found.push(Finding::new(
            FindingKind::Unreached,
            *place,
            format!("no walker came to {x} {y} {z} m, which `reach` in `[audit]` asks for"),
            "open a way to it, or walk longer: a place far away takes more ticks".to_owned(),
        ));
    }
    for zone in &audit.expectations.reach_zones {
        let Some(place) = audit.sim().zones().get(*zone as usize) else {
            continue;
        };
        if !audit.incidents.has_entered(*zone) {
            let name = audit.name_of_zone(*zone);
            found.push(Finding::new(
                FindingKind::Unreached,
                place.obb.center(),
                format!("no walker came to the zone `{name}`, which `reach` in `[audit]` asks for"),
                "open a way to it, or walk longer: a place far away takes more ticks",
            ));
        }
    }
    found
}

/// The barrier of a patch, and its repair.
struct Barrier {
    why: String,
    repair: String,
}

fn barrier(audit: &Explored, seen: &Seen, patch: u32) -> Barrier {
    let floor = &audit.floor;
    let climb = highest_climb(audit.sim());
    // The reached point from which the patch is nearest: upwards counts, level counts half.
    let mut nearest: Option<(f64, f64, f64)> = None;
    let own = floor.points.iter().filter(|point| point.patch == patch);
    for point in own.filter(|point| point.is_rim()) {
        for other in floor.near(point.position, BARRIER) {
            if !seen.reached[other] || floor.points[other].patch == patch {
                continue;
            }
            let off = point.position - floor.points[other].position;
            let (rise, away) = (off.y, sidle::glam::DVec2::new(off.x, off.z).length());
            let missing = max(rise - climb, 0.0);
            let cost = missing * 2.0 + away;
            if nearest.is_none_or(|(least, ..)| cost < least) {
                nearest = Some((cost, rise, away));
            }
        }
    }
    match nearest {
        None => Barrier {
            why: format!("no floor that was reached is within {BARRIER} m of it"),
            repair: "build a way to it, or name it in `[audit]` with a reason".to_owned(),
        },
        Some((_, rise, _)) if rise > climb => {
            let missing = rise - climb;
            let ledges = highest_ledge(audit.sim()) > audit.sim().tuning().step_height;
            let last = if ledges { "ledge" } else { "step" };
            Barrier {
                why: format!(
                    "it is {rise:.3} m above the nearest floor, {missing:.3} m more than a jump and a {last} climb"
                ),
                repair: format!("lower it by {missing:.3} m, or put a step before it"),
            }
        }
        Some((_, rise, away)) => Barrier {
            why: format!(
                "the nearest floor that was reached is {away:.2} m away and {:.2} m {}, and something is between them",
                rise.abs(),
                if rise > 0.0 { "lower" } else { "higher" }
            ),
            repair: "open the way between them: make the gap wider or higher than the body"
                .to_owned(),
        },
    }
}
