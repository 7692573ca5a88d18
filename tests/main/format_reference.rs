//! The format reference, `levels/format.md`, agrees with the code. Its key tables are generated from the code, and the
//! examples of all pages about levels load without problems.
//!
//! After a change of the keys, rewrite the key tables with
//! `UPDATE_EXPECTED=1 cargo test --test main format_reference`, and read the differences. The test fails in that
//! run, so that a rewrite is never mistaken for a pass. `sidle schema > levels/level.schema.json` writes the schema.

use std::io;
use std::path::Path;

use sidle::level::keys::{Key, KeyDefault, KeyTable, LEVEL, SCRIPT, TableForm};
use sidle::level::{
    Budget, Diagnostic, Files, Level, WalkScript, load_level, load_script, megabytes,
};
use sidle::player::Tuning;

use crate::support::fs::{self, Disk};

const REFERENCE: &str = include_str!("../../levels/format.md");

/// The tutorial.
const TUTORIAL: &str = include_str!("../../levels/README.md");

/// The page with the limits of a level.
const CHECKING: &str = include_str!("../../levels/checking.md");

/// All pages about levels.
const PAGES: [&str; 5] = [
    TUTORIAL,
    REFERENCE,
    CHECKING,
    include_str!("../../levels/meshes.md"),
    include_str!("../../levels/maps.md"),
];

/// The path of every example, so that its relative paths are those of the reference.
const PLACE: &str = "levels/example.toml";

/// One text at [`PLACE`], and the other files from the disk.
struct Example(String);

impl Files for Example {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == Path::new(PLACE) {
            Ok(self.0.clone().into_bytes())
        } else {
            Disk.read(path)
        }
    }
}

/// All TOML blocks of `page`.
fn blocks(page: &str) -> Vec<&str> {
    let parts = page.split("```toml\n").skip(1);
    parts
        .map(|part| part.split("```").next().unwrap())
        .collect()
}

/// Ground to append to an example without its own.
const GROUND: &str = "\n[[prop]]\nkind = \"crate\"\nposition = [0, -0.5, 0]\nscale = [99, 1, 99]\n";

/// The level of an example. An example that is only a part is completed first.
fn level_of(block: &str) -> Level {
    let mut text = String::new();
    if !block.contains("format =") {
        text += "format = 1\nname = \"Example\"\n";
    }
    if !block.contains("[spawn]") {
        text += "spawn.position = [0.0, 1.0, 0.0]\n";
    }
    text += block;
    if !block.contains("format =") {
        text += GROUND;
    }
    let loaded = load_level(Path::new(PLACE), &Example(text));
    assert_eq!(loaded.diagnostics, [], "in this example:\n{block}");
    loaded.level.unwrap()
}

fn script_of(block: &str) -> WalkScript {
    let loaded = load_script(Path::new(PLACE), &Example(block.to_owned()));
    assert_eq!(loaded.diagnostics, [], "in this example:\n{block}");
    loaded.script.unwrap()
}

/// The part of the reference that explains the keys of `table`, from its first mark to its last.
fn explained(table: &KeyTable) -> String {
    let header = match table.form {
        TableForm::Head => "head".to_owned(),
        _ => table.header(),
    };
    let mut text = format!("<!-- keys: {header} -->\n");
    if !table.doc.is_empty() {
        text += &wrapped(table.doc);
        text += "\n";
    }
    text += "| Key | Value | Default | Meaning |\n|---|---|---|---|\n";
    for key in table.keys {
        let default = match key.default {
            KeyDefault::Required(_) => "required".to_owned(),
            KeyDefault::Unset(words) => words.to_owned(),
            _ => format!("`{}`", key.default_value().unwrap()),
        };
        let (name, value, doc) = (key.name, key.written(), key.doc());
        text += &format!("| `{name}` | {value} | {default} | {doc} |\n");
    }
    text + "<!-- end of keys -->"
}

