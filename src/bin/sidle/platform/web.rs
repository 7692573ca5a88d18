//! The platform of a browser: the imported functions of `web/host.js`.
//!
//! A function that returns bytes stores them in the page's result buffer and returns their length. [`take`] copies them
//! into the program's memory.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use sidle::geometry::float::max;

use super::decoding::Decoding;
use super::event::{HostEvent, InputDevice, TimeFlow};
use super::foreign_path::{LINKED, STORED, check_foreign, check_inside, is_in};
use super::parameters::command_line;
use super::save_outcome::SaveOutcome;

/// Whether a key can quit the program: the player closes the page instead.
pub const CAN_QUIT: bool = false;

/// Whether a card before the game says what one will watch.
pub const HAS_CARD: bool = true;

/// Whether the page around the game shows how far a level is loaded.
pub const SHOWS_LOADING: bool = true;

/// Whether the page around the game shows the game's questions.
pub const SHOWS_QUESTIONS: bool = true;

/// Whether workers take the place of threads.
pub const HAS_WORKERS: bool = true;

/// Whether a text editor beside the game can repair a level.
pub const HAS_TEXT_EDITOR: bool = true;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    fn sidle_take_result(to: *mut u8);
    fn sidle_parameters() -> usize;
    fn sidle_page_address() -> usize;
    fn sidle_read(path: *const u8, length: usize) -> isize;
    fn sidle_file_size(path: *const u8, length: usize) -> f64;
    fn sidle_file_stamp(path: *const u8, length: usize) -> f64;
    fn sidle_listed_title(path: *const u8, length: usize) -> isize;
    fn sidle_list_folder(folder: *const u8, length: usize) -> usize;
    fn sidle_write(path: *const u8, length: usize, bytes: *const u8, count: usize);
    fn sidle_store(path: *const u8, length: usize, bytes: *const u8, count: usize);
    fn sidle_download(path: *const u8, length: usize, bytes: *const u8, count: usize);
    fn sidle_remove(path: *const u8, length: usize);
    fn sidle_decode_image(
        bytes: *const u8,
        length: usize,
        width: u32,
        height: u32,
        high: u32,
        low: u32,
    ) -> isize;
    fn sidle_forget_images();
    fn sidle_pending_files() -> u32;
    fn sidle_next_event() -> isize;
    fn sidle_gamepad(to: *mut f64);
    fn sidle_send_text(kind: u32, text: *const u8, length: usize);
    fn sidle_now() -> f64;
}

/// The purpose of a text for [`sidle_send_text`].
#[derive(Clone, Copy)]
enum TextKind {
    Result = 0,
    Message = 1,
    Panic = 2,
    Notification = 3,
    Clipboard = 4,
}

fn send(kind: TextKind, text: &str) {
    // SAFETY: the page reads `text` during the call.
    unsafe { sidle_send_text(kind as u32, text.as_ptr(), text.len()) }
}

/// Takes the page's result buffer, `length` bytes long.
pub fn take(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    // SAFETY: the page has just returned `length` as the size of its result buffer.
    unsafe { sidle_take_result(bytes.as_mut_ptr()) };
    bytes
}

fn take_text(length: usize) -> String {
    String::from_utf8_lossy(&take(length)).into_owned()
}

/// Calls `function` with `path` as UTF-8.
fn with_path<T>(path: &Path, function: impl FnOnce(*const u8, usize) -> T) -> T {
    let path = path.to_string_lossy();
    function(path.as_ptr(), path.len())
}

/// The page's parameters as a command line.
pub fn arguments(program: &clap::Command) -> Vec<String> {
    // SAFETY: the call returns the length of the result buffer.
    let text = take_text(unsafe { sidle_parameters() });
    let pairs = text.lines().filter_map(|line| line.split_once('\t'));
    let pairs: Vec<_> = pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let command = command_line(program, &pairs);
    for name in command.unknown {
        print_message(&format!("warning: the page has no parameter `{name}`"));
    }
    for message in command.ignored {
        print_message(&format!("warning: {message}"));
        notify_page(&format!("note {message}"));
    }
    command.line
}

