//! Which controls are held in a frame, by keys or by a gamepad.

use macroquad::input::{KeyCode, is_key_down, is_key_pressed};

use crate::options::bindings::Bindings;
use crate::options::controls::{BindingTarget, Control};
use crate::ui::input::gamepad::Gamepad;

/// The controls that are held in a frame, and the stick that walks. By default nothing is held.
#[derive(Clone, Debug, Default)]
pub struct ControlStates {
    down: Vec<Control>,
    /// Those that were pressed in this frame.
    pressed: Vec<Control>,
    /// The stick that walks: to the right, and ahead.
    walk: [f64; 2],
}

impl ControlStates {
    /// Reads keyboard and `gamepad`; only a key that `is_free` has its effect.
    pub fn poll(bindings: &Bindings, gamepad: &Gamepad, is_free: impl Fn(KeyCode) -> bool) -> Self {
        let mut states = Self {
            walk: gamepad.walk(),
            ..Self::default()
        };
        for (row, keys) in bindings.rows() {
            let BindingTarget::Hold(control) = row.target else {
                continue;
            };
            let any =
                |state: fn(KeyCode) -> bool| keys.iter().any(|key| state(*key) && is_free(*key));
            if any(is_key_down) || gamepad.is_down(control) {
                states.down.push(control);
            }
            if any(is_key_pressed) || gamepad.is_pressed(control) {
                states.pressed.push(control);
            }
        }
        states
    }

    pub fn is_down(&self, control: Control) -> bool {
        self.down.contains(&control)
    }

    /// Whether `control` was pressed in this frame.
    pub fn is_pressed(&self, control: Control) -> bool {
        self.pressed.contains(&control)
    }

    /// 1 while `plus` is held, -1 while `minus` is, 0 with none or both.
    pub fn axis(&self, plus: Control, minus: Control) -> f64 {
        let down = |control| f64::from(u8::from(self.is_down(control)));
        down(plus) - down(minus)
    }

    /// The stick that walks: to the right, and ahead, each from -1 to 1.
    pub fn walk(&self) -> [f64; 2] {
        self.walk
    }
}
