//! Anomalies of the classic and the boxed controller: the player is thrown back, thrown up, or tunnels. The game
//! detects them so that it can offer an explanation.

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Mode, PlayerState};
use sidle::sim::Sim;

use crate::session::observe::verdicts::millimetres;

/// A motion against the wished direction is an anomaly if it is at least this long in one tick; metres.
const MIN_BACK: f64 = 1e-3;

/// A rise without a jump is an anomaly if it is at least this high in one tick; metres.
const MIN_UP: f64 = 0.15;

/// How long an anomaly counts as recent; seconds of game time.
pub const RECENT_SECONDS: u64 = 8;

/// An unexpected motion of the player in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anomaly {
    /// The tick in which it happened.
    pub tick: u64,
    kind: AnomalyKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum AnomalyKind {
    /// The player moved this far against the wished direction, and is told to be thrown back by this; metres.
    ThrownBack { back: f64, told: f64 },
    /// The player rose this far without a jump; metres.
    ThrownUp(f64),
    /// The player passed through a surface.
    Tunnelled,
}

impl Anomaly {
    /// Finds the anomaly of the last tick of `sim`, in which `command` moved the player from `before`.
    pub fn find(before: &PlayerState, command: &Command, sim: &Sim) -> Option<Self> {
        let player = sim.player();
        let rides = before.ride.is_some() || player.ride.is_some();
        // The swept controller has no anomalies by construction.
        if player.controller == Controller::Swept || rides || sim.relocated() {
            return None;
        }
        let wish = match command.mode {
            Mode::Walk => command.walk_wish(),
            Mode::Fly => command.fly_wish(),
        };
        let motion = player.position - before.position;
        let kind = if crosses_surface(sim, before.position, player.position) {
            AnomalyKind::Tunnelled
        } else {
            classify(before, wish, motion)?
        };
        let tick = sim.ticks();
        Some(Self { tick, kind })
    }

    /// Whether it happened at most [`RECENT_SECONDS`] from the current tick of `sim`.
    pub fn is_recent(&self, sim: &Sim) -> bool {
        let age = sim.ticks().abs_diff(self.tick);
        age <= RECENT_SECONDS * u64::from(sim.hz())
    }

    /// Whether the player passed through a surface.
    pub fn tunnelled(&self) -> bool {
        self.kind == AnomalyKind::Tunnelled
    }

    /// How far the player was thrown; 0 if it tunnelled; metres.
    pub fn distance(&self) -> f64 {
        match self.kind {
            AnomalyKind::ThrownBack { back, .. } => back,
            AnomalyKind::ThrownUp(up) => up,
            AnomalyKind::Tunnelled => 0.0,
        }
    }

    /// The event, such as `thrown back 12 mm in a tick`.
    pub fn description(&self) -> String {
        match self.kind {
            AnomalyKind::ThrownBack { told, .. } => {
                format!("thrown back {} in a tick", millimetres(told))
            }
            AnomalyKind::ThrownUp(thrown) => format!("thrown up {} in a tick", millimetres(thrown)),
            AnomalyKind::Tunnelled => "passed through a wall".to_owned(),
        }
    }
}

fn classify(before: &PlayerState, wish: DVec3, motion: DVec3) -> Option<AnomalyKind> {
    let wish = wish.normalize_or_zero();
    let back = -motion.dot(wish);
    // After a turn the player still drifts in the old direction.
    let drifts = before.velocity.dot(wish) < 0.0;
    if motion.y >= MIN_UP && before.ground.stands() {
        Some(AnomalyKind::ThrownUp(motion.y))
    } else if back >= MIN_BACK && !drifts {
        let told = thrown_back(motion, wish);
        Some(AnomalyKind::ThrownBack { back, told })
    } else {
        None
    }
}

/// How far a player is told to be thrown back by `motion`, against the unit vector `asked`; metres. That is all of its way if it
/// leads back, as the arrow of the motion says, and the part that leads back if it leads aside.
pub fn thrown_back(motion: DVec3, asked: DVec3) -> f64 {
    let (back, moved) = (-motion.dot(asked), motion.length());
    if back > 0.5 * moved { moved } else { back }
}

/// Whether the straight line from `from` to `to` crosses a surface.
pub fn crosses_surface(sim: &Sim, from: DVec3, to: DVec3) -> bool {
    let moves = from.distance(to) > MIN_BACK;
    moves
        && sim
            .world()
            .intersect_segment(&Segment::new(from, to))
            .is_some()
}

#[cfg(test)]
mod tests;
