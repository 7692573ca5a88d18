//! Tests of `crowding.rs`.

use std::path::Path;

use crate::level::budget::{Budget, BudgetItem, Overrun};
use crate::level::load::load_level_reporting;
use crate::test_support::{MemoryFiles, places_and_messages};

/// Eight triangles around the origin, the faces of an octahedron, 0.2 m wide.
const GEM: &str = "v 0.1 0 0\nv -0.1 0 0\nv 0 0.1 0\nv 0 -0.1 0\nv 0 0 0.1\nv 0 0 -0.1\n\
                   f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n";

const HEAD: &str =
    "format = 1\nname = \"A\"\nspawn.position = [0, 9, 0]\nspawn.controller = \"swept\"\n";

/// What is over a limit of `tick_tests` in the level of `body`, and the problems.
fn overrun(body: &str, tick_tests: u64) -> (Option<Overrun>, Vec<String>) {
    let text = format!("{HEAD}[kinds.gem]\nmesh = \"gem.obj\"\ncollide = \"mesh\"\n{body}");
    let files = MemoryFiles::new([("a.toml", text.as_str()), ("gem.obj", GEM)]);
    let budget = Budget {
        tick_tests,
        ..Budget::OWN
    };
    let loaded = load_level_reporting(Path::new("a.toml"), &files, &budget, &mut |_| ());
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|problem| problem.is_error());
    let errors: Vec<_> = errors.cloned().collect();
    assert_eq!(loaded.level.is_none(), !errors.is_empty());
    let excess = loaded.excess.map(|excess| excess.overruns[0]);
    (excess, places_and_messages(&errors))
}

fn gem(position: &str) -> String {
    format!("[[prop]]\nkind = \"gem\"\nposition = {position}\n")
}

#[test]
fn a_pile_is_refused_with_its_place_and_number() {
    // Ten gems of eight triangles: the last entry begins in line 8 + 9 * 3.
    for (place, which) in [
        ("[0, 9, 0]", "where the player starts, at 0.0, 9.0, 0.0"),
        // The middle of the cell of the first triangle. It is half a metre wide.
        (
            "[30, 2, -7]",
            "where colliders are densest, at 30.2, 2.2, -6.8",
        ),
    ] {
        let pile = gem(place).repeat(10);
        let (excess, messages) = overrun(&pile, 79);
        let excess = excess.expect("more than the limit");
        assert_eq!((excess.item, excess.limit), (BudgetItem::TickTests, 79));
        assert_eq!(messages.len(), 1, "{messages:?}");
        let expected = format!("a.toml:35:1: {which}, a body touches 80 colliders at once");
        assert!(messages[0].starts_with(&expected), "{messages:?}");
        assert_eq!(overrun(&pile, 80).0, None);
    }
}

#[test]
fn colliders_far_from_each_other_are_no_crowd() {
    let row: String = (0..50)
        .map(|x| gem(&format!("[{}, 0, 0]", x * 3)))
        .collect();
    assert_eq!(overrun(&row, 8), (None, vec![]));
    // Three of them come within the reach of one body.
    let (excess, _) = overrun(&format!("{row}{}", gem("[0.3, 0, 0]").repeat(2)), 8);
    assert_eq!(excess.map(|excess| excess.found), Some(24));
}

#[test]
fn the_places_that_a_player_comes_to_are_looked_at() {
    let pile = gem("[40, 0, 0]").repeat(4);
    for (body, which) in [
        (
            "[[zone]]\nposition = [40, 0, 0]\nsize = [1, 1, 1]\non_enter = \"checkpoint\"\n",
            "in a zone",
        ),
        (
            "[[zone]]\nposition = [0, 0, 0]\nsize = [1, 1, 1]\non_enter = \"teleport\"\nto = [40, 0, 0]\n",
            "where a teleport leads",
        ),
        (
            "[[mover]]\nkind = \"crate\"\nspeed = 1\npath = [[40, 0, 0], [50, 0, 0]]\n",
            "where a mover starts",
        ),
    ] {
        let (excess, messages) = overrun(&format!("{pile}{body}"), 31);
        assert!(excess.is_some(), "{which}");
        assert!(messages[0].contains(which), "{messages:?}");
    }
}

#[test]
fn a_fine_mesh_is_no_crowd_and_many_in_one_place_are() {
    // Eight faces of one mesh count as half of the limit.
    let pile = |count: usize| gem("[30, 2, -7]").repeat(count);
    assert_eq!(overrun(&pile(1), 7), (None, vec![]));
    assert_eq!(overrun(&pile(2), 7).0, None);
    assert!(overrun(&pile(3), 7).0.is_some());
    // Where the player starts, all count.
    assert!(overrun(&gem("[0, 9, 0]"), 7).0.is_some());
}

#[test]
fn movers_count_as_often_as_they_touch() {
    let mover = "[[mover]]\nkind = \"crate\"\nspeed = 1\npath = [[0, 9, 0], [5, 9, 0]]\non_hit = \"pass\"\n";
    let (excess, messages) = overrun(&mover.repeat(6), 41);
    assert_eq!(excess.map(|excess| excess.found), Some(6 * 7));
    let words = "touches 6 colliders at once, 6 of them movers: a tick makes 42 tests";
    assert!(messages[0].contains(words), "{messages:?}");
    assert_eq!(overrun(&mover.repeat(6), 42).0, None);
}
