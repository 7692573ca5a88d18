//! The question whether to load a level that is over the limits of the player's files.

use std::path::Path;

use sidle::level::{BudgetItem, Excess, Overrun, megabytes};

use crate::session::load::loader::Loaded;
use crate::session::load::problem_report::load_report;
use crate::session::load::source::LevelSource;
use crate::session::words::{QuestionText, count, grouped};

/// How long a triangle and a byte of a mesh take to load on a desktop; seconds. The program in a browser takes
/// [`BROWSER_FACTOR`] times as long.
const TRIANGLE_SECONDS: f64 = 1.2e-6;
const BYTE_SECONDS: f64 = 1e-8;
const BROWSER_FACTOR: f64 = 3.0;

/// The question whether a level over its limits is loaded all the same, with each exceeded limit and the cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OversizeQuestion {
    source: LevelSource,
    /// Its details are the exceeded limits: the name, the amount, and the limit. Its note is the estimated memory and time.
    pub text: QuestionText,
    /// The report to the page's text editor if the player answers No.
    pub report: String,
}

/// The end of a sentence about too many tests.
const SLOW: &str = ", and more make the game slow";

/// The words on the buttons.
const ANSWERS: [&str; 2] = ["Load it", "Do not load it"];

impl OversizeQuestion {
    /// The question about a level that was loaded. `None` if it is not over the limits of the player's files, or cannot be
    /// loaded anyway.
    pub fn of<P>(loaded: &Loaded<P>) -> Option<Self> {
        let excess = loaded
            .excess
            .as_ref()
            .filter(|excess| excess.can_be_lifted())?;
        let name = loaded.path().file_name().unwrap_or_default();
        let mut items = excess.overruns.iter().map(|overrun| overrun.item);
        let is_crowded = items.all(|item| item == BudgetItem::TickTests);
        let how = if is_crowded {
            "too dense in one place"
        } else {
            "very large"
        };
        let errors = loaded.diagnostics.iter().filter(|error| error.is_error());
        let details = if is_crowded {
            // The error says where, and how many tests a tick makes.
            let limits = excess.overruns.iter().map(crowd_limit_words);
            errors
                .map(|error| error.message.clone())
                .chain(limits)
                .collect()
        } else {
            excess.overruns.iter().map(overrun_words).collect()
        };
        Some(Self {
            source: loaded.source.clone(),
            text: QuestionText {
                title: format!("`{}` is {how}. Load it?", name.to_string_lossy()),
                details,
                note: cost_words(excess),
                answers: &ANSWERS,
            },
            report: load_report(loaded, false),
        })
    }

    /// The level in question.
    pub fn source(&self) -> &LevelSource {
        &self.source
    }

    /// The path of the level.
    pub fn path(&self) -> &Path {
        self.source.path()
    }
}

fn overrun_words(overrun: &Overrun) -> String {
    let (found, limit) = overrun.numbers();
    let (found, limit) = (grouped(found), grouped(limit));
    let name = overrun.item.name();
    // What a tick costs, and not only loading.
    let slow = match overrun.item {
        BudgetItem::MoverPairs => ", and every tick compares each",
        BudgetItem::TickTests => SLOW,
        _ => "",
    };
    format!("{found} {name}; the limit is {limit}{slow}")
}

/// The limit alone, where another sentence has the amount.
fn crowd_limit_words(overrun: &Overrun) -> String {
    let (_, limit) = overrun.numbers();
    let name = overrun.item.name();
    format!("the limit is {} {name}{SLOW}", grouped(limit))
}

fn cost_words(excess: &Excess) -> String {
    let factor = if cfg!(target_arch = "wasm32") {
        BROWSER_FACTOR
    } else {
        1.0
    };
    let seconds = excess.triangles as f64 * TRIANGLE_SECONDS
        + (excess.mesh_bytes as f64 + excess.memory as f64 * 0.1) * BYTE_SECONDS;
    let memory = grouped(megabytes(excess.memory));
    let time = duration_words(seconds * factor);
    format!("It may take about {memory} MB of memory and {time}.")
}

/// A duration in one unit, because estimates deserve no more.
fn duration_words(seconds: f64) -> String {
    let whole = |seconds: f64| (seconds.ceil() as usize).max(1);
    if seconds < 90.0 {
        count(whole(seconds), "second", "seconds")
    } else if seconds < 5400.0 {
        count(whole(seconds / 60.0), "minute", "minutes")
    } else {
        count(whole(seconds / 3600.0), "hour", "hours")
    }
}

#[cfg(test)]
mod tests;
