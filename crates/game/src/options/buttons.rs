//! The buttons of the page, and the keys on its card. Most belong to rows of the table of controls, which has the keys and the
//! descriptions.
//!
//! `web/assemble.mjs` asks for this list when it builds the page. So the page's bar and its touch sheet, its card, the menu, the
//! help and the texts in the game name the same things in the same words.

#![cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page has buttons")
)]

use serde::Serialize;

use crate::options::bindings::Bindings;
use crate::options::controls::TABLE;

/// A button.
pub struct Button {
    /// The row of the table of controls, or a name for the page.
    pub row: &'static str,
    /// The words on it.
    pub words: &'static str,
    /// Whether it is on the bar, which is shown while the mouse is released.
    bar: bool,
    /// Whether it is on the sheet of a touch screen.
    pub sheet: bool,
    /// The keys and the description of what is no row of the table.
    without_row: Option<(&'static str, &'static str)>,
}

const fn button(row: &'static str, words: &'static str, bar: bool, sheet: bool) -> Button {
    Button {
        row,
        words,
        bar,
        sheet,
        without_row: None,
    }
}

impl Button {
    const fn without_row(self, keys: &'static str, about: &'static str) -> Self {
        Self {
            without_row: Some((keys, about)),
            ..self
        }
    }
}

const fn both(row: &'static str, words: &'static str) -> Button {
    button(row, words, true, true)
}

const fn on_sheet(row: &'static str, words: &'static str) -> Button {
    button(row, words, false, true)
}

/// All buttons, in their order.
pub const BUTTONS: &[Button] = &[
    both("levels", "Levels"),
    both("overlay_5", "Why"),
    on_sheet("side_large", "Larger"),
    on_sheet("other_value", "Other value").without_row(
        "⟦Shift⟧ ⟦5⟧",
        "the last contact again, with another value, as a ghost",
    ),
    both("overlay_8", "Ghosts"),
    both("panel", "Settings"),
    both("text", "Text").without_row("⟦`⟧", "the level's text"),
    on_sheet("level_after", "Next level"),
    on_sheet("next_controller", "Controller"),
    on_sheet("fly", "Fly"),
    on_sheet("outside", "Outside"),
    on_sheet("map", "Map"),
    on_sheet("surfaces", "Surfaces"),
    both("pause", "Pause"),
    on_sheet("step_back", "Tick back"),
    on_sheet("step_ahead", "Tick ahead"),
    on_sheet("respawn", "Restart"),
    on_sheet("tour", "Tour").without_row("", "begin the tour, or go on with it"),
    on_sheet("stature", "Body"),
    on_sheet("mover_boxes", "Boxes"),
    both("record", "Record"),
    both("copy_link", "Link"),
    both("screenshot", "Picture"),
    both("full_screen", "Full"),
    on_sheet("numbers", "Numbers"),
    button("help", "Help", true, false),
];

/// The words on the button of `row`.
pub fn words(row: &str) -> Option<&'static str> {
    let button = BUTTONS.iter().find(|button| button.row == row);
    button.map(|button| button.words)
}

/// The rows on the card, in their order. One that shares its line in the help brings its neighbours.
const CARD: &[&str] = &["walk_forward", "overlay_5", "help"];

/// What the page asks for.
#[derive(Serialize)]
pub struct PageActions {
    buttons: Vec<PageButton>,
    card: Vec<Line>,
}

#[derive(Serialize)]
struct PageButton {
    row: &'static str,
    words: &'static str,
    bar: bool,
    sheet: bool,
    #[serde(flatten)]
    line: Line,
}

/// A line of keys, each between two [`CAP`](crate::options::key_names::CAP), and the beginning of their description.
#[derive(Serialize)]
struct Line {
    keys: String,
    about: String,
}

impl PageActions {
    /// The buttons and the lines of the card, with the usual keys.
    pub fn all() -> Self {
        let bindings = Bindings::default();
        let buttons = BUTTONS.iter().filter_map(|button| {
            Some(PageButton {
                row: button.row,
                words: button.words,
                bar: button.bar,
                sheet: button.sheet,
                line: match button.without_row {
                    Some((keys, about)) => Line {
                        keys: keys.to_owned(),
                        about: about.to_owned(),
                    },
                    None => line(&bindings, button.row, false)?,
                },
            })
        });
        let card = CARD.iter().filter_map(|row| line(&bindings, row, true));
        Self {
            buttons: buttons.collect(),
            card: card.collect(),
        }
    }
}

/// The line of the row `name`, together with those that share its line in the help if `shares` says so.
fn line(bindings: &Bindings, name: &str, shares: bool) -> Option<Line> {
    let row = TABLE.iter().find(|row| row.name == name)?;
    let is_meant = |other: &str, help: Option<&str>| {
        other == name || shares && help.is_some() && help == row.shared_help
    };
    let lines = bindings.help(|other| is_meant(other.name, other.shared_help));
    let (keys, help) = lines.into_iter().next()?;
    let about = if shares { &*help } else { row.description };
    let about = about.split(';').next().unwrap_or(about);
    Some(Line {
        keys,
        about: about.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_and_line_of_the_card_has_a_row() {
        let actions = PageActions::all();
        assert_eq!(actions.buttons.len(), BUTTONS.len());
        assert_eq!(actions.card.len(), CARD.len());
        for button in &actions.buttons {
            let has_keys = !button.line.keys.is_empty() || button.row == "tour";
            assert!(has_keys && !button.line.about.is_empty());
        }
    }

    #[test]
    fn rows_that_share_a_line_of_the_help_share_one_of_the_card() {
        let card = PageActions::all().card;
        assert_eq!(
            (&*card[0].keys, &*card[0].about),
            ("⟦W⟧ ⟦A⟧ ⟦S⟧ ⟦D⟧", "walk, or fly")
        );
        assert_eq!((&*card[1].keys, card.len()), ("⟦5⟧", 3));
    }
}
