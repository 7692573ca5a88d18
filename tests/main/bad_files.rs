//! The loader prints exactly the expected problems of every bad file, and no broken text makes it
//! panic.
//!
//! In `tests/fixtures/bad/` each `NAME.toml` has its expected text `NAME.txt` next to it: all
//! problems in the order in which they are reported, as a terminal shows them without colours, and
//! a last line with the result. `levels/` and `meshes/` hold levels (those in `meshes/` are small
//! and name a bad OBJ or MTL file), `scripts/` holds walk scripts.
//!
//! After a change of the messages, rewrite all expected texts with
//! `UPDATE_EXPECTED=1 cargo test --test main bad_files`, and read the differences. The test fails in that
//! run, so that a rewrite is never mistaken for a pass.
//!
//! The random corruptions are the same in every run. `CORRUPTIONS=100` makes a hundred times as
//! many: `CORRUPTIONS=100 cargo test --release --test main bad_files corruption`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

// The random generator of the library's unit tests.

use crate::random::Random;
use crate::support::fs::{self, Disk};
use sidle::level::{Diagnostic, Files, Severity, load_level, load_script};

/// Relative to the package, in which Cargo runs tests, so that the texts contain no absolute paths.
const FIXTURES: &str = "tests/fixtures/bad";

#[test]
fn every_bad_level_prints_exactly_its_expected_text() {
    compare_folder("levels", level_text);
}

#[test]
fn every_level_with_a_bad_mesh_prints_exactly_its_expected_text() {
    compare_folder("meshes", level_text);
}

#[test]
fn every_bad_walk_script_prints_exactly_its_expected_text() {
    compare_folder("scripts", |path| {
        let loaded = load_script(path, &Disk);
        expected_form(&loaded.diagnostics, "script", loaded.script.is_some())
    });
}

fn level_text(path: &Path) -> String {
    let loaded = load_level(path, &Disk);
    expected_form(&loaded.diagnostics, "level", loaded.level.is_some())
}

/// An expected text: all problems, and the result.
fn expected_form(diagnostics: &[Diagnostic], thing: &str, usable: bool) -> String {
    let errors = diagnostics
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .count();
    assert_eq!(usable, errors == 0, "only errors keep a {thing} from use");
    let warnings = diagnostics.len() - errors;
    let verdict = if usable { "can" } else { "cannot" };
    let mut text = String::new();
    for diagnostic in diagnostics {
        writeln!(text, "{diagnostic}\n").unwrap();
    }
    let line = format!("errors: {errors}, warnings: {warnings}; the {thing} {verdict} be used");
    writeln!(text, "{line}").unwrap();
    text
}

/// Compares every fixture of a folder with its text; `print` loads one and prints its problems.
fn compare_folder(folder: &str, print: impl Fn(&Path) -> String) {
    let folder = Path::new(FIXTURES).join(folder);
    let update = std::env::var_os("UPDATE_EXPECTED").is_some_and(|value| value == "1");
    let fixtures = names(&folder, "toml");
    let texts = names(&folder, "txt");
    assert!(!fixtures.is_empty(), "no fixture in {}", folder.display());

    let mut complaints = Vec::new();
    for name in &fixtures {
        let text_path = folder.join(format!("{name}.txt"));
        let found = print(&folder.join(format!("{name}.toml")));
        if found.starts_with("errors: 0, warnings: 0") {
            complaints.push(format!("{name}.toml has no problem: it is not a bad file"));
        } else if update {
            fs::write(&text_path, &found).unwrap();
        } else if !texts.contains(name) {
            complaints.push(format!("{name}.toml has no expected text:\n{found}"));
        } else {
            let expected = fs::read_to_string(&text_path).unwrap();
            if expected != found {
                let changes = difference(&expected, &found);
                complaints.push(format!(
                    "{name}.toml (- expected, + printed now):\n{changes}"
                ));
            }
        }
    }
    for name in texts.difference(&fixtures) {
        complaints.push(format!("{name}.txt has no fixture {name}.toml"));
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    assert!(!update, "all texts were rewritten: read the differences");
}

/// The names of the files of `folder` with this extension, without it.
fn names(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// The lines of both texts, with a mark at each line that only one text has. It uses a longest common
/// subsequence.
fn difference(expected: &str, found: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    // common[i][j]: the number of lines that old[i..] and new[j..] share.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut text) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        let (mark, line) = if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
            (' ', old[i - 1])
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            i += 1;
            ('-', old[i - 1])
        } else {
            j += 1;
            ('+', new[j - 1])
        };
        writeln!(text, "    {mark} {line}").unwrap();
    }
    text
}

