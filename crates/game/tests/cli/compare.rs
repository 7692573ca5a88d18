//! `sidle compare`.

use std::fs;

use serde_json::Value;

use super::run::{BAD, COURTYARD, Folder, json, keys, sidle, sorted, three};

const WALK: &str = "recordings/walk.toml";

fn compared(arguments: &[&str]) -> Value {
    json(&sidle(&[&["compare"], arguments, &["--json"]].concat()).fine())
}

#[test]
fn compare_prints_the_results_of_simulate_for_each_controller() {
    let all = compared(&[COURTYARD, "--script", WALK]);
    assert_eq!(keys(&all), sorted("level hz ticks start runs"));
    assert_eq!(
        (&all["level"], &all["ticks"]),
        (&"Courtyard".into(), &1644.into())
    );
    let runs = all["runs"].as_array().unwrap();
    let names: Vec<_> = runs
        .iter()
        .map(|run| run["controller"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["classic", "swept", "boxed"]);
    for (run, name) in runs.iter().zip(names) {
        let promised = "controller distance_m speed_kept worst_overlap_mm worst_overlap \
                        residual_um_per_tick blocked_s on_floor respawns ns_per_tick end hash";
        assert_eq!(keys(run), sorted(promised));
        let alone = sidle(&[
            "simulate",
            COURTYARD,
            "--script",
            WALK,
            "--controller",
            name,
            "--json",
        ]);
        let alone = json(&alone.fine());
        assert_eq!(
            (&run["hash"], &run["end"]),
            (&alone["hash"], &alone["end"]),
            "{name}"
        );
        assert_eq!(run["distance_m"], alone["path_m"], "{name}");
        assert!(run["ns_per_tick"].as_f64().unwrap() > 0.0);
    }
    // As the picture in the README shows: the classic sphere is pushed a quarter into the fountain.
    let worst = |at: usize| runs[at]["worst_overlap_mm"].as_f64().unwrap();
    assert!(
        worst(0) > 200.0 && worst(1) < 0.1,
        "{} {}",
        worst(0),
        worst(1)
    );
}

#[test]
fn a_recording_gives_the_same_results_as_its_script() {
    let folder = Folder::new();
    let out = folder.path("walk.sidle");
    sidle(&["simulate", COURTYARD, "--script", WALK, "--record", &out]).fine();
    let mut runs = [["--script", WALK], ["--replay", &out]]
        .map(|[option, file]| compared(&[COURTYARD, option, file]));
    for all in &mut runs {
        for run in all["runs"].as_array_mut().unwrap() {
            run.as_object_mut().unwrap().remove("ns_per_tick");
        }
    }
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn the_table_has_a_row_for_each_result_and_the_deepest_place() {
    let printed = sidle(&["compare", COURTYARD, "--script", WALK]).fine();
    let cells = |name: &str| {
        let line = printed.lines().find(|line| line.starts_with(name));
        let line = line.unwrap_or_else(|| panic!("{name}: {printed}"));
        line[name.len()..]
            .split("  ")
            .filter(|cell| !cell.is_empty())
            .count()
    };
    for name in [
        "distance",
        "speed kept",
        "worst overlap",
        "residual motion",
        "blocked",
        "on the ground",
        "respawns",
        "time per tick",
        "end",
        "hash",
    ] {
        assert_eq!(cells(name), 3, "{name}: {printed}");
    }
    // The printed arguments show the place.
    let place = printed
        .split("--spawn ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    let result = sidle(&[
        "simulate",
        COURTYARD,
        "--controller",
        "classic",
        "--spawn",
        place,
        "--json",
    ]);
    let start = three(&json(&result.fine())["start"]);
    assert!(printed.contains(&format!("--spawn {:.3},{:.3},", start[0], start[1])));
}

#[test]
fn compare_runs_only_controllers_that_support_a_capsule() {
    let folder = Folder::new();
    let level = folder.file(
        "own.toml",
        "format = 1\nname = \"Own\"\nspawn.position = [0, 2.5, 0]\nplayer.body = \"capsule\"\n\
         [[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\nscale = 4\n",
    );
    let all = compared(&[&level, "--script", WALK]);
    let runs = all["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0]["controller"], "swept");
}

#[test]
fn the_svg_is_well_formed_and_escaped_for_any_level_name() {
    let folder = Folder::new();
    let level = folder.file(
        "own.toml",
        "format = 1\nname = \"<script> & \\\"Hof\\\"\"\nspawn.position = [0, 2.5, 0]\n\
         [[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\nscale = 4\n",
    );
    let out = folder.path("out.svg");
    sidle(&["compare", &level, "--script", WALK, "--svg", &out]).fine();
    let svg = fs::read_to_string(&out).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("&lt;script&gt; &amp; &quot;Hof&quot;") && !svg.contains("<script>"));
    for color in ["#d55e00", "#009e73", "#56b4e9"] {
        assert!(svg.contains(color), "{color}");
    }
    // Every opened element is closed, and no number is missing.
    let opened = svg.matches('<').count() - svg.matches("</").count();
    assert_eq!(
        opened,
        svg.matches("/>").count() + svg.matches("</").count()
    );
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn compare_reports_what_it_cannot_compare() {
    sidle(&["compare", COURTYARD]).failed(2);
    sidle(&[
        "compare", COURTYARD, "--script", WALK, "--replay", "a.sidle",
    ])
    .failed(2);
    sidle(&["compare", BAD, "--script", WALK]).failed(1);
    let messages = sidle(&[
        "compare",
        COURTYARD,
        "--script",
        WALK,
        "--svg",
        "none/none.svg",
    ]);
    let messages = messages.failed(1);
    assert!(
        messages.starts_with("error: cannot write `none/none.svg`: "),
        "{messages}"
    );
}
