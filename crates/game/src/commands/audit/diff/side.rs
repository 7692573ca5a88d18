//! One of the two levels that are compared: a file, or a file of a revision.

use std::path::{Path, PathBuf};

use sidle::level::{
    Diagnostic, Files, Level, WithLevel, is_mesh, load_level_reporting, load_mesh_as_level,
};
use sidle::replay::{LevelHash, Recorder, Recording};
use sidle::sim::Sim;

use super::git::Revision;
use crate::platform::built_in::BuiltIn;
use crate::platform::{self, HostFiles, terminal};
use crate::session::load::{LevelSource, Limits};

/// A level that is compared.
pub struct Side {
    /// As on the command line.
    pub shown: String,
    pub path: PathBuf,
    /// The text of the level; empty for a bare mesh.
    pub text: String,
    /// `None`: a file of this folder.
    pub revision: Option<Revision>,
    pub level: Level,
}

impl Side {
    /// The level of an argument. Prints its problems. `None` if there are errors.
    pub fn open(shown: &str) -> Option<Self> {
        let revision = Revision::parse(shown).filter(|_| !platform::exists(Path::new(shown)));
        let (revision, path) =
            revision.map_or((None, shown), |(revision, path)| (Some(revision), path));
        let path = PathBuf::from(path);
        let text = match is_mesh(&path) {
            true => String::new(),
            // A text that cannot be read is reported with the level.
            false => files_of(revision.as_ref(), &path).read(&path).map_or_else(
                |_| String::new(),
                |bytes| String::from_utf8_lossy(&bytes).into_owned(),
            ),
        };
        let (level, mut problems) = load(&path, None, files_of(revision.as_ref(), &path));
        for problem in &mut problems {
            if revision.is_some() && Path::new(&problem.file) == path {
                problem.file = shown.to_owned();
            }
        }
        terminal::diagnostics(&problems);
        Some(Self {
            shown: shown.to_owned(),
            path,
            text,
            revision,
            level: level?,
        })
    }

    /// Its files.
    pub fn files(&self) -> &dyn Files {
        files_of(self.revision.as_ref(), &self.path)
    }

    /// A recording of the same keys in this level as in `recording` of the other one. `None` if the state in which that begins is
    /// not one of this level.
    pub fn repeat(&self, recording: &Recording) -> Option<Recording> {
        let mut level = self.level.clone();
        let hash = LevelHash::of_level(&level);
        let name = level.scene.name.clone();
        recording.header.apply_to(&mut level);
        let mut sim = Sim::of_level(level, recording.header.hz).0.without_trace();
        recording.begin(&mut sim).ok()?;
        let path = self.path.to_string_lossy();
        let mut recorder = Recorder::with_level_hash(&name, &path, &sim, hash);
        for input in recording.inputs.iter() {
            sim.play(&input);
            recorder.add(&input.command, &sim);
        }
        Some(recorder.recording())
    }
}

fn files_of<'s>(revision: Option<&'s Revision>, path: &Path) -> &'s dyn Files {
    match (revision, LevelSource::at(path)) {
        (Some(revision), _) => revision,
        (None, LevelSource::BuiltIn(_)) => &BuiltIn,
        (None, _) => &HostFiles,
    }
}

/// Loads the level at `path`, with `text` in place of its file if there is one.
pub fn load(
    path: &Path,
    text: Option<&str>,
    files: &dyn Files,
) -> (Option<Level>, Vec<Diagnostic>) {
    let text = text.filter(|_| !is_mesh(path));
    let with_text = text.map(|text| WithLevel { path, text, files });
    let files = with_text.as_ref().map_or(files, |files| files);
    let limits = Limits::of_program();
    let loaded = match is_mesh(path) {
        true => load_mesh_as_level(path, None, files, limits.budget(), &mut |_| ()).loaded,
        false => load_level_reporting(path, files, limits.budget(), &mut |_| ()),
    };
    (loaded.level, loaded.diagnostics)
}
