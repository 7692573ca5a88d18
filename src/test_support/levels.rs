//! Files in memory, and the problems of reading them.

use std::io;
use std::path::Path;

use crate::level::{Diagnostic, Files};

/// Files in memory, each with its path.
pub struct MemoryFiles<'t>(Vec<(&'t str, String)>);

impl<'t> MemoryFiles<'t> {
    pub fn new(files: impl IntoIterator<Item = (&'t str, impl Into<String>)>) -> Self {
        let files = files.into_iter().map(|(path, text)| (path, text.into()));
        Self(files.collect())
    }
}

impl Files for MemoryFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(known, _)| Path::new(known) == path);
        found
            .map(|(_, text)| text.clone().into_bytes())
            .ok_or(io::ErrorKind::NotFound.into())
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let paths = self.0.iter().map(|(path, _)| Path::new(path));
        let names = paths.filter(|path| path.parent() == Some(folder));
        let names = names.filter_map(|path| path.file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }
}

/// The places and messages of problems, as `a.toml:1:1: message`.
pub fn places_and_messages(problems: &[Diagnostic]) -> Vec<String> {
    let line = |problem: &Diagnostic| format!("{}: {}", problem.location(), problem.message);
    problems.iter().map(line).collect()
}
