//! The pages over the picture: help, list of levels, key bindings, a question, and the bar of a level that is loading.

pub mod help;
pub mod keys;
pub mod levels;
pub mod loading;
pub mod menu;
pub mod mesh_card;
pub mod question;

use crate::draw::canvas::Canvas;
#[cfg(not(target_arch = "wasm32"))]
use crate::draw::level_pictures::LevelPictures;
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::platform;
use crate::session::guide::level_list::LevelList;
use crate::session::load::mesh_chooser::MeshChooser;
use crate::session::load::oversize::OversizeQuestion;
use crate::ui::key_labels::KeyLabels;
use crate::ui::screens::help::KeptLayout;
use crate::ui::screens::keys::page::KeyPage;
use crate::ui::screens::levels::{LevelRows, PicturePlace};
use crate::ui::screens::loading::{LoadingBar, LoadingView};
use crate::ui::screens::menu::{Menu, MenuRows};
use crate::ui::screens::mesh_card::MeshCard;
use crate::ui::screens::question::Buttons;

/// The open pages.
#[derive(Default)]
pub struct Screens {
    /// The page of the help that is shown.
    pub help: Option<usize>,
    pub help_layout: KeptLayout,
    pub levels: Option<LevelList>,
    /// Where the last frame drew it.
    pub level_rows: Option<LevelRows>,
    /// Where that frame put its pictures.
    pub picture_places: Vec<PicturePlace>,
    /// The pictures themselves.
    #[cfg(not(target_arch = "wasm32"))]
    pub level_pictures: LevelPictures,
    /// Whether the mouse turned the view before the list freed it.
    pub levels_took_mouse: bool,
    pub key_page: Option<KeyPage>,
    pub menu: Option<Menu>,
    /// Where the last frame drew it.
    pub menu_rows: Option<MenuRows>,
    /// A question that the player has not answered yet.
    pub question: Option<OversizeQuestion>,
    /// Where the last frame drew its buttons.
    pub buttons: Option<Buttons>,
    /// The choice of a bare mesh's unit and upward axis, while it is shown.
    pub mesh_chooser: Option<MeshChooser>,
    /// Where the last frame drew it.
    pub mesh_card: Option<MeshCard>,
    /// Where the last frame drew the bar of a level that is loading.
    pub loading: Option<LoadingBar>,
}

impl Screens {
    /// The action that closes the topmost page.
    pub fn open(&self) -> Option<Action> {
        let levels = self.levels.as_ref().map(|_| Action::ToggleLevels);
        let keys = self.key_page.as_ref().map(|_| Action::ToggleKeyPage);
        let help = self.help.map(|_| Action::CloseHelp);
        let question = self.question.as_ref();
        let question = question.map(|_| Action::AnswerQuestion(false));
        let chooser = self.mesh_chooser.as_ref();
        let chooser = chooser.map(|_| Action::ToggleMeshChooser);
        let menu = self.menu.map(|_| Action::ToggleMenu);
        let page = question.or(keys).or(menu).or(levels);
        page.or(help).or(chooser)
    }

    /// Whether a page hides all text below it.
    pub fn hide_text(&self) -> bool {
        self.cover_all() || self.levels.is_some() || self.menu.is_some()
    }

    /// Whether a page covers the whole picture.
    fn cover_all(&self) -> bool {
        self.help.is_some() || self.key_page.is_some()
    }

    /// Draws the page of `bindings`.
    pub fn draw_keys(&self, canvas: &Canvas, page: &Viewport, bindings: &Bindings) {
        if let Some(key_page) = &self.key_page {
            keys::draw(canvas, page, key_page, bindings);
        }
    }

    /// Draws the question, unless the page around the game shows it.
    pub fn draw_question(&mut self, canvas: &Canvas, page: &Viewport) {
        let shown = self
            .question
            .as_ref()
            .filter(|_| !platform::SHOWS_QUESTIONS);
        self.buttons = shown.map(|shown| question::draw(canvas, page, shown));
    }

    /// Draws the choice of a bare mesh's unit and upward axis, below `head`.
    pub fn draw_mesh_card(
        &mut self,
        canvas: &Canvas,
        page: &Viewport,
        head: f32,
        labels: &KeyLabels<'_>,
    ) {
        let shown = self.mesh_chooser.as_ref().filter(|_| !self.hide_text());
        self.mesh_card = shown.map(|shown| mesh_card::draw(canvas, page, head, shown, labels));
    }

    /// Draws the bar of a level that is loading.
    pub fn draw_loading(
        &mut self,
        canvas: &Canvas,
        page: &Viewport,
        view: Option<LoadingView<'_>>,
    ) {
        self.loading = view.map(|view| loading::draw(canvas, page, &view));
    }

    /// Draws the menu of the level called `name`.
    pub fn draw_menu(&mut self, canvas: &Canvas, page: &Viewport, name: &str) {
        self.menu_rows = self.menu.map(|menu| menu::draw(canvas, page, menu, name));
    }

    /// Draws the list of levels.
    pub fn draw_levels(&mut self, canvas: &Canvas, page: &Viewport) {
        let shown = self.levels.as_ref().filter(|_| !self.cover_all());
        let drawn = shown.map(|shown| levels::draw(canvas, page, shown));
        let (rows, pictures) = drawn.unzip();
        self.level_rows = rows;
        self.picture_places = pictures.unwrap_or_default();
    }

    /// Draws the pictures of the list of levels, over all text, unless a question or a bar is there.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn draw_level_pictures(&mut self) {
        let Some(levels) = self.levels.as_ref() else {
            return;
        };
        let is_covered = self.buttons.is_some() || self.loading.is_some();
        let places = self.picture_places.iter().filter(|_| !is_covered);
        let pictures: Vec<_> = places
            .filter_map(|(number, place)| {
                let path = &levels.entries.get(*number)?.path;
                let (name, bytes) = platform::level_pictures::picture_of(path)?;
                Some((name, bytes, *place))
            })
            .collect();
        self.level_pictures.draw(&pictures);
    }
}
