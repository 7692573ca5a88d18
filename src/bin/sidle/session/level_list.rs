//! The levels in the folder of the current one, and the shipped ones, for the list of levels and for the keys `[` and `]`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use sidle::level::level_title;

use crate::platform;
use crate::platform::HostFiles;
use crate::platform::built_in::{BuiltIn, gallery};
use crate::platform::foreign_path::LINKED;
use crate::session::goals::goal_of;
use crate::session::loader::LevelSource;

/// A level in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    pub path: PathBuf,
    pub name: String,
    pub about: String,
}

impl LevelEntry {
    /// The entry of the level at `path`; `None`: it is no level.
    fn of(path: PathBuf) -> Option<Self> {
        // The title of a file that a page has not loaded must not load it.
        let title = platform::listed_title(&path).or_else(|| match LevelSource::at(&path) {
            LevelSource::BuiltIn(path) => level_title(&path, &BuiltIn),
            _ => level_title(&path, &HostFiles),
        });
        let (name, about) = title?;
        Some(Self { path, name, about })
    }
}

/// Levels, and the index of the selected one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelList {
    pub entries: Vec<LevelEntry>,
    pub selected: usize,
}

impl LevelList {
    /// All levels in the folder of `current` by file name, and the shipped ones in the order in which they teach, with `current`
    /// selected.
    pub fn around(current: &Path) -> Self {
        // A link's level stands in the place of the file from which the link was made.
        let current = current.strip_prefix(LINKED).unwrap_or(current);
        let folder = match current.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let is_toml = |path: &PathBuf| path.extension() == Some(OsStr::new("toml"));
        let files = platform::list(folder).into_iter().filter(is_toml);
        let mut entries: Vec<_> = files.filter_map(LevelEntry::of).collect();
        let place = |entry: &LevelEntry| {
            let name = entry.path.file_name();
            gallery().position(|path| Path::new(path).file_name() == name)
        };
        // The author's own levels come first.
        entries.sort_by_cached_key(|entry| (place(entry), entry.path.clone()));
        let listed: Vec<_> = entries.iter().filter_map(place).collect();
        let others = gallery().enumerate();
        let others = others.filter(|(number, _)| !listed.contains(number));
        entries.extend(others.filter_map(|(_, path)| LevelEntry::of(path.into())));
        let is_current = |entry: &LevelEntry| entry.path.file_name() == current.file_name();
        let selected = entries.iter().position(is_current).unwrap_or(0);
        Self { entries, selected }
    }

    /// The list, whose descriptions begin with the goals of the levels; those of the levels `reached` are marked.
    pub fn with_goals(mut self, reached: &[String]) -> Self {
        for entry in &mut self.entries {
            let Some(goal) = goal_of(&entry.path) else {
                continue;
            };
            let is_reached = reached.iter().any(|level| level == goal.level);
            let head = if is_reached { "Goal, reached" } else { "Goal" };
            entry.about = format!("{head}: {} {}", goal.sentence, entry.about);
        }
        self
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
    /// The levels around the one at `path`.
    pub fn get(&mut self, path: &Path) -> &LevelList {
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

    /// The file names of a list.
    fn names(levels: &LevelList) -> Vec<String> {
        let paths = levels.entries.iter().map(|entry| &entry.path);
        let names = paths.map(|path| path.file_name().unwrap().to_string_lossy());
        names.map(String::from).collect()
    }

    fn shipped() -> Vec<String> {
        let paths = gallery().map(|path| path.strip_prefix("levels/").unwrap());
        paths.map(str::to_owned).collect()
    }

    #[test]
    fn the_list_has_the_shipped_levels_in_the_order_in_which_they_teach() {
        let mut levels = LevelList::around(Path::new("levels/courtyard.toml"));
        assert_eq!(names(&levels), shipped());
        assert_eq!(levels.selected().unwrap().name, "Courtyard");
        let count = levels.entries.len() as isize;
        levels.select_by(count - 1);
        assert_eq!(levels.selected().unwrap().name, "Surfaces");
        levels.select_by(1);
        assert_eq!(levels.selected().unwrap().name, "Courtyard");
    }

    #[test]
    fn each_shipped_level_is_listed_with_its_goal_and_whether_it_is_reached() {
        let reached = ["corners".to_owned(), "mine".to_owned()];
        let plain = LevelList::around(Path::new("levels/courtyard.toml"));
        let levels = plain.clone().with_goals(&reached);
        for (before, entry) in plain.entries.iter().zip(&levels.entries) {
            let is_corners = entry.path.ends_with("corners.toml");
            assert_eq!(entry.about.starts_with("Goal, reached: "), is_corners);
            assert!(is_corners || entry.about.starts_with("Goal: "));
            assert!(entry.about.ends_with(&before.about));
        }
    }

    #[test]
    fn own_levels_come_first_and_walk_scripts_are_none() {
        let folder = std::env::temp_dir().join(format!("sidle-list-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let level = "format = 1\nname = \"Own\"\nspawn.position = [0, 1, 0]\n";
        // One is called like a shipped level, and hides that.
        for (name, text) in [
            ("b.toml", level),
            ("a.toml", level),
            ("speed.toml", level),
            ("walk.toml", "[[step]]\n"),
        ] {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let levels = LevelList::around(&folder.join("b.toml"));
        std::fs::remove_dir_all(&folder).unwrap();
        let mut expected = vec![
            "a.toml".to_owned(),
            "b.toml".to_owned(),
            "speed.toml".to_owned(),
        ];
        expected.extend(shipped().into_iter().filter(|name| name != "speed.toml"));
        assert_eq!(names(&levels), expected);
        assert_eq!(levels.selected().unwrap().path, folder.join("b.toml"));
        assert_eq!(levels.entries[2].name, "Own");
    }

    #[test]
    fn a_missing_folder_has_the_shipped_levels_only() {
        let mut levels = LevelList::around(Path::new("no/such/folder/a.toml"));
        assert_eq!(names(&levels), shipped());
        levels.select_by(-1);
        assert_eq!(levels.selected().unwrap().name, "Surfaces");
    }
}
