//! What the player has set, kept from one start of the game to the next in the system's own place.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use toml::de::{DeTable, DeValue};

/// What is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The level to begin with when none is asked for.
    pub start_level: Option<PathBuf>,
}

/// Where they are kept; `None` where the system has no place for such things.
fn path() -> Option<PathBuf> {
    Some(
        ProjectDirs::from("", "", "sidle")?
            .config_dir()
            .join("settings.toml"),
    )
}

impl Settings {
    /// What is remembered, and a word about a file that could not be read.
    pub fn load() -> (Self, Option<String>) {
        path().map_or_else(Default::default, |path| Self::load_from(&path))
    }

    /// A damaged file is set aside, so that nothing in it is lost.
    fn load_from(path: &Path) -> (Self, Option<String>) {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Default::default(),
            Err(error) => {
                let message = format!("cannot read the settings `{}`: {error}", path.display());
                return (Self::default(), Some(message));
            }
        };
        if let Some(settings) = Self::parse(&text) {
            return (settings, None);
        }
        let aside = path.with_extension("damaged.toml");
        let moved = fs::rename(path, &aside);
        let where_to = match moved {
            Ok(()) => format!("it is now `{}`", aside.display()),
            Err(error) => format!("and it cannot be set aside: {error}"),
        };
        let message = format!("the settings `{}` are damaged; {where_to}", path.display());
        (Self::default(), Some(message))
    }

    /// Keys of later versions are passed over.
    fn parse(text: &str) -> Option<Self> {
        let table = DeTable::parse(text).ok()?;
        let start_level = match table.get_ref().get("start_level") {
            Some(value) => match value.get_ref() {
                DeValue::String(path) => Some(PathBuf::from(path.as_ref())),
                _ => return None,
            },
            None => None,
        };
        Some(Self { start_level })
    }

    /// Keeps them.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn save(&self) -> Result<(), String> {
        let path = path().ok_or("this system has no place for settings")?;
        self.save_to(&path)
            .map_err(|error| format!("cannot write the settings `{}`: {error}", path.display()))
    }

    fn save_to(&self, path: &Path) -> std::io::Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        let mut text = String::from("# What the game remembers. Delete this file to begin anew.\n");
        if let Some(level) = &self.start_level {
            // A text in JSON is one in TOML.
            let quoted = serde_json::to_string(&level.to_string_lossy())?;
            text += &format!("start_level = {quoted}\n");
        }
        // Whole or not at all.
        let side = path.with_extension("tmp");
        fs::File::create(&side)?.write_all(text.as_bytes())?;
        fs::rename(&side, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded_again_and_a_damaged_file_is_set_aside() {
        let folder = std::env::temp_dir().join(format!("sidle-settings-{}", std::process::id()));
        let path = folder.join("deep").join("settings.toml");
        assert_eq!(Settings::load_from(&path), (Settings::default(), None));
        let settings = Settings {
            start_level: Some(PathBuf::from("/my \"levels\"/a\\b.toml")),
        };
        settings.save_to(&path).unwrap();
        assert_eq!(Settings::load_from(&path), (settings, None));

        for damaged in ["start_level = ", "start_level = 3", "\u{0}"] {
            fs::write(&path, damaged).unwrap();
            let (settings, message) = Settings::load_from(&path);
            assert_eq!(settings, Settings::default());
            assert!(
                message.unwrap().contains("settings.damaged.toml"),
                "{damaged}"
            );
            assert!(!path.exists());
            let aside = fs::read_to_string(path.with_extension("damaged.toml"));
            assert_eq!(aside.unwrap(), damaged);
        }
        fs::write(&path, "later = true\n").unwrap();
        assert_eq!(Settings::load_from(&path), (Settings::default(), None));
        fs::remove_dir_all(folder).unwrap();
    }
}
