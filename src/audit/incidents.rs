//! What walkers met: where they fell out of the level, were stuck, or were pressed by a mover.

use std::collections::BTreeMap;

use glam::DVec3;

use super::archive::PlaceId;
use super::cell::Support;
use super::explored::Explored;
use super::finding::{Finding, FindingKind, Spot};
use super::job::{Incident, Job, Moment, Outcome};
use super::replaying::record;
use super::stuck::is_stuck;
use crate::geometry::Segment;
use crate::sim::Sim;
use crate::world::ColliderId;

/// The first incident at each spot.
#[derive(Clone, Debug, Default)]
pub(super) struct Incidents {
    at: BTreeMap<Spot, (Incident, Job, Moment)>,
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
    /// Adds what a walk met.
    pub fn add(&mut self, job: Job, outcome: &Outcome) {
        for (incident, moment) in &outcome.incidents {
            let entry = self.at.entry(incident.spot());
            entry.or_insert((*incident, job, *moment));
        }
    }
}

/// The most incidents that are made again. Larger: a level without walls takes long to report.
const MOST_REPEATED: usize = 2000;

/// The findings of all incidents that happen again when their walk is made again.
pub(super) fn findings(audit: &Explored) -> Vec<Finding> {
    let all = audit.incidents.at.values().take(MOST_REPEATED);
    let all: Vec<_> = all.copied().collect();
    let found = audit.pool.map(&all, |sim, (incident, job, moment)| {
        let mut outlet = None;
        let escapes = matches!(incident, Incident::Escaped { .. });
        let watch = |sim: &Sim| {
            if escapes {
                outlet = above_ground(audit, sim).or(outlet);
            }
        };
        let (archive, title) = (&audit.archive, &audit.title);
        let recording = record(archive, *job, *moment, title, sim, watch)?;
        let mut finding = told(audit, incident, outlet, sim)?;
        finding.recording = Some(recording);
        Some(finding)
    });
    found.into_iter().flatten().collect()
}

/// The player's position, and what lies straight below it, if anything does.
fn above_ground(audit: &Explored, sim: &Sim) -> Option<(DVec3, ColliderId)> {
    let position = sim.player().position;
    let below = position.with_y(audit.around.bottom);
    let is_above = below.is_finite() && position.y > below.y && !sim.respawned();
    let fall = is_above.then(|| Segment::new(position, below))?;
    let (ground, _) = sim.world().intersect_segment(&fall)?;
    Some((position, ground))
}

/// An incident in words, if `sim`, at the end of its walk, confirms it. `outlet` is where the walker last was above ground.
fn told(
    audit: &Explored,
    incident: &Incident,
    outlet: Option<(DVec3, ColliderId)>,
    sim: &mut Sim,
) -> Option<Finding> {
    match *incident {
        Incident::Escaped { at } => {
            let is_lost = sim.respawned() || sim.player().position.y < audit.around.bottom;
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
            let is_there = audit.around.is_forbidden(sim.player().position);
            is_there.then(|| {
                Finding::new(
                    FindingKind::Escape,
                    at,
                    "a walker gets into a box that `never` in `[audit]` forbids".to_owned(),
                    "close the way that the recording shows, or change the box".to_owned(),
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
            Some(Finding::new(
                FindingKind::Squeeze,
                at,
                format!("`{name}` presses a walker against something, and stops"),
                "leave more room beside its path than the body is wide, or end its path earlier"
                    .to_owned(),
            ))
        }
    }
}

/// Whether a walker is stuck in a place of a basin, which is then no trap of its own.
pub(super) fn is_stuck_in(findings: &[Finding], audit: &Explored, places: &[PlaceId]) -> bool {
    let grid = &audit.around.grid;
    let mut stuck = findings.iter().filter(|it| it.kind() == FindingKind::Stuck);
    stuck.any(|finding| {
        let at = grid.at(finding.at);
        places.iter().any(|id| {
            let cell = &audit.archive.place(*id).cell;
            cell.support == Support::Stands && cell.at == at
        })
    })
}
