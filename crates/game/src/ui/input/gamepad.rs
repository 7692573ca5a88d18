//! A gamepad, with the effects of its sticks and buttons. Only `gamepad_reader` knows the device.

use sidle::geometry::float::min;

use crate::options::action::Action;
use crate::options::controls::{BindingTarget, Control, Switch};

/// A released stick does not return exactly to the middle. Within this distance it counts as released; a share of
/// its range. Smaller: the player creeps; larger: small motions are lost.
const DEAD_ZONE: f64 = 0.18;

/// The buttons, by the names that most gamepads print on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    A,
    B,
    X,
    Y,
    LeftBumper,
    RightBumper,
    LeftTrigger,
    RightTrigger,
    Back,
    Start,
    Up,
    Down,
    Left,
    Right,
}

/// The effects of the buttons. Keys do the same, so the table of keys has words for all of it.
pub const BUTTONS: [(Button, BindingTarget); 14] = [
    (Button::A, BindingTarget::Hold(Control::Jump)),
    (Button::B, BindingTarget::Hold(Control::Down)),
    (Button::X, BindingTarget::Switch(Switch::Controller)),
    (Button::Y, BindingTarget::Action(Action::ToggleThirdPerson)),
    (Button::LeftBumper, BindingTarget::Switch(Switch::Mode)),
    (Button::RightBumper, BindingTarget::Switch(Switch::Respawn)),
    (
        Button::LeftTrigger,
        BindingTarget::Action(Action::ToggleOverlays(5)),
    ),
    (Button::RightTrigger, BindingTarget::Hold(Control::Fast)),
    (Button::Back, BindingTarget::Action(Action::Pause)),
    (Button::Start, BindingTarget::Action(Action::ToggleMenu)),
    (Button::Up, BindingTarget::Action(Action::SlowDown)),
    (
        Button::Down,
        BindingTarget::Action(Action::ToggleOverlays(4)),
    ),
    (Button::Left, BindingTarget::Hold(Control::TickBack)),
    (Button::Right, BindingTarget::Hold(Control::TickAhead)),
];

/// A gamepad in a frame. Each stick: to the right, and away, from -1 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gamepad {
    pub left: [f64; 2],
    pub right: [f64; 2],
    pub held: Vec<Button>,
    /// Pressed since the last frame.
    pub pressed: Vec<Button>,
}

impl Gamepad {
    /// Whether a button of `control` is held.
    pub fn is_down(&self, control: Control) -> bool {
        targets(&self.held).any(|target| target == BindingTarget::Hold(control))
    }

    /// Whether a button of `control` was pressed in this frame.
    pub fn is_pressed(&self, control: Control) -> bool {
        self.pressed()
            .any(|target| target == BindingTarget::Hold(control))
    }

    /// The targets of the buttons that were pressed in this frame.
    pub fn pressed(&self) -> impl Iterator<Item = BindingTarget> {
        targets(&self.pressed)
    }

    /// The direction to walk in: to the right, and ahead.
    pub fn walk(&self) -> [f64; 2] {
        outside_dead_zone(self.left)
    }

    /// How fast the view turns right and up, as a share of the fastest. The speed is the square of the stick's
    /// distance from the middle, so that small turns are precise.
    pub fn turn(&self) -> [f64; 2] {
        let [right, up] = outside_dead_zone(self.right);
        let length = (right * right + up * up).sqrt();
        [right * length, up * length]
    }
}

fn targets(buttons: &[Button]) -> impl Iterator<Item = BindingTarget> {
    let all = BUTTONS.iter();
    let held = all.filter(|(button, _)| buttons.contains(button));
    held.map(|(_, target)| *target)
}

/// `stick` measured from the edge of the dead zone; never longer than 1, also in the corners.
fn outside_dead_zone(stick: [f64; 2]) -> [f64; 2] {
    let length = (stick[0] * stick[0] + stick[1] * stick[1]).sqrt();
    // NaN counts as released.
    if length > DEAD_ZONE {
        let wanted = min((length - DEAD_ZONE) / (1.0 - DEAD_ZONE), 1.0);
        stick.map(|part| part / length * wanted)
    } else {
        [0.0, 0.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::controls::TABLE;

    fn left(left: [f64; 2]) -> [f64; 2] {
        Gamepad {
            left,
            ..Gamepad::default()
        }
        .walk()
    }

    #[test]
    fn a_stick_is_still_in_the_dead_zone_and_starts_slowly_at_its_edge() {
        assert_eq!(left([0.0, 0.0]), [0.0, 0.0]);
        assert_eq!(left([0.1, -0.14]), [0.0, 0.0]);
        assert_eq!(left([f64::NAN, 1.0]), [0.0, 0.0]);
        let [right, ahead] = left([0.0, DEAD_ZONE + 0.01]);
        assert!(right == 0.0 && ahead > 0.0 && ahead < 0.02, "{ahead}");
        // Half of the range outside the dead zone.
        let [right, _] = left([-(1.0 + DEAD_ZONE) * 0.5, 0.0]);
        assert!((right + 0.5).abs() < 1e-12, "{right}");
    }

    #[test]
    fn a_stick_is_not_faster_in_the_corners() {
        assert_eq!(left([0.0, 1.0]), [0.0, 1.0]);
        let [right, ahead] = left([1.0, 1.0]);
        assert!((right * right + ahead * ahead - 1.0).abs() < 1e-12);
        assert_eq!(right, ahead);
    }

    #[test]
    fn the_view_turns_slowly_near_the_middle_and_fully_at_the_edge() {
        let turn = |right| {
            Gamepad {
                right,
                ..Gamepad::default()
            }
            .turn()
        };
        assert_eq!(turn([-1.0, 0.0]), [-1.0, 0.0]);
        let [_, up] = turn([0.0, (1.0 + DEAD_ZONE) * 0.5]);
        assert!((up - 0.25).abs() < 1e-12, "{up}");
    }

    #[test]
    fn every_button_has_one_target_and_the_table_has_words_for_it() {
        for (number, (button, target)) in BUTTONS.iter().enumerate() {
            assert!(TABLE.iter().any(|row| row.target == *target), "{button:?}");
            let others = &BUTTONS[..number];
            let again = others
                .iter()
                .any(|other| other.0 == *button || other.1 == *target);
            assert!(!again, "{button:?}");
        }
    }

    #[test]
    fn a_held_button_is_not_pressed_again() {
        let pad = Gamepad {
            held: vec![Button::A, Button::Back],
            pressed: vec![Button::Back],
            ..Gamepad::default()
        };
        assert!(pad.is_down(Control::Jump) && !pad.is_pressed(Control::Jump));
        assert!(!pad.is_down(Control::Fast));
        assert_eq!(
            pad.pressed().collect::<Vec<_>>(),
            [BindingTarget::Action(Action::Pause)]
        );
    }
}
