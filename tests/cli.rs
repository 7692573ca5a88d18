//! The real binary, as a shell sees it: what it prints where, and its exit codes. No window opens.
#![cfg(feature = "game")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

const COURTYARD: &str = "levels/courtyard.toml";
const BAD: &str = "tests/fixtures/bad/levels/many.toml";

/// A step to the right and a jump, on the way ahead: it touches a few things in the yard.
const SCRIPT: &str = "[[step]]\nseconds = 1.0\nforward = 1\nright = 0.3\nyaw_deg = -30\n\
                      [[step]]\nseconds = 0.5\nforward = 1\njump = true\nturn_deg_per_s = 45\npitch_deg = -10\n\
                      [[step]]\nseconds = 0.25\n";

/// What a run of the binary came to.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

/// Runs `sidle` in the package's folder, without a display.
fn sidle(arguments: &[&str]) -> Run {
    sidle_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

fn sidle_in(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    Run {
        code: output.status.code().expect("ended by itself"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// That it went well and said nothing about problems; its results.
    #[track_caller]
    fn fine(self) -> String {
        assert_eq!(
            (self.code, self.stderr.as_str()),
            (0, ""),
            "{}",
            self.stdout
        );
        self.stdout
    }

    /// That it failed with `code` and printed no result; its messages.
    #[track_caller]
    fn failed(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.stdout.as_str()),
            (code, ""),
            "{}",
            self.stderr
        );
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self.stderr
    }
}

/// A folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("sidle-cli-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file; its whole path.
    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing can be done about a failure, and a panic here would hide the test's own.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

fn sorted(names: &str) -> Vec<&str> {
    let mut names: Vec<_> = names.split_whitespace().collect();
    names.sort_unstable();
    names
}

fn three(value: &Value) -> [f64; 3] {
    let numbers: Vec<_> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_f64().unwrap())
        .collect();
    numbers.try_into().unwrap()
}

// ---- check -------------------------------------------------------------------------------------

#[test]
fn check_of_a_clean_level_says_ok_and_exits_0() {
    let printed = sidle(&["check", COURTYARD]).fine();
    assert!(
        printed.starts_with("levels/courtyard.toml: ok: "),
        "{printed}"
    );
    assert_eq!(printed.lines().count(), 1);
}

#[test]
fn check_prints_all_problems_with_their_places_on_stderr_and_exits_1() {
    let run = sidle(&["check", BAD]);
    assert_eq!(run.code, 1);
    let expected = fs::read_to_string("tests/fixtures/bad/levels/many.txt").unwrap();
    let (problems, verdict) = expected.rsplit_once("errors: ").unwrap();
    assert_eq!(
        run.stderr, problems,
        "the texts of tests/bad_files.rs are what a user sees"
    );
    let count: usize = verdict.split(',').next().unwrap().parse().unwrap();
    assert_eq!(run.stdout, format!("{BAD}: {count} problems\n"));
}

#[test]
fn check_looks_at_every_level_even_after_a_bad_one() {
    let missing = "levels/none.toml";
    let run = sidle(&["check", missing, COURTYARD, BAD, COURTYARD]);
    assert_eq!(run.code, 1);
    let starts: Vec<_> = run
        .stdout
        .lines()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(starts, [missing, COURTYARD, BAD, COURTYARD]);
    assert_eq!(run.stdout.matches(": ok: ").count(), 2);
    assert_eq!(sidle(&["check", COURTYARD, COURTYARD]).code, 0);
}

