//! Ghosts: the other controllers, driven by the same commands from the same place, so that what each of
//! them makes of a wall is seen side by side.

use std::collections::VecDeque;

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, PlayerState};
use sidle::sim::Sim;

/// A trail has no more places than this, and a new one after this way; metres.
const MOST_PLACES: usize = 1200;
const STRIDE: f64 = 0.08;

/// Farther than this in one tick is no way, but a return to the spawn; metres.
const JUMP: f64 = 20.0;

/// Where somebody was.
#[derive(Clone, Debug, Default)]
pub struct Trail(VecDeque<DVec3>);

impl Trail {
    /// Adds a place, if it is far enough from the last one.
    pub fn add(&mut self, place: DVec3) {
        let far = self
            .0
            .back()
            .map_or(f64::INFINITY, |last| last.distance(place));
        if far > JUMP {
            self.0.clear();
        }
        if far >= STRIDE {
            if self.0.len() == MOST_PLACES {
                self.0.pop_front();
            }
            self.0.push_back(place);
        }
    }

    /// From the oldest to the newest.
    pub fn places(&self) -> impl Iterator<Item = DVec3> {
        self.0.iter().copied()
    }
}

/// One of the other controllers.
pub struct Ghost {
    sim: Sim,
    controller: Controller,
    /// Where it was a tick ago.
    previous: DVec3,
    pub trail: Trail,
}

impl Ghost {
    pub fn player(&self) -> &PlayerState {
        self.sim.player()
    }

    /// Where it is seen, at this share of the last tick; metres.
    pub fn position_at(&self, share: f64) -> DVec3 {
        self.previous.lerp(self.player().position, share)
    }
}

/// All ghosts of a player, and the trail of the player's own.
pub struct Ghosts {
    pub ghosts: Vec<Ghost>,
    pub trail: Trail,
}

impl Ghosts {
    /// The other controllers that suit the body, where the player of `sim` is.
    pub fn of(sim: &Sim) -> Self {
        let others = Controller::NAMES.map(|(_, controller)| controller);
        let others = others
            .into_iter()
            .filter(|other| other.suits(sim.tuning().body) && *other != sim.player().controller);
        let ghost = |controller| Ghost {
            sim: sim.clone().without_trace(),
            controller,
            previous: sim.player().position,
            trail: Trail::default(),
        };
        Self {
            ghosts: others.map(ghost).collect(),
            trail: Trail::default(),
        }
    }

    /// The same tick for all ghosts, each with its own controller; `sim` has made it.
    pub fn tick(&mut self, sim: &Sim, command: &Command) {
        // Who switches controllers meets another set of ghosts.
        let own = sim.player().controller;
        if command.respawn || self.ghosts.iter().any(|ghost| ghost.controller == own) {
            *self = Self::of(sim);
            return;
        }
        self.trail.add(sim.player().position);
        for ghost in &mut self.ghosts {
            ghost.previous = ghost.player().position;
            ghost.sim.tick(&Command {
                controller: ghost.controller,
                ..*command
            });
            let place = ghost.player().position;
            if ghost.sim.trace().respawned() {
                ghost.previous = place;
            }
            ghost.trail.add(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::Obb;
    use sidle::glam::DMat3;
    use sidle::player::{Axis, Rules, Spawn, Tuning};
    use sidle::world::World;

    /// A floor, and a wall of 5 cm 6 m ahead.
    fn wall() -> World {
        let slab = |center, half| Obb::new(center, DMat3::IDENTITY, half).unwrap();
        let floor = slab(DVec3::Y * -1.0, DVec3::new(99.0, 1.0, 999.0));
        let wall = slab(DVec3::new(0.0, 1.0, -6.0), DVec3::new(99.0, 2.0, 0.025));
        World::new(vec![], vec![floor, wall])
    }

    fn run(walk_speed: f64) -> (Sim, Ghosts) {
        let spawn = Spawn {
            position: DVec3::Y * 0.5,
            ..Spawn::default()
        };
        let rules = Rules {
            spawn,
            ..Rules::default()
        };
        let tuning = Tuning {
            walk_speed,
            ground_accel: f64::INFINITY,
            ..Tuning::default()
        };
        let mut sim = Sim::new(wall(), tuning, rules, 120);
        sim.tick(&sim.idle_command());
        let mut ghosts = Ghosts::of(&sim);
        let ahead = Command {
            forward: Axis::new(1.0),
            ..sim.idle_command()
        };
        for _ in 0..60 {
            sim.tick(&ahead);
            ghosts.tick(&sim, &ahead);
        }
        (sim, ghosts)
    }

    #[test]
    fn on_open_floor_they_agree_and_at_a_thin_wall_they_part() {
        let (sim, ghosts) = run(5.0);
        assert_eq!(ghosts.ghosts.len(), 2);
        for ghost in &ghosts.ghosts {
            let apart = ghost.player().position.distance(sim.player().position);
            assert!(apart < 1e-3, "{:?}: {apart} m", ghost.controller);
        }
        // 300 m/s: farther than its size in a tick.
        let (sim, ghosts) = run(300.0);
        assert!(sim.player().position.z > -5.6);
        for ghost in &ghosts.ghosts {
            let z = ghost.player().position.z;
            assert!(z < -20.0, "{:?} at {z}", ghost.controller);
        }
    }

    #[test]
    fn a_trail_keeps_the_last_places_and_no_jump() {
        let mut trail = Trail::default();
        for step in 0..3000 {
            trail.add(DVec3::X * (f64::from(step) * 0.05));
        }
        let places: Vec<_> = trail.places().collect();
        assert!(places.len() <= MOST_PLACES && places.len() > 1000);
        assert!(places.windows(2).all(|two| two[0].distance(two[1]) < 0.11));
        trail.add(DVec3::Y * 500.0);
        assert_eq!(trail.places().count(), 1);
    }

    #[test]
    fn switching_to_a_ghosts_controller_begins_anew() {
        let (mut sim, mut ghosts) = run(5.0);
        let classic = Command {
            controller: Controller::Classic,
            ..sim.idle_command()
        };
        sim.tick(&classic);
        ghosts.tick(&sim, &classic);
        let names: Vec<_> = ghosts.ghosts.iter().map(|ghost| ghost.controller).collect();
        assert_eq!(names, [Controller::Swept, Controller::Boxed]);
        assert_eq!(ghosts.trail.places().count(), 0);
    }
}
