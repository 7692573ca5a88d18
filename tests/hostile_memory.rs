//! No text of a mebibyte takes more than 200 MB while it is read.

use std::io;
use std::path::Path;

use sidle::level::{Budget, Files, load_level_reporting, load_script};

#[path = "../crates/tools/src/bin/fuzz/memory.rs"]
mod memory;

/// The length of the texts; bytes.
const LENGTH: usize = 1 << 20;

/// The most that a text may take; bytes.
const MAX: u64 = 200_000_000;

/// One file, by any name.
struct One(String);

impl Files for One {
    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Ok(self.0.clone().into_bytes())
    }
}

/// Parts that are repeated, each after a beginning: with an error in every byte, in every line, or in none.
const PARTS: [(&str, &str); 14] = [
    ("", "."),
    ("", ".=\n"),
    ("", "\r"),
    ("", "[\r"),
    ("", "{\r"),
    ("", "]["),
    ("", "="),
    ("", "\u{1}"),
    ("x = ", "_"),
    ("x = [", "1.2.3,"),
    ("x = \"", "\\q"),
    ("x = ", "["),
    ("", "a = 1\n"),
    ("", "[[prop]]\n"),
];

#[test]
fn no_text_of_a_mebibyte_takes_two_hundred_megabytes() {
    let head = "format = 1\nname = \"A\"\nspawn.position = [0, 1, 0]\n";
    let is_thorough = std::env::var_os("THOROUGH").is_some();
    for (number, (beginning, part)) in PARTS.into_iter().enumerate() {
        // From the first byte on, and behind a text without errors: of one length for each part, unless `THOROUGH` is set.
        let behind = [1000, 1 << 19, 725_000, 740_000];
        let behind = behind.into_iter().enumerate();
        let behind = behind.filter(|(turn, _)| is_thorough || number % 4 == *turn);
        for valid in behind.map(|(_, valid)| valid).chain([0]) {
            let comment = "#".repeat(valid);
            let mut text = format!("{head}{comment}\n{beginning}");
            while text.len() + part.len() <= LENGTH {
                text += part;
            }
            let files = One(text);
            let case = format!("{:?} behind {valid} bytes", (beginning, part));
            let of_level = memory::most_held(|| {
                let path = "levels/a.toml".as_ref();
                let loaded = load_level_reporting(path, &files, &Budget::LINK, &mut |_| ());
                assert!(!loaded.diagnostics.is_empty() || loaded.level.is_some());
            });
            assert!(of_level < MAX, "{case}: {of_level} bytes for a level");
            let of_script = memory::most_held(|| {
                let _ = load_script("a.toml".as_ref(), &files);
            });
            assert!(of_script < MAX, "{case}: {of_script} bytes for a script");
        }
    }
}
