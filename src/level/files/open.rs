//! Opens the text of a level, and names files and their problems as users know them.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::disk::Files;
use crate::level::budget::{Budget, BudgetItem, Excess, Overrun, text_memory};
use crate::level::text::{Diagnostic, Source, did_you_mean, did_you_mean_this};

/// The path as a user would write it. `levels/../assets` is `assets`. For messages only, since a
/// symbolic link on the way would change the meaning of `..`.
pub fn display_name(path: &Path) -> String {
    let mut shown = PathBuf::new();
    for component in path.components() {
        let last_is_folder = matches!(shown.components().next_back(), Some(Component::Normal(_)));
        if component == Component::ParentDir && last_is_folder {
            shown.pop();
        } else {
            shown.push(component);
        }
    }
    shown.display().to_string()
}

/// The text at `path`.
pub fn open(path: &Path, files: &dyn Files) -> Result<Source, Box<Diagnostic>> {
    open_within(path, files, Budget::OWN.text_bytes).map_err(|refusal| refusal.diagnostic)
}

/// Why a text is not read.
pub struct Refusal {
    pub diagnostic: Box<Diagnostic>,
    /// The exceeded limits, if they are the reason.
    pub excess: Option<Excess>,
}

/// The text at `path`, of at most `limit` bytes.
pub fn open_within(path: &Path, files: &dyn Files, limit: u64) -> Result<Source, Refusal> {
    let name = display_name(path);
    let refuse = |diagnostic, excess| Refusal { diagnostic, excess };
    let bytes = files.read(path).map_err(|error| {
        let message = format!("cannot be read: {}", reason(&error));
        let diagnostic = Diagnostic {
            help: nearest_file(path, &LEVELS, files),
            ..Diagnostic::of_file(name.clone(), message)
        };
        refuse(Box::new(diagnostic), None)
    })?;
    let found = bytes.len() as u64;
    if found > limit {
        let item = BudgetItem::TextBytes;
        let overrun = Overrun { item, found, limit };
        let diagnostic = Diagnostic::of_file(name, overrun.to_string());
        let excess = Excess {
            overruns: vec![overrun],
            memory: text_memory(found),
            ..Excess::default()
        };
        return Err(refuse(Box::new(diagnostic), Some(excess)));
    }
    Source::new(&name, bytes).map_err(|diagnostic| refuse(diagnostic, None))
}

/// Whether the file at `path` is a mesh, by its name.
#[must_use]
pub fn is_mesh(path: &Path) -> bool {
    has_extension(path, &MESHES)
}

/// Whether the name of `path` ends in one of these `extensions`, in small letters or capitals.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default();
    let mut known = extensions.iter();
    known.any(|known| extension.eq_ignore_ascii_case(known))
}

/// The extensions of levels, of meshes and of the pictures that are shown.
pub(super) const LEVELS: [&str; 1] = ["toml"];
pub const MESHES: [&str; 4] = ["obj", "gltf", "glb", "map"];
/// Of pictures that are read as heights.
pub const HEIGHTS: [&str; 1] = ["png"];
pub const PICTURES: [&str; 3] = ["png", "jpg", "jpeg"];

/// "did you mean", for a file that is not at `path`, one in its folder with one of these `extensions`, whose name is
/// the same but for its extension and capitals, or nearly the same.
pub fn nearest_file(path: &Path, extensions: &[&str], files: &dyn Files) -> Option<String> {
    let stem = |name: &str| {
        let stem = Path::new(name).file_stem();
        stem.map(|stem| stem.to_string_lossy().to_lowercase())
    };
    let name = path.file_name()?.to_string_lossy();
    let names = files.names(path.parent().unwrap_or(Path::new("")));
    let candidates: Vec<_> = names
        .iter()
        .map(String::as_str)
        .filter(|name| has_extension(Path::new(name), extensions))
        .collect();
    let same = candidates.iter().find(|other| stem(other) == stem(&name));
    same.map(|same| did_you_mean_this(same))
        .or_else(|| did_you_mean(&name, candidates.iter().copied()))
}

/// Why a file cannot be read. The common reasons have the same words on every system.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}
