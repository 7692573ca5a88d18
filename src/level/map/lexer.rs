//! The words of a map's text.

use core::ops::Range;

/// A word of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `{` or `}`.
    Open,
    Close,
    /// `(` or `)`.
    OpenPoint,
    ClosePoint,
    /// `[` or `]`.
    OpenAxis,
    CloseAxis,
    /// A text in quotes, without them.
    Quoted(&'t str),
    /// A quote that no other one closes on its line.
    Unclosed,
    /// Anything else, up to a blank or bracket.
    Word(&'t str),
}

/// A word with its place. `None` at the end.
pub(super) type Found<'t> = Option<(Token<'t>, Range<usize>)>;

/// Cuts a map's text into words.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// The word that [`peek`](Self::peek) has read already, and where the text goes on behind it.
    peeked: Option<(Found<'t>, usize)>,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            peeked: None,
        }
    }

    /// The place behind the last word, for what is missing there.
    pub fn end(&self) -> Range<usize> {
        self.at..self.at
    }

    /// The next word with its place, without going on.
    pub fn peek(&mut self) -> Found<'t> {
        if self.peeked.is_none() {
            let before = self.at;
            let word = self.read();
            self.peeked = Some((word, self.at));
            self.at = before;
        }
        self.peeked.as_ref().and_then(|(word, _)| word.clone())
    }

    /// The next word with its place. `None` at the end.
    pub fn next(&mut self) -> Found<'t> {
        match self.peeked.take() {
            Some((word, after)) => {
                self.at = after;
                word
            }
            None => self.read(),
        }
    }

    /// The name of a material: any characters up to a blank, or a text in quotes. It may begin with `{`, as those of fences do.
    pub fn material(&mut self) -> Option<(&'t str, Range<usize>)> {
        self.peeked = None;
        self.skip_blanks();
        let rest = &self.text[self.at..];
        if rest.starts_with('"') {
            return match self.read() {
                Some((Token::Quoted(name), span)) => Some((name, span)),
                _ => None,
            };
        }
        let length = rest
            .bytes()
            .position(|byte| byte.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        (length > 0).then(|| (&rest[..length], start..self.at))
    }

    /// Passes everything up to the `}` that closes `depth` open blocks. Returns whether there is one.
    pub fn skip_blocks(&mut self, mut depth: usize) -> bool {
        while depth > 0 {
            match self.next() {
                None => return false,
                // The `{` of a fence's name touches what follows.
                Some((Token::Open, span)) if self.is_followed_by_blank(span.end) => depth += 1,
                Some((Token::Close, _)) => depth -= 1,
                Some(_) => {}
            }
        }
        true
    }

    fn is_followed_by_blank(&self, at: usize) -> bool {
        let next = self.text.as_bytes().get(at);
        next.is_none_or(u8::is_ascii_whitespace)
    }

    /// Passes blanks and comments. A comment begins with `//`, or with `;` as in maps of Heretic 2.
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            let is_comment = *byte == b';' || bytes[self.at..].starts_with(b"//");
            if is_comment {
                let rest = &bytes[self.at..];
                let length = rest.iter().position(|byte| *byte == b'\n');
                self.at += length.unwrap_or(rest.len());
            } else if byte.is_ascii_whitespace() || *byte == 0x0b {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    fn read(&mut self) -> Found<'t> {
        self.skip_blanks();
        let (start, rest) = (self.at, &self.text[self.at..]);
        let (token, length) = match *rest.as_bytes().first()? {
            b'{' => (Token::Open, 1),
            b'}' => (Token::Close, 1),
            b'(' => (Token::OpenPoint, 1),
            b')' => (Token::ClosePoint, 1),
            b'[' => (Token::OpenAxis, 1),
            b']' => (Token::CloseAxis, 1),
            b'"' => quoted(rest),
            _ => {
                let is_end = |byte: u8| byte.is_ascii_whitespace() || b"{}()[]\"".contains(&byte);
                let length = rest.bytes().position(is_end).unwrap_or(rest.len());
                (Token::Word(&rest[..length]), length)
            }
        };
        self.at += length;
        Some((token, start..self.at))
    }
}

/// The text in quotes that `rest` begins with, and its length with them.
///
/// `\"` is a quote inside of the text, as editors write it. But a `\` before the last quote of a line is the end of a folder's
/// name, as old paths of `wad` have it.
fn quoted(rest: &str) -> (Token<'_>, usize) {
    let bytes = rest.as_bytes();
    let mut last = None;
    for (at, byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            b'\n' => break,
            b'"' if bytes[at - 1] == b'\\' => last = Some(at),
            b'"' => return (Token::Quoted(&rest[1..at]), at + 1),
            _ => {}
        }
    }
    match last {
        Some(at) => (Token::Quoted(&rest[1..at]), at + 1),
        None => {
            let line = bytes.iter().position(|byte| *byte == b'\n');
            (Token::Unclosed, line.unwrap_or(rest.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        core::iter::from_fn(|| lexer.next().map(|(token, _)| token)).collect()
    }

    #[test]
    fn words_end_at_blanks_and_brackets_and_comments_at_the_end_of_the_line() {
        use Token::{ClosePoint, OpenPoint, Quoted, Word};
        let text = "(0 -1.5e3)// a ( comment\r\n;another\n\"a b\" common/caulk";
        let expected = [
            OpenPoint,
            Word("0"),
            Word("-1.5e3"),
            ClosePoint,
            Quoted("a b"),
            Word("common/caulk"),
        ];
        assert_eq!(words(text), expected);
    }

    #[test]
    fn a_backslash_escapes_a_quote_unless_it_is_the_last_one_of_its_line() {
        assert_eq!(
            words(r#""say \"hi\"" "b""#)[0],
            Token::Quoted(r#"say \"hi\""#)
        );
        let path = "\"wad\" \"c:\\quake\\\"\n\"next\"";
        assert_eq!(words(path)[1], Token::Quoted("c:\\quake\\"));
        assert_eq!(words("\"never closed\n\"a\"")[0], Token::Unclosed);
    }

    #[test]
    fn a_material_may_hold_brackets() {
        let mut lexer = Lexer::new(" {fence(1) 0");
        assert_eq!(lexer.material(), Some(("{fence(1)", 1..10)));
        assert_eq!(lexer.next(), Some((Token::Word("0"), 11..12)));
        assert_eq!(lexer.material(), None);
    }

    #[test]
    fn blocks_are_passed_with_those_inside() {
        let mut lexer = Lexer::new("a { b } ( 0 0 0 ) {fence 1 } \n next");
        assert!(lexer.skip_blocks(1));
        assert_eq!(lexer.next(), Some((Token::Word("next"), 31..35)));
        assert!(!lexer.skip_blocks(1));
    }
}
