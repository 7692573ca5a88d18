//! Every text of up to a mebibyte is accepted or refused quickly, whatever it contains. The texts are a mebibyte long if the
//! environment variable `THOROUGH` is set, and a quarter of it otherwise.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sidle::level::{Files, load_level, load_script};

use crate::support::cases;

/// The length of the texts; bytes.
fn length() -> usize {
    cases(1 << 18, 1 << 20)
}

/// How long a text may take. An idle machine needs a fraction of it. Code whose time grows with the square of the length would
/// take minutes.
const LIMIT: Duration = Duration::from_secs(8);

/// Files in memory.
struct Memory(BTreeMap<PathBuf, Vec<u8>>);

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0
            .get(path)
            .cloned()
            .ok_or(io::ErrorKind::NotFound.into())
    }
}

/// `part` again and again, up to [`length`]. Each `#` in it becomes the number of the repetition.
fn many(part: &str) -> String {
    let mut text = String::with_capacity(length());
    for number in 0.. {
        if text.len() + part.len() + 8 > length() {
            return text;
        }
        text += &part.replace('#', &number.to_string());
    }
    text
}

/// The beginning of every level.
const HEAD: &str = "format = 1\nname = \"A\"\nspawn.position = [0, 1, 0]\n";

/// Levels in TOML, each with a name for messages.
fn tomls() -> Vec<(&'static str, String)> {
    let headed = |text: String| format!("{HEAD}{text}");
    let nested = |open: &str, close: &str| {
        let [open, close] = [open, close].map(|part| part.repeat(length() / 2 / part.len().max(1)));
        format!("{HEAD}x = {open}{close}")
    };
    vec![
        ("escapes", format!("{HEAD}name = \"{}\"", many("\\q"))),
        (
            "escapes, unclosed",
            format!("{HEAD}name = \"{}", many("\\q")),
        ),
        ("bad lines", headed(many("= = =\n"))),
        ("bad words", headed(many("a b c d # ]\n"))),
        (
            "bad numbers in a line",
            format!("{HEAD}x = [{}]", many("1.2.3, ")),
        ),
        ("quotes", headed(many("\"'"))),
        ("arrays", nested("[", "]")),
        ("arrays, unclosed", nested("[", "")),
        ("inline tables", nested("{a=", "}")),
        ("inline tables, unclosed", nested("{a=", "")),
        ("dotted key", format!("{HEAD}{}b = 1", many("a."))),
        ("dotted keys", headed(many("a.b#.c.d = 1\n"))),
        ("dotted header", format!("{HEAD}[{}b]", many("a."))),
        ("headers that grow", headed(many("[a#.b.c.d.e]\n"))),
        ("one line", headed("x".repeat(length()))),
        ("keys", headed(many("key# = 1\n"))),
        (
            "keys of a table",
            format!("{HEAD}[player]\n{}", many("key# = 1\n")),
        ),
        (
            "long keys",
            headed(format!("{} = 1\n", "k".repeat(length() / 2))),
        ),
        ("duplicate keys", headed(many("a = 1\n"))),
        ("duplicate tables", headed(many("[player]\n"))),
        ("lists of tables", headed(many("[[prop]]\n"))),
        ("lists in lists", headed(many("[[prop]]\n[[prop.a]]\n"))),
        ("unclosed lists", headed(many("a# = [\n"))),
        (
            "unknown kinds",
            headed(many("[[prop]]\nkind = \"k#\"\nposition = [0,0,0]\n")),
        ),
        ("kinds", headed(many("[kinds.k#]\nmesh = \"a.obj\"\n"))),
        ("kinds and a prop", {
            let kinds = many("[kinds.kind#]\nmesh=\"\"\n");
            format!("{}[[prop]]\nkind = \"kin\"\n", headed(kinds))
        }),
        ("kinds and props", {
            let kinds = many("[kinds.k#]\nmesh=\"\"\n");
            let props = many("[[prop]]\nkind = \"kx#\"\nposition = [0,0,0]\n");
            format!("{HEAD}{}{}", first_half(kinds), first_half(props))
        }),
        ("kinds and good props", {
            let kinds = many("[kinds.k#]\nmesh=\"\"\n");
            let props = many("[[prop]]\nkind = \"k#\"\nposition = [0,0,0]\n");
            format!("{HEAD}{}{}", first_half(kinds), first_half(props))
        }),
        (
            "a long kind",
            format!("{HEAD}[[prop]]\nkind = \"{}\"", "k".repeat(length() / 2)),
        ),
        (
            "a long controller",
            format!("{HEAD}spawn.controller = \"{}\"", "a_".repeat(length() / 2)),
        ),
        (
            "a long integer",
            format!("{HEAD}x = {}", "1".repeat(length())),
        ),
        (
            "a long fraction",
            format!("{HEAD}player.radius = 1.{}", "7".repeat(length())),
        ),
        ("comments", headed(many("# a\n"))),
        ("CRLF", headed(many("\r\n"))),
        ("CR", headed("\r".repeat(length()))),
        ("tabs", headed("\t".repeat(length()))),
        ("not ASCII", headed("ü".repeat(length() / 2))),
        (
            "movers",
            headed(many(
                "[[mover]]\nkind=\"car\"\nspeed=1\npath=[[0,0,0],[1,0,0]]\n",
            )),
        ),
        ("passing movers", {
            headed(many(
                "[[mover]]\nkind=\"car\"\nspeed=1\non_hit=\"pass\"\npath=[[0,0,0],[1,0,0]]\n",
            ))
        }),
        (
            "props in one place",
            headed(many("[[prop]]\nkind=\"crate\"\nposition=[0,0,0]\n")),
        ),
        (
            "props around the spawn",
            headed(many("[[prop]]\nkind=\"crate\"\nposition=[0,1,0]\n")),
        ),
        (
            "nested props",
            headed(many(
                "[[prop]]\nkind=\"crate\"\nposition=[0,0,0]\nscale=#.5\n",
            )),
        ),
        ("missing meshes", headed(many("[[mesh]]\nfile=\"#.obj\"\n"))),
        ("one mesh", headed(many("[[mesh]]\nfile=\"a.obj\"\n"))),
        (
            "path",
            format!(
                "{HEAD}[[mover]]\nkind=\"car\"\nspeed=1\npath=[{}]",
                many("[#,0,0],")
            ),
        ),
        (
            "bad path",
            format!(
                "{HEAD}[[mover]]\nkind=\"car\"\nspeed=1\npath=[{}]",
                many("[0],")
            ),
        ),
        ("mixed", headed(many("[a#\n\"\\q = [1, {\r\n# x\n''' ]]\n"))),
        ("strings over lines", headed(many("a# = \"\"\"\n"))),
    ]
}