/// Prints a usage error of the parameters.
pub fn report_usage_error(error: &clap::Error) -> ExitCode {
    print_message(&error.render().to_string());
    ExitCode::from(2)
}

/// Checks that a level, or what it names, may be read from `path`: not from the stored files.
///
/// # Errors
/// When the path is refused.
pub fn check_level_path(path: &Path) -> io::Result<()> {
    if is_in(STORED, path) {
        return Err(refused("it belongs to the settings".to_owned()));
    }
    Ok(())
}

/// Checks that the settings may name `path` as the level to start with: it must lie beside the page.
///
/// # Errors
/// The reason for which the path is refused.
pub fn check_start_level(path: &Path) -> Result<(), String> {
    check_foreign(path)
}

/// The path of a link's level: in a folder of its own, so that it replaces no file of the page.
pub fn linked_path(path: &Path) -> PathBuf {
    Path::new(LINKED).join(path)
}

fn refused(why: String) -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, why)
}

/// The bytes of the file at `path`, which must lie beside the page. If the page does not have the file yet, it requests it, and this fails until it has
/// arrived: see [`has_pending_files`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    // A file that the page already has was dropped there, or is its own: such a name may have any characters.
    if !exists_locally(path) {
        check_inside(path).map_err(refused)?;
    }
    // SAFETY: the page reads the path during the call.
    let length = with_path(path, |path, length| unsafe { sidle_read(path, length) });
    match usize::try_from(length) {
        Ok(length) => Ok(take(length)),
        Err(_) => Err(ErrorKind::NotFound.into()),
    }
}

/// Whether [`read`] finds a file at `path`.
pub fn exists(path: &Path) -> bool {
    read(path).is_ok()
}

/// Whether the page already has a file at `path`, or lists it.
pub fn exists_locally(path: &Path) -> bool {
    file_stamp(path).is_some()
}

/// A hint how to play the recording at `path`.
pub fn replay_hint(_: &Path) -> &'static str {
    "drop it onto the page, and it plays"
}

/// A stamp that grows with every file that is written.
pub type FileStamp = u64;

/// The stamp of the file at `path`; `None` if the page has no such file.
pub fn file_stamp(path: &Path) -> Option<FileStamp> {
    // SAFETY: the page reads the path during the call.
    let stamp = with_path(path, |path, length| unsafe {
        sidle_file_stamp(path, length)
    });
    (stamp >= 0.0).then_some(stamp as u64)
}

/// The bytes of the file at `path`, also of one that the page lists and has not loaded; `None` if that is unknown.
pub fn file_size(path: &Path) -> Option<u64> {
    // SAFETY: the page reads the path during the call.
    let size = with_path(path, |path, length| unsafe {
        sidle_file_size(path, length)
    });
    (size >= 0.0).then_some(size as u64)
}

/// The name and description of a level that the page lists, and whose file it has not loaded yet.
pub fn listed_title(path: &Path) -> Option<(String, String)> {
    // SAFETY: the page reads the path during the call, and returns a length or a negative number.
    let length = with_path(path, |path, length| unsafe {
        sidle_listed_title(path, length)
    });
    let title = take_text(usize::try_from(length).ok()?);
    let (name, about) = title.split_once('\n')?;
    Some((name.to_owned(), about.to_owned()))
}

/// The files of a folder that the page already has, or can load.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    // SAFETY: the page reads the path during the call and returns a length.
    let length = with_path(folder, |path, length| unsafe {
        sidle_list_folder(path, length)
    });
    take_text(length).lines().map(PathBuf::from).collect()
}

/// Replaces the content of the file at `path` by `text` until the page is closed. Returns whether that is possible: always.
pub fn override_file(path: &Path, text: &str) -> bool {
    keep(path, text.as_bytes());
    true
}

/// Writes a file, and offers it to the player as a download.
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

/// A file for writing in pieces. Flushing completes it.
pub struct NewFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Creates the file at `path`.
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
        write(&self.path, &self.bytes)
    }
}

/// Writes a new file like [`write`], and never replaces an existing one.
///
/// # Errors
/// When the file exists already.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if exists_locally(path) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    write(path, bytes)
}

