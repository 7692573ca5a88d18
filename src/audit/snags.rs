//! Snags: places where a walker loses speed on what looks flat. Walkers go straight across every reached square of floor.

use glam::DVec3;

use super::explored::Explored;
use super::finding::{Finding, FindingKind};
use super::keys::heading;
use super::trial::{begin, recorded, spread};
use super::unreached::Seen;
use crate::geometry::float::max;
use crate::player::{Axis, Command, Mode, PlayerState};
use crate::sim::Sim;
use crate::world::PlacedBody;

/// How much speed a walker loses in a tick, at least, for a snag; a share.
const LOSS: f64 = 0.05;

/// What counts as flat: a floor that rises by less in a metre (1 degree), and lips up to this height; metres.
const FLAT: f64 = 0.0175;
const LIP: f64 = 0.03;

/// How far above the floor the way has to be free; metres. Above every lip.
const CLEAR: f64 = LIP + 0.01;

/// In how many directions each square is crossed.
const WAYS: u32 = 8;

/// How many squares are crossed, at most. Larger: a large level takes longer to report.
const MOST_SQUARES: usize = 4000;

/// How many ticks a walker has to get to its speed, before its speed counts.
const SETTLE: u32 = 4;

/// The snags on floor that was reached.
pub(super) fn findings(audit: &Explored, seen: &Seen) -> Vec<Finding> {
    let points = audit.floor.points.iter().zip(&seen.reached);
    let flat = points.filter(|(point, reached)| **reached && point.slope < FLAT);
    let places = flat.map(|(point, _)| point.position).collect();
    let places: Vec<DVec3> = spread(places, MOST_SQUARES);
    let found = audit.pool.map(&places, |sim, place| {
        let ways = (0..WAYS).filter_map(|way| cross(audit, sim, *place, way));
        ways.collect::<Vec<_>>()
    });
    found.into_iter().flatten().collect()
}

/// Crosses the square at `place`, and returns the first snag on the way.
fn cross(audit: &Explored, sim: &mut Sim, place: DVec3, way: u32) -> Option<Finding> {
    let tuning = audit.sim().tuning();
    let command = Command {
        forward: Axis::new(1.0),
        yaw: heading(way, WAYS),
        mode: Mode::Walk,
        ..audit.sim().idle_command()
    };
    let ahead = command.walk_wish();
    let dt = 1.0 / f64::from(sim.hz());
    let length = max(audit.around.grid.side * 2.0, tuning.walk_speed * dt * 8.0);
    if tuning.walk_speed <= 0.0 || !is_clear(audit, place, ahead * length) {
        return None;
    }
    let start = begin(audit, place, ahead * tuning.walk_speed, &command);
    let speed = |sim: &Sim| {
        let velocity = sim.player().velocity;
        DVec3::new(velocity.x, 0.0, velocity.z).length()
    };
    sim.restore(&start);
    let mut before = 0.0;
    for tick in 0..(length / (tuning.walk_speed * dt)) as u32 {
        sim.tick(&command);
        let now = speed(sim);
        let is_walk = sim.player().ground.is_floor() && sim.player().ride.is_none();
        if sim.relocated() || !is_walk {
            return None;
        }
        if tick >= SETTLE && now < before * (1.0 - LOSS) {
            let lost = ((1.0 - now / before) * 100.0).round();
            let mut finding = Finding::new(
                FindingKind::Snag,
                sim.player().position,
                format!(
                    "a walker loses {lost} % of its speed in one tick, on floor that looks flat"
                ),
                "weld the vertices there, so that both faces meet in one edge at one height"
                    .to_owned(),
            );
            finding.recording = Some(recorded(audit, sim, &start, tick + 1, |_| command));
            return Some(finding);
        }
        before = now;
    }
    None
}

/// Whether a body gets from `place` along `way` just above the floor, and the floor is as high at its end.
fn is_clear(audit: &Explored, place: DVec3, way: DVec3) -> bool {
    let sim = audit.sim();
    let player = PlayerState {
        position: place + DVec3::Y * CLEAR,
        ..*sim.player()
    };
    let Some(PlacedBody::Capsule(body)) = sim.tuning().placed_body(&player) else {
        // A box is as wide as it is long.
        return false;
    };
    let (world, down) = (sim.world(), DVec3::NEG_Y * (CLEAR + LIP));
    world.sweep_capsule(&body, way).is_none()
        && world
            .sweep_capsule(&body.at(body.base() + way), down)
            .is_some()
}
