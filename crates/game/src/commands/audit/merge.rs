//! `sidle audit merge` joins the reports of several parts.

use std::path::Path;

use sidle::replay::Recording;
use sidle_audit::Report;

use crate::commands::audit::arguments::MergeArguments;
use crate::commands::audit::terms::Terms;
use crate::commands::audit::{publish, records};
use crate::exit::Exit;
use crate::platform::terminal;
use crate::session::recordings::load_recording;

/// Joins the reports.
pub fn run(arguments: &MergeArguments) -> Result<Exit, String> {
    let terms = Terms::of(&arguments.judged)?;
    let mut reports: Vec<(String, Report)> = Vec::new();
    for path in &arguments.reports {
        for record in records::read(path)? {
            let report = record
                .report(|name| read_recording(path, name))
                .map_err(|message| format!("{}: {message}", path.display()))?;
            let same = |(_, known): &(String, Report)| known.level_hash == report.level_hash;
            match reports.iter().position(same) {
                Some(at) => {
                    let known = &mut reports[at].1;
                    let merged = known.clone().merged(report);
                    *known = merged.map_err(|error| format!("{}: {error}", path.display()))?;
                }
                None if reports.iter().any(|(file, _)| *file == record.file) => {
                    return Err(format!(
                        "{}: `{}` has changed between the reports: audit all parts again",
                        path.display(),
                        record.file
                    ));
                }
                None => reports.push((record.file, report)),
            }
        }
    }
    publish(
        &reports,
        &[],
        Some(&arguments.json),
        &arguments.judged,
        &terms,
    )
}

/// The recording called `name` next to a report. Without it, the finding is kept.
fn read_recording(report: &Path, name: &str) -> Option<Recording> {
    // A report may come from another computer. Its recordings are in the same folder.
    if Path::new(name).file_name() != Some(name.as_ref()) {
        terminal::warning(&format!("`{name}` is not in the report's folder"));
        return None;
    }
    match load_recording(&report.with_file_name(name)) {
        Ok(recording) => Some(recording),
        Err(message) => {
            terminal::warning(&message);
            None
        }
    }
}
