//! The files of the page: those that lie next to it, those that the browser stores, and those that were dropped onto
//! it.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::host::{
    sidle_download, sidle_file_size, sidle_file_stamp, sidle_list_folder, sidle_listed_title,
    sidle_read, sidle_remove, sidle_store, sidle_write, take, take_text, with_path,
};
use crate::platform::foreign_path::{LINKED, STORED, check_foreign, check_inside, is_in};
use crate::platform::save_outcome::SaveOutcome;

/// Checks that a level, or what it names, may be read from `path`, not from the stored files.
///
/// # Errors
/// When the path is refused.
pub fn check_level_path(path: &Path) -> io::Result<()> {
    if is_in(STORED, path) {
        return Err(refused("it belongs to the settings".to_owned()));
    }
    Ok(())
}

/// Checks that the settings may name `path` as the level to start with, which means that it must lie next to the
/// page.
///
/// # Errors
/// The reason for which the path is refused.
pub fn check_start_level(path: &Path) -> Result<(), String> {
    check_foreign(path)
}

/// The path of a link's level, in a separate folder, so that it replaces no file of the page.
pub fn linked_path(path: &Path) -> PathBuf {
    Path::new(LINKED).join(path)
}

fn refused(why: String) -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, why)
}

/// The bytes of the file at `path`, which must lie next to the page. If the page does not have the file yet, it
/// requests it, and this fails until it has arrived. See [`has_pending_files`](super::jobs::has_pending_files).
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

/// Keeps a file of `bytes` at `path` until the page is closed.
pub fn keep(path: &Path, bytes: &[u8]) {
    with_path(path, |path, length| {
        // SAFETY: the page reads both during the call.
        unsafe { sidle_write(path, length, bytes.as_ptr(), bytes.len()) };
    });
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

/// Saves `text` at `path` if the file's content is `expected`; `None` if there is no file. The browser stores settings;
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

/// Does nothing, since the page needs no folders.
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
