//! A key press with its modifiers.

use macroquad::input::KeyCode;

/// A key press, and which modifiers were held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub key: KeyCode,
    pub control: bool,
    pub shift: bool,
}
