//! The simulation: a world, a player, and the tick that advances both.
//!
//! The window, the headless commands and the tests all call [`Sim::tick`] with a [`Command`]. During a run,
//! only edits change a simulation otherwise, such as [`Sim::edit_box`] and [`Sim::retune`]. The same world,
//! tuning and commands give the same bits.

pub mod metrics;
mod outer;
mod resize;
mod snapshot;
mod zones;

use crate::geometry::Obb;
#[cfg(feature = "level")]
use crate::level::{Level, PropColliders, Scene};
pub use crate::player::RetuneError;
use crate::player::{
    Command, Contacts, Controller, Driver, Event, PlayerState, Rider, Rules, Scratch, Squeeze,
    TickInput, Trace, Tracer, Tuning, advance_in, follow, ride,
};
use crate::world::{BoxFit, BoxId, DrivenMover, World};
pub use outer::{OuterController, OuterLog, OuterTick};
pub use snapshot::Snapshot;
use zones::Zones;
pub use zones::{Race, ZoneEffect, ZoneEvent, ZoneState};

/// A world with a player in it, advanced in ticks of equal length.
#[doc(alias = "character controller")]
#[derive(Clone, Debug)]
pub struct Sim {
    world: World,
    tuning: Tuning,
    rules: Rules,
    hz: u32,
    tick: u64,
    player: PlayerState,
    scratch: Scratch,
    respawned: bool,
    trace: Trace,
    /// Whether ticks are traced.
    tracing: bool,
    movers: Vec<DrivenMover>,
    /// Which boxes the movers have.
    box_fit: BoxFit,
    driver: Driver,
    zones: Zones,
    /// What outer controllers did.
    outer_log: OuterLog,
}

impl Sim {
    /// The tick rate of the game; ticks per second.
    pub const DEFAULT_HZ: u32 = 120;

    /// A simulation with the player at the spawn, before its first tick, at `hz` ticks per second (0 counts
    /// as 1).
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
    #[must_use]
    pub fn new(world: World, tuning: Tuning, rules: Rules, hz: u32) -> Self {
        let player = PlayerState::at_spawn(&rules.spawn);
        Self {
            world,
            tuning,
            rules,
            hz: hz.max(1),
            tick: 0,
            player,
            scratch: Scratch::new(),
            respawned: false,
            trace: Trace::new(),
            tracing: true,
            movers: Vec::new(),
            box_fit: BoxFit::default(),
            driver: Driver::new(),
            zones: Zones::default(),
            outer_log: OuterLog::default(),
        }
    }

    /// A simulation of `level` at its start, and the scene to draw.
    #[cfg(feature = "level")]
    #[must_use]
    pub fn of_level(level: Level, hz: u32) -> (Self, Scene) {
        let Level {
            rules,
            tuning,
            world,
            movers,
            zones,
            expectations: _,
            scene,
        } = level;
        let sim = Self::new(world, tuning, rules, hz);
        (sim.with_movers(movers).with_zones(zones), scene)
    }

    /// The same simulation with `movers`, whose boxes are already in the world.
    #[must_use]
    pub fn with_movers(self, movers: Vec<DrivenMover>) -> Self {
        Self { movers, ..self }
    }

    /// The same simulation, continued from the state of `before`, for a level that was edited during a run. The player
    /// and every unchanged mover keep their positions. A collider that now overlaps the player pushes it out in the
    /// next tick. A player whose size changes keeps its feet in place; where the new size does not fit, the player
    /// returns to the spawn, because a push could lead through a roof. A race goes on. See [`Race`].
    #[must_use]
    pub fn continued_from(mut self, before: &Self) -> Self {
        self.tick = before.tick;
        self.restart_movers(before.box_fit);
        for (mover, known) in self.movers.iter_mut().zip(&before.movers) {
            if mover.mover == known.mover {
                (mover.state, mover.previous) = (known.state, known.previous);
                self.world
                    .move_box(mover.id, mover.obb(mover.state.distance));
            }
        }
        self.zones = core::mem::take(&mut self.zones).continued_from(&before.zones);
        self.player = PlayerState {
            // Another box may have that id now. The next tick finds the box under the player again.
            ride: None,
            ..before.player
        };
        match self.resized(self.player, before.tuning, self.tuning) {
            Ok(player) => self.player = player,
            Err(_) => self.respawn(),
        }
        self
    }

    /// The same simulation with another tuning, before its first tick. The player stays at the spawn.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// The same simulation without a trace.
    #[must_use]
    pub fn without_trace(mut self) -> Self {
        self.set_tracing(false);
        self
    }

    /// Switches the trace of the following ticks on or off. The states are the same either way.
    ///
    /// # Example
    /// ```
    /// use sidle::{player::Command, sim::Sim, world::World};
    /// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
    /// sim.set_tracing(false);
    /// sim.tick(&Command { respawn: true, ..Command::default() });
    /// assert!(sim.trace().events().is_empty() && sim.respawned());
    /// ```
    pub fn set_tracing(&mut self, tracing: bool) {
        self.tracing = tracing;
        if !tracing {
            self.trace.clear();
        }
    }

    /// Whether ticks are traced.
    pub fn is_tracing(&self) -> bool {
        self.tracing
    }

    /// Sets the movers' boxes as `input` requests, then advances one tick with its command.
    pub fn play(&mut self, input: &TickInput) {
        self.set_box_fit(input.box_fit);
        self.tick(&input.command);
    }

