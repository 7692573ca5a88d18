//! Measures of one controller's run through a level.

use std::collections::VecDeque;
use std::time::Duration;

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Mode, PlayerState, TickInput};
use sidle::replay::StateHash;
use sidle::sim::Sim;
use sidle::sim::metrics::{own_motion, wish_velocity};
use sidle::world::Surface;

use crate::platform::stopwatch::timed;
use crate::session::movers::Movers;
use crate::session::observe::{BLOCKED_SHARE, PUSH_SECONDS, Tally};

/// The counts and measurements of the run of one controller.
pub struct Measures {
    pub controller: Controller,
    pub ticks: u64,
    pub end: PlayerState,
    /// Length of the path, without returns to the spawn; metres.
    pub distance: f64,
    /// The deepest overlap, if there was any.
    pub worst: Option<Worst>,
    pub respawns: u64,
    pub hash: StateHash,
    /// The path, with a new leg after each return to the spawn.
    pub legs: Vec<Vec<DVec3>>,
    /// The height of the body after each tick on foot that ended on a floor; metres.
    pub floors: Vec<f64>,
    hz: u32,
    tally: Tally,
    /// Ticks on foot.
    on_foot: u64,
    /// Distance of each tick while blocked; metres.
    blocked: Vec<f64>,
    time: Duration,
}

/// The tick with the deepest overlap.
pub struct Worst {
    pub tick: u64,
    /// Metres.
    pub depth: f64,
    pub player: PlayerState,
}

pub fn worst_mm(measures: &Measures) -> f64 {
    measures
        .worst
        .as_ref()
        .map_or(0.0, |worst| worst.depth * 1e3)
}

impl Measures {
    /// Runs `sim` with all `inputs`, which are for this `controller`. A mover among `movers` may end earlier.
    pub fn of(
        sim: Sim,
        controller: Controller,
        inputs: impl Iterator<Item = TickInput>,
        movers: &mut Movers,
    ) -> Self {
        let mut sim = sim.without_trace();
        let mut measures = Self {
            controller,
            ticks: 0,
            end: *sim.player(),
            distance: 0.0,
            worst: None,
            respawns: 0,
            hash: StateHash::new(),
            legs: vec![vec![sim.player().position]],
            floors: Vec::new(),
            hz: sim.hz(),
            tally: Tally::default(),
            on_foot: 0,
            blocked: Vec::new(),
            time: Duration::ZERO,
        };
        let (mut push, mut near) = (Push::default(), Vec::new());
        let start_tick = sim.ticks();
        for input in inputs {
            let before = sim.player().position;
            let (_, took) = timed(|| sim.play_with(&input, movers));
            if !movers.is_alive(controller) {
                break;
            }
            measures.time += took;
            measures.hash.add(&sim);
            measures.add(before, &input.command, &sim, &mut push);
            measures.look_for_overlap(&sim, &mut near);
        }
        measures.ticks = sim.ticks() - start_tick;
        measures.end = *sim.player();
        measures.blocked.sort_unstable_by(f64::total_cmp);
        measures
    }

    fn add(&mut self, before: DVec3, command: &Command, sim: &Sim, push: &mut Push) {
        let player = sim.player();
        if sim.relocated() {
            self.respawns += u64::from(sim.respawned());
            self.legs.push(vec![player.position]);
            push.stop();
            return;
        }
        let dt = 1.0 / f64::from(self.hz);
        let moved = player.position - before;
        self.distance += moved.length();
        if let Some(leg) = self.legs.last_mut() {
            leg.push(player.position);
        }
        let own = own_motion(before, player, dt);
        let wish = wish_velocity(sim.tuning(), command) * dt;
        let on_foot = command.mode == Mode::Walk;
        if on_foot {
            self.on_foot += 1;
            if player.ground.stands() {
                self.floors.push(player.position.y);
            }
        }
        self.tally.add_motion(before, command, sim);
        if push.is_blocked(wish, own, (PUSH_SECONDS / dt).ceil() as usize) {
            self.blocked.push(own.length());
        }
    }

    fn look_for_overlap(&mut self, sim: &Sim, near: &mut Vec<Surface>) {
        if self.tally.add_overlap(sim, near) {
            self.worst = Some(Worst {
                tick: sim.ticks(),
                depth: self.tally.deepest(),
                player: *sim.player(),
            });
        }
    }

    /// Distance moved as a share of the commanded distance; `None` if no motion was commanded.
    pub fn speed_kept(&self) -> Option<f64> {
        self.tally.speed_kept()
    }

    /// Median distance of a tick while blocked; `None` if the player never was; micrometres. Not the mean, which the
    /// first and last ticks of being blocked would dominate.
    pub fn residual_um(&self) -> Option<f64> {
        let median = self.blocked.get(self.blocked.len() / 2)?;
        Some(median * 1e6)
    }

    /// Time blocked; seconds.
    pub fn blocked_seconds(&self) -> f64 {
        self.blocked.len() as f64 / f64::from(self.hz)
    }

    /// Share of the ticks on foot that ended on a floor; `None` if there were none on foot.
    pub fn floor_share(&self) -> Option<f64> {
        (self.on_foot > 0).then(|| self.floors.len() as f64 / self.on_foot as f64)
    }

    /// Mean time of a tick; nanoseconds.
    pub fn ns_per_tick(&self) -> f64 {
        self.time.as_nanos() as f64 / self.ticks.max(1) as f64
    }
}

/// The recent ticks in which the same motion was commanded.
#[derive(Default)]
struct Push {
    wish: DVec3,
    /// The motion of each of these ticks; metres.
    moved: VecDeque<DVec3>,
}

impl Push {
    fn stop(&mut self) {
        self.moved.clear();
    }

    /// Whether the player was blocked in the last `ticks`.
    fn is_blocked(&mut self, wish: DVec3, moved: DVec3, ticks: usize) -> bool {
        if wish != self.wish {
            self.stop();
        }
        self.wish = wish;
        if wish == DVec3::ZERO {
            return false;
        }
        self.moved.push_back(moved);
        if self.moved.len() > ticks {
            self.moved.pop_front();
        }
        let moved: DVec3 = self.moved.iter().sum();
        let commanded = wish.length() * ticks as f64;
        self.moved.len() == ticks && moved.length() < BLOCKED_SHARE * commanded
    }
}

#[cfg(test)]
mod tests;
