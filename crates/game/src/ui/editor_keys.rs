//! The keys and the mouse of the editor, while it is on; `E` toggles it. The player walks as without it, with two exceptions.
//! While an entry is selected, the arrow keys move it instead of the view; and while Ctrl is held, no letter walks.
//!
//! While the palette is open, the mouse is free: its left button selects, drags and takes handles, and the view turns while the
//! right one is held. Otherwise the crosshair takes the place of the mouse, and the right button that of the left one.
//!
//! | keys | do |
//! |---|---|
//! | `Enter` | select the entry under the crosshair; with `Shift` one more |
//! | `Ctrl+A` | all entries but the spawn |
//! | `Tab` | the next entry; with `Shift` the one before |
//! | arrows, `PageUp`, `PageDown` | move along the world's axes, as seen from the player |
//! | `Ctrl` with these | turn: left and right about Y, up and down about X, pages about Z |
//! | `Home`, `End` | larger, smaller |
//! | `Insert` | scale all three axes, or one |
//! | `M` | the next step; `Shift` with any of these: a tenth of it |
//! | `Ctrl+D`, `Delete` or `X` | copy, delete |
//! | `Ctrl+C`, `Ctrl+V` | keep a copy, paste it at the crosshair |
//! | `Ctrl+B`, `Ctrl+U`, `Ctrl+G`, `Ctrl+O` | a block, a ramp, stairs, a cylinder, at the crosshair |
//! | `Ctrl+K`, `Ctrl+F` | a crate, a fence, at the crosshair |
//! | `Ctrl+P` | the player starts here |
//! | `Ctrl+Z`, `Ctrl+Y` or `Ctrl+Shift+Z` | undo, redo |
//! | `Ctrl+S` | save |

use macroquad::input::{
    KeyCode, MouseButton, is_key_down, is_mouse_button_down, is_mouse_button_pressed,
};

use crate::options::edit_action::{EditAction, Nudge, NudgeKind, Pointer};
use crate::options::press::Press;

/// The keys in the help.
pub const KEYS: [(&str, &str); 22] = [
    (
        "{walk_forward walk_left walk_back walk_right}, mouse, {jump}",
        "walk, look and jump as ever",
    ),
    (
        "left button",
        "select; drag objects, handles, and what the palette adds",
    ),
    ("right button held", "look around"),
    (
        "⟦Esc⟧",
        "deselect; then hide the palette: the crosshair then selects",
    ),
    ("⟦Enter⟧", "select what is under the crosshair"),
    (
        "⟦Shift⟧ and click, drag or ⟦Enter⟧; ⟦Ctrl+A⟧",
        "select several: one more, all in a box; everything",
    ),
    ("⟦Tab⟧ or ⟦Shift Tab⟧", "the next object, or the one before"),
    ("arrow keys", "move it along the floor, as you look"),
    ("⟦Page Up⟧, ⟦Page Down⟧", "move it up and down"),
    (
        "⟦Ctrl⟧ with these six",
        "turn it: about Y, about X, about Z",
    ),
    ("⟦Home⟧, ⟦End⟧", "larger, smaller"),
    ("⟦Insert⟧", "scale all axes, or X, Y or Z alone"),
    ("⟦M⟧", "the next step: 1 cm, 10 cm, 50 cm, 1 m"),
    ("⟦Shift⟧ with these", "a tenth of the step"),
    (
        "⟦Ctrl+D⟧, ⟦Delete⟧ or ⟦X⟧",
        "copy it next to itself, delete it",
    ),
    (
        "⟦Ctrl+C⟧, ⟦Ctrl+V⟧",
        "keep a copy, paste it at the crosshair",
    ),
    (
        "⟦Ctrl+B⟧, ⟦Ctrl+U⟧, ⟦Ctrl+G⟧, ⟦Ctrl+O⟧",
        "add a block, ramp, stairs, cylinder at the crosshair",
    ),
    ("⟦Ctrl+K⟧, ⟦Ctrl+F⟧", "add a crate, a fence there"),
    ("⟦Ctrl+P⟧", "let the player start where you stand"),
    ("⟦Ctrl+Z⟧, ⟦Ctrl+Y⟧", "undo, redo"),
    ("⟦Ctrl+S⟧", "save into the level's file"),
    (
        "{editor}",
        "leave the editor; {help} then shows all other keys",
    ),
];

/// The most useful keys while nothing is selected.
pub const HINTS: [&str; 7] = [
    "{editor}, {editor} palette",
    "⟦Enter⟧ select",
    "⟦Ctrl+B⟧ add block",
    "⟦Ctrl+U⟧ ramp",
    "⟦Ctrl+G⟧ stairs",
    "⟦Ctrl+Z⟧ undo",
    "⟦Ctrl+S⟧ save",
];

