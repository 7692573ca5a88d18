//! The model of the lab: pairs of shapes, and the contacts or tests that they show.
//!
//! [`state`] is the lab while it runs. It shows one [`exhibit`] after another, each with the [`question`] that it asks of two
//! [`body`]s.

pub mod body;
mod composed;
pub mod exhibit;
pub mod question;
mod rounded;
pub mod state;
