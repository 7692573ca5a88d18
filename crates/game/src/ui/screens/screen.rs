//! The abilities of every screen, and the part of the game that it sees.

use crate::draw::canvas::Canvas;
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::ui::events::{Events, InputKind};
use crate::ui::key_labels::KeyLabels;
use crate::ui::screens::loading::LoadingView;

/// A row of the help.
#[derive(Clone, Debug, Hash, PartialEq)]
pub struct KeyHelp {
    /// The title of the group that begins with this row.
    pub title: Option<&'static str>,
    pub keys: String,
    /// Their effect.
    pub action: String,
}

/// A screen over the picture.
pub trait Screen {
    /// The name of the screen, for the page around the game.
    fn name(&self) -> &'static str;

    /// Whether the screen takes all keys, including Esc, and presses, so that nothing below it sees them.
    fn is_modal(&self) -> bool {
        false
    }

    /// Whether the screen takes `input`, so that nothing below it sees that.
    fn takes(&self, input: InputKind) -> bool;

    /// Handles the `events` of a frame, which may rebind keys. Returns the requests to the game.
    fn handle(&mut self, events: &Events, bindings: &mut Bindings) -> Vec<Action>;

    /// The parts of the picture that it hides.
    fn hides(&self) -> Hides {
        Hides::Nothing
    }

    /// Draws the screen, and keeps the areas that can be pressed.
    fn draw(&mut self, canvas: &Canvas, page: &Viewport, context: &ScreenContext<'_>);
}

/// The parts of the picture that a screen hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hides {
    Nothing,
    /// The text of the HUD, and cards.
    Text,
    /// The whole picture.
    All,
}

/// The state of the game that the screens show.
pub struct ScreenContext<'g> {
    /// The name of the level, and its description.
    pub name: &'g str,
    pub about: &'g str,
    pub labels: KeyLabels<'g>,
    /// All keys that the help lists; empty while it is closed.
    pub key_helps: Vec<KeyHelp>,
    /// Where the readings end at the bottom; logical pixels.
    pub head: f32,
    /// The level that is loading, if its bar is shown.
    pub loading: Option<LoadingView<'g>>,
}
