//! The table of results.

use std::fmt::Write;

/// A row: a measurement, its value for each candidate, and the target.
pub struct Row {
    pub what: String,
    pub unit: &'static str,
    pub sidle: String,
    pub rapier: String,
    /// rapier with steps and snapping on.
    pub rapier_full: String,
    pub ratio: String,
    pub wanted: String,
}

/// All rows in order, and the checksums of all end positions.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
    checksums: Vec<(String, u64)>,
}

impl Table {
    pub fn add(&mut self, row: Row) {
        // Show the progress of a long run.
        eprintln!("{}: {} | {}", row.what, row.sidle, row.rapier);
        self.rows.push(row);
    }

    pub fn add_checksum(&mut self, what: impl Into<String>, sum: u64) {
        self.checksums.push((what.into(), sum));
    }

    pub fn markdown(&self) -> String {
        let heads = [
            "what",
            "unit",
            "sidle",
            "rapier",
            "rapier, steps and snap",
            "rapier ÷ sidle",
            "wanted",
        ];
        let cells = |row: &Row| {
            let Row {
                what,
                unit,
                sidle,
                rapier,
                rapier_full,
                ratio,
                wanted,
            } = row;
            [
                what,
                &(*unit).to_owned(),
                sidle,
                rapier,
                rapier_full,
                ratio,
                wanted,
            ]
            .map(Clone::clone)
        };
        let mut text = format!("| {} |\n|---|---|---|---|---|---|---|\n", heads.join(" | "));
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", cells(row).join(" | "));
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
}

impl Row {
    pub fn new(what: impl Into<String>, unit: &'static str) -> Self {
        let none = || "–".to_owned();
        Self {
            what: what.into(),
            unit,
            sidle: none(),
            rapier: none(),
            rapier_full: none(),
            ratio: none(),
            wanted: none(),
        }
    }

    pub fn sidle(mut self, cell: impl Into<String>) -> Self {
        self.sidle = cell.into();
        self
    }

    pub fn rapier(mut self, cell: impl Into<String>) -> Self {
        self.rapier = cell.into();
        self
    }

    pub fn rapier_full(mut self, cell: impl Into<String>) -> Self {
        self.rapier_full = cell.into();
        self
    }

    pub fn ratio(mut self, ratio: f64) -> Self {
        self.ratio = format!("{ratio:.1}");
        self
    }

    pub fn wanted(mut self, cell: impl Into<String>) -> Self {
        self.wanted = cell.into();
        self
    }
}
