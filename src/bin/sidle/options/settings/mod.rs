//! The player's settings, saved in the system's folder for such files.
//!
//! [`values`] defines and parses the settings. [`text`] changes one value in the file's text and keeps the rest, such as
//! comments and the settings of a later version.

pub mod text;
pub mod values;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use toml::de::DeTable;

use crate::platform;
use crate::platform::save_outcome::SaveOutcome;

pub use values::Values;

/// How long a change stays unsaved; seconds. Smaller: dragging a slider writes the file often; larger: a crash loses
/// more.
const SAVE_DELAY: f64 = 1.0;

/// How often to try to write a file that other windows write too.
const MAX_ATTEMPTS: u32 = 8;

/// The first line of a new file.
const HEAD: &str = "# Settings of the game. Delete this file to reset them.\n";

/// The settings and their file.
#[derive(Debug, Default)]
pub struct Settings {
    /// The current values. [`Self::save_when_due`] saves their changes.
    pub values: Values,
    /// The values in the file, as last read or written.
    saved: Values,
    /// The file; `None` if the system has no folder for settings.
    path: Option<PathBuf>,
    /// The age of the oldest unsaved change; seconds.
    unsaved_seconds: f64,
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
            values,
            path: Some(path),
            unsaved_seconds: 0.0,
        };
        (settings, warnings)
    }

    /// Changes the values for this session only: they are not saved, unless the player changes them again.
    pub fn override_for_session(&mut self, change: impl Fn(&mut Values)) {
        change(&mut self.values);
        change(&mut self.saved);
    }

    /// Saves changes that are older than [`SAVE_DELAY`]; `seconds` have passed since the last call.
    ///
    /// # Errors
    /// When the file cannot be written. The next change tries again.
    pub fn save_when_due(&mut self, seconds: f64) -> Result<(), String> {
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
        let saved = std::mem::replace(&mut self.saved, self.values.clone());
        let changes = self.values.changes_since(&saved);
        if changes.is_empty() {
            return Ok(());
        }
        let path = self.path.as_deref();
        let path = path.ok_or("this system has no folder for settings")?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let failed = |error| format!("cannot write the settings `{}`: {error}", path.display());
        platform::create_folder(folder).map_err(failed)?;
        // Another window may have changed the file meanwhile: apply the changes to its current text.
        for _ in 0..MAX_ATTEMPTS {
            let (before, _) = read(path).map_err(failed)?;
            let mut after = if before.is_empty() {
                HEAD.to_owned()
            } else {
                before.clone()
            };
            for change in &changes {
                after = text::apply(&after, change);
            }
            if DeTable::parse(&after).is_err() {
                return Err(format!(
                    "cannot change the settings `{}`: put the keys below a line `[keys]`",
                    path.display()
                ));
            }
            let expected = platform::exists_locally(path).then_some(before.as_bytes());
            if platform::save(path, &after, expected)? == SaveOutcome::Written {
                return Ok(());
            }
        }
        Err(failed(io::Error::from(ErrorKind::ResourceBusy)))
    }
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
mod tests {
    use std::fs;

    use super::*;
    use crate::test_support::Folder;

    fn file(folder: &Folder) -> PathBuf {
        folder.0.join("deep").join("settings.toml")
    }

    /// Loads the settings, without warnings.
    fn load(folder: &Folder) -> Settings {
        let (settings, warnings) = Settings::load_from(file(folder));
        assert_eq!(warnings, [""; 0]);
        settings
    }

    #[test]
    fn changes_are_saved_after_a_delay_and_loaded_again() {
        let folder = Folder::new("again");
        let mut settings = load(&folder);
        assert_eq!(settings.values, Values::default());
        settings.save_if_changed().unwrap();
        assert!(!file(&folder).exists(), "nothing was changed");
        settings.values.start_level = Some(PathBuf::from("/my \"levels\"/a\\b.toml"));
        settings.values.sensitivity = 0.25;
        settings.save_when_due(SAVE_DELAY * 0.5).unwrap();
        assert!(!file(&folder).exists(), "not yet");
        settings.save_when_due(SAVE_DELAY * 0.6).unwrap();
        assert_eq!(load(&folder).values, settings.values);
    }