#[test]
fn a_difference_marks_what_only_one_text_has() {
    assert_eq!(
        difference("a\nb\nc\n", "a\nx\nc\nd\n"),
        "      a\n    - b\n    + x\n      c\n    + d\n"
    );
}

/// Files in memory. A mesh or MTL file that is not in the list has a valid text.
struct Memory(BTreeMap<PathBuf, Vec<u8>>);

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match (self.0.get(path), extension) {
            (Some(bytes), _) => Ok(bytes.clone()),
            (None, Some("obj" | "mtl")) => Ok(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".to_vec()),
            (None, _) => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// Pieces that corrupt a text: words and signs with a meaning in one of the formats, extreme numbers,
/// and bytes that are not text.
const HOSTILE: &[&[u8]] = &[
    b"nan",
    b"inf",
    b"-inf",
    b"1e999",
    b"1e39",
    b"1e-400",
    b"-0",
    b"0",
    b"-1",
    b"99999999999999999999",
    b"0x7fffffffffffffffffffffffffffffffffff",
    b"\"",
    b"\"\"\"",
    b"'",
    b"'''",
    b"[",
    b"]",
    b"[[",
    b"]]",
    b"{",
    b"}",
    b"=",
    b".",
    b",",
    b"#",
    b"/",
    b"//",
    b"\\",
    b"\\\n",
    b"\n",
    b"\r",
    b"\r\n",
    b"\t",
    b" ",
    b"\0",
    b"\x1b[2J",
    b"\xff",
    b"\xc3",
    "\u{e9}\u{65e5}\u{1f600}".as_bytes(),
    "\u{a0}".as_bytes(),
    "\u{feff}".as_bytes(),
    b"f",
    b"\nf 1 2",
    b"\nv ",
    b"\no \n",
    b"\nusemtl\n",
    b"\nmtllib\n",
    b"\nnewmtl\n",
    b"\nKd",
    b"true",
    b"1979-05-27",
    b"a.b.c = 1\n",
    b"\n[[prop]]\n",
    b"\n[[step]]\n",
    b"\n[spawn]\n",
    b"\n[kinds.crate]\n",
];

/// Corrupts a text in one to eight places.
fn corrupt(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len() + 1);
        let length = random.below(12).min(bytes.len() - at);
        let hostile = HOSTILE[random.below(HOSTILE.len())];
        match random.below(6) {
            0 => drop(bytes.drain(at..at + length)),
            1 => drop(bytes.splice(at..at, hostile.iter().copied())),
            2 => drop(bytes.splice(at..at + length, hostile.iter().copied())),
            3 => bytes.extend_from_within(at..at + length),
            4 => {
                // A whole line from another place in the text.
                let lines: Vec<_> = text.split_inclusive(|byte| *byte == b'\n').collect();
                let line = lines[random.below(lines.len())];
                drop(bytes.splice(at..at, line.iter().copied()));
            }
            _ if random.below(8) == 0 => bytes.truncate(at),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    bytes
}

/// The longest quoted part of a line; bytes: 120 characters of 4 bytes, and two marks of a cut.
const MAX_QUOTE: usize = 486;

/// Checks that a problem has a message, a place in its file, and no control characters for a terminal.
fn check_problem(problem: &Diagnostic, context: impl Fn() -> String) {
    assert!(!problem.message.is_empty(), "{}", context());
    match &problem.place {
        Some(place) => {
            let before = place.column - place.text_column;
            assert!(
                place.line >= 1
                    && before <= place.text.chars().count()
                    && place.width >= 1
                    && place.text.len() <= MAX_QUOTE,
                "{place:?}; {}",
                context()
            );
        }
        None => assert!(problem.message.contains(", not shown"), "{}", context()),
    }
    let printed = problem.to_string();
    let clean = |c: char| c == '\n' || !c.is_control();
    assert!(printed.chars().all(clean), "{printed:?}; {}", context());
}

/// Checks that the place is inside the file with the bytes `corrupted`.
fn check_line(problem: &Diagnostic, corrupted: &[u8], context: impl Fn() -> String) {
    let lines = 1 + corrupted.iter().filter(|byte| **byte == b'\n').count();
    let line = problem.place.as_ref().map_or(1, |place| place.line);
    assert!(line <= lines, "line {line} of {lines}; {}", context());
}

/// The number of corruptions to make: `usual`, times the factor from the environment.
fn cases(usual: usize) -> usize {
    let factor = std::env::var("CORRUPTIONS").ok();
    usual * factor.map_or(1, |factor| factor.parse::<usize>().unwrap())
}

/// Loads corruptions of `text`, the file called `file`, and checks the result of each.
fn survive(
    seed: u64,
    usual: usize,
    file: &str,
    text: &[u8],
    load: impl Fn(Vec<u8>) -> (bool, Vec<Diagnostic>),
) {
    let cases = cases(usual);
    let mut random = Random::new(seed);
    let (mut usable_ones, mut broken_ones) = (0, 0);
    for case in 0..cases {
        let corrupted = corrupt(text, &mut random);
        let shown = String::from_utf8_lossy(&corrupted).into_owned();
        let (usable, diagnostics) = load(corrupted.clone());
        let context = || format!("seed {seed}, case {case}:\n{shown}");
        let errors = diagnostics
            .iter()
            .filter(|problem| problem.severity == Severity::Error)
            .count();
        assert_eq!(usable, errors == 0, "{}", context());
        for problem in &diagnostics {
            check_problem(problem, context);
            if problem.file == file {
                check_line(problem, &corrupted, context);
            }
        }
        if usable {
            usable_ones += 1;
        } else {
            broken_ones += 1;
        }
    }
    // Otherwise, the corruptions are too weak or too strong for a useful test.
    assert!(
        usable_ones > 0 && broken_ones > cases / 10,
        "{usable_ones} usable of {cases}"
    );
}

fn survive_as(file: &str, text: &[u8], seed: u64, cases: usize) {
    const LEVEL: &str = "format = 1\nname = \"Test\"\n[spawn]\nposition = [0, 1, 0]\n\
                         [[mesh]]\nfile = \"a.obj\"\n";
    survive(seed, cases, file, text, |corrupted| {
        let texts = [
            ("level.toml", LEVEL.as_bytes().to_vec()),
            ("a.obj", OBJ.as_bytes().to_vec()),
            (file, corrupted),
        ];
        let files = texts.into_iter().map(|(name, bytes)| (name.into(), bytes));
        let loaded = load_level(Path::new("level.toml"), &Memory(files.collect()));
        (loaded.level.is_some(), loaded.diagnostics)
    });
}

const OBJ: &str = "# a shed\nmtllib a.mtl\no walls\nv -0.5 0 0.25 # corner\nv 1 0 0\nv 1 1e0 0\n\
                   v 0 1.5 0\nv 0.5 0.5 \\\n 2\nvt 0 0\nvt 1 1\nvn 0 0 1\nusemtl dark wood\n\
                   f 1/1/1 2/2/1 3/1/1 4/2/1\ng roof\nusemtl tiles\nf -1 -2 -3\nf 1//1 2//1 5//1\n\
                   l 1 2\ns off\nf 4 5 1\n";

#[test]
fn no_corruption_of_the_test_level_makes_it_panic_or_fail_without_a_message() {
    let text = fs::read("levels/courtyard.toml").unwrap();
    survive_as("level.toml", &text, 1, 2000);
}

#[test]
fn no_corruption_of_a_small_level_makes_it_panic_or_fail_without_a_message() {
    let text = "format = 1\nname = \"Small\"\nabout = '''walk'''\n[spawn]\nposition = [0, 1.0, -8]\n\
                yaw_deg = 90\npitch_deg = 0.0\ncontroller = \"classic\"\nmode = \"walk\"\n\
                [limits]\nkill_y = -20.0\n[player]\nradius = 0.5\nground_accel = inf\none_sided = false\n\
                [kinds.box]\nmesh = \"a.obj\"\n[[mesh]]\nfile = \"a.obj\"\nrotation_deg = [0, 90, 0]\n\
                scale = -1\ncollide = true\n[[prop]]\nkind = \"box\"\nposition = [1, 2, 3]\nscale = [1, 2, 3]\n\
                [[mover]]\nkind = \"car\"\npath = [[0, 0, 9], [9, 0, 9.5]]\nspeed = 2\nturn = true\n\
                on_end = \"return\"\non_hit = \"pass\"\n";
    survive_as("level.toml", text.as_bytes(), 2, 4000);
}

#[test]
fn no_corruption_of_a_mesh_makes_it_panic_or_fail_without_a_message() {
    survive_as("a.obj", OBJ.as_bytes(), 3, 4000);
}

#[test]
fn no_corruption_of_a_shipped_file_makes_it_panic_or_fail_without_a_message() {
    let read = |path: &str| fs::read(path).unwrap();
    survive_as("level.toml", &read("levels/speed.toml"), 6, 1000);
    survive_as(
        "level.toml",
        &read("crates/game/src/session/guide/starter.toml"),
        7,
        1000,
    );
    for (seed, mesh) in (8..).zip(["car", "corners", "columns"]) {
        survive_as("a.obj", &read(&format!("assets/{mesh}.obj")), seed, 300);
    }
}

#[test]
fn no_corruption_of_materials_damages_more_than_the_colours() {
    let text = "# paint\nnewmtl dark wood\nKd 0.5 0.25 0.125\nKa 1 1 1\nillum 2\nd 0.5\n\
                map_Kd -o 1 2 wood.png\n\nnewmtl tiles\nKd .5\nKd spectral a.rfl 1\nNs 10\nKd xyz 1 1 1\n";
    let mut random = Random::new(4);
    let (mut reported, mut colorless, mut colored) = (0, 0, 0);
    let cases = cases(4000);
    for case in 0..cases {
        let corrupted = corrupt(text.as_bytes(), &mut random);
        let shown = String::from_utf8_lossy(&corrupted).into_owned();
        let level = "format = 1\nname = \"Test\"\nspawn.position = [0, 1, 0]\nmesh = [{ file = \"a.obj\" }]\n";
        let texts = [
            ("level.toml", level.as_bytes().to_vec()),
            ("a.obj", OBJ.as_bytes().to_vec()),
            ("a.mtl", corrupted),
        ];
        let files = texts.into_iter().map(|(name, bytes)| (name.into(), bytes));
        let loaded = load_level(Path::new("level.toml"), &Memory(files.collect()));
        let context = || format!("case {case}:\n{shown}");
        let level = loaded.level.unwrap_or_else(|| panic!("{}", context()));
        for problem in &loaded.diagnostics {
            check_problem(problem, context);
            assert_eq!(problem.severity, Severity::Warning, "{}", context());
        }
        let of_materials = |problem: &&Diagnostic| problem.file.ends_with(".mtl");
        reported += usize::from(loaded.diagnostics.iter().any(|p| of_materials(&p)));
        // The mesh is complete, even if its colours are lost.
        let mesh = &level.scene.models[0].mesh;
        let parts = &mesh.parts;
        let triangles: usize = parts.iter().map(|part| part.triangles.len()).sum();
        assert_eq!(triangles, 5, "{}", context());
        let colors = mesh.materials.iter().map(|material| material.color);
        for color in colors.clone().flatten() {
            assert!((0.0..=1.0).contains(&color), "{color}; {}", context());
        }
        match colors.count() {
            0 => colorless += 1,
            2 => colored += 1,
            _ => {}
        }
    }
    // Otherwise, the corruptions are too weak or too strong for a useful test.
    assert!(
        reported > cases / 4 && colorless > cases / 8 && colored > cases / 8,
        "{reported} reported, {colorless} without a colour, {colored} with both"
    );
}

#[test]
fn no_corruption_of_a_walk_script_makes_it_panic_or_fail_without_a_message() {
    let text = "# there and back\n[[step]]\nseconds = 2.0\nforward = 1\nright = -0.5\nup = 0.0\n\
                yaw_deg = 90.0\npitch_deg = -10\nturn_deg_per_s = 45\njump = true\nfast = false\n\
                mode = \"fly\"\n\n[[step]]\nseconds = 0.25\nmode = \"walk\"\n";
    survive(5, 4000, "walk.toml", text.as_bytes(), |corrupted| {
        let files = Memory([("walk.toml".into(), corrupted)].into());
        let loaded = load_script(Path::new("walk.toml"), &files);
        (loaded.script.is_some(), loaded.diagnostics)
    });
}

#[test]
fn very_deep_and_very_long_texts_are_refused_without_a_panic() {
    let texts = [
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}{}", "[".repeat(50_000), "]".repeat(50_000)),
        format!("a = {}", "{ b = ".repeat(50_000)),
        format!("{}a = 1", "a.".repeat(50_000)),
        format!("[{}a]", "a.".repeat(50_000)),
        format!("name = \"{}\"", "long ".repeat(200_000)),
        "[[prop]]\n".repeat(20_000),
        "= ".repeat(100_000),
        "=\n".repeat(100_000),
        format!("prop = [{}]", "{ x = 1 }, ".repeat(100_000)),
        format!("mesh = [{}]", "{ file = \"none.toml\" }, ".repeat(50_000)),
        format!("x = 1 {}", "\u{e9}".repeat(1_000_000)),
    ];
    for text in texts {
        let files = Memory([("level.toml".into(), text.clone().into_bytes())].into());
        let loaded = load_level(Path::new("level.toml"), &files);
        assert!(loaded.level.is_none());
        let printed: usize = loaded
            .diagnostics
            .iter()
            .map(|problem| problem.to_string().len())
            .sum();
        assert!((1..100_000).contains(&printed), "{printed} bytes");
    }
}
