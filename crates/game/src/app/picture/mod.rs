//! The picture of a frame, from its viewpoint, in one view or in several next to each other.
//!
//! [`frame`] draws it, by what [`sight`] has found; [`side_frame`] and [`panes`] are the views next to the player's, [`sway`]
//! moves it behind the page's card, and [`views`] keeps the parts between frames.

pub mod frame;
pub mod panes;
pub mod side_frame;
pub mod sight;
pub mod sway;
pub mod views;

#[cfg(test)]
mod layout_tests;
