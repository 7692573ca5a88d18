//! `sidle simulate`.

use std::fs;

use serde_json::Value;

use super::run::{BAD, COURTYARD, Folder, json, keys, sidle, sorted, three};

/// Steps to the right and jumps while walking ahead; touches a few things in the yard.
const SCRIPT: &str = "[[step]]\nseconds = 1.0\nforward = 1\nright = 0.3\nyaw_deg = -30\n\
                      [[step]]\nseconds = 0.5\nforward = 1\njump = true\nturn_deg_per_s = 45\npitch_deg = -10\n\
                      [[step]]\nseconds = 0.25\n";

/// The result and the trace of a run of [`SCRIPT`].
fn traced_run() -> (Value, String) {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    let trace = folder.path("trace.csv");
    let arguments = [
        "simulate", COURTYARD, "--script", &script, "--trace", &trace, "--json",
    ];
    let result = json(&sidle(&arguments).fine());
    (result, fs::read_to_string(&trace).unwrap())
}

#[test]
fn simulate_without_a_script_stands_still_and_prints_its_position() {
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
fn simulate_json_is_one_object_with_exactly_the_documented_keys() {
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
fn the_same_run_gives_the_same_result_and_another_run_does_not() {
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
fn hz_changes_the_number_of_ticks_and_not_the_duration() {
    let folder = Folder::new();
    let script = folder.file("walk.toml", SCRIPT);
    for (hz, ticks) in [("1", 2), ("60", 105), ("240", 420), ("1000", 1750)] {
        let printed = sidle(&[
            "simulate", COURTYARD, "--script", &script, "--hz", hz, "--json",
        ])
        .fine();
        let result = json(&printed);
        // 1.0 s + 0.5 s + 0.25 s; at 1 Hz these are 1, 1 (0.5 rounds up) and 0 ticks.
        assert_eq!(result["ticks"], ticks, "{hz} Hz");
        assert_eq!(result["hz"].to_string(), hz);
    }
}

#[test]
fn a_trace_has_one_row_per_tick_and_its_numbers_parse_back_exactly() {
    let (result, text) = traced_run();
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
            // The shortest text for these bits: formatting it again gives the same text.
            let value: f64 = number.parse().unwrap();
            assert!(value.is_finite());
            assert_eq!(value.to_string(), *number);
        }
        assert!(
            matches!(row[10], "floor" | "wedged" | "steep" | "none"),
            "{}",
            row[10]
        );
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
    // -30 degrees, plus 45 degrees per second for half a second; angles have 32 bits.
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
fn a_trace_does_not_change_the_run() {
    let folder = Folder::new();
    let trace = folder.path("trace.csv");
    let traced = sidle(&["simulate", COURTYARD, "--json", "--trace", &trace]).fine();
    assert_eq!(traced, sidle(&["simulate", COURTYARD, "--json"]).fine());
}

#[test]
fn the_path_length_is_the_sum_of_the_steps_between_rows() {
    let (result, text) = traced_run();
    let mut position = three(&result["start"]);
    let mut length = 0.0;
    for line in text.lines().skip(1) {
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
fn a_fall_below_kill_y_respawns_the_player() {
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
    // It falls 2 m again and again in 5 s; respawns do not count as path.
    let path_m = result["path_m"].as_f64().unwrap();
    assert!(path_m > 10.0 && path_m < 25.0, "{path_m}");
    // 2 m at 20 m/s² take 0.447 s: 54 ticks, the last of which respawns. 600 / 54 = 11.1.
    assert_eq!(result["respawns"], 11);
}

#[test]
fn simulate_starts_at_the_given_spawn() {
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
fn missing_files_are_named_and_exit_1() {
    let messages = sidle(&["simulate", "levels/none.toml"]).failed(1);
    assert!(
        messages.contains("levels/none.toml: cannot be read"),
        "{messages}"
    );
    let messages = sidle(&["simulate", COURTYARD, "--script", "none.toml"]).failed(1);
    assert!(messages.contains("none.toml: cannot be read"), "{messages}");
}

#[test]
fn an_unwritable_trace_file_is_named_and_exits_1() {
    let folder = Folder::new();
    for path in [folder.path("none/trace.csv"), folder.path("")] {
        let messages = sidle(&["simulate", COURTYARD, "--trace", &path]).failed(1);
        assert!(messages.starts_with("error: cannot write `"), "{messages}");
        assert!(messages.contains(&path), "{messages}");
    }
}

#[test]
fn a_bad_level_does_not_overwrite_an_older_trace() {
    let folder = Folder::new();
    let trace = folder.file("trace.csv", "precious\n");
    sidle(&["simulate", BAD, "--trace", &trace]).failed(1);
    assert_eq!(fs::read_to_string(&trace).unwrap(), "precious\n");
}

#[test]
fn the_zones_of_a_level_are_reported_in_order_with_the_clock_of_the_race() {
    let script = "tests/fixtures/walks/obstacle-course.toml";
    let arguments = [
        "simulate",
        "levels/obstacle-course.toml",
        "--script",
        script,
    ];
    let result = json(&sidle(&[&arguments[..], &["--json"]].concat()).fine());
    let zones = result["zones"].as_array().expect("a list");
    let effects: Vec<_> = zones
        .iter()
        .map(|event| event["effect"].as_str().unwrap())
        .collect();
    let expected = [
        "ready",
        "go",
        "checkpoint",
        "checkpoint",
        "checkpoint",
        "finish",
    ];
    assert_eq!(effects, expected);
    let numbers: Vec<_> = zones
        .iter()
        .map(|event| event["zone"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 1, 2, 3, 4, 5]);
    let of_finish = |key: &str| zones[5][key].as_f64().unwrap();
    assert_eq!(zones[5]["on_enter"], "finish");
    for (time, ticks) in [("time", "tick"), ("race_time", "race_ticks")] {
        let off = of_finish(time) - of_finish(ticks) / 120.0;
        assert!(off.abs() < 1e-9, "{time}: {off}");
    }
    let go = zones[1]["tick"].as_f64().unwrap();
    assert_eq!(of_finish("race_ticks"), of_finish("tick") - go + 1.0);
    // The same in lines.
    let printed = sidle(&arguments).fine();
    let lines = printed.lines().filter(|line| line.starts_with("zone "));
    assert_eq!(lines.count(), 6);
    // A level without zones says nothing of them.
    let other = json(&sidle(&["simulate", COURTYARD, "--json"]).fine());
    assert!(other.get("zones").is_none());
}
