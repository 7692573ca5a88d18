//! Which findings count, and how they are printed.

use sidle::audit::{Finding, FindingKind, Report};

use crate::commands::audit::arguments::JudgeArguments;
use crate::commands::audit::records;
use crate::platform::terminal;
use crate::session::plural::count;

/// Which findings count.
pub struct Terms {
    /// The ids that an earlier report names.
    known: Vec<String>,
    fail_on: Vec<FindingKind>,
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
        let findings = records.iter().flat_map(|record| &record.findings);
        Ok(Self {
            known: findings.map(|finding| finding.id.clone()).collect(),
            fail_on: arguments.fail_on.clone(),
        })
    }

    /// Whether an earlier report names `finding`.
    pub fn is_known(&self, finding: &Finding) -> bool {
        self.known.iter().any(|id| finding.is_named_by(id))
    }

    /// Whether `report` has a finding that counts.
    pub fn fails(&self, report: &Report) -> bool {
        report.findings.iter().any(|finding| {
            let counts = self.fail_on.is_empty() || self.fail_on.contains(&finding.kind());
            counts && finding.ignored.is_none() && !self.is_known(finding)
        })
    }

    /// Prints `report`, a line for each finding.
    pub fn print(&self, file: &str, report: &Report) -> Result<(), String> {
        for finding in &report.findings {
            let [x, y, z] = finding.at.to_array();
            let known = match &finding.ignored {
                Some(why) => format!(" (ignored: {why})"),
                None if self.is_known(finding) => " (known)".to_owned(),
                None => String::new(),
            };
            terminal::line(&format!(
                "{file}: {}{known}: {} at {x:.2} {y:.2} {z:.2} m: {}; {}",
                finding.kind().severity().name(),
                finding.id(),
                finding.message,
                finding.repair
            ))?;
        }
        let coverage = &report.coverage;
        terminal::line(&format!(
            "{file}: {}; reached {:.1} of {:.1} m² of floor ({:.1} %) in {} ticks",
            count(report.findings.len(), "finding", "findings"),
            coverage.reached,
            coverage.floor,
            coverage.share() * 100.0,
            report.ticks
        ))
    }
}
