//! Files that are cut off, no JSON, or without their bytes are explained.

use std::path::Path;

use serde_json::json;

use crate::level::files::Files;
use crate::level::gltf::tests::{CORNERS, Made, corners, no_files, read, read_at, triangles};

#[test]
fn buffers_lie_in_files_beside() {
    let made = Made::with(4, &CORNERS[..3], &[]);
    let mut json = made.json.clone();
    json["buffers"] = json!([{ "byteLength": made.bytes.len(), "uri": "my%20data.bin" }]);
    let text = json.to_string().into_bytes();
    let missing = "`buffers[0].uri`: cannot read `in/my data.bin`: there is no such file";
    assert_eq!(
        read_at("in/a.gltf", &text, &no_files()),
        (None, vec![missing.to_owned()])
    );

    struct Beside(Vec<u8>);
    impl Files for Beside {
        fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
            assert_eq!(path, Path::new("in/my data.bin"));
            Ok(self.0.clone())
        }
    }
    let (mesh, problems) = read_at("in/a.gltf", &text, &Beside(made.bytes.clone()));
    assert_eq!(problems, [""; 0]);
    assert_eq!(triangles(&mesh.unwrap()), [corners([0, 1, 2])]);
    let short = read_at("in/a.gltf", &text, &Beside(vec![0; 35]));
    assert_eq!(
        short,
        (
            None,
            vec!["`buffers[0]`: it says 36 bytes, and has 35".to_owned()]
        )
    );
    // A longer file is fine.
    let long = [made.bytes, vec![9; 7]].concat();
    assert!(read_at("in/a.gltf", &text, &Beside(long)).0.is_some());
}

#[test]
fn every_cut_of_a_glb_is_explained() {
    let glb = Made::with(4, &CORNERS, &[0, 1, 2]).glb();
    let at = |bytes: &[u8]| read_at("a.glb", bytes, &no_files());
    for length in 0..glb.len() {
        let (mesh, problems) = at(&glb[..length]);
        assert!(
            mesh.is_none() && problems.len() == 1,
            "{length}: {problems:?}"
        );
        let expected = if length < 4 {
            "this is no GLB"
        } else {
            "this GLB is cut off"
        };
        assert!(problems[0].starts_with(expected), "{length}: {problems:?}");
    }
    // Bytes behind its end do not matter.
    assert!(at(&[glb.clone(), vec![1, 2, 3]].concat()).0.is_some());
    let changed = |place: usize, byte: u8| {
        let mut glb = glb.clone();
        glb[place] = byte;
        at(&glb).1.remove(0)
    };
    assert_eq!(
        changed(0, b'x'),
        "this is no GLB: it does not begin with `glTF`"
    );
    assert_eq!(
        changed(4, 1),
        "this file has version 1 of glTF; expected 2.0"
    );
    assert_eq!(changed(16, b'x'), "this GLB is damaged: unknown chunk type");
    assert!(changed(20, b'x').starts_with("line 1, column 1 of its JSON: this is no JSON"));
    assert_eq!(
        changed(15, 0xff),
        "this GLB is damaged: JSON chunk length exceeds that of slice"
    );
    // Lengths that the crate would subtract its header from, and 4 GB.
    assert!(changed(8, 11).starts_with("this GLB is cut off: it says "));
    assert!(changed(11, 0xff).starts_with("this GLB is cut off: it says 42"));
    // Whatever its name, and a text by the name of a GLB.
    assert!(read_at("a.obj", &glb, &no_files()).0.is_some());
    let text = Made::with(4, &CORNERS, &[0, 1, 2]).text();
    assert_eq!(
        at(&text).1,
        ["this is no GLB: it does not begin with `glTF`"]
    );
}

#[test]
fn mistakes_of_the_json_have_their_line_and_column() {
    let (mesh, problems) = read(b"{\n  \"asset\": { \"version\": \"2.0\", }\n}");
    assert!(mesh.is_none());
    assert_eq!(problems, ["a.gltf:2:32: this is no JSON: trailing comma"]);
    assert_eq!(
        read(b"").1,
        ["a.gltf:1:1: this is no JSON: EOF while parsing a value"]
    );
    assert_eq!(
        read(b"v 0 0 0\n").1,
        ["a.gltf:1:1: this is no JSON: expected value"]
    );
    let deep = [b"[".repeat(200), b"]".repeat(200)].concat();
    assert_eq!(
        read(&deep).1,
        ["a.gltf:1:128: this is no JSON: recursion limit exceeded"]
    );
    assert_eq!(
        read(b"\xef\xbb\xbf{}").1,
        ["this is no glTF: `asset` is missing"]
    );
    for text in ["null", "[]", "7", "{}", "\"a\""] {
        assert_eq!(
            read(text.as_bytes()).1,
            ["this is no glTF: `asset` is missing"],
            "{text}"
        );
    }
}
