//! The mouse: who holds it, and how the view turns with it, and with keys and sticks.

use macroquad::input::{
    KeyCode, MouseButton, is_mouse_button_down, is_mouse_button_pressed, mouse_position,
    set_cursor_grab, show_mouse, utils::repeat_all_miniquad_input,
};
use macroquad::miniquad::{self, KeyMods};

use sidle::geometry::order::within;

use crate::platform;
use crate::options::controls::Control;
use crate::options::press::Press;
use crate::options::settings::values::Values;
use crate::ui::input::{Input, is_control_down};
use crate::view::hud::time_bar;

/// How fast the arrow keys turn the view; degrees per second.
const KEY_TURN: f64 = 100.0;

/// The view never looks quite straight up or down; degrees.
const STEEPEST_PITCH: f64 = 89.0;

/// To become full screen, a window is hidden and shown again, and loses the keyboard meanwhile: that
/// it does within this time gives no mouse back; seconds of game time.
const RESIZE_SECONDS: f64 = 1.0;

/// Listens to what macroquad does not pass on: that the window lost the keyboard, and with what a key
/// was pressed. In a slow frame, Ctrl is let go of again before anyone can ask.
#[derive(Default)]
struct Listener {
    lost: bool,
    pressed: Vec<Press>,
}

impl miniquad::EventHandler for Listener {
    fn update(&mut self) {}
    fn draw(&mut self) {}
    fn window_minimized_event(&mut self) {
        self.lost = true;
    }
    fn key_down_event(&mut self, key: KeyCode, with: KeyMods, repeat: bool) {
        if !repeat {
            self.pressed.push(Press {
                key,
                control: with.ctrl,
                shift: with.shift,
            });
        }
    }
}

impl Input {
    /// A click takes the mouse; losing the keyboard gives it back.
    pub(super) fn poll_grab(&mut self, seconds: f64) {
        let mut listener = Listener::default();
        repeat_all_miniquad_input(&mut listener, self.subscriber);
        self.pressed = listener.pressed;
        self.control = is_control_down() || self.pressed.iter().any(|press| press.control);
        self.resizing_seconds -= seconds;
        if listener.lost && self.resizing_seconds <= 0.0 {
            self.grab(false);
        }
        let on_bar = self.time_bar.filter(|_| !self.grabbed);
        let on_bar = on_bar.is_some_and(|bar| time_bar::contains(bar, mouse_position()));
        let pressed = is_mouse_button_pressed(MouseButton::Left) && !self.taken.mouse();
        self.scrubs = is_mouse_button_down(MouseButton::Left) && (self.scrubs || pressed && on_bar);
        if pressed && !self.scrubs {
            self.grab(true);
        }
    }

    /// Tells that the window is about to change between full screen and not.
    pub fn expect_resize(&mut self) {
        self.resizing_seconds = RESIZE_SECONDS;
        // What the mouse reports across the change is no motion.
        self.mouse = None;
    }

    /// Takes the mouse, or gives it back.
    pub fn grab(&mut self, grab: bool) {
        if grab != self.grabbed {
            self.grabbed = grab;
            self.mouse = None;
            set_cursor_grab(grab);
            platform::notify_page(if grab { "grabbed" } else { "freed" });
            show_mouse(!grab);
        }
    }

    /// Turns the view for a frame of `seconds`.
    pub(super) fn poll_view(&mut self, seconds: f64) {
        if self.grabbed {
            let now = mouse_position();
            // The first position after a grab is no motion.
            if let Some(before) = self.mouse.replace(now) {
                let Values {
                    sensitivity,
                    invert_mouse,
                    ..
                } = self.values;
                let down = if invert_mouse {
                    -sensitivity
                } else {
                    sensitivity
                };
                self.yaw_deg -= f64::from(now.0 - before.0) * sensitivity;
                self.pitch_deg -= f64::from(now.1 - before.1) * down;
            }
        }
        let degrees = KEY_TURN * seconds;
        self.yaw_deg += self.held(Control::TurnLeft, Control::TurnRight) * degrees;
        self.pitch_deg += self.held(Control::TurnUp, Control::TurnDown) * degrees;
        let [right, up] = self.gamepad.turn();
        let degrees = self.values.stick_turn_deg * seconds;
        self.yaw_deg = (self.yaw_deg - right * degrees) % 360.0;
        self.pitch_deg += up * degrees;
        self.pitch_deg = within(self.pitch_deg, -STEEPEST_PITCH, STEEPEST_PITCH);
    }
}
