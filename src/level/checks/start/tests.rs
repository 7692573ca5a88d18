//! Tests of `start.rs`.

use std::path::Path;

use crate::level::load::load_level;
use crate::level::text::Severity;
use crate::test_support::{MemoryFiles, places_and_messages};

/// A floor of 20 by 20 metres at height 0.
const FLOOR_MESH: &str = "v -10 0 -10\nv -10 0 10\nv 10 0 10\nv 10 0 -10\nf 1 2 3 4\n";

const FLOOR: &str = "[[mesh]]\nfile = \"floor.obj\"\n";

/// Places and messages of the warnings of a level that can be used.
fn warnings(head: &str, body: &str) -> Vec<String> {
    let text = format!("format = 1\nname = \"Test\"\n{head}\n{body}");
    let files = MemoryFiles::new([("a.toml", text.as_str()), ("floor.obj", FLOOR_MESH)]);
    let loaded = load_level(Path::new("a.toml"), &files);
    assert!(loaded.level.is_some(), "{:?}", loaded.diagnostics);
    let mut problems = loaded.diagnostics.iter();
    assert!(problems.all(|problem| problem.severity == Severity::Warning));
    places_and_messages(&loaded.diagnostics)
}

#[test]
fn a_spawn_on_or_above_a_floor_is_fine() {
    for height in ["0.5", "0.4999", "7"] {
        let head = format!("spawn.position = [0, {height}, 0]");
        assert_eq!(warnings(&head, FLOOR), [""; 0], "{height}");
    }
}

#[test]
fn a_spawn_inside_something_names_the_deepest_overlap() {
    // The floor is 0.2 m deep in the sphere. The crate's near side is at x = 0.4: 0.1 m.
    let body = format!("[[prop]]\nkind = \"crate\"\nposition = [0.9, 0.5, 0]\n{FLOOR}");
    assert_eq!(
        warnings("spawn.position = [0, 0.3, 0]", &body),
        ["a.toml:3:18: the spawn overlaps `floor.obj, triangle 1` by 0.200 m"]
    );
    assert_eq!(
        warnings("spawn.position = [0, 0.45, 0]", &body),
        ["a.toml:3:18: the spawn overlaps `crate 1` by 0.100 m"]
    );
}

#[test]
fn only_a_walking_player_needs_ground() {
    let none = ["a.toml:3:18: there is no ground below the spawn"];
    assert_eq!(warnings("spawn.position = [99, 1, 0]", FLOOR), none);
    // The floor lies lower than the fall goes.
    let head = "spawn.position = [0, 9, 0]\nlimits.kill_y = 1";
    assert_eq!(warnings(head, FLOOR), none);
    let head = "spawn.position = [99, 1, 0]\nspawn.mode = \"fly\"";
    assert_eq!(warnings(head, FLOOR), [""; 0]);
    let head = "spawn.position = [99, 1, 0]\nplayer.gravity = 0";
    assert_eq!(warnings(head, FLOOR), [""; 0]);
}

#[test]
fn a_mover_that_starts_inside_a_box_is_reported() {
    let head = "spawn.position = [9, 0.5, 9]";
    // The crate's near side is at x = 0.3, the car's side at 0.9: 0.6 m.
    let mover = "[[mover]]\nkind = \"car\"\nspeed = 1\npath = [[0, 0, 0], [0, 0, 9]]\n";
    let body = format!("[[prop]]\nkind = \"crate\"\nposition = [0.8, 0.5, 0]\n{mover}{FLOOR}");
    assert_eq!(
        warnings(head, &body),
        ["a.toml:7:1: this mover starts 0.600 m deep in `crate 1`"]
    );
    let passing = format!("{mover}on_hit = \"pass\"\n{FLOOR}");
    assert_eq!(warnings(head, &passing), [""; 0]);
}

#[test]
fn an_empty_level_gets_one_warning() {
    let body = format!("{FLOOR}collide = false\n");
    for body in ["", &body] {
        assert_eq!(
            warnings("spawn.position = [0, 1, 0]", body),
            ["a.toml:1:1: this level has nothing to collide with"]
        );
    }
}
