//! Where files come from. Nothing else in the library opens any.

use std::io;
use std::path::Path;

/// Where a level's files come from.
pub trait Files {
    /// The bytes of the file at `path`.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
}

/// How far the reading of a mesh has come: what one tells somebody who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'f> {
    /// The file that is read.
    pub file: &'f str,
    /// How much of it is read; bytes.
    pub done: usize,
    /// How long it is; bytes.
    pub total: usize,
}

/// The files of the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Files, and the text of one level that is taken in the place of its own file: one that is in no file, or
/// not yet.
#[derive(Clone, Copy)]
pub struct WithLevel<'f> {
    /// Where the level is, or would be.
    pub path: &'f Path,
    /// What it says.
    pub text: &'f str,
    /// All other files.
    pub files: &'f dyn Files,
}

impl Files for WithLevel<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.path {
            return Ok(self.text.as_bytes().to_vec());
        }
        self.files.read(path)
    }
}
