//! What lies in the root of the repository.

use crate::support::fs;

/// What lies in the root of the repository, besides names that begin with a dot and what `.gitignore` names.
const ROOT: [&str; 23] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-FONTS",
    "LICENSE-MIT",
    "README.md",
    "assets",
    "benches",
    "crates",
    "deny.toml",
    "docs",
    "examples",
    "integrations",
    "levels",
    "package-lock.json",
    "package.json",
    "recordings",
    "src",
    "tests",
    "web",
];

/// Whether a line of `.gitignore` names `name` in the root: as it is, or with one `*`.
fn is_ignored_by(line: &str, name: &str) -> bool {
    let pattern = line.trim_matches('/');
    match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => {
            let rest = name.strip_prefix(start);
            rest.is_some_and(|rest| rest.ends_with(end))
        }
    }
}

#[test]
fn the_root_of_the_repository_holds_only_what_belongs_there() {
    let ignored = fs::read_to_string(".gitignore").expect("the list of ignored files");
    let ignored: Vec<_> = ignored
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let is_ignored = |name: &str| ignored.iter().any(|line| is_ignored_by(line, name));
    for (name, expected) in [
        ("target", true),
        ("sidle-3.png", true),
        ("sidle.png", false),
        ("shot.png", false),
        ("old-target", false),
    ] {
        assert_eq!(is_ignored(name), expected, "{name}");
    }
    let entries = fs::read_dir(".").expect("the root");
    let names = entries.map(|entry| entry.expect("a readable folder").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && !is_ignored(name))
        .collect();
    names.sort();
    assert_eq!(names, ROOT);
}
