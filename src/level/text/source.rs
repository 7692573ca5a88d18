//! A text with a name, and the places in it.

use core::ops::Range;
use std::sync::{Arc, OnceLock};

use super::diagnostic::{Diagnostic, Place, Severity};
use super::foreign_format::{binary_format, mesh_text_format};

/// The longest line that a message quotes whole; bytes. Of a longer one it quotes the part around the place.
const MAX_LINE: usize = 200;

/// How much of a longer line is quoted before the place and from there on; characters.
const BEFORE: usize = 40;
const AFTER: usize = 80;

/// The longest message; characters.
const MAX_WORDS: usize = 600;

/// Marks an omission.
const CUT: &str = "…";

/// The mark that some editors write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A text file, for finding lines and columns.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: String,
    /// Computed for the first place. A mesh without a problem needs none.
    line_starts: OnceLock<Vec<usize>>,
}

impl Source {
    /// The text of the file called `name`, from its bytes.
    ///
    /// # Errors
    /// The place of the first byte that is not UTF-8, or zero.
    pub fn new(name: &str, bytes: Vec<u8>) -> Result<Self, Box<Diagnostic>> {
        let bytes = without_mark(bytes);
        let zero = bytes.iter().position(|byte| *byte == 0);
        match (String::from_utf8(bytes), zero) {
            (Ok(text), None) => Ok(Self::from_text(name, text)),
            (Ok(text), Some(zero)) => Err(Self::not_a_text(name, text.as_bytes(), zero)),
            (Err(error), _) => {
                let good = error.utf8_error().valid_up_to();
                Err(Self::not_a_text(name, error.as_bytes(), good))
            }
        }
    }

    /// The text of a mesh or of materials, from its bytes. Exporters write names and comments in the
    /// encoding of their system, so bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// The place of the first zero byte. No text has one.
    pub fn of_mesh(name: &str, bytes: Vec<u8>) -> Result<Self, Box<Diagnostic>> {
        let bytes = without_mark(bytes);
        // `contains` compares many bytes at once, `position` one.
        if bytes.contains(&0)
            && let Some(zero) = bytes.iter().position(|byte| *byte == 0)
        {
            return Err(Self::not_a_text(name, &bytes, zero));
        }
        if binary_format(&bytes).is_some() {
            return Err(Self::not_a_text(name, &bytes, 0));
        }
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Ok(Self::from_text(name, text))
    }

    /// The OBJ text of a mesh, from its bytes, as [`of_mesh`](Self::of_mesh).
    ///
    /// # Errors
    /// Those of [`of_mesh`](Self::of_mesh), and a text in another format.
    pub fn of_obj(name: &str, bytes: Vec<u8>) -> Result<Self, Box<Diagnostic>> {
        let source = Self::of_mesh(name, bytes)?;
        let Some(format) = mesh_text_format(source.text()) else {
            return Ok(source);
        };
        let first = source.text().lines().next().map_or(0, str::len);
        let message = format!("this is {}", format.name);
        let label = "expected lines such as `v 1.0 0.0 0.0`";
        let error = source.diagnostic(Severity::Error, 0..first, message, label);
        Err(Box::new(error.with_help(format.repair)))
    }

    /// The problem of a file whose byte at `bad` is not text.
    fn not_a_text(name: &str, bytes: &[u8], bad: usize) -> Box<Diagnostic> {
        let known = binary_format(bytes);
        let bad = if known.is_some() { 0 } else { bad };
        // Replace what is not text, for the message alone. Places before it stay the same.
        let before = String::from_utf8_lossy(&bytes[..bad]);
        let text = format!("{before}{}", String::from_utf8_lossy(&bytes[bad..]));
        let at = before.len();
        let source = Self::from_text(name, text);
        let message = match known {
            Some(format) => format!("this is {}", format.name),
            None => format!("this is not a text file: found byte 0x{:02x}", bytes[bad]),
        };
        let label = match known {
            Some(format) if !format.name.ends_with("text") => "expected a text file",
            _ => "expected UTF-8 text from here on",
        };
        let error = source.diagnostic(Severity::Error, at..at + 1, message, label);
        let other = "if it is text in another encoding, save it as UTF-8";
        let help = known.map_or(other, |format| format.repair);
        Box::new(error.with_help(help.replace("{file}", name)))
    }

    pub fn from_text(name: &str, text: String) -> Self {
        Self {
            name: name.into(),
            text,
            line_starts: OnceLock::new(),
        }
    }

    /// The byte at which each line begins.
    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.bytes().enumerate();
            let newlines = bytes.filter(|(_, byte)| *byte == b'\n');
            let starts = core::iter::once(0).chain(newlines.map(|(at, _)| at + 1));
            starts.collect()
        })
    }

    /// The file's name, as the user knows it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line of the byte `at`, from 0.
    pub fn line_of(&self, at: usize) -> usize {
        self.line_starts().partition_point(|start| *start <= at) - 1
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A problem at the bytes `span` of the text.
    pub fn diagnostic(
        &self,
        severity: Severity,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity,
            message: brief(message.into()),
            file: self.name.to_string(),
            place: Some(self.place(span, brief(label.into()))),
            help: None,
        }
    }

    fn place(&self, span: Range<usize>, label: String) -> Place {
        let start = self.floor_char_boundary(span.start);
        let line = self.line_of(start);
        let line_start = self.line_starts()[line];
        let line_end = self
            .line_starts()
            .get(line + 1)
            .map_or(self.text.len(), |next| next - 1);
        // A place behind a CR is the end of the line.
        let whole = self.text[line_start..line_end].trim_end_matches('\r');
        let line_end = line_start + whole.len();
        let start = start.min(line_end);
        let before = self.text[line_start..start].chars().count();
        // The caret stays on its line.
        let end = self.floor_char_boundary(span.end.min(line_end)).max(start);
        let (mut first, mut shown_end, mut quote) = (0, line_end, whole.to_owned());
        if whole.len() > MAX_LINE {
            let chars_before = self.text[line_start..start].char_indices();
            let skipped = chars_before.rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
            let mut chars_after = self.text[start..line_end].char_indices();
            let kept = chars_after.nth(AFTER).map(|(at, _)| start + at);
            shown_end = kept.unwrap_or(line_end);
            quote = self.text[line_start + skipped..shown_end].to_owned();
            if skipped > 0 {
                first = before - BEFORE;
                let character = quote.chars().next().map_or(0, char::len_utf8);
                quote.replace_range(..character, CUT);
            }
            if kept.is_some() {
                quote.push_str(CUT);
            }
        }
        Place {
            line: line + 1,
            column: before + 1,
            text: quote,
            text_column: first + 1,
            width: self.text[start..end.min(shown_end)].chars().count().max(1),
            label,
        }
    }

    fn floor_char_boundary(&self, at: usize) -> usize {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// A message, cut at its longest length.
pub fn brief(mut words: String) -> String {
    if let Some((at, _)) = words.char_indices().nth(MAX_WORDS) {
        words.truncate(at);
        words.push_str(CUT);
    }
    words
}

/// The bytes of a text without its byte order mark. Editors hide it, so no column counts it.
fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    bytes
}

#[cfg(test)]
mod tests;
