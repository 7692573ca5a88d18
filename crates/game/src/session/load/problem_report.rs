//! Problems of files for programs: `sidle check --json`, and the page's text editor.

use serde::Serialize;

use sidle::level::Diagnostic;

use crate::session::load::loader::Loaded;

/// One problem.
#[derive(Serialize)]
pub struct ProblemReport {
    severity: &'static str,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    /// The number of marked characters.
    width: Option<usize>,
    message: String,
    label: Option<String>,
    help: Option<String>,
}

impl ProblemReport {
    pub fn of(diagnostic: &Diagnostic) -> Self {
        let Diagnostic {
            severity,
            message,
            file,
            place,
            help,
        } = diagnostic.clone();
        Self {
            severity: severity.name(),
            file,
            line: place.as_ref().map(|place| place.line),
            column: place.as_ref().map(|place| place.column),
            width: place.as_ref().map(|place| place.width),
            message,
            label: place
                .map(|place| place.label)
                .filter(|label| !label.is_empty()),
            help,
        }
    }
}

/// The report to the page's text editor about a loaded level.
#[derive(Serialize)]
struct LoadReport {
    path: String,
    /// Whether the level is played; if not, it has errors, and the last one stays.
    played: bool,
    /// Whether the text is that of the game's own editor, and not that of the file.
    edited: bool,
    problems: Vec<ProblemReport>,
}

/// `loaded` as a message to the page.
pub fn load_report<P>(loaded: &Loaded<P>, played: bool) -> String {
    let report = LoadReport {
        path: loaded.path().display().to_string(),
        played,
        edited: loaded.source.is_edited(),
        problems: loaded.diagnostics.iter().map(ProblemReport::of).collect(),
    };
    // Text and numbers can always be written.
    let json = serde_json::to_string(&report).unwrap_or_default();
    format!("loaded {json}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::load::limits::Limits;
    use crate::session::load::loader::load;
    use crate::session::load::source::LevelSource;
    use crate::test_support::Folder;
    use std::fs;

    #[test]
    fn a_report_lists_every_problem_with_its_place_and_its_help() {
        let folder = Folder::new("problem-report");
        let path = folder.0.join("a.toml");
        let text = "format = 1\nnaem = \"Test\"\n[spawn]\npositon = [0, 1, 0]\n";
        fs::write(&path, text).expect("a file for the test");
        let loaded = load(LevelSource::File(path), Limits::Own, |_, _| (), &mut |_| ());
        let report = load_report(&loaded, loaded.level.is_some());
        let json = report.strip_prefix("loaded ").expect("the first word");
        let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(
            (&json["played"], &json["edited"]),
            (&false.into(), &false.into())
        );
        let problems = json["problems"].as_array().expect("a list");
        let found = problems
            .iter()
            .find(|problem| problem["line"] == 4)
            .expect("the problem of line 4");
        assert_eq!((&found["column"], &found["width"]), (&1.into(), &7.into()));
        assert_eq!(found["help"], "did you mean `position`?");
        // A misspelt key is not also reported as missing.
        assert_eq!(problems.len(), 2, "{json}");
    }
}
