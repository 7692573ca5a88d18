//! What the player has set, kept from one start of the game to the next in the system's own place.
//!
//! [`values`] says what there is, and reads it; [`text`] changes a value in the file's text and leaves
//! all else in it as it is, also what a later version has put there.

pub mod text;
pub mod values;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use toml::de::DeTable;

use crate::platform;
use crate::platform::saved::Saved;

pub use values::Values;

/// What changes is kept when it has not been kept for so long, and at the end; seconds. Smaller: a
/// slider that is dragged writes the file often; larger: more is lost in a crash.
const PATIENCE: f64 = 1.0;

/// How often one tries to write a file that others write at the same time.
const TRIES: u32 = 8;

/// The first line of a new file.
const HEAD: &str = "# What the game remembers. Delete this file to begin anew.\n";

/// The settings, and where they are kept.
#[derive(Debug, Default)]
pub struct Settings {
    /// As they are now. Whoever changes them needs to do nothing more.
    pub values: Values,
    /// As the file has them, as far as is known.
    kept: Values,
    /// `None` where the system has no place for such things.
    path: Option<PathBuf>,
    /// For so long there is something to keep; seconds.
    waiting: f64,
}

impl Settings {
    /// What is remembered, and what is to be told of it.
    pub fn load() -> (Self, Vec<String>) {
        match platform::settings_path() {
            Some(path) => Self::load_from(path),
            None => Default::default(),
        }
    }

    /// A bad value is told, and passed over.
    fn load_from(path: PathBuf) -> (Self, Vec<String>) {
        let (text, mut complaints) = match read(&path) {
            Ok((text, complaint)) => (text, Vec::from_iter(complaint)),
            Err(error) => (
                String::new(),
                vec![format!(
                    "cannot read the settings `{}`: {error}",
                    path.display()
                )],
            ),
        };
        let (values, problems) = Values::read(&text);
        let place = path.display();
        complaints.extend(problems.iter().map(|problem| format!("{place}:{problem}")));
        let settings = Self {
            kept: values.clone(),
            values,
            path: Some(path),
            waiting: 0.0,
        };
        (settings, complaints)
    }

    /// Changes them for this once: it is not kept, unless the player changes the same again.
    pub fn override_with(&mut self, change: impl Fn(&mut Values)) {
        change(&mut self.values);
        change(&mut self.kept);
    }

    /// Keeps what was changed a while ago.
    ///
    /// # Errors
    /// When it cannot be written; it is not tried again before the next change.
    pub fn update(&mut self, seconds: f64) -> Result<(), String> {
        if self.values == self.kept {
            self.waiting = 0.0;
            return Ok(());
        }
        self.waiting += seconds;
        if self.waiting < PATIENCE {
            return Ok(());
        }
        self.save_if_changed()
    }

    /// Keeps what was changed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_if_changed(&mut self) -> Result<(), String> {
        let kept = std::mem::replace(&mut self.kept, self.values.clone());
        let changes = self.values.changes_since(&kept);
        if changes.is_empty() {
            return Ok(());
        }
        let path = self.path.as_deref();
        let path = path.ok_or("this system has no place for settings")?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let failed = |error| format!("cannot write the settings `{}`: {error}", path.display());
        platform::create_folder(folder).map_err(failed)?;
        // Another window may have changed something else meanwhile.
        for _ in 0..TRIES {
            let (before, _) = read(path).map_err(failed)?;
            let mut after = if before.is_empty() {
                HEAD.to_owned()
            } else {
                before.clone()
            };
            for change in &changes {
                after = text::with(&after, change);
            }
            if DeTable::parse(&after).is_err() {
                return Err(format!(
                    "cannot change the settings `{}`: keys belong below a line `[keys]` of its own",
                    path.display()
                ));
            }
            let expected = platform::is_local(path).then_some(before.as_bytes());
            if platform::save(path, &after, expected)? == Saved::Written {
                return Ok(());
            }
        }
        Err(failed(io::Error::from(ErrorKind::ResourceBusy)))
    }
}

