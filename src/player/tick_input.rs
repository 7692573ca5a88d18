//! The input of a simulation for one tick.

use super::Command;
use crate::world::BoxFit;

/// The whole input of a simulation for one tick: the player's command, and which boxes the movers have.
/// Recordings and scripts are lists of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TickInput {
    /// The player's command.
    pub command: Command,
    /// Which boxes the movers have from this tick on. A change restarts the movers.
    pub box_fit: BoxFit,
}

impl From<Command> for TickInput {
    /// The command, with the default box fit.
    fn from(command: Command) -> Self {
        Self {
            command,
            box_fit: BoxFit::default(),
        }
    }
}
