//! Writes the bound keys into texts.

use crate::options::bindings::Bindings;
use crate::options::buttons::BUTTONS;
use crate::options::key_names::CAP;
use crate::platform::event::InputDevice;

/// What a thumb does instead of a key, in words.
const THUMBS: [(&str, &str); 3] = [
    ("jump", "arrow up"),
    ("down", "arrow down"),
    ("fast", "the left thumb far from where it began"),
];

/// The names of the keys that are bound, or of the touch sheet's entries.
#[derive(Clone, Copy)]
pub struct KeyLabels<'b> {
    pub bindings: &'b Bindings,
    pub device: InputDevice,
}

impl KeyLabels<'_> {
    /// Replaces each `{pause}` in `text` by the key caps of the row `pause`, or by its entry on the touch sheet. What has no entry
    /// there is named by what it does.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::guide::{TourStep, TourTask};

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
        let others = [TourTask::TakeClassic, TourTask::SeeTunnel];
        for task in TourStep::ALL.map(TourTask::Do).into_iter().chain(others) {
            let words = labels.fill(task.words());
            let names_key = words.contains(CAP) || words.contains("key");
            assert!(!names_key && !words.contains('{'), "{words}");
        }
    }
}
