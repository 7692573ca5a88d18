//! The problems of one file, up to a limit.

use core::ops::Range;

use super::diagnostic::{Diagnostic, Severity};
use super::source::{Source, brief};
use super::words::count;

/// The most errors of one file that are kept, the most warnings and the most notes. More are only counted.
pub const MAX_PROBLEMS: usize = 50;

/// The problems of one file. Errors, warnings and notes have separate limits, so none hides a worse one.
pub struct Problems<'s> {
    source: &'s Source,
    errors: Limited,
    warnings: Limited,
    notes: Limited,
}

impl<'s> Problems<'s> {
    pub fn new(source: &'s Source) -> Self {
        Self {
            source,
            errors: Limited::default(),
            warnings: Limited::default(),
            notes: Limited::default(),
        }
    }

    /// The file they are in.
    pub fn source(&self) -> &'s Source {
        self.source
    }

    pub fn has_errors(&self) -> bool {
        !self.errors.found.is_empty()
    }

    /// Whether the next error is only counted, so its message does not matter.
    pub fn is_full_of_errors(&self) -> bool {
        self.errors.found.len() >= MAX_PROBLEMS
    }

    /// Whether the next warning is only counted.
    pub fn is_full_of_warnings(&self) -> bool {
        self.warnings.found.len() >= MAX_PROBLEMS
    }

    pub fn error(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        let source = self.source;
        self.errors.add(|| Diagnostic {
            help: help.map(brief),
            ..source.diagnostic(Severity::Error, span, message, label)
        });
    }

    /// An error of the whole file, shown after all others.
    pub fn error_of_file(&mut self, message: String) {
        let file = self.source.name();
        self.errors.add(|| Diagnostic::of_file(file, message));
    }

    /// A warning of the whole file.
    pub fn warning_of_file(&mut self, message: String) {
        let file = self.source.name();
        self.warnings
            .add(|| Diagnostic::warning_of_file(file, message));
    }

    pub fn warning(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        let source = self.source;
        self.warnings.add(|| Diagnostic {
            help: help.map(brief),
            ..source.diagnostic(Severity::Warning, span, message, label)
        });
    }

    /// A note. It has no repair, since the author may have intended it.
    pub fn note(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        let source = self.source;
        self.notes
            .add(|| source.diagnostic(Severity::Note, span, message, label));
    }

    /// Drops all notes so far.
    pub fn drop_notes(&mut self) {
        self.notes = Limited::default();
    }

    /// All kept problems: errors, warnings and, without errors, notes; each with the number of further ones.
    pub fn finish(self) -> Vec<Diagnostic> {
        let name = self.source.name();
        let mut all = self.errors.finish(name, Severity::Error);
        all.extend(self.warnings.finish(name, Severity::Warning));
        // Beside an error, a number may only seem to be unusual.
        if all.iter().all(|problem| !problem.is_error()) {
            all.extend(self.notes.finish(name, Severity::Note));
        }
        all
    }
}

/// A list of at most [`MAX_PROBLEMS`]. It only counts the rest.
#[derive(Default)]
struct Limited {
    found: Vec<Diagnostic>,
    more: usize,
}

impl Limited {
    fn add(&mut self, make: impl FnOnce() -> Diagnostic) {
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(make());
        } else {
            self.more += 1;
        }
    }

    fn finish(mut self, file: &str, severity: Severity) -> Vec<Diagnostic> {
        if self.more > 0 {
            let name = severity.name();
            let more = count(self.more, &format!("more {name}"), &format!("more {name}s"));
            let message = format!("{more}, not shown");
            self.found.push(Diagnostic {
                severity,
                ..Diagnostic::of_file(file, message)
            });
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_warnings_have_their_own_limits_and_the_rest_is_counted() {
        let source = Source::new("a.toml", b"x".to_vec()).unwrap();
        let mut problems = Problems::new(&source);
        for _ in 0..MAX_PROBLEMS + 3 {
            problems.error(0..1, "bad", "", None);
        }
        for _ in 0..MAX_PROBLEMS + 1 {
            problems.warning(0..1, "odd", "", None);
        }
        assert!(problems.has_errors() && problems.is_full_of_errors());
        let all = problems.finish();
        assert_eq!(all.len(), 2 * MAX_PROBLEMS + 2);
        let last_error = &all[MAX_PROBLEMS];
        assert_eq!(
            last_error.to_string(),
            "error: a.toml: 3 more errors, not shown"
        );
        assert_eq!(
            all.last().unwrap().to_string(),
            "warning: a.toml: 1 more warning, not shown"
        );
    }

    #[test]
    fn a_full_list_reports_no_further_problems() {
        let source = Source::new("a.toml", b"x".to_vec()).unwrap();
        let mut problems = Problems::new(&source);
        for _ in 0..MAX_PROBLEMS {
            problems.error(0..1, "bad", "", None);
        }
        assert_eq!(problems.finish().len(), MAX_PROBLEMS);
    }
}