/// A paragraph, wrapped to 120 characters per line.
fn wrapped(paragraph: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in paragraph.split(' ') {
        let more = word.chars().count() + 1;
        let newline = length + more > 120;
        text += if newline {
            "\n"
        } else if length > 0 {
            " "
        } else {
            ""
        };
        length = if newline { more } else { length + more };
        text += word;
    }
    text + "\n"
}

#[test]
fn the_key_tables_are_those_of_the_code() {
    let mut made = REFERENCE.to_owned();
    for table in LEVEL.iter().chain(SCRIPT) {
        let text = explained(table);
        let (first, last) = (text.lines().next().unwrap(), text.lines().last().unwrap());
        let start = made.find(first);
        let start = start.unwrap_or_else(|| panic!("levels/format.md has no `{first}`"));
        let end = start + made[start..].find(last).unwrap() + last.len();
        made.replace_range(start..end, &text);
    }
    if made != REFERENCE && std::env::var_os("UPDATE_EXPECTED").is_some_and(|value| value == "1") {
        fs::write("levels/format.md", made).unwrap();
        panic!("the key tables were rewritten: read the differences");
    }
    assert!(
        made == REFERENCE,
        "rewrite the key tables: UPDATE_EXPECTED=1 cargo test --test main format_reference"
    );
}

/// A file with a table and its required keys. It ends where one more line of the table can follow.
fn text_with(table: &KeyTable, but: &Key) -> String {
    let required = |table: &KeyTable| -> String {
        let keys = table.keys.iter().filter(|key| key.name != but.name);
        let lines = keys.filter_map(|key| match key.default {
            KeyDefault::Required(example) => Some(format!("{} = {example}\n", key.name)),
            _ => None,
        });
        lines.collect()
    };
    let own = required(table)
        .replace("NAME.obj", "building.obj")
        .replace("NAME.png", "hills.png");
    match table.form {
        TableForm::Head => format!("spawn.position = [0, 1, 0]\n{own}"),
        _ if table.name == "step" => format!("[[step]]\n{own}"),
        _ => {
            let spawn = match table.name {
                "spawn" => "",
                "place" => {
                    "spawn.position = [0, 1, 0]\n[[prefabs.NAME.prop]]\nkind = \"crate\"\nposition = [9, 0, 0]\n"
                }
                _ => "spawn.position = [0, 1, 0]\n",
            };
            let header = table.header();
            format!("format = 1\nname = \"A\"\n{spawn}{header}\n{own}")
        }
    }
}

/// The problems of a file with this table.
fn diagnostics(table: &KeyTable, text: String) -> Vec<Diagnostic> {
    if table.name == "step" {
        load_script(Path::new(PLACE), &Example(text)).diagnostics
    } else {
        load_level(Path::new(PLACE), &Example(text)).diagnostics
    }
}

#[test]
fn the_loader_reads_every_key_of_the_table() {
    let mut keys = 0;
    for table in LEVEL.iter().chain(SCRIPT) {
        for key in table.keys {
            // No key has this type, so every key that the loader reads causes a problem.
            let text = text_with(table, key) + &format!("{} = 2020-01-01\n", key.name);
            let complaint = format!("`{}` is a datetime", key.name);
            let found = diagnostics(table, text);
            let complains = found.iter().any(|problem| problem.message == complaint);
            assert!(complains, "{} {}: {found:#?}", table.header(), key.name);
            keys += 1;
        }
    }
    assert!(keys >= 60, "{keys} keys");
}

#[test]
fn a_key_set_to_its_default_changes_nothing() {
    let mut keys = 0;
    for table in LEVEL.iter().chain(SCRIPT) {
        for key in table.keys {
            let Some(default) = key.default_value() else {
                continue;
            };
            let without = text_with(table, key);
            let with = format!("{without}{} = {default}\n", key.name);
            let place = format!("{} {}", table.header(), key.name);
            if table.name == "step" {
                assert_eq!(script_of(&with), script_of(&without), "{place}");
            } else {
                let load = |text: String| {
                    let loaded = load_level(Path::new(PLACE), &Example(text));
                    loaded
                        .level
                        .unwrap_or_else(|| panic!("{place}: {:?}", loaded.diagnostics))
                };
                assert_eq!(load(with), load(without), "{place}");
            }
            keys += 1;
        }
    }
    assert!(keys >= 40, "{keys} keys");
}

