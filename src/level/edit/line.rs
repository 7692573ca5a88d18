//! The lines of a text.

use core::ops::Range;

/// A range moved by some bytes.
pub(super) fn shifted(range: &Range<usize>, by: isize) -> Range<usize> {
    range.start.saturating_add_signed(by)..range.end.saturating_add_signed(by)
}

/// The line end of `text`, that of its first line.
pub(super) fn newline(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    }
}

/// The start of the line with the byte `at`.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    text[..at].rfind('\n').map_or(mark, |end| end + 1)
}

/// The end of the line with the byte `at`, behind its line end.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}
