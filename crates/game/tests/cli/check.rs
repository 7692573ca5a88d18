//! `sidle check`.

use std::fs;

use serde_json::Value;

use super::run::{BAD, COURTYARD, Folder, at_root, json, keys, sidle, sidle_in, sorted};

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
    let expected = fs::read_to_string(at_root("tests/fixtures/bad/levels/many.txt")).unwrap();
    let (problems, verdict) = expected.rsplit_once("errors: ").unwrap();
    assert_eq!(
        run.stderr, problems,
        "the texts of tests/main/bad_files.rs are what a user sees"
    );
    // `errors: 16, warnings: 2; …`
    let numbers = verdict.split(|c: char| !c.is_ascii_digit());
    let count: usize = numbers.filter_map(|word| word.parse::<usize>().ok()).sum();
    assert_eq!(run.stdout, format!("{BAD}: {count} problems\n"));
}

#[test]
fn check_reads_every_level_even_after_a_bad_one() {
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
        format!(
            "{level}: ok, 1 warning: 1 mesh, 2 triangles, 0 props, 0 movers, swept controller\n"
        )
    );
}

#[test]
fn a_bare_mesh_is_checked_and_simulated_as_a_level_around_it() {
    // Which unit, axis and start that is stands on the error output.
    let note = "note: assets/crate.obj is taken as metres, Y up; the player starts at 0, 0, 4\n";
    let run = |arguments: &[&str]| {
        let run = sidle(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (0, note));
        run.stdout
    };
    let checked = run(&["check", "assets/crate.obj"]);
    assert!(
        checked.starts_with("assets/crate.obj: ok: 1 mesh, 12 triangles"),
        "{checked}"
    );
    let simulated = run(&["simulate", "assets/crate.obj"]);
    assert!(simulated.contains("level       crate"), "{simulated}");
    assert!(simulated.contains("ground      floor"), "{simulated}");
    let script = "recordings/walk.toml";
    let compared = run(&["compare", "assets/crate.obj", "--script", script]);
    assert!(compared.contains("swept"), "{compared}");
    // In JSON, it stands beside the rest.
    let checked = sidle(&["check", "--json", "assets/crate.obj"]).fine();
    let mesh = &super::run::json(&checked)[0]["mesh"];
    assert_eq!((&mesh["units"], &mesh["up"]), (&"m".into(), &"y".into()));
    assert_eq!(super::run::three(&mesh["spawn"]), [0.0, 0.0, 4.0]);
    let simulated = super::run::json(&run(&["simulate", "--json", "assets/crate.obj"]));
    assert_eq!(&simulated["mesh"], mesh);
    let level = super::run::json(&sidle(&["check", "--json", super::run::COURTYARD]).fine());
    assert!(level[0].get("mesh").is_none(), "{level}");
    let missing = sidle(&["check", "assets/none.obj"]);
    assert_eq!(missing.code, 1);
    let start = "error: assets/none.obj: cannot be read: there is no such file";
    assert!(missing.stderr.starts_with(start), "{}", missing.stderr);
    // Without a command, the window builds a level around the mesh and only then needs a display.
    let play = sidle(&["play", "assets/crate.obj"]);
    assert!(play.stderr.contains("no display"), "{}", play.stderr);
}

