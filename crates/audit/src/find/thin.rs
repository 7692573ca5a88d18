//! Thin walls: those that the classic or the boxed controller goes through at the level's own speeds.

use sidle::glam::DVec3;

use super::explored::Explored;
use super::trial::{Trials, begin, recorded};
use super::unreached::Seen;
use crate::report::{Finding, FindingKind};
use crate::walk::heading;
use sidle::geometry::Segment;
use sidle::player::{Axis, Command, Controller, Mode};
use sidle::sim::Sim;

/// In how many directions a wall is looked for, and how far away, in radii.
const WAYS: u32 = 8;
const AHEAD: f64 = 3.0;

/// From how many places within the way of one tick a runner starts, since a wall is only missed between two ticks.
const PHASES: u32 = 4;

/// About how many ticks it takes to run into the walls around a place.
const COST: u64 = 400;

/// A controller that goes less than this share of its size in a tick goes through nothing.
const MIN_SHARE: f64 = 0.25;

/// A surface is a wall if its normal is less upright.
pub(super) const WALL: f64 = 0.3;

/// The walls next to floor that was reached that a controller goes through.
pub(super) fn findings(audit: &Explored, seen: &Seen, trials: &mut Trials) -> Vec<Finding> {
    let tuning = audit.sim().tuning();
    let speed = tuning.walk_speed * tuning.fast_factor;
    let way = speed / f64::from(audit.sim().hz());
    let controllers = [Controller::Classic, Controller::Boxed]
        .into_iter()
        .filter(|controller| {
            controller.suits(tuning.body) && way >= tuning.clearance(*controller) * MIN_SHARE
        });
    let controllers: Vec<_> = controllers.collect();
    if controllers.is_empty() {
        return Vec::new();
    }
    let points = audit.floor.points.iter().zip(&seen.reached);
    let rim = points.filter(|(point, reached)| **reached && point.is_rim());
    let places: Vec<DVec3> = rim.map(|(point, _)| point.position).collect();
    let found = trials.spread(audit, &places, COST, |sim, place| {
        let mut ticks = 0;
        let ways =
            (0..WAYS).flat_map(|way| controllers.iter().map(move |controller| (way, *controller)));
        let through = ways.filter_map(|(way, controller)| {
            run_into(audit, sim, *place, (way, controller), speed, &mut ticks)
        });
        (through.collect::<Vec<_>>(), ticks)
    });
    found.into_iter().flatten().collect()
}

/// Runs from `place` into the wall ahead, if there is one. Adds the ticks that it takes to `ran`.
fn run_into(
    audit: &Explored,
    sim: &mut Sim,
    place: DVec3,
    (way, controller): (u32, Controller),
    speed: f64,
    ran: &mut u64,
) -> Option<Finding> {
    let radius = audit.sim().tuning().radius;
    let command = Command {
        forward: Axis::new(1.0),
        yaw: heading(way, WAYS),
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
    let step = speed / f64::from(sim.hz());
    let ticks = ((distance + radius * 2.0) / step).ceil() as u32 + 1;
    for phase in 0..PHASES {
        let back = step / f64::from(PHASES) * f64::from(phase);
        let from = place - ahead * back;
        let velocity = ahead * speed;
        let mut through = |controller| {
            let command = Command {
                controller,
                ..command
            };
            let start = begin(audit, from, velocity, &command);
            *ran += u64::from(ticks);
            let recording = recorded(audit, sim, &start, ticks, |_| command);
            let off = sim.player().position - place;
            let aside = (off - ahead * off.dot(ahead)).length();
            let is_through = off.dot(ahead) > distance + radius * 0.5 && aside < radius;
            (is_through && !sim.relocated()).then_some(recording)
        };
        let Some(recording) = through(controller) else {
            continue;
        };
        // There may be a way past the wall, or over it.
        if through(Controller::Swept).is_some() {
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
            "make the wall thicker than the way of one tick, lower the speed, or use the swept controller"
                .to_owned(),
        );
        finding.recording = Some(recording);
        return Some(finding);
    }
    None
}