#[test]
fn every_example_loads_without_a_problem() {
    let (mut levels, mut scripts) = (0, 0);
    for block in PAGES.into_iter().flat_map(blocks) {
        if block.contains("[[step]]") {
            assert!(!script_of(block).steps.is_empty());
            scripts += 1;
        } else {
            level_of(block);
            levels += 1;
        }
    }
    assert!(
        levels >= 15 && scripts >= 1,
        "{levels} levels, {scripts} scripts"
    );
}

#[test]
fn the_first_example_is_a_complete_level() {
    let text = blocks(TUTORIAL)[0].to_owned();
    let loaded = load_level(Path::new(PLACE), &Example(text));
    assert_eq!(loaded.diagnostics, []);
    let level = loaded.level.unwrap();
    assert_eq!(level.world.boxes().len(), 3);
    assert_eq!(level.scene.props().len(), 4);
}

#[test]
fn the_defaults_of_the_player_are_as_written() {
    let block = blocks(REFERENCE)
        .into_iter()
        .find(|block| block.contains("[player]"))
        .unwrap();
    assert_eq!(level_of(block).tuning, Tuning::default());
    for name in Tuning::number_names().chain([
        "body",
        "one_sided",
        "box_half_extents",
        "box_turns",
        "crouch_lifts_feet",
        "air_control",
    ]) {
        assert!(
            block.contains(&format!("{name} = ")),
            "{name} has no default"
        );
        assert!(
            REFERENCE.contains(&format!("| `{name}` | ")),
            "{name} is not explained"
        );
    }
}

#[test]
fn the_ranges_of_the_player_are_as_written() {
    for name in Tuning::number_names() {
        let row = REFERENCE
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")));
        let value = row.and_then(|row| row.split(" | ").nth(1)).unwrap();
        let (_unit, range) = value.split_once(", ").unwrap();
        let number = |text: &str| text.trim().parse::<f64>().unwrap();
        let (min, max) = match range.split_once(" up, or ") {
            Some((min, _)) => (number(min), f64::INFINITY),
            None => {
                let (min, max) = range.split_once(" to ").unwrap();
                (number(min), number(max))
            }
        };
        let may_be = |value: f64| Tuning::default().set(name, value).is_ok();
        assert!(may_be(min) && may_be(max), "{name}: {range}");
        assert!(!may_be(min - 1e-6), "{name}: less than {range}");
        assert!(
            max == f64::INFINITY || !may_be(max + 1e-6),
            "{name}: more than {range}"
        );
    }
}

#[test]
fn the_player_keys_say_what_the_tuning_table_says() {
    let reference = REFERENCE.replace('`', "");
    for number in Tuning::NUMBERS {
        let row = format!("| {} | {}, ", number.name, number.unit);
        let row = reference.lines().find(|line| line.starts_with(&row));
        let texts = number.texts();
        let (smaller, larger) = (texts.smaller, texts.larger);
        let words = format!("{} Smaller: {smaller} Larger: {larger}", texts.meaning);
        assert!(row.is_some_and(|row| row.contains(&words)), "{words}");
    }
}

