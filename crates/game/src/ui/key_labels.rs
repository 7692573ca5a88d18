//! Writes the bound keys into texts.

use crate::options::bindings::Bindings;
use crate::options::buttons::BUTTONS;
use crate::options::key_names::CAP;
use crate::options::overlay_set::Overlay;
use crate::platform::event::InputDevice;

/// What a thumb does instead of a key, in words.
const THUMBS: [(&str, &str); 3] = [
    ("jump", "arrow up"),
    ("down", "arrow down"),
    ("fast", "the left thumb far from where it began"),
];

/// What the filled texts depend on besides themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelSource(Bindings, InputDevice);

/// The names of the keys that are bound, or of the touch sheet's entries.
#[derive(Clone, Copy)]
pub struct KeyLabels<'b> {
    pub bindings: &'b Bindings,
    pub device: InputDevice,
}

impl KeyLabels<'_> {
    /// What they depend on.
    pub fn source(&self) -> LabelSource {
        LabelSource(self.bindings.clone(), self.device)
    }

    /// Replaces each `{pause}` in `text` by the key caps of the row `pause`, or by its entry on the touch sheet. What has no entry
    /// there is named by what it does, and the overlays of a number key by the first of them.
    pub fn fill(&self, text: &str) -> String {
        match self.device {
            InputDevice::Keyboard => self.bindings.expand_caps(text),
            InputDevice::Touch => self.bindings.expand_keys_with(text, |name| {
                let mut sheet = BUTTONS.iter().filter(|button| button.sheet);
                let button = sheet.find(|button| button.row == name);
                let words = button.map(|button| button.words).or_else(|| {
                    let thumb = THUMBS.iter().find(|(row, _)| *row == name);
                    thumb.map(|(_, words)| *words)
                });
                let words = words.or_else(|| overlay_name(name));
                match words {
                    Some(words) => words.to_owned(),
                    None => name.replace('_', " "),
                }
            }),
        }
    }

    /// Fills in the keys without key caps, for text that is not drawn on a canvas.
    pub fn fill_plain(&self, text: &str) -> String {
        self.fill(text).replace(CAP, "")
    }
}

/// The first overlay of a row such as `overlay_4`, as the panel calls it.
fn overlay_name(row: &str) -> Option<&'static str> {
    let key = row.strip_prefix("overlay_")?.parse().ok();
    let mut overlays = Overlay::ALL.iter();
    overlays
        .find(|entry| entry.key == key)
        .map(|entry| entry.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::{BuiltIn, gallery};
    use crate::session::guide::TourTask;
    use sidle::level::load_level;

    #[test]
    fn signs_of_shipped_levels_name_no_key_where_fingers_play() {
        let bindings = &Bindings::default();
        let [keys, touch] = [InputDevice::Keyboard, InputDevice::Touch]
            .map(|device| KeyLabels { bindings, device });
        let mut filled = 0;
        for path in gallery() {
            let level = load_level(path.as_ref(), &BuiltIn).level.unwrap();
            for sign in &level.scene.signs {
                assert_eq!(bindings.unknown(&sign.text), None, "{path}: {}", sign.text);
                let [by_keys, by_touch] = [keys, touch].map(|labels| labels.fill_plain(&sign.text));
                filled += usize::from(by_keys != by_touch);
                let names_key = |word: &str| ["Q", "V", "W", "Shift", "Tab", "Key"].contains(&word);
                let mut words = by_touch.split([' ', '\n', '.', ',', ':']);
                assert!(!words.any(names_key), "{path}: {by_touch}");
            }
        }
        assert!(filled > 10, "{filled}");
    }

    #[test]
    fn no_row_is_named_by_a_key_where_fingers_play() {
        let bindings = &Bindings::default();
        let labels = KeyLabels {
            bindings,
            device: InputDevice::Touch,
        };
        for (row, _) in bindings.rows() {
            let name = labels.fill(&format!("{{{}}}", row.name));
            assert!(!name.contains(CAP), "{name}");
        }
        for task in TourTask::all() {
            let words = labels.fill(task.words());
            let names_key = words.contains(CAP) || words.contains("key");
            assert!(!names_key && !words.contains('{'), "{words}");
        }
    }
}
