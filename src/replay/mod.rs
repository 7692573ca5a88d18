//! Recordings, and the proof that two runs are the same.
//!
//! | | |
//! |---|---|
//! | [`StateHash`] | the hash of the full state after every tick |
//! | [`LevelHash`] | the hash of every part of a level that affects the simulation |
//! | [`StaticHash`] | the part of that hash that no tick and no edit changes |
//! | [`InputLog`] | the inputs of a simulation, in a few bytes per tick |
//! | [`Recorder`], [`Recording`] | a run that can be replayed: [`Recording::encode`], [`Recording::decode`] |
//! | [`Moment`] | a recording with its level, short enough for a link |
//! | [`verify`](fn@verify) | replays a recording, and names the first tick that differs |

mod bytes;
mod decode;
mod encode;
mod error;
mod fnv;
mod input_log;
mod level_hash;
mod moment;
mod recording;
mod state;
mod state_hash;
mod steps;
mod verify;

pub use error::RecordingError;
pub use input_log::{InputLog, Inputs};
pub use level_hash::{LevelHash, StaticHash};
pub use moment::{Moment, MomentError, MomentLimit, TooLong};
pub use recording::{Header, Recorder, Recording};
pub use state_hash::StateHash;
pub use verify::{Divergence, Verified, verify};