/// The keys that the loader lists as expected after an unknown key in `table`.
fn known_keys(load: impl Fn(Example) -> Vec<Diagnostic>, text: &str) -> Vec<String> {
    let diagnostics = load(Example(text.to_owned()));
    let unknown = diagnostics
        .iter()
        .find(|problem| problem.message.contains("`unknown`"));
    let place = unknown.and_then(|problem| problem.place.as_ref()).unwrap();
    let names = place.label.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

#[test]
fn every_key_that_the_loader_knows_is_explained() {
    let level = |example: Example| load_level(Path::new(PLACE), &example).diagnostics;
    let script = |example: Example| load_script(Path::new(PLACE), &example).diagnostics;
    let tables =
        ["spawn", "limits", "player", "kinds.one", "lab"].map(|name| format!("[{name}]\n"));
    let lists = ["mesh", "terrain", "prop", "mover", "sign"].map(|name| format!("[[{name}]]\n"));
    let mut rows = 0;
    for header in tables.into_iter().chain(lists) {
        for key in known_keys(level, &format!("{header}unknown = 1\n")) {
            assert!(
                REFERENCE.contains(&format!("| `{key}` | ")),
                "{key} of {header}"
            );
            rows += 1;
        }
    }
    for key in known_keys(script, "[[step]]\nseconds = 1\nunknown = 1\n") {
        assert!(
            REFERENCE.contains(&format!("| `{key}` | ")),
            "{key} of a step"
        );
        rows += 1;
    }
    assert!(rows >= 40, "{rows} keys");
    for key in known_keys(level, "unknown = 1\n") {
        let headers = [
            format!("[{key}]"),
            format!("[[{key}]]"),
            format!("| `{key}` | "),
        ];
        assert!(
            headers.iter().any(|header| REFERENCE.contains(header)),
            "{key}"
        );
    }
}

#[test]
fn every_link_of_a_page_to_a_heading_of_itself_finds_it() {
    let anchor = |heading: &str| -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-');
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        text.chars()
            .filter(kept)
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    };
    for page in PAGES {
        let headings: Vec<_> = page
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(anchor)
            .collect();
        let links: Vec<_> = page
            .split("](#")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap())
            .collect();
        assert!(!links.is_empty());
        for link in links {
            assert!(
                headings.iter().any(|heading| heading == link),
                "#{link} is not among {headings:?}"
            );
        }
    }
}

#[test]
fn the_page_about_checking_names_every_limit_of_a_level() {
    let [link, own] = [Budget::LINK, Budget::OWN];
    let grouped = |number: u64| {
        let digits = number.to_string();
        let groups = digits.as_bytes().rchunks(3).rev();
        let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
        groups.collect::<Vec<_>>().join(" ")
    };
    let exact = |bytes: u64| format!("{} bytes", grouped(bytes));
    let rounded = |bytes: u64| format!("{} MB", grouped(megabytes(bytes)));
    let mut rows = Vec::new();
    for (limit, number) in [
        (
            "the text",
            (|budget: &Budget| budget.text_bytes) as fn(&Budget) -> u64,
        ),
        ("the meshes' files together", |budget| budget.mesh_bytes),
    ] {
        let [link, own] = [&link, &own].map(|budget| exact(number(budget)));
        rows.push(format!("| {limit} | {link} | {own} |"));
    }
    let limit = "the estimated memory that the level needs";
    let [link_memory, own_memory] = [link.memory, own.memory].map(rounded);
    rows.push(format!("| {limit} | {link_memory} | {own_memory} |"));
    for (limit, number) in [
        (
            "`[[mesh]]` entries",
            (|budget: &Budget| budget.meshes) as fn(&Budget) -> u64,
        ),
        ("triangles, each as often as it is placed", |budget| {
            budget.triangles
        }),
        ("`[[prop]]` entries", |budget| budget.props),
        ("`[[mover]]` entries", |budget| budget.movers),
        ("`[[zone]]` entries", |budget| budget.zones),
        ("points of all paths", |budget| budget.path_points),
        (
            "pairs of a mover and another box near its start",
            |budget| budget.mover_pairs,
        ),
    ] {
        let [link, own] = [&link, &own].map(|budget| grouped(number(budget)));
        rows.push(format!("| {limit} | {link} | {own} |"));
    }
    for row in rows {
        assert!(
            CHECKING.contains(&row),
            "levels/checking.md lacks the row\n{row}"
        );
    }
}
