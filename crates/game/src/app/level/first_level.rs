//! The first level, when it comes only after the game has begun: from a worker, or after the player's answer that a level over
//! its limits is loaded.

use sidle::level::Level;

use crate::app::Game;
use crate::app::setup::FirstLevel;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::platform;
use crate::platform::built_in::TEST_LEVEL;
use crate::platform::terminal;
use crate::session::eye::Viewpoint;
use crate::session::load::{LevelSource, Loaded};
use crate::session::recordings::CommandSource;
use crate::ui::screens::question::Subject;

/// Whether the player can repair the broken first level that was `loaded` in the page's text editor, since it is a
/// text, and nothing plays in it by itself.
pub fn can_repair(loaded: &Loaded<LevelMesh>, input: &CommandSource) -> bool {
    platform::HAS_TEXT_EDITOR
        && loaded.source.has_text()
        && !loaded.text.is_empty()
        && matches!(input, CommandSource::Live)
}

impl Game {
    /// Begins to load the first level, or asks whether to.
    pub(in crate::app) fn begin_first_level(&mut self, mut first: FirstLevel) {
        match first.question.take() {
            Some(question) => self.ask(Subject::Oversize(question)),
            None => self.slot.reloader.begin(first.source.clone()),
        }
        self.slot.first = Some(first);
    }

    /// The first level, if it is the one that was `loaded`.
    pub(in crate::app) fn take_first_level(
        &mut self,
        loaded: &Loaded<LevelMesh>,
    ) -> Option<FirstLevel> {
        let is_first = |first: &mut FirstLevel| first.source.path() == loaded.path();
        self.slot.first.take_if(is_first)
    }

    /// Starts `level`, the first one, as the command line or the link says.
    pub(in crate::app) fn start_first_level(
        &mut self,
        mut level: Level,
        loaded: &Loaded<LevelMesh>,
        first: &FirstLevel,
    ) {
        let viewpoint = self.views.viewpoint;
        let free_view = matches!(viewpoint, Viewpoint::Free(_)).then(|| self.input.view.angles());
        if let Err(message) = self.slot.start.apply(&mut level.rules, &level.tuning) {
            self.show_message(message);
        }
        if first.exhibit.is_some() && level.scene.lab.is_none() {
            self.show_message("--exhibit: this level has no `[lab]`");
        }
        self.start_level(level, loaded, &first.input, first.exhibit.as_deref());
        if let Some((yaw, pitch)) = free_view {
            self.set_viewpoint(viewpoint);
            self.input.view.set(yaw, pitch);
        }
        let Some(recording) = first.input.recording() else {
            return;
        };
        if first.input.start_state().is_some() {
            self.input.resume_from(&self.session.idle_input());
        }
        if first.input.moment().is_some() {
            self.show_message(watching_message(recording.seconds()));
        }
        self.preview(recording);
    }

    /// Begins to load the test level, which is played in place of the stand-in.
    pub(in crate::app) fn fall_back(&mut self) {
        let source = LevelSource::at(TEST_LEVEL.as_ref());
        self.slot.reloader.begin(source);
    }

    /// Handles problems of the level that was `loaded` in place of the stand-in. The game ends if the player can do nothing
    /// about them.
    pub(in crate::app) fn fall_back_from(&mut self, loaded: &Loaded<LevelMesh>) {
        if self.asks_about(loaded) {
            return self.fall_back();
        }
        terminal::diagnostics(&loaded.diagnostics);
        let first = self.take_first_level(loaded);
        self.slot.first = first.filter(|first| can_repair(loaded, &first.input));
        match &self.slot.first {
            Some(first) => {
                self.slot.broken = Some(first.source.clone());
                self.fall_back();
            }
            None => self.window.ended = true,
        }
    }

    /// Loads the broken first level again, once the test level is played. Then the page's text editor shows its
    /// problems, and the level is played when it is repaired.
    pub(in crate::app) fn load_broken_level(&mut self) {
        if let Some(broken) = self.slot.broken.take() {
            self.slot.reloader.begin(broken);
        }
    }
}

/// The message when a shared recording starts.
pub fn watching_message(seconds: f64) -> String {
    format!("you watch a shared recording of {seconds:.1} s; then you play on")
}
