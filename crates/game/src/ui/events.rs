//! The presses of the player in a frame, as the screens over the picture see them.

use macroquad::input::KeyCode;
use macroquad::math::Rect;

use crate::options::press::Press;
use crate::ui::input::gamepad::Button;

/// The presses and the mouse of a frame.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// The keys, with their modifiers.
    pub presses: Vec<Press>,
    /// The buttons of a gamepad.
    pub buttons: Vec<Button>,
    /// The mouse; pixels of the window.
    pub pointer: (f32, f32),
    /// Whether the mouse has moved since the last frame.
    pub has_moved: bool,
    /// Whether the free mouse was pressed.
    pub clicks: bool,
    /// How far the wheel was turned; away is positive.
    pub wheel: f32,
    /// Whether the panel uses the keys.
    pub panel_has_keys: bool,
}

impl Events {
    /// Whether `key` was pressed.
    pub fn has_key(&self, key: KeyCode) -> bool {
        self.presses.iter().any(|press| press.key == key)
    }

    /// Whether a key was pressed that takes what is selected.
    pub fn enters(&self) -> bool {
        self.has_key(KeyCode::Enter) || self.has_key(KeyCode::KpEnter)
    }

    pub fn has_button(&self, button: Button) -> bool {
        self.buttons.contains(&button)
    }

    /// Whether the free mouse was pressed in `area`; `None`: there is no such area in the picture.
    pub fn clicks_in(&self, area: Option<Rect>) -> bool {
        self.clicks && area.is_some_and(|area| area.contains(self.pointer.into()))
    }
}

#[cfg(test)]
impl Events {
    /// A frame in which `key` was pressed.
    pub fn of_key(key: KeyCode) -> Self {
        let press = Press {
            key,
            control: false,
            shift: false,
        };
        Self {
            presses: vec![press],
            ..Self::default()
        }
    }
}

/// Something that the player uses, and that a screen may take from what lies below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputKind {
    Key(KeyCode),
    /// A press of the mouse there; pixels of the window.
    Click((f32, f32)),
    /// The wheel, and the keys that seek far in a pause.
    Scroll,
}
