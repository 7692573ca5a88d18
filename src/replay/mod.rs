//! Proof that two runs are the same: the hash of every tick's full state.

mod state_hash;

pub use state_hash::StateHash;
