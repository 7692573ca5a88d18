//! `sidle explain`.

use std::fs;

use super::run::{Folder, at_root, sidle};

/// The figures of a tick in the table of `explained`.
fn tick(explained: &str, number: usize) -> Vec<f64> {
    let row = explained.lines().nth(number).unwrap();
    row.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

#[test]
fn the_examples_of_the_page_show_the_fault_and_ours_beside_it() {
    let folder = Folder::new();
    let explain = |name: &str| {
        let text = fs::read_to_string(at_root(&format!("docs/explain/{name}.json"))).unwrap();
        let file = folder.file(&format!("{name}.json"), &text);
        sidle(&["explain", &file, "--no-window"]).fine()
    };
    // The engine of the first sinks in; ours does not.
    let step = explain("step");
    let [_, asked, _, inside, _, ours, _] = tick(&step, 1)[..] else {
        panic!("{step}");
    };
    assert!(
        (asked - 83.3).abs() < 0.1 && inside > 20.0 && ours < 0.1,
        "{step}"
    );
    // The engine of the second stops at the seam; ours makes the whole way.
    let seam = explain("seam");
    let [_, _, moved, _, ours, _, _] = tick(&seam, 3)[..] else {
        panic!("{seam}");
    };
    assert!(moved == 0.0 && (ours - 80.0).abs() < 0.1, "{seam}");
    // A capsule that trembles in the floor, and a cast that ends 139 mm too early: ours rests, and comes down.
    let jitter = explain("jitter");
    let [_, asked, moved, inside, _, ours, _] = tick(&jitter, 3)[..] else {
        panic!("{jitter}");
    };
    let figures = [asked, moved, inside, ours];
    assert_eq!(figures, [0.0, 44.0, 49.0, 0.0], "{jitter}");
    let short_cast = explain("short_cast");
    let [_, _, moved, _, ours, _, _] = tick(&short_cast, 1)[..] else {
        panic!("{short_cast}");
    };
    assert!(moved < 861.0 && ours > 999.9, "{short_cast}");
    for (name, explained) in [
        ("step", step),
        ("seam", seam),
        ("jitter", jitter),
        ("short_cast", short_cast),
    ] {
        let link = explained.lines().last().unwrap();
        assert!(link.starts_with("#moment="), "{link}");
        let of_link = sidle(&["replay", link, "--verify"]).fine();
        let recording = folder.path(&format!("{name}-explained.sidle"));
        let of_file = sidle(&["replay", &recording, "--verify"]).fine();
        let hash = |text: &str| text.split("hash ").last().map(str::to_owned);
        assert_eq!(hash(&of_link), hash(&of_file));
        sidle(&["check", &folder.path(&format!("{name}-explained.toml"))]).fine();
    }
}

#[test]
fn a_wrong_file_is_refused_with_its_place_and_the_repair() {
    let folder = Folder::new();
    let tick = r#"{"position":[0,0,0],"motion":[0,0,0],"result":[0,0,0]}"#;
    let body = r#""body":{"shape":"sphere","radius":0.5}"#;
    for (text, expected) in [
        ("{\n \"format\": 1,,\n}".to_owned(), "bad.json:2:14: "),
        (format!(r#"{{"format":1,{body}}}"#), "missing field `ticks`"),
        (
            format!(r#"{{"format":2,{body},"ticks":[{tick}]}}"#),
            "expected 1",
        ),
        (
            format!(r#"{{"format":1,{body},"ticks":[]}}"#),
            "expected one tick",
        ),
        (
            format!(r#"{{"format":1,"body":{{"shape":"cone"}},"ticks":[{tick}]}}"#),
            "expected `sphere` or `capsule`",
        ),
        (
            format!(
                r#"{{"format":1,{body},"ticks":[{tick}],"triangles":[[1,2,3,4,5,6,7,8,1e9]]}}"#
            ),
            "`triangles[0]` has 1000000000",
        ),
        (
            format!(
                r#"{{"format":1,{body},"ticks":[{tick}],"boxes":[{{"center":[0,0,0],"axes":[[1,0,0],[1,0,0],[0,0,1]],"half_extents":[1,1,1]}}]}}"#
            ),
            "expected three unit vectors at right angles",
        ),
        ("[".repeat(100_000), "bad.json:1:"),
        (
            format!(
                r#"{{"format":1,{body},"ticks":[{tick},{}]}}"#,
                tick.replace(r#""motion":[0,0,0]"#, r#""motion":[0,0,2000]"#)
            ),
            "`ticks[1].motion` is 120000 m/s at 60 ticks per second",
        ),
    ] {
        let file = folder.file("bad.json", &text);
        let message = sidle(&["explain", &file, "--no-window"]).failed(1);
        assert!(message.contains(expected), "{message}");
    }
    // An endless file is not read to its end.
    let endless = sidle(&["explain", "/dev/zero", "--no-window"]).failed(1);
    assert!(endless.contains("more than 8 MB"), "{endless}");
    let missing = sidle(&["explain", &folder.path("none.json")]).failed(1);
    assert!(missing.contains("cannot read"), "{missing}");
}

#[test]
fn the_recording_has_the_ticks_of_the_engine() {
    let folder = Folder::new();
    let text = r#"{"format":1,"body":{"shape":"capsule","radius":0.6,"height":1.3},"triangles":[[0,-90,0,0,-90,1,1,-90,0]],"ticks":[
        {"position":[0,0,0],"motion":[1,0,0],"result":[0.25,0.5,0]},
        {"position":[0.25,0.5,0],"motion":[1,0,0],"result":[0.5,0.75,-9]}]}"#;
    let file = folder.file("jump.json", text);
    sidle(&["explain", &file, "--no-window"]).fine();
    let trace = folder.path("trace.csv");
    let recording = folder.path("jump-explained.sidle");
    let level = folder.path("jump-explained.toml");
    sidle(&[
        "simulate", &level, "--replay", &recording, "--trace", &trace,
    ])
    .fine();
    let rows = fs::read_to_string(trace).unwrap();
    let places: Vec<_> = rows
        .lines()
        .skip(1)
        .map(|row| row.split(',').skip(2).take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(places, ["0.25 0.5 0", "0.5 0.75 -9"]);
}
