//! The rules of the house that a machine can see.

use std::fs;
use std::path::{Path, PathBuf};

/// The library's parts, lowest first: each may use only those before it.
const LAYERS: [&str; 11] = [
    "tolerance",
    "geometry",
    "query",
    "contact",
    "world",
    "player",
    "level",
    "sim",
    "replay",
    "classics",
    "determinism",
];

/// All Rust files below `folder`, relative to the repository.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no Rust file below {folder}");
    found
}

fn library_files() -> Vec<PathBuf> {
    let binary = Path::new("src/bin");
    rust_files("src")
        .into_iter()
        .filter(|path| !path.starts_with(binary))
        .collect()
}

/// The text of a file without its tests, numbered by line from 1.
fn code_lines(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a text file");
    let lines = text
        .lines()
        .map(str::to_owned)
        .enumerate()
        .map(|(at, line)| (at + 1, line));
    lines
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]") || path.ends_with("lib.rs"))
        .collect()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

#[test]
fn every_file_begins_with_what_it_is() {
    for folder in ["src", "tests", "examples"] {
        for path in rust_files(folder) {
            let text = fs::read_to_string(&path).expect("a text file");
            assert!(
                text.starts_with("//! "),
                "{} has no `//!` head",
                path.display()
            );
        }
    }
}

#[test]
fn dependencies_point_one_way() {
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let mut wrong = Vec::new();
    for path in library_files() {
        let below_src = path.strip_prefix("src").expect("a library file");
        let first = below_src.iter().next().expect("a name").to_string_lossy();
        let Some(own) = layer(first.trim_end_matches(".rs")) else {
            assert!(
                matches!(&*first, "lib.rs" | "test_support.rs" | "test_support"),
                "{first} has no layer"
            );
            continue;
        };
        for (number, line) in code_lines(&path) {
            let parts = line.split("crate::").skip(1);
            for part in parts.filter(|_| !is_comment(&line)) {
                let name: String = part
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let used = layer(&name);
                if used.is_none_or(|used| used > own) {
                    wrong.push(format!(
                        "{}:{number}: {} uses {name}",
                        path.display(),
                        LAYERS[own]
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every place of the library, outside of its tests and comments, that holds one of `words`.
fn places_of(words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for path in library_files() {
        for (number, line) in code_lines(&path) {
            for word in words {
                if !is_comment(&line) && line.contains(word) {
                    found.push(format!("{}:{number}: {word}", path.display()));
                }
            }
        }
    }
    found
}

#[test]
fn the_library_knows_no_window_clock_environment_or_terminal() {
    let wrong = places_of(&[
        "macroquad",
        "miniquad",
        "std::time",
        "std::env",
        "std::thread",
        "println!",
        "print!(",
        "eprint",
        "dbg!(",
        "HashMap",
        "HashSet",
        "rand::",
    ]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_library_has_an_answer_to_everything_and_never_panics_on_purpose() {
    let wrong = places_of(&[
        ".unwrap()",
        ".expect(",
        ".unwrap_err()",
        ".expect_err(",
        "panic!(",
        "unreachable!(",
        "unimplemented!(",
        "todo!(",
    ]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_one_file_of_the_library_opens_files() {
    for path in library_files() {
        let opens = code_lines(&path)
            .iter()
            .any(|(_, line)| line.contains("std::fs"));
        assert!(
            !opens || path.ends_with("level/files.rs"),
            "{} opens files",
            path.display()
        );
    }
}

#[test]
fn no_line_ends_in_a_space() {
    let mut texts = rust_files("src");
    texts.extend(rust_files("tests"));
    texts.extend(
        [
            "README.md",
            "CHANGELOG.md",
            "Cargo.toml",
            "levels/README.md",
            "assets/README.md",
        ]
        .map(PathBuf::from),
    );
    for path in texts {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        for (number, line) in text.lines().enumerate() {
            assert!(
                !line.ends_with([' ', '\t']),
                "{}:{}",
                path.display(),
                number + 1
            );
        }
        assert!(
            text.ends_with('\n'),
            "{} does not end in a line",
            path.display()
        );
    }
}

/// The cells of the rows of every table in a module's `//!` text, without the heads of the tables.
fn table_rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//! | "));
    lines
        .filter(|line| !line.starts_with("what |"))
        .map(|line| line.trim_end_matches(" |").split(" | ").collect())
        .collect()
}

#[test]
fn every_item_of_the_founding_texts_has_a_function_a_test_that_exists_and_a_place() {
    let text = fs::read_to_string("src/classics.rs").expect("the table");
    let rows = table_rows(&text);
    assert!(rows.len() >= 35, "{}", rows.len());
    let code: String = ["src", "tests"]
        .into_iter()
        .flat_map(rust_files)
        .map(|path| fs::read_to_string(path).expect("a text file"))
        .collect();
    let exhibits: Vec<_> = code
        .split("(\"")
        .filter_map(|rest| rest.split('"').next())
        .collect();
    for row in rows {
        let [what, function, test, seen] = row[..] else {
            panic!("not four cells: {row:?}");
        };
        assert!(!function.is_empty() && !seen.is_empty(), "{what}");
        let test = test.trim_matches('`');
        assert!(
            code.contains(&format!("fn {test}()")),
            "{what}: no test {test}"
        );
        if let Some((_, names)) = seen.split_once("contact lab, `") {
            for name in names.split("; ").next().unwrap_or_default().split("`, `") {
                let name = name.split('`').next().unwrap_or_default();
                assert!(exhibits.contains(&name), "{what}: no exhibit {name}");
            }
        }
    }
}
