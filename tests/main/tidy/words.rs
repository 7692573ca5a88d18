//! How often the prose uses the habits that make it read as a translation. Each habit has a limit: at most twice its rate in
//! *The Rust Programming Language*, counted with the same pattern.
//!
//! The test finds no bad sentence. It notices when a habit returns, and names the places.

use std::path::{Path, PathBuf};

use super::pages::{pages, prose};
use super::rust_files;

use crate::support::fs;

/// A habit: its name, the most uses in 1000 words, and how to find it in a text with single spaces.
struct Habit {
    name: &'static str,
    limit: f64,
    uses: fn(&Text) -> Vec<usize>,
}

/// Those of sentences. A table, a sign or a message is a label and a value, so colons are only counted in sentences.
const HABITS: [Habit; 6] = [
    // The book: 3.5. "It fails: the file is missing" becomes a sentence with "because", or two sentences.
    Habit {
        name: "a colon in a sentence",
        limit: 7.0,
        uses: |text| text.colons(),
    },
    // The book: 1.9. "What it found" is "its findings".
    Habit {
        name: "`what`",
        limit: 3.8,
        uses: |text| text.all(&["what"]),
    },
    // The book: 0.02. "A package of its own" is "a separate package".
    Habit {
        name: "`of its own`, `of yours`",
        limit: 0.04,
        uses: |text| text.all(&OWN),
    },
    // The book has none. "Runs beside the game" is "runs in the background"; "beside the wall" is "next to the wall".
    Habit {
        name: "`beside`",
        limit: 0.02,
        uses: |text| text.all(&["beside"]),
    },
    // The book: 0.1. "The tour begins so" is "the tour begins this way".
    Habit {
        name: "`so` for a clause",
        limit: 0.2,
        uses: |text| text.before_a_stop("so", false),
    },
    // The book: 0.02. "It reloads, too" is "it also reloads".
    Habit {
        name: "a trailing `, too`",
        limit: 0.04,
        uses: |text| text.before_a_stop("too", true),
    },
];

const OWN: [&str; 10] = [
    "of its own",
    "of their own",
    "of your own",
    "of our own",
    "of his own",
    "of my own",
    "of yours",
    "of ours",
    "of theirs",
    "of others",
];

/// Texts of one kind, with the file of each part.
#[derive(Default)]
struct Text {
    /// All parts, with single spaces.
    text: String,
    /// The text in small letters.
    small: String,
    /// Where the part of each file begins.
    files: Vec<(usize, PathBuf)>,
}

impl Text {
    fn add(&mut self, file: &Path, part: &str) {
        self.files.push((self.text.len(), file.to_owned()));
        for word in part.split_whitespace() {
            self.text += word;
            // Only these letters keep their length.
            self.small += &word.to_ascii_lowercase();
            self.text += " ";
            self.small += " ";
        }
    }

    fn words(&self) -> usize {
        self.text.split(' ').count()
    }

    /// Where one of these phrases is, as whole words.
    fn all(&self, phrases: &[&str]) -> Vec<usize> {
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let bytes = self.small.as_bytes();
        let found = phrases.iter().flat_map(|phrase| {
            let places = self.small.match_indices(phrase);
            places.filter(|(at, _)| {
                let before = at.checked_sub(1).and_then(|at| bytes.get(at));
                !is_letter(before) && !is_letter(bytes.get(at + phrase.len()))
            })
        });
        found.map(|(at, _)| at).collect()
    }

    /// Where `word` stands before a comma, a full stop or the like; with `after_comma`, only behind a comma.
    fn before_a_stop(&self, word: &str, after_comma: bool) -> Vec<usize> {
        let bytes = self.small.as_bytes();
        let mut places = self.all(&[word]);
        places.retain(|at| {
            let stops = bytes
                .get(at + word.len())
                .is_some_and(|byte| b".,;:)".contains(byte));
            stops && (!after_comma || self.small[..*at].ends_with(", "))
        });
        places
    }

    /// Where a colon joins two parts of a sentence. Labels of constants such as "smaller: …" are none.
    fn colons(&self) -> Vec<usize> {
        let bytes = self.text.as_bytes();
        let places = self.text.match_indices(": ").map(|(at, _)| at);
        places
            .filter(|at| {
                let before = at.checked_sub(1).and_then(|at| bytes.get(at));
                let after = bytes.get(at + 2);
                let joins = before.is_some_and(|byte| {
                    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"`)]\"*".contains(byte)
                }) && after
                    .is_some_and(|byte| byte.is_ascii_lowercase() || b"`\"(".contains(byte));
                let label = self.small[..*at].rsplit(' ').next().unwrap_or_default();
                joins && !["smaller", "larger", "source"].contains(&label)
            })
            .collect()
    }

    /// The file of the part at `at`, and the words around.
    fn place(&self, at: usize) -> String {
        let file = self.files.iter().rev().find(|(start, _)| *start <= at);
        let file = file.map_or(String::new(), |(_, file)| file.display().to_string());
        let before: String = self.text[..at].chars().rev().take(50).collect();
        let before: String = before.chars().rev().collect();
        let after: String = self.text[at..].chars().take(50).collect();
        format!("{file}: …{before}{after}…")
    }

