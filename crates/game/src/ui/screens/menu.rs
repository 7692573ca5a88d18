//! The menu, which Esc opens when there is nothing else to leave.

use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, CHOSEN, FAINT, INK, SHEET, VEIL};
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::platform;

/// Lengths at scale 1; logical pixels.
const WIDTH: f32 = 380.0;
const ROW: f32 = 44.0;
const PADDING: f32 = 20.0;
const HEAD: f32 = 46.0;
const FOOT: f32 = 30.0;

/// An entry, with its words and its action.
pub type MenuEntry = (&'static str, Action);

/// All entries. A page cannot quit.
const ENTRIES: [MenuEntry; 7] = [
    ("Go on", Action::Resume),
    ("Restart", Action::Respawn),
    ("Levels", Action::ToggleLevels),
    ("Tour", Action::StartTour),
    ("Settings", Action::TogglePanel),
    ("Help", Action::ToggleHelp),
    ("Quit", Action::Quit),
];

const KEYS: &str = "⟦Up⟧ ⟦Down⟧ choose, ⟦Enter⟧ takes, ⟦Esc⟧ goes on";

/// The entries of this copy of the game.
pub fn entries() -> &'static [MenuEntry] {
    let hidden = if platform::CAN_QUIT { 0 } else { 1 };
    &ENTRIES[..ENTRIES.len() - hidden]
}

/// The open menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    selected: usize,
}

impl Menu {
    /// Selects the entry `by` places further down, wrapping around.
    pub fn select_by(&mut self, by: isize) {
        let count = entries().len() as isize;
        self.selected = (self.selected as isize + by).rem_euclid(count) as usize;
    }

    /// Selects the entry of this number.
    pub fn select(&mut self, number: usize) {
        self.selected = number.min(entries().len() - 1);
    }

    /// The action of the selected entry.
    pub fn action(self) -> Action {
        entries()[self.selected].1
    }
}

/// Where the entries are, and which one is selected; logical pixels.
#[derive(Clone, Copy, Debug)]
pub struct MenuRows {
    area: Rect,
    row: f32,
    pub menu: Menu,
}

impl MenuRows {
    /// The number of the entry there, if one is.
    pub fn entry_at(&self, (x, y): (f32, f32)) -> Option<usize> {
        let is_inside = self.area.contains(Vec2::new(x, y));
        let number = ((y - self.area.y) / self.row) as usize;
        (is_inside && number < entries().len()).then_some(number)
    }
}

/// Draws the menu of the level called `name`, and returns where its entries are.
pub fn draw(canvas: &Canvas, page: &Viewport, menu: Menu, name: &str) -> MenuRows {
    let [row, padding, head, foot] = [ROW, PADDING, HEAD, FOOT].map(|it| page.scaled(it));
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
        if number == menu.selected {
            let side = padding * 0.5;
            canvas.fill_rect(left + side, top, width - 2.0 * side, row, CHOSEN);
        }
        words.draw(entry, left + padding, top + page.scaled(29.0), INK);
    }
    let keys = small.truncate(KEYS, inside);
    small.draw(
        &keys,
        left + padding,
        area.bottom() + page.scaled(20.0),
        FAINT,
    );
    MenuRows { area, row, menu }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selection_wraps_around_and_the_last_entry_quits() {
        let mut menu = Menu::default();
        assert_eq!(menu.action(), Action::Resume);
        menu.select_by(-1);
        assert_eq!(menu.action(), Action::Quit);
        menu.select_by(2);
        assert_eq!(menu.action(), Action::Respawn);
        menu.select(99);
        assert_eq!(menu.action(), Action::Quit);
    }

    #[test]
    fn each_entry_is_found_where_it_is_drawn() {
        let rows = MenuRows {
            area: Rect::new(100.0, 50.0, 200.0, 70.0),
            row: 10.0,
            menu: Menu::default(),
        };
        for (place, entry) in [
            ((150.0, 50.0), Some(0)),
            ((150.0, 59.0), Some(0)),
            ((150.0, 61.0), Some(1)),
            ((150.0, 119.0), Some(6)),
            ((150.0, 121.0), None),
            ((99.0, 60.0), None),
        ] {
            assert_eq!(rows.entry_at(place), entry, "{place:?}");
        }
    }
}
