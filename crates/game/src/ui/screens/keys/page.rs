//! The model of the page for binding keys: the rows of the table by group, one of them selected.

use macroquad::input::KeyCode;
use sidle::order::sort_by_key;

use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::options::controls::{KeyRow, TABLE};
use crate::options::key_names;
use crate::options::press::Press;

/// The page while it is open.
#[derive(Clone, Debug)]
pub struct KeyPage {
    /// The rows of the table, sorted by group.
    order: Vec<usize>,
    /// The index in `order` of the selected row.
    selected: usize,
    capture: KeyCapture,
    /// The result of the last key press.
    message: String,
}

/// The effect of the next key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyCapture {
    /// The key controls the page.
    Off,
    /// The key replaces those of the selected row.
    Replace,
    /// The key is added to the selected row.
    Add,
}

/// Whether a key press closes the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPageOutcome {
    Open,
    Closed,
}

impl Default for KeyPage {
    fn default() -> Self {
        let mut order: Vec<_> = (0..TABLE.len()).collect();
        sort_by_key(&mut order, |number| TABLE[*number].group);
        Self {
            order,
            selected: 0,
            capture: KeyCapture::Off,
            message: String::new(),
        }
    }
}

impl KeyPage {
    /// The number of each row in the table, the row, and whether it is selected.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &'static KeyRow, bool)> {
        let rows = self.order.iter().enumerate();
        rows.map(|(place, number)| (*number, &TABLE[*number], place == self.selected))
    }

    /// Whether the next key press binds a key.
    pub fn is_capturing(&self) -> bool {
        self.capture != KeyCapture::Off
    }

    /// A prompt, or the result of the last key press.
    pub fn message(&self) -> &str {
        match self.capture {
            KeyCapture::Replace => "Press the new key for this; ⟦Esc⟧ keeps the old one.",
            KeyCapture::Add => "Press one more key for this; ⟦Esc⟧ adds none.",
            KeyCapture::Off => &self.message,
        }
    }

    /// Handles a key press.
    pub fn press(&mut self, press: Press, bindings: &mut Bindings) -> KeyPageOutcome {
        let Press { key, shift, .. } = press;
        let number = self.order[self.selected];
        let capture = std::mem::replace(&mut self.capture, KeyCapture::Off);
        match (capture, key) {
            (KeyCapture::Replace | KeyCapture::Add, KeyCode::Escape) => {}
            (KeyCapture::Replace, _) => self.bind(vec![key], bindings),
            (KeyCapture::Add, _) => {
                let mut keys = bindings.keys(number).to_vec();
                if !keys.contains(&key) {
                    keys.push(key);
                }
                self.bind(keys, bindings);
            }
            (KeyCapture::Off, KeyCode::Up) => self.select_by(-1),
            (KeyCapture::Off, KeyCode::Down) => self.select_by(1),
            (KeyCapture::Off, KeyCode::Left) => self.select_group(-1),
            (KeyCapture::Off, KeyCode::Right) => self.select_group(1),
            (KeyCapture::Off, KeyCode::Enter | KeyCode::KpEnter) => {
                self.capture = KeyCapture::Replace
            }
            (KeyCapture::Off, KeyCode::Insert) => self.capture = KeyCapture::Add,
            (KeyCapture::Off, KeyCode::Delete) => self.bind(Vec::new(), bindings),
            (KeyCapture::Off, KeyCode::Backspace | KeyCode::Home) if shift => {
                *bindings = Bindings::default();
                "All keys are the usual ones again.".clone_into(&mut self.message);
            }
            (KeyCapture::Off, KeyCode::Backspace | KeyCode::Home) => {
                self.bind(TABLE[number].keys.to_vec(), bindings);
            }
            (KeyCapture::Off, KeyCode::Escape) => return KeyPageOutcome::Closed,
            (KeyCapture::Off, _) if bindings.keys(key_page_row()).contains(&key) => {
                return KeyPageOutcome::Closed;
            }
            (KeyCapture::Off, _) => {}
        }
        KeyPageOutcome::Open
    }

    /// Binds `keys` to the selected row, unless the page itself would lose its last key.
    fn bind(&mut self, keys: Vec<KeyCode>, bindings: &mut Bindings) {
        let number = self.order[self.selected];
        if keys.contains(&KeyCode::Unknown) {
            "The system has no name for that key.".clone_into(&mut self.message);
            return;
        }
        let mut changed = bindings.clone();
        let others = changed.bind(number, keys);
        if changed.keys(key_page_row()).is_empty() {
            "This page needs a key, or it could not be opened again.".clone_into(&mut self.message);
            return;
        }
        *bindings = changed;
        let messages = [number].into_iter().chain(others).map(|number| {
            let label = key_names::label(bindings.keys(number));
            format!("{label}: {}", first_clause(TABLE[number].description))
        });
        self.message = messages.collect::<Vec<_>>().join("   \u{b7}   ");
    }

    /// Selects the row `by` places further down, wrapping around.
    fn select_by(&mut self, by: isize) {
        let place = self.selected as isize + by;
        self.selected = place.rem_euclid(self.order.len() as isize) as usize;
        self.message.clear();
    }

    /// Selects the first row of the next group, or of the previous one when `by` is -1.
    fn select_group(&mut self, by: isize) {
        let group = |page: &Self| TABLE[page.order[page.selected]].group;
        let own = group(self);
        while group(self) == own {
            self.select_by(by);
        }
        let reached = group(self);
        let first = self
            .order
            .iter()
            .position(|number| TABLE[*number].group == reached);
        self.selected = first.unwrap_or(0);
    }
}

/// The row that opens this page.
fn key_page_row() -> usize {
    let target = crate::options::controls::BindingTarget::Action(Action::ToggleKeyPage);
    let row = TABLE.iter().position(|row| row.target == target);
    row.unwrap_or(0)
}

/// The first clause of a description.
fn first_clause(description: &str) -> &str {
    description.split(';').next().unwrap_or(description)
}

#[cfg(test)]
mod tests;
