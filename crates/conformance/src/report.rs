//! What reports have in common.

use crate::check::Outcome;
use crate::judge::{Examination, TrialResult};

/// A mover with all its results, for reports.
#[derive(Debug)]
pub struct Examined {
    /// Its name in the report.
    pub name: String,
    /// How it was set, such as its padding; empty if there is nothing to say.
    pub settings: String,
    /// Its results.
    pub examination: Examination,
    /// For each scene, the name of each trial's recording.
    pub recordings: Vec<Vec<Option<String>>>,
}

/// How many results have each outcome, in the order of [`Outcome::NAMES`].
#[must_use]
pub fn counts<'r>(results: impl IntoIterator<Item = &'r TrialResult>) -> [usize; 4] {
    let mut counts = [0; 4];
    for result in results {
        counts[result.outcome as usize] += 1;
    }
    counts
}

/// Whether every result is passed or not offered.
#[must_use]
pub fn is_clean(examination: &Examination) -> bool {
    let mut results = examination.results.iter().flatten();
    results.all(|result| matches!(result.outcome, Outcome::Passed | Outcome::NotOffered))
}

/// A figure for people. `None` if there is none.
#[must_use]
pub fn figure(result: &TrialResult) -> Option<String> {
    let judged = result.judged?;
    let number = |value: f64| {
        let digits = if value.abs() < 10.0 { 3 } else { 1 };
        let text = format!("{value:.digits$}");
        let short = text.trim_end_matches('0').trim_end_matches('.');
        if short == "-0" {
            "0".to_owned()
        } else {
            short.to_owned()
        }
    };
    let limit = if judged.unit.starts_with('%') {
        "at least"
    } else {
        "at most"
    };
    Some(format!(
        "{} {}, {limit} {}",
        number(judged.figure),
        judged.unit,
        number(judged.limit)
    ))
}

/// Escapes markup, and replaces characters that XML forbids.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '"' => plain.push_str("&quot;"),
            control if control.is_control() || matches!(control, '\u{FFFE}' | '\u{FFFF}') => {
                plain.push(' ')
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The same for a message of several lines, as one line.
#[must_use]
pub(crate) fn escaped_line(text: &str) -> String {
    escaped(&text.replace('\n', "; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_mover_cannot_become_markup() {
        assert_eq!(
            escaped("<a & \"b\"\u{1}>"),
            "&lt;a &amp; &quot;b&quot; &gt;"
        );
    }
}
