//! Where the classic and the swept controller end apart after the same keys.

use super::cell::Support;
use super::explored::Explored;
use super::finding::{Finding, FindingKind, rounded};
use super::keys::Keys;
use super::random::scrambled;
use super::trial::{begin, recorded, spread};
use crate::player::{Command, Controller};
use crate::sim::Sim;
use glam::DVec3;

/// How many places both controllers start from, at most.
const MOST_PLACES: usize = 256;

/// How long both walk; seconds.
const WALK: f64 = 2.0;

/// The places near which both controllers part by more than a radius.
pub(super) fn findings(audit: &Explored) -> Vec<Finding> {
    if !Controller::Classic.suits(audit.sim().tuning().body) || !audit.sim().movers().is_empty() {
        return Vec::new();
    }
    let places = audit.archive.with_ids();
    let stands = places.filter(|(_, place)| place.cell.support == Support::Stands);
    let starts = stands.map(|(id, place)| (id, place.position)).collect();
    let starts = spread(starts, MOST_PLACES);
    let found = audit.pool.map(&starts, |sim, (id, place)| {
        part(audit, sim, *place, scrambled(u64::from(id.0)))
    });
    found.into_iter().flatten().collect()
}

/// Walks from `place` with the keys of `seed` and both controllers.
fn part(audit: &Explored, sim: &mut Sim, place: DVec3, seed: u64) -> Option<Finding> {
    let radius = audit.sim().tuning().radius;
    let ticks = (WALK * f64::from(sim.hz())) as u32;
    // The keys are those of the swept walk: the classic one presses the same.
    let mut pressed: Vec<Command> = Vec::new();
    let mut way: Vec<DVec3> = Vec::new();
    let command = Command {
        controller: Controller::Swept,
        ..audit.sim().idle_command()
    };
    let start = begin(audit, place, DVec3::ZERO, &command);
    sim.restore(&start);
    let mut keys = Keys::new(seed, sim);
    for _ in 0..ticks {
        let command = Command {
            controller: Controller::Swept,
            ..keys.next(sim)
        };
        sim.tick(&command);
        if sim.relocated() {
            return None;
        }
        pressed.push(command);
        way.push(sim.player().position);
    }
    let mut start = start.clone();
    start.player.controller = Controller::Classic;
    let (mut parted, mut tick) = (None, 0);
    let recording = recorded(audit, sim, &start, ticks, |sim| {
        let position = sim.player().position;
        if tick > 0 && parted.is_none() && way[tick - 1].distance(position) > radius * 0.5 {
            parted = Some(position);
        }
        let command = pressed[tick];
        tick += 1;
        Command {
            controller: Controller::Classic,
            ..command
        }
    });
    let (classic, swept) = (sim.player().position, *way.last()?);
    let distance = classic.distance(swept);
    if sim.relocated() || distance <= radius {
        return None;
    }
    let mut finding = Finding::new(
        FindingKind::Differ,
        parted.unwrap_or(classic),
        format!(
            "after the same keys, the classic and the swept controller end {distance:.2} m apart"
        ),
        "look at the step, the edge or the corner there, and choose the level's controller"
            .to_owned(),
    );
    finding.size = rounded(distance);
    finding.recording = Some(recording);
    Some(finding)
}
