//! What a simulation is given for one tick.

use super::Command;
use crate::world::BoxFit;

/// Everything that a simulation is given for one tick: what the player asks for, and which boxes the
/// movers have. Recordings and scripts consist of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TickInput {
    /// What the player asks for.
    pub command: Command,
    /// Which boxes the movers have from this tick on. Where that changes, they start again.
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
