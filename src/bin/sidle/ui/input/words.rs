//! What is said of the keys: the hints at the lower edge, and the help; with the keys that are bound.

use sidle::player::Mode;

use crate::platform;
use crate::options::controls::{BindingTarget, KeyGroup, KeyRow, Switch};
use crate::platform::event::InputDevice;
use crate::ui::editor_keys;
use crate::ui::input::Input;

/// What to press, and what it does.
pub type KeyHelp = (String, String);

/// What cannot be bound to other keys, first and last in the help.
const FIRST: [(&str, &str); 1] = [("mouse", "look around (click into the window first)")];
const LAST: [(&str, &str); 2] = [
    ("Ctrl+C", "copy the place as a --spawn option"),
    (
        "Esc",
        if platform::CAN_QUIT {
            "close the help or the panel; then free the mouse; then quit"
        } else {
            "close the help or the panel; then free the mouse"
        },
    ),
];

/// What the entries of the page's sheet are called, where there are no keys.
const SHEET: [(&str, &str); 17] = [
    ("levels", "LevelList"),
    ("overlay_5", "Why"),
    ("overlay_8", "Ghosts"),
    ("panel", "Panel"),
    ("next_controller", "Controller"),
    ("fly", "Fly"),
    ("outside", "Outside"),
    ("map", "Map"),
    ("pause", "Pause"),
    ("step_back", "Tick back"),
    ("step_ahead", "Tick on"),
    ("respawn", "Restart"),
    ("record", "Record"),
    ("copy_link", "Link"),
    ("screenshot", "Picture"),
    ("full_screen", "Full"),
    ("numbers", "Numbers"),
];

impl Input {
    /// What to try next, most useful first, and always how to get help and out; where nothing else is going
    /// on, the `first_hints` of a first game.
    pub fn hints(&self, first_hints: Vec<&'static str>) -> Vec<String> {
        let hints = self.bare_hints(first_hints);
        hints.iter().map(|hint| self.fill(hint)).collect()
    }

    /// `text` with the keys that are bound for the names of what they do: `{pause}`; or what one presses with
    /// a thumb for that.
    pub fn fill(&self, text: &str) -> String {
        match self.device {
            InputDevice::Keyboard => self.values.bindings.expand_keys(text),
            InputDevice::Touch => self.values.bindings.expand_keys_with(text, |name| {
                let entry = SHEET.iter().find(|(row, _)| *row == name);
                entry.map(|(_, entry)| (*entry).to_owned())
            }),
        }
    }

    fn bare_hints(&self, first_hints: Vec<&'static str>) -> Vec<&'static str> {
        let mut hints = Vec::new();
        if self.device == InputDevice::Touch {
            return hints;
        }
        if let Some(selected) = self.editing {
            hints.extend(if selected {
                editor_keys::HINTS_SELECTED.as_slice()
            } else {
                &editor_keys::HINTS
            });
            hints.extend(["{editor} leave the editor", "{help} help"]);
            return hints;
        }
        if self.watches {
            return vec![
                "you watch",
                "{respawn} play yourself, from the spawn",
                "{overlay_5} see why",
                "{pause} pause",
                "{help} help",
            ];
        }
        if self.body_view.is_some() {
            return vec![
                "free camera: {free_camera} back",
                "{walk_forward walk_left walk_back walk_right} fly",
                "{jump} up",
                "{down} down",
                "{fast} faster",
                "{help} help",
            ];
        }
        hints.extend(if first_hints.is_empty() || self.has_lab {
            self.world_hints()
        } else {
            first_hints
        });
        hints.push("{panel} panel");
        hints.push("{help} help");
        if self.grabbed {
            hints.push("Esc free the mouse");
        } else if self.beside_panel {
            hints.push("Esc close the panel");
        } else if platform::CAN_QUIT {
            hints.push("Esc quit");
        }
        hints
    }

    /// What one can do in this level, as one moves now.
    fn world_hints(&self) -> Vec<&'static str> {
        let mut hints = Vec::new();
        if self.has_lab {
            hints.extend([
                "{lab_away lab_left lab_near lab_right lab_up lab_down} move",
                "Shift turn",
                "{lab_next} next",
                "{lab_settle} settle",
                "{lab_restart} restart",
            ]);
        }
        if !self.grabbed {
            hints.push("click to look with the mouse");
        }
        hints.extend(match self.mode {
            Mode::Walk => [
                "{walk_forward walk_left walk_back walk_right} walk",
                "{jump} jump",
                "{fly} fly",
            ]
            .as_slice(),
            Mode::Fly => &[
                "{walk_forward walk_left walk_back walk_right} fly",
                "{jump} up",
                "{down} down",
                "{fly} walk",
            ],
        });
        if self.has_movers {
            hints.extend(["{overlay_3} separating axes", "{mover_boxes} boxes"]);
        }
        if self.controllers.len() > 1 {
            hints.push("{next_controller} next controller");
        }
        hints.push("{overlay_5} see why");
        hints
    }

    /// All keys that do something in this level.
    pub fn keys(&self) -> Vec<KeyHelp> {
        let fixed = |rows: &[(&str, &str)]| {
            let rows = rows.iter();
            rows.map(|(keys, words)| (self.fill(keys), self.fill(words)))
                .collect::<Vec<_>>()
        };
        if self.editing.is_some() {
            return fixed(&editor_keys::KEYS);
        }
        let mut keys = fixed(&FIRST);
        keys.extend(self.values.bindings.help(|row| self.has(row)));
        keys.extend(fixed(&LAST));
        keys
    }

    /// Whether the level has what the row is about.
    pub(super) fn has(&self, row: &KeyRow) -> bool {
        match (row.group, row.target) {
            (KeyGroup::Lab, _) => self.has_lab,
            (_, BindingTarget::Switch(Switch::Boxes)) => self.has_movers,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::options::bindings::Bindings;
    use super::*;

    #[test]
    fn every_row_that_words_name_is_there() {
        let told = FIRST.iter().chain(&LAST).chain(&editor_keys::KEYS);
        let told = told.flat_map(|(keys, words)| [*keys, *words]);
        let hints = editor_keys::HINTS.iter().chain(&editor_keys::HINTS_SELECTED).copied();
        for text in told.chain(hints) {
            assert_eq!(Bindings::default().unknown(text), None, "{text}");
        }
    }
}
