//! Incidents of walkers: where they fell out of the level, were stuck, or were pressed by a mover.

use std::collections::{BTreeMap, BTreeSet};

use sidle::glam::DVec3;

use super::border::{Border, Exit};
use super::explored::Explored;
use super::rims::Rims;
use crate::floor::PlaceId;
use crate::places::record;
use crate::report::{Finding, FindingKind, Repair, Spot};
use crate::walk::{Incident, Job, Moment, Outcome, Walker, is_stuck};
use sidle::geometry::Segment;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId};

/// The first incident at each spot.
#[derive(Clone, Debug, Default)]
pub struct Incidents {
    at: BTreeMap<Spot, (Incident, Job, Moment)>,
    /// The wanted zones that walkers have entered.
    entered: BTreeSet<u32>,
    /// The boxes of the movers that walkers stood on.
    ridden: BTreeSet<BoxId>,
}

impl Incident {
    fn spot(&self) -> Spot {
        match self {
            Self::Escaped { at } | Self::Forbidden { at } => Spot::new(FindingKind::Escape, *at),
            Self::Stuck { at } => Spot::new(FindingKind::Stuck, *at),
            Self::Squeezed { at, .. } => Spot::new(FindingKind::Squeeze, *at),
        }
    }
}

impl Incidents {
    /// The walks that met something.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + '_ {
        self.at.values().map(|(_, job, _)| *job)
    }

    /// Whether a walker has entered this wanted zone.
    pub fn has_entered(&self, zone: u32) -> bool {
        self.entered.contains(&zone)
    }

    /// Whether a walker stood on the mover with this box.
    pub fn has_ridden(&self, mover: BoxId) -> bool {
        self.ridden.contains(&mover)
    }

    /// Adds the incidents of a walk.
    pub fn add(&mut self, job: Job, outcome: &Outcome) {
        self.entered.extend(&outcome.entered);
        self.ridden.extend(&outcome.ridden);
        for (incident, moment) in &outcome.incidents {
            let entry = self.at.entry(incident.spot());
            entry.or_insert((*incident, job, *moment));
        }
    }
}

/// The most incidents that are made again. Larger: a level without walls takes long to report.
const MAX_REPEATED: usize = 2000;

/// How far apart walkers may fall over the edge of one thing for one finding; metres. Larger: two windows above one floor
/// are one.
const ONE_EDGE: u32 = 4;

/// The findings of all incidents that happen again when their walk is made again.
pub(super) fn findings(audit: &Explored) -> Vec<Finding> {
    let all = audit.incidents.at.values().take(MAX_REPEATED);
    let all: Vec<_> = all.copied().collect();
    let fell =
        |(incident, ..): &(Incident, Job, Moment)| matches!(incident, Incident::Escaped { .. });
    let rims = if all.iter().any(fell) {
        Rims::of(audit)
    } else {
        Rims::default()
    };
    let found = audit.pool.map(&all, |sim, (incident, job, moment)| {
        let (mut outlet, mut beyond) = (None, None);
        let escapes = matches!(incident, Incident::Escaped { .. });
        let radius = audit.sim().tuning().radius;
        let watch = |sim: &Sim| {
            if !escapes || sim.respawned() {
                return;
            }
            let position = sim.player().position;
            match above_ground(audit, sim) {
                Some(above) => (outlet, beyond) = (Some(above), None),
                // How far it comes before it falls deep.
                None if beyond.is_none_or(|(y, _)| (y - radius..).contains(&position.y)) => {
                    beyond = Some((beyond.map_or(position.y, |(y, _)| y), position));
                }
                None => {}
            }
        };
        let (archive, title) = (&audit.archive, &audit.title);
        let recording = record(archive, *job, *moment, title, sim, watch)?;
        let mut finding = finding_of(audit, incident, outlet, sim)?;
        finding.recording = Some(recording);
        let edge = (escapes && !finding.is_below_limit()).then(|| Edge {
            rim: rims.nearest_to(audit, outlet.map_or(finding.at, |(position, _)| position)),
            ground: outlet.map(|(_, ground)| ground),
            beyond: beyond.map_or(finding.at, |(_, position)| position),
        });
        Some((edge, finding))
    });
    together(audit, &rims, found.into_iter().flatten().collect())
}

