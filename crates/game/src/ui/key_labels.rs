//! Writes the bound keys into texts.

use crate::options::bindings::Bindings;
use crate::options::buttons::BUTTONS;
use crate::options::key_names::CAP;
use crate::platform::event::InputDevice;

/// The names of the keys that are bound, or of the touch sheet's entries.
#[derive(Clone, Copy)]
pub struct KeyLabels<'b> {
    pub bindings: &'b Bindings,
    pub device: InputDevice,
}

impl KeyLabels<'_> {
    /// Replaces each `{pause}` in `text` by the key caps of the row `pause`, or by its entry on the touch sheet.
    pub fn fill(&self, text: &str) -> String {
        match self.device {
            InputDevice::Keyboard => self.bindings.expand_caps(text),
            InputDevice::Touch => self.bindings.expand_keys_with(text, |name| {
                let mut sheet = BUTTONS.iter().filter(|button| button.sheet);
                match sheet.find(|button| button.row == name) {
                    Some(button) => button.words.to_owned(),
                    None => self.bindings.expand_caps(&format!("{{{name}}}")),
                }
            }),
        }
    }

    /// Fills in the keys without key caps, for text that is not drawn on a canvas.
    pub fn fill_plain(&self, text: &str) -> String {
        self.fill(text).replace(CAP, "")
    }
}