    #[test]
    fn session_overrides_are_not_saved() {
        let folder = Folder::new("override");
        let mut settings = load(&folder);
        settings.override_for_session(|values| values.field_of_view_deg = 90.0);
        assert_eq!(settings.values.field_of_view_deg, 90.0);
        settings.values.invert_mouse = true;
        settings.save_if_changed().unwrap();
        let loaded = load(&folder).values;
        assert_eq!(
            (loaded.field_of_view_deg, loaded.invert_mouse),
            (60.0, true)
        );
    }

    #[test]
    fn two_windows_keep_the_changes_of_each_other() {
        let folder = Folder::new("two");
        let (mut one, mut other) = (load(&folder), load(&folder));
        one.values.sensitivity = 0.5;
        one.save_if_changed().unwrap();
        other.values.invert_mouse = true;
        other.save_if_changed().unwrap();
        let both = load(&folder).values;
        assert_eq!((both.sensitivity, both.invert_mouse), (0.5, true));
    }

    #[test]
    fn comments_and_unknown_settings_are_kept() {
        let folder = Folder::new("later");
        fs::create_dir_all(file(&folder).parent().unwrap()).unwrap();
        let written = "# mine\nlater = [1, 2]   # why\nsensitivity = 0.5\n\n[keys]\nfuture = \"Z\"\n[other]\na = 1\n";
        fs::write(file(&folder), written).unwrap();
        let mut settings = load(&folder);
        settings.values.sensitivity = 0.25;
        settings.save_if_changed().unwrap();
        let on_disk = fs::read_to_string(file(&folder)).unwrap();
        assert_eq!(on_disk, written.replace("0.5", "0.25"));
    }

    #[test]
    fn a_damaged_file_is_renamed_and_the_defaults_are_used() {
        let folder = Folder::new("damaged");
        fs::create_dir_all(file(&folder).parent().unwrap()).unwrap();
        let damages: [&[u8]; 3] = [b"sensitivity = ", b"\0", b"a = \"\xff\""];
        for (damaged, aside) in damages.into_iter().zip(["", "-2", "-3"]) {
            fs::write(file(&folder), damaged).unwrap();
            let (settings, warnings) = Settings::load_from(file(&folder));
            assert_eq!(settings.values, Values::default());
            let aside = format!("settings.damaged{aside}.toml");
            assert!(warnings[0].contains(&aside), "{warnings:?}");
            assert!(!file(&folder).exists());
            let on_disk = fs::read(file(&folder).with_file_name(aside));
            assert_eq!(on_disk.unwrap(), damaged);
        }
    }

    #[test]
    fn an_invalid_value_is_reported_with_its_line_and_keeps_its_default() {
        let folder = Folder::new("bad");
        fs::create_dir_all(file(&folder).parent().unwrap()).unwrap();
        fs::write(file(&folder), "invert_mouse = true\nsensitivity = 99\n").unwrap();
        let (settings, warnings) = Settings::load_from(file(&folder));
        assert_eq!(
            (settings.values.sensitivity, settings.values.invert_mouse),
            (0.1, true)
        );
        assert_eq!(warnings.len(), 1);
        let expected = "settings.toml:2: `sensitivity` must be a number from 0.001 to 10";
        assert!(warnings[0].contains(expected), "{warnings:?}");
    }

    #[test]
    fn a_failed_save_is_reported_once() {
        let folder = Folder::new("nowhere");
        // A file where the folder should be.
        fs::write(folder.0.join("deep"), "").unwrap();
        let mut settings = Settings {
            path: Some(file(&folder)),
            ..Settings::default()
        };
        settings.values.invert_mouse = true;
        let message = settings.save_if_changed().unwrap_err();
        assert!(
            message.starts_with("cannot write the settings"),
            "{message}"
        );
        assert_eq!(settings.save_if_changed(), Ok(()));
    }
}
