//! Findings as SARIF 2.1.0, which services for code review show next to the files.
//!
//! Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", 2020.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use sidle_audit::{Finding, FindingKind, Report};

use crate::commands::audit::terms::Terms;
use crate::platform::terminal;

/// Writes `reports` to `path`. `pictures` has the file of each report's plan, if there is one.
pub fn write(
    path: &Path,
    reports: &[(String, Report)],
    pictures: &[PathBuf],
    terms: &Terms,
) -> Result<(), String> {
    let results = reports.iter().enumerate().flat_map(|(at, (file, report))| {
        let plan = pictures.get(at);
        let findings = report.findings.iter().enumerate();
        findings.map(move |(number, finding)| {
            let mut result = result(file, &report.level, finding, terms);
            if let Some(plan) = plan {
                result["attachments"] = json!([attachment(plan, number + 1)]);
            }
            result
        })
    });
    let rules = FindingKind::NAMES.map(|(name, _)| json!({"id": name}));
    let sarif = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "sidle audit",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results.collect::<Vec<_>>(),
        }],
    });
    terminal::write(path, terminal::json_of(&sarif)? + "\n")
}

/// The picture of a level's plan, in which a finding has this number.
fn attachment(plan: &Path, number: usize) -> Value {
    let uri = plan.to_string_lossy().replace('\\', "/");
    json!({
        "description": {"text": format!("the plan of the level, in which this finding is pin {number}")},
        "artifactLocation": {"uri": uri},
    })
}

/// A finding as a result. Findings that the level or the baseline knows are suppressed.
fn result(file: &str, level: &str, finding: &Finding, terms: &Terms) -> Value {
    let [x, y, z] = finding.at.to_array();
    let text = format!(
        "{} at {x:.2} {y:.2} {z:.2} m: {}; {}",
        finding.id(),
        finding.message,
        finding.repair
    );
    let mut result = json!({
        "ruleId": finding.kind().name(),
        "level": finding.kind().severity().name(),
        "message": {"text": text},
        "partialFingerprints": {"sidleAudit/v1": finding.id()},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": file.replace('\\', "/")},
            "region": {"startLine": 1},
        }}],
    });
    if let Some(why) = &finding.ignored {
        result["suppressions"] = json!([{"kind": "inSource", "justification": why}]);
    } else if terms.is_known(file, level, finding) {
        result["suppressions"] = json!([{"kind": "external"}]);
    }
    result
}
