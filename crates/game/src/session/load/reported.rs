//! The problems of a level that were reported already: an edit loads the level again, and most of them stay.

use sidle::level::{Diagnostic, Severity};

/// The problems of the level that was loaded last.
#[derive(Clone, Debug, Default)]
pub struct ReportedProblems(pub Vec<Diagnostic>);

impl ReportedProblems {
    /// Those that are more than a note: what warns, and what is wrong.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        let problems = self.0.iter();
        problems.filter(|problem| problem.severity != Severity::Note)
    }

    /// Those of `found` in a level that was loaded again to print: the new ones, and all that is wrong in a file that was saved. Its notes and
    /// warnings were printed before.
    pub fn take_printed(&mut self, found: &[Diagnostic], is_saved: bool) -> Vec<Diagnostic> {
        let new = self.take_new(found);
        let is_printed = |problem: &&Diagnostic| {
            is_saved && problem.severity == Severity::Error || new.contains(problem)
        };
        found.iter().filter(is_printed).cloned().collect()
    }

    /// Those of `found` that were not reported before, wherever their lines are now. All of them count as reported from now on, and
    /// no others.
    pub fn take_new(&mut self, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let mut before = std::mem::replace(&mut self.0, found.to_vec());
        let is_new = |problem: &&Diagnostic| {
            let known = before
                .iter()
                .position(|known| says_the_same(known, problem));
            known.map(|at| before.swap_remove(at)).is_none()
        };
        found.iter().filter(is_new).cloned().collect()
    }
}

/// Whether two problems differ in their places only.
fn says_the_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.severity == other.severity
        && one.message == other.message
        && one.file == other.file
        && one.help == other.help
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::loaded;

    /// What is reported about a level with these zones.
    fn problems(zones: &str) -> Vec<Diagnostic> {
        let text = format!(
            "format = 1\nname = \"Test\"\nspawn.position = [0, 1, 0]\n{zones}[[prop]]\nkind = \"block\"\nposition = [0, -1, 0]\n"
        );
        loaded(&text).diagnostics
    }

    const FINISH: &str =
        "[[zone]]\nposition = [0, 1, 0]\nsize = [1, 1, 1]\non_enter = \"finish\"\n";

    #[test]
    fn a_problem_is_reported_once_until_it_changes() {
        let mut reported = ReportedProblems::default();
        let one = problems(FINISH);
        assert!(!one.is_empty(), "a finish without a start");
        assert_eq!(reported.take_new(&one), one);
        assert_eq!(reported.take_new(&one), []);
        // Other lines above it change nothing.
        let lower = problems(&format!("\n\n{FINISH}"));
        assert_ne!(lower, one);
        assert_eq!(reported.take_new(&lower), []);
        // Mended, and made again.
        assert_eq!(reported.take_new(&problems("")), []);
        assert_eq!(reported.take_new(&one), one);
    }

    #[test]
    fn a_file_that_is_saved_again_repeats_its_errors_and_not_its_notes() {
        let note = Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::of_file("a.map", "not read")
        };
        let error = Diagnostic::of_file("a.map", "cut off");
        let found = [note, error];
        let mut reported = ReportedProblems::default();
        assert_eq!(reported.take_printed(&found, true), found);
        assert_eq!(reported.take_printed(&found, true), found[1..]);
        assert_eq!(reported.take_printed(&found, false), []);
    }

    #[test]
    fn a_second_problem_of_the_same_words_is_new() {
        let mut reported = ReportedProblems::default();
        let one = problems("");
        let problem = Diagnostic::of_file("a.toml", "two of them");
        let twice = [problem.clone(), problem.clone()];
        reported.take_new(&one);
        assert_eq!(reported.take_new(&twice[..1]), twice[..1]);
        assert_eq!(reported.take_new(&twice), twice[1..]);
    }
}
