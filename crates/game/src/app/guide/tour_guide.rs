//! The progress of the tour in the game, and the words on its card.

use crate::session::guide::{Tour, TourStep};
use crate::ui::input::hints::FilledHints;

/// How long the offer stays if nobody answers; seconds of play.
const OFFER_SECONDS: f64 = 45.0;

/// The progress of the tour.
#[derive(Debug, Default)]
pub enum State {
    #[default]
    Off,
    /// It is offered for this long; seconds.
    Offered(f64),
    /// The courtyard is being loaded for it.
    Starting,
    On(Tour),
}

/// The tour with the words on its card.
#[derive(Default)]
pub struct TourGuide {
    pub state: State,
    /// The step that has just succeeded, and for how long the card reports it; seconds.
    pub success: Option<(TourStep, f64)>,
    /// The tick rate for which the tuning was changed; `None` if the tuning is as it was.
    pub tuned_for: Option<u32>,
    /// Whether the next frame freezes the controllers that were compared.
    pub freezes: bool,
    pub texts: FilledHints,
}

impl TourGuide {
    /// The tour of a new game, which is `offered` or not.
    pub fn new(offered: bool) -> Self {
        let state = if offered {
            State::Offered(OFFER_SECONDS)
        } else {
            State::Off
        };
        Self {
            state,
            ..Self::default()
        }
    }

    /// The current step, while the tour is on.
    pub fn step(&self) -> Option<TourStep> {
        match &self.state {
            State::On(tour) => tour.step(),
            State::Off | State::Offered(_) | State::Starting => None,
        }
    }

    /// Whether the card has something to say.
    pub fn speaks(&self) -> bool {
        !matches!(self.state, State::Off | State::Starting) || self.success.is_some()
    }
}
