//! The names of keys, in the settings and on the screen.
//!
//! On Linux and on the web the system reports a letter either by the keyboard's layout or by its place on an American
//! keyboard. Where that makes a key unreachable, the player can bind another one.

use macroquad::input::KeyCode;

/// All keys that have a name.
#[rustfmt::skip]
const NAMES: &[(&str, KeyCode)] = {
    use KeyCode::*;
    &[
        ("A", A), ("B", B), ("C", C), ("D", D), ("E", E), ("F", F), ("G", G), ("H", H), ("I", I),
        ("J", J), ("K", K), ("L", L), ("M", M), ("N", N), ("O", O), ("P", P), ("Q", Q), ("R", R),
        ("S", S), ("T", T), ("U", U), ("V", V), ("W", W), ("X", X), ("Y", Y), ("Z", Z),
        ("0", Key0), ("1", Key1), ("2", Key2), ("3", Key3), ("4", Key4),
        ("5", Key5), ("6", Key6), ("7", Key7), ("8", Key8), ("9", Key9),
        ("'", Apostrophe), (",", Comma), ("-", Minus), (".", Period), ("/", Slash),
        (";", Semicolon), ("=", Equal), ("[", LeftBracket), ("\\", Backslash), ("]", RightBracket),
        ("`", GraveAccent), ("World 1", World1), ("World 2", World2),
        ("Space", Space), ("Esc", Escape), ("Enter", Enter), ("Tab", Tab), ("Backspace", Backspace),
        ("Insert", Insert), ("Delete", Delete), ("Home", Home), ("End", End),
        ("Page Up", PageUp), ("Page Down", PageDown),
        ("Left", Left), ("Right", Right), ("Up", Up), ("Down", Down),
        ("Caps Lock", CapsLock), ("Scroll Lock", ScrollLock), ("Num Lock", NumLock),
        ("Print", PrintScreen), ("Pause", Pause), ("Menu", Menu), ("Back", Back),
        ("F1", F1), ("F2", F2), ("F3", F3), ("F4", F4), ("F5", F5), ("F6", F6), ("F7", F7), ("F8", F8),
        ("F9", F9), ("F10", F10), ("F11", F11), ("F12", F12), ("F13", F13), ("F14", F14), ("F15", F15),
        ("F16", F16), ("F17", F17), ("F18", F18), ("F19", F19), ("F20", F20), ("F21", F21),
        ("F22", F22), ("F23", F23), ("F24", F24), ("F25", F25),
        ("Numpad 0", Kp0), ("Numpad 1", Kp1), ("Numpad 2", Kp2), ("Numpad 3", Kp3), ("Numpad 4", Kp4),
        ("Numpad 5", Kp5), ("Numpad 6", Kp6), ("Numpad 7", Kp7), ("Numpad 8", Kp8), ("Numpad 9", Kp9),
        ("Numpad .", KpDecimal), ("Numpad /", KpDivide), ("Numpad *", KpMultiply),
        ("Numpad -", KpSubtract), ("Numpad +", KpAdd), ("Numpad Enter", KpEnter), ("Numpad =", KpEqual),
        ("Left Shift", LeftShift), ("Right Shift", RightShift),
        ("Left Ctrl", LeftControl), ("Right Ctrl", RightControl),
        ("Left Alt", LeftAlt), ("Right Alt", RightAlt),
        ("Left Super", LeftSuper), ("Right Super", RightSuper),
    ]
};

/// The name of `key`; empty for a key that the system cannot identify.
pub fn name(key: KeyCode) -> &'static str {
    let known = NAMES.iter().find(|(_, known)| *known == key);
    known.map_or("", |(name, _)| name)
}

/// The key of this name, ignoring case.
pub fn key(name: &str) -> Option<KeyCode> {
    let known = NAMES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|(_, key)| *key)
}

/// The names of `keys`. A left and a right key of the same kind become one name without the side.
pub fn names(keys: &[KeyCode]) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for key in keys {
        let name = name(*key);
        let left = name.strip_prefix("Right ").and_then(|bare| {
            let is_left = |known: &&str| known.strip_prefix("Left ") == Some(bare);
            Some((names.iter().position(is_left)?, bare))
        });
        match left {
            Some((at, bare)) => names[at] = bare,
            None => names.push(name),
        }
    }
    names
}

/// The names of `keys` as one label, such as `C or Ctrl`.
pub fn label(keys: &[KeyCode]) -> String {
    or(&names(keys))
}

/// The names of `keys` as one label. Each is between two [`CAP`], so that it is drawn as a key cap.
pub fn caps(keys: &[KeyCode]) -> String {
    let caps = names(keys).into_iter().map(cap);
    or(&caps.collect::<Vec<_>>())
}

/// The characters around the name of a key that is drawn as a key cap. Texts of the game contain them.
pub const CAP: [char; 2] = ['\u{27E6}', '\u{27E7}'];

/// `name` as a key cap.
pub fn cap(name: &str) -> String {
    format!("{}{name}{}", CAP[0], CAP[1])
}

fn or(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.join(" or ") {
        none if none.is_empty() => "no key".to_owned(),
        some => some,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_parsed_as_its_key() {
        for (text, code) in NAMES {
            assert_eq!((name(*code), key(text)), (*text, Some(*code)));
            assert_eq!(key(&text.to_lowercase()), Some(*code));
        }
        assert_eq!((name(KeyCode::Unknown), key("")), ("", None));
        assert_eq!(key("Shift"), None, "which of the two?");
    }

    #[test]
    fn a_left_and_a_right_key_share_a_label() {
        use KeyCode::{C, LeftControl, Right, RightControl};
        assert_eq!(label(&[C, LeftControl, RightControl]), "C or Ctrl");
        assert_eq!(label(&[RightControl]), "Right Ctrl");
        assert_eq!(label(&[LeftControl, C]), "Left Ctrl or C");
        assert_eq!(label(&[Right]), "Right");
        assert_eq!(label(&[]), "no key");
    }
}
