//! `sidle new`.

use std::fs;

use super::run::{Folder, sidle, sidle_in};

#[test]
fn a_new_level_checks_clean_and_its_lift_carries_the_player_up() {
    let folder = Folder::new();
    let printed = sidle_in(&folder.0, &["new", "mine"]).fine();
    assert!(printed.contains("sidle mine.toml\n"), "{printed}");
    let checked = sidle_in(&folder.0, &["check", "mine.toml"]).fine();
    assert!(checked.starts_with("mine.toml: ok: "), "{checked}");
    // Walk ahead to the lift, which is away by then. When it is back after 6.7 s, step onto it and
    // ride up.
    let walk = [(1.8, 1), (4.6, 0), (0.6, 1), (2.0, 0)];
    let walk = walk
        .map(|(seconds, forward)| format!("[[step]]\nseconds = {seconds}\nforward = {forward}\n"));
    folder.file("walk.toml", &walk.concat());
    let run = ["simulate", "mine.toml", "--script", "walk.toml", "--json"];
    let outcome = super::run::json(&sidle_in(&folder.0, &run).fine());
    assert_eq!(outcome["level"], "mine");
    let [x, y, z] = super::run::three(&outcome["end"]);
    assert!(x.abs() < 0.5 && (-5.9..-2.9).contains(&z), "{x} {y} {z}");
    assert!(y > 1.0, "{y}");
}

#[test]
fn new_never_overwrites_a_file_and_needs_an_existing_folder() {
    let folder = Folder::new();
    folder.file("mine.toml", "all my work");
    for name in ["mine", "mine.toml"] {
        let said = sidle_in(&folder.0, &["new", name]).failed(1);
        assert_eq!(
            said,
            "error: cannot write `mine.toml`: the file already exists\n"
        );
    }
    let kept = fs::read_to_string(folder.path("mine.toml")).unwrap();
    assert_eq!(kept, "all my work");
    let said = sidle_in(&folder.0, &["new", "none/mine"]).failed(1);
    assert!(
        said.ends_with("the folder does not exist: create it first, or leave it out\n"),
        "{said}"
    );
    assert!(!folder.0.join("none").exists());
    assert_eq!(sidle(&["new"]).code, 2);
}

#[test]
fn any_name_makes_a_valid_level() {
    let folder = Folder::new();
    for name in ["two words", "say \"hi\"", "v1.2", "äöü", "NAME"] {
        sidle_in(&folder.0, &["new", name]).fine();
        let file = format!("{name}.toml");
        let run = ["simulate", "--json", &file];
        let outcome = super::run::json(&sidle_in(&folder.0, &run).fine());
        assert_eq!(outcome["level"], name);
    }
    for name in [".", "..", "/"] {
        let said = sidle_in(&folder.0, &["new", name]).failed(1);
        assert!(said.contains("is not a file name"), "{said}");
    }
}

#[test]
fn a_new_level_names_the_schema_when_it_lies_beside_it() {
    let folder = Folder::new();
    sidle_in(&folder.0, &["new", "without"]).fine();
    folder.file("level.schema.json", "{}");
    sidle_in(&folder.0, &["new", "with"]).fine();
    let first = |name| {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(first("with.toml"), "#:schema level.schema.json");
    assert!(first("without.toml").starts_with("# "));
}
