//! The movers of a machine that can start programs.

use std::time::Duration;

use sidle::player::{Controller, OuterStep};
use sidle::sim::{OuterController, OuterTick};
use sidle_movers::{MoverCommand, Process};

use super::outer_mover::OuterMover;
use crate::options::arguments::MoverArguments;
use crate::options::controllers;

/// The movers of the command line.
#[derive(Default)]
pub struct Movers {
    movers: Vec<OuterMover>,
    messages: Vec<String>,
    /// Whether the player repeats the steps of a recording. The ghosts play all the same.
    pub player_repeats: bool,
}

impl Movers {
    /// Starts the movers of the command line, and names them among the controllers.
    ///
    /// # Errors
    /// When one does not start or does not walk.
    pub fn start(arguments: &MoverArguments) -> Result<Self, String> {
        let limit = Duration::from_millis(arguments.mover_timeout);
        let movers = arguments.movers.iter().map(|command| {
            let process = Process::start(command, limit).map_err(|error| error.to_string())?;
            OuterMover::new(command.name().to_owned(), Box::new(process))
        });
        let movers = movers.collect::<Result<_, String>>()?;
        let names = arguments.movers.iter().map(MoverCommand::name);
        controllers::name_movers(names.map(str::to_owned).collect());
        Ok(Self {
            movers,
            messages: Vec::new(),
            player_repeats: false,
        })
    }

    /// The same movers, which remember their states, so that the player can return to earlier ticks.
    pub fn keeping_past(mut self) -> Self {
        self.movers.iter_mut().for_each(OuterMover::keep_past);
        self
    }

    /// Lets all of them get the world again, after a change of the level.
    pub fn forget_worlds(&mut self) {
        self.movers.iter_mut().for_each(OuterMover::forget_world);
    }

    /// Whether the controller can move a player, as the built-in ones and each mover that has not ended can.
    pub fn is_alive(&self, controller: Controller) -> bool {
        match controller {
            Controller::Outer(number) => {
                let mover = self.movers.get(usize::from(number));
                mover.is_some_and(OuterMover::is_alive)
            }
            _ => true,
        }
    }

    /// What the player should know since the last call.
    pub fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }
}

impl OuterController for Movers {
    fn step(&mut self, tick: &OuterTick<'_>) -> Option<OuterStep> {
        let mover = self.movers.get_mut(usize::from(tick.number))?;
        mover.step(tick, &mut self.messages)
    }
}
