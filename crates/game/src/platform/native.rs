//! The platform of a computer: disk, clock, terminal and threads.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use directories::ProjectDirs;
use image::ImageError;
use image::io::{Limits, Reader};
use macroquad::miniquad::window::clipboard_set;

use super::decoding::Decoding;
use super::event::HostEvent;
pub use super::save::save;

pub use fs::{create_dir_all as create_folder, read, rename, write};
pub use std::time::Instant;

/// The file at `path`, or its first `limit` bytes.
///
/// # Errors
/// When it cannot be read.
pub fn read_first(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A command of this program that runs next to the game.
pub struct Beside(Child);

/// Runs this program next to the game, with these arguments and without output.
///
/// # Errors
/// When the system does not start it.
pub fn run_beside(arguments: &[&std::ffi::OsStr]) -> io::Result<Beside> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(Beside)
}

impl Beside {
    /// Whether it did what it should; `None` while it runs.
    pub fn outcome(&mut self) -> Option<bool> {
        match self.0.try_wait() {
            Ok(status) => status.map(|status| status.success()),
            Err(_) => Some(false),
        }
    }
}

/// A stamp that changes when a file does, made of time of the last change, length and inode.
pub type FileStamp = (SystemTime, u64, u64);

/// The command line.
pub fn arguments(_: &clap::Command) -> impl Iterator<Item = OsString> {
    std::env::args_os()
}

/// Prints a usage error, or the requested help, and exits.
pub fn report_usage_error(error: &clap::Error) -> ExitCode {
    error.exit()
}

/// A hint how to play the recording at `path`.
pub fn replay_hint(path: &Path) -> String {
    format!("`sidle replay {}` plays it", path.display())
}

/// Checks that a level, or what it names, may be read from `path`, here every file.
///
/// # Errors
/// None here.
pub fn check_level_path(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Checks that the settings may name `path` as the level to start with, here every file.
///
/// # Errors
/// None here.
pub fn check_start_level(_: &Path) -> Result<(), String> {
    Ok(())
}

/// The path of a link's level, here that of the link, since the level gets no file.
pub fn linked_path(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Whether there is a file at `path`.
pub fn exists(path: &Path) -> bool {
    path.is_file()
}

/// Whether something exists at `path`, without a request to a server.
pub fn exists_locally(path: &Path) -> bool {
    path.exists()
}

/// The stamp of the file at `path`; `None` if there is no file.
pub fn file_stamp(path: &Path) -> Option<FileStamp> {
    let metadata = fs::metadata(path).ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let number = 0;
    Some((metadata.modified().ok()?, metadata.len(), number))
}

/// The bytes of the file at `path`; `None` if there is no file.
pub fn file_size(path: &Path) -> Option<u64> {
    Some(fs::metadata(path).ok()?.len())
}

/// The files in a folder; none if the folder does not exist.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let is_current = folder.as_os_str().is_empty();
    let folder = if is_current { ".".as_ref() } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// The name and description of a level that is listed without its file, here none.
pub fn listed_title(_path: &Path) -> Option<(String, String)> {
    None
}

/// Replaces the content of the file at `path` by `text` until the program ends. Returns whether the platform can do
/// that, here never, since the files belong to the player.
pub fn override_file(_path: &Path, _text: &str) -> bool {
    false
}

/// A file for writing in pieces. Flushing completes it.
pub type NewFile = BufWriter<File>;

/// Does nothing. Only a page loses its graphics, and continues in a new program.
pub fn keep(_: &Path, _: &[u8]) {}

/// Creates the file at `path`.
///
/// # Errors
/// When the file cannot be written.
pub fn create(path: &Path) -> io::Result<NewFile> {
    File::create(path).map(BufWriter::new)
}

/// Writes a new file, and never replaces an existing one.
///
/// # Errors
/// When the file exists already or cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::create_new(path)?.write_all(bytes)
}

/// The path of the settings file, if the system has a folder for it.
pub fn settings_path() -> Option<PathBuf> {
    let folders = ProjectDirs::from("", "", "sidle")?;
    Some(folders.config_dir().join("settings.toml"))
}

/// The memory that a decoder may allocate besides the texels, for instance for a colour profile; bytes. Larger: a
/// hostile file takes more memory.
const DECODER_BYTES: u64 = 16 << 20;

/// Decodes the PNG or JPEG in `bytes`, which has this size.
pub fn decode_image(bytes: &[u8], [width, height]: [u32; 2]) -> Decoding {
    let decode = || {
        let mut reader = Reader::new(io::Cursor::new(bytes)).with_guessed_format()?;
        let mut limits = Limits::default();
        // A texel has at most four channels of two bytes.
        limits.max_alloc = Some(u64::from(width) * u64::from(height) * 8 + DECODER_BYTES);
        reader.limits(limits);
        Ok(reader.decode()?.into_rgba8().into_raw())
    };
    match decode() {
        Ok(texels) => Decoding::Done(texels),
        Err::<_, ImageError>(error) => Decoding::Failed(error.to_string()),
    }
}

/// Does nothing. Nothing is remembered here.
pub fn forget_decoded_images() {}

/// Prints results to stdout, in one write.
///
/// # Errors
/// When the results cannot be written.
pub fn print(text: &str) -> io::Result<()> {
    io::stdout().write_all(format!("{text}\n").as_bytes())
}

/// Prints a message to stderr. A failure is ignored, since there is nowhere to report it.
pub fn print_message(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Copies `text` to the clipboard.
pub fn copy_to_clipboard(text: &str) {
    clipboard_set(text);
}

/// Lets `duration` pass without doing anything. Returns how long that took.
pub fn rest(duration: Duration) -> Duration {
    let start = Instant::now();
    thread::sleep(duration);
    start.elapsed()
}

/// Runs `job` in the background.
pub fn spawn<T: Send + 'static>(job: impl Fn() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        // The receiver may be gone.
        let _ = sender.send(job());
    });
    receiver
}

/// Frees `value` on another thread, since a frame must not wait until a large level is freed.
pub fn discard<T: Send + 'static>(value: T) {
    thread::spawn(move || drop(value));
}

/// Whether requested files have not arrived yet, never on a disk.
pub fn has_pending_files() -> bool {
    false
}

/// The events since the last call, none without a page.
pub fn poll_events() -> Vec<HostEvent> {
    Vec::new()
}

/// Sends a message to the page. Natively there is no page, so it does nothing.
pub fn notify_page(_: &str) {}

/// The address of the page. Natively there is no page.
pub fn page_address() -> Option<String> {
    None
}

/// Installs the page's panic hook: here panics go to the terminal.
pub fn install_panic_hook() {}
