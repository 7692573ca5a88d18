//! Where the classic and the swept controller end apart after the same keys.

use std::collections::BTreeMap;

use super::explored::Explored;
use super::trial::{Trials, begin, recorded};
use crate::floor::Support;
use crate::random::scrambled;
use crate::report::{Finding, FindingKind, Repair, Spot, rounded};
use crate::walk::{Keys, Walker};
use sidle::glam::DVec3;
use sidle::player::{Command, Controller};
use sidle::replay::Recording;
use sidle::sim::Sim;
use sidle::world::{ColliderId, FilteredWorld, Surface};

/// How many objects at which they part are reported, at most, those at which they end farthest apart.
const MAX_REPORTED: usize = 8;

/// How long both walk; seconds.
const WALK: f64 = 2.0;

/// The places near which both controllers part by more than a radius.
pub(super) fn findings(audit: &Explored, trials: &mut Trials) -> Vec<Finding> {
    let suits = Controller::Classic.suits(audit.sim().tuning().body);
    if !suits || !audit.sim().movers().is_empty() || audit.outer_controller().is_some() {
        return Vec::new();
    }
    let places = audit.archive.with_ids();
    let stands = places.filter(|(_, place)| place.cell.support == Support::Stands);
    let starts: Vec<_> = stands.map(|(id, place)| (id, place.position)).collect();
    let ticks = 2 * u64::from(walk_ticks(audit));
    let parted = trials.spread(audit, &starts, ticks, |sim, (id, place)| {
        let seed = scrambled(u64::from(id.0));
        (part(audit, sim, *place, seed), ticks)
    });
    // All that begins at one object is one finding.
    let mut of_object: BTreeMap<String, Vec<Parting>> = BTreeMap::new();
    for parting in parted.into_iter().flatten() {
        let object = parting.object.clone();
        of_object.entry(object).or_default().push(parting);
    }
    let mut found: Vec<_> = of_object.into_values().filter_map(finding_of).collect();
    found.sort_by(|a, b| b.size.total_cmp(&a.size));
    found.truncate(MAX_REPORTED);
    found
}

/// How many ticks each of them walks.
fn walk_ticks(audit: &Explored) -> u32 {
    (WALK * f64::from(audit.sim().hz())) as u32
}

/// A walk that two controllers end apart.
struct Parting {
    /// Where they part.
    at: DVec3,
    /// The object that they touch there, with its preposition.
    object: String,
    /// How far apart they end; metres.
    distance: f64,
    recording: Recording,
}

/// The finding of all partings at one object. The widest shows it.
fn finding_of(mut partings: Vec<Parting>) -> Option<Finding> {
    partings.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    let count = partings.len();
    let spots = partings
        .iter()
        .map(|parting| Spot::new(FindingKind::Differ, parting.at));
    let spots: Vec<Spot> = spots.collect();
    let widest = partings.into_iter().next()?;
    let (object, distance) = (&widest.object, widest.distance);
    let walks = match count {
        1 => String::new(),
        _ => format!(", in {count} walks"),
    };
    let mut finding = Finding::new(
        FindingKind::Differ,
        widest.at,
        format!(
            "after the same keys, the classic and the swept controller end {distance:.2} m apart: they part {object}{walks}"
        ),
        Repair::ChooseController(object.clone()),
    );
    finding.spots.extend(spots);
    finding.tidy_spots();
    finding.size = rounded(distance);
    finding.recording = Some(widest.recording);
    Some(finding)
}

/// Where the player is, named by the touched object that is most like a wall.
fn touched(audit: &Explored, sim: &Sim) -> String {
    let touching = sim.contacts().touching().iter();
    let upright = |surface: &&Surface| surface.normal.y.abs();
    let Some(surface) = touching.min_by(|a, b| upright(a).total_cmp(&upright(b))) else {
        return "in the air".to_owned();
    };
    match surface.collider {
        triangle @ ColliderId::Triangle(_) => format!("at `{}`", audit.scene.name_of(triangle)),
        obb @ ColliderId::Box(_) => format!("at `{}`", audit.name_of(obb)),
    }
}

/// Walks from `place` with the keys of `seed` and both controllers.
fn part(audit: &Explored, sim: &mut Walker, place: DVec3, seed: u64) -> Option<Parting> {
    let radius = audit.sim().tuning().radius;
    let ticks = walk_ticks(audit);
    // The keys are those of the swept walk: the classic one presses the same.
    let mut pressed: Vec<Command> = Vec::new();
    let mut way: Vec<DVec3> = Vec::new();
    let command = Command {
        controller: Controller::Swept,
        ..audit.sim().idle_command()
    };
    let start = begin(audit, place, DVec3::ZERO, &command);
    sim.restore(&start);
    // The classic controller of the level may have pressed the body into something.
    let body = sim.tuning().placed_body(sim.player())?;
    if FilteredWorld::from(sim.world())
        .blocking_surface(&body, None)
        .is_some()
    {
        return None;
    }
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
    let start = start.changed(|state| state.player.controller = Controller::Classic);
    let (mut parted, mut tick) = (None, 0);
    let recording = recorded(audit, sim, &start, ticks, |sim| {
        let position = sim.player().position;
        if tick > 0 && parted.is_none() && way[tick - 1].distance(position) > radius * 0.5 {
            parted = Some((position, touched(audit, sim)));
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
    let (at, object) = parted.unwrap_or_else(|| (classic, touched(audit, sim)));
    Some(Parting {
        at,
        object,
        distance,
        recording,
    })
}