/// Saves `text` at `path` if the file's content is `expected`; `None`: there is no file. The browser stores settings;
/// a level is also offered as a download, since the page does not store it.
///
/// # Errors
/// None here.
pub fn save(path: &Path, text: &str, expected: Option<&[u8]>) -> Result<SaveOutcome, String> {
    let now = read(path).ok();
    if now.as_deref() != expected {
        return Ok(SaveOutcome::Conflict(now));
    }
    let (bytes, count) = (text.as_ptr(), text.len());
    with_path(path, |name, length| {
        if is_in(STORED, path) {
            // SAFETY: the page reads both during the call.
            unsafe { sidle_store(name, length, bytes, count) };
        } else {
            // SAFETY: as above.
            unsafe { sidle_write(name, length, bytes, count) };
            // SAFETY: as above.
            unsafe { sidle_download(name, length, bytes, count) };
        }
    });
    Ok(SaveOutcome::Written)
}

/// Renames a stored file.
///
/// # Errors
/// When the file does not exist.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let bytes = read(from)?;
    with_path(to, |path, length| {
        // SAFETY: the page reads both during the call.
        unsafe { sidle_store(path, length, bytes.as_ptr(), bytes.len()) };
    });
    // SAFETY: the page reads the path during the call.
    with_path(from, |path, length| unsafe { sidle_remove(path, length) });
    Ok(())
}

/// Does nothing: the page needs no folders.
///
/// # Errors
/// None.
pub fn create_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The path of the settings file.
pub fn settings_path() -> Option<PathBuf> {
    Some(Path::new(STORED).join("settings.toml"))
}

/// The page's number for an image that it is decoding. `web/images.js` knows it.
const IMAGE_PENDING: isize = -1;

/// Decodes the PNG or JPEG in `bytes`, which has this size. The browser does so, after the call: until it is done, the image
/// is among the pending files.
pub fn decode_image(bytes: &[u8], [width, height]: [u32; 2]) -> Decoding {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let key = hasher.finish();
    let (high, low) = ((key >> 32) as u32, key as u32);
    let (at, length) = (bytes.as_ptr(), bytes.len());
    // SAFETY: the page reads the bytes during the call.
    let result = unsafe { sidle_decode_image(at, length, width, height, high, low) };
    match usize::try_from(result) {
        Ok(length) => Decoding::Done(take(length)),
        Err(_) if result == IMAGE_PENDING => Decoding::Pending,
        Err(_) => Decoding::Failed("the browser refuses it".to_owned()),
    }
}

/// Lets the page forget the images that it has decoded for a level, once that is loaded.
pub fn forget_decoded_images() {
    // SAFETY: the call takes nothing.
    unsafe { sidle_forget_images() }
}

/// Prints results.
///
/// # Errors
/// None.
pub fn print(text: &str) -> io::Result<()> {
    send(TextKind::Result, text);
    Ok(())
}

/// Prints a message.
pub fn print_message(text: &str) {
    send(TextKind::Message, text);
}

/// Copies `text` to the clipboard.
pub fn copy_to_clipboard(text: &str) {
    send(TextKind::Clipboard, text);
}

/// Sends a message to the page around the game.
pub fn notify_page(message: &str) {
    send(TextKind::Notification, message);
}

/// The address of the page, without parameters.
pub fn page_address() -> Option<String> {
    // SAFETY: the call returns the length of the result buffer.
    let address = take_text(unsafe { sidle_page_address() });
    (!address.is_empty()).then_some(address)
}

/// A job that returns whether it is done. The page has one thread, so jobs run between frames.
type Job = Box<dyn FnMut() -> bool>;

thread_local! {
    static JOBS: RefCell<Vec<Job>> = const { RefCell::new(Vec::new()) };
}

/// Lets the page draw no frame for `duration`, unless the player does something. Returns how long that is.
pub fn rest(duration: Duration) -> Duration {
    notify_page(&format!("rest {}", duration.as_millis()));
    duration
}

/// Runs `job` before the next frame. Runs it again until all files have arrived that it requests.
pub fn spawn<T: Send + 'static>(job: impl Fn() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    let job = move || {
        let done = job();
        if has_pending_files() {
            return false;
        }
        forget_decoded_images();
        // The receiver may be gone.
        let _ = sender.send(done);
        true
    };
    JOBS.with_borrow_mut(|jobs| jobs.push(Box::new(job)));
    receiver
}

