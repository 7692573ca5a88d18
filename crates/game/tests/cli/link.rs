//! `sidle link`, and links given in place of recordings.

use std::fs;

use sidle::level::{Disk, load_level};
use sidle::player::{Axis, Command};
use sidle::replay::Recorder;
use sidle::sim::Sim;

use super::run::{COURTYARD, Folder, at_root, json, sidle, sidle_in};

const SCRIPT: &str = "[[step]]\nseconds = 2.0\nforward = 1\nyaw_deg = -62\n\
                      [[step]]\nseconds = 1.0\nforward = 1\njump = true\nturn_deg_per_s = 90\n";

/// A level with a crate in the way. `sidle` run in `folder` finds it as `levels/own.toml`.
fn own_level(folder: &Folder, mesh: &str) -> String {
    fs::create_dir_all(folder.path("levels")).unwrap();
    let text = format!(
        "# Mine.\nformat = 1\nname = \"Own\"\nspawn.position = [0, 2.5, 0]\n{mesh}\
         [[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\nscale = [40, 4, 40]\n\
         [[prop]]\nkind = \"crate\"\nposition = [-2, 3, -3]\nscale = 2\n"
    );
    folder.file("levels/own.toml", &text);
    "levels/own.toml".to_owned()
}

/// The link of a run of the script in `level`, and the hash of that run.
fn linked(folder: &Folder, level: &str) -> (String, String) {
    let script = folder.file("walk.toml", SCRIPT);
    let out = folder.path("walk.sidle");
    let run = [
        "simulate", level, "--script", &script, "--record", &out, "--json",
    ];
    let hash = json(&sidle_in(&folder.0, &run).fine())["hash"].to_string();
    let link = sidle_in(&folder.0, &["link", &out, "--level", level]).fine();
    (
        link.trim_end().to_owned(),
        hash.trim_matches('"').to_owned(),
    )
}

#[test]
fn every_shipped_recording_is_a_link_that_verifies() {
    let files = fs::read_dir(at_root("recordings")).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    for file in files.filter(|path| path.extension() == Some("sidle".as_ref())) {
        let file = file.to_str().unwrap();
        let link = sidle(&["link", file]).fine();
        assert!(link.starts_with("#moment=A"), "{link}");
        let of_file = sidle(&["replay", file, "--verify"]).fine();
        let of_link = sidle(&["replay", link.trim_end(), "--verify"]).fine();
        assert_eq!(of_file.lines().last(), of_link.lines().last(), "{file}");
        assert!(of_link.contains("a check of the end alone"), "{of_link}");
    }
}

#[test]
fn a_link_points_to_the_page_and_is_found_inside_other_text() {
    let page = "https://example.org/sidle/?overlays=all#old";
    let link = sidle(&["link", "recordings/walk.sidle", "--page", page]).fine();
    let beginning = "https://example.org/sidle/?overlays=all#moment=A";
    assert!(link.starts_with(beginning), "{link}");
    let said = format!("Look at {} .", link.trim_end());
    assert!(
        sidle(&["replay", &said, "--verify"])
            .fine()
            .contains("verified ")
    );
}

#[test]
fn the_level_is_in_the_link_and_its_file_is_not_read() {
    let folder = Folder::new();
    let level = own_level(&folder, "");
    let (link, hash) = linked(&folder, &level);
    let verify = ["replay", &*link, "--verify"];
    for text in ["format = 1\n", ""] {
        folder.file("levels/own.toml", text);
        let printed = sidle_in(&folder.0, &verify).fine();
        assert!(printed.contains(&hash), "{printed}");
    }
    fs::remove_dir_all(folder.path("levels")).unwrap();
    assert!(sidle_in(&folder.0, &verify).fine().contains(&hash));
    // The meshes of the test level are built into the program.
    let (link, hash) = linked(&folder, COURTYARD_HERE);
    let printed = sidle_in(&Folder::new().0, &["replay", &link, "--verify"]).fine();
    assert!(printed.contains(&hash), "{printed}");
}

const COURTYARD_HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/courtyard.toml");

#[test]
fn a_link_can_be_simulated_and_compared_in_its_own_level_or_in_another() {
    let folder = Folder::new();
    let level = own_level(&folder, "");
    let (link, hash) = linked(&folder, &level);
    fs::remove_dir_all(folder.path("levels")).unwrap();
    let run = sidle_in(&folder.0, &["simulate", "--replay", &link, "--json"]);
    let printed = run.fine();
    assert!(
        printed.contains(&hash) && printed.contains("\"Own\""),
        "{printed}"
    );
    let compared = sidle_in(&folder.0, &["compare", "--replay", &link]).fine();
    assert!(compared.contains("swept"), "{compared}");
    let other = sidle(&["simulate", COURTYARD, "--replay", &link]);
    assert_eq!(other.code, 0);
    let warned = "is the level `Courtyard`, and this was recorded in `Own`";
    assert!(other.stderr.contains(warned), "{}", other.stderr);
    let other = sidle(&["replay", &link, "--verify", "--level", COURTYARD]);
    assert!(
        other.stderr.contains(warned) && other.code == 1,
        "{}",
        other.stderr
    );
}

