//! Reads the gamepad that was used last. Gamepads may be plugged in and out at any time.

use gilrs::{Axis, Event, EventType, GamepadId, Gilrs};

use crate::ui::input::gamepad::{Button, Gamepad};

/// Whether gamepads work.
pub const HAS_GAMEPADS: bool = true;

/// gilrs's names of the buttons.
const BUTTONS: [(gilrs::Button, Button); 14] = [
    (gilrs::Button::South, Button::A),
    (gilrs::Button::East, Button::B),
    (gilrs::Button::West, Button::X),
    (gilrs::Button::North, Button::Y),
    (gilrs::Button::LeftTrigger, Button::LeftBumper),
    (gilrs::Button::RightTrigger, Button::RightBumper),
    (gilrs::Button::LeftTrigger2, Button::LeftTrigger),
    (gilrs::Button::RightTrigger2, Button::RightTrigger),
    (gilrs::Button::Select, Button::Back),
    (gilrs::Button::Start, Button::Start),
    (gilrs::Button::DPadUp, Button::Up),
    (gilrs::Button::DPadDown, Button::Down),
    (gilrs::Button::DPadLeft, Button::Left),
    (gilrs::Button::DPadRight, Button::Right),
];

/// All gamepads of the system.
pub struct Reader {
    /// `None` where the system does not support gamepads.
    gilrs: Option<Gilrs>,
    used: Option<GamepadId>,
}

impl Reader {
    pub fn new() -> Self {
        Self {
            gilrs: Gilrs::new().ok(),
            used: None,
        }
    }

    /// The state of the gamepad since the last frame.
    pub fn read(&mut self) -> Gamepad {
        let mut pressed = Vec::new();
        let Some(gilrs) = &mut self.gilrs else {
            return Gamepad::default();
        };
        while let Some(Event { id, event, .. }) = gilrs.next_event() {
            match event {
                EventType::Disconnected if self.used == Some(id) => self.used = None,
                EventType::Disconnected => {}
                EventType::ButtonPressed(button, _) => {
                    self.used = Some(id);
                    pressed.extend(button_of(button));
                }
                _ => self.used = Some(id),
            }
        }
        let Some(pad) = self.used.and_then(|id| gilrs.connected_gamepad(id)) else {
            return Gamepad::default();
        };
        let stick = |right, away| [right, away].map(|axis| f64::from(pad.value(axis)));
        let held = BUTTONS.iter().filter(|(its, _)| pad.is_pressed(*its));
        Gamepad {
            left: stick(Axis::LeftStickX, Axis::LeftStickY),
            right: stick(Axis::RightStickX, Axis::RightStickY),
            held: held.map(|(_, button)| *button).collect(),
            pressed,
        }
    }
}

fn button_of(button: gilrs::Button) -> Option<Button> {
    let known = BUTTONS.iter().find(|(its, _)| *its == button);
    known.map(|(_, button)| *button)
}
