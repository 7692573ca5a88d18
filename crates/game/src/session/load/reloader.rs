//! Reloads a level in the background when one of its files is saved.
//!
//! The files are polled for their stamps a few times a second, which works on every file system and with every way in which
//! editors save.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sidle::level::MeshSpace;
use sidle::order::map_of;

use crate::platform;
use crate::session::load::handover::Handover;
use crate::session::load::limits::Limits;
use crate::session::load::loader::{Loaded, Prepare, Stamps};
use crate::session::load::loading::{LoadStatus, Loading};
use crate::session::load::source::LevelSource;

/// How long the files must stay unchanged before a reload, since an editor may still be writing; seconds. Smaller: a
/// partial file is loaded and reported; larger: the reload is late.
const QUIET_SECONDS: f64 = 0.1;

/// How long the files must stay unchanged while one of them is empty or gone; seconds. Many programs truncate a file, or delete it, before they write it.
const EMPTY_SECONDS: f64 = 0.5;

/// The files are polled this often; seconds. Smaller: the system is asked more often; larger: the reload is late.
const POLL_SECONDS: f64 = 0.25;

/// Watches the files of a level, and reloads it when they change.
pub struct Reloader<P: Handover> {
    path: PathBuf,
    prepare: Prepare<P>,
    /// The stamps of the files when they were read.
    read: Stamps,
    /// The stamps of the files in the last poll.
    seen: Stamps,
    /// How long no file has changed; seconds.
    quiet_seconds: f64,
    /// The time since the files were polled; seconds.
    unpolled_seconds: f64,
    /// The path of the last level that was loaded.
    known: PathBuf,
    /// Whether a level over the limits of the player's files is loaded all the same, as the player has answered.
    answers: BTreeMap<PathBuf, bool>,
    /// The spaces of bare meshes that the player has chosen.
    spaces: BTreeMap<PathBuf, MeshSpace>,
    loading: Option<Loading<P>>,
    /// Whether the loading began because a file has changed, and not because the player opened a level.
    reloads: bool,
}

