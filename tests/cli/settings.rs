//! What the game remembers, as far as that can be seen without a window.

use std::fs;

use super::run::{Folder, sidle_in};

/// Starts the game, which gets no farther than to say that there is no display; its messages.
fn messages(folder: &Folder) -> String {
    let messages = sidle_in(&folder.0, &[]).failed(1);
    assert!(messages.contains("there is no display"), "{messages}");
    messages
}

#[test]
fn damaged_settings_are_set_aside_and_bad_ones_are_told_with_their_line() {
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
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "it is as it was");
}
