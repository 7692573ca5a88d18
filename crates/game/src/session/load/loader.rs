//! The one loader of levels: reads the files of a [`LevelSource`], and keeps their texts and stamps.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sidle::level::{
    Budget, Diagnostic, Excess, Files, Level, MeshGuess, Progress, WithLevel, is_mesh,
    load_level_reporting, load_mesh_as_level,
};
use sidle::replay::StaticHash;

use crate::platform;
use crate::platform::HostFiles;
use crate::platform::built_in::BuiltIn;
use crate::session::load::limits::Limits;
use crate::session::load::sandbox::SandboxedFiles;
use crate::session::load::source::LevelSource;

/// The stamp of each file; `None`: the file does not exist.
pub(super) type Stamps = BTreeMap<PathBuf, Option<platform::FileStamp>>;

/// Reads files, and keeps the stamp that each had just before, and the bytes of the level.
struct WatchedFiles<'l> {
    files: &'l dyn Files,
    stamps: Mutex<Stamps>,
    /// The level file, whose bytes are kept in `text`; `None` for a mesh, whose text is not needed.
    level: Option<&'l Path>,
    text: Mutex<Option<Vec<u8>>>,
}

impl<'l> WatchedFiles<'l> {
    /// The files of the level of `source`.
    fn of(source: &'l LevelSource) -> Self {
        let path = source.path();
        Self {
            files: match source {
                LevelSource::BuiltIn(_) => &BuiltIn,
                _ => &HostFiles,
            },
            stamps: Mutex::default(),
            level: (!is_mesh(path)).then_some(path),
            text: Mutex::default(),
        }
    }

    /// The stamps, and the text of the level if it was read.
    fn into_stamps_and_text(self) -> (Stamps, Option<String>) {
        let text = self.text.into_inner().ok().flatten();
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok());
        (self.stamps.into_inner().unwrap_or_default(), text)
    }
}

impl Files for WatchedFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let before = platform::file_stamp(path);
        if let Ok(mut stamps) = self.stamps.lock() {
            stamps.entry(path.to_owned()).or_insert(before);
        }
        let bytes = self.files.read(path)?;
        if Some(path) == self.level
            && let Ok(mut text) = self.text.lock()
        {
            *text = Some(bytes.clone());
        }
        Ok(bytes)
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        self.files.names(folder)
    }
}

/// A loaded level with its prepared value, its text and its files.
pub struct Loaded<P> {
    pub source: LevelSource,
    /// `None`: there are errors.
    pub level: Option<(Level, P)>,
    /// All problems, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The costs over the limits of a file of the player, if nothing else is wrong.
    pub excess: Option<Excess>,
    /// The unit and the upward axis of a bare mesh.
    pub guess: Option<MeshGuess>,
    /// The level's text; for a bare mesh, that of the level that was made around it.
    pub text: String,
    /// The files to watch.
    pub(super) files: Stamps,
    /// The hash of the level's static part, if a worker has computed it: that of a large level would delay a frame.
    pub static_hash: Option<StaticHash>,
}

impl<P> Loaded<P> {
    /// The path of the level, or of the mesh.
    pub fn path(&self) -> &Path {
        self.source.path()
    }
}

/// Prepares a level on the loading thread, for instance its vertices. Adds to the problems what it finds.
pub type Prepare<P> = fn(&Level, &mut Vec<Diagnostic>) -> P;

/// Loads the level of `source`, a file of the player within `limits`, and prepares it. Calls `progress` while a mesh is read.
pub fn load<P>(
    source: LevelSource,
    limits: Limits,
    prepare: impl Fn(&Level, &mut Vec<Diagnostic>) -> P,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Loaded<P> {
    let path = source.path();
    let watched = WatchedFiles::of(&source);
    let sandboxed = SandboxedFiles {
        files: &watched,
        level: path,
    };
    let is_linked = source.is_linked();
    let files: &dyn Files = if is_linked { &sandboxed } else { &watched };
    let budget = if is_linked {
        &Budget::LINK
    } else {
        limits.budget()
    };
    let with_text = source.text().map(|text| WithLevel { path, text, files });
    let files = with_text.as_ref().map_or(files, |files| files);
    let (loaded, around_mesh, guess) = if source.is_bare_mesh() {
        let around = load_mesh_as_level(path, source.space(), files, budget, progress);
        (around.loaded, Some(around.text), Some(around.guess))
    } else {
        let loaded = load_level_reporting(path, files, budget, progress);
        (loaded, None, None)
    };
    let (stamps, read) = watched.into_stamps_and_text();
    let own = source.text().filter(|_| source != LevelSource::StandIn);
    let text = own.map(str::to_owned).or(around_mesh).or(read);
    let mut diagnostics = loaded.diagnostics;
    let level = loaded.level.map(|level| {
        let prepared = prepare(&level, &mut diagnostics);
        (level, prepared)
    });
    Loaded {
        level,
        diagnostics,
        excess: loaded.excess.filter(|_| !is_linked),
        guess,
        text: text.unwrap_or_default(),
        files: watchable(&source, stamps),
        static_hash: None,
        source,
    }
}

/// The files of a level to watch. A link's files are watched only where the platform can put the link's text in place of
/// the level's file.
pub(super) fn watchable(source: &LevelSource, mut stamps: Stamps) -> Stamps {
    match source {
        LevelSource::BuiltIn(_) | LevelSource::StandIn => Stamps::new(),
        LevelSource::File(_) | LevelSource::Mesh { .. } | LevelSource::Edited { .. } => stamps,
        LevelSource::Link { path, text } if platform::override_file(path, text) => {
            stamps.insert(path.clone(), platform::file_stamp(path));
            stamps
        }
        LevelSource::Link { .. } => Stamps::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_loaded_from_its_text_and_its_path_is_not_looked_up() {
        let text = "v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3 4\n".to_owned();
        let path = PathBuf::from("no-such-folder/floor.obj");
        let link = LevelSource::Link { path, text };
        let loaded = load(link, Limits::Own, |_, _| (), &mut |_| ());
        let (level, ()) = loaded.level.expect("a level around the mesh of the link");
        assert!(level.world.triangles().len() >= 2);
    }
}
