//! The recordings that show findings, as files next to a report.

use std::path::Path;

use sidle::replay::Recording;
use sidle_audit::{Finding, Report};

use crate::platform::terminal;

/// Writes the recordings of all findings next to the report at `json`, if there is one. Returns the names of their
/// files, for each level and finding.
pub fn write(
    reports: &[(String, Report)],
    json: Option<&Path>,
) -> Result<Vec<Vec<Option<String>>>, String> {
    let Some(json) = json else {
        let none = |(_, report): &(String, Report)| vec![None; report.findings.len()];
        return Ok(reports.iter().map(none).collect());
    };
    let mut all = Vec::new();
    for (number, (file, report)) in reports.iter().enumerate() {
        let mut names = Vec::new();
        for finding in &report.findings {
            names.push(write_one(json, number, file, finding)?);
        }
        all.push(names);
    }
    Ok(all)
}

fn write_one(
    json: &Path,
    number: usize,
    file: &str,
    finding: &Finding,
) -> Result<Option<String>, String> {
    let level = stem(Path::new(file));
    // Two levels may have one name.
    let level = match number {
        0 => level,
        _ => format!("{level}-{}", number + 1),
    };
    let name = format!("{level}-{}", place_of(finding));
    write_named(json, &name, finding.recording.as_ref())
}

/// Writes `recording`, if there is one, next to the report at `json`, whose name its own begins with. Returns its file name.
pub fn write_named(
    json: &Path,
    name: &str,
    recording: Option<&Recording>,
) -> Result<Option<String>, String> {
    let Some(recording) = recording else {
        return Ok(None);
    };
    let name = format!("{}-{name}.sidle", stem(json));
    terminal::write(&json.with_file_name(&name), recording.encode())?;
    Ok(Some(name))
}

/// The id of a finding as a part of a file name.
pub fn place_of(finding: &Finding) -> String {
    finding.id().replace([':', ','], "_")
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
