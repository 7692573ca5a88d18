//! The player's settings, saved in the system's folder for such files.
//!
//! [`values`] defines and parses the settings. [`text`] changes one value in the file's text and keeps the rest, such as
//! comments and the settings of a later version.

pub mod text;
pub mod values;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use toml::de::DeTable;

use crate::options::surface_style::SurfaceStyle;
use crate::platform;
use crate::platform::save_outcome::SaveOutcome;

use text::Change;
pub use values::Values;

/// How long a change stays unsaved; seconds. Smaller: dragging a slider writes the file often; larger: a crash loses
/// more.
const SAVE_DELAY: f64 = 1.0;

/// For how long after a save another window may not have seen it yet; seconds. Smaller: on a busy machine, the other window's
/// save takes this one's back; larger: a change that the player takes back there at once is made again.
const UNSEEN_SECONDS: f64 = 0.5;

/// How often to try to write a file that other windows also write.
const MAX_ATTEMPTS: u32 = 8;

/// The first line of a new file.
const HEAD: &str = "# Settings of the game. Delete this file to reset them.\n";

/// The settings and their file.
#[derive(Debug, Default)]
pub struct Settings {
    /// The current values. [`Self::save_when_due`] saves their changes.
    pub values: Values,
    /// The values as last saved, and those that hold for this session only.
    saved: Values,
    /// The values in the file, as last read or written.
    in_file: Values,
    /// The file; `None` if the system has no folder for settings.
    path: Option<PathBuf>,
    /// The age of the oldest unsaved change; seconds.
    unsaved_seconds: f64,
    /// The changes that would take the last save back, and its age in seconds.
    reversal: Vec<Change>,
    saved_seconds: f64,
}

impl Settings {
    /// Loads the settings. Also returns warnings about the file.
    pub fn load() -> (Self, Vec<String>) {
        match platform::settings_path() {
            Some(path) => Self::load_from(path),
            None => Default::default(),
        }
    }

    /// Loads the settings from `path`. An invalid value becomes a warning, and keeps its default.
    fn load_from(path: PathBuf) -> (Self, Vec<String>) {
        let (text, mut warnings) = match read(&path) {
            Ok((text, warning)) => (text, Vec::from_iter(warning)),
            Err(error) => (
                String::new(),
                vec![format!(
                    "cannot read the settings `{}`: {error}",
                    path.display()
                )],
            ),
        };
        let (values, problems) = Values::parse(&text);
        let place = path.display();
        warnings.extend(problems.iter().map(|problem| format!("{place}:{problem}")));
        let settings = Self {
            saved: values.clone(),
            in_file: values.clone(),
            values,
            path: Some(path),
            ..Self::default()
        };
        (settings, warnings)
    }

    /// Changes the values for this session only. They are not saved, unless the player changes them again.
    pub fn override_for_session(&mut self, change: impl Fn(&mut Values)) {
        change(&mut self.values);
        change(&mut self.saved);
    }

    /// Whether a value that keys change differs from the file, and lasts until the game ends only.
    pub fn has_session_values(&self) -> bool {
        let [now, kept] = [&self.values, &self.in_file].map(keyed);
        now != kept
    }

    /// Makes the values that would last until the game ends unsaved changes.
    pub fn keep_session_values(&mut self) {
        let kept = keyed(&self.in_file);
        (
            self.saved.sensitivity,
            self.saved.surfaces,
            self.saved.sound,
        ) = kept;
    }

    /// Saves changes that are older than [`SAVE_DELAY`]; `seconds` have passed since the last call.
    ///
    /// # Errors
    /// When the file cannot be written. The next change tries again.
    pub fn save_when_due(&mut self, seconds: f64) -> Result<(), String> {
        self.saved_seconds += seconds;
        if self.values == self.saved {
            self.unsaved_seconds = 0.0;
            return Ok(());
        }
        self.unsaved_seconds += seconds;
        if self.unsaved_seconds < SAVE_DELAY {
            return Ok(());
        }
        self.save_if_changed()
    }

