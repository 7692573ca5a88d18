//! A page runs no programs, so that it has no movers. A recording may have been made with one.

use sidle::player::{Controller, OuterStep};
use sidle::sim::{OuterController, OuterTick};

/// No movers.
#[derive(Default)]
pub struct Movers {
    /// Whether the player repeats the steps of a recording.
    pub player_repeats: bool,
}

impl Movers {
    /// Nobody needs the world.
    pub fn forget_worlds(&mut self) {}

    /// Whether the controller can move a player, as only the built-in ones can.
    pub fn is_alive(&self, controller: Controller) -> bool {
        !matches!(controller, Controller::Outer(_))
    }

    /// Nobody has anything to say.
    pub fn take_messages(&mut self) -> Vec<String> {
        Vec::new()
    }
}

impl OuterController for Movers {
    fn step(&mut self, _: &OuterTick<'_>) -> Option<OuterStep> {
        None
    }
}
