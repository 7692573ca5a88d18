//! The recordings that show findings, as files next to a report.

use std::path::Path;

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
    let Some(recording) = &finding.recording else {
        return Ok(None);
    };
    let stem = |path: &Path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    // Two levels may have one name.
    let level = match number {
        0 => stem(Path::new(file)),
        _ => format!("{}-{}", stem(Path::new(file)), number + 1),
    };
    let place = finding.id().replace([':', ','], "_");
    let name = format!("{}-{level}-{place}.sidle", stem(json));
    let path = json.with_file_name(&name);
    terminal::write(&path, recording.encode())?;
    Ok(Some(name))
}
