//! The one loader of levels: a level file, a bare mesh, a built-in level, a link's level, or an editor's text.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sidle::level::{
    Budget, Diagnostic, Excess, Files, Level, MeshGuess, MeshSpace, Progress, WithLevel, is_mesh,
    load_level_reporting, load_mesh_as_level,
};
use sidle::replay::{Moment, StaticHash};

use crate::platform;
use crate::platform::built_in::BuiltIn;
use crate::platform::foreign_path::{LINKED, check_foreign, is_in};
use crate::platform::terminal::ProgressLine;
use crate::platform::{HostFiles, terminal};
use crate::session::load::limits::Limits;
use crate::session::load::mesh_report::MeshReport;
use crate::session::load::sandbox::SandboxedFiles;

/// The stamp of each file; `None`: the file does not exist.
pub(super) type Stamps = BTreeMap<PathBuf, Option<platform::FileStamp>>;

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// The shipped level of this path, without a file.
    BuiltIn(PathBuf),
    /// A level file, or a bare mesh.
    File(PathBuf),
    /// A bare mesh, in the unit and with the upward axis that the player has chosen.
    Mesh { path: PathBuf, space: MeshSpace },
    /// An editor's unsaved text in place of a level file.
    Edited { path: PathBuf, text: String },
    /// The text of a link, and the path of the level from which the link was made.
    Link { path: PathBuf, text: String },
    /// A crate to stand on, until the first level has come from a worker. The player does not see it.
    StandIn,
}

/// The path and the text of the stand-in.
const STAND_IN: (&str, &str) = (
    "stand-in.toml",
    "format = 1\nname = \"Loading\"\n[spawn]\nposition = [0, 0.5, 0]\n[[prop]]\nkind = \"crate\"\n\
     position = [0, -0.5, 0]\n",
);

impl LevelSource {
    /// The level at `path`: a file, or the shipped level of this path if there is no file.
    pub fn at(path: &Path) -> Self {
        if BuiltIn.has(path) && !platform::exists(path) {
            Self::BuiltIn(path.to_owned())
        } else {
            Self::File(path.to_owned())
        }
    }

    /// The level of a link.
    ///
    /// # Errors
    /// A message, when the link names a path that a link may not name.
    pub fn of_moment(moment: &Moment) -> Result<Self, String> {
        let path = Path::new(moment.path());
        check_linked(path)?;
        Ok(Self::Link {
            path: platform::linked_path(path),
            text: moment.text().to_owned(),
        })
    }

    /// The path of the level, or of the mesh.
    pub fn path(&self) -> &Path {
        match self {
            Self::BuiltIn(path)
            | Self::File(path)
            | Self::Mesh { path, .. }
            | Self::Edited { path, .. }
            | Self::Link { path, .. } => path,
            Self::StandIn => STAND_IN.0.as_ref(),
        }
    }

    /// Whether the source is a level's file, and no bare mesh.
    pub fn has_text(&self) -> bool {
        matches!(self, Self::File(path) if !is_mesh(path))
    }

    /// Whether the source is an editor's text.
    pub fn is_edited(&self) -> bool {
        matches!(self, Self::Edited { .. })
    }
}

/// Checks the path of a link's level.
fn check_linked(path: &Path) -> Result<(), String> {
    let is_level = is_mesh(path) || path.extension().is_some_and(|it| it == "toml");
    let kind = || "a level's name ends in `.toml`, `.obj`, `.gltf` or `.glb`".to_owned();
    let checked = check_foreign(path).and_then(|()| is_level.then_some(()).ok_or_else(kind));
    checked.map_err(|why| {
        let shown = path.to_string_lossy();
        let shown = shown.escape_debug();
        format!("the link is not opened: its level is called `{shown}`, and {why}")
    })
}

/// Reads files, and keeps the stamp that each had just before, and the bytes of the level.
struct WatchedFiles<'l> {
    files: &'l dyn Files,
    stamps: Mutex<Stamps>,
    /// The level file, whose bytes are kept in `text`; `None` for a mesh, whose text is not needed.
    level: Option<&'l Path>,
    text: Mutex<Option<Vec<u8>>>,
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
    /// What is over the limits of an own file, if nothing else is wrong.
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

