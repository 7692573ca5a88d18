//! The difference of two levels as Markdown, for a comment on a pull request.

use std::fmt::Write as _;
use std::path::Path;

use super::causes::Cause;
use super::difference::{Changed, Difference};
use super::report::{Names, line_of, words_of};
use super::side::Side;

/// The longest table. Longer: a code host cuts a comment off.
const MAX_ROWS: usize = 100;

/// The report. `picture` is where the picture is written, if it is.
pub fn markdown(
    old: &Side,
    new: &Side,
    difference: &Difference,
    picture: Option<&Path>,
    names: &[Names],
) -> String {
    let mut text = format!(
        "### What changed from `{}` to `{}`\n\n",
        code(&old.shown),
        code(&new.shown)
    );
    let [before, now] = difference
        .reports
        .each_ref()
        .map(|report| report.coverage.reached);
    let _ = writeln!(
        text,
        "{} opened, {} closed. Walkers reach {before:.1} m² of floor before and {now:.1} m² now.\n",
        difference.opened.len(),
        difference.closed.len()
    );
    if let Some(picture) = picture.and_then(Path::file_name) {
        let _ = writeln!(
            text,
            "![The floor, before and now]({})\n",
            picture.to_string_lossy().replace(' ', "%20")
        );
    }
    let (opened, closed) = names.split_at(difference.opened.len());
    add_findings(&mut text, "Opened", &difference.opened, opened);
    add_findings(&mut text, "Closed", &difference.closed, closed);
    if !difference.regions.is_empty() {
        text.push_str("#### Floor\n\n| | where | by |\n|---|---|---|\n");
        for (region, causes) in difference.regions.iter().take(MAX_ROWS) {
            let _ = writeln!(
                text,
                "| {} | {} | {} |",
                region.change.name(),
                words_of(region),
                places(causes)
            );
        }
        text.push('\n');
    }
    text
}

fn add_findings(text: &mut String, heading: &str, all: &[Changed], names: &[Names]) {
    if all.is_empty() {
        return;
    }
    let _ = write!(
        text,
        "#### {heading}\n\n| | what | by | replays, before and now |\n|---|---|---|---|\n"
    );
    for (changed, names) in all.iter().zip(names).take(MAX_ROWS) {
        let finding = &changed.finding;
        let [x, y, z] = finding.at.to_array();
        let replays = names
            .each_ref()
            .map(|name| name.as_ref().map(|name| format!("`{}`", code(name))));
        let _ = writeln!(
            text,
            "| {} | `{}` at {x:.2} {y:.2} {z:.2} m: {} | {} | {} |",
            finding.kind().severity().name(),
            finding.id(),
            cell(&finding.message),
            places(&changed.causes),
            replays.into_iter().flatten().collect::<Vec<_>>().join(", ")
        );
    }
    if all.len() > MAX_ROWS {
        let _ = writeln!(text, "\nand {} more", all.len() - MAX_ROWS);
    }
    text.push('\n');
}

fn places(causes: &[Cause]) -> String {
    let places = causes
        .iter()
        .map(|cause| format!("`{}`", code(&line_of(cause))));
    places.collect::<Vec<_>>().join(", ")
}

/// Text inside a span of code, in a table.
fn code(text: &str) -> String {
    text.replace(['`', '|', '\n', '\r'], " ")
}

/// Text in a table, whose marks mean nothing.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for char in text.chars() {
        match char {
            '\n' | '\r' => cell.push(' '),
            '|' | '<' | '>' | '&' | '[' | ']' | '`' | '*' | '_' | '\\' | '@' | '#' | '!' => {
                let _ = write!(cell, "&#{};", u32::from(char));
            }
            _ => cell.push(char),
        }
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_level_cannot_become_markup() {
        assert_eq!(cell("a|b\n<img> @x"), "a&#124;b &#60;img&#62; &#64;x");
        assert_eq!(code("a`|`b"), "a   b");
    }
}