#[test]
fn a_mesh_in_a_file_that_is_no_mesh_by_its_name_is_one_error() {
    let folder = Folder::new();
    let path = folder.0.join("level.toml");
    fs::copy(at_root("assets/crate.obj"), &path).unwrap();
    let path = path.to_string_lossy();
    for command in ["check", "simulate"] {
        let run = sidle(&[command, &path]);
        assert_eq!(run.code, 1);
        assert_eq!(run.stderr.matches("error: ").count(), 1, "{}", run.stderr);
        let start = "error: this is an OBJ mesh, not a level\n";
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
fn check_json_lists_every_problem_with_all_its_fields() {
    let run = sidle(&["check", "--json", COURTYARD, BAD, "levels/none.toml"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let reports = json(&run.stdout);
    let [good, bad, missing] = &reports.as_array().unwrap()[..] else {
        panic!("{reports}")
    };
    for report in [good, bad, missing] {
        assert_eq!(keys(report), sorted("file ok contents problems"));
    }
    assert_eq!(
        (good["file"].as_str(), good["ok"].as_bool()),
        (Some(COURTYARD), Some(true))
    );
    assert_eq!(good["problems"].as_array().unwrap().len(), 0);
    let names = "hash meshes triangles props movers controller crowded_edges";
    assert_eq!(keys(&good["contents"]), sorted(names));
    assert_eq!(good["contents"]["controller"], "classic");
    assert_eq!(bad["contents"], Value::Null);

    assert_eq!(bad["ok"], false);
    let problems = bad["problems"].as_array().unwrap();
    let expected = fs::read_to_string(at_root("tests/fixtures/bad/levels/many.txt")).unwrap();
    assert_eq!(problems.len(), expected.matches(" --> ").count());
    let errors = problems
        .iter()
        .filter(|problem| problem["severity"] == "error");
    assert_eq!(errors.count(), expected.matches("error: ").count());
    for problem in problems {
        assert_eq!(
            keys(problem),
            sorted("severity file line column width message label help")
        );
        let severity = problem["severity"].as_str().unwrap();
        assert!(["error", "warning"].contains(&severity), "{problem}");
        assert!(problem["width"].as_u64() >= Some(1), "{problem}");
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
    let level = at_root(COURTYARD);
    sidle_in(&folder.0, &["check", level.to_str().unwrap()]).fine();
    let text = "format = 1\nname = \"Crates\"\nspawn.position = [0, 1, 0]\n\
                prop = [{ kind = \"crate\", position = [0, 0, 0] }]\n";
    folder.file("own.toml", text);
    let printed = sidle_in(&folder.0, &["check", "own.toml"]).fine();
    assert_eq!(
        printed,
        "own.toml: ok: 0 meshes, 0 triangles, 1 prop, 0 movers, swept controller\n"
    );
}

#[test]
fn a_level_over_the_budget_is_checked_only_without_limits() {
    let folder = Folder::new();
    let mut text = "format = 1\nname = \"Many\"\nspawn.position = [0, 9, 0]\n".to_owned();
    for number in 0..10_001 {
        let (x, z) = (number % 100 * 20, number / 100 * 20);
        text += &format!(
            "[[mover]]\nkind = \"crate\"\nspeed = 1\npath = [[{x}, 0.5, {z}], [{x}, 0.5, {z}.5]]\n"
        );
    }
    folder.file("many.toml", &text);
    let refused = sidle_in(&folder.0, &["check", "many.toml"]);
    assert_eq!(refused.code, 1);
    let expected = "this level has 10001 movers, and may have at most 10000";
    assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("`--no-limits`"),
        "{}",
        refused.stderr
    );
    let checked = sidle_in(&folder.0, &["check", "many.toml", "--no-limits"]);
    assert!(
        checked.stdout.contains("10001 movers"),
        "{}{}",
        checked.stdout,
        checked.stderr
    );
    assert!(!checked.stderr.contains("at most"), "{}", checked.stderr);
}

#[test]
fn check_knows_the_shipped_levels_in_any_folder_and_prefers_a_file() {
    let folder = Folder::new();
    let printed = sidle_in(&folder.0, &["check", COURTYARD]).fine();
    assert!(
        printed.starts_with("levels/courtyard.toml: ok: "),
        "{printed}"
    );
    fs::create_dir_all(folder.path("levels")).unwrap();
    folder.file(COURTYARD, "format = 1\n");
    assert_eq!(sidle_in(&folder.0, &["check", COURTYARD]).code, 1);
}
