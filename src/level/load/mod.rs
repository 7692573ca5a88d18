//! From a path to a level or a walk script.
//!
//! Reading order: [`load_level`] here, `loader.rs` (from a level's text to a level), `weigh.rs` (what it would hold,
//! counted first, and compared by `spending.rs` with its budget), `loader/meshes.rs` (reads the meshes that it names),
//! `loader/placing.rs` (places them), `hulls.rs` and `surface_tags.rs`.

mod hulls;
mod loader;
mod spending;
mod surface_tags;
mod weigh;

pub use loader::{Cache, Loader};

use std::path::Path;

use crate::level::budget::Budget;
use crate::level::document::{Document, FileForm, FileReference, WalkScript};
use crate::level::files::{Files, Progress, display_name, open, open_within};
use crate::level::loaded::{LoadedLevel, LoadedScript};
use crate::level::text::{Diagnostic, Source, sort_by_place};
use crate::order::set_of;
use weigh::{MeshSize, weigh};

/// Loads the level at `path`, and all files that it names, relative to it.
///
/// # Errors
/// The diagnostics hold all problems of all files. There is no level if one of them is an error.
///
/// # Example
/// ```
/// use sidle::level::{Disk, load_level};
/// let loaded = load_level("levels/courtyard.toml".as_ref(), &Disk);
/// assert_eq!(loaded.diagnostics, []);
/// assert_eq!(loaded.level.unwrap().scene.name, "Courtyard");
/// ```
pub fn load_level(path: &Path, files: &dyn Files) -> LoadedLevel {
    load_level_reporting(path, files, &Budget::OWN, &mut |_| ())
}

/// [`load_level`] with progress and a budget. Calls `progress` about once per megabyte of a mesh and at the beginning
/// of each later stage, and builds nothing of a level over `budget`.
///
/// # Errors
/// As for [`load_level`].
///
/// # Example
/// ```
/// use sidle::level::{Budget, Disk, LoadStage, load_level_reporting};
/// // A level from the network: nothing of it is built if it is too large.
/// let (path, mut stages) = ("levels/courtyard.toml".as_ref(), Vec::new());
/// let loaded = load_level_reporting(path, &Disk, &Budget::LINK, &mut |progress| {
///     stages.push(progress.stage);
/// });
/// assert!(loaded.level.is_some());
/// assert_eq!(stages[stages.len() - 2..], [LoadStage::Build, LoadStage::Check]);
/// ```
pub fn load_level_reporting(
    path: &Path,
    files: &dyn Files,
    budget: &Budget,
    progress: &mut dyn FnMut(Progress<'_>),
) -> LoadedLevel {
    let source = match open_within(path, files, budget.text_bytes) {
        Ok(source) => source,
        Err(refusal) => {
            return LoadedLevel {
                level: None,
                diagnostics: vec![*refusal.diagnostic],
                excess: refusal.excess,
            };
        }
    };
    let (document, problems) = Document::parse(&source);
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut cache = Cache::default();
    Loader::new(folder, files, budget, progress, problems, &mut cache).load(document)
}

/// The `name` and `about` of the level at `path`, without loading its meshes. `None` for a file that is
/// not a level or cannot be read.
#[must_use]
pub fn level_title(path: &Path, files: &dyn Files) -> Option<(String, String)> {
    let source = open(path, files).ok()?;
    let (document, _) = Document::parse(&source);
    (!document.name.is_empty()).then_some((document.name, document.about))
}

/// The paths of the meshes and pictures of heights that `text`, the text of a level at `path`, names. Each comes once, with `/`.
///
/// # Example
/// ```
/// use sidle::level::named_meshes;
/// let text = "[[mesh]]\nfile = \"../assets/hall.obj\"\n[kinds]\nbarrel.mesh = \"barrel.obj\"";
/// let named = named_meshes("levels/hall.toml".as_ref(), text);
/// assert_eq!(named, ["assets/hall.obj", "levels/barrel.obj"]);
/// ```
#[must_use]
pub fn named_meshes(path: &Path, text: &str) -> Vec<String> {
    let Ok(source) = Source::new("", text.as_bytes().to_vec()) else {
        return Vec::new();
    };
    let (document, _) = Document::parse(&source);
    let kinds = document.kinds.into_values().map(|kind| kind.mesh);
    let files = document.meshes.into_iter().map(|entry| entry.file);
    let files = files.filter(|file| !matches!(file.form, FileForm::Triangles(_)));
    let folder = path.parent().unwrap_or(Path::new(""));
    let names = files.chain(kinds);
    let names = names.map(|file| display_name(&folder.join(file.path)).replace('\\', "/"));
    set_of(names).into_iter().collect()
}

/// How many bytes a level with the text `text` at `path` has to read and to build, without reading its meshes, its
/// text, each mesh once, and a quarter of it again for every time that it is placed. `size` gives the bytes of a mesh.
/// `None` if a size is unknown, or `text` is not a level.
///
/// # Example
/// ```
/// use sidle::level::level_weight;
/// let text = "[[mesh]]\nfile = \"hall.obj\"\n";
/// let path = "levels/hall.toml".as_ref();
/// assert_eq!(level_weight(path, text, &|_| Some(1000)), Some(1250 + text.len() as u64));
/// assert_eq!(level_weight(path, text, &|_| None), None);
/// ```
#[must_use]
pub fn level_weight(path: &Path, text: &str, size: &dyn Fn(&Path) -> Option<u64>) -> Option<u64> {
    let source = Source::new("", text.as_bytes().to_vec()).ok()?;
    let (document, _) = Document::parse(&source);
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut measure = |reference: &FileReference, _: &mut _| {
        let bytes = match &reference.form {
            FileForm::Triangles(text) => text.len() as u64,
            FileForm::Mesh | FileForm::Heights(_) => size(&folder.join(&reference.path))?,
        };
        // Its triangles are not needed.
        let triangles = 0;
        Some(MeshSize { bytes, triangles })
    };
    weigh(&document, text, &Budget::UNLIMITED, &mut measure).bytes
}

/// Loads the walk script at `path`.
///
/// # Errors
/// As for [`load_level`].
pub fn load_script(path: &Path, files: &dyn Files) -> LoadedScript {
    let (script, mut diagnostics) = match open(path, files) {
        Ok(source) => WalkScript::parse(&source),
        Err(diagnostic) => (WalkScript::default(), vec![*diagnostic]),
    };
    sort_by_place(&mut diagnostics);
    LoadedScript {
        script: no_errors(&diagnostics).then_some(script),
        diagnostics,
    }
}

fn no_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().all(|diagnostic| !diagnostic.is_error())
}

#[cfg(test)]
mod tests;
