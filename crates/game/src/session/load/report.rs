//! Loads a level for a command without a window. Reports the progress, the problems, and the unit of a bare mesh.

use std::path::Path;

use serde::Serialize;

use sidle::level::{Level, MeshGuess};

use crate::platform::terminal;
use crate::platform::terminal::ProgressLine;
use crate::session::load::limits::Limits;
use crate::session::load::loader::{Loaded, Prepare, load};
use crate::session::load::source::LevelSource;

/// How a bare mesh is taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeshReport {
    units: &'static str,
    up: &'static str,
    /// A further factor, if no unit fits.
    scale: f64,
    /// Whether another unit or axis is as likely.
    doubtful: bool,
    spawn: [f64; 3],
    yaw_deg: f64,
    #[serde(skip)]
    words: String,
}

/// How a map is taken. It is in metres with Y up only once it was read.
const MAP_UNITS: &str =
    "a map, Z up, with 32 units a metre unless its `_units_per_metre` says otherwise";

/// Whether `path` is that of a map of brushes.
pub fn is_map(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("map"))
}

impl MeshReport {
    /// The report of the loaded mesh. `None` if it is not a bare mesh, or has errors.
    pub fn of<P>(loaded: &Loaded<P>) -> Option<Self> {
        let guess: MeshGuess = loaded.guess?;
        let spawn = &loaded.level.as_ref()?.0.rules.spawn;
        Some(Self {
            units: guess.space.units.name(),
            up: guess.space.up.name(),
            scale: guess.scale,
            doubtful: guess.is_doubtful,
            spawn: spawn.position.to_array(),
            yaw_deg: spawn.yaw.degrees(),
            words: match is_map(loaded.path()) {
                true => MAP_UNITS.to_owned(),
                false => guess.in_words(),
            },
        })
    }

    /// Says it on the error output.
    pub fn print(&self, mesh: &Path) {
        let [x, y, z] = self.spawn;
        let (mesh, words) = (mesh.display(), &self.words);
        let doubt = if self.doubtful { " (a guess)" } else { "" };
        terminal::note(&format!(
            "{mesh} is taken as {words}{doubt}; the player starts at {x}, {y}, {z}"
        ));
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
    use crate::test_support::Folder;

    #[test]
    fn a_map_is_taken_in_its_own_units_and_with_z_up() {
        let folder = Folder::new("report");
        let path = folder.0.join("room.MAP");
        let slab = [
            "( -512 0 0 ) ( -512 1 0 ) ( -512 0 1 )",
            "( 512 0 0 ) ( 512 0 1 ) ( 512 1 0 )",
            "( 0 -512 0 ) ( 0 -512 1 ) ( 1 -512 0 )",
            "( 0 512 0 ) ( 1 512 0 ) ( 0 512 1 )",
            "( 0 0 -16 ) ( 1 0 -16 ) ( 0 1 -16 )",
            "( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 )",
        ];
        let faces = slab
            .map(|plane| format!("{plane} floor 0 0 0 1 1\n"))
            .concat();
        let text = format!("{{\n\"classname\" \"worldspawn\"\n{{\n{faces}}}\n}}\n");
        std::fs::write(&path, text).expect("a map");
        let loaded = load(LevelSource::File(path), Limits::Own, |_, _| (), &mut |_| ());
        let report = MeshReport::of(&loaded).expect("a level around it");
        assert!(report.words.starts_with("a map, Z up, with 32 units"));
    }
}
