//! Paths that somebody else has written: in a link, in a recording, or in the parameters of the page.
//!
//! They are checked as texts, with the same result on every system and in the page.

use std::path::Path;

/// The folder of the page in which the browser stores the settings.
pub const STORED: &str = "kept";

/// The folder of the page that holds the levels of links.
pub const LINKED: &str = "linked";

/// The page's folders for the player's files: settings, dropped files, and levels of links. No file of a server or of a
/// link is there.
const LOCAL: [&str; 3] = [STORED, "dropped", LINKED];

/// Characters with another meaning in web addresses, or on some systems.
const SPECIAL: &str = ":\\%?#";

/// Names that are devices on Windows, with any extension. The last two are followed by a digit.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Checks that a link or a recording may name `path`, which means that it stays inside the current folder, is not
/// hidden there, and is not in a folder of the player.
///
/// # Errors
/// The reason for which the path is refused.
pub fn check_foreign(path: &Path) -> Result<(), String> {
    let names = names_inside(path)?;
    if let Some(name) = names.iter().find(|name| name.starts_with('.')) {
        return Err(format!("`{name}` is hidden"));
    }
    let folder = names.first().filter(|_| names.len() > 1);
    match folder.filter(|name| is_local(name)) {
        Some(folder) => Err(format!("the folder `{folder}` belongs to the player")),
        None => Ok(()),
    }
}

/// Checks that `path` stays inside the current folder.
///
/// # Errors
/// The reason for which the path is refused.
#[cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only a page has no other folders")
)]
pub fn check_inside(path: &Path) -> Result<(), String> {
    names_inside(path).map(|_| ())
}

/// Whether `path` lies in the folder `folder` of the page.
pub fn is_in(folder: &str, path: &Path) -> bool {
    names_inside(path).is_ok_and(|names| names.len() > 1 && names[0] == folder)
}

fn is_local(folder: &str) -> bool {
    LOCAL.iter().any(|local| local.eq_ignore_ascii_case(folder))
}

/// The names on the way to `path`, without `.` and `..`.
///
/// # Errors
/// The reason, when the path leaves the current folder or a name is not the same on every system.
fn names_inside(path: &Path) -> Result<Vec<String>, String> {
    let text = path.to_string_lossy();
    if let Some(special) = text.chars().find(|&letter| is_special(letter)) {
        let shown = special.escape_debug();
        return Err(format!("`{shown}` is not allowed in its path"));
    }
    let outside = || "it lies outside of the current folder".to_owned();
    if text.starts_with('/') {
        return Err(outside());
    }
    let mut names: Vec<String> = Vec::new();
    for name in text.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop().ok_or_else(outside)?;
            }
            name if is_portable(name) => names.push(name.to_owned()),
            name => return Err(format!("`{name}` is not a file's name on every system")),
        }
    }
    if names.is_empty() {
        return Err("it names no file".to_owned());
    }
    Ok(names)
}

fn is_special(letter: char) -> bool {
    // Characters that reverse or hide others.
    let unseen = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    letter.is_control() || unseen || SPECIAL.contains(letter)
}

/// Whether every system keeps `name` as it is, and takes it for a file.
fn is_portable(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim();
    let stem = stem.to_ascii_lowercase();
    let numbered = |device: &str| {
        let number = stem.strip_prefix(device);
        number.is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
    };
    let device =
        DEVICES.contains(&&*stem) || NUMBERED_DEVICES.iter().any(|device| numbered(device));
    !device && name.trim() == name && !name.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_below_the_current_folder_are_accepted() {
        for path in [
            "a.toml",
            "levels/courtyard.toml",
            "levels/../assets/crate.obj",
            "./levels//speed.toml",
            "höhle/größe 2.obj",
            "a..b/c...d.toml",
            "kept",
            "keptish/a.toml",
            "levels/kept/a.toml",
            "console/compost.obj",
        ] {
            assert_eq!(check_foreign(path.as_ref()), Ok(()), "{path}");
        }
    }

    #[test]
    fn every_way_out_of_the_current_folder_is_refused() {
        for path in [
            "",
            ".",
            "..",
            "levels/..",
            "/",
            "/etc/passwd",
            "//host/a.toml",
            "\\\\host\\a.toml",
            "C:\\a.toml",
            "c:/a.toml",
            "c:a.toml",
            "../a.toml",
            "levels/../../a.toml",
            "levels/..\\..\\a.toml",
            "http://example.org/a.toml",
            "https:example.org",
            "data:text/plain,format",
            "blob:null/1",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "%2e%2e/a.toml",
            "levels%2f..%2f..%2fa.toml",
            "%252e%252e/a.toml",
            "a.toml?b",
            "a.toml#b",
            " /a.toml",
            ".. /a.toml",
            "a.toml.",
            "a\0.toml",
            "a\n.toml",
            "a\u{202e}lmot.toml",
            "levels/con.obj",
            "NUL",
            "com1.toml",
        ] {
            assert!(check_foreign(path.as_ref()).is_err(), "{path:?}");
            assert!(check_inside(path.as_ref()).is_err(), "{path:?}");
        }
    }

    #[test]
    fn hidden_files_and_the_folders_of_the_player_are_refused_to_others_only() {
        for path in [
            "kept/settings.toml",
            "./kept/settings.toml",
            "levels/../kept/settings.toml",
            "Kept//settings.toml",
            "dropped/a.toml",
            "linked/levels/a.toml",
            ".cargo/config.toml",
            "levels/.hidden.toml",
        ] {
            assert!(check_foreign(path.as_ref()).is_err(), "{path}");
            assert_eq!(check_inside(path.as_ref()), Ok(()), "{path}");
        }
        assert!(is_in(STORED, "levels/../kept/settings.toml".as_ref()));
        assert!(!is_in(STORED, "kept".as_ref()) && !is_in(STORED, "levels/kept/a".as_ref()));
    }
}
