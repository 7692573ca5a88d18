//! Which findings count, and how they are printed.

use sidle_audit::{Finding, FindingKind, Report};

use crate::commands::audit::arguments::JudgeArguments;
use crate::commands::audit::records;
use crate::platform::terminal;
use crate::session::words::count;

/// Which findings count.
pub struct Terms {
    /// The findings of an earlier report.
    known: Vec<Known>,
    fail_on: Vec<FindingKind>,
}

/// A finding of an earlier report.
struct Known {
    /// The path and the name of its level. Other levels may have findings of the same id.
    file: String,
    level: String,
    id: String,
}

impl Terms {
    /// The terms of a command line.
    ///
    /// # Errors
    /// When the baseline cannot be read.
    pub fn of(arguments: &JudgeArguments) -> Result<Self, String> {
        let records = match &arguments.baseline {
            Some(path) => records::read(path)?,
            None => Vec::new(),
        };
        let known = records.iter().flat_map(|record| {
            record.findings.iter().map(|finding| Known {
                file: record.file.clone(),
                level: record.level.clone(),
                id: finding.id.clone(),
            })
        });
        Ok(Self {
            known: known.collect(),
            fail_on: arguments.fail_on.clone(),
        })
    }

    /// Whether an earlier report names `finding` of the level in `file`. A file may have been moved, or its level renamed.
    pub fn is_known(&self, file: &str, level: &str, finding: &Finding) -> bool {
        let mut known = self.known.iter();
        known
            .any(|term| (term.file == file || term.level == level) && finding.is_named_by(&term.id))
    }

    /// Whether `report` of the level in `file` has a finding that counts.
    pub fn fails(&self, file: &str, report: &Report) -> bool {
        report.findings.iter().any(|finding| {
            let counts = self.fail_on.is_empty() || self.fail_on.contains(&finding.kind());
            let is_new = finding.ignored.is_none() && !self.is_known(file, &report.level, finding);
            counts && is_new
        })
    }

    /// Prints `report`, a line for each finding.
    pub fn print(&self, file: &str, report: &Report) -> Result<(), String> {
        for finding in &report.findings {
            let [x, y, z] = finding.at.to_array();
            let known = match &finding.ignored {
                Some(why) => format!(" (ignored: {why})"),
                None if self.is_known(file, &report.level, finding) => " (known)".to_owned(),
                None => String::new(),
            };
            let line = format!(
                "{file}: {}{known}: {} at {x:.2} {y:.2} {z:.2} m: {}; {}",
                finding.kind().severity().name(),
                finding.id(),
                finding.message,
                finding.repair
            );
            // A reason or a merged report may contain anything.
            terminal::line(&line.replace(['\n', '\r'], " "))?;
        }
        let coverage = &report.coverage;
        let limit = coverage.limit.map_or_else(String::new, |limit| {
            format!("; floor more than {limit:.2} m above other floor was not looked for")
        });
        terminal::line(&format!(
            "{file}: {}; reached {:.1} of {:.1} m² of floor ({:.1} %) in {} ticks{limit}",
            count(report.findings.len(), "finding", "findings"),
            coverage.reached,
            coverage.floor,
            coverage.share() * 100.0,
            report.ticks
        ))
    }
}
