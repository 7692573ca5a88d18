//! The model of the lab: pairs of shapes, and the contacts or tests that they show.

pub mod body;
pub mod exhibit;
pub mod state;
