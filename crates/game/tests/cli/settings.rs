//! The settings file, as far as it can be tested without a window.

use std::fs;

use super::run::{Folder, sidle_in};

/// Starts the game, which exits for lack of a display; returns its messages.
fn messages(folder: &Folder) -> String {
    let messages = sidle_in(&folder.0, &[]).failed(1);
    assert!(messages.contains("there is no display"), "{messages}");
    messages
}

#[test]
fn a_damaged_settings_file_is_set_aside_and_bad_values_are_reported_by_line() {
    let folder = Folder::new();
    fs::create_dir(folder.0.join("sidle")).unwrap();
    let plain = messages(&folder);
    assert!(!plain.contains("settings"), "{plain}");

    let damaged = "[keys\nwalk_forward = ";
    let path = folder.file("sidle/settings.toml", damaged);
    let told = messages(&folder);
    assert!(told.contains("settings.damaged.toml"), "{told}");
    assert!(!fs::exists(&path).unwrap());
    let aside = fs::read_to_string(folder.path("sidle/settings.damaged.toml"));
    assert_eq!(aside.unwrap(), damaged);

    let text = "invert_mouse = true\nsensitivity = 99\n[keys]\npause = \"W\"\nfly = \"Wow\"\n";
    folder.file("sidle/settings.toml", text);
    let told = messages(&folder);
    for words in [
        "settings.toml:2: `sensitivity` must be a number from 0.001 to 10",
        "settings.toml:5: `fly` cannot be bound: there is no key `Wow`",
    ] {
        assert!(told.contains(words), "{told}");
    }
    assert_eq!(told.matches("settings.toml").count(), 2, "{told}");
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        text,
        "the file is unchanged"
    );
}
