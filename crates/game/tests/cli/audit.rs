//! `sidle audit`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::run::{BAD, Folder, json, keys, sidle, sorted};

/// A plate of 8 by 8 metres, from which a walker falls.
const PLATE: &str = "format = 1\nname = \"Plate\"\n[spawn]\nposition = [0, 0.5, 0]\n[limits]\nkill_y = -5\n\
                     [[prop]]\nkind = \"crate\"\nposition = [0, -0.5, 0]\nscale = [8, 1, 8]\n";

/// Walls around it, 3 m high.
const WALLS: &str = "[[prop]]\nkind = \"crate\"\nposition = [4.5, 1, 0]\nscale = [1, 4, 10]\n\
                     [[prop]]\nkind = \"crate\"\nposition = [-4.5, 1, 0]\nscale = [1, 4, 10]\n\
                     [[prop]]\nkind = \"crate\"\nposition = [0, 1, 4.5]\nscale = [8, 4, 1]\n\
                     [[prop]]\nkind = \"crate\"\nposition = [0, 1, -4.5]\nscale = [8, 4, 1]\n";

const SEVERE: &str = "escape,trap,stuck,unreached";

/// The reports of a file.
fn read(path: &str) -> Vec<Value> {
    let report = json(&fs::read_to_string(path).unwrap());
    report.as_array().unwrap().clone()
}

#[test]
fn a_report_has_the_documented_keys_and_recordings_that_replay() {
    let folder = Folder::new();
    let level = folder.file("plate.toml", PLATE);
    let out = folder.path("out.json");
    let (svg, sarif) = (folder.path("out.svg"), folder.path("out.sarif"));
    let run = sidle(&[
        "audit", &level, "--ticks", "60000", "--json", &out, "--svg", &svg, "--sarif", &sarif,
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{}", run.stdout);
    let reports = read(&out);
    let report = &reports[0];
    let promised = "level seed ticks seconds coverage findings file level_hash";
    assert_eq!(keys(report), sorted(promised));
    assert_eq!(report["level"], "Plate");
    assert!(report["ticks"].as_u64().unwrap() >= 60_000);
    assert_eq!(
        keys(&report["coverage"]),
        sorted("floor_m2 reached_m2 cells reached limit_m")
    );
    assert_eq!(report["coverage"]["floor_m2"], 64.0);
    let findings = report["findings"].as_array().unwrap();
    let promised = "id kind severity at size_m message repair recording spots ignored";
    assert_eq!(keys(&findings[0]), sorted(promised));
    assert_eq!(findings[0]["kind"], "escape");
    assert_eq!(findings[0]["severity"], "error");
    let mut replayed = 0;
    for finding in findings {
        if let Some(name) = finding["recording"].as_str() {
            let file = folder.path(name);
            sidle(&["replay", &file, "--verify"]).fine();
            replayed += 1;
        }
    }
    assert!(replayed > 0);
    let picture = fs::read_to_string(&svg).unwrap();
    // Three plans.
    assert_eq!(picture.matches("<circle ").count(), 3 * findings.len());
    let sarif = json(&fs::read_to_string(&sarif).unwrap());
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), findings.len());
    assert_eq!(results[0]["ruleId"], "escape");
    let plan = &results[0]["attachments"][0];
    assert_eq!(plan["artifactLocation"]["uri"], svg);
    let pin = "the plan of the level, in which this finding is pin 1";
    assert_eq!(plan["description"]["text"], pin);
}

#[test]
fn a_closed_room_has_no_severe_finding() {
    let folder = Folder::new();
    let level = folder.file("room.toml", &format!("{PLATE}{WALLS}"));
    let run = sidle(&["audit", &level, "--ticks", "150000", "--fail-on", SEVERE]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("(100.0 %)"), "{}", run.stdout);
}

