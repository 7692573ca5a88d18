//! Thin walls, which the classic or the boxed controller passes through at the level's own speeds.

use sidle::glam::DVec3;

use super::explored::Explored;
use super::trial::{Trials, begin, recorded};
use super::unreached::Seen;
use crate::report::{Finding, FindingKind};
use crate::walk::{Walker, heading};
use sidle::geometry::Segment;
use sidle::player::{Axis, Command, Controller, Mode};

/// The number of directions in which a wall is looked for.
const DIRECTIONS: u32 = 8;

/// How far away a wall is looked for, in radii.
const AHEAD: f64 = 3.0;

/// From how many starts, spread over the distance of one tick, a walker runs into a wall. Whether it misses the wall
/// depends on where its ticks end.
const PHASES: u32 = 4;

/// About how many ticks it takes to run into the walls around a place.
const COST: u64 = 400;

/// A controller that moves less than this share of its size in a tick passes through nothing.
const MIN_SHARE: f64 = 0.25;

/// A surface is a wall if the vertical part of its normal is smaller than this.
pub(super) const WALL: f64 = 0.3;

/// The walls next to the reached floor that a controller passes through.
pub(super) fn findings(audit: &Explored, seen: &Seen, trials: &mut Trials) -> Vec<Finding> {
    let tuning = audit.sim().tuning();
    let speed = tuning.walk_speed * tuning.fast_factor;
    let distance_per_tick = speed / f64::from(audit.sim().hz());
    let is_fast = |controller: &Controller| {
        controller.suits(tuning.body)
            && distance_per_tick >= tuning.clearance(*controller) * MIN_SHARE
    };
    let controllers = match audit.outer_controller() {
        Some(outer) => vec![outer],
        None => {
            let both = [Controller::Classic, Controller::Boxed].into_iter();
            both.filter(is_fast).collect::<Vec<_>>()
        }
    };
    if controllers.is_empty() {
        return Vec::new();
    }
    let points = audit.floor.points.iter().zip(&seen.reached);
    let rim = points.filter(|(point, reached)| **reached && point.is_rim());
    let places: Vec<DVec3> = rim.map(|(point, _)| point.position).collect();
    let found = trials.spread(audit, &places, COST, |sim, place| {
        let mut ticks = 0;
        let runs = (0..DIRECTIONS).flat_map(|direction| {
            let controllers = controllers.iter();
            controllers.map(move |controller| (direction, *controller))
        });
        let found = runs.filter_map(|run| run_into(audit, sim, *place, run, speed, &mut ticks));
        (found.collect::<Vec<_>>(), ticks)
    });
    found.into_iter().flatten().collect()
}

/// Runs from `place` into the wall in this direction, if there is one. Returns a finding if the controller passes
/// through the wall. Adds the ticks that it takes to `ticks_taken`.
fn run_into(
    audit: &Explored,
    sim: &mut Walker,
    place: DVec3,
    (direction, controller): (u32, Controller),
    speed: f64,
    ticks_taken: &mut u64,
) -> Option<Finding> {
    let radius = audit.sim().tuning().radius;
    let command = Command {
        forward: Axis::new(1.0),
        yaw: heading(direction, DIRECTIONS),
        mode: Mode::Walk,
        controller,
        fast: true,
        ..audit.sim().idle_command()
    };
    let ahead = command.walk_wish();
    let sight = Segment::new(place, place + ahead * (radius * AHEAD));
    let (collider, hit) = audit.sim().world().intersect_segment(&sight)?;
    if hit.normal.y.abs() >= WALL {
        return None;
    }
    let distance = hit.fraction * radius * AHEAD;
    let distance_per_tick = speed / f64::from(sim.hz());
    let ticks = ((distance + radius * 2.0) / distance_per_tick).ceil() as u32 + 1;
    for phase in 0..PHASES {
        let back = distance_per_tick / f64::from(PHASES) * f64::from(phase);
        let from = place - ahead * back;
        let velocity = ahead * speed;
        // The recording, if the controller gets to the other side.
        let mut passes = |controller| {
            let command = Command {
                controller,
                ..command
            };
            let start = begin(audit, from, velocity, &command);
            *ticks_taken += u64::from(ticks);
            let recording = recorded(audit, sim, &start, ticks, |_| command);
            let off = sim.player().position - place;
            let sideways = (off - ahead * off.dot(ahead)).length();
            let is_behind = off.dot(ahead) > distance + radius * 0.5 && sideways < radius;
            (is_behind && !sim.relocated()).then_some(recording)
        };
        let Some(recording) = passes(controller) else {
            continue;
        };
        // Where the swept controller gets, there is a way past the wall, or over it.
        if passes(Controller::Swept).is_some() {
            return None;
        }
        let mut finding = Finding::new(
            FindingKind::Thin,
            place + ahead * distance,
            format!(
                "the {} controller goes through `{}` at {speed} m/s",
                controller.name(),
                audit.name_of(collider)
            ),
            "make the wall thicker than the distance of one tick, lower the speed, or use the swept controller"
                .to_owned(),
        );
        finding.recording = Some(recording);
        return Some(finding);
    }
    None
}
