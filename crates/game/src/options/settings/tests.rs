//! Tests of `mod.rs`.

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
fn what_keys_change_is_saved_when_the_player_keeps_it() {
    let folder = Folder::new("keep");
    let mut settings = load(&folder);
    assert!(!settings.has_session_values());
    settings.override_for_session(|values| {
        (values.sensitivity, values.sound) = (0.25, false);
        values.field_of_view_deg = 90.0;
    });
    settings.save_if_changed().unwrap();
    assert!(settings.has_session_values() && !file(&folder).exists());
    settings.keep_session_values();
    settings.save_if_changed().unwrap();
    assert!(!settings.has_session_values());
    let loaded = load(&folder).values;
    assert_eq!((loaded.sensitivity, loaded.sound), (0.25, false));
    // The field of view is one of the command line.
    assert_eq!(loaded.field_of_view_deg, 60.0);
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
fn a_window_takes_over_what_another_one_saves() {
    let folder = Folder::new("adopt");
    let (mut one, mut other) = (load(&folder), load(&folder));
    other.override_for_session(|values| values.field_of_view_deg = 90.0);
    one.values.sensitivity = 0.5;
    one.values.volume = 0.25;
    one.values.field_of_view_deg = 70.0;
    one.values.goals = vec!["speed".into()];
    one.save_if_changed().unwrap();
    other.values.volume = 0.75;
    other.values.goals = vec!["corners".into()];
    other.adopt_saved().unwrap();
    let Values {
        sensitivity,
        volume,
        field_of_view_deg,
        ..
    } = other.values;
    // Its unsaved change, and the one for this session, stay.
    assert_eq!((sensitivity, volume, field_of_view_deg), (0.5, 0.75, 90.0));
    other.save_if_changed().unwrap();
    one.adopt_saved().unwrap();
    assert_eq!(one.values, load(&folder).values);
    assert_eq!((one.values.sensitivity, one.values.volume), (0.5, 0.75));
    assert_eq!(one.values.field_of_view_deg, 70.0);
    assert_eq!(one.values.goals, ["corners", "speed"]);
}

#[test]
fn two_windows_that_save_at_the_same_moment_lose_nothing() {
    let folder = Folder::new("moment");
    let mut one = load(&folder);
    one.values.volume = 0.75;
    one.save_if_changed().unwrap();
    one.values.sensitivity = 0.5;
    one.save_if_changed().unwrap();
    // The other window has not seen the second save.
    fs::write(file(&folder), "volume = 0.75\ninvert_mouse = true\n").unwrap();
    one.adopt_saved().unwrap();
    assert_eq!(
        (one.values.sensitivity, one.values.invert_mouse),
        (0.5, true)
    );
    one.save_when_due(SAVE_DELAY * 1.1).unwrap();
    let both = load(&folder).values;
    assert_eq!(
        (both.sensitivity, both.volume, both.invert_mouse),
        (0.5, 0.75, true)
    );
    // Later, the other window takes the change back on purpose.
    fs::write(file(&folder), "volume = 0.75\ninvert_mouse = true\n").unwrap();
    one.save_when_due(UNSEEN_SECONDS * 1.1).unwrap();
    one.adopt_saved().unwrap();
    one.save_when_due(SAVE_DELAY * 1.1).unwrap();
    assert_eq!(load(&folder).values.sensitivity, 0.1);
}

#[test]
fn a_window_keeps_its_values_if_the_file_is_removed() {
    let folder = Folder::new("removed");
    let mut settings = load(&folder);
    settings.values.sensitivity = 0.5;
    settings.save_if_changed().unwrap();
    fs::remove_file(file(&folder)).unwrap();
    settings.adopt_saved().unwrap();
    assert_eq!(settings.values.sensitivity, 0.5);
    settings.values.invert_mouse = true;
    settings.save_if_changed().unwrap();
    let values = load(&folder).values;
    assert_eq!((values.sensitivity, values.invert_mouse), (0.1, true));
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
