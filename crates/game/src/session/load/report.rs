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
            words: guess.in_words(),
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
