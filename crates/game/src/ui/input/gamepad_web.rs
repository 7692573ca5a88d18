//! Reads the page's touch sticks and the browser's gamepads.

use crate::platform;
use crate::ui::input::gamepad::{BUTTONS, Button, Gamepad};

/// Whether gamepads work.
pub const HAS_GAMEPADS: bool = true;

/// The page.
pub struct Reader;

impl Reader {
    pub fn new() -> Self {
        Self
    }

    /// The state of all sticks and gamepads together, since the last frame.
    pub fn read(&mut self) -> Gamepad {
        let ([left, right], [held, pressed]) = platform::gamepad();
        Gamepad {
            left,
            right,
            held: buttons(held),
            pressed: buttons(pressed),
        }
    }
}

/// The buttons whose bits are set, in the order of the table.
fn buttons(bits: u32) -> Vec<Button> {
    let buttons = BUTTONS.iter().enumerate();
    let set = buttons.filter(|(bit, _)| bits & (1 << bit) != 0);
    set.map(|(_, (button, _))| *button).collect()
}