/// The most useful gestures while the palette is open.
pub const HINTS_MOUSE: [&str; 6] = [
    "left button select and drag",
    "right button held: look",
    "{fly} fly, to see more",
    "⟦Shift⟧ drag: select several",
    "⟦Ctrl+Z⟧ undo",
    "⟦Ctrl+S⟧ save",
];

/// The most useful keys while an entry is selected.
pub const HINTS_SELECTED: [&str; 9] = [
    HINTS[0],
    "arrows move",
    "⟦Ctrl+arrows⟧ turn",
    "⟦Home⟧ ⟦End⟧ scale",
    "⟦M⟧ step",
    "⟦Ctrl+D⟧ copy",
    "⟦X⟧ delete",
    "⟦Ctrl+Z⟧ undo",
    "⟦Ctrl+S⟧ save",
];

/// A held key repeats after this time, and then at this interval; seconds.
const REPEAT_AFTER: f64 = 0.35;
const REPEAT_EVERY: f64 = 0.06;

/// The nudge of a key that repeats while it is held.
fn nudge(key: KeyCode, control: bool) -> Option<NudgeKind> {
    let step = |right, up, ahead| NudgeKind::Move { right, up, ahead };
    let turn = |axis, direction| NudgeKind::Turn { axis, direction };
    Some(match (key, control) {
        (KeyCode::Up, false) => step(0.0, 0.0, 1.0),
        (KeyCode::Down, false) => step(0.0, 0.0, -1.0),
        (KeyCode::Left, false) => step(-1.0, 0.0, 0.0),
        (KeyCode::Right, false) => step(1.0, 0.0, 0.0),
        (KeyCode::PageUp, false) => step(0.0, 1.0, 0.0),
        (KeyCode::PageDown, false) => step(0.0, -1.0, 0.0),
        (KeyCode::Left, true) => turn(1, 1.0),
        (KeyCode::Right, true) => turn(1, -1.0),
        (KeyCode::Up, true) => turn(0, -1.0),
        (KeyCode::Down, true) => turn(0, 1.0),
        (KeyCode::PageUp, true) => turn(2, 1.0),
        (KeyCode::PageDown, true) => turn(2, -1.0),
        (KeyCode::Home, _) => NudgeKind::Scale { larger: true },
        (KeyCode::End, _) => NudgeKind::Scale { larger: false },
        _ => return None,
    })
}

/// The action of a key that acts once.
fn once(key: KeyCode, control: bool, shift: bool) -> Option<EditAction> {
    Some(match (key, control) {
        (KeyCode::Enter | KeyCode::KpEnter, false) => EditAction::Select { adds: shift },
        (KeyCode::Tab, false) => EditAction::SelectNext(if shift { -1 } else { 1 }),
        (KeyCode::M, false) => EditAction::NextStep,
        (KeyCode::Insert, false) => EditAction::NextAxis,
        (KeyCode::X | KeyCode::Delete, false) => EditAction::Delete,
        (KeyCode::A, true) => EditAction::SelectAll,
        (KeyCode::D, true) => EditAction::Copy,
        (KeyCode::C, true) => EditAction::KeepCopy,
        (KeyCode::V, true) => EditAction::Paste,
        (KeyCode::B, true) => EditAction::add("block"),
        (KeyCode::U, true) => EditAction::add("ramp"),
        (KeyCode::G, true) => EditAction::add("stairs"),
        (KeyCode::O, true) => EditAction::add("cylinder"),
        (KeyCode::F, true) => EditAction::add("fence"),
        (KeyCode::K, true) => EditAction::add("crate"),
        (KeyCode::P, true) => EditAction::SetSpawn { place: None },
        (KeyCode::Z, true) if shift => EditAction::Redo,
        (KeyCode::Z, true) => EditAction::Undo,
        (KeyCode::Y, true) => EditAction::Redo,
        (KeyCode::S, true) => EditAction::Save,
        _ => return None,
    })
}

/// Whether the editor uses `key` alone, so that nothing else does. The arrow keys turn the view until an entry is
/// selected.
pub fn uses(key: KeyCode) -> bool {
    once(key, false, false).is_some() || nudge(key, false).is_some()
}

/// The keys of the editor, and the key that is held.
#[derive(Clone, Copy, Debug, Default)]
pub struct EditKeys {
    /// The held key, and its nudge.
    held: Option<(KeyCode, Nudge)>,
    /// Time until the held key repeats; seconds.
    repeat_in: f64,
    /// Whether the mouse holds something.
    drags: bool,
}

impl EditKeys {
    /// The edits of a frame of `seconds`, in which these keys were `pressed`. The free mouse points at this `place`; else the
    /// crosshair does. With `has_mouse`, the mouse is the panel's.
    pub fn poll(
        &mut self,
        seconds: f64,
        pressed: &[Press],
        place: Option<(f32, f32)>,
        has_mouse: bool,
    ) -> Vec<EditAction> {
        let mut actions = self.press(pressed);
        self.held = self.held.filter(|(key, _)| is_key_down(*key));
        actions.extend(self.repeat(seconds));
        actions.extend(self.poll_mouse(place, has_mouse));
        actions
    }

