//! How a command takes a bare mesh: its unit, its upward axis, and where the player starts.

use std::path::Path;

use serde::Serialize;

use sidle::level::MeshGuess;

use crate::platform::terminal;
use crate::session::load::loader::Loaded;

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
    /// The report of what was loaded. `None`: it is no bare mesh, or has errors.
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
