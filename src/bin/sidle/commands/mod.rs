//! The commands: each has its arguments, runs, and prints its result.

pub mod check;
pub mod compare;
pub mod link;
pub mod new;
pub mod play;
pub mod replay;
pub mod schema;
pub mod simulate;
#[cfg(target_arch = "wasm32")]
mod worker;
