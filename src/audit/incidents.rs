//! What walkers met: where they fell out of the level, were stuck, or were pressed by a mover.

use std::collections::BTreeMap;

use super::archive::PlaceId;
use super::cell::Support;
use super::explored::Explored;
use super::finding::{Finding, FindingKind, Spot};
use super::job::{Incident, Job, Moment, Outcome};
use super::replaying::record;
use super::stuck::is_stuck;
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
            Self::Escaped { at, .. } => Spot::new(FindingKind::Escape, *at),
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

/// The findings of all incidents that happen again when their walk is made again.
pub(super) fn findings(audit: &Explored) -> Vec<Finding> {
    let all: Vec<_> = audit.incidents.at.values().copied().collect();
    let found = audit.pool.map(&all, |sim, (incident, job, moment)| {
        let recording = record(&audit.archive, *job, *moment, &audit.title, sim)?;
        let mut finding = told(audit, incident, sim)?;
        finding.recording = Some(recording);
        Some(finding)
    });
    found.into_iter().flatten().collect()
}

/// An incident in words, if `sim`, at the end of its walk, confirms it.
fn told(audit: &Explored, incident: &Incident, sim: &mut Sim) -> Option<Finding> {
    match *incident {
        Incident::Escaped { from, at, ground } => {
            let is_lost = sim.respawned() || sim.player().position.y < audit.around.bottom;
            let name = ground.map(|ground| audit.name_of(ground));
            let off = name.map_or("the air".to_owned(), |name| format!("`{name}`"));
            let [x, y, z] = from.to_array();
            is_lost.then(|| {
                Finding::new(
                    FindingKind::Escape,
                    at,
                    format!(
                        "a walker falls out of the level: it last stood at {x:.2} {y:.2} {z:.2} m, on {off}"
                    ),
                    "close the gap or the open edge there, or put a fence around it".to_owned(),
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
