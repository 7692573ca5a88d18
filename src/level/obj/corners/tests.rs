//! Tests of `corners.rs`.

use crate::level::obj::{CutMesh, ReadMesh, read_mesh};
use crate::level::text::Source;
use crate::test_support::places_and_messages;

/// Three corners and one more, and one of everything else.
const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

/// Places and messages of a text that has problems.
fn bad(text: &str) -> Vec<String> {
    let source = Source::new("a.obj", text.into()).unwrap();
    let ReadMesh { mesh, problems, .. } =
        read_mesh(&source, false, &mut |_, _| (), |_, _| Vec::new());
    assert!(mesh.is_none(), "{text:?} was read");
    places_and_messages(&problems)
}

#[test]
fn indices_out_of_range_are_reported_with_their_place() {
    let with = |face: &str| bad(&format!("{SQUARE}vt 0 0\nvn 0 0 1\n{face}"));
    assert_eq!(
        with("f 0 1 2"),
        ["a.obj:7:3: index 0: the OBJ format counts from 1"]
    );
    assert_eq!(with("f 1 2 5"), ["a.obj:7:7: there is no `v` number 5"]);
    assert_eq!(
        with("f 1 -5 2"),
        ["a.obj:7:5: index -5 reaches before the first `v`"]
    );
    assert_eq!(
        with("f 1 2 99999999999999999999"),
        ["a.obj:7:7: `99999999999999999999` is too large for an index"]
    );
    assert_eq!(with("f 1 2 9223372036854775807").len(), 1);
    assert_eq!(with("f 1 2 -9223372036854775808").len(), 1);
    assert_eq!(with("f 1 2 3.0"), ["a.obj:7:7: `3.0` is not an index"]);
    assert_eq!(
        with("f 1/1/1/1 2 3"),
        ["a.obj:7:3: corner `1/1/1/1` has 4 parts"]
    );
    assert_eq!(with("f /1 2 3"), ["a.obj:7:3: corner `/1` names no vertex"]);
}

#[test]
fn every_bad_index_of_a_face_is_reported() {
    assert_eq!(
        bad(&format!("{SQUARE}f 0 x/-1 1/2 2 7")),
        [
            "a.obj:5:3: index 0: the OBJ format counts from 1",
            "a.obj:5:5: `x` is not an index",
            "a.obj:5:16: there is no `v` number 7",
            "a.obj:5:1: 1 corner with texture coordinates that do not exist: ignored",
        ]
    );
}

#[test]
fn an_index_counts_back_from_the_line_of_its_face() {
    // Two blocks of vertices, each before a face that counts back, and one face before all of them.
    let block = |x: i32| format!("v {x} 0 0\nv {x} 1 0\n# a comment\nvn 0 0 1\nv {x} 1 1\n");
    let (first, second) = (block(1), block(2));
    let text = format!(
        "f 4 5 6\n{first}f -3 -2 -1\n f -3//-1 2//1 +3//-1\n{second}f -1 -2 -3\nf -6 -5 -4\n"
    );
    let source = Source::new("a.obj", text.into()).unwrap();
    let ReadMesh { mesh, problems, .. } =
        read_mesh(&source, true, &mut |_, _| (), |_, _| Vec::new());
    // The first block's triangle comes three times.
    assert_eq!(problems.len(), 1, "{problems:?}");
    let parts = mesh.and_then(CutMesh::finish).unwrap().parts;
    let x: Vec<_> = parts[0]
        .triangles
        .iter()
        .map(|corners| corners[0].x)
        .collect();
    assert_eq!(x, [2.0, 1.0, 2.0]);
}
