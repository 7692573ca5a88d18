//! No command prints a character that controls the terminal, whatever a file holds.

use super::run::{Folder, json, sidle};

/// Names with control characters, some of which change the direction of text or begin a line.
const NAMES: [&str; 6] = [
    "a\u{1b}[2Jb",
    "a\u{9b}2Jb",
    "a\u{202e}b",
    "a\u{2066}\u{200f}\u{200e}b",
    "a\u{2028}\u{2029}b",
    "a\u{7}\u{7f}b",
];

/// What TOML writes for a text.
fn quoted(text: &str) -> String {
    text.chars()
        .map(|c| format!("\\U{:08x}", u32::from(c)))
        .collect()
}

#[track_caller]
fn assert_plain(printed: &str, what: &str) {
    let controls = |c: &char| {
        *c != '\n' && (c.is_control() || "\u{200e}\u{200f}".contains(*c))
            || ('\u{2028}'..='\u{202e}').contains(c)
            || ('\u{2066}'..='\u{2069}').contains(c)
    };
    assert_eq!(printed.chars().find(controls), None, "{what}: {printed:?}");
}

#[test]
fn no_command_prints_a_character_that_controls_the_terminal() {
    for name in NAMES {
        let folder = Folder::new();
        let good = format!(
            "format = 1\nname = \"{0}\"\nspawn.position = [0, 1, 0]\n[kinds.\"{0}\"]\nmesh = \"box.obj\"\n\
             [[prop]]\nkind = \"{0}\"\nposition = [0, 0, 0]\n",
            quoted(name)
        );
        folder.file(
            "box.obj",
            &format!("o {name}\nusemtl {name}\nv 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n{name} 1\n"),
        );
        // The file's own name has such characters, too, where the system allows them.
        let file = if cfg!(unix) {
            format!("{name}.toml")
        } else {
            "good.toml".to_owned()
        };
        let level = folder.file(&file, &good);
        let bad = folder.file(
            "bad.toml",
            &format!("{good}\"{}\" = 1\nx = {name}\n", quoted(name)),
        );
        let record = folder.path("run.sidle");
        for arguments in [
            &["check", &level][..],
            &["check", &bad],
            &["check", &level, "--json"],
            &["check", &bad, "--json"],
            &["simulate", &level, "--record", &record],
            &["simulate", &level, "--json"],
            &["simulate", &bad],
            &["compare", &level],
            &["compare", &level, "--json"],
            &["replay", "--verify", &record, "--level", &level],
            &["link", &record, "--level", &level],
            &["simulate", &level, "--replay", &bad],
        ] {
            let run = sidle(arguments);
            let what = format!("{arguments:?}");
            assert_plain(&run.stdout, &what);
            assert_plain(&run.stderr, &what);
            if arguments.contains(&"--json") && run.code == 0 {
                json(&run.stdout);
            }
        }
        // JSON keeps the meaning of a name.
        let printed = json(&sidle(&["simulate", &level, "--json"]).stdout);
        assert_eq!(printed["level"], name);
    }
}
