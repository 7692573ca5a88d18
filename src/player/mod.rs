//! The player: a command and a state go in, a state and its contacts come out.
//!
//! Reading order: [`Command`], [`PlayerState`], [`Tuning`], then [`advance`](fn@advance), whose body lists
//! the steps of one tick. There are three controllers. [`classic`] pushes a camera sphere out of the world,
//! as the founding texts do; [`boxed`] does the same with a box. The swept controller is
//! [`move_and_slide`](fn@move_and_slide) with a walk on top.
//!
//! A move or a tick takes a [`Scratch`], which is reused memory, and returns a [`MoveResult`] or
//! [`Contacts`]. A [`Trace`] is an optional observer: the simulation writes it and never reads it.

pub mod boxed;
pub mod classic;

mod advance;
mod body;
mod command;
mod contacts;
mod event;
mod footing;
mod ground;
mod motion;
mod move_and_slide;
mod ride;
mod scratch;
mod slide;
mod state;
mod swept;
mod tick_input;
mod trace;
mod tuning;

pub use advance::advance;
pub use body::Body;
pub use command::{Axis, Command, Controller, Mode};
pub use contacts::Contacts;
pub use event::{Candidate, Event, Finding, SideCounts, Stop, Try};
pub use move_and_slide::{MoveResult, MoveSettings, SlideEnd, move_and_slide};
pub use ride::{carry, give_way};
pub use scratch::Scratch;
pub use state::{Ground, PlayerState, Ride, Rules, Spawn};
pub use tick_input::TickInput;
pub use trace::Trace;
pub(crate) use trace::Tracer;
pub use tuning::{BodyShape, Tuning, TuningNumber, TuningProblem};
