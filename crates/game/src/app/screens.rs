//! The screens over the picture: what opens and closes them.

use crate::app::Game;
use crate::platform;
use crate::platform::event::Answer;
use crate::session::guide::goal_count;
use crate::ui::screens::help::Help;
use crate::ui::screens::keys::page::KeyPage;
use crate::ui::screens::levels::LevelsScreen;
use crate::ui::screens::menu::Menu;

impl Game {
    /// The name of the screen over the picture, or else of the panel.
    pub(super) fn cover(&self) -> &'static str {
        let screen = self.screens.top().map(|screen| screen.name());
        let panel = self.panel.is_open().then_some("panel");
        screen.or(panel).unwrap_or("nothing")
    }

    /// Closes the topmost screen.
    pub(super) fn close_screen(&mut self) {
        let screens = &mut self.screens;
        if screens.question.is_some() {
            self.answer_question(Answer::No);
        } else if screens.keys.take().is_some() || screens.menu.take().is_some() {
        } else if screens.levels.is_some() {
            self.close_levels();
        } else if screens.help.take().is_none() {
            self.keep_mesh_choice();
        }
    }

    /// Opens the help, shows its next page, or closes it after the last.
    pub(super) fn toggle_help(&mut self) {
        // Only one of them covers the picture.
        self.screens.menu = None;
        self.screens.help = match self.screens.help.take() {
            Some(mut help) => help.turn().then_some(help),
            None => Some(Help::default()),
        };
    }

    /// Opens or closes the menu.
    pub(super) fn toggle_menu(&mut self) {
        let is_open = self.screens.menu.is_some();
        self.screens.menu = (!is_open).then(Menu::default);
        self.screens.help = None;
        self.input.mouse.set(false);
    }

    /// Closes the menu, and captures the mouse again.
    pub(super) fn resume(&mut self) {
        self.screens.menu = None;
        self.input.mouse.set(self.window.has_keyboard());
    }

    /// Opens the page on which keys are bound.
    pub(super) fn open_key_page(&mut self) {
        self.screens.help = None;
        self.screens.keys = Some(KeyPage::default());
    }

    /// Opens or closes the list of levels.
    pub(super) fn toggle_levels(&mut self) {
        if self.screens.levels.is_some() {
            return self.close_levels();
        }
        // The list is chosen from by keys and the wheel. Fingers scroll the page's card.
        if !self.window.has_keyboard() {
            return platform::notify_page("levels");
        }
        let reached = &self.settings.values.goals;
        let list = self.slot.levels_around().with_goals(reached);
        let took_mouse = self.input.mouse.is_grabbed();
        let goals = goal_count(reached);
        // Only one of them covers the picture.
        self.screens.help = None;
        self.screens.levels = Some(LevelsScreen::new(list, goals, took_mouse));
        // The mouse chooses.
        self.input.mouse.set(false);
    }

    /// Closes the list of levels. The mouse turns the view again if it did before.
    pub(super) fn close_levels(&mut self) {
        let levels = self.screens.levels.take();
        if levels.is_some_and(|levels| levels.took_mouse) {
            self.input.mouse.set(true);
        }
    }

    /// Opens the level that is selected in the list.
    pub(super) fn open_selected_level(&mut self) {
        let levels = self.screens.levels.as_ref();
        let selected = levels.and_then(|levels| levels.list.selected());
        if let Some(path) = selected.map(|entry| entry.path.clone()) {
            self.open_level(&path);
        }
    }
}