/// Frees `value`. The page has one thread.
pub fn discard<T: Send + 'static>(value: T) {
    drop(value);
}

/// Whether requested files have not arrived yet.
pub fn has_pending_files() -> bool {
    // SAFETY: the call takes nothing and returns a number.
    unsafe { sidle_pending_files() > 0 }
}

/// Runs the jobs that wait, and returns the page's events since the last call.
pub fn poll_events() -> Vec<HostEvent> {
    if !has_pending_files() {
        let mut jobs = JOBS.take();
        jobs.retain_mut(|job| !job());
        JOBS.with_borrow_mut(|later| later.extend(jobs));
    }
    // SAFETY: the call returns the length of the result buffer, or a negative number.
    let next = || usize::try_from(unsafe { sidle_next_event() }).ok();
    let texts = std::iter::from_fn(|| next().map(take_text));
    texts
        .filter_map(|text| match text.split_once(' ') {
            Some(("open", path)) => Some(HostEvent::Open(path.into())),
            Some(("press", name)) => Some(HostEvent::Press(name.to_owned())),
            Some(("loading", "cancel")) => Some(HostEvent::CancelLoading),
            Some(("answer", answer)) => Some(HostEvent::Answer(answer == "yes")),
            Some(("mouse", "released")) => Some(HostEvent::MouseReleased),
            Some(("time", "stop")) => Some(HostEvent::Time(TimeFlow::Stopped)),
            Some(("time", "run")) => Some(HostEvent::Time(TimeFlow::Running)),
            Some(("text", shown)) => Some(HostEvent::TextShown(shown == "shown")),
            Some(("mark", entry)) => Some(HostEvent::Mark(entry.parse().ok())),
            Some(("lab-drag", numbers)) => Some(HostEvent::DragLabShape(parse_numbers(numbers)?)),
            Some(("lab-turn", numbers)) => Some(HostEvent::TurnLabShape(parse_numbers(numbers)?)),
            Some(("lab-orbit", numbers)) => Some(HostEvent::OrbitLab(parse_numbers(numbers)?)),
            Some(("graphics", "lost")) => Some(HostEvent::Suspend),
            Some(("device", "keyboard")) => Some(HostEvent::Device(InputDevice::Keyboard)),
            Some(("device", "touch")) => Some(HostEvent::Device(InputDevice::Touch)),
            _ => None,
        })
        .collect()
}

/// The finite numbers of an event.
fn parse_numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers = text.split(' ').map(str::parse);
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().ok()?;
    let numbers = <[f64; N]>::try_from(numbers).ok()?;
    numbers
        .iter()
        .all(|number| number.is_finite())
        .then_some(numbers)
}

/// Keeps a file of `bytes` at `path` until the page is closed.
pub fn keep(path: &Path, bytes: &[u8]) {
    with_path(path, |path, length| {
        // SAFETY: the page reads both during the call.
        unsafe { sidle_write(path, length, bytes.as_ptr(), bytes.len()) };
    });
}

/// The state of the page's gamepad and touch sticks: left and right stick, each as right and forward from -1 to 1; then
/// the buttons held and those pressed since the last frame, one bit each.
pub fn gamepad() -> ([[f64; 2]; 2], [u32; 2]) {
    let mut numbers = [0.0; 6];
    // SAFETY: the page writes six numbers.
    unsafe { sidle_gamepad(numbers.as_mut_ptr()) };
    let [a, b, c, d, held, pressed] = numbers;
    ([[a, b], [c, d]], [held as u32, pressed as u32])
}

/// Reports panics to the page, which stops the game and shows them. Replaces the window's hook.
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panicked| {
        send(TextKind::Panic, &panicked.to_string())
    }));
}

/// A point in time. The standard library's type panics on this target.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Instant(f64);

impl Instant {
    pub fn now() -> Self {
        // SAFETY: the call takes nothing and returns a number.
        Self(unsafe { sidle_now() })
    }

    pub fn elapsed(&self) -> Duration {
        Duration::from_secs_f64(max(Self::now().0 - self.0, 0.0))
    }
}
