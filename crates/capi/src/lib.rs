//! The library for C, and for every language that calls C. `include/sidle.h` is its documentation.
//!
//! | file | contents |
//! |---|---|
//! | `memory.rs` | what pointers from outside point at; all the `unsafe` code of natives |
//! | `failure.rs` | status codes, the text of the last failure, and the end of every panic |
//! | `handles.rs` | handles of worlds and players, checked in every call |
//! | `types.rs`, `convert.rs`, `mover.rs` | the structs of the header, and what they are in the library |
//! | `worlds.rs`, `queries.rs`, `moves.rs`, `players.rs`, `platforms.rs` | the functions |
//! | `wasm.rs` | memory for JavaScript, in WebAssembly alone |
//!
//! # Rules
//! - No panic leaves a function. Each returns a [`Status`], and writes its results only if that is 0.
//! - Nothing that a pointer points at is kept after a call.
//! - Numbers are checked before the library sees them.

mod convert;
mod failure;
mod handles;
mod memory;
mod mover;
mod moves;
mod platforms;
mod players;
mod queries;
mod tuning;
mod types;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod worlds;

pub use failure::{Status, sidle_last_error};
pub use handles::{PlayerHandle, WorldHandle};
pub use memory::{In, Out, Plain};
pub use moves::*;
pub use platforms::*;
pub use players::*;
pub use queries::*;
pub use types::*;
pub use worlds::*;

/// The version of the library, `SIDLE_VERSION` of its header.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_version() -> *const core::ffi::c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