impl<P: Handover + Send + 'static> Reloader<P> {
    /// Watches the files of `loaded`.
    pub fn new(loaded: &Loaded<P>, prepare: Prepare<P>) -> Self {
        Self {
            path: loaded.path().to_owned(),
            prepare,
            read: loaded.files.clone(),
            seen: loaded.files.clone(),
            quiet_seconds: 0.0,
            unpolled_seconds: 0.0,
            known: loaded.path().to_owned(),
            answers: BTreeMap::new(),
            spaces: BTreeMap::new(),
            loading: None,
            reloads: false,
        }
    }

    /// The progress of loading, while a level is loading.
    pub fn loading(&self) -> Option<LoadStatus> {
        self.loading.as_ref().map(Loading::status)
    }

    /// Keeps `space` for the bare mesh at `path`, whenever it is loaded.
    pub fn keep_space(&mut self, path: &Path, space: MeshSpace) {
        self.spaces.insert(path.to_owned(), space);
    }

    /// Whether the player has chosen the space of the bare mesh at `path`.
    pub fn has_space(&self, path: &Path) -> bool {
        self.spaces.contains_key(path)
    }

    /// Starts to load the level of `source` in the background. Gives up the level that is being loaded.
    pub fn begin(&mut self, source: LevelSource) {
        let source = match source {
            LevelSource::File(path) => match self.spaces.get(&path) {
                Some(space) => LevelSource::Mesh {
                    space: *space,
                    path,
                },
                None => LevelSource::File(path),
            },
            other => other,
        };
        // First, so that the worker is free.
        self.drop_loading();
        self.reloads = false;
        source.path().clone_into(&mut self.path);
        let limits = self.limits(source.path());
        self.loading = Some(Loading::begin(source, limits, self.prepare));
    }

    /// The limits of the file at `path`, as the player has answered.
    pub fn limits(&self, path: &Path) -> Limits {
        match self.answers.get(path) {
            Some(true) => Limits::Lifted,
            Some(false) | None => Limits::of_program(),
        }
    }

    /// Notes whether the file at `path` is loaded even if it is over the limits of the player's files.
    pub fn answer(&mut self, path: &Path, is_loaded: bool) {
        self.answers.insert(path.to_owned(), is_loaded);
    }

    /// Forgets that the player did not want the level at `path`, since the player opens it again.
    pub fn forget_refusal(&mut self, path: &Path) {
        if self.answers.get(path) == Some(&false) {
            self.answers.remove(path);
        }
    }

    /// Whether the player has answered for the level at `path`.
    pub fn is_answered(&self, path: &Path) -> bool {
        self.answers.contains_key(path)
    }

    /// Drops the level that is being loaded; returns whether there is one.
    fn drop_loading(&mut self) -> bool {
        self.loading.take().map(Loading::cancel).is_some()
    }

    /// Gives up the level that is being loaded. Its files as they are now are not loaded again.
    pub fn cancel(&mut self) {
        if self.drop_loading() {
            self.known.clone_into(&mut self.path);
            self.read = self.seen.clone();
        }
    }

    /// Notes that the file at `path` now holds the level being played, so that it is not reloaded.
    pub fn mark_saved(&mut self, path: &Path) {
        for stamps in [&mut self.read, &mut self.seen] {
            stamps.insert(path.to_owned(), platform::file_stamp(path));
        }
    }

    /// Advances by `seconds`, and polls the files when that is due. Returns each loaded level once, and watches its files from then
    /// on.
    pub fn poll(&mut self, seconds: f64) -> Option<Loaded<P>> {
        if let Some(loading) = &mut self.loading {
            let loaded = loading.poll()?;
            self.loading = None;
            if self.reloads && loaded.level.is_none() && has_changed(&loaded.files) {
                // It was read while a program was writing it: the poll below waits until that is done.
                self.read.extend(loaded.files);
                self.seen = self.read.clone();
                return None;
            }
            // Loading that broke off does not say which files it read: it is tried again when one of them changes.
            let broke_off = loaded.level.is_none() && loaded.files.is_empty();
            if broke_off {
                for (path, stamp) in &mut self.read {
                    *stamp = platform::file_stamp(path);
                }
            }
            // Loading an edited level did not read its file: keep watching it.
            let own = self.read.remove_entry(loaded.path());
            // A broken level may lack the names of its meshes: keep watching them until it is repaired.
            if loaded.level.is_some() {
                self.read.clear();
                loaded.path().clone_into(&mut self.known);
            }
            let keeps_own = loaded.source.is_edited() || broke_off;
            self.read.extend(own.filter(|_| keeps_own));
            self.read.extend(loaded.files.clone());
            self.seen = self.read.clone();
            return Some(loaded);
        }
        // Once a file has changed, every frame counts.
        self.unpolled_seconds += seconds;
        if self.seen == self.read && self.unpolled_seconds < POLL_SECONDS {
            return None;
        }
        self.unpolled_seconds = 0.0;
        let now = self
            .read
            .keys()
            .map(|path| (path.clone(), platform::file_stamp(path)));
        let now: BTreeMap<_, _> = map_of(now);
        if now != self.seen {
            self.seen = now;
            self.quiet_seconds = 0.0;
        } else if self.seen != self.read {
            self.quiet_seconds += seconds;
            let changed = self
                .seen
                .iter()
                .filter(|(path, stamp)| self.read[*path] != **stamp);
            let mut sizes = changed.map(|(path, _)| platform::file_size(path));
            let is_empty = sizes.any(|size| size.is_none_or(|size| size == 0));
            let quiet = if is_empty {
                EMPTY_SECONDS
            } else {
                QUIET_SECONDS
            };
            if self.quiet_seconds >= quiet {
                self.begin(LevelSource::File(self.path.clone()));
                self.reloads = true;
            }
        }
        None
    }
}

/// Whether one of the files has changed since it got its stamp.
fn has_changed(files: &Stamps) -> bool {
    let mut files = files.iter();
    files.any(|(path, stamp)| platform::file_stamp(path) != *stamp)
}

#[cfg(test)]
mod tests;
