//! The keys that the help lists.

use crate::options::controls::{KeyGroup, KeyRow};
use crate::ui::editor_keys;
use crate::ui::input::Input;
use crate::ui::input::gamepad_reader::HAS_GAMEPADS;
use crate::ui::key_labels::KeyLabels;
use crate::ui::screens::screen::KeyHelp;

/// Keys that cannot be bound, at the beginning of the help.
const FIRST: [(&str, &str); 2] = [
    (
        "⟦Enter⟧",
        "here: the tour, five steps through the courtyard",
    ),
    ("mouse", "look around (click into the window first)"),
];

/// What the help says about gamepads in a build without them.
const NO_GAMEPADS: (&str, &str) = ("gamepad", "this build of the game reads none");

/// Keys that cannot be bound, at the end of the help.
const LAST: [(&str, &str); 2] = [
    ("⟦Ctrl+C⟧", "copy the place"),
    (
        "⟦Esc⟧",
        "close the open view; then free the mouse; then the menu",
    ),
];

/// All of these.
#[cfg(test)]
pub const FIXED: [&[(&str, &str)]; 3] = [&FIRST, &LAST, &[NO_GAMEPADS]];

impl Input {
    /// All keys that have a use in this level, or those of the editor while it is on.
    pub fn help_keys(&self, labels: &KeyLabels) -> Vec<KeyHelp> {
        let row = |(keys, action)| KeyHelp {
            title: None,
            keys,
            action,
        };
        let fixed = |rows: &[(&str, &str)]| {
            let rows = rows.iter();
            let filled = rows.map(|(keys, words)| row((labels.fill(keys), labels.fill(words))));
            filled.collect::<Vec<_>>()
        };
        if self.context.editor.is_on() {
            return fixed(&editor_keys::KEYS);
        }
        let mut keys = fixed(&FIRST);
        for group in KeyGroup::ALL {
            let of_group = |row: &KeyRow| row.group == group && self.level.has(row);
            let first = keys.len();
            keys.extend(labels.bindings.help(of_group).into_iter().map(row));
            if let Some(first) = keys.get_mut(first) {
                first.title = Some(group.title());
            }
        }
        keys.extend(fixed(&LAST));
        if !HAS_GAMEPADS {
            keys.extend(fixed(&[NO_GAMEPADS]));
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::action::Action;
    use crate::options::bindings::Bindings;
    use crate::options::controls::{BindingTarget, TABLE};
    use crate::ui::input::{by_key, with_shift};

    #[test]
    fn no_key_changes_what_the_next_game_begins_with() {
        for row in TABLE {
            let BindingTarget::Action(action) = row.target else {
                continue;
            };
            for action in [action, with_shift(action)].map(by_key) {
                let keeps = matches!(
                    action,
                    Action::ChangeSetting(_) | Action::KeepSettings | Action::SetStartLevel
                );
                assert!(!keeps, "{}", row.name);
            }
        }
    }

    #[test]
    fn the_help_names_known_rows_only() {
        for (keys, words) in FIXED.into_iter().flatten().chain(&editor_keys::KEYS) {
            for text in [keys, words] {
                assert_eq!(Bindings::default().unknown(text), None, "{text}");
            }
        }
    }
}
