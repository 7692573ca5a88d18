//! What lies around the program: its files, a clock, a terminal, a clipboard. On a computer that is the
//! system; in a browser it is the page_address, which has none of these and stands in for all of them.
//!
//! Both sides have the same functions, so that nothing else asks where it runs.

pub mod built_in;
pub mod event;
pub mod saved;
pub mod stopwatch;
pub mod terminal;

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
mod save;
#[cfg(not(target_arch = "wasm32"))]
use native as system;

#[cfg(any(target_arch = "wasm32", test))]
mod parameters;
#[cfg(target_arch = "wasm32")]
mod web;
#[cfg(target_arch = "wasm32")]
use web as system;

use std::io;
use std::path::Path;

use sidle::level::Files;

#[cfg(target_arch = "wasm32")]
pub use system::gamepad;
pub use system::{
    Instant, NewFile, QUITS, Stamp, arguments, catch_panics, copy, create, create_folder, events,
    exists, how_to_replay, is_local, list, notify_page, page_address, print, print_message, read,
    refuse, rename, save, settings_path, spawn, stamp, substitute, waits_for_files, write,
    write_new,
};

/// The files that are there.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostFiles;

impl Files for HostFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        system::read(path)
    }
}
