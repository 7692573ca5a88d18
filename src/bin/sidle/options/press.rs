//! A key press with its modifiers.

use macroquad::input::KeyCode;

/// A key that was pressed, alone or with these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub key: KeyCode,
    pub control: bool,
    pub shift: bool,
}
