//! The screens over the picture: a stack, in which each has its place. Only the topmost one that is open sees keys and presses.
//!
//! A [`screen::Screen`] has its drawing, its hit areas and its keys in one file. It changes its own state (which entry is selected),
//! and asks the game for everything else by an [`Action`]. The bar of a level that is loading ([`loading`]) lies below all
//! of them, but its button can be pressed next to them.

pub mod help;
pub mod keys;
pub mod levels;
pub mod loading;
pub mod menu;
pub mod mesh_card;
pub mod question;
pub mod screen;

use crate::draw::canvas::Canvas;
#[cfg(not(target_arch = "wasm32"))]
use crate::draw::level_pictures::LevelPictures;
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::ui::events::{Events, InputKind};
use crate::ui::screens::help::Help;
use crate::ui::screens::keys::page::KeyPage;
use crate::ui::screens::levels::LevelsScreen;
use crate::ui::screens::loading::LoadingBar;
use crate::ui::screens::menu::Menu;
use crate::ui::screens::mesh_card::MeshCard;
use crate::ui::screens::question::Question;
use crate::ui::screens::screen::{Hides, Screen, ScreenContext};

/// The screens that are open.
#[derive(Default)]
pub struct Screens {
    /// The choice of a bare mesh's unit and upward axis.
    pub mesh_card: Option<MeshCard>,
    pub help: Option<Help>,
    pub levels: Option<LevelsScreen>,
    pub menu: Option<Menu>,
    pub keys: Option<KeyPage>,
    /// A question that the player has not answered yet.
    pub question: Option<Question>,
    pub loading: LoadingBar,
    /// The pictures of the levels that were listed.
    #[cfg(not(target_arch = "wasm32"))]
    level_pictures: LevelPictures,
}

impl Screens {
    /// The screens that are open, the lowest first.
    fn stack(&self) -> impl Iterator<Item = &dyn Screen> {
        fn open<S: Screen>(screen: &Option<S>) -> Option<&dyn Screen> {
            screen.as_ref().map(|screen| screen as &dyn Screen)
        }
        let lower = [open(&self.mesh_card), open(&self.help), open(&self.levels)];
        let upper = [open(&self.menu), open(&self.keys), open(&self.question)];
        lower.into_iter().chain(upper).flatten()
    }

    /// The open screens, from the lowest to the topmost, for changes.
    fn stack_mut(&mut self) -> impl Iterator<Item = &mut dyn Screen> {
        fn open<S: Screen>(screen: &mut Option<S>) -> Option<&mut dyn Screen> {
            screen.as_mut().map(|screen| screen as &mut dyn Screen)
        }
        let lower = [
            open(&mut self.mesh_card),
            open(&mut self.help),
            open(&mut self.levels),
        ];
        let upper = [
            open(&mut self.menu),
            open(&mut self.keys),
            open(&mut self.question),
        ];
        lower.into_iter().chain(upper).flatten()
    }

    /// The topmost screen that is open.
    pub fn top(&self) -> Option<&dyn Screen> {
        self.stack().last()
    }

    /// Whether the topmost screen takes all keys and presses.
    pub fn are_modal(&self) -> bool {
        self.top().is_some_and(Screen::is_modal)
    }

    /// Whether the topmost screen takes `input`.
    pub fn take(&self, input: InputKind) -> bool {
        self.top().is_some_and(|screen| screen.takes(input))
    }

    /// Whether a screen holds the time of the game, since it takes the keys with which one plays.
    pub fn hold_time(&self) -> bool {
        self.menu.is_some() || self.help.is_some() || self.levels.is_some() || self.keys.is_some()
    }

    /// Whether the help is the topmost screen.
    pub fn shows_help(&self) -> bool {
        self.top().is_some_and(|screen| screen.name() == "help")
    }

    /// Lets the topmost screen, and the bar of a level that is loading, handle the `events` of a frame; returns what they ask
    /// of the game.
    pub fn handle(&mut self, events: &Events, bindings: &mut Bindings) -> Vec<Action> {
        let is_modal = self.are_modal();
        let top = self.stack_mut().last();
        let mut actions = top.map_or_else(Vec::new, |screen| screen.handle(events, bindings));
        if !is_modal {
            actions.extend(self.loading.handle(events));
        }
        actions
    }

    /// Whether the text of the HUD is hidden.
    pub fn hide_text(&self) -> bool {
        self.stack().any(|screen| screen.hides() >= Hides::Text)
    }

    /// Draws all open screens that are not hidden, the lowest first, and the bar of a level that is loading.
    pub fn draw(&mut self, canvas: &Canvas, page: &Viewport, context: &ScreenContext<'_>) {
        let hidden: Vec<_> = self.stack().map(|screen| screen.hides()).collect();
        let lowest = hidden.iter().rposition(|hides| *hides == Hides::All);
        let is_seen = |place: usize| {
            let above = &hidden[place + 1..];
            let is_card = hidden[place] == Hides::Nothing;
            place >= lowest.unwrap_or(0)
                && !(is_card && above.iter().any(|layer| *layer > Hides::Nothing))
        };
        let count = hidden.len() - usize::from(self.question.is_some());
        for (place, screen) in self.stack_mut().enumerate().take(count) {
            if is_seen(place) {
                screen.draw(canvas, page, context);
            }
        }
        self.loading.draw(canvas, page, context.loading);
        if let Some(question) = &mut self.question {
            question.draw(canvas, page, context);
        }
    }

    /// Draws the pictures of the list of levels, over all text, unless a question or a bar is there.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn draw_level_pictures(&mut self) {
        let is_covered = self.question.is_some() || self.loading.is_shown();
        if let Some(levels) = self.levels.as_ref().filter(|_| !is_covered) {
            self.level_pictures.draw(&levels.pictures());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use macroquad::input::KeyCode;

    fn press(screens: &mut Screens, key: KeyCode) -> Vec<Action> {
        screens.handle(&Events::of_key(key), &mut Bindings::default())
    }

    #[test]
    fn only_the_topmost_screen_sees_keys() {
        let mut screens = Screens::default();
        assert!(screens.top().is_none() && !screens.hide_text() && !screens.hold_time());
        assert_eq!(press(&mut screens, KeyCode::Enter), []);
        screens.help = Some(Help::default());
        assert_eq!(press(&mut screens, KeyCode::Enter), [Action::StartTour]);
        assert!(screens.take(InputKind::Key(KeyCode::Enter)));
        // Neither walks nor pauses, and Esc closes it.
        assert!(
            screens.take(InputKind::Key(KeyCode::W)) && screens.take(InputKind::Key(KeyCode::P))
        );
        assert!(!screens.are_modal() && screens.shows_help() && screens.hold_time());
        screens.menu = Some(Menu::default());
        assert_eq!(screens.top().map(|screen| screen.name()), Some("menu"));
        let goes_on = [Action::ToggleMenu, Action::Resume];
        assert_eq!(press(&mut screens, KeyCode::Enter), goes_on);
        assert!(screens.are_modal() && screens.take(InputKind::Key(KeyCode::W)));
        screens.keys = Some(KeyPage::default());
        assert_eq!(press(&mut screens, KeyCode::Escape), [Action::CloseScreen]);
    }
}
