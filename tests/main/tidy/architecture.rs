//! The ways that ARCHITECTURE.md describes: each step names a function that exists, and that the step before it calls.

use std::collections::BTreeSet;
use std::path::Path;

use super::{LAYERS, SHELL_LAYERS};

use crate::support::fs;

/// The most steps of a way through the files. More: no reader keeps it in mind.
const MAX_FILES: usize = 18;

/// A step of a way: `1. `path`, `Type::function` (called in step 2): words`.
struct Step {
    number: usize,
    path: String,
    function: String,
    reached: Reached,
}

/// How a step is reached.
enum Reached {
    /// It is called in the file of the step of this number.
    CalledIn(usize),
    /// The page says how.
    Otherwise,
}

fn page() -> String {
    fs::read_to_string("ARCHITECTURE.md").expect("the page")
}

/// The steps below the heading `title`.
fn steps(page: &str, title: &str) -> Vec<Step> {
    let section = page.split("\n## ").find(|part| part.starts_with(title));
    let section = section.unwrap_or_else(|| panic!("no section {title}"));
    let numbered = section.lines().filter_map(|line| {
        let (number, rest) = line.split_once(". ")?;
        Some((number.parse().ok()?, rest))
    });
    numbered.map(|(number, rest)| step(number, rest)).collect()
}

fn step(number: usize, text: &str) -> Step {
    let form = "N. `path`, `function`: words";
    let parts: Vec<_> = text.splitn(5, '`').collect();
    let ["", path, ", ", function, rest] = parts[..] else {
        panic!("step {number} is not of the form {form}: {text}");
    };
    let called_in = rest.strip_prefix(" (called in step ");
    let reached = match called_in.and_then(|rest| rest.split_once(')')) {
        Some((step, _)) => Reached::CalledIn(step.parse().expect("the number of a step")),
        None if rest.starts_with(" (by ") => Reached::Otherwise,
        None => Reached::CalledIn(number.saturating_sub(1)),
    };
    Step {
        number,
        path: path.to_owned(),
        function: function.rsplit("::").next().unwrap_or_default().to_owned(),
        reached,
    }
}

/// The lines of a file that are neither comments, imports nor tests.
fn code(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let code = text.split("#[cfg(test)]\nmod tests").next();
    let lines = code.unwrap_or_default().lines();
    let counts = |line: &&str| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with("use ")
    };
    lines.filter(counts).map(str::to_owned).collect()
}

/// Whether `line` has `name` as a word of its own.
fn has_word(line: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

fn check_way(title: &str, least: usize) {
    let page = page();
    let steps = steps(&page, title);
    assert!(steps.len() >= least, "{title}: {} steps", steps.len());
    let files: BTreeSet<_> = steps.iter().map(|step| &step.path).collect();
    assert_eq!(
        files.len(),
        steps.len(),
        "{title}: a step returns to a file"
    );
    assert!(files.len() <= MAX_FILES, "{title}: {} files", files.len());
    for (at, step) in steps.iter().enumerate() {
        let Step {
            number,
            path,
            function,
            reached,
        } = step;
        let place = format!("{title}, step {number}");
        assert_eq!(*number, at + 1, "{place}");
        let definition = format!("fn {function}");
        let defines = code(path).iter().any(|line| has_word(line, &definition));
        assert!(defines, "{place}: `{path}` has no function `{function}`");
        let Reached::CalledIn(caller) = reached else {
            continue;
        };
        let Some(before) = steps[..at].iter().find(|step| step.number == *caller) else {
            assert_eq!(at, 0, "{place}: there is no step {caller} before it");
            continue;
        };
        let calls = |line: &String| has_word(line, function) && !line.contains(&definition);
        let is_called = code(&before.path).iter().any(calls);
        assert!(
            is_called,
            "{place}: `{}` does not call `{function}`",
            before.path
        );
    }
}

#[test]
fn each_step_from_key_to_pixel_calls_the_next_one() {
    check_way("One tick, from key to pixel", 12);
}

#[test]
fn each_step_from_file_to_screen_calls_the_next_one() {
    check_way("One level, from file to screen", 12);
}

#[test]
fn the_layout_names_every_package_and_every_layer() {
    let page = page();
    let layout = page.split("\n## ").next().expect("the beginning");
    for entry in fs::read_dir("crates").expect("the packages") {
        let name = entry.expect("a readable folder").file_name();
        let folder = format!("`crates/{}/`", name.to_string_lossy());
        assert!(layout.contains(&folder), "the layout lacks {folder}");
    }
    for layer in LAYERS
        .into_iter()
        .filter(|name| fs::is_dir(Path::new("src").join(name)))
    {
        let folder = format!("{layer}/");
        assert!(layout.contains(&folder), "the layout lacks src/{folder}");
    }
    for layer in SHELL_LAYERS {
        let names = [format!("{layer}/"), format!("`{layer}.rs`")];
        let is_named = names.iter().any(|name| layout.contains(name));
        assert!(is_named, "the layout lacks {layer} of the game");
    }
}
