//! The real binary, as a shell sees it: its output streams and exit codes. No window opens.
#![cfg(feature = "game")]

mod check;
mod compare;
mod link;
mod new;
mod replay;
mod run;
mod schema;
// Only there do environment variables locate the settings.
#[cfg(target_os = "linux")]
mod settings;
mod simulate;
mod usage;