    /// The habits that are too frequent, with their places.
    fn complaints(&self, kind: &str, habits: &[&Habit]) -> Vec<String> {
        let words = self.words();
        let mut complaints = Vec::new();
        for habit in habits {
            let places = (habit.uses)(self);
            let rate = places.len() as f64 * 1000.0 / words as f64;
            println!("{kind}: {} {rate:.2} in 1000 of {words} words", habit.name);
            // One or two uses in a small text are not a habit.
            if rate > habit.limit && places.len() > 2 {
                let shown = places.iter().take(40).map(|at| self.place(*at));
                let shown: Vec<_> = shown.collect();
                complaints.push(format!(
                    "{kind}: {} {rate:.2} times in 1000 words, more than {}:\n{}",
                    habit.name,
                    habit.limit,
                    shown.join("\n")
                ));
            }
        }
        complaints
    }
}

/// The sentences of all pages, and the rows of their tables.
fn page_texts() -> [Text; 2] {
    let [mut sentences, mut tables] = [Text::default(), Text::default()];
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let [mut rows, mut rest] = [String::new(), String::new()];
        for line in prose(&text) {
            let part = if line.starts_with('|') {
                &mut rows
            } else {
                &mut rest
            };
            *part += line;
            *part += "\n";
        }
        sentences.add(&page, &rest);
        tables.add(&page, &rows);
    }
    [sentences, tables]
}

/// The documentation in comments, without code and tables.
fn comments() -> Text {
    let mut text = Text::default();
    for path in ["src", "crates", "examples"]
        .into_iter()
        .flat_map(rust_files)
    {
        let file = fs::read_to_string(&path).expect("a text file");
        let (mut part, mut is_code) = (String::new(), false);
        for line in file.lines().map(str::trim_start) {
            let comment = line.strip_prefix("///").or(line.strip_prefix("//!"));
            let Some(comment) = comment.map(str::trim_start) else {
                is_code = false;
                continue;
            };
            if comment.starts_with("```") {
                is_code = !is_code;
            } else if !is_code && !comment.starts_with('|') {
                part += comment;
                part += "\n";
            }
        }
        text.add(&path, &part);
    }
    text
}

/// The texts of the shipped levels: signs, zones and descriptions.
fn signs() -> Text {
    let mut text = Text::default();
    for entry in fs::read_dir("levels").expect("the levels") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let level = fs::read_to_string(&path).expect("a level");
            let values = level.lines().filter_map(|line| {
                let value = line.strip_prefix("text = ");
                value.or(line.strip_prefix("about = "))
            });
            let values: Vec<_> = values.map(|value| value.replace("\\n", " ")).collect();
            text.add(&path, &values.join("\n"));
        }
    }
    text
}

/// What the programs say: all texts in the code that hold four words or more.
fn messages() -> Text {
    let mut text = Text::default();
    for path in [
        "src",
        "crates/audit/src",
        "crates/conformance/src",
        "crates/game/src",
    ]
    .into_iter()
    .flat_map(rust_files)
    {
        if path.ends_with("tests.rs") || path.ends_with("test_support.rs") {
            continue;
        }
        let file = fs::read_to_string(&path).expect("a text file");
        let code = file.lines().take_while(|line| *line != "#[cfg(test)]");
        let code: Vec<_> = code
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let code = code
            .join("\n")
            .replace("\\\"", "'")
            .replace("\\\n", " ")
            .replace("'\"'", "''");
        let values = code.split('"').skip(1).step_by(2);
        // A shader is code.
        let values = values.filter(|value| !value.contains(";\n"));
        let values = values.filter(|value| value.split_whitespace().count() >= 4);
        let values: Vec<_> = values.collect();
        text.add(&path, &values.join("\n"));
    }
    text
}

#[test]
fn the_prose_keeps_the_habits_of_a_translation_rare() {
    let all: Vec<_> = HABITS.iter().collect();
    let without_colons: Vec<_> = HABITS.iter().skip(1).collect();
    let [sentences, tables] = page_texts();
    let mut complaints = sentences.complaints("pages", &all);
    complaints.extend(tables.complaints("tables", &without_colons));
    complaints.extend(comments().complaints("comments", &all));
    complaints.extend(signs().complaints("signs", &without_colons));
    complaints.extend(messages().complaints("messages", &without_colons));
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn each_habit_is_found_where_it_is_and_nowhere_else() {
    let places = |text: &str| -> Vec<usize> {
        let mut whole = Text::default();
        whole.add(Path::new("page.md"), text);
        HABITS
            .iter()
            .map(|habit| (habit.uses)(&whole).len())
            .collect()
    };
    assert_eq!(
        places("It fails: the file is missing. Smaller: it shakes; larger: it is slow."),
        [1, 0, 0, 0, 0, 0]
    );
    assert_eq!(
        places("What it met is shown. Whatever."),
        [0, 1, 0, 0, 0, 0]
    );
    assert_eq!(
        places("A room of its own, and a number\nof yours."),
        [0, 0, 2, 0, 0, 0]
    );
    assert_eq!(places("Beside the wall, besides."), [0, 0, 0, 1, 0, 0]);
    assert_eq!(
        places("It begins so. It is so far away, so it waits."),
        [0, 0, 0, 0, 1, 0]
    );
    assert_eq!(
        places("It reloads, too. Too far, and not too near."),
        [0, 0, 0, 0, 0, 1]
    );
}