#[test]
fn check_of_a_missing_file_exits_1_and_names_it() {
    let run = sidle(&["check", "levels/none.toml"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr
            .starts_with("error: levels/none.toml: cannot be read: there is no such file"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stdout, "levels/none.toml: 1 problem\n");
}

#[test]
fn warnings_are_printed_and_do_not_change_the_exit_code() {
    let level = "tests/fixtures/bad/meshes/material_file_missing.toml";
    for command in ["check", "simulate"] {
        let run = sidle(&[command, level]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.starts_with("warning: "), "{}", run.stderr);
        assert!(!run.stdout.is_empty());
    }
    let counted = sidle(&["check", level]).stdout;
    assert_eq!(
        counted,
        format!("{level}: ok, 1 warning: 2 triangles, 0 boxes\n")
    );
}

#[test]
fn a_mesh_in_the_place_of_a_level_is_told_so_once() {
    for command in ["check", "simulate", "play"] {
        let run = sidle(&[command, "assets/crate.obj"]);
        assert_eq!(run.code, 1);
        assert_eq!(run.stderr.matches("error: ").count(), 1, "{}", run.stderr);
        let start = "error: this is an OBJ mesh, not a level\n --> assets/crate.obj:";
        assert!(run.stderr.starts_with(start), "{}", run.stderr);
        assert!(run.stderr.contains("`[[mesh]]`"), "{}", run.stderr);
    }
    let script = sidle(&["simulate", COURTYARD, "--script", "assets/crate.obj"]).failed(1);
    assert!(
        script.starts_with("error: this is an OBJ mesh, not a walk script"),
        "{script}"
    );
}

#[test]
fn check_json_has_every_problem_with_its_parts() {
    let run = sidle(&["check", "--json", COURTYARD, BAD, "levels/none.toml"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let reports = json(&run.stdout);
    let [good, bad, missing] = &reports.as_array().unwrap()[..] else {
        panic!("{reports}")
    };
    for report in [good, bad, missing] {
        assert_eq!(keys(report), sorted("file ok problems"));
    }
    assert_eq!(
        (good["file"].as_str(), good["ok"].as_bool()),
        (Some(COURTYARD), Some(true))
    );
    assert_eq!(good["problems"].as_array().unwrap().len(), 0);

    assert_eq!(bad["ok"], false);
    let problems = bad["problems"].as_array().unwrap();
    let expected = fs::read_to_string("tests/fixtures/bad/levels/many.txt").unwrap();
    assert_eq!(problems.len(), expected.matches(" --> ").count());
    for problem in problems {
        assert_eq!(
            keys(problem),
            sorted("severity file line column message label help")
        );
        assert_eq!(problem["severity"], "error");
        let (file, line, column) = (&problem["file"], &problem["line"], &problem["column"]);
        let place = format!("--> {}:{line}:{column}\n", file.as_str().unwrap());
        assert!(expected.contains(&place), "{place}");
        assert!(expected.contains(problem["message"].as_str().unwrap()));
    }
    assert_eq!(problems[4]["help"], "did you mean `crate`?");

    assert_eq!(missing["ok"], false);
    assert_eq!(missing["problems"][0]["line"], Value::Null);
}

#[test]
fn check_finds_the_meshes_of_a_level_from_any_folder() {
    let folder = Folder::new();
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join(COURTYARD);
    sidle_in(&folder.0, &["check", level.to_str().unwrap()]).fine();
    let text = "format = 1\nname = \"Crates\"\nspawn.position = [0, 1, 0]\n\
                prop = [{ kind = \"crate\", position = [0, 0, 0] }]\n";
    folder.file("own.toml", text);
    let printed = sidle_in(&folder.0, &["check", "own.toml"]).fine();
    assert_eq!(printed, "own.toml: ok: 0 triangles, 1 box\n");
}

// ---- simulate ----------------------------------------------------------------------------------

#[test]
fn simulate_without_a_script_stands_and_prints_where() {
    let printed = sidle(&["simulate", COURTYARD]).fine();
    let value = |name: &str| {
        let line = printed.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].trim().to_owned()
    };
    assert_eq!(value("level"), "Courtyard");
    assert_eq!(value("controller"), "classic");
    assert_eq!(value("ticks"), "600 at 120 Hz");
    assert_eq!(value("start"), "0.0000 0.5000 16.0000 m");
    assert_eq!(value("ground"), "floor");
    assert_eq!(value("respawns"), "0");
    assert_eq!(value("hash").len(), 16);
}

#[test]
fn simulate_json_is_one_object_with_exactly_the_promised_keys() {
    let result = json(&sidle(&["simulate", COURTYARD, "--json"]).fine());
    let promised = "level controller hz ticks start end velocity ground path_m respawns hash";
    assert_eq!(keys(&result), sorted(promised));
    assert_eq!(result["level"], "Courtyard");
    assert_eq!(result["controller"], "classic");
    assert_eq!(
        (&result["hz"], &result["ticks"]),
        (&120.into(), &600.into())
    );
    assert_eq!(three(&result["start"]), [0.0, 0.5, 16.0]);
    assert_eq!(three(&result["velocity"]), [0.0; 3]);
    assert_eq!(result["ground"], "floor");
    assert!(result["path_m"].as_f64().unwrap() < 1e-3, "it only stands");
    let hash = result["hash"].as_str().unwrap();
    assert_eq!(hash.len(), 16);
    assert!(
        hash.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')),
        "{hash}"
    );
}

#[test]
fn the_same_run_gives_the_same_result_and_another_does_not() {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    let run = |more: &[&str]| {
        let mut arguments = vec!["simulate", COURTYARD, "--json"];
        arguments.extend(more);
        sidle(&arguments).fine()
    };
    let walked = run(&["--script", &script]);
    assert_eq!(walked, run(&["--script", &script]));
    assert_eq!(
        walked,
        run(&["--script", &script, "--controller", "classic"])
    );
    let hashes = [
        walked,
        run(&[]),
        run(&["--script", &script, "--hz", "60"]),
        run(&["--script", &script, "--hz", "240"]),
    ]
    .map(|printed| json(&printed)["hash"].clone());
    for (at, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(hash), "{hashes:?}");
    }
}

#[test]
fn hz_changes_the_number_of_ticks_and_not_the_time() {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    for (hz, ticks) in [("1", 2), ("60", 105), ("240", 420), ("1000", 1750)] {
        let printed = sidle(&[
            "simulate", COURTYARD, "--script", &script, "--hz", hz, "--json",
        ])
        .fine();
        let result = json(&printed);
        // 1.0 s + 0.5 s + 0.25 s; at 1 Hz these are 1, 1 (0.5 is rounded up) and 0 ticks.
        assert_eq!(result["ticks"], ticks, "{hz} Hz");
        assert_eq!(result["hz"].to_string(), hz);
    }
}

#[test]
fn a_trace_has_one_row_per_tick_and_its_numbers_read_back_to_the_same_bits() {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    let trace = folder.path("trace.csv");
    let arguments = [
        "simulate", COURTYARD, "--script", &script, "--trace", &trace, "--json",
    ];
    let result = json(&sidle(&arguments).fine());
    let text = fs::read_to_string(&trace).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("tick,time,x,y,z,vx,vy,vz,yaw_deg,pitch_deg,ground,contacts")
    );

    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 210);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), 12);
        assert_eq!(row[0], (at + 1).to_string());
        for number in &row[1..10] {
            // The shortest text for these bits: written again, it is the same.
            let value: f64 = number.parse().unwrap();
            assert!(value.is_finite());
            assert_eq!(value.to_string(), *number);
        }
        assert!(matches!(row[10], "floor" | "steep" | "none"), "{}", row[10]);
        assert!(row[11].parse::<u32>().is_ok());
    }
    let last = rows.last().unwrap();
    let numbers = |columns: core::ops::Range<usize>| -> Vec<u64> {
        last[columns]
            .iter()
            .map(|n| n.parse::<f64>().unwrap().to_bits())
            .collect()
    };
    assert_eq!(numbers(2..5), three(&result["end"]).map(f64::to_bits));
    assert_eq!(numbers(5..8), three(&result["velocity"]).map(f64::to_bits));
    assert_eq!(last[1].parse(), Ok(1.75));
    assert_eq!(last[10], result["ground"]);
    // -30 degrees, turned by 45 degrees per second for half a second; angles are kept in 32 bits.
    assert!(
        (last[8].parse::<f64>().unwrap() - -7.5).abs() < 1e-6,
        "{}",
        last[8]
    );
    assert!(
        (last[9].parse::<f64>().unwrap() - -10.0).abs() < 1e-6,
        "{}",
        last[9]
    );
    // The jump is in the air.
    assert!(rows.iter().any(|row| row[10] == "none" && row[11] == "0"));
}