#[test]
fn a_recording_from_the_middle_of_a_run_can_be_a_link() {
    let level = load_level(&at_root(COURTYARD), &Disk).level.unwrap();
    let (mut sim, scene) = Sim::of_level(level, 120);
    let ahead = Command {
        forward: Axis::new(1.0),
        ..sim.idle_command()
    };
    for _ in 0..200 {
        sim.tick(&ahead);
    }
    let mut recorder = Recorder::new(&scene.name, COURTYARD, &sim);
    for _ in 0..100 {
        sim.tick(&ahead);
        recorder.add(&ahead, &sim);
    }
    let folder = Folder::new();
    let file = folder.path("late.sidle");
    fs::write(&file, recorder.recording().encode()).unwrap();
    let link = sidle(&["link", &file]).fine();
    let printed = sidle(&["replay", link.trim_end(), "--verify"]).fine();
    assert!(printed.contains("at tick 200 of its run"), "{printed}");
    let verified = format!("verified    100 ticks, hash {}", recorder.hash());
    assert!(printed.contains(&verified), "{printed}");
}

#[test]
fn making_a_link_warns_of_files_that_others_do_not_have() {
    let folder = Folder::new();
    folder.file(
        "floor.obj",
        "v -9 2 -9\nv -9 2 9\nv 9 2 9\nv 9 2 -9\nf 1 2 3 4\n",
    );
    let level = own_level(&folder, "[[mesh]]\nfile = \"../floor.obj\"\n");
    let script = folder.file("walk.toml", SCRIPT);
    let run = [
        "simulate",
        &*level,
        "--script",
        &script,
        "--record",
        "walk.sidle",
    ];
    sidle_in(&folder.0, &run).fine();
    let run = sidle_in(&folder.0, &["link", "walk.sidle"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.stderr,
        "warning: the link works only where these files are: `floor.obj`\n"
    );
    let link = run.stdout.trim_end().to_owned();
    sidle_in(&folder.0, &["replay", &link, "--verify"]).fine();
    // Replace the level's file with another level.
    own_level(&folder, "");
    let run = sidle_in(&folder.0, &["link", "walk.sidle"]);
    let warned = "own.toml has changed since this was recorded";
    assert!(
        run.stderr.contains(warned) && run.code == 0,
        "{}",
        run.stderr
    );
    // Without the mesh file, the error points to the mesh's place in the level.
    fs::remove_file(folder.path("floor.obj")).unwrap();
    let run = sidle_in(&folder.0, &["replay", &link, "--verify"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("levels/own.toml:"), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("cannot read `floor.obj`: there is no such file")
    );
}

#[test]
fn an_invalid_link_and_one_that_would_be_too_long_are_errors() {
    let link = sidle(&["link", "recordings/walk.sidle"]).fine();
    let cut = &link[..link.len() / 2];
    let messages = sidle(&["replay", cut, "--verify"]).failed(1);
    assert!(messages.starts_with("error: this link is "), "{messages}");
    let messages = sidle(&["simulate", "--replay", "#moment=AAAz"]).failed(1);
    assert!(messages.contains("this moment has version 0"), "{messages}");

    // The mouse is shaken for two minutes. The constants are from D. E. Knuth's MMIX, 2005.
    let (mut steps, mut state) = (String::new(), 1_u64);
    for _ in 0..4000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let yaw = (state >> 40) as f64 * 1e-5;
        steps += &format!("[[step]]\nseconds = 0.03\nyaw_deg = {yaw}\nforward = 1\n");
    }
    let folder = Folder::new();
    let script = folder.file("shaken.toml", &steps);
    let out = folder.path("shaken.sidle");
    sidle(&["simulate", COURTYARD, "--script", &script, "--record", &out]).fine();
    let messages = sidle(&["link", &out]).failed(1);
    assert!(
        messages.contains("this is too long for a link: it has ")
            && messages.ends_with(
                " characters, and may have 8000\n\
                 record a shorter part, or send the recording and the level as files\n"
            ),
        "{messages}"
    );
}

#[test]
fn a_recording_finds_its_own_level() {
    let recorded = ["simulate", "--replay", "recordings/ride.sidle"];
    assert!(sidle(&recorded).fine().contains("Car crash"));
    let usage = sidle(&["simulate"]).failed(2);
    assert!(usage.contains("<LEVEL>"), "{usage}");
}
