//! What lies around the program: its files, a clock, a terminal, a clipboard. On a computer that is the
//! system; in a browser it is the page, which has none of these and stands in for all of them.
//!
//! Both sides have the same functions, so that nothing else asks where it runs.

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
use std::path::{Path, PathBuf};

use sidle::level::Files;

#[cfg(target_arch = "wasm32")]
pub use system::gamepad;
pub use system::{
    Instant, NewFile, QUITS, Stamp, arguments, catch_panics, copy, create, create_folder, events,
    exists, give, give_new, how_to_replay, is_there, lay, list, page, print, print_message, read,
    refuse, rename, save, settings_path, stamp, tell, waits_for_files, work,
};

/// What came of saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    Written,
    /// Nothing was written: the file is another one than expected; `None`: it is gone.
    Changed(Option<Vec<u8>>),
}

/// What the surroundings ask of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
// A computer asks by keys and mouse alone.
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
pub enum Event {
    /// Open the level, the mesh or the recording at this path.
    Open(PathBuf),
    /// Do what the key of this row does.
    Ask(String),
    /// The mouse was taken away.
    Released,
    /// From now on the game is played with these.
    Hands(Hands),
    /// From now on time passes, or stands still.
    Time(Time),
}

/// What the player plays with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hands {
    /// Keys and a mouse.
    #[default]
    Keys,
    /// The sticks on a touch screen, which has no keys to tell of, and little room.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
    Thumbs,
}

/// Whether time passes in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    #[default]
    Passes,
    /// Something lies over the game: it goes on where it is once that is gone.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
    Stands,
}

/// The files that are there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Here;

impl Files for Here {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        system::read(path)
    }
}