#[test]
fn a_trace_changes_nothing_of_the_run() {
    let folder = Folder::new();
    let trace = folder.path("trace.csv");
    let traced = sidle(&["simulate", COURTYARD, "--json", "--trace", &trace]).fine();
    assert_eq!(traced, sidle(&["simulate", COURTYARD, "--json"]).fine());
}

#[test]
fn the_path_is_as_long_as_the_steps_from_row_to_row() {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    let trace = folder.path("trace.csv");
    let arguments = [
        "simulate", COURTYARD, "--script", &script, "--trace", &trace, "--json",
    ];
    let result = json(&sidle(&arguments).fine());
    let mut position = three(&result["start"]);
    let mut length = 0.0;
    for line in fs::read_to_string(&trace).unwrap().lines().skip(1) {
        let row: Vec<_> = line.split(',').collect();
        let next = [2, 3, 4].map(|column: usize| row[column].parse::<f64>().unwrap());
        let squares: f64 = (0..3)
            .map(|axis| (next[axis] - position[axis]) * (next[axis] - position[axis]))
            .sum();
        length += squares.sqrt();
        position = next;
    }
    let path_m = result["path_m"].as_f64().unwrap();
    assert!((length - path_m).abs() < 1e-9, "{length} and {path_m}");
    assert!(path_m > 5.0, "1.5 s at 5 m/s, less the start");
}

