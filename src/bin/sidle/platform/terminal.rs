//! Messages to stderr, and the loading that is the same for all commands.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use sidle::level::{Diagnostic, Progress};

use crate::platform;
use crate::platform::Instant;

/// Who waits longer than this is told how far the loading has come.
const PATIENCE: Duration = Duration::from_millis(500);

/// Prints what went wrong outside of any file.
pub fn error(message: &str) {
    platform::print_message(&format!("error: {message}"));
}

/// Prints what is odd, and stops nobody.
pub fn warning(message: &str) {
    platform::print_message(&format!("warning: {message}"));
}

/// Prints a line of the results.
///
/// # Errors
/// When it cannot be written. A closed pipe is none: whoever reads only the beginning has it.
pub fn line(text: &str) -> Result<(), String> {
    match platform::print(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot write the results: {error}"))
        }
        _ => Ok(()),
    }
}

/// Prints the problems of files, coloured where that can be seen.
pub fn diagnostics(diagnostics: &[Diagnostic]) {
    let colored = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for diagnostic in diagnostics {
        let text = if colored {
            diagnostic.to_colored_string()
        } else {
            diagnostic.to_string()
        };
        platform::print_message(&format!("{text}\n"));
    }
}

/// A line on the terminal that tells how far a long mesh is read, gone at the end.
pub struct ProgressLine {
    start: Instant,
    shown: bool,
}

impl ProgressLine {
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
            shown: false,
        }
    }

    /// Shows it, where there is a terminal and the wait is long.
    pub fn show(&mut self, progress: Progress<'_>) {
        if std::io::stderr().is_terminal() && self.start.elapsed() > PATIENCE {
            let Progress { file, done, total } = progress;
            let percent = 100 * done / total.max(1);
            let _ = write!(std::io::stderr(), "\r\x1b[Kreading {file}: {percent} %");
            self.shown = true;
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// What is said of a file that cannot be written.
pub fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}
