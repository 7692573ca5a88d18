//! Controllers outside of the library, and what they did.
//!
//! Such a controller is not repeatable as ours are: it may be another program. So a simulation remembers its steps, and plays
//! them again when a tick is simulated again.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Sim;
use crate::player::{Command, Controller, OuterStep, PlayerState, TickInput};
use crate::world::{DrivenMover, World};

/// The steps that are remembered, about ten minutes at the usual rate. Smaller: a long run cannot be replayed; larger: more
/// memory.
const MAX_STEPS: usize = 1 << 16;

/// A tick that an [`OuterController`] should make.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OuterTick<'t> {
    /// The number of the controller in [`Controller::Outer`].
    pub number: u8,
    /// The world, whose movers have moved in this tick.
    pub world: &'t World,
    /// The movers.
    pub movers: &'t [DrivenMover],
    /// The simulation's tuning.
    pub tuning: &'t crate::player::Tuning,
    /// The player before the tick.
    pub player: &'t PlayerState,
    /// The command of the tick.
    pub command: &'t Command,
    /// Ticks per second.
    pub hz: u32,
}

/// Moves players whose controller is [`Controller::Outer`].
pub trait OuterController {
    /// Where this tick leads; `None` if the controller does not answer. Then the simulation repeats a step that it remembers, or
    /// the player stays.
    fn step(&mut self, tick: &OuterTick<'_>) -> Option<OuterStep>;
}

/// The remembered steps of outer controllers, each with the number of ticks before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OuterLog(Arc<BTreeMap<u64, OuterStep>>);

impl OuterLog {
    /// The step of the tick that follows `tick` others.
    #[must_use]
    pub fn step_after(&self, tick: u64) -> Option<&OuterStep> {
        self.0.get(&tick)
    }

    /// Adds the step of the tick that follows `tick` others.
    pub fn push(&mut self, tick: u64, step: OuterStep) {
        Arc::make_mut(&mut self.0).insert(tick, step);
    }

    /// All steps in order, each with the number of ticks before it.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &OuterStep)> {
        self.0.iter().map(|(tick, step)| (*tick, step))
    }

    /// Removes the steps of the ticks that follow `tick` or more others.
    pub(crate) fn truncate(&mut self, tick: u64) {
        if self
            .0
            .last_key_value()
            .is_some_and(|(last, _)| *last >= tick)
        {
            Arc::make_mut(&mut self.0).split_off(&tick);
        }
    }

    /// Remembers a step, and forgets the oldest ones.
    fn remember(&mut self, tick: u64, step: OuterStep) {
        self.push(tick, step);
        if self.0.len() > MAX_STEPS {
            Arc::make_mut(&mut self.0).pop_first();
        }
    }

    /// Whether no step is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Sim {
    /// [`Self::play`] with a controller outside of the library, which moves the player if the command names
    /// [`Controller::Outer`]. The other parts of the tick are as always: movers drive, zones act, and the player may
    /// return to the spawn. Movers neither carry nor push such a player, because that is up to the controller.
    ///
    /// # Example
    /// A controller that does nothing but rise:
    /// ```
    /// use sidle::{glam::DVec3, player::{Command, Controller, Ground, OuterStep}, world::World};
    /// use sidle::sim::{OuterController, OuterTick, Sim};
    /// struct Balloon;
    /// impl OuterController for Balloon {
    ///     fn step(&mut self, tick: &OuterTick<'_>) -> Option<OuterStep> {
    ///         let position = tick.player.position + DVec3::Y;
    ///         Some(OuterStep { position, velocity: DVec3::Y, ground: Ground::None })
    ///     }
    /// }
    /// let mut sim = Sim::new(World::default(), Default::default(), Default::default(), 120);
    /// let input = Command { controller: Controller::Outer(0), ..Command::default() }.into();
    /// let start = sim.snapshot();
    /// sim.play_with(&input, &mut Balloon);
    /// sim.restore(&start);
    /// sim.play(&input); // The simulation remembers the step.
    /// assert_eq!(sim.player().position, DVec3::Y);
    /// ```
    pub fn play_with(&mut self, input: &TickInput, outer: &mut dyn OuterController) {
        self.set_box_fit(input.box_fit);
        self.tick_by(&input.command, Some(outer));
    }

    /// The remembered steps of outer controllers.
    pub fn outer_log(&self) -> &OuterLog {
        &self.outer_log
    }

    /// Forgets the remembered steps of this tick and later ones. After a return to an earlier tick, a run that then takes
    /// another way does not repeat them.
    pub fn forget_outer_steps(&mut self) {
        self.outer_log.truncate(self.tick);
    }

    /// Replaces the remembered steps, as those of a recording.
    pub fn set_outer_log(&mut self, log: OuterLog) {
        self.outer_log = log;
    }

    /// The step of an outer controller in this tick, whose movers have moved.
    pub(super) fn outer_step(
        &mut self,
        command: &Command,
        outer: Option<&mut dyn OuterController>,
    ) -> Option<OuterStep> {
        let known = self.outer_log.step_after(self.tick).copied();
        let (Controller::Outer(number), Some(outer)) = (command.controller, outer) else {
            return known;
        };
        let made = outer.step(&OuterTick {
            number,
            world: &self.world,
            movers: &self.movers,
            tuning: &self.tuning,
            player: &self.player,
            command,
            hz: self.hz,
        });
        let Some(step) = made else {
            return known;
        };
        self.outer_log.remember(self.tick, step);
        Some(step)
    }
}
