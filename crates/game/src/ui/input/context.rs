//! The state of the game that the input needs in a frame.

use crate::options::action::Action;
use crate::ui::capture::PanelCapture;
use crate::ui::input::lab_mouse::ShapeDisk;
use crate::view::hud::HudAreas;

/// The state of the game that decides the effect of keys and the mouse in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputContext {
    pub panel_is_open: bool,
    /// The input that the panel uses itself.
    pub capture: PanelCapture,
    pub editor: EditorState,
    /// Whether the game is paused. Then more keys seek.
    pub paused: bool,
    /// Whether a recording or a script moves the player.
    pub plays_back: bool,
    /// The buttons of a question, in pixels of the window.
    pub tour: TourInput,
    /// What the HUD shows to be pressed.
    pub areas: HudAreas,
    /// Where the free mouse takes hold of the lab's shape.
    pub lab_shape: Option<ShapeDisk>,
}

impl InputContext {
    /// Whether the palette of the editor is open.
    pub fn builds(&self) -> bool {
        self.editor.is_on() && self.panel_is_open
    }
}

/// The keys and presses that the tour takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TourInput {
    #[default]
    None,
    /// The answer to its offer.
    Offered,
    /// Leaving it.
    On,
    /// The same, and going on or back.
    Moving,
}

impl TourInput {
    /// What a press on the card's button that goes on does.
    pub fn accept(self) -> Action {
        match self {
            Self::Moving => Action::NextTourStep(1),
            Self::None | Self::Offered | Self::On => Action::StartTour,
        }
    }
}

/// Whether the editor is on, and whether an entry is selected in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditorState {
    #[default]
    Off,
    NothingSelected,
    EntrySelected,
}

impl EditorState {
    pub fn is_on(self) -> bool {
        self != Self::Off
    }
}