    /// Saves all changes now.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_if_changed(&mut self) -> Result<(), String> {
        if self.values.changes_since(&self.saved).is_empty() {
            return Ok(());
        }
        let result = self.save();
        // A failure is reported once.
        self.saved = self.values.clone();
        result
    }

    fn save(&mut self) -> Result<(), String> {
        let path = self.path.clone();
        let path = path.ok_or("this system has no folder for settings")?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let failed = |error| format!("cannot write the settings `{}`: {error}", path.display());
        platform::create_folder(folder).map_err(failed)?;
        // Another window may have changed the file meanwhile: apply the changes to its current text.
        for _ in 0..MAX_ATTEMPTS {
            let (before, _) = read(&path).map_err(failed)?;
            self.adopt(&before);
            let mut after = if before.is_empty() {
                HEAD.to_owned()
            } else {
                before.clone()
            };
            for change in &self.values.changes_since(&self.saved) {
                after = text::apply(&after, change);
            }
            if DeTable::parse(&after).is_err() {
                return Err(format!(
                    "cannot change the settings `{}`: put the keys below a line `[keys]`",
                    path.display()
                ));
            }
            let expected = platform::exists_locally(&path).then_some(before.as_bytes());
            if platform::save(&path, &after, expected)? == SaveOutcome::Written {
                let written = Values::parse(&after).0;
                self.reversal = self.in_file.changes_since(&written);
                self.saved_seconds = 0.0;
                self.in_file = written;
                return Ok(());
            }
        }
        Err(failed(io::Error::from(ErrorKind::ResourceBusy)))
    }

    /// Takes over the values that another window has saved since this one last read or wrote the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn adopt_saved(&mut self) -> Result<(), String> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let failed = |error| format!("cannot read the settings `{}`: {error}", path.display());
        let (text, _) = read(path).map_err(failed)?;
        self.adopt(&text);
        Ok(())
    }

    /// Takes over the changes in `text`, the file's. A value that this window has changed, or that holds for this session
    /// only, stays. Without a file, all values stay.
    ///
    /// Two pages may write at the same moment, since a page has no lock on what the browser stores. A text that takes the
    /// last save back is one whose writer has not seen it: what was saved becomes an unsaved change again.
    fn adopt(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let now = Values::parse(text).0;
        let own = self.values.changes_since(&self.in_file);
        let mut changes = now.changes_since(&self.in_file);
        changes.retain(|change| !own.iter().any(|own| own.is_of(change)));
        self.saved = self.saved.with(&changes);
        if self.saved_seconds < UNSEEN_SECONDS {
            changes.retain(|change| !self.reversal.contains(change));
        }
        self.values = self.values.with(&changes);
        self.values.add_goals(&now.goals);
        self.in_file = now;
    }
}

/// The values that keys change.
fn keyed(values: &Values) -> (f64, SurfaceStyle, bool) {
    (values.sensitivity, values.surfaces, values.sound)
}

/// Reads the file; a missing one is empty. Renames a damaged file, so that nothing in it is lost, and returns a warning.
fn read(path: &Path) -> io::Result<(String, Option<String>)> {
    let bytes = match platform::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
        Err(error) => return Err(error),
    };
    let text = String::from_utf8(bytes).ok();
    if let Some(text) = text.filter(|text| DeTable::parse(text).is_ok()) {
        return Ok((text, None));
    }
    let names = (1..).map(|number| match number {
        1 => path.with_extension("damaged.toml"),
        number => path.with_extension(format!("damaged-{number}.toml")),
    });
    let aside = names
        .into_iter()
        .find(|name| !platform::exists_locally(name));
    let aside = aside.unwrap_or_else(|| path.with_extension("damaged.toml"));
    platform::rename(path, &aside)?;
    let message = format!(
        "the settings `{}` are damaged; they are now `{}`",
        path.display(),
        aside.display()
    );
    Ok((String::new(), Some(message)))
}

#[cfg(test)]
mod tests;
