//! Ghosts: the other controllers, driven by the same commands from the same place, so that what each of
//! them makes of a wall is seen side by side.

use std::time::Duration;

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller, PlayerState, TickInput};
use sidle::sim::{Sim, Snapshot};
use sidle::world::BoxId;

use crate::platform::stopwatch::timed;
use crate::session::trail::Trail;

/// Whether ghosts go along in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GhostMode {
    /// None do.
    Off,
    /// They do; those that are not there yet begin where the player is.
    On,
    /// They do, and all of them begin where the player is.
    Resync,
}

/// One of the controllers.
pub struct Ghost {
    pub sim: Sim,
    controller: Controller,
    /// Whether it is there: that of the player's own controller is not.
    here: bool,
    /// Whether it began in the last tick.
    began: bool,
    /// Where it was a tick ago.
    previous: DVec3,
    /// How long its last tick took.
    pub took: Duration,
    pub trail: Trail,
}

impl Ghost {
    pub fn player(&self) -> &PlayerState {
        self.sim.player()
    }

    pub fn controller(&self) -> Controller {
        self.controller
    }

    /// Whether it began in the last tick, wherever it was before.
    pub fn began(&self) -> bool {
        self.began
    }

    /// Where it is seen, at this share of the last tick; metres.
    pub fn position_at(&self, share: f64) -> DVec3 {
        self.previous.lerp(self.player().position, share)
    }

    /// Where it is, as a line for the terminal.
    pub fn line(&self) -> String {
        let DVec3 { x, y, z } = self.player().position;
        format!("ghost {} {x:.3},{y:.3},{z:.3}", self.controller.name())
    }

    fn tick(&mut self, input: &TickInput) {
        self.previous = self.player().position;
        let input = TickInput {
            command: Command {
                controller: self.controller,
                ..input.command
            },
            ..*input
        };
        (_, self.took) = timed(|| self.sim.play(&input));
        if self.sim.respawned() {
            self.previous = self.player().position;
            self.began = true;
        }
    }
}

/// What ghosts are in a tick: each one's state, while it is there.
pub type GhostStates = Box<[Option<Snapshot>]>;

/// All ghosts of a player.
#[derive(Default)]
pub struct Ghosts(Vec<Ghost>);