/// The first half of a text, up to the end of a line.
fn first_half(mut text: String) -> String {
    text.truncate(text[..length() / 2].rfind('\n').map_or(0, |at| at + 1));
    text
}

/// Meshes in OBJ.
fn objs() -> Vec<(&'static str, String)> {
    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    let headed = |text: String| format!("mtllib a.mtl\n{SQUARE}{text}");
    vec![
        ("same faces", headed(many("f 1 2 3\n"))),
        ("faces with one corner", headed(many("f 1\n"))),
        ("a wide face", headed(format!("f {}", many("1 2 3 ")))),
        ("wide faces", {
            let face = format!("f {}\n", "1 2 3 4 ".repeat(249));
            headed(many(&face))
        }),
        ("joined lines", headed(many("f 1 2 \\\n"))),
        ("backslashes", headed(many("\\\n"))),
        ("far indices", headed(many("f 1 2 9#\n"))),
        ("keywords", headed(many("key# 1\n"))),
        ("materials", headed(many("usemtl m#\nf 1 2 3\n"))),
        ("names", headed(many("o n#\nf 1 2 3\n"))),
        ("material files", headed(many("mtllib a.mtl\n"))),
        ("missing material files", headed(many("mtllib #.mtl\n"))),
        ("numbers", headed(many("v 1e#### 1 2 3 x\n"))),
        ("one word", headed("v".repeat(length()))),
        ("one line", headed(format!("v {}", many("1 ")))),
        ("slashes", headed(format!("f {}", many("/")))),
        ("comments", headed(many("#\n"))),
        ("not text", headed("\u{80}".repeat(length() / 2))),
    ]
}

