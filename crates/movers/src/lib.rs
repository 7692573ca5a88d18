//! Movers: what moves a player, of any engine, behind one trait.
//!
//! | file | contents |
//! |---|---|
//! | `mover.rs` | the trait [`Mover`]: a world, then ticks or moves, and states |
//! | `setup.rs` | the world, the body and the moved boxes that a mover gets |
//! | `state.rs` | its answers: [`Hello`], [`State`] and [`Saved`] |
//! | `error.rs` | [`MoverError`]: why a mover gave no state |
//! | `ours.rs` | [`Ours`]: the three controllers of `sidle` as movers |
//! | `command_line.rs` | [`MoverCommand`]: `NAME=COMMAND` |
//! | `process.rs` | [`Process`]: a program of any language that speaks JSON lines, with `lines.rs` and `family.rs` |
//! | `serve.rs` | [`serve()`]: a mover of Rust as such a program |
//! | `wire.rs` | the lines of the protocol, which docs/movers.md describes |
//!
//! Lengths are in metres, times in seconds, angles in radians. Y is up. A yaw of 0 looks along -Z, and grows to the left.
//! The position of a sphere is its centre, that of a capsule the centre of its lower hemisphere, and that of a box its centre.

#![forbid(unsafe_code)]

mod command_line;
mod error;
mod family;
mod lines;
mod mover;
mod ours;
mod process;
mod serve;
mod setup;
mod state;
mod wire;

pub use command_line::{MoverCommand, MoverCommandError};
pub use error::{MoverError, MoverFault};
pub use mover::Mover;
pub use ours::Ours;
pub use process::Process;
pub use serve::serve;
pub use setup::{MovedBox, OneWay, Setup, SetupBody};
pub use state::{Can, Hello, KnownState, MoverContact, MoverGround, Saved, State};