#[test]
fn a_fall_below_the_limit_leads_back_to_the_spawn() {
    let folder = Folder::new();
    let level = folder.file(
        "hole.toml",
        "format = 1\nname = \"Hole\"\nspawn.position = [0, 1, 0]\nlimits.kill_y = -1\n",
    );
    let run = sidle(&["simulate", &level, "--json"]);
    assert_eq!(run.code, 0);
    assert!(
        run.stderr.starts_with("warning: this level has nothing"),
        "{}",
        run.stderr
    );
    let result = json(&run.stdout);
    let [_, y, _] = three(&result["end"]);
    assert!((-1.0..=1.0).contains(&y), "{y}");
    // It falls 2 m again and again in 5 s; the ways back do not count.
    let path_m = result["path_m"].as_f64().unwrap();
    assert!(path_m > 10.0 && path_m < 25.0, "{path_m}");
    // 2 m by 20 m/s² take 0.447 s: 54 ticks, the last of which leads back. 600 / 54 = 11.1.
    assert_eq!(result["respawns"], 11);
}

#[test]
fn simulate_starts_where_it_is_told_to() {
    let arguments = [
        "simulate",
        COURTYARD,
        "--json",
        "--spawn",
        "-3,0.5,12.25,90,-10",
    ];
    let result = json(&sidle(&arguments).fine());
    assert_eq!(three(&result["start"]), [-3.0, 0.5, 12.25]);
    assert_eq!(three(&result["end"]), [-3.0, 0.5, 12.25]);
    for command in ["simulate", "play"] {
        let messages = sidle(&[command, COURTYARD, "--spawn", "0,-30,0,0,0"]).failed(1);
        assert_eq!(
            messages,
            "error: --spawn: the height -30 is below the level's `kill_y`, -20\n"
        );
    }
}

#[test]
fn simulate_reports_the_problems_of_level_and_script_together_and_exits_1() {
    let script = "tests/fixtures/bad/scripts/ranges.toml";
    let messages = sidle(&["simulate", BAD, "--script", script, "--json"]).failed(1);
    assert!(messages.contains("many.toml:2:10"), "{messages}");
    assert!(messages.contains("scripts/ranges.toml:3:11"), "{messages}");
}

#[test]
fn missing_files_exit_1_and_are_named() {
    let messages = sidle(&["simulate", "levels/none.toml"]).failed(1);
    assert!(
        messages.contains("levels/none.toml: cannot be read"),
        "{messages}"
    );
    let messages = sidle(&["simulate", COURTYARD, "--script", "none.toml"]).failed(1);
    assert!(messages.contains("none.toml: cannot be read"), "{messages}");
}

#[test]
fn a_trace_that_cannot_be_written_exits_1_and_is_named() {
    let folder = Folder::new();
    for path in [folder.path("none/trace.csv"), folder.path("")] {
        let messages = sidle(&["simulate", COURTYARD, "--trace", &path]).failed(1);
        assert!(messages.starts_with("error: cannot write `"), "{messages}");
        assert!(messages.contains(&path), "{messages}");
    }
}

#[test]
fn a_bad_level_leaves_an_older_trace_alone() {
    let folder = Folder::new();
    let trace = folder.file("trace.csv", "precious\n");
    sidle(&["simulate", BAD, "--trace", &trace]).failed(1);
    assert_eq!(fs::read_to_string(&trace).unwrap(), "precious\n");
}

// ---- usage -------------------------------------------------------------------------------------

#[test]
fn wrong_usage_exits_2_with_a_message() {
    for arguments in [
        &["check"][..],
        &["check", "--jsn", COURTYARD],
        &["simulate"],
        &["simulate", COURTYARD, "--hz", "0"],
        &["simulate", COURTYARD, "--hz", "fast"],
        &["simulate", COURTYARD, "--controller", "glide"],
        &["simulate", COURTYARD, "--trace"],
        &["simulate", COURTYARD, BAD],
        &["simulate", COURTYARD, "--spawn", "1,2,3"],
        &["--size", "huge"],
    ] {
        let messages = sidle(arguments).failed(2);
        assert!(messages.starts_with("error: "), "{arguments:?}: {messages}");
    }
    let messages = sidle(&["simulate", COURTYARD, "--controller", "glide"]).failed(2);
    assert!(messages.contains("classic"), "{messages}");
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    for arguments in [
        &["check", COURTYARD][..],
        &["simulate", COURTYARD, "--json"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sidle"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn the_version_is_the_packages() {
    let printed = sidle(&["--version"]).fine();
    assert_eq!(printed, concat!("sidle ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn the_help_names_commands_options_and_exit_codes() {
    let printed = sidle(&["--help"]).fine();
    for word in [
        "play",
        "check",
        "simulate",
        "Exit codes: 0 fine, 1",
        "stderr",
    ] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    assert_eq!(printed, sidle(&["help"]).fine());
    let printed = sidle(&["help", "simulate"]).fine();
    for word in [
        "--controller",
        "--script",
        "--hz",
        "--trace",
        "--json",
        "120",
    ] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    assert!(sidle(&["check", "--help"]).fine().contains("--json"));
}
