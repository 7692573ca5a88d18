//! Sources of files. No other file of the library opens any.

use std::io;
use std::path::Path;

/// The most names of a folder that are listed, so a folder of a million files costs no time.
const MAX_NAMES: usize = 1000;

/// A source of files.
pub trait Files {
    /// The bytes of the file at `path`.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The names of the files in `folder`, for "did you mean"; none if they are not known.
    fn names(&self, folder: &Path) -> Vec<String> {
        let _ = folder;
        Vec::new()
    }
}

/// The files of the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let folder = if folder == Path::new("") {
            Path::new(".")
        } else {
            folder
        };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.take(MAX_NAMES).collect();
        names.sort_unstable();
        names
    }
}

/// Files, with a text that replaces the file of one level. The level need not have a file.
#[derive(Clone, Copy)]
pub struct WithLevel<'f> {
    /// The path of the level.
    pub path: &'f Path,
    /// Its text.
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

    fn names(&self, folder: &Path) -> Vec<String> {
        self.files.names(folder)
    }
}