    /// Advances one tick: first the movers in order, then the player, then the zones that it has entered.
    ///
    /// A player below [`Rules::kill_y`] returns to the spawn, and so does one that leaves the ranges of
    /// [`PlayerState::out_of_range`].
    pub fn tick(&mut self, command: &Command) {
        self.tick_by(command, None);
    }

    /// A tick in which `outer` moves the player, if the command says that an outer controller does.
    fn tick_by(&mut self, command: &Command, outer: Option<&mut dyn OuterController>) {
        let dt = 1.0 / f64::from(self.hz);
        let before = self.player;
        self.zones.clear_events();
        let is_outer = matches!(command.controller, Controller::Outer(_));
        let riders = &mut [Rider::new(&mut self.player, &self.tuning)];
        // An outer controller itself carries its player along.
        let riders = if is_outer { &mut [][..] } else { riders };
        let (movers, scratch) = (&mut self.movers, &mut self.scratch);
        self.driver
            .drive(&mut self.world, movers, riders, dt, scratch);
        if is_outer {
            let step = self.outer_step(command, outer);
            let (player, trace) = (&mut self.player, self.tracing.then_some(&mut self.trace));
            let (world, tuning, scratch) = (&self.world, &self.tuning, &mut self.scratch);
            follow(
                world,
                tuning,
                player,
                (command, dt),
                step.as_ref(),
                scratch,
                trace,
            );
        } else {
            let water = self.zones.water(&self.tuning, &self.player);
            let contacts = advance_in(
                &(&self.world).into(),
                &self.tuning,
                &mut self.player,
                (command, water.as_ref()),
                dt,
                scratch,
                self.tracing.then_some(&mut self.trace),
            );
            ride(&mut self.player, contacts, movers, dt);
        }
        self.respawned = false;
        self.tick += 1;
        // First the zones: one may catch a player that falls.
        let player = &mut self.player;
        if self.zones.tick(&self.world, &self.tuning, player, &before) {
            self.scratch.clear();
        }
        if command.respawn {
            self.restart_movers(self.box_fit);
        }
        let is_lost = self.player.position.y < self.rules.kill_y;
        if command.respawn || is_lost || self.player.out_of_range().is_some() {
            self.respawn();
        }
    }

    /// Returns all movers to the start of their paths, with boxes of this fit.
    fn restart_movers(&mut self, fit: BoxFit) {
        self.box_fit = fit;
        for mover in &mut self.movers {
            mover.restart(fit);
            self.world.move_box(mover.id, mover.obb(0.0));
        }
    }

    /// Returns the player to the spawn. Its mode and its controller stay the same. A race ends.
    fn respawn(&mut self) {
        let PlayerState {
            mode, controller, ..
        } = self.player;
        self.player = PlayerState {
            mode,
            controller,
            ..PlayerState::at_spawn(&self.rules.spawn)
        };
        self.respawned = true;
        self.zones.leave_all();
        self.scratch.clear();
        let trace = self.tracing.then_some(&mut self.trace);
        Tracer::new(trace).push(Event::Respawn);
    }

    /// The command of a player that does nothing: view, mode and controller stay the same.
    #[must_use]
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

    /// Moves a prop's box, as an editor does, and returns whether the box exists. A recording of the
    /// commands does not contain the edit. The next tick pushes a player out of the box.
    pub fn edit_box(&mut self, id: BoxId, obb: Obb) -> bool {
        self.world.move_box(id, obb)
    }

    /// Moves a prop's colliders, as an editor does, and returns whether they exist. See [`edit_box`](Self::edit_box).
    #[cfg(feature = "level")]
    pub fn edit_prop(&mut self, colliders: &PropColliders) -> bool {
        match colliders {
            PropColliders::Box(id, obb) => self.edit_box(*id, *obb),
            PropColliders::Triangles(first, triangles) => {
                self.world.move_triangles(*first, triangles)
            }
        }
    }

    /// The world that the player collides with.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The boxes that drive along paths.
    pub fn movers(&self) -> &[DrivenMover] {
        &self.movers
    }

    /// The tuning of the player's movement.
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// The spawn and the height below which the player returns to it.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Sets the tick rate from the next tick on; ticks per second (0 counts as 1). A change ends a race, whose clock
    /// counts ticks.
    pub fn set_hz(&mut self, hz: u32) {
        let before = core::mem::replace(&mut self.hz, hz.max(1));
        if before != self.hz {
            self.zones.end_race();
        }
    }

    /// Ticks per second.
    pub fn hz(&self) -> u32 {
        self.hz
    }

    /// How many ticks have passed.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// Which boxes the movers have.
    pub fn box_fit(&self) -> BoxFit {
        self.box_fit
    }

    /// Sets the boxes of all movers. A change restarts the movers.
    pub fn set_box_fit(&mut self, fit: BoxFit) {
        if fit != self.box_fit {
            self.restart_movers(fit);
        }
    }

    /// The player after the last tick.
    pub fn player(&self) -> &PlayerState {
        &self.player
    }

    /// The player's contacts after the last tick. Empty after a respawn, a teleport and [`Self::restore`].
    pub fn contacts(&self) -> &Contacts {
        self.scratch.contacts()
    }

    /// The movers that stopped in the last tick because the player has no room, and how much of their way is missing. Empty
    /// after [`Self::restore`].
    pub fn squeezes(&self) -> &[Squeeze] {
        self.driver.squeezes()
    }

    /// Whether the player returned to the spawn in the last tick. See also [`Self::relocated`].
    pub fn respawned(&self) -> bool {
        self.respawned
    }

    /// The events of the last tick; empty unless [`Self::is_tracing`].
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}

#[cfg(test)]
mod tests;
