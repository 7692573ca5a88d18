//! The rules of the shell's code: small folders, methods in the layer of their type, and no tick outside of the session.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{code_lines, is_comment, rust_files};

/// The most files in one folder of the shell. More: a reader does not see what belongs together.
const MAX_FILES_IN_A_FOLDER: usize = 20;

#[test]
fn no_folder_of_the_shell_has_too_many_files() {
    let mut counts = BTreeMap::new();
    for path in rust_files("crates/game/src") {
        let folder = path.parent().expect("a folder").to_owned();
        *counts.entry(folder).or_insert(0) += 1;
    }
    for (folder, count) in counts {
        let folder = folder.display();
        assert!(count <= MAX_FILES_IN_A_FOLDER, "{folder}: {count} files");
    }
}

/// A file of the shell: its layer, its path, and its numbered lines.
type ShellFile = (String, PathBuf, Vec<(usize, String)>);

fn shell_code() -> Vec<ShellFile> {
    let files = rust_files("crates/game/src").into_iter();
    files
        .filter(|path| !path.ends_with("tests.rs"))
        .map(|path| {
            let below = path
                .strip_prefix("crates/game/src")
                .expect("a file of the shell");
            let layer = below.iter().next().expect("a name").to_string_lossy();
            let lines = code_lines(&path);
            (layer.into_owned(), path, lines)
        })
        .collect()
}

#[test]
fn a_type_of_the_shell_has_its_methods_in_its_own_layer() {
    let code = shell_code();
    let mut defined = Vec::new();
    for (layer, _, lines) in &code {
        for (_, line) in lines {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            let rest = line.strip_prefix("struct ").or(line.strip_prefix("enum "));
            if let Some(rest) = rest {
                defined.push((first_name(rest), layer.clone()));
            }
        }
    }
    let mut wrong = Vec::new();
    for (layer, path, lines) in &code {
        for (number, line) in lines {
            let Some(rest) = line.strip_prefix("impl") else {
                continue;
            };
            // `impl<T: Send> Name<T> {` is a block of methods; `impl Trait for Name {` is not.
            let generic = rest
                .strip_prefix('<')
                .and_then(|rest| rest.split_once("> "));
            let rest = generic.map_or(rest, |(_, rest)| rest).trim();
            let own = (first_name(rest), layer.clone());
            if !line.contains(" for ") && !defined.contains(&own) {
                wrong.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The name at the beginning of `text`.
fn first_name(text: &str) -> String {
    let letters = text.chars();
    letters
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .collect()
}

#[test]
fn the_interface_and_the_drawing_never_advance_a_tick() {
    let interface = ["ui", "view", "draw"];
    for (layer, path, lines) in shell_code() {
        for (number, line) in lines {
            let ticks = line.contains(".tick(") && !is_comment(&line);
            assert!(
                !ticks || !interface.contains(&&*layer),
                "{}:{number}: {line}",
                path.display()
            );
        }
    }
}
