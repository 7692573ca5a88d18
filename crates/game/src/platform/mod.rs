//! The platform: files, a clock, a terminal and a clipboard. `native` uses the operating system, `web` the page in the
//! browser.
//!
//! Both have the same functions, so that no other module depends on the target.

pub mod built_in;
pub mod decoding;
pub mod event;
pub mod fonts;
pub mod foreign_path;
#[cfg(not(target_arch = "wasm32"))]
pub mod level_pictures;
pub mod raw_pointer;
pub mod save_outcome;
pub mod sound;
pub mod stopwatch;
pub mod system_glyphs;
pub mod terminal;
pub mod worker;

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

pub use decoding::Decoding;
#[cfg(target_arch = "wasm32")]
pub use system::gamepad;
pub use system::{
    FileStamp, Instant, NewFile, arguments, check_start_level, copy_to_clipboard, create,
    create_folder, decode_image, discard, exists, exists_locally, file_size, file_stamp,
    forget_decoded_images, has_pending_files, install_panic_hook, keep, linked_path, list,
    listed_title, notify_page, override_file, page_address, poll_events, print, print_message,
    read, rename, replay_hint, report_usage_error, rest, save, settings_path, spawn, write,
    write_new,
};

#[cfg(not(target_arch = "wasm32"))]
pub use system::{Beside, read_first, run_beside};

/// Whether the game runs in a page of a browser.
pub const IS_PAGE: bool = cfg!(target_arch = "wasm32");

/// The folder of new levels, if the level that is played has none of the player's: on a page, that of dropped files.
pub const OWN_LEVELS: &str = if IS_PAGE { "dropped" } else { "" };

/// Whether a key can quit the program. The player closes a page instead.
pub const CAN_QUIT: bool = !IS_PAGE;

/// Whether the list of levels shows a picture of each.
pub const HAS_LEVEL_PICTURES: bool = !IS_PAGE;

/// Whether a card before the game previews the recording.
pub const HAS_CARD: bool = IS_PAGE;

/// Whether the page around the game shows the progress of loading a level, and the game's questions.
pub const SHOWS_LOADING: bool = IS_PAGE;
pub const SHOWS_QUESTIONS: bool = IS_PAGE;

/// Whether workers take the place of threads.
pub const HAS_WORKERS: bool = IS_PAGE;

/// Whether a text editor of the page can repair a level.
pub const HAS_TEXT_EDITOR: bool = IS_PAGE;

/// The platform's files.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostFiles;

impl Files for HostFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        system::check_level_path(path)?;
        system::read(path)
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let names = system::list(folder).into_iter();
        let names = names.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names
    }
}
