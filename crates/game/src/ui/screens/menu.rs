//! The menu, which Esc opens when there is nothing else to leave.

use macroquad::input::KeyCode;
use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, CHOSEN, FAINT, INK, SHEET, VEIL};
use crate::draw::viewport::Viewport;
use crate::options::action::{Action, Starter};
use crate::options::bindings::Bindings;
use crate::options::buttons;
use crate::platform;
use crate::ui::events::{Events, InputKind};
use crate::ui::input::gamepad::Button::{A, B, Down, Start, Up};
use crate::ui::screens::screen::{Hides, Screen, ScreenContext};

/// Lengths at scale 1; logical pixels.
const WIDTH: f32 = 380.0;
const ROW: f32 = 34.0;
const PADDING: f32 = 20.0;
const HEAD: f32 = 46.0;
const FOOT: f32 = 30.0;

/// An entry: the row of its button, or its words, and its action.
type MenuEntry = (&'static str, Action);

/// All entries. A page cannot quit.
const ENTRIES: [MenuEntry; 10] = [
    ("Go on", Action::Resume),
    ("respawn", Action::Respawn),
    ("levels", Action::ToggleLevels),
    ("Edit this level", Action::OpenEditor),
    ("New level", Action::NewLevel(Starter::Room)),
    ("New empty level", Action::NewLevel(Starter::Empty)),
    ("tour", Action::StartTour),
    ("panel", Action::OpenSettings),
    ("help", Action::ToggleHelp),
    ("Quit", Action::Quit),
];

const KEYS: &str = "⟦Up⟧ ⟦Down⟧ choose, ⟦Enter⟧ takes, ⟦Esc⟧ goes on";

/// The entries of this copy of the game.
fn entries() -> &'static [MenuEntry] {
    let hidden = if platform::CAN_QUIT { 0 } else { 1 };
    &ENTRIES[..ENTRIES.len() - hidden]
}

/// The open menu.
#[derive(Clone, Copy, Debug, Default)]
pub struct Menu {
    selected: usize,
    /// Where its entries are; logical pixels.
    area: Option<Rect>,
}

impl Menu {
    /// Selects the entry `by` places further down, wrapping around.
    fn select_by(&mut self, by: isize) {
        let count = entries().len() as isize;
        self.selected = (self.selected as isize + by).rem_euclid(count) as usize;
    }

    /// The number of the entry there, if one is.
    fn entry_at(&self, (x, y): (f32, f32)) -> Option<usize> {
        let area = self.area.filter(|area| area.contains(Vec2::new(x, y)))?;
        let number = (y - area.y) * entries().len() as f32 / area.h;
        Some(number as usize).filter(|number| *number < entries().len())
    }
}

impl Screen for Menu {
    fn name(&self) -> &'static str {
        "menu"
    }

    fn is_modal(&self) -> bool {
        true
    }

    fn takes(&self, _: InputKind) -> bool {
        true
    }

    fn hides(&self) -> Hides {
        Hides::Text
    }

    fn handle(&mut self, events: &Events, _: &mut Bindings) -> Vec<Action> {
        let take = |number: usize| vec![Action::ToggleMenu, entries()[number].1];
        if events.has_key(KeyCode::Escape) || events.has_key(KeyCode::Menu) || events.has_button(B)
        {
            return vec![Action::ToggleMenu];
        }
        if events.enters() || events.has_button(A) {
            return take(self.selected);
        }
        if events.has_button(Start) {
            return vec![Action::Resume];
        }
        let pointed = self.entry_at(events.pointer);
        if let Some(number) = pointed.filter(|_| events.clicks) {
            return take(number);
        }
        let before = self.selected;
        if events.has_key(KeyCode::Up) || events.has_button(Up) {
            self.select_by(-1);
        }
        if events.has_key(KeyCode::Down) || events.has_button(Down) {
            self.select_by(1);
        }
        if let Some(number) = pointed.filter(|_| events.has_moved) {
            self.selected = number;
        }
        let is_other = self.selected != before;
        is_other.then_some(Action::Selected).into_iter().collect()
    }

    fn draw(&mut self, canvas: &Canvas, page: &Viewport, context: &ScreenContext<'_>) {
        self.area = Some(draw(canvas, page, self.selected, context.name));
    }
}

