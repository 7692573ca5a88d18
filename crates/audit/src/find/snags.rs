//! Snags: places where a walker loses speed on a floor that looks flat. Walkers go straight across every reached square
//! of floor.

use sidle::glam::DVec3;

use super::explored::Explored;
use super::trial::{Trials, begin, recorded};
use super::unreached::Seen;
use crate::report::{Finding, FindingKind};
use crate::walk::{Walker, heading};
use sidle::geometry::float::max;
use sidle::player::{Axis, Command, Mode, PlayerState};
use sidle::sim::Sim;
use sidle::world::{ColliderId, PlacedBody};

/// How much speed a walker loses in a tick, at least, for a snag; a share.
const LOSS: f64 = 0.05;

/// The limits of a flat floor: a floor that rises by less in a metre (1 degree), and lips up to this height; metres.
const FLAT: f64 = 0.0175;
pub(super) const LIP: f64 = 0.03;

/// How far above the floor a walker needs free room ahead; metres. Above every lip.
const CLEAR: f64 = LIP + 0.01;

/// The number of directions in which each square is crossed.
const DIRECTIONS: u32 = 8;

/// How many ticks a walker has to get to its speed, before its speed counts.
const SETTLE: u32 = 4;

/// The snags on floor that was reached.
pub(super) fn findings(audit: &Explored, seen: &Seen, trials: &mut Trials) -> Vec<Finding> {
    let points = audit.floor.points.iter().zip(&seen.reached);
    let flat = points.filter(|(point, reached)| **reached && point.slope < FLAT);
    let places: Vec<DVec3> = flat.map(|(point, _)| point.position).collect();
    let cost = u64::from(DIRECTIONS) * u64::from(crossing(audit).1);
    let found = trials.spread(audit, &places, cost, |sim, place| {
        let mut ticks = 0;
        let found = (0..DIRECTIONS)
            .filter_map(|direction| cross(audit, sim, *place, direction, &mut ticks));
        (found.collect::<Vec<_>>(), ticks)
    });
    found.into_iter().flatten().collect()
}

/// How far a walker goes to cross a square, and how many ticks it takes.
fn crossing(audit: &Explored) -> (f64, u32) {
    let speed = audit.sim().tuning().walk_speed;
    let distance_per_tick = speed / f64::from(audit.sim().hz());
    let length = max(audit.surroundings.grid.side * 2.0, distance_per_tick * 8.0);
    (length, (length / distance_per_tick) as u32)
}

/// Crosses the square at `place`, and returns the first snag on the way. Adds the ticks that it takes to `ticks`.
fn cross(
    audit: &Explored,
    sim: &mut Walker,
    place: DVec3,
    direction: u32,
    ticks: &mut u64,
) -> Option<Finding> {
    let tuning = audit.sim().tuning();
    let command = Command {
        forward: Axis::new(1.0),
        yaw: heading(direction, DIRECTIONS),
        mode: Mode::Walk,
        ..audit.sim().idle_command()
    };
    let ahead = command.walk_wish();
    let (length, most) = crossing(audit);
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
    for tick in 0..most {
        sim.tick(&command);
        *ticks += 1;
        let now = speed(sim);
        let is_walk = sim.player().ground.is_floor() && sim.player().ride.is_none();
        if sim.relocated() || !is_walk {
            return None;
        }
        if tick >= SETTLE && now < before * (1.0 - LOSS) && !touches_wall(sim) {
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

/// Whether the player touches something that is neither flat nor a lip, such as a wall's skirting or the foot of a
/// ramp, which is intended to slow a walker down.
fn touches_wall(sim: &Sim) -> bool {
    let foot = sim.player().position.y - sim.tuning().radius;
    let world = sim.world();
    let mut touching = sim.contacts().touching().iter();
    touching.any(|surface| match surface.collider {
        ColliderId::Triangle(id) => world.triangles().get(id.0 as usize).is_some_and(|face| {
            let is_flat = face.plane().normal().y.abs() >= 1.0 - FLAT * FLAT * 0.5;
            let mut corners = face.vertices().into_iter();
            !is_flat && corners.any(|corner| corner.y > foot + CLEAR)
        }),
        ColliderId::Box(id) => world.boxes().get(id.0 as usize).is_some_and(|obb| {
            let top = obb.center().y + obb.aligned().half_extents().y;
            top > foot + CLEAR
        }),
    })
}

/// Whether a body gets from `place` along `motion` just above the floor, and the floor is as high at its end.
fn is_clear(audit: &Explored, place: DVec3, motion: DVec3) -> bool {
    let sim = audit.sim();
    let player = PlayerState {
        position: place + DVec3::Y * CLEAR,
        ..*sim.player()
    };
    let Some(PlacedBody::Upright(body)) = sim.tuning().placed_body(&player) else {
        // A box is as wide as it is long.
        return false;
    };
    let (world, down) = (sim.world(), DVec3::NEG_Y * (CLEAR + LIP));
    world.sweep_body(body, motion).is_none()
        && world
            .sweep_body(body.at(body.base() + motion), down)
            .is_some()
}
