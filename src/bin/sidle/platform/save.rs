//! Writes a level's text into its file, and never over a text that nobody has seen.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::saved::Saved;

/// Writes `text` to the side of the file at `path`, then renames it, so that whoever reads the file at
/// any time finds a whole text in it. A link stays one, and the file keeps its permissions.
///
/// # Errors
/// In words, when the file cannot be written; it is then as it was.
pub fn save(path: &Path, text: &str, expected: Option<&[u8]>) -> Result<Saved, String> {
    let failed = |error: io::Error| format!("cannot write {}: {error}", path.display());
    let now = match fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    if now.as_deref() != expected {
        return Ok(Saved::Changed(now));
    }
    // Behind a link, the file itself.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = match fs::metadata(&target) {
        Ok(about) if about.permissions().readonly() => {
            let shown = path.display();
            return Err(format!(
                "{shown} is read-only: your edits are still here, and unsaved"
            ));
        }
        about => about.map(|about| about.permissions()).ok(),
    };
    let side = beside(&target);
    let written = write(&side, text, permissions).and_then(|()| fs::rename(&side, &target));
    if let Err(error) = written {
        let _ = fs::remove_file(&side);
        return Err(failed(error));
    }
    Ok(Saved::Written)
}

/// A name in the same folder, so that renaming is one step.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn write(side: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = File::create(side)?;
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    // On the disk before it takes the old one's place.
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Folder;

    impl Folder {
        fn level(&self, text: &str) -> PathBuf {
            let path = self.0.join("level.toml");
            fs::write(&path, text).expect("a file for the test");
            path
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the folder").flatten();
            let mut names: Vec<_> = entries
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        }
    }

    #[test]
    fn what_is_as_expected_is_written_and_nothing_else_is_left() {
        let folder = Folder::new("plain");
        let path = folder.level("old");
        assert_eq!(save(&path, "new", Some(b"old")), Ok(Saved::Written));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(folder.names(), ["level.toml"]);
    }

    #[test]
    fn what_changed_meanwhile_is_not_overwritten_before_it_was_seen() {
        let folder = Folder::new("changed");
        let path = folder.level("theirs");
        let theirs = Some(b"theirs".to_vec());
        assert_eq!(
            save(&path, "mine", Some(b"old")),
            Ok(Saved::Changed(theirs.clone()))
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        // Once more, now that it was seen; and it must still be that.
        assert_eq!(save(&path, "mine", theirs.as_deref()), Ok(Saved::Written));
        fs::remove_file(&path).unwrap();
        assert_eq!(save(&path, "mine", Some(b"mine")), Ok(Saved::Changed(None)));
        assert_eq!(save(&path, "mine", None), Ok(Saved::Written));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    }

    #[test]
    fn a_file_or_a_folder_that_cannot_be_written_says_so_and_stays() {
        let folder = Folder::new("readonly");
        let path = folder.level("old");
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let message = save(&path, "new", Some(b"old")).unwrap_err();
        assert!(message.contains("is read-only"), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let nowhere = folder.0.join("no/such/level.toml");
        let message = save(&nowhere, "new", None).unwrap_err();
        assert!(message.starts_with("cannot write"), "{message}");
        assert_eq!(folder.names(), ["level.toml"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("link");
        let path = folder.level("old");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let link = folder.0.join("link.toml");
        symlink("level.toml", &link).unwrap();
        assert_eq!(save(&link, "new", Some(b"old")), Ok(Saved::Written));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
