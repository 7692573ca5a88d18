//! The levels and the recordings of failures, as files next to a report.

use std::path::Path;

use sidle::player::Controller;
use sidle_conformance::{Examined, Outcome, Scene, Trial, TrialLevel, TrialResult};

use crate::platform::terminal;

/// Where the files go.
pub struct Recordings<'r> {
    json: &'r Path,
}

impl<'r> Recordings<'r> {
    /// Files next to the report at `json`.
    pub fn new(json: &'r Path) -> Self {
        Self { json }
    }

    /// Writes a level and a recording of each variant that a mover does not pass, and notes the names. The recording of one of
    /// our controllers holds its commands, and that of a program the states of its run.
    pub fn write(&self, scenes: &[Scene], movers: &mut [Examined]) -> Result<(), String> {
        for mover in movers {
            let controllers = Controller::NAMES.into_iter();
            let mut named = controllers.filter(|(name, _)| *name == mover.name);
            let controller = named.next().map(|(_, controller)| controller);
            for (scene, results) in scenes.iter().zip(&mover.examination.results) {
                let mut names = Vec::new();
                for (trial, result) in scene.trials.iter().zip(results) {
                    let is_wrong = matches!(result.outcome, Outcome::Partly | Outcome::Failed);
                    names.push(if is_wrong {
                        self.one(scene, trial, result, &mover.name, controller)?
                    } else {
                        None
                    });
                }
                mover.recordings.push(names);
            }
        }
        Ok(())
    }

    fn one(
        &self,
        scene: &Scene,
        trial: &Trial,
        result: &TrialResult,
        mover: &str,
        controller: Option<Controller>,
    ) -> Result<Option<String>, String> {
        let report = self.json.file_stem().unwrap_or_default().to_string_lossy();
        let (family, name) = (scene.family.name(), scene.name);
        let stem = format!("{report}-{family}-{name}-{}", trial.variant);
        let stem = plain(&stem);
        let title = format!("{family}: {name}, {}", trial.variant);
        let (level_name, mesh_name) = (format!("{stem}.toml"), format!("{stem}.obj"));
        let level = TrialLevel::of(trial, &title, scene.asks, &mesh_name);
        let Some(level) = level else {
            return Ok(None);
        };
        let recording = match (controller, &result.run) {
            (Some(controller), _) => level.record(trial, controller, &level_name),
            (None, Some(run)) => level.record_states(trial, &run.states, &level_name),
            (None, None) => None,
        };
        let Some(recording) = recording else {
            return Ok(None);
        };
        let recording_name = format!("{stem}-{}.sidle", plain(mover));
        let write =
            |name: &str, bytes: &[u8]| terminal::write(&self.json.with_file_name(name), bytes);
        write(&level_name, level.text.as_bytes())?;
        if let Some(mesh) = &level.mesh {
            write(&mesh_name, mesh.as_bytes())?;
        }
        write(&recording_name, &recording.encode())?;
        Ok(Some(recording_name))
    }
}

/// A file name of letters, digits, points and hyphens.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() || character == '.' {
            plain.push(character);
        } else if !plain.ends_with('-') {
            plain.push('-');
        }
    }
    plain
}
