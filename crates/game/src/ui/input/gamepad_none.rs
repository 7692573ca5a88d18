//! Stands in for the gamepad where the game is built without one.

use crate::ui::input::gamepad::Gamepad;

/// Whether gamepads work.
pub const HAS_GAMEPADS: bool = false;

/// No gamepad.
pub struct Reader;

impl Reader {
    pub fn new() -> Self {
        Self
    }

    /// A gamepad on which nothing is held.
    pub fn read(&mut self) -> Gamepad {
        Gamepad::default()
    }
}
