//! The state of the game that the input needs in a frame.

use crate::options::action::Action;
use crate::options::edit_action::EditAction;
use crate::ui::capture::PanelCapture;
use crate::ui::input::lab_mouse::ShapeDisk;
use crate::view::hud::HudAreas;

/// The state of the game that decides the effect of keys and the mouse in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputContext {
    pub panel_is_open: bool,
    /// The input that the panel uses itself.
    pub capture: PanelCapture,
    /// Whether a list that drops down is open in the panel.
    pub has_popup: bool,
    /// Whether the large map covers the picture.
    pub map_is_large: bool,
    pub editor: EditorState,
    /// Whether the level is the player's own, which the editor can change.
    pub is_own_level: bool,
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

    /// What Esc leaves first: a list that drops down, the large map, or what the editor has selected. `None`: none of them.
    pub fn escape(&self) -> Option<Option<Action>> {
        if self.has_popup {
            // The panel closes it.
            return Some(None);
        }
        if self.map_is_large {
            return Some(Some(Action::NextMap));
        }
        let deselects = self.builds() && self.editor == EditorState::EntrySelected;
        deselects.then_some(Some(Action::Edit(EditAction::Deselect)))
    }

    /// Whether a text field of the palette, or a panel under the mouse, has the keys.
    pub fn keys_are_captured(&self) -> bool {
        // In the editor, the mouse over the palette leaves the keys to the game.
        match self.editor.is_on() {
            true => self.capture.escape(),
            false => self.capture.keys(),
        }
    }

    /// Whether the mouse edits, although a text field has the keys: a press in the level takes them from it, and acts at once.
    pub fn edits_while_typing(&self) -> bool {
        self.builds() && self.keys_are_captured()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn esc_closes_a_list_then_deselects_and_only_then_hides_the_palette() {
        let mut context = InputContext {
            panel_is_open: true,
            has_popup: true,
            editor: EditorState::EntrySelected,
            ..InputContext::default()
        };
        assert_eq!(context.escape(), Some(None));
        context.has_popup = false;
        let deselects = Action::Edit(EditAction::Deselect);
        assert_eq!(context.escape(), Some(Some(deselects)));
        context.editor = EditorState::NothingSelected;
        assert_eq!(context.escape(), None);
        // Without the palette, Esc leads to the menu.
        (context.editor, context.panel_is_open) = (EditorState::EntrySelected, false);
        assert_eq!(context.escape(), None);
    }

    #[test]
    fn esc_closes_the_large_map_before_it_leads_to_the_menu() {
        let mut context = InputContext {
            map_is_large: true,
            ..InputContext::default()
        };
        assert_eq!(context.escape(), Some(Some(Action::NextMap)));
        context.map_is_large = false;
        assert_eq!(context.escape(), None);
    }

    #[test]
    fn a_press_in_the_level_acts_although_a_field_of_the_palette_has_the_keys() {
        let mut context = InputContext {
            panel_is_open: true,
            capture: PanelCapture::Typing,
            editor: EditorState::EntrySelected,
            ..InputContext::default()
        };
        assert!(context.keys_are_captured() && context.edits_while_typing());
        // Without a field, all of the editor's keys and presses count anyway.
        context.capture = PanelCapture::Mouse;
        assert!(!context.keys_are_captured() && !context.edits_while_typing());
        // The panel of a game that is played.
        context.editor = EditorState::Off;
        assert!(context.keys_are_captured() && !context.edits_while_typing());
    }
}
