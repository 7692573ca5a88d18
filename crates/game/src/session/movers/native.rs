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
    /// `None` for one that did not start.
    movers: Vec<Option<OuterMover>>,
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
        let mut movers = Self::start_some(arguments);
        match movers.take_messages().into_iter().next() {
            Some(message) => Err(message),
            None => Ok(movers),
        }
    }

    /// Starts those movers of the command line that do start and walk, and names all of them among the controllers. The messages
    /// say why the others do not.
    pub fn start_some(arguments: &MoverArguments) -> Self {
        let limit = Duration::from_millis(arguments.mover_timeout);
        let names = arguments.movers.iter().map(MoverCommand::name);
        controllers::name_movers(names.map(str::to_owned).collect());
        let mut started = Self::default();
        for command in &arguments.movers {
            let process = Process::start(command, limit).map_err(|error| error.to_string());
            let name = command.name().to_owned();
            let mover = process.and_then(|process| OuterMover::new(name, Box::new(process)));
            let mover = mover.map_err(|message| started.messages.push(message));
            started.movers.push(mover.ok());
        }
        started
    }

    /// The same movers, which remember their states, so that the player can return to earlier ticks.
    pub fn keeping_past(mut self) -> Self {
        let movers = self.movers.iter_mut().flatten();
        movers.for_each(OuterMover::keep_past);
        self
    }

    /// Lets all of them get the world again, after a change of the level.
    pub fn forget_worlds(&mut self) {
        let movers = self.movers.iter_mut().flatten();
        movers.for_each(OuterMover::forget_world);
    }

    /// Whether the controller can move a player, as the built-in ones and each mover that has not ended can.
    pub fn is_alive(&self, controller: Controller) -> bool {
        match controller {
            Controller::Outer(number) => {
                let mover = self.movers.get(usize::from(number));
                mover.is_some_and(|mover| mover.as_ref().is_some_and(OuterMover::is_alive))
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
        let mover = self.movers.get_mut(usize::from(tick.number))?.as_mut()?;
        mover.step(tick, &mut self.messages)
    }
}
