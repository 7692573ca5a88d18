//! Keys and presses on the cards over the picture: the choice of a unit, the tour, the view from the side.

use macroquad::input::KeyCode;

use crate::options::action::Action;
use crate::ui::events::Events;
use crate::ui::input::Input;
use crate::ui::input::context::TourInput;

impl Input {
    /// A press on a row of the choice of a bare mesh's unit.
    pub(super) fn click_card(&self, events: &Events, has_screen: bool) -> Option<Action> {
        let context = &self.context;
        if context.capture.mouse() {
            return None;
        }
        let tour = context.areas.tour;
        let has_tour = context.tour != TourInput::None;
        if has_tour && events.clicks_in(tour.accept) {
            return Some(context.tour.accept());
        }
        if has_tour && events.clicks_in(tour.back) {
            return Some(Action::NextTourStep(-1));
        }
        if has_tour && events.clicks_in(tour.leave) {
            return Some(Action::LeaveTour);
        }
        let is_side = !has_screen && events.clicks_in(context.areas.side_card);
        is_side.then_some(Action::EnlargeSideView)
    }

    /// The effects of the keys of the tour's card.
    pub(super) fn press_tour_key(&self, events: &Events) -> Option<Action> {
        let tour = self.context.tour;
        if self.context.capture.keys() || tour == TourInput::None {
            return None;
        }
        if tour == TourInput::Offered && events.enters() {
            return Some(Action::StartTour);
        }
        if tour == TourInput::Moving && events.enters() {
            let back = self.keyboard.has_shift(|_| true);
            return Some(Action::NextTourStep(if back { -1 } else { 1 }));
        }
        let leaves = events.has_key(KeyCode::Backspace);
        leaves.then_some(Action::LeaveTour)
    }
}
