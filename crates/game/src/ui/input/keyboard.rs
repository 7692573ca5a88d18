//! The key presses of a frame, with their modifiers.

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::input::{KeyCode, is_key_down};
use macroquad::miniquad::{EventHandler, KeyMods};

use crate::options::press::Press;

/// The key presses of a frame, which macroquad alone reports without their modifiers.
pub struct Keyboard {
    subscriber: usize,
    /// The presses since the last frame.
    pub presses: Vec<Press>,
    /// Whether Ctrl is held, or was held with one of the presses.
    pub control: bool,
}

impl Keyboard {
    pub fn new() -> Self {
        Self {
            subscriber: register_input_subscriber(),
            presses: Vec::new(),
            control: false,
        }
    }

    /// Reads the presses since the last frame; returns whether the window lost the keyboard meanwhile.
    pub fn poll(&mut self) -> bool {
        let mut listener = Listener::default();
        repeat_all_miniquad_input(&mut listener, self.subscriber);
        self.presses = listener.presses;
        // In a slow frame, Ctrl may be released again before the frame reads it.
        self.control = is_control_down() || self.presses.iter().any(|press| press.control);
        listener.lost_focus
    }

    /// Whether Shift is held, or was held with one of the presses that `counts` accepts.
    pub fn has_shift(&self, counts: impl Fn(&Press) -> bool) -> bool {
        // In a slow frame, Shift may be released again before the frame reads it.
        is_shift_down()
            || self
                .presses
                .iter()
                .any(|press| press.shift && counts(press))
    }
}

#[derive(Default)]
struct Listener {
    lost_focus: bool,
    presses: Vec<Press>,
}

impl EventHandler for Listener {
    fn update(&mut self) {}
    fn draw(&mut self) {}
    fn window_minimized_event(&mut self) {
        self.lost_focus = true;
    }
    fn key_down_event(&mut self, key: KeyCode, modifiers: KeyMods, repeat: bool) {
        if !repeat {
            self.presses.push(Press {
                key,
                control: modifiers.ctrl,
                shift: modifiers.shift,
            });
        }
    }
}

fn is_control_down() -> bool {
    is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl)
}

/// Whether Shift is held now.
pub fn is_shift_down() -> bool {
    is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift)
}
