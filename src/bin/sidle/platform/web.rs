//! A browser: all that the program needs it asks of `web/host.js`, whose functions are named here.
//!
//! What comes back and is not a number lies on a tray: the call returns its length, and [`take`]
//! fetches it.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use sidle::geometry::float::max;

use super::event::{HostEvent, InputDevice, TimeFlow};
use super::parameters::command_line;
use super::saved::Saved;

/// Whether a key can end the program: a page is left by closing it.
pub const QUITS: bool = false;

/// Where files lie that the browser keeps for the next visit.
const KEPT: &str = "kept";

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    fn sidle_take(to: *mut u8);
    fn sidle_parameters() -> usize;
    fn sidle_page() -> usize;
    fn sidle_read(path: *const u8, length: usize) -> isize;
    fn sidle_stamp(path: *const u8, length: usize) -> f64;
    fn sidle_list(folder: *const u8, length: usize) -> usize;
    fn sidle_write(path: *const u8, length: usize, bytes: *const u8, count: usize);
    fn sidle_download(path: *const u8, length: usize, bytes: *const u8, count: usize);
    fn sidle_remove(path: *const u8, length: usize);
    fn sidle_waits() -> u32;
    fn sidle_event() -> isize;
    fn sidle_gamepad(to: *mut f64);
    fn sidle_say(kind: u32, text: *const u8, length: usize);
    fn sidle_now() -> f64;
}

/// What [`sidle_say`] is told.
#[derive(Clone, Copy)]
enum Kind {
    Result = 0,
    Message = 1,
    Panic = 2,
    Word = 3,
    Copy = 4,
}

fn say(kind: Kind, text: &str) {
    // SAFETY: the page reads `text` during the call.
    unsafe { sidle_say(kind as u32, text.as_ptr(), text.len()) }
}

/// What lies on the tray, `length` bytes of it.
fn take(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    // SAFETY: the tray holds as many bytes as the page has just said.
    unsafe { sidle_take(bytes.as_mut_ptr()) };
    bytes
}

fn take_text(length: usize) -> String {
    String::from_utf8_lossy(&take(length)).into_owned()
}

/// Calls `ask` with a path as the page has it.
fn with_path<T>(path: &Path, ask: impl FnOnce(*const u8, usize) -> T) -> T {
    let path = path.to_string_lossy();
    ask(path.as_ptr(), path.len())
}

/// The page's parameters as a command line.
pub fn arguments(program: &clap::Command) -> Vec<String> {
    // SAFETY: what is returned is the length of what lies on the tray.
    let text = take_text(unsafe { sidle_parameters() });
    let pairs = text.lines().filter_map(|line| line.split_once('\t'));
    let pairs: Vec<_> = pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let (line, strange) = command_line(program, &pairs);
    for name in strange {
        print_message(&format!("warning: the page has no parameter `{name}`"));
    }
    line
}

/// Tells what is wrong with the parameters.
pub fn refuse(error: &clap::Error) -> ExitCode {
    print_message(&error.render().to_string());
    ExitCode::from(2)
}

/// The bytes of the file at `path`. One that the page does not have yet is fetched, and not there
/// until then: see [`waits_for_files`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    // SAFETY: the page reads the path during the call.
    let length = with_path(path, |path, length| unsafe { sidle_read(path, length) });
    match usize::try_from(length) {
        Ok(length) => Ok(take(length)),
        Err(_) => Err(ErrorKind::NotFound.into()),
    }
}

/// Whether there is a file at `path`, as for [`read`].
pub fn exists(path: &Path) -> bool {
    read(path).is_ok()
}

/// Whether the page has a file at `path`.
pub fn is_local(path: &Path) -> bool {
    stamp(path).is_some()
}

/// How one plays the recording at `path`.
pub fn how_to_replay(_: &Path) -> &'static str {
    "drop it onto the page, and it plays"
}

/// How often files had changed when the file was put where it is.
pub type Stamp = u64;

/// What the file at `path` looks like from outside; `None`: it is not there.
pub fn stamp(path: &Path) -> Option<Stamp> {
    // SAFETY: the page reads the path during the call.
    let stamp = with_path(path, |path, length| unsafe { sidle_stamp(path, length) });
    (stamp >= 0.0).then_some(stamp as u64)
}

/// The files in a folder that the page has.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    // SAFETY: the page reads the path during the call; what is returned is a length.
    let length = with_path(folder, |path, length| unsafe { sidle_list(path, length) });
    take_text(length).lines().map(PathBuf::from).collect()
}

/// Puts `text` in the place of the file at `path` for as long as the page is there, and tells that it did.
pub fn substitute(path: &Path, text: &str) -> bool {
    with_path(path, |path, length| {
        // SAFETY: the page reads both during the call.
        unsafe { sidle_write(path, length, text.as_ptr(), text.len()) };
    });
    true
}

/// Hands a file to the player, as a download.
///
/// # Errors
/// None here.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let bytes = bytes.as_ref();
    with_path(path, |path, length| {
        // SAFETY: the page reads both during the calls.
        unsafe { sidle_write(path, length, bytes.as_ptr(), bytes.len()) };
        // SAFETY: as above.
        unsafe { sidle_download(path, length, bytes.as_ptr(), bytes.len()) };
    });
    Ok(())
}

/// A file that is being written, in as many pieces as one likes; it is there once it is flushed.
pub struct NewFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Begins to write the file at `path`.
///
/// # Errors
/// None here.
pub fn create(path: &Path) -> io::Result<NewFile> {
    Ok(NewFile {
        path: path.to_owned(),
        bytes: Vec::new(),
    })
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        give(&self.path, &self.bytes)
    }
}

