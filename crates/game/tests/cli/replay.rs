//! `sidle replay`, and recordings given to `sidle simulate`.

use std::fs;

use super::run::{BAD, COURTYARD, Folder, at_root, json, sidle, sidle_in};

const SCRIPT: &str = "[[step]]\nseconds = 1.0\nforward = 1\nyaw_deg = -62\n\
                      [[step]]\nseconds = 0.5\njump = true\n";

/// A folder with a recording of [`SCRIPT`] in the courtyard, the path of the recording, and its
/// hash.
fn recorded() -> (Folder, String, String) {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    let out = folder.path("walk.sidle");
    let arguments = [
        "simulate", COURTYARD, "--script", &script, "--record", &out, "--json",
    ];
    let result = json(&sidle(&arguments).fine());
    let hash = result["hash"].as_str().unwrap().to_owned();
    (folder, out, hash)
}

#[test]
fn replay_verifies_and_describes_a_recording() {
    let (_folder, out, hash) = recorded();
    let printed = sidle(&["replay", &out, "--verify"]).fine();
    let version = env!("CARGO_PKG_VERSION");
    for line in [
        &*format!("made by     sidle {version}\n"),
        "level       Courtyard (courtyard.toml), hash ",
        "start       0.0000 0.5000 16.0000 m, yaw 0.00, pitch 2.00 degrees\n",
        "controller  classic, walk\n",
        "tuning      default\n",
        "length      1.500 s: 180 ticks at 120 Hz\n",
        "a check of every tick\n",
        &format!("verified    180 ticks, hash {hash}\n"),
    ] {
        assert!(printed.contains(line), "{line}: {printed}");
    }
}

#[test]
fn simulate_repeats_a_recording_exactly() {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    let out = folder.path("walk.sidle");
    let recorded = sidle(&[
        "simulate",
        COURTYARD,
        "--script",
        &script,
        "--record",
        &out,
        "--hz",
        "90",
        "--controller",
        "boxed",
        "--spawn",
        "1,0.5,15,10,0",
    ]);
    let printed = recorded.fine();
    assert_eq!(
        printed,
        sidle(&["simulate", COURTYARD, "--replay", &out]).fine()
    );
    // A recording of the replay is the same file.
    let again = folder.path("again.sidle");
    sidle(&["simulate", COURTYARD, "--replay", &out, "--record", &again]).fine();
    assert_eq!(fs::read(&out).unwrap(), fs::read(&again).unwrap());
    // Another controller follows the same commands on another path.
    let other = sidle(&[
        "simulate",
        COURTYARD,
        "--replay",
        &out,
        "--controller",
        "swept",
    ]);
    let other = other.fine();
    assert!(
        other.contains("controller  swept") && other != printed,
        "{other}"
    );
}

#[test]
fn replay_finds_the_level_beside_the_recording_in_levels_built_in_or_by_path() {
    let (folder, _, hash) = recorded();
    let found = |arguments: &[&str]| {
        let printed = sidle_in(&folder.0, arguments).fine();
        assert!(printed.contains(&hash), "{printed}");
    };
    // The folder contains only the recording, so the program uses its built-in test level.
    found(&["replay", "walk.sidle", "--verify"]);
    let level = at_root(COURTYARD).display().to_string();
    found(&["replay", "walk.sidle", "--verify", "--level", &level]);

    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    for (name, y) in [("here", 3.0), ("levels/there", 4.0)] {
        fs::create_dir_all(folder.path("levels")).unwrap();
        let text = format!(
            "format = 1\nname = \"Own\"\nspawn.position = [0, {y}, 0]\n[[prop]]\nkind = \"crate\"\n\
             position = [0, 0, 0]\nscale = 4\n"
        );
        let level = folder.file(&format!("{name}.toml"), &text);
        let out = folder.path("own.sidle");
        sidle(&["simulate", &level, "--script", &script, "--record", &out]).fine();
        sidle_in(&folder.0, &["replay", "own.sidle", "--verify"]).fine();
    }
    fs::remove_dir_all(folder.path("levels")).unwrap();
    let messages = sidle_in(&folder.0, &["replay", "own.sidle", "--verify"]).failed(1);
    assert_eq!(
        messages,
        "error: there is no level `there.toml` at `there.toml` or `levels/there.toml`\n\
         name it with --level PATH\n"
    );
}