    /// The edits of the mouse alone, in a frame whose keys a text field has.
    pub fn poll_mouse(&mut self, place: Option<(f32, f32)>, has_mouse: bool) -> Vec<EditAction> {
        let button = match place {
            Some(_) => MouseButton::Left,
            None => MouseButton::Right,
        };
        let fine = is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift);
        let pointer = Pointer { place, fine };
        let (pressed, down) = (
            is_mouse_button_pressed(button),
            is_mouse_button_down(button),
        );
        self.drag(pressed && !has_mouse, down, pointer)
    }

    /// The edits of a button that was pressed over the picture, and is down at the end of the frame. A quick click is both pressed and
    /// released in one.
    fn drag(&mut self, pressed: bool, down: bool, pointer: Pointer) -> Vec<EditAction> {
        let mut actions = Vec::new();
        if pressed {
            actions.push(EditAction::BeginDrag(pointer));
            self.drags = true;
        } else if self.drags && down {
            actions.push(EditAction::Drag(pointer));
        }
        if self.drags && !down {
            actions.push(EditAction::EndDrag);
            self.drags = false;
        }
        actions
    }

    fn press(&mut self, pressed: &[Press]) -> Vec<EditAction> {
        let mut actions = Vec::new();
        for press in pressed {
            let Press {
                key,
                control,
                shift,
            } = *press;
            actions.extend(once(key, control, shift));
            if let Some(kind) = nudge(key, control) {
                let nudge = Nudge {
                    kind,
                    fine: shift,
                    repeated: false,
                };
                actions.push(EditAction::Nudge(nudge));
                self.held = Some((key, nudge));
                self.repeat_in = REPEAT_AFTER;
            }
        }
        actions
    }

    /// The repeat of the held key, if it is due.
    fn repeat(&mut self, seconds: f64) -> Option<EditAction> {
        let (_, nudge) = self.held?;
        self.repeat_in -= seconds;
        if self.repeat_in >= 0.0 {
            return None;
        }
        self.repeat_in = (self.repeat_in + REPEAT_EVERY).max(0.0);
        Some(EditAction::Nudge(Nudge {
            repeated: true,
            ..nudge
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: KeyCode, control: bool) -> Press {
        Press {
            key,
            control,
            shift: false,
        }
    }

    #[test]
    fn ctrl_turns_with_the_arrows_and_acts_with_letters() {
        let mut keys = EditKeys::default();
        let pressed = [press(KeyCode::S, false), press(KeyCode::S, true)];
        assert_eq!(keys.press(&pressed), [EditAction::Save], "S alone walks");
        let turned = keys.press(&[press(KeyCode::Left, true)]);
        let left = NudgeKind::Turn {
            axis: 1,
            direction: 1.0,
        };
        let nudge = |kind, repeated| {
            EditAction::Nudge(Nudge {
                kind,
                fine: false,
                repeated,
            })
        };
        assert_eq!(turned, [nudge(left, false)]);
        // Held, it repeats after a while, with the same modifiers.
        assert_eq!(keys.repeat(0.3), None);
        assert_eq!(keys.repeat(0.1), Some(nudge(left, true)));
        assert_eq!(keys.repeat(0.005), None);
        let left = NudgeKind::Move {
            right: -1.0,
            up: 0.0,
            ahead: 0.0,
        };
        assert_eq!(
            keys.press(&[press(KeyCode::Left, false)]),
            [nudge(left, false)]
        );
    }

    #[test]
    fn a_click_within_a_frame_ends_and_only_what_was_pressed_here_is_dragged() {
        let mut keys = EditKeys::default();
        let at = Pointer {
            place: Some((0.5, 0.5)),
            fine: false,
        };
        let click = [EditAction::BeginDrag(at), EditAction::EndDrag];
        assert_eq!(keys.drag(true, false, at), click);
        // The button went down over the palette.
        assert_eq!(keys.drag(false, true, at), []);
        assert_eq!(keys.drag(false, false, at), []);
        assert_eq!(keys.drag(true, true, at), click[..1]);
        assert_eq!(keys.drag(false, true, at), [EditAction::Drag(at)]);
        assert_eq!(keys.drag(false, false, at), click[1..]);
    }

    #[test]
    fn undo_and_redo_have_their_usual_keys() {
        assert_eq!(once(KeyCode::Z, true, false), Some(EditAction::Undo));
        assert_eq!(once(KeyCode::Z, true, true), Some(EditAction::Redo));
        assert_eq!(once(KeyCode::Y, true, false), Some(EditAction::Redo));
        assert_eq!(once(KeyCode::Z, false, false), None);
    }
}
