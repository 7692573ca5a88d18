//! The floor that no walker reached.

use super::barrier::{barrier, barrier_of_patch};
use super::explored::Explored;
use crate::floor::{Floor, Patch, Platform, Support, is_free_for_ball};
use crate::report::{Coverage, Finding, FindingKind, Reached, Spot, rounded};
use sidle::geometry::float::max;
use sidle::glam::DVec3;
use sidle::world::{ColliderId, Zone, ZoneAction};

/// The least area of a patch that is worth a finding, in squares of the body's width.
const MIN_AREA: f64 = 1.0;

/// Which points of the floor were reached.
pub(super) struct Seen {
    /// Of all points.
    pub reached: Vec<bool>,
    /// The patches, and then the platforms, to which a player would expect a way, from the spawn or from where walkers have been.
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
    let reached = reached_points(audit);
    let mut counted: Vec<bool> = (0..reached.len())
        .filter(|at| floor.is_expected(*at))
        .map(|at| reached[at])
        .collect();
    let platforms = floor.platforms.iter();
    for platform in platforms.filter(|platform| platform.is_expected && counts(audit, platform)) {
        let points = (platform.area / floor.area).ceil() as usize;
        let is_reached = has_ridden(audit, platform);
        counted.extend(core::iter::repeat_n(is_reached, points));
    }
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
    let middles = beyond.map(|(patch, _)| floor.points[patch.middle as usize].position);
    let platforms = expected[floor.patches.len()..].iter().zip(&floor.platforms);
    let platforms = platforms.filter(|(is_expected, platform)| {
        (**is_expected || has_ridden(audit, platform))
            && !platform.is_expected
            && counts(audit, platform)
    });
    let middles = middles.chain(platforms.map(|(_, platform)| platform.middle()));
    summary.beyond = middles
        .map(|at| Spot::new(FindingKind::Unreached, at))
        .collect();
    summary.beyond.sort_unstable();
    summary.beyond.dedup();
    Seen {
        summary,
        reached,
        expected,
    }
}

/// Whether a platform should be stood on. The doors and lifts of a map turn back where they meet a player, and wait for one.
fn counts(audit: &Explored, platform: &Platform) -> bool {
    !audit.scene.turns_back(platform.mover)
}

/// Whether a walker stood on a platform.
pub(super) fn has_ridden(audit: &Explored, platform: &Platform) -> bool {
    let driven = audit.sim().movers().get(platform.mover);
    driven.is_some_and(|driven| audit.incidents.has_ridden(driven.id))
}

/// Whether each point of the floor was reached.
pub(super) fn reached_points(audit: &Explored) -> Vec<bool> {
    let points = 0..audit.floor.points.len();
    points
        .map(|point| audit.frontier.is_reached(point))
        .collect()
}

/// Whether each patch was reached. A walker that presses into a gap touches the rim of the floor behind it, and has not reached
/// that floor. Only points that others surround count.
pub(super) fn reached_patches(floor: &Floor, points: &[bool]) -> Vec<bool> {
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
    let platforms = floor.platforms.iter();
    let been: Vec<bool> = reached
        .iter()
        .copied()
        .chain(platforms.map(|platform| has_ridden(audit, platform)))
        .collect();
    let radius = audit.sim().tuning().radius;
    let least = MIN_AREA * 4.0 * radius * radius;
    let area_of = |patch: &Patch| f64::from(patch.points) * floor.area;
    let is_reported = |number: usize| {
        let Some(patch) = floor.patches.get(number) else {
            return true;
        };
        let is_missed = !reached[number] && seen.expected[number];
        is_missed
            && patch.inner > 0
            && area_of(patch) >= least
            && !is_below_swimmers(audit, floor.points[patch.middle as usize].position)
    };
    let next = floor.next_to(&been, |number| {
        seen.expected[number] && !is_reported(number)
    });
    let kind = |number: usize| match next.get(number) {
        Some(false) => FindingKind::Behind,
        _ => FindingKind::Unreached,
    };
    let on_foot = floor.on_foot(&reached);
    let mut found = Vec::new();
    for (number, patch) in floor.patches.iter().enumerate() {
        if !is_reported(number) {
            continue;
        }
        let (area, at) = (area_of(patch), floor.points[patch.middle as usize].position);
        let barrier = barrier_of_patch(audit, seen, number as u32, &on_foot);
        let (kind, repair) = match kind(number) {
            FindingKind::Unreached if !barrier.is_known => {
                let repair = "walk longer, or try it: nothing is known that keeps players away";
                (FindingKind::Untried, repair.to_owned())
            }
            kind => (kind, barrier.repair),
        };
        let mut finding = Finding::new(
            kind,
            at,
            format!(
                "no walker reached this floor of {area:.1} m²: {}",
                barrier.why
            ),
            repair,
        );
        finding.size = rounded(area.sqrt());
        found.push(finding);
    }
    found.extend(missed_platforms(audit, seen, least, kind));
    found.extend(missed_places(audit));
    // A place that must be reached may lie on a patch that is reported already.
    found.sort_by(|a, b| (a.spots[0].at, &a.spots).cmp(&(b.spots[0].at, &b.spots)));
    found.dedup_by(|b, a| a.spots[0].at == b.spots[0].at);
    found
}

/// The platforms with at least this area that no walker stood on.
fn missed_platforms(
    audit: &Explored,
    seen: &Seen,
    least: f64,
    kind: impl Fn(usize) -> FindingKind,
) -> Vec<Finding> {
    let floor = &audit.floor;
    let expected = seen.expected[floor.patches.len()..].iter();
    let platforms = expected.zip(&floor.platforms).enumerate();
    let missed = platforms.filter(|(_, (is_expected, platform))| {
        **is_expected
            && platform.area >= least
            && counts(audit, platform)
            && !has_ridden(audit, platform)
    });
    let found = missed.filter_map(|(number, (_, platform))| {
        let driven = audit.sim().movers().get(platform.mover)?;
        let name = audit.name_of(ColliderId::Box(driven.id));
        let bodies = platform.bodies.iter().map(|[position, _]| *position);
        let barrier = barrier(audit, seen, bodies);
        let area = platform.area;
        let mut finding = Finding::new(
            kind(floor.patches.len() + number),
            platform.middle(),
            format!(
                "no walker came onto `{name}`, which has {area:.1} m² of floor: where it is nearest, {}",
                barrier.why
            ),
            barrier.repair,
        );
        finding.size = rounded(area.sqrt());
        Some(finding)
    });
    found.collect()
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
