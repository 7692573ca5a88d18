//! `--mover`: programs that move the player.

use serde_json::Value;

use super::run::{COURTYARD, Folder, json, sidle};

const WALK: &str = "recordings/walk.toml";

/// Answers everything but a tick well. To a tick, it says `$1`.
const LIAR: &str = r#"bad=sh -c 'while read -r line; do case $line in
*hello*) echo "{\"name\":\"bad\",\"version\":\"1\",\"can\":[\"tick\"]}";;
*world*) echo "{}";;
*reset*) echo "{\"position\":[0,0,0],\"velocity\":[0,0,0],\"ground\":\"none\"}";;
*) echo "$1";; esac; done' sh"#;

fn liar(answer: &str) -> String {
    format!("{LIAR} '{answer}'")
}

#[test]
fn a_mover_moves_the_player_in_simulate() {
    let still = r#"{"position":[1,2,3],"velocity":[0,0,0],"ground":"floor"}"#;
    let folder = Folder::new();
    let recording = folder.path("still.sidle");
    let run = sidle(&[
        "simulate",
        COURTYARD,
        "--mover",
        &liar(still),
        "--record",
        &recording,
        "--json",
    ]);
    let result = json(&run.fine());
    let end: Vec<_> = result["end"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::as_f64)
        .collect();
    assert_eq!(end, [1.0, 2.0, 3.0].map(Some));
    assert_eq!(
        (&result["controller"], &result["ground"]),
        (&"bad".into(), &"floor".into())
    );
}

#[test]
fn hostile_movers_end_with_one_message_and_without_a_result() {
    // A shell reads the world slowly.
    let liar = liar("{}");
    for (mover, limit, expected) in [
        (
            "bad=sleep 600",
            "50",
            "did not answer `hello` within 500 ms",
        ),
        ("bad=yes", "1000", "answered `hello` with something else"),
        (
            "bad=cat /dev/zero",
            "1000",
            "answered `hello` with more than 1048576 bytes",
        ),
        (
            "bad=true",
            "1000",
            "has ended, with exit code 0, and does not answer `hello`",
        ),
        (
            &liar,
            "5000",
            "answered `tick` with something else: missing field `position`",
        ),
    ] {
        let run = sidle(&[
            "simulate",
            COURTYARD,
            "--mover",
            mover,
            "--mover-timeout",
            limit,
        ]);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (1, ""),
            "{mover}: {}",
            run.stderr
        );
        assert!(run.stderr.contains(expected), "{mover}: {}", run.stderr);
    }
}

#[test]
fn compare_goes_on_without_a_mover_that_has_ended() {
    let good = liar(r#"{"position":[1,2,3],"velocity":[0,0,0],"ground":"floor"}"#);
    let good = good.replacen("bad", "good", 1);
    let folder = Folder::new();
    let svg = folder.path("paths.svg");
    let run = sidle(&[
        "compare",
        COURTYARD,
        "--script",
        WALK,
        "--mover",
        &liar("nonsense"),
        "--mover",
        &good,
        "--svg",
        &svg,
        "--json",
    ]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr
            .contains("the mover `bad` answered `tick` with something else")
    );
    let result = json(&run.stdout);
    let runs = result["runs"].as_array().unwrap().iter();
    let names: Vec<_> = runs
        .map(|run| run["controller"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["classic", "swept", "boxed", "good"]);
    assert!(std::fs::read_to_string(svg).unwrap().contains(">good<"));
}

#[test]
fn only_the_command_line_names_a_mover() {
    for controller in ["outer", "mover", "sh -c true"] {
        let folder = Folder::new();
        let text = format!(
            "format = 1\nname = \"a\"\n[spawn]\nposition = [0, 0, 0]\ncontroller = \"{controller}\"\n"
        );
        let run = sidle(&["check", &folder.file("a.toml", &text)]);
        assert_eq!(run.code, 1, "{controller}: {}", run.stdout);
    }
}

#[test]
fn wrong_movers_are_refused_before_they_start() {
    let run = |arguments: &[&str]| sidle(&[&["simulate", COURTYARD], arguments].concat());
    let taken = run(&["--mover", "swept=true"]);
    assert!(taken.code == 2 && taken.stderr.contains("`swept` is a controller of sidle"));
    let two = run(&["--mover", "a=true", "--mover", "b=true"]);
    assert!(two.code == 2 && two.stderr.contains("one run has one mover"));
    let both = run(&["--mover", "a=true", "--controller", "swept"]);
    assert!(both.code == 2 && both.stderr.contains("leave out --controller"));
    assert!(
        both.stderr.contains("Usage: sidle simulate"),
        "{}",
        both.stderr
    );
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| format!("{name}=true"));
    let five = [&a, &b, &c, &d, &e].map(|mover| ["--mover", mover.as_str()]);
    for command in [
        &["compare", COURTYARD, "--script", WALK][..],
        &["play"],
        &[],
    ] {
        let twice = sidle(&[command, &["--mover", &a, "--mover", &a]].concat());
        assert!(twice.failed(2).contains("two movers are called `a`"));
        let many = sidle(&[command, &five.concat()].concat());
        assert!(many.failed(2).contains("at most 4 movers"));
    }
    for (arguments, expected) in [
        (
            &["conformance", "--mover", &a, "--mover", &a][..],
            "two movers are called `a`",
        ),
        (
            &["conformance", "--mover", &a, "--padding", "b=0.02"],
            "no --mover is called `b`",
        ),
        (
            &["conformance", "--padding", "swept=0.02"],
            "no --mover is called `swept`",
        ),
        (
            &[
                "conformance",
                "--mover",
                &a,
                "--padding",
                "a=0.1",
                "--padding",
                "a=0.2",
            ],
            "two paddings",
        ),
        (
            &[
                "conformance",
                "--controller",
                "swept",
                "--controller",
                "swept",
            ],
            "named twice",
        ),
        (
            &["audit", COURTYARD, COURTYARD, "--pts", "a.pts"],
            "`--pts` takes one level",
        ),
    ] {
        assert!(sidle(arguments).failed(2).contains(expected), "{expected}");
    }
}
