//! Notices whether the player does anything, so that an idle pause need not be drawn at full speed.

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::input::{MouseButton, get_keys_down, is_mouse_button_down};
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton as Button, TouchPhase};

/// The player is idle after this time without input; seconds. Smaller: a motion that a key has started may jerk;
/// larger: a pause costs full power for longer.
const IDLE_AFTER: f64 = 0.5;

/// How long the player has done nothing.
pub struct Activity {
    subscriber: usize,
    /// Seconds.
    quiet: f64,
}

impl Activity {
    pub fn new() -> Self {
        Self {
            subscriber: register_input_subscriber(),
            quiet: 0.0,
        }
    }

    /// Notes the events since the last frame, which took `seconds`. Returns whether the player is idle.
    pub fn poll(&mut self, seconds: f64) -> bool {
        let mut listener = Listener { heard: false };
        repeat_all_miniquad_input(&mut listener, self.subscriber);
        let buttons = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
        let holds = buttons.into_iter().any(is_mouse_button_down) || !get_keys_down().is_empty();
        if listener.heard || holds {
            self.quiet = 0.0;
        } else {
            self.quiet += seconds;
        }
        self.quiet >= IDLE_AFTER
    }

    /// Notes an input that is not an event of the window.
    pub fn note(&mut self) {
        self.quiet = 0.0;
    }
}

struct Listener {
    heard: bool,
}

impl EventHandler for Listener {
    fn update(&mut self) {}
    fn draw(&mut self) {}
    fn resize_event(&mut self, _: f32, _: f32) {
        self.heard = true;
    }
    fn mouse_motion_event(&mut self, _: f32, _: f32) {
        self.heard = true;
    }
    fn raw_mouse_motion(&mut self, _: f32, _: f32) {
        self.heard = true;
    }
    fn mouse_wheel_event(&mut self, _: f32, _: f32) {
        self.heard = true;
    }
    fn mouse_button_down_event(&mut self, _: Button, _: f32, _: f32) {
        self.heard = true;
    }
    fn mouse_button_up_event(&mut self, _: Button, _: f32, _: f32) {
        self.heard = true;
    }
    fn key_down_event(&mut self, _: KeyCode, _: KeyMods, _: bool) {
        self.heard = true;
    }
    fn key_up_event(&mut self, _: KeyCode, _: KeyMods) {
        self.heard = true;
    }
    fn touch_event(&mut self, _: TouchPhase, _: u64, _: f32, _: f32) {
        self.heard = true;
    }
}
