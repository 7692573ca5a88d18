//! The levels in the folder of the current one, and the shipped ones, for the list of levels and for the keys `[` and `]`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use sidle::level::level_title;
use sidle::order::sort_by;

use crate::platform;
use crate::platform::HostFiles;
use crate::platform::built_in::{BuiltIn, gallery};
use crate::platform::foreign_path::LINKED;
use crate::session::guide::goals::goal_of;
use crate::session::load::LevelSource;

/// A level in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    pub path: PathBuf,
    pub name: String,
    pub about: String,
    /// Its goal, or else its description, for one line.
    pub brief: String,
    /// Whether its goal was reached.
    pub is_done: bool,
}

impl LevelEntry {
    /// The entry of the level at `path`; `None` if it is not a level.
    fn of(path: PathBuf) -> Option<Self> {
        // The title of a file that a page has not loaded must not load it.
        let title = platform::listed_title(&path).or_else(|| match LevelSource::at(&path) {
            LevelSource::BuiltIn(path) => level_title(&path, &BuiltIn),
            _ => level_title(&path, &HostFiles),
        });
        let (name, about) = title?;
        Some(Self {
            path,
            name,
            brief: about.clone(),
            about,
            is_done: false,
        })
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
        sort_by(&mut entries, |a, b| {
            place(a).cmp(&place(b)).then_with(|| a.path.cmp(&b.path))
        });
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
            entry.is_done = goal.is_among(reached);
            let head = if entry.is_done {
                "Goal reached"
            } else {
                "Goal"
            };
            entry.brief = format!("{head}: {}", goal.sentence);
            entry.about = format!("{} {}", entry.brief, entry.about);
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
mod tests;
