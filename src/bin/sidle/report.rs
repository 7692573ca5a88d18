//! Messages to stderr, and the loading that is the same for all commands.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

use sidle::level::{Diagnostic, Disk, Files, Level, WalkScript, load_level, load_script};

/// Prints what went wrong outside of any file.
pub fn error(message: &str) {
    say(&format!("error: {message}"));
}

/// Prints what is odd, and stops nobody.
pub fn warning(message: &str) {
    say(&format!("warning: {message}"));
}

/// Prints a message. Where it cannot be printed, nobody could be told so.
fn say(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Prints a line of the results.
///
/// # Errors
/// When it cannot be written. A closed pipe is none: whoever reads only the beginning has it.
pub fn line(text: &str) -> Result<(), String> {
    match writeln!(std::io::stdout(), "{text}") {
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
        say(&format!("{text}\n"));
    }
}

/// The level at `path`, its problems printed; `None` when one of them is an error.
pub fn load(path: &Path, files: &dyn Files) -> Option<Level> {
    let loaded = load_level(path, files);
    diagnostics(&loaded.diagnostics);
    loaded.level
}

/// The walk script at `path`, its problems printed; `None` when one of them is an error.
pub fn load_walk(path: &Path) -> Option<WalkScript> {
    let loaded = load_script(path, &Disk);
    diagnostics(&loaded.diagnostics);
    loaded.script
}

/// What is said of a file that cannot be written.
pub fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}