/// Loads the level of `source`, an own file within `limits`, and prepares it. Calls `progress` while a mesh is read.
pub fn load<P>(
    source: LevelSource,
    limits: Limits,
    prepare: impl Fn(&Level, &mut Vec<Diagnostic>) -> P,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Loaded<P> {
    let path = source.path();
    let on_disk: &dyn Files = match source {
        LevelSource::BuiltIn(_) => &BuiltIn,
        _ => &HostFiles,
    };
    let watched = WatchedFiles {
        files: on_disk,
        stamps: Mutex::default(),
        level: (!is_mesh(path)).then_some(path),
        text: Mutex::default(),
    };
    let sandboxed = SandboxedFiles {
        files: &watched,
        level: path,
    };
    // A link's level stays in the sandbox when its text is changed.
    let is_linked = matches!(source, LevelSource::Link { .. }) || is_in(LINKED, path);
    let others: &dyn Files = if is_linked { &sandboxed } else { &watched };
    let with_text = |text, files| WithLevel { path, text, files };
    let replaced = match &source {
        LevelSource::BuiltIn(_) | LevelSource::File(_) | LevelSource::Mesh { .. } => None,
        LevelSource::Edited { text, .. } | LevelSource::Link { text, .. } => {
            Some(with_text(text.as_str(), others))
        }
        LevelSource::StandIn => Some(with_text(STAND_IN.1, others)),
    };
    let files = match &replaced {
        Some(replaced) => replaced as &dyn Files,
        None => others,
    };
    // A missing mesh is reported as the missing file that it is, without a level around it. Only the path of an own file
    // is looked up: that of a link stays inside the sandbox.
    let is_there = || !matches!(source, LevelSource::File(_)) || platform::exists(path);
    let budget = if is_linked {
        &Budget::LINK
    } else {
        limits.budget()
    };
    let (loaded, around_mesh, guess) = if is_mesh(path) && is_there() {
        let space = match source {
            LevelSource::Mesh { space, .. } => Some(space),
            _ => None,
        };
        let around = load_mesh_as_level(path, space, files, budget, progress);
        (around.loaded, Some(around.text), Some(around.guess))
    } else {
        (
            load_level_reporting(path, files, budget, progress),
            None,
            None,
        )
    };
    let read = watched.text.into_inner().ok().flatten();
    let read = || read.and_then(|bytes| String::from_utf8(bytes).ok());
    let text = match &source {
        LevelSource::Edited { text, .. } | LevelSource::Link { text, .. } => Some(text.clone()),
        LevelSource::BuiltIn(_)
        | LevelSource::File(_)
        | LevelSource::Mesh { .. }
        | LevelSource::StandIn => around_mesh.or_else(read),
    };
    let stamps = watched.stamps.into_inner().unwrap_or_default();
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

/// Loads the level of `source` for a command without a window. Prints its problems, and on a terminal the progress of
/// loading. Says how it takes a bare mesh. `None` if there are errors.
pub fn load_and_report(source: LevelSource) -> Option<(Level, Option<MeshReport>)> {
    let loaded = load_with_progress(source, |_, _| ());
    terminal::diagnostics(&loaded.diagnostics);
    let mesh = MeshReport::of(&loaded);
    if let Some(mesh) = &mesh {
        mesh.print(loaded.path());
    }
    loaded.level.map(|(level, ())| (level, mesh))
}

/// Loads the level of `source`, and shows the progress on a terminal.
pub fn load_with_progress<P>(source: LevelSource, prepare: Prepare<P>) -> Loaded<P> {
    let mut line = ProgressLine::new();
    let limits = Limits::of_program();
    load(source, limits, prepare, &mut |progress| line.show(progress))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_whose_level_has_a_path_of_the_player_is_not_opened() {
        for path in ["levels/hall.toml", "floor.OBJ", "a.glb", "a.gltf"] {
            assert_eq!(check_linked(path.as_ref()), Ok(()));
        }
        for path in [
            "kept/settings.toml",
            "levels/../kept/settings.toml",
            "dropped/a.toml",
            "../a.toml",
            "/home/me/a.toml",
            "http://example.org/a.toml",
            ".cargo/config.toml",
            "walk.sh",
        ] {
            let message = check_linked(path.as_ref()).unwrap_err();
            assert!(message.starts_with("the link is not opened"), "{message}");
        }
    }

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