#[test]
fn another_level_is_an_error_and_with_force_replay_shows_where_it_diverges() {
    let (_folder, out, _) = recorded();
    let other = [
        "replay",
        &out,
        "--verify",
        "--level",
        "levels/car-crash.toml",
    ];
    let run = sidle(&other);
    assert_eq!(run.code, 1);
    assert!(!run.stdout.contains("verified"), "{}", run.stdout);
    for words in [
        "levels/car-crash.toml is the level `Car crash`, and this was recorded in `Courtyard`",
        "expected a level of hash ",
        "--force",
    ] {
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    let forced = sidle(&[&other[..], &["--force"]].concat());
    assert_eq!(forced.code, 1);
    let place = "is the first that differs from the recording: now it ends at ";
    assert!(forced.stderr.contains(place), "{}", forced.stderr);
    assert!(forced.stderr.starts_with("warning: "), "{}", forced.stderr);
    // `simulate` only warns.
    let simulated = sidle(&["simulate", "levels/car-crash.toml", "--replay", &out]);
    assert_eq!(simulated.code, 0);
    assert!(
        simulated.stderr.starts_with("warning: "),
        "{}",
        simulated.stderr
    );
}

#[test]
fn the_first_tick_that_differs_is_named() {
    // Move a fence into the player's path; before the fence, the path stays the same.
    let folder = Folder::new();
    let script = folder.file("walk.toml", "[[step]]\nseconds = 1\nforward = 1\n");
    let level = |z: f64| {
        let text = format!(
            "format = 1\nname = \"Own\"\nspawn.position = [0, 2.5, 0]\nplayer.ground_accel = inf\n\
             [[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\nscale = [40, 4, 40]\n\
             [[prop]]\nkind = \"crate\"\nposition = [0, 3, {z}]\nscale = 2\n"
        );
        folder.file("own.toml", &text)
    };
    let out = folder.path("own.sidle");
    sidle(&[
        "simulate",
        &level(-9.0),
        "--script",
        &script,
        "--record",
        &out,
    ])
    .fine();
    level(-3.52);
    let run = sidle(&["replay", &out, "--verify", "--force"]);
    // Its near face is at z = -2.52, so the player of 0.5 m stops 2.02 m on. That is in tick 49: each
    // tick covers 1/24 m.
    let named = "error: tick 49, after 0.408 s, is the first that differs from the recording";
    assert!(run.stderr.contains(named), "{}", run.stderr);
    assert_eq!(run.code, 1);
}

#[test]
fn a_file_that_is_no_recording_is_an_error_that_names_what_it_is() {
    let (folder, out, _) = recorded();
    let bytes = fs::read(&out).unwrap();
    let failed = |bytes: &[u8]| {
        fs::write(folder.path("bad.sidle"), bytes).unwrap();
        sidle_in(&folder.0, &["replay", "bad.sidle", "--verify"]).failed(1)
    };
    assert_eq!(
        failed(SCRIPT.as_bytes()),
        "error: bad.sidle: this is not a recording: it does not begin like one\n\
         expected a file that `sidle simulate --record` or the game wrote\n"
    );
    let (half, whole) = (bytes.len() / 2, bytes.len());
    assert_eq!(
        failed(&bytes[..half]),
        format!(
            "error: bad.sidle: this recording is cut off: it has {half} bytes of {whole}\n\
             copy or download it again\n"
        )
    );
    let mut damaged = bytes.clone();
    damaged[half] ^= 1;
    assert!(failed(&damaged).contains("its checksum does not match"));
    let mut newer = bytes;
    newer[8] = 9;
    assert!(failed(&newer).contains("has format 9, and this program reads format 4"));
    let missing = sidle(&["replay", "none.sidle", "--verify"]).failed(1);
    assert!(
        missing.starts_with("error: cannot read `none.sidle`: "),
        "{missing}"
    );
    let missing = sidle(&["simulate", COURTYARD, "--replay", "none.sidle"]).failed(1);
    assert!(
        missing.starts_with("error: cannot read `none.sidle`: "),
        "{missing}"
    );
    let unwritten = sidle(&["simulate", COURTYARD, "--record", "none/none.sidle"]).failed(1);
    assert!(unwritten.starts_with("error: cannot write `none/none.sidle`: "));
    let bad_level = sidle(&["replay", &out, "--verify", "--level", BAD]);
    assert_eq!(bad_level.code, 1);
    assert!(
        bad_level.stderr.contains("many.toml:"),
        "{}",
        bad_level.stderr
    );
}