/// The text of the file, if there is one. A damaged one is set aside, so that nothing in it is lost;
/// that is to be told.
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
    let aside = names.into_iter().find(|name| !platform::is_local(name));
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

    impl Folder {
        fn file(&self) -> PathBuf {
            self.0.join("deep").join("settings.toml")
        }

        /// The settings in it, which there is nothing to tell of.
        fn load(&self) -> Settings {
            let (settings, complaints) = Settings::load_from(self.file());
            assert_eq!(complaints, [""; 0]);
            settings
        }
    }

    #[test]
    fn what_is_changed_is_loaded_again_and_nothing_is_written_before() {
        let folder = Folder::new("again");
        let mut settings = folder.load();
        assert_eq!(settings.values, Values::default());
        settings.save_if_changed().unwrap();
        assert!(!folder.file().exists(), "nothing was changed");
        settings.values.start_level = Some(PathBuf::from("/my \"levels\"/a\\b.toml"));
        settings.values.sensitivity = 0.25;
        settings.update(PATIENCE * 0.5).unwrap();
        assert!(!folder.file().exists(), "not yet");
        settings.update(PATIENCE * 0.6).unwrap();
        assert_eq!(folder.load().values, settings.values);
    }

    #[test]
    fn who_is_overridden_for_once_is_not_kept() {
        let folder = Folder::new("override");
        let mut settings = folder.load();
        settings.override_with(|values| values.field_of_view_deg = 90.0);
        assert_eq!(settings.values.field_of_view_deg, 90.0);
        settings.values.invert_mouse = true;
        settings.save_if_changed().unwrap();
        let loaded = folder.load().values;
        assert_eq!(
            (loaded.field_of_view_deg, loaded.invert_mouse),
            (60.0, true)
        );
    }

    #[test]
    fn two_windows_keep_what_the_other_one_has_changed() {
        let folder = Folder::new("two");
        let (mut one, mut other) = (folder.load(), folder.load());
        one.values.sensitivity = 0.5;
        one.save_if_changed().unwrap();
        other.values.invert_mouse = true;
        other.save_if_changed().unwrap();
        let both = folder.load().values;
        assert_eq!((both.sensitivity, both.invert_mouse), (0.5, true));
    }

    #[test]
    fn what_a_later_version_and_a_person_have_written_stays() {
        let folder = Folder::new("later");
        fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
        let written = "# mine\nlater = [1, 2]   # why\nsensitivity = 0.5\n\n[keys]\nfuture = \"Z\"\n[other]\na = 1\n";
        fs::write(folder.file(), written).unwrap();
        let mut settings = folder.load();
        settings.values.sensitivity = 0.25;
        settings.save_if_changed().unwrap();
        let kept = fs::read_to_string(folder.file()).unwrap();
        assert_eq!(kept, written.replace("0.5", "0.25"));
    }

    #[test]
    fn a_damaged_file_is_set_aside_each_time_and_the_game_goes_on() {
        let folder = Folder::new("damaged");
        fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
        let damages: [&[u8]; 3] = [b"sensitivity = ", b"\0", b"a = \"\xff\""];
        for (damaged, aside) in damages.into_iter().zip(["", "-2", "-3"]) {
            fs::write(folder.file(), damaged).unwrap();
            let (settings, complaints) = Settings::load_from(folder.file());
            assert_eq!(settings.values, Values::default());
            let aside = format!("settings.damaged{aside}.toml");
            assert!(complaints[0].contains(&aside), "{complaints:?}");
            assert!(!folder.file().exists());
            let kept = fs::read(folder.file().with_file_name(aside));
            assert_eq!(kept.unwrap(), damaged);
        }
    }

    #[test]
    fn a_bad_value_is_told_with_its_line_and_the_others_count() {
        let folder = Folder::new("bad");
        fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
        fs::write(folder.file(), "invert_mouse = true\nsensitivity = 99\n").unwrap();
        let (settings, complaints) = Settings::load_from(folder.file());
        assert_eq!(
            (settings.values.sensitivity, settings.values.invert_mouse),
            (0.1, true)
        );
        assert_eq!(complaints.len(), 1);
        let told = "settings.toml:2: `sensitivity` must be a number from 0.001 to 10";
        assert!(complaints[0].contains(told), "{complaints:?}");
    }

    #[test]
    fn what_cannot_be_written_is_told_once() {
        let folder = Folder::new("nowhere");
        // A file where the folder should be.
        fs::write(folder.0.join("deep"), "").unwrap();
        let mut settings = Settings {
            path: Some(folder.file()),
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
