//! A problem of a file: its place, what was found, what was expected, and the repair.

use crate::order::sort_by_key;
use core::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but probably not as its author intended.
    Warning,
    /// The file says something unusual, which its author may have intended.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Where in a file a problem is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The line. Of a very long one, the part around the place, with `…` where it is cut.
    pub text: String,
    /// The column at which `text` begins: 1, unless the line is cut before it.
    pub text_column: usize,
    /// The number of marked characters; at least 1.
    pub width: usize,
    /// The text next to the caret; mostly what was expected.
    pub label: String,
}

/// One problem of a file.
///
/// [`Display`](fmt::Display) prints it as a compiler would: message, place, line, caret, help.
///
/// # Example
/// ```
/// use sidle::level::{Diagnostic, Place, Severity};
/// let problem = Diagnostic {
///     severity: Severity::Error,
///     message: "unknown key `raduis`".into(),
///     file: "hall.toml".into(),
///     place: Some(Place { line: 7, column: 1, text: "raduis = 1".into(), text_column: 1, width: 6,
///         label: "".into() }),
///     help: Some("did you mean `radius`?".into()),
/// };
/// let text = problem.to_string();
/// assert!(text.starts_with("error: unknown key `raduis`"));
/// assert!(text.contains("hall.toml:7:1") && text.contains("^^^^^^"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or note.
    pub severity: Severity,
    /// What was found, in one line without a final dot.
    pub message: String,
    /// The file it is in, as the user knows it.
    pub file: String,
    /// Where in the file; `None` for the file as a whole.
    pub place: Option<Place>,
    /// The repair, if there is a likely one.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error of a file as a whole.
    #[must_use]
    pub fn of_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        let (severity, place, help) = (Severity::Error, None, None);
        Self {
            severity,
            message: message.into(),
            file: file.into(),
            place,
            help,
        }
    }

    /// A warning of a file as a whole.
    #[must_use]
    pub fn warning_of_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::of_file(file, message)
        }
    }

    /// Whether the file cannot be used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// This diagnostic with a repair.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    /// `file:line:column`, or the file alone.
    #[must_use]
    pub fn location(&self) -> String {
        match &self.place {
            Some(place) => format!("{}:{}:{}", self.file, place.line, place.column),
            None => self.file.clone(),
        }
    }

    /// Prints it for a terminal with colours.
    #[must_use]
    pub fn to_colored_string(&self) -> String {
        self.render(&Renderer::styled())
    }

    fn render(&self, renderer: &Renderer) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let [file, message] = [&self.file, &self.message].map(|text| printable(text));
        let help = self.help.as_deref().map(printable);
        let Some(place) = &self.place else {
            let mut group = Group::with_title(level.primary_title(format!("{file}: {message}")));
            if let Some(help) = help {
                group = group.element(Level::HELP.message(help));
            }
            return renderer.render(&[group]);
        };

        // The renderer replaces ASCII control characters. Here, one character stands for each of the others, so
        // that the columns stay.
        let unseen = |c: char| !c.is_ascii() && is_terminal_control(c);
        let text = place.text.replace(unseen, "\u{fffd}");
        // From columns in characters back to bytes of the line.
        let byte_at = |column: usize| {
            let mut places = text.char_indices().map(|(at, _)| at);
            places.nth(column).unwrap_or(text.len())
        };
        let start = place.column.saturating_sub(place.text_column);
        let span = byte_at(start)..byte_at(start + place.width);
        let label = printable(&place.label);
        let snippet = Snippet::source(text.as_str())
            .path(file)
            .line_start(place.line)
            .annotation(AnnotationKind::Primary.span(span).label(label));
        let mut group = level.primary_title(message).element(snippet);
        if let Some(help) = help {
            group = group.element(Level::HELP.message(help));
        }
        let rendered = renderer.render(&[group]);
        if place.text_column == 1 {
            return rendered;
        }
        // The renderer counts columns in its text, whose beginning is cut off.
        let counted = format!(":{}:{}", place.line, start + 1);
        let real = format!(":{}:{}", place.line, place.column);
        let after_title = rendered.find('\n').unwrap_or(0);
        rendered[..after_title].to_owned() + &rendered[after_title..].replacen(&counted, &real, 1)
    }
}

/// Whether a terminal does more than show `character`: control characters, separators of lines, and those
/// that change the direction of the text around them.
pub fn is_terminal_control(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// The text with escapes for all characters that control a terminal, since a name in a file must not move
/// its cursor.
///
/// # Example
/// ```
/// use sidle::level::printable;
/// assert_eq!(printable("a\u{1b}[2J \u{202e}b\n"), "a\\u{1b}[2J \\u{202e}b\\n");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' | '\0' => shown.extend(character.escape_debug()),
            _ if is_terminal_control(character) => shown.extend(character.escape_unicode()),
            _ => shown.push(character),
        }
    }
    shown
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&Renderer::plain()))
    }
}

impl std::error::Error for Diagnostic {}

/// Sorts problems by place. Files keep their order.
pub fn sort_by_place(diagnostics: &mut [Diagnostic]) {
    let mut files: Vec<String> = Vec::new();
    for diagnostic in &*diagnostics {
        if !files.contains(&diagnostic.file) {
            files.push(diagnostic.file.clone());
        }
    }
    sort_by_key(diagnostics, |diagnostic| {
        let file = files.iter().position(|file| *file == diagnostic.file);
        let place = diagnostic
            .place
            .as_ref()
            .map(|place| (place.line, place.column));
        // Problems of the whole file come last.
        (file, place.is_none(), place, diagnostic.severity)
    });
}

#[cfg(test)]
mod tests;
