//! One walk: what a walker presses, where it gets to and what it meets.
//!
//! Reading order: `keys.rs` (what it presses), `course.rs` (a straight line to a known place), `job.rs` (one walk, and what it
//! met), `known.rs` (what it knows of where others have been), `stuck.rs` (whether any key moves it), `walker.rs` (who
//! walks, and the states to return to) and `pool.rs` (walkers for walks that are made at the same time).

mod course;
mod job;
mod keys;
mod known;
mod pool;
mod stuck;
mod walker;

pub use course::{Course, Gait};
pub use job::{Commands, Incident, Job, Moment, Outcome, Plan, Start, Surroundings, cost_of};
pub use keys::{Keys, heading};
pub use known::Known;
pub use pool::Pool;
pub use stuck::is_stuck;
pub use walker::{Kept, MakeWalker, OuterWalker, Walker};
