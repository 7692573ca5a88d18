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
            &["did not answer `hello` within 500 ms"][..],
        ),
        // Its first line may come before the request.
        (
            "bad=yes",
            "1000",
            &[
                "answered `hello` with something else",
                "sent a line before `hello` that nobody had asked for",
            ],
        ),
        (
            "bad=cat /dev/zero",
            "1000",
            &["answered `hello` with more than 1048576 bytes"],
        ),
        (
            "bad=true",
            "1000",
            &["has ended, with exit code 0, and does not answer `hello`"],
        ),
        (
            &liar,
            "5000",
            &["answered `tick` with something else: missing field `position`"],
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
        let says = expected.iter().any(|text| run.stderr.contains(text));
        assert!(says, "{mover}: {}", run.stderr);
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
fn compare_goes_on_without_a_mover_that_does_not_start() {
    let still = liar(r#"{"position":[1,2,3],"velocity":[0,0,0],"ground":"floor"}"#);
    let run = sidle(&[
        "compare",
        COURTYARD,
        "--script",
        WALK,
        "--mover",
        "gone=no-such-program",
        "--mover",
        &still,
    ]);
    assert_eq!(run.code, 1);
    let why = "the mover `gone` did not start";
    assert!(run.stderr.contains(why), "{}", run.stderr);
    let head = run.stdout.lines().nth(3).unwrap_or_default();
    let names: Vec<_> = head.split_whitespace().collect();
    assert_eq!(names, ["classic", "swept", "boxed", "bad"]);
}

/// A plate from which a walker falls.
const PLATE: &str = "format = 1\nname = \"Plate\"\n[spawn]\nposition = [0, 0.5, 0]\n[limits]\nkill_y = -5\n\
                     [[prop]]\nkind = \"crate\"\nposition = [0, -0.5, 0]\nscale = [8, 1, 8]\n";

/// A mover that glides over it by its keys. What else it can do are its arguments.
const GLIDER: &str = r#"
import json, math, sys
state = dict(position=[0, 0, 0], velocity=[0, 0, 0], ground='floor')
for line in sys.stdin:
    r = json.loads(line)
    do, answer = r['do'], {}
    if do == 'hello':
        answer = dict(name='glider', version='1', can=['tick'] + sys.argv[1:])
    elif do == 'save':
        answer = dict(state=state)
    elif do != 'world':
        if do == 'bye':
            break
        if do == 'load':
            state = r['state']
        elif do == 'reset':
            state = dict(position=r['position'], velocity=r['velocity'], ground='floor')
        else:
            c, (x, y, z) = r['command'], state['position']
            v = [-math.sin(c['yaw']) * c['forward'] * 5, 0, -math.cos(c['yaw']) * c['forward'] * 5]
            on = abs(x) < 4.5 and abs(z) < 4.5
            v[1] = 0 if on else -10
            state = dict(position=[p + q * r['dt'] for p, q in zip((x, y, z), v)], velocity=v,
                         ground='floor' if on else 'none')
        answer = state
    print(json.dumps(answer), flush=True)
"#;

#[test]
fn a_mover_walks_in_an_audit_and_one_that_saves_walks_no_way_twice() {
    let has_python = std::process::Command::new("python3")
        .arg("--version")
        .output();
    if has_python.is_err() {
        return;
    }
    let folder = Folder::new();
    let level = folder.file("plate.toml", PLATE);
    let glider = folder.file("glider.py", GLIDER);
    let out = folder.path("out.json");
    let run = |can: &str| {
        let mover = format!("glider=python3 '{glider}' {can}");
        sidle(&[
            "audit", &level, "--ticks", "6000", "--json", &out, "--mover", &mover,
        ])
    };
    let [saving, walking] = [run("save"), run("")];
    assert_eq!(
        (saving.code, saving.stderr.as_str()),
        (1, ""),
        "{}",
        saving.stdout
    );
    assert!(
        walking.stderr.contains("cannot save its state"),
        "{}",
        walking.stderr
    );
    // Both return to the same states.
    assert_eq!(saving.stdout, walking.stdout);
    let report = json(&std::fs::read_to_string(&out).unwrap());
    let findings = report[0]["findings"].as_array().unwrap();
    let escape = findings.iter().find(|finding| finding["kind"] == "escape");
    // The recording repeats the mover's states without it.
    let recording = escape.unwrap()["recording"].as_str().unwrap();
    sidle(&["replay", &folder.path(recording), "--verify"]).fine();
}

#[test]
fn an_audit_ends_with_its_mover() {
    let folder = Folder::new();
    let level = folder.file("plate.toml", PLATE);
    for (mover, expected) in [
        (liar("nonsense"), "answered `tick` with something else"),
        ("bad=true".to_owned(), "does not answer `hello`"),
    ] {
        for budget in [["--ticks", "6000"], ["--seconds", "60"]] {
            let run = sidle(&[&["audit", &level, "--mover", &mover], &budget[..]].concat());
            assert!(run.failed(1).contains(expected), "{mover}");
        }
    }
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
        (
            &["audit", COURTYARD, "--mover", &a, "--controller", "swept"],
            "leave out --controller",
        ),
    ] {
        assert!(sidle(arguments).failed(2).contains(expected), "{expected}");
    }
}
