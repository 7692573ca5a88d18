//! The levels in the folder of the current one, for the list of levels and for the keys `[` and `]`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use sidle::level::level_title;

use crate::platform;
use crate::platform::HostFiles;
use crate::platform::foreign_path::LINKED;

/// A level in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    pub path: PathBuf,
    pub name: String,
    pub about: String,
}

/// The levels of a folder, and the index of the selected one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelList {
    pub entries: Vec<LevelEntry>,
    pub selected: usize,
}

impl LevelList {
    /// All levels in the folder of `current`, sorted by file name, with `current` selected.
    pub fn beside(current: &Path) -> Self {
        // A link's level stands in the place of the file from which the link was made.
        let current = current.strip_prefix(LINKED).unwrap_or(current);
        let folder = match current.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let files = platform::list(folder).into_iter();
        let is_toml = |path: &PathBuf| path.extension() == Some(OsStr::new("toml"));
        let mut entries: Vec<LevelEntry> = files
            .filter(is_toml)
            .filter_map(|path| {
                // The title of a file that a page has not loaded must not load it.
                let title = platform::listed_title(&path);
                let (name, about) = title.or_else(|| level_title(&path, &HostFiles))?;
                Some(LevelEntry { path, name, about })
            })
            .collect();
        entries.sort_by(|a, b| a.path.file_name().cmp(&b.path.file_name()));
        let is_current = |entry: &LevelEntry| entry.path.file_name() == current.file_name();
        let selected = entries.iter().position(is_current).unwrap_or(0);
        Self { entries, selected }
    }

    /// Selects the level `by` places further down, wrapping around.
    pub fn select_by(&mut self, by: isize) {
        let count = self.entries.len() as isize;
        if count > 0 {
            self.selected = (self.selected as isize + by).rem_euclid(count) as usize;
        }
    }

    /// The selected level.
    pub fn selected(&self) -> Option<&LevelEntry> {
        self.entries.get(self.selected)
    }
}

/// Keeps the list of levels until another level is played.
#[derive(Default)]
pub struct LevelListCache {
    path: Option<PathBuf>,
    levels: LevelList,
}

impl LevelListCache {
    /// The levels in the folder of the one at `path`.
    pub fn get(&mut self, path: &Path) -> &LevelList {
        if self.path.as_deref() != Some(path) {
            self.levels = LevelList::beside(path);
            self.path = Some(path.to_owned());
        }
        &self.levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_the_shipped_levels_by_file_name_and_no_walk_scripts() {
        let mut levels = LevelList::beside(Path::new("levels/courtyard.toml"));
        let names: Vec<_> = levels.entries.iter().map(|entry| &*entry.name).collect();
        assert!(
            names.contains(&"Courtyard") && names.len() >= 2,
            "{names:?}"
        );
        assert!(levels.entries.is_sorted_by_key(|entry| entry.path.clone()));
        assert_eq!(levels.selected().unwrap().name, "Courtyard");
        let count = levels.entries.len() as isize;
        levels.select_by(count - 1);
        levels.select_by(1);
        assert_eq!(levels.selected().unwrap().name, "Courtyard");
        let scripts = LevelList::beside(Path::new("recordings/tour.toml"));
        assert_eq!(scripts.entries, []);
        assert_eq!(scripts.selected(), None);
    }

    #[test]
    fn a_missing_folder_has_no_levels() {
        let mut levels = LevelList::beside(Path::new("no/such/folder/a.toml"));
        levels.select_by(1);
        assert_eq!(levels.selected(), None);
    }
}
