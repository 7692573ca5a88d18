//! The movers of the command line: programs that move the player, as `docs/movers.md` describes.
//!
//! A mover has one body, which is the player's or a ghost's. It gets the world when that changes, and a `reset` when the body is
//! not where the mover left it, as after a switch of controllers, a respawn or a teleport. If the player was there before, and the
//! mover can save, it gets the state that it saved there instead.

#[cfg(not(target_arch = "wasm32"))]
mod audit_mover;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
mod outer_mover;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use audit_mover::AuditMovers;
#[cfg(not(target_arch = "wasm32"))]
pub use native::Movers;
#[cfg(target_arch = "wasm32")]
pub use web::Movers;
