//! The simulation: a world, a player, and the tick that takes both further.
//!
//! The window, the headless commands and the tests all call [`Sim::tick`] with a [`Command`], and
//! nothing else changes a simulation. Same world, tuning and commands: same bits.

use crate::player::{Command, Event, PlayerState, Rules, Trace, Tuning, advance};
use crate::world::World;

/// A world with a player in it, advanced in ticks of equal length.
#[derive(Clone, Debug)]
pub struct Sim {
    world: World,
    tuning: Tuning,
    rules: Rules,
    hz: u32,
    tick: u64,
    player: PlayerState,
    trace: Trace,
}

impl Sim {
    /// The tick rate of the game; per second.
    pub const DEFAULT_HZ: u32 = 120;

    /// A simulation at its spawn, before its first tick, with `hz` ticks per second (0 counts as 1).
    ///
    /// # Example
    /// ```
    /// use sidle::{player::Command, sim::Sim, world::World};
    /// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
    /// for _ in 0..60 {
    ///     sim.tick(&Command::default());
    /// }
    /// // Half a second of free fall by 20 m/s².
    /// assert!((sim.player().position.y + 2.5).abs() < 1e-12);
    /// ```
    pub fn new(world: World, tuning: Tuning, rules: Rules, hz: u32) -> Self {
        let player = PlayerState::at_spawn(&rules.spawn);
        Self {
            world,
            tuning,
            rules,
            hz: hz.max(1),
            tick: 0,
            player,
            trace: Trace::new(),
        }
    }

    /// The same simulation with a trace that records no events.
    pub fn without_trace(self) -> Self {
        Self {
            trace: Trace::off(),
            ..self
        }
    }

    /// Advances one tick.
    pub fn tick(&mut self, command: &Command) {
        let dt = 1.0 / f64::from(self.hz);
        advance(
            &self.world,
            &self.tuning,
            &mut self.player,
            command,
            dt,
            &mut self.trace,
        );
        self.tick += 1;
        if command.respawn || self.player.position.y < self.rules.kill_y {
            self.respawn();
        }
    }

    /// Takes the player back to the spawn, in the mode and with the controller it has.
    fn respawn(&mut self) {
        let PlayerState {
            mode, controller, ..
        } = self.player;
        self.player = PlayerState {
            mode,
            controller,
            ..PlayerState::at_spawn(&self.rules.spawn)
        };
        self.trace.clear();
        self.trace.push(Event::Respawn);
    }

    /// The command of a player who does nothing but look where it looks.
    pub fn idle_command(&self) -> Command {
        let PlayerState {
            yaw,
            pitch,
            mode,
            controller,
            ..
        } = self.player;
        Command {
            yaw,
            pitch,
            mode,
            controller,
            ..Command::default()
        }
    }

    /// What the player collides with.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How the player feels.
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Spawn and limits.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Ticks per second.
    pub fn hz(&self) -> u32 {
        self.hz
    }

    /// How many ticks have passed.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// The player after the last tick.
    pub fn player(&self) -> &PlayerState {
        &self.player
    }

    /// What happened in the last tick.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::angle::BinaryAngle;
    use crate::player::{Axis, Mode, Spawn};
    use glam::DVec3;

    fn falling() -> Sim {
        let spawn = Spawn {
            position: DVec3::Y * 3.0,
            ..Spawn::default()
        };
        let rules = Rules {
            spawn,
            kill_y: -1.0,
        };
        Sim::new(World::default(), Tuning::default(), rules, 60)
    }

    #[test]
    fn below_the_kill_height_the_player_returns_to_the_spawn_at_rest() {
        let mut sim = falling();
        let mut fell = 0;
        while !sim.trace().respawned() {
            sim.tick(&Command::default());
            fell += 1;
            assert!(fell < 120, "still falling at {}", sim.player().position);
        }
        assert_eq!(sim.player().position, DVec3::Y * 3.0);
        assert_eq!(sim.player().velocity, DVec3::ZERO);
        // 4 m by 20 m/s² take 0.632 s: 38 ticks of 1/60 s.
        assert_eq!(fell, 38);
        sim.tick(&Command::default());
        assert!(!sim.trace().respawned());
    }

    #[test]
    fn respawning_keeps_the_mode_and_takes_the_view_of_the_spawn() {
        let mut sim = falling();
        let yaw = BinaryAngle::from_degrees(90.0);
        let forward = Axis::new(1.0);
        sim.tick(&Command {
            mode: Mode::Fly,
            yaw,
            forward,
            ..Command::default()
        });
        sim.tick(&Command {
            mode: Mode::Fly,
            yaw,
            respawn: true,
            ..Command::default()
        });
        assert_eq!(sim.player().mode, Mode::Fly);
        assert_eq!(sim.player().yaw, BinaryAngle::ZERO);
        assert_eq!(sim.player().position, DVec3::Y * 3.0);
    }
}
