//! The model of the lab: pairs of shapes, and the contacts or tests that they show.

pub mod body;
mod composed;
pub mod exhibit;
pub mod question;
mod rounded;
pub mod state;
