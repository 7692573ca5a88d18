//! The picture of a frame: what is seen, from where, and in which views beside each other.
//!
//! [`frame`] draws it, by what [`sight`] has found; [`side_frame`] and [`panes`] are the views beside the player's, and [`views`]
//! keeps the parts between frames.

pub mod frame;
pub mod panes;
pub mod side_frame;
pub mod sight;
pub mod views;
