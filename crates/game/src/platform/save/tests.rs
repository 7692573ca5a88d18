//! Tests of `save.rs`.

use super::*;
use crate::test_support::Folder;

fn level(folder: &Folder, text: &str) -> PathBuf {
    let path = folder.0.join("level.toml");
    fs::write(&path, text).expect("a file for the test");
    path
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("the folder").flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn expected_content_is_replaced_and_no_temporary_file_is_left() {
    let folder = Folder::new("plain");
    let path = level(&folder, "old");
    assert_eq!(save(&path, "new", Some(b"old")), Ok(SaveOutcome::Written));
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names(&folder), ["level.toml"]);
}

#[test]
fn changed_content_is_not_overwritten_before_it_was_seen() {
    let folder = Folder::new("changed");
    let path = level(&folder, "theirs");
    let theirs = Some(b"theirs".to_vec());
    assert_eq!(
        save(&path, "mine", Some(b"old")),
        Ok(SaveOutcome::Conflict(theirs.clone()))
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    // The player has seen it now, and it is unchanged since.
    assert_eq!(
        save(&path, "mine", theirs.as_deref()),
        Ok(SaveOutcome::Written)
    );
    fs::remove_file(&path).unwrap();
    assert_eq!(
        save(&path, "mine", Some(b"mine")),
        Ok(SaveOutcome::Conflict(None))
    );
    assert_eq!(save(&path, "mine", None), Ok(SaveOutcome::Written));
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn a_failed_save_is_reported_and_changes_nothing() {
    let folder = Folder::new("readonly");
    let path = level(&folder, "old");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let message = save(&path, "new", Some(b"old")).unwrap_err();
    assert!(message.contains("is read-only"), "{message}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    let nowhere = folder.0.join("no/such/level.toml");
    let message = save(&nowhere, "new", None).unwrap_err();
    assert!(message.starts_with("cannot write"), "{message}");
    assert_eq!(names(&folder), ["level.toml"]);
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("link");
    let path = level(&folder, "old");
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    let link = folder.0.join("link.toml");
    symlink("level.toml", &link).unwrap();
    assert_eq!(save(&link, "new", Some(b"old")), Ok(SaveOutcome::Written));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}
