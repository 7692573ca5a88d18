//! `sidle clip`.

use std::fs;

use super::run::{Folder, sidle};

const SLIDE: &str = "docs/sliding/moments/slide.sidle";

#[test]
fn a_recording_becomes_a_moving_picture_from_the_side_without_a_display() {
    let folder = Folder::new();
    for (name, begins) in [
        ("a.gif", &b"GIF89a"[..]),
        ("a.png", b"\x89PNG\r\n"),
        ("a.webp", b"RIFF"),
    ] {
        let out = folder.path(name);
        let size = ["--side", "--size", "96x64"];
        let part = ["--from", "0.5", "--to", "0.7", "--fps", "10"];
        let line = [&["clip", SLIDE, &out][..], &size, &part].concat();
        sidle(&line).fine();
        let bytes = fs::read(&out).unwrap();
        assert!(bytes.starts_with(begins), "{name}");
        // The same recording gives the same picture.
        sidle(&line).fine();
        assert_eq!(fs::read(&out).unwrap(), bytes, "{name}");
    }
}

#[test]
fn a_still_of_the_book_is_as_it_is_kept() {
    let folder = Folder::new();
    let out = folder.path("slide.svg");
    sidle(&["clip", SLIDE, "--side", "--from", "1.3", "--out", &out]).fine();
    let kept = fs::read_to_string(super::run::at_root("docs/sliding/pictures/slide.svg")).unwrap();
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        kept,
        "bash .ci/sliding makes the pictures anew"
    );
    assert!(
        kept.contains("asked 41.7 mm")
            && kept.contains("taken away 34.1 mm")
            && kept.contains("moved 23.9 mm")
            && kept.contains("arrows 23 times as long"),
        "{kept}"
    );
}

#[test]
fn a_clip_that_cannot_be_made_says_how_to_make_it() {
    let folder = Folder::new();
    let [gif, svg, other] = ["a.gif", "a.svg", "a.mp4"].map(|name| folder.path(name));
    for (arguments, expected) in [
        (
            vec![SLIDE, &other, "--side"],
            "ends in .gif, .png, .webp or .svg",
        ),
        (vec![SLIDE, &svg], "add --side"),
        (
            vec![SLIDE, &gif, "--side", "--from", "9"],
            "the recording ends after 3.200 s",
        ),
        (
            vec![SLIDE, &gif, "--side", "--size", "32x32"],
            "expected sides from 64 to 1920",
        ),
        (
            vec![SLIDE, &gif, "--side", "--size", "1920x1920", "--fps", "50"],
            "choose a shorter part",
        ),
        (
            vec!["levels/corners.toml", &gif, "--side"],
            "corners.toml: ",
        ),
        (vec![SLIDE, &gif], "there is no display"),
    ] {
        let arguments = [&["clip"][..], &arguments].concat();
        let error = sidle(&arguments).failed(1);
        assert!(error.contains(expected), "{error}");
    }
    assert!(!std::path::Path::new(&gif).exists());
}