#[test]
fn the_number_of_threads_changes_no_byte_of_a_report() {
    let folder = Folder::new();
    let level = folder.file("plate.toml", PLATE);
    let report = |threads: &str| {
        let out = folder.path("out.json");
        sidle(&[
            "audit",
            &level,
            "--ticks",
            "60000",
            "--threads",
            threads,
            "--json",
            &out,
        ]);
        fs::read(out).unwrap()
    };
    let expected = report("1");
    assert!(report("3") == expected && report("4") == expected);
}

#[test]
fn merged_shards_hold_what_each_of_them_found() {
    let folder = Folder::new();
    let level = folder.file("plate.toml", PLATE);
    let parts: Vec<String> = ["1/2", "2/2"]
        .iter()
        .enumerate()
        .map(|(number, shard)| {
            let out = folder.path(&format!("part{number}.json"));
            sidle(&[
                "audit", &level, "--ticks", "40000", "--shard", shard, "--json", &out,
            ]);
            out
        })
        .collect();
    assert_ne!(fs::read(&parts[0]).unwrap(), fs::read(&parts[1]).unwrap());
    let merge = |first: &str, second: &str| {
        let out = folder.path("all.json");
        let run = sidle(&["audit", "merge", first, second, "--json", &out]);
        assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{}", run.stdout);
        fs::read_to_string(out).unwrap()
    };
    let all = merge(&parts[0], &parts[1]);
    assert_eq!(all, merge(&parts[1], &parts[0]));
    let merged = json(&all);
    let spots = |report: &Value| {
        let findings = report["findings"].as_array().unwrap().clone();
        let spots = findings
            .into_iter()
            .flat_map(|finding| finding["spots"].as_array().unwrap().clone());
        spots.collect::<Vec<_>>()
    };
    let found = spots(&merged[0]);
    let mut ticks = 0;
    for part in &parts {
        let report = &read(part)[0];
        ticks += report["ticks"].as_u64().unwrap();
        assert!(spots(report).iter().all(|spot| found.contains(spot)));
    }
    assert_eq!(merged[0]["ticks"], ticks);
}

