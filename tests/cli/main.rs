//! The real binary, as a shell sees it: what it prints where, and its exit codes. No window opens.
#![cfg(feature = "game")]

mod check;
mod compare;
mod link;
mod new;
mod replay;
mod run;
mod schema;
// Elsewhere no variable says where settings are.
#[cfg(target_os = "linux")]
mod settings;
mod simulate;
mod usage;
