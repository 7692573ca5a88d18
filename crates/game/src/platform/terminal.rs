//! Terminal output: messages, results, diagnostics and a progress line.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use sidle::level::{Diagnostic, LoadStage, Progress, is_terminal_control, printable};

use crate::platform;
use crate::platform::Instant;

/// The progress line appears after this time.
const PROGRESS_DELAY: Duration = Duration::from_millis(500);

/// Where there is no terminal, a line of progress comes this often. Smaller: a log is full of them; larger: a long run looks like one
/// that hangs.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(20);

/// Prints an error that belongs to no file.
pub fn error(message: &str) {
    platform::print_message(&format!("error: {}", printable_lines(message)));
}

/// Prints a warning that belongs to no file.
pub fn warning(message: &str) {
    platform::print_message(&format!("warning: {}", printable_lines(message)));
}

/// Prints a message for the user.
pub fn note(message: &str) {
    platform::print_message(&format!("note: {}", printable_lines(message)));
}

/// Prints a line of results.
///
/// # Errors
/// When the line cannot be written. A closed pipe is not an error, because its reader needs no
/// more lines.
pub fn line(text: &str) -> Result<(), String> {
    print(&printable_lines(text))
}

/// `value` as a JSON document.
///
/// # Errors
/// A message, when it has something that JSON lacks.
pub fn json_of(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string_pretty(value).map_err(|error| error.to_string())
}

/// Prints `value` as a JSON document, whose strings keep their meaning.
///
/// # Errors
/// As for [`line()`].
pub fn json(value: &impl Serialize) -> Result<(), String> {
    let text = json_of(value)?;
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        // All of these have four digits; JSON itself escapes the rest.
        if character != '\n' && is_terminal_control(character) {
            shown += &format!("\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    print(&shown)
}

/// The lines of `text`, each without characters that control the terminal.
fn printable_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

fn print(text: &str) -> Result<(), String> {
    match platform::print(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot write the results: {error}"))
        }
        _ => Ok(()),
    }
}

/// Prints the problems of files, in colour on a terminal.
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

/// A line on the terminal with the progress of reading a mesh or of a run; cleared when dropped. Elsewhere, as in the log of a
/// service, a line from time to time.
pub struct ProgressLine {
    start: Instant,
    shown: bool,
    /// When the next line is due, where there is no terminal.
    due: Duration,
}

impl ProgressLine {
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
            shown: false,
            due: PROGRESS_INTERVAL,
        }
    }

    /// Shows how much of a mesh is read, on a terminal and if it takes long.
    pub fn show(&mut self, progress: Progress<'_>) {
        if progress.stage == LoadStage::Read {
            let percent = 100 * progress.done / progress.total.max(1);
            self.write(|| format!("reading {}: {percent} %", printable(progress.file)));
        }
    }

    /// Shows how many ticks are run, `done` of `all` if that is known, on a terminal and if it takes long.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn show_ticks(&mut self, done: u64, all: Option<u64>) {
        let of_all = || all.map(|all| format!(" of {all}")).unwrap_or_default();
        self.write(|| format!("simulating: tick {done}{}", of_all()));
    }

    /// Shows which scene a mover is in, on a terminal and if it takes long.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn show_scene(&mut self, mover: &str, scene: &str) {
        self.write(|| format!("{}: {scene}", printable(mover)));
    }

    fn write(&mut self, words: impl FnOnce() -> String) {
        if cfg!(target_arch = "wasm32") {
            return;
        }
        if !std::io::stderr().is_terminal() {
            if self.start.elapsed() > self.due {
                let _ = writeln!(std::io::stderr(), "{}", words());
                self.due = self.start.elapsed() + PROGRESS_INTERVAL;
            }
        } else if self.start.elapsed() > PROGRESS_DELAY {
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", words());
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

/// Writes the results of a command to `path`.
///
/// # Errors
/// A message, when the file cannot be written.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    platform::write(path, bytes).map_err(|error| cannot_write(path, &error))
}

/// The message for a file that cannot be written.
pub fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}
