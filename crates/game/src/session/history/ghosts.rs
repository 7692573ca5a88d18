//! Ghosts: the other controllers, driven by the same commands from the same start, to compare them side by side.

use std::time::Duration;

use sidle::glam::DVec3;
use sidle::level::PropColliders;
use sidle::player::{Command, Controller, PlayerState, TickInput};
use sidle::sim::{Sim, Snapshot};

use crate::options::controllers;
use crate::platform::stopwatch::timed;
use crate::session::history::trail::Trail;
use crate::session::movers::Movers;

/// How ghosts take part in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GhostMode {
    /// There are no ghosts.
    Off,
    /// Ghosts are simulated. If there were none, they start at the player.
    On,
    /// All ghosts restart at the player.
    Resync,
}

/// A ghost: one controller with a separate simulation.
pub struct Ghost {
    pub sim: Sim,
    controller: Controller,
    /// Whether the ghost is simulated. The one with the player's own controller is not.
    active: bool,
    /// Whether the ghost started, respawned or was teleported in the last tick.
    restarted: bool,
    /// Whether the ghost started where the player was in the last tick.
    joined_player: bool,
    /// The ghost's position one tick ago; metres.
    previous: DVec3,
    /// How long its last tick took.
    pub tick_duration: Duration,
    pub trail: Trail,
}

impl Ghost {
    pub fn player(&self) -> &PlayerState {
        self.sim.player()
    }

    pub fn controller(&self) -> Controller {
        self.controller
    }

    /// Whether the ghost started, respawned or was teleported in the last tick.
    pub fn restarted(&self) -> bool {
        self.restarted
    }

    /// Whether the ghost started where the player was in the last tick.
    pub fn joined_player(&self) -> bool {
        self.joined_player
    }

    /// The ghost's position one tick ago; metres.
    pub fn previous(&self) -> DVec3 {
        self.previous
    }

    /// The interpolated position at this fraction of the last tick; metres.
    pub fn position_at(&self, fraction: f64) -> DVec3 {
        self.previous.lerp(self.player().position, fraction)
    }

    /// The ghost's position, as a line for the terminal.
    pub fn line(&self) -> String {
        let DVec3 { x, y, z } = self.player().position;
        format!(
            "ghost {} {x:.3},{y:.3},{z:.3}",
            controllers::name(self.controller)
        )
    }

    fn tick(&mut self, input: &TickInput, movers: Option<&mut Movers>) {
        self.previous = self.player().position;
        let input = TickInput {
            command: Command {
                controller: self.controller,
                ..input.command
            },
            ..*input
        };
        (_, self.tick_duration) = timed(|| play(&mut self.sim, &input, movers));
        if self.sim.relocated() {
            self.previous = self.player().position;
            self.restarted = true;
        }
    }
}

/// Plays a tick of `sim`. Without `movers`, one that moves the player repeats its step.
pub fn play(sim: &mut Sim, input: &TickInput, movers: Option<&mut Movers>) {
    match movers {
        Some(movers) => sim.play_with(input, movers),
        None => sim.play(input),
    }
}

/// The state of each ghost; `None`: inactive.
pub type GhostStates = Box<[Option<Snapshot>]>;

/// All ghosts of a player.
#[derive(Default)]
pub struct Ghosts(Vec<Ghost>);

impl Ghosts {
    /// The active ghosts.
    pub fn iter(&self) -> impl Iterator<Item = &Ghost> {
        self.0.iter().filter(|ghost| ghost.active)
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut Ghost> {
        self.0.iter_mut().filter(|ghost| ghost.active)
    }

    /// Simulates the next tick of every ghost. `sim` is the player's, before that tick. Without `movers`, those among the
    /// ghosts repeat their steps.
    pub fn tick(
        &mut self,
        sim: &Sim,
        input: &TickInput,
        ghost_mode: GhostMode,
        mut movers: Option<&mut Movers>,
    ) {
        if ghost_mode == GhostMode::Off {
            self.0.iter_mut().for_each(|ghost| ghost.active = false);
            return;
        }
        self.create(sim);
        // When the player takes a ghost's controller, the set of ghosts changes.
        let own = input.command.controller;
        let restart = ghost_mode == GhostMode::Resync
            || self.iter().next().is_none()
            || self.iter().any(|ghost| ghost.controller == own);
        for ghost in &mut self.0 {
            (ghost.restarted, ghost.joined_player) = (restart, restart);
            if restart {
                ghost.active = ghost.controller != own;
                ghost.sim.restore(&sim.snapshot());
            }
            if let Some(movers) = &movers {
                ghost.active &= movers.is_alive(ghost.controller);
            }
            if ghost.active {
                ghost.tick(input, movers.as_deref_mut());
            }
        }
    }

    /// Creates, once, a ghost for each controller that supports the player's body.
    fn create(&mut self, sim: &Sim) {
        if !self.0.is_empty() {
            return;
        }
        let body = sim.tuning().body;
        let supported = controllers::all().filter(|controller| controller.suits(body));
        self.0 = supported
            .map(|controller| Ghost {
                sim: sim.clone().without_trace(),
                controller,
                active: false,
                restarted: false,
                joined_player: false,
                previous: sim.player().position,
                tick_duration: Duration::ZERO,
                trail: Trail::default(),
            })
            .collect();
    }

    /// The current state of each ghost.
    pub fn states(&self) -> GhostStates {
        let state = |ghost: &Ghost| ghost.active.then(|| ghost.sim.snapshot());
        self.0.iter().map(state).collect()
    }

    /// Restores these states. `sim` is the player's.
    pub fn restore(&mut self, states: &GhostStates, sim: &Sim) {
        if !states.is_empty() {
            self.create(sim);
        }
        for (number, ghost) in self.0.iter_mut().enumerate() {
            let state = states.get(number).and_then(Option::as_ref);
            ghost.active = state.is_some();
            if let Some(state) = state {
                ghost.sim.restore(state);
            }
        }
    }

    /// Adds the last tick to the trails.
    pub fn extend_trails(&mut self) {
        for ghost in self.iter_mut() {
            let (tick, position) = (ghost.sim.ticks(), ghost.player().position);
            if ghost.restarted {
                ghost.trail.restart(tick, position);
            } else {
                ghost.trail.add(tick, position);
            }
        }
    }

    /// Shows the ghosts at `tick`, without interpolation, and their trails up to it.
    pub fn show_at(&mut self, tick: u64) {
        for ghost in &mut self.0 {
            ghost.previous = ghost.player().position;
            ghost.trail.show_until(tick);
        }
    }

    /// Forgets what movers among the ghosts did in this tick and later ones.
    pub fn forget_outer_steps(&mut self) {
        let sims = self.0.iter_mut().map(|ghost| &mut ghost.sim);
        sims.for_each(Sim::forget_outer_steps);
    }

    /// Sets the tick rate.
    pub fn set_hz(&mut self, hz: u32) {
        self.0.iter_mut().for_each(|ghost| ghost.sim.set_hz(hz));
    }

    /// Replaces a prop's colliders in the world of each ghost.
    pub fn edit_prop(&mut self, colliders: &PropColliders) {
        for ghost in &mut self.0 {
            ghost.sim.edit_prop(colliders);
        }
    }
}

#[cfg(test)]
mod tests;
