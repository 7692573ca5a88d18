//! The page on which other keys are bound: a list of all that keys can do, by group, one row chosen.

use macroquad::input::KeyCode;

use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::options::controls::{KeyRow, TABLE};
use crate::options::key_names;
use crate::options::press::Press;

/// The page while it is open.
#[derive(Clone, Debug)]
pub struct KeyPage {
    /// The rows of the table in the order of their groups.
    order: Vec<usize>,
    /// Which of them is chosen.
    chosen: usize,
    waits: Waits,
    /// What came of the last key.
    said: String,
}

/// What the next key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    /// It is for the page.
    No,
    /// It is bound, in the place of the others.
    ForKey,
    /// It is bound beside the others.
    ForMore,
}

/// What becomes of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPageOutcome {
    Open,
    Closed,
}

impl Default for KeyPage {
    fn default() -> Self {
        let mut order: Vec<_> = (0..TABLE.len()).collect();
        order.sort_by_key(|number| TABLE[*number].group);
        Self {
            order,
            chosen: 0,
            waits: Waits::No,
            said: String::new(),
        }
    }
}

impl KeyPage {
    /// All rows, and whether each is the chosen one.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &'static KeyRow, bool)> {
        let rows = self.order.iter().enumerate();
        rows.map(|(place, number)| (*number, &TABLE[*number], place == self.chosen))
    }

    /// Whether the next key is bound.
    pub fn waits(&self) -> bool {
        self.waits != Waits::No
    }

    /// What came of the last key, or what can be done.
    pub fn words(&self) -> &str {
        match self.waits {
            Waits::ForKey => "Press the key that is to do this; Esc leaves it as it is.",
            Waits::ForMore => "Press the key that is to do this too; Esc leaves it as it is.",
            Waits::No => &self.said,
        }
    }

    /// Takes a key.
    pub fn press(&mut self, press: Press, bindings: &mut Bindings) -> KeyPageOutcome {
        let Press { key, shift, .. } = press;
        let number = self.order[self.chosen];
        let waits = std::mem::replace(&mut self.waits, Waits::No);
        match (waits, key) {
            (Waits::ForKey | Waits::ForMore, KeyCode::Escape) => {}
            (Waits::ForKey, _) => self.bind(vec![key], bindings),
            (Waits::ForMore, _) => {
                let mut keys = bindings.keys(number).to_vec();
                if !keys.contains(&key) {
                    keys.push(key);
                }
                self.bind(keys, bindings);
            }
            (Waits::No, KeyCode::Up) => self.go(-1),
            (Waits::No, KeyCode::Down) => self.go(1),
            (Waits::No, KeyCode::Left) => self.go_to_group(-1),
            (Waits::No, KeyCode::Right) => self.go_to_group(1),
            (Waits::No, KeyCode::Enter | KeyCode::KpEnter) => self.waits = Waits::ForKey,
            (Waits::No, KeyCode::Insert) => self.waits = Waits::ForMore,
            (Waits::No, KeyCode::Delete) => self.bind(Vec::new(), bindings),
            (Waits::No, KeyCode::Backspace | KeyCode::Home) if shift => {
                *bindings = Bindings::default();
                "All keys are the usual ones again.".clone_into(&mut self.said);
            }
            (Waits::No, KeyCode::Backspace | KeyCode::Home) => {
                self.bind(TABLE[number].keys.to_vec(), bindings);
            }
            (Waits::No, KeyCode::Escape) => return KeyPageOutcome::Closed,
            (Waits::No, _) if bindings.keys(own_row()).contains(&key) => {
                return KeyPageOutcome::Closed;
            }
            (Waits::No, _) => {}
        }
        KeyPageOutcome::Open
    }

    /// Binds `keys` to the chosen row, and says so; unless this page could not be opened any more.
    fn bind(&mut self, keys: Vec<KeyCode>, bindings: &mut Bindings) {
        let number = self.order[self.chosen];
        if keys.contains(&KeyCode::Unknown) {
            "The system has no name for that key.".clone_into(&mut self.said);
            return;
        }
        let mut changed = bindings.clone();
        let others = changed.bind(number, keys);
        if changed.keys(own_row()).is_empty() {
            "This page needs a key, or nobody could open it again.".clone_into(&mut self.said);
            return;
        }
        *bindings = changed;
        let told = [number].into_iter().chain(others).map(|number| {
            let label = key_names::label(bindings.keys(number));
            format!("{label}: {}", short(TABLE[number].words))
        });
        self.said = told.collect::<Vec<_>>().join("   \u{b7}   ");
    }

    /// Chooses the row so many places farther down, all the way round.
    fn go(&mut self, by: isize) {
        let place = self.chosen as isize + by;
        self.chosen = place.rem_euclid(self.order.len() as isize) as usize;
        self.said.clear();
    }

    /// Chooses the first row of the next group, or of the one before.
    fn go_to_group(&mut self, by: isize) {
        let group = |page: &Self| TABLE[page.order[page.chosen]].group;
        let own = group(self);
        while group(self) == own {
            self.go(by);
        }
        let reached = group(self);
        let first = self
            .order
            .iter()
            .position(|number| TABLE[*number].group == reached);
        self.chosen = first.unwrap_or(0);
    }
}

