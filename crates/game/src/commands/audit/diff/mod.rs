//! `sidle audit diff`: what an edit of a level opened and closed, where walkers get now or no longer, and which entry did it.
//!
//! Reading order: [`run`] here, `difference.rs` (its result), `side.rs` (one of both levels; `git.rs` reads that of a revision), `floor.rs` (what has happened
//! to the floor), `entries.rs` and `causes.rs` (which entry did it), `report.rs`, `page.rs` and `drawing.rs` (what is written).

mod causes;
mod difference;
mod drawing;
mod entries;
mod floor;
mod git;
mod page;
mod report;
mod side;

use sidle::glam::DVec3;
use sidle::level::Level;
use sidle::player::Controller;
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind, Report, Trails, WayBack};

use self::causes::Changes;
use self::difference::{Changed, Difference};
use self::floor::{Floor, FloorChange, Region, regions};
use self::side::Side;
use super::arguments::DiffArguments;
use super::progress::ProgressBar;
use crate::exit::Exit;
use crate::platform::terminal;

/// Each level is audited so often, with other walks each time. What one of these audits finds is found.
const AUDITS: u64 = 2;

/// An audit with something put back makes this part of the ticks of one of both levels.
const TRIAL_SHARE: u64 = 8;

/// What audits of one level have found.
#[derive(Clone)]
struct Audited {
    report: Report,
    floor: Floor,
    /// The floor and the ways that each of them has found.
    floors: Vec<Floor>,
    trails: Vec<Trails>,
}

/// Audits both levels, and says how they differ.
pub fn run(arguments: &DiffArguments) -> Result<Exit, String> {
    let sides = [&arguments.old, &arguments.new].map(|shown| Side::open(shown));
    let [Some(old), Some(new)] = &sides else {
        return Ok(Exit::Problems);
    };
    let threads = super::pool(arguments.threads)?;
    let difference = threads.install(|| compare(old, new, arguments));
    report::print(old, new, &difference)?;
    let names = report::write_recordings(arguments.json.as_deref(), &difference)?;
    if let Some(path) = &arguments.json {
        report::write(path, old, new, &difference, &names)?;
    }
    if let Some(path) = &arguments.svg {
        terminal::write(path, drawing::svg(new, &difference))?;
    }
    if let Some(path) = &arguments.markdown {
        let picture = arguments.svg.as_deref();
        terminal::write(path, page::markdown(old, new, &difference, picture, &names))?;
    }
    Ok(match difference.opened.is_empty() {
        true => Exit::Fine,
        false => Exit::Problems,
    })
}

fn compare(old: &Side, new: &Side, arguments: &DiffArguments) -> Difference {
    let budget = arguments.ticks / AUDITS;
    let changes = Changes::between(old, new);
    let [before, now] = match changes.len() {
        0 => {
            let same = audit(&fresh(new, &new.level), None, arguments.seed, budget);
            [same.clone(), same]
        }
        _ => audit_both(old, new, arguments.seed, budget),
    };
    let unlike = |found: &Audited, other: &Audited, other_side: &Side| -> Vec<Changed> {
        let findings = found
            .report
            .findings
            .iter()
            .filter(|finding| finding.ignored.is_none());
        let findings = findings.filter(|finding| !is_in(finding, &other.report));
        let changed = findings.map(|finding| Changed {
            finding: finding.clone(),
            causes: Vec::new(),
            other: finding
                .recording
                .as_ref()
                .and_then(|run| other_side.repeat(run)),
        });
        changed
            .filter(|changed| is_certain(changed, other))
            .collect()
    };
    let mut opened = unlike(&now, &before, old);
    let mut closed = unlike(&before, &now, new);
    let mut regions: Vec<_> = regions(&before.floor, &now.floor)
        .into_iter()
        .filter(|region| is_usual(region, &before, &now))
        .map(|region| (region, Vec::new()))
        .collect();
    let count = opened.len() + closed.len() + regions.len();
    let floors: Vec<_> = regions.iter().map(|(region, _)| region.clone()).collect();
    let ticks = budget / TRIAL_SHARE;
    let causes = changes.causes(count, &mut |level| {
        let trial = audit_trial(new, &level, [&before, &now], &floors, arguments.seed, ticks);
        let opened = opened
            .iter()
            .map(|changed| !is_in(&changed.finding, &trial.report));
        let closed = closed
            .iter()
            .map(|changed| is_in(&changed.finding, &trial.report));
        let regions = regions
            .iter()
            .map(|(region, _)| is_undone(region, &trial.floor));
        opened.chain(closed).chain(regions).collect()
    });
    let mut causes = causes.into_iter().map(|numbers| {
        let causes = numbers.into_iter().map(|number| changes.cause(number));
        causes.collect::<Vec<_>>()
    });
    for changed in opened.iter_mut().chain(&mut closed) {
        changed.causes = causes.next().unwrap_or_default();
    }
    for (_, found) in &mut regions {
        *found = causes.next().unwrap_or_default();
    }
    let all = opened.len() + closed.len() + regions.len();
    if changes.len() > 0 {
        opened.retain(Changed::is_told);
        closed.retain(Changed::is_told);
        regions.retain(|(_, causes)| !causes.is_empty());
    }
    Difference {
        left_out: all - (opened.len() + closed.len() + regions.len()),
        opened,
        closed,
        regions,
        compares_floors: before.floor.is_like(&now.floor),
        reports: [before.report, now.report],
        floors: [before.floor, now.floor],
        changes: changes.len(),
    }
}

