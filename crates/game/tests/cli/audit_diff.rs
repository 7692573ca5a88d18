//! `sidle audit diff`.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::run::{BAD, Folder, json, keys, sidle, sidle_in, sorted};

/// A room of 8 by 8 metres without walls, above nothing.
const ROOM: &str = "format = 1\nname = \"Room\"\n[spawn]\nposition = [0, 0.5, 0]\n[limits]\nkill_y = -5\n\
                    [[prop]]\nkind = \"crate\"\nposition = [0, -0.5, 0]\nscale = [8, 1, 8]\n";

/// Its walls, 3 m high.
const WALLS: [&str; 4] = [
    "[[prop]]\nkind = \"crate\"\nposition = [4.5, 1, 0]\nscale = [1, 4, 10]\n",
    "[[prop]]\nkind = \"crate\"\nposition = [-4.5, 1, 0]\nscale = [1, 4, 10]\n",
    "[[prop]]\nkind = \"crate\"\nposition = [0, 1, 4.5]\nscale = [8, 4, 1]\n",
    "[[prop]]\nkind = \"crate\"\nposition = [0, 1, -4.5]\nscale = [8, 4, 1]\n",
];

/// A crate that bars nothing.
const CRATE: &str = "[[prop]]\nkind = \"crate\"\nposition = [2, 0.5, 2]\n";

fn report(path: &str) -> Value {
    json(&fs::read_to_string(path).unwrap())
}

#[test]
fn what_an_edit_opens_is_named_with_the_entry_that_did_it_and_replays_of_both_levels() {
    let folder = Folder::new();
    let old = folder.file("old.toml", &(ROOM.to_owned() + &WALLS.concat()));
    let [a, b, _, d] = WALLS;
    let text = ROOM.replace("\"Room\"", "\"Hall\"") + &[a, b, d, CRATE].concat();
    let new = folder.file("new.toml", &text);
    let outs = ["out.json", "out.svg", "out.md"].map(|name| folder.path(name));
    let [out, svg, page] = outs.each_ref().map(String::as_str);
    let run = sidle(&[
        "audit",
        "diff",
        &old,
        &new,
        "--ticks",
        "60000",
        "--json",
        out,
        "--svg",
        svg,
        "--markdown",
        page,
    ]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    let found = report(out);
    assert_eq!(
        keys(&found),
        sorted("old new seed ticks reached_m2 opened closed floor causes")
    );
    let opened = found["opened"].as_array().unwrap();
    let mut escapes = opened.iter().filter(|finding| finding["kind"] == "escape");
    let escape = escapes.next_back().unwrap();
    // The wall was there in the old level.
    let causes = found["causes"].as_array().unwrap();
    let mut causes = causes
        .iter()
        .filter(|cause| cause["finding"] == escape["id"]);
    let cause = causes.next().unwrap();
    assert_eq!(
        (cause["entry"].as_str(), cause["line"].as_u64()),
        (Some("prop"), Some(19))
    );
    assert!(cause["file"] == old.as_str() && causes.next().is_none());
    assert!(
        run.stdout.contains(&format!("; by {old}:19 prop")),
        "{}",
        run.stdout
    );
    // Both recordings replay, each in its level.
    for key in ["recording", "other_recording"] {
        let name = escape[key].as_str().unwrap();
        sidle(&["replay", &folder.path(name), "--verify"]).fine();
    }
    let picture = fs::read_to_string(svg).unwrap();
    assert!(picture.contains("opened: escape:") && picture.ends_with("</svg>\n"));
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("#### Opened") && page.contains("![The floor, before and now](out.svg)"),
        "{page}"
    );
    // The other way round, it is closed. In which places controllers differ depends on the keys that were tried.
    let run = sidle(&[
        "audit", "diff", &new, &old, "--ticks", "60000", "--json", out,
    ]);
    let found = report(out);
    let opened = found["opened"].as_array().unwrap();
    let is_note = |finding: &Value| finding["severity"] == "note";
    assert!(opened.iter().all(is_note), "{}", run.stdout);
    let code = i32::from(!opened.is_empty());
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (code, ""),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains(": closed: error escape:"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_wall_across_a_room_is_said_to_bar_floor() {
    let folder = Folder::new();
    let old = ROOM.to_owned() + &WALLS.concat();
    let wall = "[[prop]]\nkind = \"crate\"\nposition = [2, 1, 0]\nscale = [0.5, 4, 8]\n";
    let new = folder.file("new.toml", &(old.clone() + wall));
    let old = folder.file("old.toml", &old);
    let out = folder.path("out.json");
    let run = sidle(&[
        "audit", "diff", &old, &new, "--ticks", "60000", "--json", &out,
    ]);
    let found = report(&out);
    let lost = &found["floor"][0];
    assert_eq!(lost["change"], "lost", "{}", run.stdout);
    assert!(lost["area_m2"].as_f64().unwrap() > 8.0, "{lost}");
    assert_eq!(lost["causes"][0]["line"], 27, "{lost}");
    let reached = found["reached_m2"].as_array().unwrap();
    assert!(reached[0].as_f64() > reached[1].as_f64());
}

#[test]
fn a_revision_of_a_repository_is_read_with_its_meshes() {
    let folder = Folder::new();
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org",
                "-c",
                "commit.gpgsign=false",
            ])
            .args(arguments)
            .current_dir(&folder.0)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let floor = |half: f64| {
        format!(
            "v -{half} 0 -{half}\nv -{half} 0 {half}\nv {half} 0 {half}\nv {half} 0 -{half}\nf 1 2 3 4\n"
        )
    };
    fs::create_dir(folder.0.join("levels")).unwrap();
    let level = "format = 1\nname = \"Floor\"\n[spawn]\nposition = [0, 0.6, 0]\n[[mesh]]\nfile = \"../floor.obj\"\n";
    folder.file("levels/a.toml", &(level.to_owned() + &WALLS.concat()));
    folder.file("floor.obj", &floor(4.0));
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "A floor"]);
    let diff = |old: &str| {
        sidle_in(
            &folder.0,
            &["audit", "diff", old, "levels/a.toml", "--ticks", "40000"],
        )
    };
    let same = diff("HEAD:levels/a.toml").fine();
    assert!(same.contains("0 changes, 0 opened, 0 closed"), "{same}");
    // The floor no longer reaches the walls.
    folder.file("floor.obj", &floor(2.5));
    let run = diff("HEAD:levels/a.toml");
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(
        run.stdout.contains(": opened: error escape:"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("; by floor.obj mesh file"),
        "{}",
        run.stdout
    );
    for (old, why) in [
        ("HEAD:levels/b.toml", "levels/b.toml"),
        ("no-such-branch:levels/a.toml", "no-such-branch"),
        ("levels/b.toml", "levels/b.toml"),
    ] {
        let message = diff(old).failed(1);
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn wrong_usage_and_bad_levels_are_told() {
    for arguments in [
        vec!["audit", "diff"],
        vec!["audit", "diff", "a.toml"],
        vec!["audit", "diff", "a.toml", "b.toml", "--ticks", "0"],
    ] {
        assert_eq!(sidle(&arguments).code, 2, "{arguments:?}");
    }
    assert_eq!(sidle(&["audit", "diff", BAD, BAD]).code, 1);
}
