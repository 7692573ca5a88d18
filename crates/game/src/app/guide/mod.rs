//! The guidance of the player: the hints of a first game, the tour, and the goals of levels.

pub mod goals;
pub mod guidance;
pub mod tour;
pub mod tour_guide;
