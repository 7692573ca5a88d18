//! The commands: each has its arguments, runs, and prints its result. A page only plays and simulates.

#[cfg(not(target_arch = "wasm32"))]
pub mod audit;
#[cfg(not(target_arch = "wasm32"))]
pub mod check;
#[cfg(not(target_arch = "wasm32"))]
pub mod clip;
#[cfg(not(target_arch = "wasm32"))]
pub mod compare;
#[cfg(not(target_arch = "wasm32"))]
pub mod conformance;
#[cfg(not(target_arch = "wasm32"))]
pub mod explain;
#[cfg(not(target_arch = "wasm32"))]
pub mod link;
#[cfg(not(target_arch = "wasm32"))]
pub mod mend;
#[cfg(not(target_arch = "wasm32"))]
pub mod new;
pub mod play;
#[cfg(not(target_arch = "wasm32"))]
pub mod replay;
#[cfg(not(target_arch = "wasm32"))]
pub mod schema;
pub mod simulate;
#[cfg(not(target_arch = "wasm32"))]
mod svg;
#[cfg(target_arch = "wasm32")]
mod worker;
