//! Keys and presses on the cards over the picture: the choice of a unit, the tour, the view from the side.

use macroquad::input::{
    KeyCode, MouseButton, is_key_pressed, is_mouse_button_pressed, mouse_position,
};
use macroquad::math::Rect;

use crate::options::action::Action;
use crate::ui::input::Input;
use crate::ui::input::context::TourInput;

impl Input {
    /// A press on a row of the choice of a bare mesh's unit.
    pub(super) fn press_on_card(&self) -> Option<Action> {
        let chooses = self.context.chooses_units() && !self.mouse.is_grabbed();
        let card = self.context.mesh_card.filter(|_| chooses)?;
        let pressed = is_mouse_button_pressed(MouseButton::Left);
        pressed.then(|| card.action_at(mouse_position())).flatten()
    }

    /// The keys of the choice of a bare mesh's unit, and a press on it.
    pub(super) fn poll_mesh_card(&self) -> Option<Action> {
        use KeyCode::{Enter, Key1, Key2, Key3, Key4, Key5, KpEnter, Tab};
        if !self.context.chooses_units() {
            return None;
        }
        let units = [Key1, Key2, Key3, Key4, Key5];
        let units = units.into_iter().position(is_key_pressed);
        let keeps = is_key_pressed(Enter) || is_key_pressed(KpEnter);
        let other_axis = is_key_pressed(Tab).then_some(Action::ChooseOtherAxis);
        let keeps = keeps.then_some(Action::ToggleMeshChooser);
        let by_key = units.map(Action::ChooseUnits).or(other_axis).or(keeps);
        by_key.or_else(|| self.press_on_card())
    }

    /// A press on a button of the tour's card.
    pub(super) fn press_on_tour(&self) -> Option<Action> {
        let context = &self.context;
        let pressed = is_mouse_button_pressed(MouseButton::Left);
        let takes = context.tour != TourInput::None && !context.capture.mouse();
        if !pressed || !takes || self.mouse.is_grabbed() {
            return None;
        }
        let holds =
            |rect: Option<Rect>| rect.is_some_and(|it| it.contains(mouse_position().into()));
        let accepts = holds(context.tour_buttons.accept).then_some(Action::StartTour);
        accepts.or(holds(context.tour_buttons.leave).then_some(Action::LeaveTour))
    }

    /// A press on the card of the view from the side makes that large, or small again.
    pub(super) fn press_on_side_card(&self) -> Option<Action> {
        let is_free = !self.mouse.is_grabbed() && !self.context.capture.mouse();
        let card = self.context.side_card.filter(|_| is_free)?;
        let pressed = is_mouse_button_pressed(MouseButton::Left);
        let hits = pressed && card.contains(mouse_position().into());
        hits.then_some(Action::EnlargeSideView)
    }

    /// The keys of the tour's card, and a press on it; in the help, Enter begins the tour.
    pub(super) fn poll_tour(&self) -> Option<Action> {
        if self.context.capture.keys() {
            return self.press_on_tour();
        }
        let enters = is_key_pressed(KeyCode::Enter) || is_key_pressed(KeyCode::KpEnter);
        let begins = self.context.tour == TourInput::Offered || self.context.shows_help();
        let leaves = self.context.tour != TourInput::None && is_key_pressed(KeyCode::Backspace);
        let by_key = (enters && begins).then_some(Action::StartTour);
        let by_key = by_key.or(leaves.then_some(Action::LeaveTour));
        by_key.or_else(|| self.press_on_tour())
    }
}
