//! The levels beside the one that is played: what the list shows, and what `[` and `]` go through.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use sidle::level::level_title;

use crate::platform;
use crate::platform::HostFiles;

/// A level of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    pub path: PathBuf,
    pub name: String,
    pub about: String,
}

/// The levels of a folder, and which of them is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelList {
    pub entries: Vec<LevelEntry>,
    pub chosen: usize,
}

impl LevelList {
    /// All levels in the folder of the one at `current`, by their file names; that one is chosen.
    pub fn around(current: &Path) -> Self {
        let folder = match current.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let files = platform::list(folder).into_iter();
        let is_toml = |path: &PathBuf| path.extension() == Some(OsStr::new("toml"));
        let mut entries: Vec<LevelEntry> = files
            .filter(is_toml)
            .filter_map(|path| {
                let (name, about) = level_title(&path, &HostFiles)?;
                Some(LevelEntry { path, name, about })
            })
            .collect();
        entries.sort_by(|a, b| a.path.file_name().cmp(&b.path.file_name()));
        let is_current = |entry: &LevelEntry| entry.path.file_name() == current.file_name();
        let chosen = entries.iter().position(is_current).unwrap_or(0);
        Self { entries, chosen }
    }

    /// Chooses the one `by` so many places farther down, all the way round.
    pub fn go(&mut self, by: isize) {
        let count = self.entries.len() as isize;
        if count > 0 {
            self.chosen = (self.chosen as isize + by).rem_euclid(count) as usize;
        }
    }

    /// The chosen one.
    pub fn chosen(&self) -> Option<&LevelEntry> {
        self.entries.get(self.chosen)
    }
}

/// The levels beside one that is played. They are listed again when another one is played.
#[derive(Default)]
pub struct LevelListCache {
    path: Option<PathBuf>,
    levels: LevelList,
}

impl LevelListCache {
    /// The levels beside the one at `path`.
    pub fn of(&mut self, path: &Path) -> &LevelList {
        if self.path.as_deref() != Some(path) {
            self.levels = LevelList::around(path);
            self.path = Some(path.to_owned());
        }
        &self.levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_levels_are_listed_by_file_name_and_walk_scripts_are_not() {
        let mut levels = LevelList::around(Path::new("levels/courtyard.toml"));
        let names: Vec<_> = levels.entries.iter().map(|entry| &*entry.name).collect();
        assert!(
            names.contains(&"Courtyard") && names.len() >= 2,
            "{names:?}"
        );
        assert!(levels.entries.is_sorted_by_key(|entry| entry.path.clone()));
        assert_eq!(levels.chosen().unwrap().name, "Courtyard");
        let count = levels.entries.len() as isize;
        levels.go(count - 1);
        levels.go(1);
        assert_eq!(levels.chosen().unwrap().name, "Courtyard");
        let scripts = LevelList::around(Path::new("recordings/tour.toml"));
        assert_eq!(scripts.entries, []);
        assert_eq!(scripts.chosen(), None);
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_levels() {
        let mut levels = LevelList::around(Path::new("no/such/folder/a.toml"));
        levels.go(1);
        assert_eq!(levels.chosen(), None);
    }
}
