//! Recordings, and the proof that two runs are the same.
//!
//! | | |
//! |---|---|
//! | [`StateHash`] | one number for every tick's full state |
//! | [`LevelHash`] | one number for all of a level that a walk depends on |
//! | [`InputLog`] | what the simulation was given, in a few bytes a tick |
//! | [`Recorder`], [`Recording`] | a run that can be played again: [`Recording::encode`], [`Recording::decode`] |
//! | [`Moment`] | a recording with its level, short enough for a link |
//! | [`verify`](fn@verify) | plays it again, and names the first tick that differs |

mod bytes;
mod decode;
mod encode;
mod fnv;
mod input_log;
mod level_hash;
mod moment;
mod recording;
mod state;
mod state_hash;
mod verify;

pub use decode::RecordingError;
pub use input_log::{InputLog, Inputs};
pub use level_hash::LevelHash;
pub use moment::{Moment, MomentError, TooLong};
pub use recording::{Header, Recorder, Recording};
pub use state_hash::StateHash;
pub use verify::{Divergence, Verified, verify};
