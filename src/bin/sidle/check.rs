//! `sidle check`: all problems of levels.

use serde::Serialize;

use sidle::level::{Diagnostic, Disk, LoadedLevel, count};

use super::cli::CheckArguments;
use super::{Exit, report};

/// One level in the JSON report.
#[derive(Serialize)]
struct FileReport {
    file: String,
    ok: bool,
    problems: Vec<Problem>,
}

/// One problem in the JSON report.
#[derive(Serialize)]
struct Problem {
    severity: &'static str,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    label: Option<String>,
    help: Option<String>,
}

pub fn run(arguments: &CheckArguments) -> Result<Exit, String> {
    let mut exit = Exit::Fine;
    let mut reports = Vec::new();
    for path in &arguments.levels {
        let LoadedLevel { level, diagnostics } = report::load_with_progress(path, &Disk);
        if level.is_none() {
            exit = Exit::Problems;
        }
        let file = path.display().to_string();
        if arguments.json {
            let problems = diagnostics.iter().map(problem).collect();
            reports.push(FileReport {
                file,
                ok: level.is_some(),
                problems,
            });
            continue;
        }
        report::diagnostics(&diagnostics);
        match level {
            Some(level) => {
                let world = &level.world;
                let triangles = count(world.triangles().len(), "triangle", "triangles");
                let boxes = count(world.boxes().len(), "box", "boxes");
                let warnings = match diagnostics.len() {
                    0 => String::new(),
                    some => format!(", {}", count(some, "warning", "warnings")),
                };
                report::line(&format!("{file}: ok{warnings}: {triangles}, {boxes}"))?;
            }
            None => {
                let problems = count(diagnostics.len(), "problem", "problems");
                report::line(&format!("{file}: {problems}"))?;
            }
        }
    }
    if arguments.json {
        let json = serde_json::to_string_pretty(&reports).map_err(|error| error.to_string())?;
        report::line(&json)?;
    }
    Ok(exit)
}

fn problem(diagnostic: &Diagnostic) -> Problem {
    let Diagnostic {
        severity,
        message,
        file,
        place,
        help,
    } = diagnostic.clone();
    Problem {
        severity: severity.name(),
        file,
        line: place.as_ref().map(|place| place.line),
        column: place.as_ref().map(|place| place.column),
        message,
        label: place
            .map(|place| place.label)
            .filter(|label| !label.is_empty()),
        help,
    }
}