/// The edge or hole that a walker fell over.
#[derive(Clone, Copy)]
struct Edge {
    /// The rim, if the floor ends there, and the place on it.
    rim: Option<(u32, DVec3)>,
    /// The floor that it was above last.
    ground: Option<ColliderId>,
    /// Where nothing was below it.
    beyond: DVec3,
}

/// Makes one finding of all escapes over one rim, into one hole, and of those side by side over the edge of one
/// thing. The one with the shortest way is reported. Where most of them leave the level as such, it ends there.
fn together(
    audit: &Explored,
    rims: &Rims,
    mut found: Vec<(Option<Edge>, Finding)>,
) -> Vec<Finding> {
    let ticks = |finding: &Finding| finding.recording.as_ref().map(|run| run.inputs.ticks());
    found.sort_by_key(|(_, finding)| ticks(finding));
    let mut border = Border::new(audit.sim().world(), &audit.floor, &audit.surroundings);
    let mut groups: Vec<Escapes> = Vec::new();
    let mut findings = Vec::new();
    for (edge, finding) in found {
        let Some(edge) = edge else {
            findings.push(finding);
            continue;
        };
        let from = edge.rim.map_or(finding.at, |(_, place)| place);
        let exit = border.exit(from, edge.beyond);
        let known = groups
            .iter()
            .position(|group| group.has(&edge, exit, &finding));
        let group = known.unwrap_or(groups.len());
        if let Some(known) = groups.get_mut(group) {
            known.finding.spots.extend(finding.spots);
        } else {
            groups.push(Escapes {
                finding,
                ground: edge.ground,
                rims: BTreeSet::new(),
                holes: Vec::new(),
                ends: 0,
            });
        }
        groups[group].rims.extend(edge.rim.map(|(rim, _)| rim));
        match exit {
            Exit::End => groups[group].ends += 1,
            Exit::Opening => groups[group].ends -= 1,
            Exit::Hole(hole) => groups[group].holes.push(hole),
        }
    }
    findings.extend(groups.into_iter().map(|group| group.finding(audit, rims)));
    findings
}

/// Escapes that are one finding.
struct Escapes {
    finding: Finding,
    /// The floor that the first walker was above last.
    ground: Option<ColliderId>,
    /// The rims that they fell over, and the holes that they fell into.
    rims: BTreeSet<u32>,
    holes: Vec<[i32; 2]>,
    /// How many more of them leave the level as such than go through an opening.
    ends: i64,
}

impl Escapes {
    /// Whether an escape over `edge` is one of them.
    fn has(&self, edge: &Edge, exit: Exit, finding: &Finding) -> bool {
        let is_there = match edge.rim {
            Some((rim, _)) => self.rims.contains(&rim),
            None => {
                let is_same = edge.ground.is_some() && edge.ground == self.ground;
                self.rims.is_empty() && is_same && self.finding.is_within(finding, ONE_EDGE)
            }
        };
        is_there || matches!(exit, Exit::Hole(hole) if self.holes.contains(&hole))
    }

    /// The finding.
    fn finding(self, audit: &Explored, rims: &Rims) -> Finding {
        let mut finding = self.finding;
        rims.widen(audit, &self.rims, &mut finding);
        finding.tidy_spots();
        if self.ends > 0 {
            finding.become_border();
        }
        finding
    }
}

/// The player's position, and what lies straight below it, if anything does.
fn above_ground(audit: &Explored, sim: &Sim) -> Option<(DVec3, ColliderId)> {
    let position = sim.player().position;
    let below = position.with_y(audit.surroundings.bottom);
    let is_above = below.is_finite() && position.y > below.y && !sim.respawned();
    let fall = is_above.then(|| Segment::new(position, below))?;
    let (ground, _) = sim.world().intersect_segment(&fall)?;
    Some((position, ground))
}

