//! Tests of `contents.rs`.

use std::path::Path;

use crate::level::load::load_level;
use crate::test_support::{MemoryFiles, places_and_messages};

const HEAD: &str = "format = 1\nname = \"Test\"\nspawn.position = [0, 5, 0]\n";

/// A floor of 20 by 20 metres, whose second half is upside down.
const FLOOR_MESH: &str = "v -10 0 -10\nv -10 0 10\nv 10 0 10\nv 10 0 -10\nf 1 2 3\nf 1 4 3\n";

const FLOOR: &str = "[[mesh]]\nfile = \"floor.obj\"\n";

fn warnings(body: &str) -> Vec<String> {
    let text = format!("{HEAD}{body}");
    let files = MemoryFiles::new([("a.toml", text.as_str()), ("floor.obj", FLOOR_MESH)]);
    let loaded = load_level(Path::new("a.toml"), &files);
    assert!(loaded.level.is_some(), "{:?}", loaded.diagnostics);
    places_and_messages(&loaded.diagnostics)
}

fn crate_at(x: f64) -> String {
    format!("[[prop]]\nkind = \"crate\"\nposition = [{x}, 0.5, 0]\n")
}

#[test]
fn a_prop_is_lost_beyond_ten_times_the_size_of_the_rest() {
    // The floor and the spawn: 20 by 5 by 20 m, √825 = 28.723 m across. The floor ends at 10,
    // the crate begins half a metre before its centre: 297.23 is the limit.
    assert_eq!(warnings(&format!("{}{FLOOR}", crate_at(297.7))), [""; 0]);
    assert_eq!(
        warnings(&format!("{}{FLOOR}", crate_at(-297.8))),
        ["a.toml:4:1: this `crate` is 287 m away from everything else"]
    );
}

#[test]
fn a_prop_within_a_hundred_metres_is_never_lost() {
    assert_eq!(
        warnings(&format!("spawn.mode = \"fly\"\n{}", crate_at(99.0))),
        [""; 0]
    );
    let found = warnings(&format!("spawn.mode = \"fly\"\n{}", crate_at(101.0)));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_distant_mover_is_not_lost_and_counts_as_the_rest() {
    let mover = "[[mover]]\nkind = \"car\"\nspeed = 1\npath = [[990, 0, 0], [1000, 0, 0]]\n";
    assert_eq!(
        warnings(&format!("{}{mover}{FLOOR}", crate_at(970.0))),
        [""; 0]
    );
}

#[test]
fn flipped_faces_are_reported_once_under_one_sided_collision() {
    assert_eq!(warnings(FLOOR), [""; 0]);
    let again = format!("player.one_sided = true\n{FLOOR}{FLOOR}");
    assert_eq!(
        warnings(&again),
        [
            "a.toml:5:1: in `floor.obj`, 1 pair of faces looks to opposite sides",
            "a.toml:7:1: this `floor.obj` is exactly in the place of another mesh"
        ]
    );
}

#[test]
fn a_kind_of_a_mover_or_a_prefab_is_used() {
    let kind = "[kinds.box]\nmesh = \"floor.obj\"\n";
    let mover = "[[mover]]\nkind = \"box\"\nspeed = 1\npath = [[0, 9, 0], [1, 9, 0]]\n";
    assert_eq!(warnings(&format!("{kind}{mover}{FLOOR}")), [""; 0]);
    // A prefab without a place is kept for later, and so are its kinds.
    for mover in [mover, "[[prop]]\nkind = \"box\"\nposition = [0, 0, 0]\n"] {
        let prefab = mover.replacen("[[", "[[prefabs.a.", 1);
        assert_eq!(warnings(&format!("{kind}{prefab}{FLOOR}")), [""; 0]);
    }
    assert_eq!(
        warnings(&format!("{kind}{FLOOR}")),
        ["a.toml:4:8: the kind `box` is never used"]
    );
}
