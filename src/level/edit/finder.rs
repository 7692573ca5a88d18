//! From the parser's spans to places in a text that may begin with a byte order mark.

use core::ops::Range;

use super::line::{line_end, line_start, newline, shifted};

/// Converts the parser's spans, since the parser does not see the byte order mark.
pub(super) struct Finder<'t> {
    text: &'t str,
    mark: usize,
}

impl<'t> Finder<'t> {
    pub fn new(text: &'t str) -> Self {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mark = text.len() - body.len();
        Self { text, mark }
    }

    /// What the parser sees, the text without its byte order mark.
    pub fn body(&self) -> &'t str {
        &self.text[self.mark..]
    }

    /// A span of the body as one of the whole text.
    pub fn span(&self, span: Range<usize>) -> Range<usize> {
        span.start + self.mark..span.end + self.mark
    }

    /// The text of a span.
    pub fn text(&self, span: Range<usize>) -> &str {
        &self.text[span]
    }

    /// The places of a key and its value, from the parser's spans.
    pub fn key_place(&self, key: Range<usize>, value: Range<usize>) -> KeyPlace {
        KeyPlace {
            key: self.span(key),
            value: self.span(value),
        }
    }
}

/// The places of a key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct KeyPlace {
    key: Range<usize>,
    value: Range<usize>,
}

impl KeyPlace {
    pub fn shifted(&self, by: isize) -> Self {
        Self {
            key: shifted(&self.key, by),
            value: shifted(&self.value, by),
        }
    }

    pub fn key(&self) -> Range<usize> {
        self.key.clone()
    }

    pub fn value(&self) -> Range<usize> {
        self.value.clone()
    }

    /// From the key to the end of its value.
    pub fn whole(&self) -> Range<usize> {
        self.key.start..self.value.end
    }

    /// The place and the text of another key behind this one.
    pub fn and_then_key(
        &self,
        text: &str,
        inline: bool,
        name: &str,
        value: &str,
    ) -> (usize, String) {
        let spaced = text[self.key.end..self.value.start].contains(' ');
        let equals = if spaced { " = " } else { "=" };
        if inline {
            return (self.value.end, format!(", {name}{equals}{value}"));
        }
        // The text before a key is an indent, or the table's name of a dotted key.
        let before = &text[line_start(text, self.key.start)..self.key.start];
        let (at, newline) = (line_end(text, self.value.end), newline(text));
        let line = format!("{before}{name}{equals}{value}");
        if text[..at].ends_with('\n') {
            (at, line + newline)
        } else {
            (at, newline.to_owned() + &line)
        }
    }
}