impl Ghosts {
    /// Those that are there.
    pub fn iter(&self) -> impl Iterator<Item = &Ghost> {
        self.0.iter().filter(|ghost| ghost.here)
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut Ghost> {
        self.0.iter_mut().filter(|ghost| ghost.here)
    }

    /// The next tick of all ghosts, each with its own controller; `sim` is about to make it.
    pub fn tick(&mut self, sim: &Sim, input: &TickInput, ghost_mode: GhostMode) {
        if ghost_mode == GhostMode::Off {
            self.0.iter_mut().for_each(|ghost| ghost.here = false);
            return;
        }
        self.know(sim);
        // Who switches controllers meets another set of ghosts.
        let own = input.command.controller;
        let anew = ghost_mode == GhostMode::Resync
            || self.iter().next().is_none()
            || self.iter().any(|ghost| ghost.controller == own);
        for ghost in &mut self.0 {
            ghost.began = anew;
            if anew {
                ghost.here = ghost.controller != own;
                ghost.sim.restore(&sim.snapshot());
            }
            if ghost.here {
                ghost.tick(input);
            }
        }
    }

    /// Makes the simulations of all controllers that set_supported_controllers the body of the player of `sim`, once.
    fn know(&mut self, sim: &Sim) {
        if !self.0.is_empty() {
            return;
        }
        let all = Controller::NAMES.map(|(_, controller)| controller);
        let suited = all
            .into_iter()
            .filter(|controller| controller.suits(sim.tuning().body));
        self.0 = suited
            .map(|controller| Ghost {
                sim: sim.clone().without_trace(),
                controller,
                here: false,
                began: false,
                previous: sim.player().position,
                took: Duration::ZERO,
                trail: Trail::default(),
            })
            .collect();
    }

    /// What they are between two ticks.
    pub fn states(&self) -> GhostStates {
        let state = |ghost: &Ghost| ghost.here.then(|| ghost.sim.snapshot());
        self.0.iter().map(state).collect()
    }

    /// Returns to such states; `sim` is that of the player.
    pub fn restore(&mut self, states: &GhostStates, sim: &Sim) {
        if !states.is_empty() {
            self.know(sim);
        }
        for (number, ghost) in self.0.iter_mut().enumerate() {
            let state = states.get(number).and_then(Option::as_ref);
            ghost.here = state.is_some();
            if let Some(state) = state {
                ghost.sim.restore(state);
            }
        }
    }

    /// Prolongs the trails by what happened in the last tick.
    pub fn leave_trails(&mut self) {
        for ghost in self.iter_mut() {
            let (tick, place) = (ghost.sim.ticks(), ghost.player().position);
            if ghost.began {
                ghost.trail.begin(tick, place);
            } else {
                ghost.trail.add(tick, place);
            }
        }
    }

    /// Shows the last tick only, and of the trails what there was before its end.
    pub fn look_at(&mut self, tick: u64) {
        for ghost in &mut self.0 {
            ghost.previous = ghost.player().position;
            ghost.trail.look_at(tick);
        }
    }

    /// From the next tick on, makes `hz` ticks per second.
    pub fn set_hz(&mut self, hz: u32) {
        self.0.iter_mut().for_each(|ghost| ghost.sim.set_hz(hz));
    }

    /// Puts a prop's box somewhere else in the world of each.
    pub fn edit_box(&mut self, id: BoxId, obb: Obb) {
        for ghost in &mut self.0 {
            ghost.sim.edit_box(id, obb);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::begun;
    use crate::test_support::slab;
    use sidle::player::{Axis, Spawn, Tuning};
    use sidle::world::World;

    /// A floor, and a wall of 5 cm 6 m ahead.
    fn wall() -> World {
        let floor = slab(DVec3::Y * -1.0, DVec3::new(99.0, 1.0, 999.0));
        let wall = slab(DVec3::new(0.0, 1.0, -6.0), DVec3::new(99.0, 2.0, 0.025));
        World::new(vec![], vec![floor, wall])
    }

    fn ahead(sim: &Sim) -> Command {
        Command {
            forward: Axis::new(1.0),
            ..sim.idle_command()
        }
    }

    fn step(sim: &mut Sim, ghosts: &mut Ghosts, command: &Command, ghost_mode: GhostMode) {
        let input = TickInput::from(*command);
        ghosts.tick(sim, &input, ghost_mode);
        sim.play(&input);
        ghosts.leave_trails();
    }

    fn run(walk_speed: f64) -> (Sim, Ghosts) {
        let spawn = Spawn {
            position: DVec3::Y * 0.5,
            ..Spawn::default()
        };
        let tuning = Tuning {
            walk_speed,
            ground_accel: f64::INFINITY,
            ..Tuning::default()
        };
        let mut sim = begun(wall(), tuning, spawn);
        sim.tick(&sim.idle_command());
        let mut ghosts = Ghosts::default();
        for _ in 0..60 {
            let ahead = ahead(&sim);
            step(&mut sim, &mut ghosts, &ahead, GhostMode::On);
        }
        (sim, ghosts)
    }

    #[test]
    fn on_open_floor_they_agree_and_at_a_thin_wall_they_part() {
        let (sim, ghosts) = run(5.0);
        assert_eq!(ghosts.iter().count(), 2);
        for ghost in ghosts.iter() {
            let apart = ghost.player().position.distance(sim.player().position);
            assert!(apart < 1e-3, "{:?}: {apart} m", ghost.controller);
        }
        // 300 m/s: farther than its size in a tick.
        let (sim, ghosts) = run(300.0);
        assert!(sim.player().position.z > -5.6);
        for ghost in ghosts.iter() {
            let z = ghost.player().position.z;
            assert!(z < -20.0, "{:?} at {z}", ghost.controller);
        }
    }

    #[test]
    fn switching_to_a_ghosts_controller_begins_anew_and_so_does_coming_together() {
        let names = |ghosts: &Ghosts| -> Vec<_> {
            let controllers = ghosts.iter().map(|ghost| ghost.controller);
            controllers.collect()
        };
        let apart = |ghosts: &Ghosts, sim: &Sim| {
            let distances = ghosts.iter().map(|ghost| {
                let place = ghost.player().position;
                assert_eq!(ghost.sim.ticks(), sim.ticks());
                place.distance(sim.player().position)
            });
            distances.fold(0.0, sidle::geometry::float::max)
        };
        let (mut sim, mut ghosts) = run(300.0);
        assert_eq!(names(&ghosts), [Controller::Classic, Controller::Boxed]);
        assert!(apart(&ghosts, &sim) > 10.0);
        let idle = sim.idle_command();
        step(&mut sim, &mut ghosts, &idle, GhostMode::Resync);
        assert!(apart(&ghosts, &sim) < 0.01);
        assert!(ghosts.iter().all(|ghost| ghost.trail.places().count() == 1));
        let classic = Command {
            controller: Controller::Classic,
            ..idle
        };
        step(&mut sim, &mut ghosts, &classic, GhostMode::On);
        assert_eq!(names(&ghosts), [Controller::Swept, Controller::Boxed]);
        assert!(apart(&ghosts, &sim) < 0.01);
        step(&mut sim, &mut ghosts, &classic, GhostMode::Off);
        assert_eq!(names(&ghosts), []);
    }

    #[test]
    fn a_respawn_brings_all_back() {
        let (mut sim, mut ghosts) = run(300.0);
        let back = Command {
            respawn: true,
            ..sim.idle_command()
        };
        step(&mut sim, &mut ghosts, &back, GhostMode::On);
        for ghost in ghosts.iter() {
            assert_eq!(ghost.player().position, DVec3::Y * 0.5);
            assert_eq!(ghost.trail.places().count(), 1);
        }
    }
}
