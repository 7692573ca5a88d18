//! The difference of two levels as lines, as JSON, and as recordings next to it.

use std::path::Path;

use serde_json::{Value, json};

use super::causes::Cause;
use super::difference::{Changed, Difference};
use super::floor::FloorChange::{Gained, Later, Lost, Sooner};
use super::floor::Region;
use super::side::Side;
use crate::commands::audit::recordings::{place_of, write_named};
use crate::commands::audit::records::FindingRecord;
use crate::platform::terminal;
use crate::session::words::count;

/// The file names of the recordings of a finding: in the old level, and in the new one.
pub type Names = [Option<String>; 2];

/// Prints a line for each difference.
pub fn print(old: &Side, new: &Side, difference: &Difference) -> Result<(), String> {
    let findings = [
        ("opened", new, &difference.opened),
        ("closed", old, &difference.closed),
    ];
    for (word, side, all) in findings {
        for changed in all {
            let finding = &changed.finding;
            let [x, y, z] = finding.at.to_array();
            let line = format!(
                "{}: {word}: {} {} at {x:.2} {y:.2} {z:.2} m: {}{}",
                side.shown,
                finding.kind().severity().name(),
                finding.id(),
                finding.message,
                by(&changed.causes)
            );
            terminal::line(&line.replace(['\n', '\r'], " "))?;
        }
    }
    for (region, causes) in &difference.regions {
        let line = format!(
            "{}: {}: {}{}",
            new.shown,
            region.change.name(),
            words_of(region),
            by(causes)
        );
        terminal::line(&line)?;
    }
    if !difference.compares_floors {
        terminal::note(
            "the bodies of both levels have different sizes, so their floors are not compared",
        );
    }
    if difference.left_out > 0 {
        let differences = count(difference.left_out, "difference is", "differences are");
        terminal::note(&format!(
            "{differences} left out: no changed entry makes them, so they are the luck of random walks"
        ));
    }
    let [before, now] = &difference.reports;
    terminal::line(&format!(
        "{}: {}, {} opened, {} closed; reached {:.1} m² of floor before and {:.1} m² now, in {} ticks",
        new.shown,
        count(difference.changes, "change", "changes"),
        difference.opened.len(),
        difference.closed.len(),
        before.coverage.reached,
        now.coverage.reached,
        before.ticks + now.ticks
    ))
}

/// A sentence about a part of the floor.
pub fn words_of(region: &Region) -> String {
    let [x, y, z] = region.at.to_array();
    let seconds = region.seconds.map(|seconds| seconds.unwrap_or_default());
    let what = match region.change {
        Lost => "walkers no longer get there".to_owned(),
        Gained => format!("walkers get there now, after {:.1} s", seconds[1]),
        Later | Sooner => format!(
            "walkers get there after {:.1} s instead of {:.1} s",
            seconds[1], seconds[0]
        ),
    };
    format!(
        "{:.1} m² around {x:.2} {y:.2} {z:.2} m: {what}",
        region.area
    )
}

/// A few words about a part of the floor.
pub fn title_of(region: &Region) -> String {
    let name = region.change.name();
    match (region.change, region.seconds) {
        (Later | Sooner, [Some(old), Some(new)]) => {
            format!(
                "{name}: {:.1} m², {new:.1} s instead of {old:.1} s",
                region.area
            )
        }
        _ => format!("{name}: {:.1} m²", region.area),
    }
}

/// Where a cause is written, as compilers write it.
pub fn line_of(cause: &Cause) -> String {
    match cause.line {
        Some(line) => format!("{}:{line} {}", cause.file, cause.entry),
        None => format!("{} {}", cause.file, cause.entry),
    }
}

/// The causes behind a sentence.
fn by(causes: &[Cause]) -> String {
    let places: Vec<_> = causes.iter().map(line_of).collect();
    match places.is_empty() {
        true => String::new(),
        false => format!("; by {}", places.join(", ")),
    }
}

/// Writes the recordings of all findings next to the report at `json`, if there is one: in the level that has the finding, and
/// the same keys in the other one.
pub fn write_recordings(
    json: Option<&Path>,
    difference: &Difference,
) -> Result<Vec<Names>, String> {
    let opened = difference.opened.iter().map(|changed| (changed, true));
    let closed = difference.closed.iter().map(|changed| (changed, false));
    let mut names = Vec::new();
    for (changed, is_new) in opened.chain(closed) {
        let own = changed.finding.recording.as_ref();
        let other = changed.other.as_ref();
        let [old, new] = if is_new { [other, own] } else { [own, other] };
        let place = place_of(&changed.finding);
        let write = |side, recording| match json {
            Some(json) => write_named(json, &format!("{place}-{side}"), recording),
            None => Ok(None),
        };
        names.push([write("old", old)?, write("new", new)?]);
    }
    Ok(names)
}

/// Writes the report to `path`.
pub fn write(
    path: &Path,
    old: &Side,
    new: &Side,
    difference: &Difference,
    names: &[Names],
) -> Result<(), String> {
    let (opened, closed) = names.split_at(difference.opened.len());
    let findings = |all: &[Changed], names: &[Names], own: usize| -> Result<Vec<Value>, String> {
        let named = all.iter().zip(names);
        let values = named.map(|(changed, names)| {
            let record = FindingRecord::of(&changed.finding, names[own].clone());
            let mut value = serde_json::to_value(record).map_err(|error| error.to_string())?;
            value["other_recording"] = json!(names[1 - own]);
            Ok(value)
        });
        values.collect()
    };
    let causes = difference
        .opened
        .iter()
        .chain(&difference.closed)
        .flat_map(|changed| {
            let id = changed.finding.id();
            changed.causes.iter().map(move |cause| {
            json!({"finding": id, "file": cause.file, "entry": cause.entry, "line": cause.line})
        })
        });
    let floor = difference.regions.iter().map(|(region, causes)| {
        let causes = causes
            .iter()
            .map(|cause| json!({"file": cause.file, "entry": cause.entry, "line": cause.line}));
        json!({
            "change": region.change.name(),
            "at": region.at.to_array(),
            "area_m2": region.area,
            "seconds": region.seconds,
            "causes": causes.collect::<Vec<_>>(),
        })
    });
    let [before, now] = &difference.reports;
    let report = json!({
        "old": old.shown,
        "new": new.shown,
        "seed": before.seed,
        "ticks": before.ticks + now.ticks,
        "reached_m2": [before.coverage.reached, now.coverage.reached],
        "opened": findings(&difference.opened, opened, 1)?,
        "closed": findings(&difference.closed, closed, 0)?,
        "floor": floor.collect::<Vec<_>>(),
        "causes": causes.collect::<Vec<_>>(),
    });
    terminal::write(path, terminal::json_of(&report)? + "\n")
}