/// Draws the menu of the level called `name` with the `selected` entry, and returns where the entries are.
fn draw(canvas: &Canvas, page: &Viewport, selected: usize, name: &str) -> Rect {
    let [row, padding, head, foot] = [ROW, PADDING, HEAD, FOOT].map(|length| page.scaled(length));
    let width = page.scaled(WIDTH).min(page.width * 0.94);
    let height = head + row * entries().len() as f32 + foot + padding * 0.5;
    let (left, top) = ((page.width - width) * 0.5, (page.height - height) * 0.5);
    canvas.fill_rect(0.0, 0.0, page.width, page.height, VEIL);
    canvas.fill_rect(left, top, width, height, SHEET);
    let inside = width - 2.0 * padding;
    let title = canvas.proportional(page.scaled(20.0));
    let words = canvas.proportional(page.scaled(19.0));
    let small = canvas.proportional(page.scaled(14.0));
    let name = title.truncate(name, inside);
    title.draw(&name, left + padding, top + page.scaled(31.0), ACCENT);
    let area = Rect::new(left, top + head, width, row * entries().len() as f32);
    for (number, (entry, _)) in entries().iter().enumerate() {
        let top = area.y + row * number as f32;
        if number == selected {
            let side = padding * 0.5;
            canvas.fill_rect(left + side, top, width - 2.0 * side, row, CHOSEN);
        }
        let entry = buttons::words(entry).unwrap_or(entry);
        words.draw(entry, left + padding, top + page.scaled(24.0), INK);
    }
    let keys = small.truncate(KEYS, inside);
    small.draw(
        &keys,
        left + padding,
        area.bottom() + page.scaled(20.0),
        FAINT,
    );
    area
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(menu: &mut Menu, key: KeyCode) -> Vec<Action> {
        menu.handle(&Events::of_key(key), &mut Bindings::default())
    }

    #[test]
    fn the_selection_wraps_around_and_the_last_entry_quits() {
        let mut menu = Menu::default();
        let takes = |action| vec![Action::ToggleMenu, action];
        assert_eq!(press(&mut menu, KeyCode::Enter), takes(Action::Resume));
        assert_eq!(press(&mut menu, KeyCode::Up), [Action::Selected]);
        assert_eq!(press(&mut menu, KeyCode::Enter), takes(Action::Quit));
        press(&mut menu, KeyCode::Down);
        press(&mut menu, KeyCode::Down);
        assert_eq!(press(&mut menu, KeyCode::Enter), takes(Action::Respawn));
        assert_eq!(press(&mut menu, KeyCode::Escape), [Action::ToggleMenu]);
    }

    #[test]
    fn every_entry_says_its_words_or_those_of_a_button() {
        for (row, _) in ENTRIES {
            let begins = row.starts_with(char::is_uppercase);
            assert!(begins || buttons::words(row).is_some(), "{row}");
        }
    }

    #[test]
    fn each_entry_is_found_where_it_is_drawn() {
        let menu = Menu {
            area: Some(Rect::new(100.0, 50.0, 200.0, 100.0)),
            ..Menu::default()
        };
        for (place, entry) in [
            ((150.0, 50.0), Some(0)),
            ((150.0, 59.0), Some(0)),
            ((150.0, 61.0), Some(1)),
            ((150.0, 149.0), Some(9)),
            ((150.0, 151.0), None),
            ((99.0, 60.0), None),
        ] {
            assert_eq!(menu.entry_at(place), entry, "{place:?}");
        }
    }
}
