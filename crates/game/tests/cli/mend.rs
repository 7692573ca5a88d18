//! `sidle mend`.

use std::fs;

use super::run::{Folder, sidle_in};

/// A square of two triangles that miss each other by 0.05 mm, one of them turned over, and a third in the place of the first.
const BROKEN: &str = "mtllib a.mtl\no floor\nv 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 0.00005\nv 1 0 -1.00005\nv 0 0 -1\n\
                      v 0 0 0.0000001\nusemtl red\nf 1 2 3\nf 4 6 5\nf 7 2 3\n";

#[test]
fn a_mesh_is_mended_and_every_act_has_its_place() {
    let folder = Folder::new();
    fs::create_dir(folder.path("out")).unwrap();
    folder.file("a.obj", BROKEN);
    folder.file("a.mtl", "newmtl red\nKd 1 0 0\n");
    let said = sidle_in(&folder.0, &["mend", "a.obj", "b.obj"]).fine();
    for line in [
        "1 corner welded onto another within 1.00e-6: at (0, 0, 0)",
        "1 face removed in the place of another: at (0.667, 0, -0.333)",
        "2 corners joined across cracks of up to 5.00e-5; 1.00e-4 is the limit: at ",
        "1 face turned round: at ",
        "4 open edges left, the rims of holes and sheets: at ",
        "Wrote b.obj.",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    let text = fs::read_to_string(folder.path("b.obj")).unwrap();
    assert_eq!(text.matches("\nf ").count(), 2, "{text}");
    assert!(text.contains("mtllib a.mtl\n") && text.contains("usemtl red\n"));
    let again = sidle_in(&folder.0, &["mend", "b.obj", "c.obj"]).fine();
    assert!(
        again.starts_with("Nothing had to be mended.\n4 open edges"),
        "{again}"
    );
    // A narrower limit leaves the crack.
    let narrow = ["mend", "a.obj", "d.obj", "--crack", "0.00001"];
    let said = sidle_in(&folder.0, &narrow).fine();
    assert!(!said.contains("5.00e-5"), "{said}");
    let elsewhere = sidle_in(&folder.0, &["mend", "a.obj", "out/a.obj"]);
    assert!(
        elsewhere.stderr.contains("copy them there"),
        "{}",
        elsewhere.stderr
    );
}

#[test]
fn no_file_is_lost_and_what_cannot_be_mended_says_why() {
    let folder = Folder::new();
    folder.file("a.obj", BROKEN);
    folder.file("a.mtl", "newmtl red\nKd 1 0 0\n");
    folder.file("b.obj", "my work");
    folder.file("bad.obj", "v 1 2\n");
    for (arguments, words) in [
        (
            vec!["a.obj", "b.obj"],
            "`b.obj` exists already: choose another name, or add --force",
        ),
        (
            vec!["a.obj", "a.obj", "--force"],
            "IN and OUT are the same file",
        ),
        (
            vec!["a.map", "c.obj"],
            "`a.map` is no mesh that can be mended",
        ),
        (vec!["a.obj", "c.gltf"], "cannot write `c.gltf`"),
        (vec!["none.glb", "c.obj"], "cannot be read"),
        (vec!["none.obj", "c.obj"], "cannot be read"),
        (vec!["bad.obj", "c.obj"], "bad.obj:1:1"),
        (
            vec!["a.obj", "c.obj", "--weld", "5"],
            "choose a smaller --weld",
        ),
    ] {
        let mut all = vec!["mend"];
        all.extend(&arguments);
        let run = sidle_in(&folder.0, &all);
        assert_eq!(run.code, 1, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    }
    assert_eq!(fs::read_to_string(folder.path("b.obj")).unwrap(), "my work");
    assert!(!folder.0.join("c.obj").exists());
    let wrong = ["mend", "a.obj", "c.obj", "--crack", "-1"];
    assert_eq!(sidle_in(&folder.0, &wrong).code, 2);
    sidle_in(&folder.0, &["mend", "a.obj", "b.obj", "--force"]).fine();
}