#[test]
fn a_baseline_and_the_level_itself_say_what_is_known() {
    let folder = Folder::new();
    let level = folder.file("plate.toml", PLATE);
    let first = folder.path("first.json");
    let fail_on = ["--fail-on", "escape"];
    let run = |level: &str, more: &[&str]| {
        let mut arguments = vec!["audit", level, "--ticks", "600000"];
        arguments.extend(more);
        arguments.extend(fail_on);
        sidle(&arguments)
    };
    assert_eq!(run(&level, &["--json", &first]).code, 1);
    let again = run(&level, &["--seed", "2", "--baseline", &first]);
    assert_eq!(again.code, 0, "{}", again.stdout);
    assert!(again.stdout.contains("(known)"), "{}", again.stdout);
    // Another level may have findings of the same id.
    let other = folder.file("other.toml", &PLATE.replace("Plate", "Other"));
    let other = run(&other, &["--seed", "2", "--baseline", &first]);
    assert_eq!(other.code, 1);
    assert!(!other.stdout.contains("(known)"), "{}", other.stdout);
    let id = read(&first)[0]["findings"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let ignoring = format!("{PLATE}[audit]\nignore = [{{ id = \"{id}\", why = \"a lesson\" }}]\n");
    let ignoring = run(&folder.file("ignoring.toml", &ignoring), &[]);
    assert!(
        ignoring.stdout.contains("(ignored: a lesson)"),
        "{}",
        ignoring.stdout
    );
}

#[test]
fn a_level_says_what_must_be_reached_and_what_never() {
    let folder = Folder::new();
    let text = |more: &str| format!("{PLATE}{WALLS}[audit]\n{more}");
    let run = |name: &str, more: &str| {
        let level = folder.file(name, &text(more));
        sidle(&["audit", &level, "--ticks", "150000", "--fail-on", SEVERE])
    };
    assert_eq!(
        run("good.toml", "reach = [[3, 0.5, 3], [-3, 0.5, -3]]").code,
        0
    );
    let missed = run("missed.toml", "reach = [[3, 0.5, 3], [0, 9, 0]]");
    assert_eq!(missed.code, 1);
    assert!(
        missed.stdout.contains("unreached:0,9,0"),
        "{}",
        missed.stdout
    );
    let entered = run(
        "entered.toml",
        "never = [{ min = [1, 0, 1], max = [4, 2, 4] }]",
    );
    assert_eq!(entered.code, 1);
    assert!(entered.stdout.contains("`never`"), "{}", entered.stdout);
}

#[test]
fn a_level_says_which_zones_must_be_entered_and_which_never() {
    let folder = Folder::new();
    // The second message hangs where nobody gets, and the teleport leads away in the tick in which it is entered.
    let zones = [
        ("[3, 1, 3]", "message"),
        ("[0, 9, 0]", "message"),
        ("[-3, 1, 0]", "teleport"),
    ];
    let zones = zones.map(|(position, effect)| {
        let to = if effect == "teleport" {
            "to = [3, 1, -3]\n"
        } else {
            "text = \"Here\"\n"
        };
        format!("[[zone]]\nposition = {position}\nsize = [1, 1, 1]\non_enter = \"{effect}\"\n{to}")
    });
    let head = format!("{PLATE}{WALLS}{}[audit]\n", zones.concat());
    let run = |name: &str, more: &str| {
        let level = folder.file(name, &format!("{head}{more}"));
        sidle(&["audit", &level, "--ticks", "150000", "--fail-on", SEVERE])
    };
    let good = run(
        "good.toml",
        "reach = [[3, 0.5, 3], \"message 1\", \"teleport\"]\nnever = [\"message 2\"]",
    );
    assert_eq!(
        (good.code, good.stderr.as_str()),
        (0, ""),
        "{}",
        good.stdout
    );
    let missed = run("missed.toml", "reach = [\"message\"]");
    let words = "no walker came to the zone `message 2`, which `reach` in `[audit]` asks for";
    assert_eq!(missed.stdout.matches(words).count(), 1, "{}", missed.stdout);
    assert!(!missed.stdout.contains("`message 1`"), "{}", missed.stdout);
    let entered = run("entered.toml", "never = [\"teleport\"]");
    let words = "a walker gets into the zone `teleport` that `never` in `[audit]` forbids";
    assert!(entered.stdout.contains(words), "{}", entered.stdout);
    assert_eq!((missed.code, entered.code), (1, 1));
}

#[test]
fn a_navmesh_is_compared_with_the_floor() {
    let folder = Folder::new();
    let level = folder.file("room.toml", &format!("{PLATE}{WALLS}"));
    // The floor without its rim, and a table beside the room.
    let whole = "v -3.6 0 -3.6\nv -3.6 0 3.6\nv 3.6 0 3.6\nv 3.6 0 -3.6\nf 1 2 3 4\n";
    let more = format!("{whole}v -3 1 -3\nv -3 1 0\nv 0 1 0\nv 0 1 -3\nf 5 6 7 8\n");
    let found = |name: &str, text: &str| {
        let navmesh = folder.file(name, text);
        let run = sidle(&["audit", &level, "--ticks", "60000", "--navmesh", &navmesh]);
        let lines = run.stdout.lines().filter(|line| line.contains("navmesh-"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(found("whole.obj", whole), [""; 0]);
    let [table] = &found("more.obj", &more)[..] else {
        panic!("one finding")
    };
    assert!(table.contains("warning: navmesh-unreached:"), "{table}");
    assert!(table.contains("m² that no walker reached"), "{table}");
    // The same floor, as Godot saves it.
    let godot = "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\n\
        vertices = PackedVector3Array(-3.6, 0, -3.6, -3.6, 0, 3.6, 3.6, 0, 3.6, 3.6, 0, -3.6)\n\
        polygons = [PackedInt32Array(0, 1, 2, 3)]\n";
    assert_eq!(found("whole.tres", godot), [""; 0]);
    // A link of Godot through a wall of the room, moved by its parent.
    let link = "[gd_scene format=3]\n\n[node name=\"Level\" type=\"Node3D\"]\n\n\
        [node name=\"Door\" type=\"Node3D\" parent=\".\"]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0)\n\n\
        [node name=\"Link\" type=\"NavigationLink3D\" parent=\"Door\"]\nend_position = Vector3(5, 0, 0)\n";
    let [link] = &found("link.tscn", link)[..] else {
        panic!("one finding")
    };
    let words = "a link from 3 0 0 to 8 0 0 m that no walker can go: there is no floor at its end";
    assert!(
        link.contains("warning: navmesh-link:") && link.contains(words),
        "{link}"
    );
    let bad = folder.file("bad.tres", "[gd_resource type=\"Mesh\"]\n");
    let message = sidle(&["audit", &level, "--navmesh", &bad]).failed(1);
    assert!(message.contains("no `NavigationMesh`"), "{message}");
    let bad = folder.file("bad.bin", "no navmesh");
    let message = sidle(&["audit", &level, "--navmesh", &bad]).failed(1);
    assert!(
        message.contains("it begins with neither MSET nor DNAV"),
        "{message}"
    );
    folder.file("empty.bin", "");
    for wrong in ["empty.bin", "missing.bin", "missing.obj"] {
        let message = sidle(&["audit", &level, "--navmesh", &folder.path(wrong)]).failed(1);
        assert!(message.contains(wrong), "{message}");
    }
    let whole = folder.path("whole.obj");
    let message = sidle(&["audit", &level, "--shard", "1/2", "--navmesh", &whole]).failed(2);
    assert!(message.contains("one level and no `--shard`"), "{message}");
}

#[test]
fn wrong_usage_bad_levels_and_bad_reports_are_told() {
    for arguments in [
        vec!["audit"],
        vec!["audit", "a.toml", "--ticks", "0"],
        vec!["audit", "a.toml", "--ticks", "5", "--seconds", "5"],
        vec!["audit", "a.toml", "--seconds", "-1"],
        vec!["audit", "a.toml", "--threads", "0"],
        vec!["audit", "a.toml", "--shard", "0/2"],
        vec!["audit", "a.toml", "--shard", "3/2"],
        vec!["audit", "a.toml", "--fail-on", "everything"],
        vec!["audit", "merge", "a.json"],
    ] {
        assert_eq!(sidle(&arguments).code, 2, "{arguments:?}");
    }
    assert_eq!(sidle(&["audit", BAD, "--ticks", "1000"]).code, 1);
    let folder = Folder::new();
    let out = folder.path("out.json");
    for text in ["", "[", "{}", "[{}]", "[1]"] {
        let bad = folder.file("bad.json", text);
        let message = sidle(&["audit", "merge", &bad, "--json", &out]).failed(1);
        assert!(message.contains("bad.json"), "{message}");
    }
    assert!(!Path::new(&out).exists());
    // A report that somebody else wrote.
    let good = folder.path("good.json");
    let level = folder.file("plate.toml", PLATE);
    sidle(&["audit", &level, "--ticks", "1000", "--json", &good]);
    let text = fs::read_to_string(&good).unwrap();
    let hash = read(&good)[0]["level_hash"].as_str().unwrap().to_owned();
    let at = |report: &mut Value, at: f64| report[0]["findings"][0]["at"][0] = at.into();
    let mut far = json(&text);
    at(&mut far, 1e300);
    for (text, why) in [
        (
            text.replace(&hash, "0123456789abcdef"),
            "has changed between the reports",
        ),
        (text.replace("escape:", "pit:"), "no id"),
        (far.to_string(), "not in a level"),
    ] {
        let bad = folder.file("bad.json", &text);
        let message = sidle(&["audit", "merge", &good, &bad, "--json", &out]).failed(1);
        assert!(
            message.contains("bad.json") && message.contains(why),
            "{message}"
        );
    }
    let mut lines = json(&text);
    lines[0]["findings"][0]["message"] = "one\nline\u{1b}[31m".into();
    let lines = folder.file("lines.json", &lines.to_string());
    let run = sidle(&["audit", "merge", &lines, "--json", &out]);
    assert!(
        run.stdout.contains(": one line\\u{1b}[31m; "),
        "{}",
        run.stdout
    );
}

#[test]
fn the_way_through_a_leak_is_in_the_report_the_picture_and_a_point_file() {
    let folder = Folder::new();
    // A room of 8 by 8 by 4 m. Its wall to the east ends a unit below the ceiling.
    let brush = |[x0, y0, z0]: [i32; 3], [x1, y1, z1]: [i32; 3]| {
        let face = |points: [[i32; 3]; 3]| {
            let points = points.map(|[x, y, z]| format!("( {x} {y} {z} ) "));
            format!("{}wall 0 0 0 1 1\n", points.concat())
        };
        let faces = [
            face([[x0, y0, z0], [x0, y1, z0], [x0, y0, z1]]),
            face([[x1, y0, z0], [x1, y0, z1], [x1, y1, z0]]),
            face([[x0, y0, z0], [x0, y0, z1], [x1, y0, z0]]),
            face([[x0, y1, z0], [x1, y1, z0], [x0, y1, z1]]),
            face([[x0, y0, z0], [x1, y0, z0], [x0, y1, z0]]),
            face([[x0, y0, z1], [x0, y1, z1], [x1, y0, z1]]),
        ];
        format!("{{\n{}}}\n", faces.concat())
    };
    let room = |top: i32| {
        [
            brush([-144, -144, -16], [144, 144, 0]),
            brush([-144, -144, 128], [144, 144, 144]),
            brush([-144, -144, 0], [-128, 144, 128]),
            brush([128, -144, 0], [144, 144, top]),
            brush([-128, -144, 0], [128, -128, 128]),
            brush([-128, 128, 0], [128, 144, 128]),
        ]
    };
    let start = "{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 24\"\n}\n";
    let out = ["report.json", "way.pts", "plan.svg"].map(|name| folder.path(name));
    let audit = |top| {
        let text = format!(
            "{{\n\"classname\" \"worldspawn\"\n{}}}\n{start}",
            room(top).concat()
        );
        let map = folder.file("room.map", &text);
        let [json, pts, svg] = &out;
        let run = sidle(&[
            "audit", &map, "--ticks", "1000", "--json", json, "--pts", pts, "--svg", svg,
        ]);
        let findings = read(json)[0]["findings"].as_array().unwrap().clone();
        let leaks = findings
            .into_iter()
            .filter(|finding| finding["kind"] == "leak");
        (run, leaks.collect::<Vec<_>>())
    };
    assert_eq!(audit(128).1, Vec::<Value>::new());
    let (run, leaks) = audit(127);
    let [leak] = &leaks[..] else {
        panic!("{leaks:?}")
    };
    assert!(
        run.stdout.contains("through a gap of 0.03 m here"),
        "{}",
        run.stdout
    );
    assert_eq!(
        (&leak["severity"], &leak["size_m"]),
        (&"warning".into(), &0.0313.into())
    );
    let way = leak["way"].as_array().unwrap();
    assert!(way.len() > 1);
    let points = folder_of_points(&out[1]);
    assert!(
        points
            .iter()
            .any(|file| file.lines().count() == way.len() && file.starts_with("0.000 ")),
        "{points:?}"
    );
    assert_eq!(
        fs::read_to_string(&out[2])
            .unwrap()
            .matches("<polyline ")
            .count(),
        3
    );
    // A report keeps the way when it is merged.
    let merged = folder.path("merged.json");
    sidle(&["audit", "merge", &out[0], &out[0], "--json", &merged]);
    let kept = read(&merged)[0]["findings"].as_array().unwrap().clone();
    assert!(kept.iter().any(|finding| finding["way"] == leak["way"]));
}

/// The point files that begin with this path, of all findings.
fn folder_of_points(first: &str) -> Vec<String> {
    let folder = std::path::Path::new(first).parent().unwrap();
    let names = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.path());
    let points = names.filter(|path| path.extension().is_some_and(|ending| ending == "pts"));
    points
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}
