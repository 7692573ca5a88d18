//! The table of results, as Markdown and as JSON.

use std::fmt::Write;
use std::fs;

/// The result of a candidate in a row.
enum Cell {
    /// A number in each round; fewer are better.
    Rounds(Vec<f64>),
    Words(String),
}

/// A row: a measurement, the result of each candidate, and the target.
pub struct Row {
    what: String,
    unit: &'static str,
    cells: Vec<(&'static str, Cell)>,
    wanted: String,
}

/// All rows in order, the checksums of all end positions, and the slowest moves of each course.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
    checksums: Vec<(String, u64)>,
    slowest: Vec<(String, Vec<String>)>,
}

/// The candidate with which all others are compared.
const OURS: &str = "sidle";

impl Table {
    pub fn add(&mut self, row: Row) {
        // Show the progress of a long run.
        let cells = row.cells.iter();
        let cells = cells.map(|(name, cell)| format!("{name} {}", cell.text()));
        eprintln!("{}: {}", row.what, cells.collect::<Vec<_>>().join(" | "));
        self.rows.push(row);
    }

    pub fn add_checksum(&mut self, what: impl Into<String>, sum: u64) {
        self.checksums.push((what.into(), sum));
    }

    /// Adds the slowest moves of a course, with what they met.
    pub fn add_slowest(&mut self, what: impl Into<String>, lines: Vec<String>) {
        self.slowest.push((what.into(), lines));
    }

    /// The names of all candidates, in the order in which they first have a result.
    fn names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for (name, _) in self.rows.iter().flat_map(|row| &row.cells) {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        names
    }

    pub fn markdown(&self) -> String {
        let names = self.names();
        let mut text = format!("| what | unit | {} | wanted |\n", names.join(" | "));
        let _ = writeln!(text, "|---|---|{}---|", "---|".repeat(names.len()));
        for row in &self.rows {
            let cells = names.iter().map(|name| row.cell(name));
            let cells = cells.collect::<Vec<_>>().join(" | ");
            let Row {
                what, unit, wanted, ..
            } = row;
            let _ = writeln!(text, "| {what} | {unit} | {cells} | {wanted} |");
        }
        for (what, lines) in &self.slowest {
            let _ = writeln!(text, "\nSlowest moves of {what}:\n\n{}", lines.join("\n"));
        }
        let sums = self.checksums.iter();
        let sums = sums.map(|(what, sum)| format!("{what} {sum:016x}"));
        let _ = write!(
            text,
            "\nChecksums of all end positions: {}.",
            sums.collect::<Vec<_>>().join(", ")
        );
        text
    }

    /// Everything as JSON, with the machine and the versions.
    pub fn json(&self) -> String {
        let machine = object([
            ("processor", quoted(&processor())),
            ("cores", cores().to_string()),
            ("system", quoted(std::env::consts::OS)),
            ("architecture", quoted(std::env::consts::ARCH)),
        ]);
        let versions = LIBRARIES.map(|name| (name, quoted(version(name).unwrap_or("not used"))));
        let rows = self.rows.iter().map(Row::json).collect::<Vec<_>>();
        object([
            ("machine", machine),
            ("versions", object(versions)),
            ("rows", format!("[\n{}\n]", rows.join(",\n"))),
        ])
    }
}

impl Cell {
    /// The median, and the range of all rounds.
    fn text(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::Rounds(rounds) => {
                let sorted = sorted(rounds);
                let digits = if sorted[0] < 100.0 { 1 } else { 0 };
                let number = |number: f64| format!("{number:.digits$}");
                format!(
                    "{} ({}–{})",
                    number(sorted[sorted.len() / 2]),
                    number(sorted[0]),
                    number(sorted[sorted.len() - 1])
                )
            }
        }
    }
}

fn sorted(rounds: &[f64]) -> Vec<f64> {
    let mut sorted = rounds.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

impl Row {
    pub fn new(what: impl Into<String>, unit: &'static str) -> Self {
        Self {
            what: what.into(),
            unit,
            cells: Vec::new(),
            wanted: "–".to_owned(),
        }
    }

    /// The time of a candidate in each round.
    pub fn rounds(mut self, name: &'static str, rounds: Vec<f64>) -> Self {
        self.cells.push((name, Cell::Rounds(rounds)));
        self
    }

    pub fn words(mut self, name: &'static str, words: impl Into<String>) -> Self {
        self.cells.push((name, Cell::Words(words.into())));
        self
    }

    pub fn sidle(self, words: impl Into<String>) -> Self {
        self.words(OURS, words)
    }

    pub fn rapier(self, words: impl Into<String>) -> Self {
        self.words("rapier", words)
    }

    pub fn wanted(mut self, cell: impl Into<String>) -> Self {
        self.wanted = cell.into();
        self
    }

    /// What the table says of a candidate: with its median as a multiple of ours.
    fn cell(&self, name: &str) -> String {
        let of = |name: &str| self.cells.iter().find(|(known, _)| *known == name);
        let Some((_, cell)) = of(name) else {
            return "–".to_owned();
        };
        let ours = of(OURS).map(|(_, cell)| cell);
        let middle = |rounds: &[f64]| sorted(rounds)[rounds.len() / 2];
        match (cell, ours) {
            (Cell::Rounds(theirs), Some(Cell::Rounds(ours))) if name != OURS => {
                format!("{}: {:.1} ×", cell.text(), middle(theirs) / middle(ours))
            }
            _ => cell.text(),
        }
    }

    fn json(&self) -> String {
        let results = self.cells.iter().map(|(name, cell)| {
            let value = match cell {
                Cell::Words(words) => quoted(words),
                Cell::Rounds(rounds) => {
                    let numbers = rounds.iter().map(|number| format!("{number:.3}"));
                    format!("[{}]", numbers.collect::<Vec<_>>().join(", "))
                }
            };
            format!("{}: {value}", quoted(name))
        });
        let results = results.collect::<Vec<_>>().join(", ");
        format!(
            "{{\"what\": {}, \"unit\": {}, \"wanted\": {}, \"results\": {{{results}}}}}",
            quoted(&self.what),
            quoted(self.unit),
            quoted(&self.wanted)
        )
    }
}

fn object<const N: usize>(fields: [(&str, String); N]) -> String {
    let fields = fields.map(|(name, value)| format!("{}: {value}", quoted(name)));
    format!("{{\n{}\n}}", fields.join(",\n"))
}

/// A text as JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// The libraries whose versions count.
const LIBRARIES: [&str; 5] = ["sidle", "rapier3d", "parry3d", "box3d-sys", "avian3d"];

/// The version of a library in the lock file: the last one, since avian has an older parry than rapier.
fn version(name: &str) -> Option<&'static str> {
    let lock = include_str!("../Cargo.lock");
    let (_, rest) = lock.rsplit_once(&format!("name = \"{name}\"\nversion = \""))?;
    rest.split('"').next()
}

/// What Linux calls the processor.
fn processor() -> String {
    let facts = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = facts.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split(':').nth(1));
    name.map_or_else(|| "unknown".to_owned(), |name| name.trim().to_owned())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
