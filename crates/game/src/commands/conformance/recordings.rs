//! The levels and the recordings of failures, as files next to a report.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sidle::player::Controller;
use sidle_conformance::{Examined, Outcome, Scene, Trial, TrialLevel, TrialResult};

use crate::platform::terminal;

/// Where the files go.
pub struct Recordings<'r> {
    json: &'r Path,
    names: Names,
    /// The level of each trial that has one, by its scene and its place there.
    levels: BTreeMap<(usize, usize), Option<(TrialLevel, String)>>,
}

impl<'r> Recordings<'r> {
    /// Files next to the report at `json`.
    pub fn new(json: &'r Path) -> Self {
        Self {
            json,
            names: Names::default(),
            levels: BTreeMap::new(),
        }
    }

    /// Writes a level and a recording of each variant that a mover does not pass, and notes the names. The recording of one of
    /// our controllers holds its commands, and that of a program the states of its run.
    pub fn write(&mut self, scenes: &[Scene], movers: &mut [Examined]) -> Result<(), String> {
        for mover in movers {
            let controllers = Controller::NAMES.into_iter();
            let mut named = controllers.filter(|(name, _)| *name == mover.name);
            let controller = named.next().map(|(_, controller)| controller);
            for (at, (scene, results)) in scenes.iter().zip(&mover.examination.results).enumerate()
            {
                let mut names = Vec::new();
                for (number, result) in results.iter().enumerate() {
                    let is_wrong = matches!(result.outcome, Outcome::Partly | Outcome::Failed);
                    names.push(if is_wrong {
                        let place = (at, number);
                        self.one(scene, place, result, (&mover.name, controller))?
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
        &mut self,
        scene: &Scene,
        place: (usize, usize),
        result: &TrialResult,
        (mover, controller): (&str, Option<Controller>),
    ) -> Result<Option<String>, String> {
        let trial = &scene.trials[place.1];
        if !self.levels.contains_key(&place) {
            let level = self.level(scene, trial)?;
            self.levels.insert(place, level);
        }
        let Some(Some((level, stem))) = self.levels.get(&place) else {
            return Ok(None);
        };
        let level_name = format!("{stem}.toml");
        let recording = match (controller, &result.run) {
            (Some(controller), _) => level.record(trial, controller, &level_name),
            (None, Some(run)) => level.record_states(trial, &run.states, &level_name),
            (None, None) => None,
        };
        let Some(recording) = recording else {
            return Ok(None);
        };
        let name = self.names.free(&format!("{stem}-{mover}"));
        let name = format!("{name}.sidle");
        terminal::write(&self.json.with_file_name(&name), recording.encode())?;
        Ok(Some(name))
    }

    /// Writes the level of a trial. Returns it with the name of its file, without the extension.
    fn level(
        &mut self,
        scene: &Scene,
        trial: &Trial,
    ) -> Result<Option<(TrialLevel, String)>, String> {
        let report = self.json.file_stem().unwrap_or_default().to_string_lossy();
        let (family, name) = (scene.family.name(), scene.name);
        let stem = format!("{report}-{family}-{name}-{}", trial.variant);
        let stem = self.names.free(&stem);
        let title = format!("{family}: {name}, {}", trial.variant);
        let mesh_name = format!("{stem}.obj");
        let Some(level) = TrialLevel::of(trial, &title, scene.asks, &mesh_name) else {
            return Ok(None);
        };
        let write =
            |name: &str, bytes: &[u8]| terminal::write(&self.json.with_file_name(name), bytes);
        write(&format!("{stem}.toml"), level.text.as_bytes())?;
        if let Some(mesh) = &level.mesh {
            write(&mesh_name, mesh.as_bytes())?;
        }
        Ok(Some((level, stem)))
    }
}

/// The names of files that are taken, in small letters: many disks do not tell them from capitals.
#[derive(Debug, Default)]
struct Names(BTreeSet<String>);

impl Names {
    /// A name like `text` that no other file has, of letters, digits, points and hyphens.
    fn free(&mut self, text: &str) -> String {
        let plain = plain(text);
        let mut name = plain.clone();
        let mut number = 1;
        while !self.0.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{plain}-{number}");
        }
        name
    }
}

/// `text` in letters, digits, points and hyphens.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_punctuation_or_capitals_get_different_files() {
        let mut names = Names::default();
        let given = ["r-a_b", "r-a-b", "r-A.b", "r-a.b", "r-a-b-2", "r-é", "r-ü"];
        let free = given.map(|name| names.free(name));
        assert_eq!(
            free,
            [
                "r-a-b",
                "r-a-b-2",
                "r-A.b",
                "r-a.b-2",
                "r-a-b-2-2",
                "r-",
                "r--2"
            ]
        );
    }
}
