//! The state of the game that the input needs in a frame.

use macroquad::math::Rect;

use crate::options::action::Action;
use crate::ui::capture::PanelCapture;
use crate::ui::input::lab_mouse::ShapeDisk;
use crate::ui::screens::levels::LevelRows;
use crate::ui::screens::loading::LoadingBar;
use crate::ui::screens::menu::MenuRows;
use crate::ui::screens::mesh_card::MeshCard;
use crate::ui::screens::question::Buttons;
use crate::view::hud::tour_card::TourButtons;

/// The state of the game that decides the effect of keys and the mouse in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputContext {
    /// The cover of the picture, as the action that closes it.
    pub open: Option<Action>,
    pub panel_is_open: bool,
    /// The input that the panel uses itself.
    pub capture: PanelCapture,
    pub editor: EditorState,
    /// Whether the game is paused. Then more keys seek.
    pub paused: bool,
    /// The bar of the clock, in pixels of the window.
    pub time_bar: Option<Rect>,
    /// Whether a recording or a script moves the player.
    pub plays_back: bool,
    /// The buttons of a question, in pixels of the window.
    pub buttons: Option<Buttons>,
    /// The choice of a bare mesh's unit, in pixels of the window.
    pub mesh_card: Option<MeshCard>,
    /// The list of levels, in pixels of the window.
    pub level_rows: Option<LevelRows>,
    /// The menu, in pixels of the window.
    pub menu_rows: Option<MenuRows>,
    /// The keys and presses that the tour takes.
    pub tour: TourInput,
    /// Its buttons, in pixels of the window.
    pub tour_buttons: TourButtons,
    /// The card of the view from the side, in pixels of the window.
    pub side_card: Option<Rect>,
    /// The bar of a level that is loading, in pixels of the window.
    pub loading: Option<LoadingBar>,
    /// Where the free mouse takes hold of the lab's shape.
    pub lab_shape: Option<ShapeDisk>,
}

impl InputContext {
    /// Whether the list of levels is open.
    pub fn lists_levels(&self) -> bool {
        self.open == Some(Action::ToggleLevels)
    }

    /// Whether a question waits for an answer.
    pub fn asks(&self) -> bool {
        matches!(self.open, Some(Action::AnswerQuestion(_)))
    }

    /// Whether the choice of a bare mesh's unit takes keys and presses.
    pub fn chooses_units(&self) -> bool {
        self.open == Some(Action::ToggleMeshChooser)
    }

    /// Whether the menu is open.
    pub fn shows_menu(&self) -> bool {
        self.open == Some(Action::ToggleMenu)
    }

    /// Whether the help is open.
    pub fn shows_help(&self) -> bool {
        self.open == Some(Action::CloseHelp)
    }

    /// Whether there is nothing to play yet, while the first level is loading.
    pub fn waits(&self) -> bool {
        self.loading.is_some_and(|bar| bar.covers)
    }

    /// Whether the page on which keys are bound is open.
    pub fn binds_keys(&self) -> bool {
        self.open == Some(Action::ToggleKeyPage)
    }
}

/// What the tour takes of keys and presses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TourInput {
    #[default]
    None,
    /// The answer to its offer.
    Offered,
    /// Leaving it.
    On,
}

/// Whether the editor is on, and whether a prop is selected in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditorState {
    #[default]
    Off,
    NothingSelected,
    PropSelected,
}

impl EditorState {
    pub fn is_on(self) -> bool {
        self != Self::Off
    }
}
