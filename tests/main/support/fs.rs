//! The files of the repository, by their paths from its root: `cargo test` runs a test in the folder of its package.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use sidle::level::Files;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn from_root(path: impl AsRef<Path>) -> PathBuf {
    Path::new(ROOT).join(path)
}

pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    std::fs::read(from_root(path))
}

pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    std::fs::read_to_string(from_root(path))
}

pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    std::fs::write(from_root(path), bytes)
}

pub fn exists(path: impl AsRef<Path>) -> bool {
    from_root(path).exists()
}

pub fn is_dir(path: impl AsRef<Path>) -> bool {
    from_root(path).is_dir()
}

/// What a folder holds.
pub struct Entry {
    folder: PathBuf,
    name: OsString,
}

impl Entry {
    /// The path from the root.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    pub fn file_name(&self) -> OsString {
        self.name.clone()
    }
}

pub fn read_dir(folder: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
    let folder = folder.as_ref().to_owned();
    let entries = std::fs::read_dir(from_root(&folder))?;
    Ok(entries.map(move |entry| {
        Ok(Entry {
            folder: folder.clone(),
            name: entry?.file_name(),
        })
    }))
}

/// The files of the repository, for a loader.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        sidle::level::Disk.read(&from_root(path))
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        sidle::level::Disk.names(&from_root(folder))
    }
}