/// The row of the page itself.
fn own_row() -> usize {
    let target = crate::options::controls::BindingTarget::Ask(Action::ToggleKeyPage);
    let row = TABLE.iter().position(|row| row.target == target);
    row.unwrap_or(0)
}

/// The first of several things that are told, since it is the one that matters.
fn short(words: &str) -> &str {
    words.split(';').next().unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(page: &mut KeyPage, bindings: &mut Bindings, keys: &[KeyCode]) -> KeyPageOutcome {
        let mut after = KeyPageOutcome::Open;
        for key in keys {
            let press = Press {
                key: *key,
                control: false,
                shift: false,
            };
            after = page.press(press, bindings);
        }
        after
    }

    #[test]
    fn a_key_is_bound_swapped_added_taken_away_and_reset() {
        use KeyCode::{Backspace, Delete, Down, Enter, Insert, Up, V};
        let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
        // The first row is the one that everybody looks for.
        press(&mut page, &mut bindings, &[Enter, Up]);
        assert_eq!(bindings.fill("{walk_forward}, {turn_up}"), "Up, W");
        assert_eq!(page.words(), "Up: walk forward   \u{b7}   W: look up");
        press(&mut page, &mut bindings, &[Insert, V]);
        assert_eq!(bindings.fill("{walk_forward}, {fly}"), "Up or V, no key");
        press(&mut page, &mut bindings, &[Delete]);
        assert_eq!(bindings.fill("{walk_forward}"), "no key");
        press(&mut page, &mut bindings, &[Backspace]);
        assert_eq!(bindings.fill("{walk_forward}, {turn_up}"), "W, no key");
        press(&mut page, &mut bindings, &[Down, Enter, KeyCode::F25, Up]);
        assert_eq!(bindings.fill("{walk_left}"), "F25");
        let shifted = Press {
            key: Backspace,
            control: false,
            shift: true,
        };
        page.press(shifted, &mut bindings);
        assert_eq!(bindings, Bindings::default());
    }

    #[test]
    fn esc_leaves_the_key_as_it_is_and_then_the_page() {
        use KeyCode::{Enter, Escape, F10, Unknown};
        let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
        assert_eq!(
            press(&mut page, &mut bindings, &[Enter]),
            KeyPageOutcome::Open
        );
        assert!(page.waits());
        assert_eq!(
            press(&mut page, &mut bindings, &[Escape]),
            KeyPageOutcome::Open
        );
        assert!(!page.waits());
        press(&mut page, &mut bindings, &[Enter, Unknown]);
        assert_eq!(bindings, Bindings::default());
        assert_eq!(
            press(&mut page, &mut bindings, &[Escape]),
            KeyPageOutcome::Closed
        );
        assert_eq!(
            press(&mut page, &mut bindings, &[F10]),
            KeyPageOutcome::Closed
        );
    }

    #[test]
    fn the_page_itself_always_keeps_a_key() {
        use KeyCode::{Delete, Enter, F10, F25, Insert, Up};
        let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
        press(&mut page, &mut bindings, &[Insert, F10]);
        assert_eq!(bindings, Bindings::default());
        while page.order[page.chosen] != own_row() {
            press(&mut page, &mut bindings, &[Up]);
        }
        press(&mut page, &mut bindings, &[Delete]);
        assert!(page.words().contains("needs a key"));
        press(&mut page, &mut bindings, &[Enter, F25]);
        assert_eq!(bindings.fill("{key_page}"), "F25");
        assert_eq!(
            press(&mut page, &mut bindings, &[F10]),
            KeyPageOutcome::Open
        );
        assert_eq!(
            press(&mut page, &mut bindings, &[F25]),
            KeyPageOutcome::Closed
        );
    }

    #[test]
    fn groups_are_gone_through_all_the_way_round() {
        let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
        let mut reached = Vec::new();
        loop {
            let chosen = page.rows().find(|(.., chosen)| *chosen).unwrap();
            if reached.first() == Some(&chosen.1.group) {
                break;
            }
            reached.push(chosen.1.group);
            press(&mut page, &mut bindings, &[KeyCode::Right]);
        }
        assert!(reached.is_sorted() && reached.len() == 7, "{reached:?}");
        press(&mut page, &mut bindings, &[KeyCode::Left]);
        let chosen = page.rows().find(|(.., chosen)| *chosen).unwrap();
        assert_eq!(Some(&chosen.1.group), reached.last());
    }
}
