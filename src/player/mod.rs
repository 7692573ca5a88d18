//! The player: a command and a state go in, a state and a trace come out.
//!
//! Reading order: [`Command`] and [`PlayerState`], [`Tuning`], then [`advance`](fn@advance), whose steps are
//! the table of contents of one tick. [`classic`] keeps the camera sphere out of the world as the
//! founding texts do, [`boxed`] a box; [`move_and_slide`] is the swept mover, with the walk of `swept` on top. The
//! [`Trace`] reports what happened.

pub mod boxed;
pub mod classic;

mod advance;
mod body;
mod command;
mod event;
mod ground;
mod motion;
mod ride;
mod slide;
mod state;
mod swept;
mod trace;
mod tuning;

pub use advance::advance;
pub use body::Body;
pub use command::{Axis, Command, Controller, Mode};
pub use event::{Candidate, Event, Finding, SideCounts, Stop, Try};
pub use ride::{carry, give_way};
pub use slide::{Slide, SlideEnd, move_and_slide};
pub use state::{Ground, PlayerState, Ride, Rules, Spawn};
pub use trace::Trace;
pub use tuning::{BodyShape, Tuning, TuningNumber, TuningProblem};
