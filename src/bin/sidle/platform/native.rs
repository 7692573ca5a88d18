//! A computer: its disk, its clock, its terminal.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::SystemTime;

use directories::ProjectDirs;
use macroquad::miniquad::window::clipboard_set;

use super::event::HostEvent;
pub use super::save::save;

pub use fs::{create_dir_all as create_folder, read, rename, write};
pub use std::time::Instant;

/// Whether a key can end the program.
pub const QUITS: bool = true;

/// What a file looks like from outside.
pub type Stamp = (SystemTime, u64, u64);

/// The command line.
pub fn arguments(_: &clap::Command) -> impl Iterator<Item = OsString> {
    std::env::args_os()
}

/// Tells what is wrong with the command line, or what was asked about it, and ends.
pub fn refuse(error: &clap::Error) -> ExitCode {
    error.exit()
}

/// How one plays the recording at `path`.
pub fn how_to_replay(path: &Path) -> String {
    format!("`sidle replay {}` plays it", path.display())
}

/// Whether there is a file at `path`.
pub fn exists(path: &Path) -> bool {
    path.is_file()
}

/// Whether there is something at `path` already, where something is to be written.
pub fn is_local(path: &Path) -> bool {
    path.exists()
}

/// What the file at `path` looks like; `None`: it is not there.
pub fn stamp(path: &Path) -> Option<Stamp> {
    let about = fs::metadata(path).ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&about);
    #[cfg(not(unix))]
    let number = 0;
    Some((about.modified().ok()?, about.len(), number))
}

/// The files in a folder; none where there is no such folder.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Puts `text` in the place of the file at `path` for as long as the program runs, and tells whether it
/// did: a disk's files are the player's.
pub fn substitute(_path: &Path, _text: &str) -> bool {
    false
}

/// A file that is being written, in as many pieces as one likes; it is there once it is flushed.
pub type NewFile = BufWriter<File>;

/// Begins to write the file at `path`.
///
/// # Errors
/// When it cannot be written.
pub fn create(path: &Path) -> io::Result<NewFile> {
    File::create(path).map(BufWriter::new)
}

/// Writes a new file, never over another one.
///
/// # Errors
/// When there is one of that name already, or it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::create_new(path)?.write_all(bytes)
}

/// Where settings are kept, if the system has a place for them.
pub fn settings_path() -> Option<PathBuf> {
    let folders = ProjectDirs::from("", "", "sidle")?;
    Some(folders.config_dir().join("settings.toml"))
}

/// Prints results, in one piece: who waits for the lines has all of them at once.
///
/// # Errors
/// When they cannot be written.
pub fn print(text: &str) -> io::Result<()> {
    io::stdout().write_all(format!("{text}\n").as_bytes())
}

/// Prints a message. Where it cannot be printed, nobody could be told so.
pub fn print_message(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Puts `text` where one can paste it from.
pub fn copy(text: &str) {
    clipboard_set(text);
}

/// Does `job` in the background.
pub fn spawn<T: Send + 'static>(job: impl Fn() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        // Whoever does not wait any more does not get it.
        let _ = sender.send(job());
    });
    receiver
}

/// Whether files were asked for that are still on their way: a disk has them at once.
pub fn waits_for_files() -> bool {
    false
}

/// What is asked of the game: nothing but by its window.
pub fn events() -> Vec<HostEvent> {
    Vec::new()
}

/// A word to the page around the game, of which there is none.
pub fn notify_page(_: &str) {}

/// The address of that page.
pub fn page_address() -> Option<String> {
    None
}

/// A panic is the terminal's matter.
pub fn catch_panics() {}