/// Audits each level twice, in turn. Each audit but the first begins with the ways that the one before has found. At the end,
/// the ways to what only one level's audits have found are walked in the other one.
fn audit_both(old: &Side, new: &Side, seed: u64, ticks: u64) -> [Audited; 2] {
    let explored = |level: &Audit, known: Option<&Audited>, seed| {
        let known = known.and_then(|audited| audited.trails.last());
        let known = known.map(|trails| Known {
            trails,
            wanted: None,
        });
        audit(level, known, seed, ticks)
    };
    let levels = [old, new].map(|side| fresh(side, &side.level));
    let first = explored(&levels[0], None, seed);
    let second = explored(&levels[1], Some(&first), seed);
    let third = explored(&levels[0], Some(&second), seed.wrapping_add(1));
    let fourth = explored(&levels[1], Some(&third), seed.wrapping_add(1));
    let (before, now) = (first.joined(third), second.joined(fourth));
    let before = before.caught_up(old, &levels[0], &now, seed);
    let now = now.caught_up(new, &levels[1], &before, seed);
    [before, now]
}

/// Ways that are walked before all others.
struct Known<'k> {
    trails: &'k Trails,
    /// Where they lead; `None`: near what differs, and to findings.
    wanted: Option<&'k dyn Fn(DVec3) -> bool>,
}

/// An audit of the level of a side, or of one like it, before its first walk. It knows the floor and the leaks for all others.
fn fresh(side: &Side, level: &Level) -> Audit {
    let path = side.path.to_string_lossy();
    Audit::new(level.clone(), &path, AuditOptions::default())
}

/// Audits the level of `fresh`.
fn audit(fresh: &Audit, known: Option<Known<'_>>, seed: u64, ticks: u64) -> Audited {
    let mut audit = fresh.anew(seed);
    match known {
        Some(Known {
            trails,
            wanted: Some(wanted),
        }) => drop(audit.retrace_to(trails, wanted)),
        Some(Known {
            trails,
            wanted: None,
        }) => drop(audit.retrace(trails)),
        None => {}
    }
    if ticks > 0 {
        let progress = ProgressBar::new();
        let start = audit.ticks();
        audit.run(ticks, &mut |audit| {
            progress.show((audit.ticks() - start) as f64 / ticks as f64, audit);
        });
    }
    let floor = Floor::of(&audit.heat());
    Audited {
        report: audit.report(),
        floor: floor.clone(),
        floors: vec![floor],
        trails: vec![audit.trails()],
    }
}

impl Audited {
    /// What both audits of one level have found.
    fn joined(mut self, other: Self) -> Self {
        self.floors.extend(other.floors);
        self.trails.extend(other.trails);
        Self {
            // Both are of one level.
            report: self
                .report
                .clone()
                .merged(other.report)
                .unwrap_or(self.report),
            floor: self.floor.joined(other.floor),
            floors: self.floors,
            trails: self.trails,
        }
    }