/// The same as [`give`], but never a second time under one name.
///
/// # Errors
/// When there is a file of that name already.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_there(path) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    give(path, bytes)
}

/// Puts `text` in the place of the file at `path`, if that is as `expected`. Settings are kept by the
/// browser; a level also comes as a download, since the page forgets it.
///
/// # Errors
/// None here.
pub fn save(path: &Path, text: &str, expected: Option<&[u8]>) -> Result<Saved, String> {
    let now = read(path).ok();
    if now.as_deref() != expected {
        return Ok(Saved::Changed(now));
    }
    let (bytes, count) = (text.as_ptr(), text.len());
    with_path(path, |name, length| {
        // SAFETY: the page reads both during the calls.
        unsafe { sidle_write(name, length, bytes, count) };
        if !path.starts_with(KEPT) {
            // SAFETY: as above.
            unsafe { sidle_download(name, length, bytes, count) };
        }
    });
    Ok(Saved::Written)
}

/// Gives a file another name.
///
/// # Errors
/// When it is not there.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let bytes = read(from)?;
    with_path(to, |path, length| {
        // SAFETY: the page reads both during the call.
        unsafe { sidle_write(path, length, bytes.as_ptr(), bytes.len()) };
    });
    // SAFETY: the page reads the path during the call.
    with_path(from, |path, length| unsafe { sidle_remove(path, length) });
    Ok(())
}

/// Folders are there by themselves.
///
/// # Errors
/// None.
pub fn create_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Where settings are kept.
pub fn settings_path() -> Option<PathBuf> {
    Some(Path::new(KEPT).join("settings.toml"))
}

/// Prints results.
///
/// # Errors
/// None.
pub fn print(text: &str) -> io::Result<()> {
    say(Kind::Result, text);
    Ok(())
}

/// Prints a message.
pub fn print_message(text: &str) {
    say(Kind::Message, text);
}

/// Puts `text` where one can paste it from.
pub fn copy(text: &str) {
    say(Kind::Copy, text);
}

/// A word to the page around the game.
pub fn notify_page(word: &str) {
    say(Kind::Word, word);
}

/// The address of the page, without parameters.
pub fn page_address() -> Option<String> {
    // SAFETY: what is returned is the length of what lies on the tray.
    let address = take_text(unsafe { sidle_page() });
    (!address.is_empty()).then_some(address)
}

/// The page has one thread: what is to be done waits here for the next frame, and for files.
type Job = Box<dyn FnMut() -> bool>;

thread_local! {
    static JOBS: RefCell<Vec<Job>> = const { RefCell::new(Vec::new()) };
}

/// Does `job` before the next frame, or once all files are there that it asks for.
pub fn spawn<T: Send + 'static>(job: impl Fn() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    let job = move || {
        let done = job();
        if waits_for_files() {
            return false;
        }
        // Whoever does not wait any more does not get it.
        let _ = sender.send(done);
        true
    };
    JOBS.with_borrow_mut(|jobs| jobs.push(Box::new(job)));
    receiver
}

/// Whether files were asked for that are still on their way.
pub fn waits_for_files() -> bool {
    // SAFETY: a number.
    unsafe { sidle_waits() > 0 }
}

/// What the page asked for since the last frame; and what waits is worked on.
pub fn events() -> Vec<HostEvent> {
    if !waits_for_files() {
        let mut jobs = JOBS.take();
        jobs.retain_mut(|job| !job());
        JOBS.with_borrow_mut(|later| later.extend(jobs));
    }
    // SAFETY: what is returned is the length of what lies on the tray, or less than 0.
    let next = || usize::try_from(unsafe { sidle_event() }).ok();
    let texts = std::iter::from_fn(|| next().map(take_text));
    texts
        .filter_map(|text| match text.split_once(' ') {
            Some(("open", path)) => Some(HostEvent::Open(path.into())),
            Some(("ask", name)) => Some(HostEvent::Press(name.to_owned())),
            None if text == "released" => Some(HostEvent::MouseReleased),
            None if text == "stand" => Some(HostEvent::Time(TimeFlow::Stopped)),
            None if text == "pass" => Some(HostEvent::Time(TimeFlow::Running)),
            None if text == "keys" => Some(HostEvent::Device(InputDevice::Keyboard)),
            None if text == "thumbs" => Some(HostEvent::Device(InputDevice::Touch)),
            _ => None,
        })
        .collect()
}

/// Sticks and buttons that the page knows of: left and right stick, each right and away, -1 to 1; then
/// the buttons that are held, and those that were pressed since the last frame, a bit each.
pub fn gamepad() -> ([[f64; 2]; 2], [u32; 2]) {
    let mut numbers = [0.0; 6];
    // SAFETY: the page writes six numbers.
    unsafe { sidle_gamepad(numbers.as_mut_ptr()) };
    let [a, b, c, d, held, pressed] = numbers;
    ([[a, b], [c, d]], [held as u32, pressed as u32])
}

/// A panic is told to the page, which stops and shows it. In place of what the window does with it.
pub fn catch_panics() {
    std::panic::set_hook(Box::new(|panicked| say(Kind::Panic, &panicked.to_string())));
}

/// A point in time. The standard library's panics here.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Instant(f64);

impl Instant {
    pub fn now() -> Self {
        // SAFETY: a number.
        Self(unsafe { sidle_now() })
    }

    pub fn elapsed(&self) -> Duration {
        Duration::from_secs_f64(max(Self::now().0 - self.0, 0.0))
    }
}
