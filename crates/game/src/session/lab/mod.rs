//! The model of the lab: pairs of shapes, and the contacts or tests that they show.
//!
//! [`state`] is the lab while it runs. It shows one [`exhibit`] after another, each with the [`question`] that it asks of two
//! [`body`]s.

mod body;
mod composed;
mod exhibit;
pub mod question;
mod rounded;
mod state;

pub use self::body::{LabBody, triangle};
pub use self::exhibit::{Lesson, parse_exhibit};
pub use self::state::{Lab, LabInput};
