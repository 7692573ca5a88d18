//! The rules of the code base that a test can check.

mod architecture;
mod imports;
mod pages;
mod root;
mod shell;
mod words;

use std::path::{Path, PathBuf};

use imports::{Imports, Module};

use crate::support::fs;

/// The library's parts, lowest first. Each part may use only those before it.
const LAYERS: [&str; 15] = [
    "order",
    "parallel",
    "tolerance",
    "geometry",
    "query",
    "contact",
    "world",
    "player",
    "level",
    "sim",
    "replay",
    "architecture",
    "book",
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
            if fs::is_dir(&path) {
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

/// The files of the library, the auditor and the conformance, without those that hold only unit tests.
fn library_files() -> Vec<PathBuf> {
    let folders = ["src", "crates/audit/src", "crates/conformance/src"];
    let files = folders.into_iter().flat_map(rust_files);
    files
        .filter(|path| {
            let tests = ["tests.rs", "test_support.rs", "tests"];
            !path
                .iter()
                .any(|part| tests.iter().any(|name| part == *name))
        })
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
fn every_file_begins_with_a_description() {
    for folder in ["src", "tests", "examples", "crates"] {
        for path in rust_files(folder) {
            let text = fs::read_to_string(&path).expect("a text file");
            assert!(
                text.starts_with("//! "),
                "{} does not begin with `//!`",
                path.display()
            );
        }
    }
}

/// The shell's layers, lowest first. Each layer may use only those before it. `main` and `cli` are above all layers.
const SHELL_LAYERS: [&str; 9] = [
    "exit", "platform", "options", "session", "draw", "view", "ui", "app", "commands",
];

/// The groups of the shell's `session`, lowest first. Each may use only those before it.
const SESSION_GROUPS: [&str; 12] = [
    "words",
    "movers",
    "load",
    "recordings",
    "eye",
    "lab",
    "editor",
    "audit",
    "history",
    "observe",
    "play",
    "guide",
];

/// The groups of `src/level`, lowest first. Each group may use only those before it, so there is no circle of groups.
const LEVEL_GROUPS: [&str; 19] = [
    "text",
    "budget",
    "files",
    "choices",
    "toml",
    "edit",
    "meshes",
    "document",
    "authored",
    "obj",
    "terrain",
    "gltf",
    "map",
    "mend",
    "loaded",
    "checks",
    "load",
    "bare_mesh",
    "packing",
];

/// The groups of the auditor, lowest first. Each group may use only those before it.
const AUDIT_GROUPS: [&str; 12] = [
    "parallel",
    "random",
    "floor",
    "navmesh",
    "leak",
    "walk",
    "places",
    "report",
    "find",
    "audit",
    "packing",
    "background",
];

/// The largest number of files that may import one another in a circle.
const MAX_CIRCLE: usize = 3;

fn library_imports() -> Imports {
    Imports::read(Path::new("src"), "lib.rs")
}

fn shell_imports() -> Imports {
    Imports::read(Path::new("crates/game/src"), "main.rs")
}

fn audit_imports() -> Imports {
    Imports::read(Path::new("crates/audit/src"), "lib.rs")
}

/// The imports that lead from a layer to a higher one, where `top` are the files above all layers. The layers are the
/// modules just below `folder`, which is empty for the crate's root; imports from or to elsewhere do not count.
fn upward_arrows(imports: &Imports, folder: &[&str], layers: &[&str], top: &[&str]) -> Vec<String> {
    let rank = |below: &[String]| {
        let first = below.first().map_or("", String::as_str);
        let layer = layers.iter().position(|layer| *layer == first);
        let is_top = below.is_empty() || top.contains(&first);
        layer.or(is_top.then_some(layers.len()))
    };
    let below = |module: &Module| {
        let is_within =
            module.len() >= folder.len() && module.iter().zip(folder).all(|(a, b)| a == b);
        is_within.then(|| module[folder.len()..].to_vec())
    };
    let is_test = |module: &Module| module.first().is_some_and(|first| first == "test_support");
    let mut wrong = Vec::new();
    for arrow in imports.arrows() {
        if is_test(&arrow.from) || is_test(&arrow.to) {
            continue;
        }
        let (Some(from), Some(to)) = (below(&arrow.from), below(&arrow.to)) else {
            continue;
        };
        let (Some(from), Some(to)) = (rank(&from), rank(&to)) else {
            panic!("{:?} or {:?} has no layer", arrow.from, arrow.to);
        };
        if to > from {
            wrong.push(format!(
                "{} uses `{}` of {}",
                imports.path(&arrow.from).display(),
                arrow.item,
                imports.path(&arrow.to).display()
            ));
        }
    }
    wrong
}

/// The circles with too many files.
fn large_circles(imports: &Imports) -> Vec<String> {
    let circles = imports.circles().into_iter();
    let large = circles.filter(|circle| circle.len() > MAX_CIRCLE);
    large
        .map(|circle| {
            let paths = circle.iter().map(|module| imports.path(module).display());
            let paths: Vec<_> = paths.map(|path| path.to_string()).collect();
            format!("a circle of {}: {}", paths.len(), paths.join(", "))
        })
        .collect()
}

#[test]
fn the_library_imports_downwards_only() {
    let wrong = upward_arrows(&library_imports(), &[], &LAYERS, &[]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_shell_imports_downwards_only() {
    let wrong = upward_arrows(&shell_imports(), &[], &SHELL_LAYERS, &["cli"]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_groups_of_the_session_import_downwards_only() {
    let wrong = upward_arrows(&shell_imports(), &["session"], &SESSION_GROUPS, &[]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_groups_of_a_level_import_downwards_only() {
    let wrong = upward_arrows(&library_imports(), &["level"], &LEVEL_GROUPS, &[]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_auditor_imports_downwards_only() {
    let wrong = upward_arrows(&audit_imports(), &[], &AUDIT_GROUPS, &[]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_more_than_three_files_import_one_another_in_a_circle() {
    for imports in [library_imports(), shell_imports(), audit_imports()] {
        let wrong = large_circles(&imports);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn imports_are_found_through_facades_modules_and_inline_paths() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("imports");
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the test");
        std::fs::write(path, text).expect("a file for the test");
    };
    // Imports through a facade, by `super`, by an imported module, and inline. Comments, texts and tests do not count.
    write("main.rs", "mod low;\nmod high;\n");
    write(
        "low/mod.rs",
        "mod a;\nmod b;\npub use a::{A, other as Renamed};\n",
    );
    write(
        "low/a.rs",
        "use super::b::B;\npub struct A;\npub fn other(_: B) {}\n",
    );
    write(
        "low/b.rs",
        "pub struct B;\npub fn c() { crate::high::d::call(); }\n",
    );
    write("high/mod.rs", "pub mod c;\npub mod d;\n");
    write(
        "high/c.rs",
        "use crate::low::{A, Renamed};\nuse super::d;\npub const C: char = '\"';\nfn f() { d::call(); }\n\
         // use crate::low::b::B;\nconst TEXT: &str = \"crate::low::b::B\";\n\
         #[cfg(test)]\nmod tests {\n    use crate::low::b::B;\n}\n",
    );
    write("high/d.rs", "pub fn call() { let _ = super::c::C; }\n");
    let imports = Imports::read(&folder, "main.rs");
    let arrows: Vec<_> = imports
        .arrows()
        .into_iter()
        .map(|arrow| {
            format!(
                "{} {} {}",
                arrow.from.join("/"),
                arrow.to.join("/"),
                arrow.item
            )
        })
        .collect();
    assert_eq!(
        arrows,
        [
            "high/c high/d ",
            "high/c high/d call",
            "high/c low/a A",
            "high/c low/a other",
            "high/d high/c C",
            "low/a low/b B",
            "low/b high/d call",
        ]
    );
    assert_eq!(
        upward_arrows(&imports, &[], &["low", "high"], &[]),
        [format!(
            "{} uses `call` of {}",
            folder.join("low/b.rs").display(),
            folder.join("high/d.rs").display()
        )]
    );
    // low/b → high/d → high/c → low/a → low/b.
    assert_eq!(large_circles(&imports).len(), 1);
}

/// Every place in the library, outside tests and comments, that contains one of `words`.
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
fn the_library_contains_no_code_that_panics_on_purpose() {
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
            !opens || path.ends_with("level/files/disk.rs"),
            "{} opens files",
            path.display()
        );
    }
}

#[test]
fn no_line_ends_in_a_space() {
    let folders = ["src", "tests", "crates"].into_iter();
    let mut texts: Vec<_> = folders.flat_map(rust_files).collect();
    texts.extend(pages::pages());
    texts.push(PathBuf::from("Cargo.toml"));
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
            "{} does not end with a line break",
            path.display()
        );
    }
}