    /// These audits of the level of `side`, after walks to the places that those of the `other` level have found, and these have
    /// not, or much later.
    fn caught_up(mut self, side: &Side, level: &Audit, other: &Self, seed: u64) -> Self {
        let foot = foot_of(&side.level);
        for trails in &other.trails {
            let wanted = |position: DVec3| {
                let place = position - DVec3::Y * foot;
                self.floor.differs_at(&other.floor, place)
            };
            let known = Known {
                trails,
                wanted: Some(&wanted),
            };
            let mut found = audit(level, Some(known), seed, 0);
            // It was led there, and has found nothing by itself.
            found.floors.clear();
            found.trails.clear();
            self = self.joined(found);
        }
        self
    }
}

/// How far the centre of the body in `level` is above its feet; metres.
fn foot_of(level: &Level) -> f64 {
    match (level.tuning.box_half_extents, level.rules.spawn.controller) {
        (Some(half), Controller::Boxed) => half.y,
        _ => level.tuning.radius,
    }
}

/// Audits the new level with something put back: `regions` of its floor are looked at.
fn audit_trial(
    new: &Side,
    level: &Level,
    both: [&Audited; 2],
    regions: &[Region],
    seed: u64,
    ticks: u64,
) -> Audited {
    let (foot, level) = (foot_of(level), fresh(new, level));
    let wanted = |position: DVec3| {
        let place = position - DVec3::Y * foot;
        regions
            .iter()
            .any(|region| region.contains(place, both[1].floor.side))
    };
    let trails = both.iter().flat_map(|audited| &audited.trails);
    let seen = trails.filter(|_| !regions.is_empty()).map(|trails| {
        let known = Known {
            trails,
            wanted: Some(&wanted),
        };
        audit(&level, Some(known), seed, 0)
    });
    let near = both.iter().filter_map(|audited| audited.trails.last());
    let explored = near.map(|trails| {
        let known = Known {
            trails,
            wanted: None,
        };
        audit(&level, Some(known), seed, ticks)
    });
    let all = seen.chain(explored).reduce(Audited::joined);
    all.unwrap_or_else(|| audit(&level, None, seed, ticks))
}

/// Whether `report` has `finding`.
fn is_in(finding: &Finding, report: &Report) -> bool {
    report.findings.iter().any(|other| {
        let mut spots = finding.spots.iter();
        spots.any(|spot| other.is_named_by(&spot.to_string()))
    })
}

/// Whether the edit has to do with a finding that the audit of the `other` level lacks: it may have missed it.
fn is_certain(changed: &Changed, other: &Audited) -> bool {
    let finding = &changed.finding;
    // The same keys lead through the same states in both levels: the edit has nothing to do with it.
    let ends = [&finding.recording, &changed.other].map(|run| run.as_ref().map(|run| run.end));
    let is_same = ends[0].is_some() && ends[0] == ends[1];
    match finding.kind() {
        // Whether a way leads back depends on more than the way there.
        FindingKind::Trap => other.floor.way_back(finding.at) != Some(WayBack::Unknown),
        FindingKind::Narrow | FindingKind::Geometry | FindingKind::Hole => {
            other.floor.was_near(finding.at)
        }
        // There was no such floor, or everybody reached it.
        kind if kind.is_unreached() => {
            let mut floors = other.floors.iter();
            !other.floor.is_there(finding.at) || floors.all(|floor| floor.is_reached(finding.at))
        }
        _ => !is_same,
    }
}

/// Whether each audit of the level in which walkers get to `region`, or sooner, has found a way there. What only one of them has found,
/// the audits of the other level may have missed.
fn is_usual(region: &Region, before: &Audited, now: &Audited) -> bool {
    let floors = match region.change {
        FloorChange::Lost | FloorChange::Later => &before.floors,
        FloorChange::Gained | FloorChange::Sooner => &now.floors,
    };
    let middle = region.middle();
    floors.iter().all(|floor| {
        let (share, seconds) = floor.look_at(region);
        share > 0.5 && seconds < middle.or(seconds.map(|seconds| seconds + 1.0))
    })
}

/// Whether the floor of `region` is as in the old level.
fn is_undone(region: &Region, floor: &Floor) -> bool {
    let (share, seconds) = floor.look_at(region);
    let is_soon = seconds.is_some() && seconds < region.middle();
    match region.change {
        FloorChange::Lost => share > 0.5,
        FloorChange::Gained => share < 0.5,
        FloorChange::Later => is_soon,
        FloorChange::Sooner => !is_soon,
    }
}