/// Material files of a mesh.
fn mtls() -> Vec<(&'static str, String)> {
    vec![
        ("names", many("newmtl m#\nKd 1 2\n")),
        ("one name", many("newmtl m\nKd 1 1 1\n")),
        ("near names", many("newmtl material_m#\n")),
        ("no names", many("newmtl\n")),
        ("colours", format!("newmtl a\n{}", many("Kd x\n"))),
        ("a long name", format!("newmtl {}", "m".repeat(length()))),
    ]
}

/// Walk scripts.
fn scripts() -> Vec<(&'static str, String)> {
    vec![
        ("steps", many("[[step]]\nseconds = 1\n")),
        ("bad steps", many("[[step]]\nseconds = \"#\"\nfoo = 1\n")),
        ("escapes", format!("[[step]]\nmode = \"{}\"", many("\\q"))),
        (
            "arrays",
            format!("[[step]]\nseconds = {}", "[".repeat(length())),
        ),
        ("keys", format!("[[step]]\n{}", many("key# = 1\n"))),
    ]
}

/// Runs `load`, prints its time, and adds to `late` if it takes too long. On a busy machine, the fastest of three runs counts.
fn timed(name: &str, load: impl Fn() -> usize, late: &mut Vec<String>) {
    let mut time = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        let problems = load();
        time = time.min(start.elapsed());
        let seconds = time.as_secs_f64();
        println!("{seconds:7.3} s  {problems:3} problems  {name}");
        if time <= LIMIT {
            return;
        }
    }
    late.push(format!("{name}: {time:?}"));
}

/// Loads the level in `files`, and prints its problems, whose time also counts. Returns how many problems there are.
fn load(files: &[(&str, &str)]) -> usize {
    let files = files.iter();
    let files = files.map(|(name, text)| (name.into(), text.as_bytes().to_vec()));
    let files = Memory(files.collect());
    let loaded = load_level(Path::new("level.toml"), &files);
    let messages = loaded.diagnostics.iter().map(ToString::to_string);
    assert!(messages.map(|text| text.len()).sum::<usize>() < 300_000);
    loaded.diagnostics.len()
}

#[test]
fn every_long_text_is_accepted_or_refused_quickly() {
    let mut late = Vec::new();
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
    let with_mesh = format!("{HEAD}[[mesh]]\nfile = \"a.obj\"\n");
    for (name, text) in tomls() {
        timed(
            name,
            || load(&[("level.toml", &text), ("a.obj", square)]),
            &mut late,
        );
    }
    let material = "newmtl stone\nKd 1 1 1\n";
    for (name, text) in objs() {
        let files = [
            ("level.toml", &*with_mesh),
            ("a.obj", &text),
            ("a.mtl", material),
        ];
        timed(&format!("obj: {name}"), || load(&files), &mut late);
    }
    let materials = format!(
        "mtllib a.mtl\nusemtl material_x\n{square}{}",
        many("usemtl n#\nf 1 2 3\n")
    );
    for (name, text) in mtls() {
        let files = [
            ("level.toml", &*with_mesh),
            ("a.obj", &materials),
            ("a.mtl", &text),
        ];
        timed(&format!("mtl: {name}"), || load(&files), &mut late);
    }
    for (name, text) in scripts() {
        let files = Memory(BTreeMap::from([("walk.toml".into(), text.into_bytes())]));
        let load = || {
            load_script(Path::new("walk.toml"), &files)
                .diagnostics
                .len()
        };
        timed(&format!("script: {name}"), load, &mut late);
    }
    assert_eq!(late, [""; 0]);
}
