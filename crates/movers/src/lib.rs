//! Movers: what moves a player, of any engine, behind one trait.
//!
//! | file | contents |
//! |---|---|
//! | `mover.rs` | the trait [`Mover`]: a world, then ticks or moves, and states |
//! | `setup.rs` | the world, the body and the moved boxes that a mover gets |
//! | `state.rs` | its answers: [`Hello`], [`State`] and [`Saved`] |
//! | `error.rs` | [`MoverError`]: why a mover gave no state |
//! | `ours.rs` | [`Ours`]: the three controllers of `sidle` as movers |
//!
//! Lengths are in metres, times in seconds, angles in radians. Y is up. A yaw of 0 looks along -Z, and grows to the left.
//! The position of a sphere is its centre, that of a capsule the centre of its lower hemisphere, and that of a box its centre.

#![forbid(unsafe_code)]

mod error;
mod mover;
mod ours;
mod setup;
mod state;

pub use error::{MoverError, MoverFault};
pub use mover::Mover;
pub use ours::Ours;
pub use setup::{MovedBox, Setup, SetupBody};
pub use state::{Can, Hello, MoverContact, MoverGround, Saved, State};