/// Whether the level goes on below `position`, and no higher than its `kill_y`.
fn goes_on_below(audit: &Explored, position: DVec3) -> bool {
    let kill_y = audit.sim().rules().kill_y;
    let (above, below) = (
        position.with_y(kill_y),
        position.with_y(audit.surroundings.bottom),
    );
    let world = audit.sim().world();
    let is_met = |from, to| world.intersect_segment(&Segment::new(from, to)).is_some();
    below.is_finite() && below.y < kill_y && !is_met(position, above) && is_met(above, below)
}

/// An incident in words, if `sim`, at the end of its walk, confirms it. `outlet` is where the walker last was above ground.
fn finding_of(
    audit: &Explored,
    incident: &Incident,
    outlet: Option<(DVec3, ColliderId)>,
    sim: &mut Walker,
) -> Option<Finding> {
    match *incident {
        Incident::Escaped { at } => {
            let is_lost = sim.respawned() || sim.player().position.y < audit.surroundings.bottom;
            if is_lost && outlet.is_some_and(|(position, _)| goes_on_below(audit, position)) {
                let kill_y = audit.sim().rules().kill_y;
                return Some(Finding::new(
                    FindingKind::Escape,
                    outlet.map_or(at, |(position, _)| position),
                    format!(
                        "a walker falls below `kill_y`, {kill_y} m, and the level goes on there"
                    ),
                    Repair::LowerKillY,
                ));
            }
            let name = outlet.map(|(_, ground)| audit.name_of(ground));
            let off = name.map_or(String::new(), |name| format!(" over the edge of `{name}`"));
            is_lost.then(|| {
                Finding::new(
                    FindingKind::Escape,
                    outlet.map_or(at, |(position, _)| position),
                    format!("a walker falls out of the level{off}"),
                    "close the gap or the open edge there, or put a fence around it".to_owned(),
                )
            })
        }
        Incident::Forbidden { at } => {
            let place = match audit.surroundings.forbidden_zone(sim) {
                Some(zone) => format!("the zone `{}`", audit.name_of_zone(zone)),
                None => "a box".to_owned(),
            };
            audit.surroundings.is_forbidden(sim).then(|| {
                Finding::new(
                    FindingKind::Escape,
                    at,
                    format!("a walker gets into {place} that `never` in `[audit]` forbids"),
                    "close the way that the recording shows, or change what is forbidden",
                )
            })
        }
        Incident::Stuck { at } => {
            let state = sim.snapshot();
            is_stuck(sim, &state, &mut 0).then(|| {
                Finding::new(
                    FindingKind::Stuck,
                    at,
                    "no key moves a walker here".to_owned(),
                    "widen the gap until a body passes, or close it so that none gets in"
                        .to_owned(),
                )
            })
        }
        Incident::Squeezed { at, mover } => {
            let driven = sim.movers().get(mover)?;
            driven.state.blocked_by?;
            let name = audit.name_of(ColliderId::Box(driven.id));
            (!audit.scene.turns_back(mover)).then(|| {
                Finding::new(
                FindingKind::Squeeze,
                at,
                format!("`{name}` presses a walker against something, and stops"),
                "leave more room next to its path than the body is wide, or end its path earlier"
                    .to_owned(),
            )
            })
        }
    }
}

/// Whether a walker is stuck in a place of a basin, which is then no separate trap.
pub(super) fn is_stuck_in(findings: &[Finding], audit: &Explored, places: &[PlaceId]) -> bool {
    let grid = &audit.surroundings.grid;
    let mut stuck = findings
        .iter()
        .filter(|finding| finding.kind() == FindingKind::Stuck);
    stuck.any(|finding| {
        places.iter().any(|id| {
            let cell = &audit.archive.place(*id).cell;
            cell.support.is_steady() && cell.at == grid.at_with(finding.at, cell.support)
        })
    })
}
