//! Lines and words of OBJ and MTL texts, with their places.

use core::ops::Range;

/// A finite 32-bit number.
pub(super) fn parse_float(text: &str) -> Option<f32> {
    text.parse::<f32>().ok().filter(|number| number.is_finite())
}

/// A word of a line, with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    start: usize,
}

impl Word<'_> {
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Its parts between separators, each with its place.
    pub fn split(&self, separator: char) -> impl Iterator<Item = Word<'_>> {
        let mut start = self.start;
        // A list of one is searched byte by byte, which is faster in short words.
        self.text.split([separator]).map(move |text| {
            let part = Word { text, start };
            start += text.len() + separator.len_utf8();
            part
        })
    }
}

/// A line without its comment; lines joined by `\` count as one.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'t> {
    /// Its start in the text.
    pub start: usize,
    /// Its end, behind the line break.
    pub end: usize,
    /// Whether it has no comment and is not joined with another line.
    pub is_plain: bool,
    words: Vec<Word<'t>>,
}

impl<'t> Line<'t> {
    /// Becomes the line at `start` and returns the start of the next one.
    fn read(&mut self, text: &'t str, start: usize) -> usize {
        self.start = start;
        self.is_plain = true;
        self.words.clear();
        if self.read_plain(text, start) {
            return self.end;
        }
        self.words.clear();
        let mut at = start;
        loop {
            let rest = &text[at..];
            let length = rest.find('\n').unwrap_or(rest.len());
            let line_start = at;
            at = (at + length + 1).min(text.len());
            let comment = rest[..length].find('#');
            let uncommented = rest[..comment.unwrap_or(length)].trim_end();
            let joined = uncommented.strip_suffix('\\');
            self.is_plain &= joined.is_none() && comment.is_none();
            let content = joined.unwrap_or(uncommented);
            let words = content.split_ascii_whitespace();
            self.words.extend(words.map(|word| Word {
                text: word,
                // The offset of a word is its distance in memory from the line's start.
                start: line_start + (word.as_ptr() as usize - rest.as_ptr() as usize),
            }));
            if joined.is_none() || at >= text.len() {
                self.end = at;
                return at;
            }
        }
    }

    /// Becomes the line at `start` if that is all plain: printable ASCII without a comment, and not joined with another line. Most
    /// lines are, and one look at each of their bytes is enough. Returns whether it is.
    fn read_plain(&mut self, text: &'t str, start: usize) -> bool {
        let mut word = None;
        for (at, byte) in (start..).zip(text.as_bytes()[start..].iter().chain(b"\n")) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.words.extend(word.take().map(|start| Word {
                        text: &text[start..at],
                        start,
                    }));
                    if *byte == b'\n' {
                        self.end = text.len().min(at + 1);
                        return true;
                    }
                }
                b'#' | b'\\' => return false,
                b'!'..=b'~' => {
                    word.get_or_insert(at);
                }
                _ => return false,
            }
        }
        false
    }

    /// The first word, or nothing on an empty line.
    pub fn keyword(&self) -> &'t str {
        self.words.first().map_or("", |word| word.text)
    }

    pub fn keyword_span(&self) -> Range<usize> {
        self.words.first().map_or(0..0, Word::span)
    }

    /// All words but the first.
    pub fn arguments(&self) -> &[Word<'t>] {
        self.words.get(1..).unwrap_or_default()
    }

    /// All words but the first, as one text with single spaces.
    pub fn rest(&self) -> String {
        let words: Vec<_> = self.arguments().iter().map(|word| word.text).collect();
        // Blank characters of any script at the ends do not belong to the name.
        words.join(" ").trim().to_owned()
    }

    pub fn rest_span(&self) -> Range<usize> {
        match (self.words.get(1), self.words.last()) {
            (Some(first), Some(last)) => first.start..last.span().end,
            _ => self.keyword_span(),
        }
    }

    /// From the first word to the last.
    pub fn span(&self) -> Range<usize> {
        match (self.words.first(), self.words.last()) {
            (Some(first), Some(last)) => first.start..last.span().end,
            _ => 0..0,
        }
    }
}

/// Calls `each` with every line of a text, without comments. A line that ends in `\` is joined with the
/// next. All lines share one list of words, since meshes have millions of lines.
pub(super) fn for_each_line<'t>(text: &'t str, each: impl FnMut(&Line<'t>)) {
    for_each_line_where(text, &[], |_| true, each);
}

/// As [`for_each_line`], without the lines in `skipped`, in order, and without most lines whose first letter is not wanted. An
/// empty line has no letter, and counts as a line break.
pub(super) fn for_each_line_where<'t>(
    text: &'t str,
    mut skipped: &[Range<usize>],
    is_wanted: impl Fn(u8) -> bool,
    mut each: impl FnMut(&Line<'t>),
) {
    let mut line = Line::default();
    let mut at = 0;
    while at < text.len() {
        if let [first, later @ ..] = skipped
            && first.start == at
        {
            (at, skipped) = (first.end, later);
            continue;
        }
        let rest = &text.as_bytes()[at..];
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let first = rest.iter().find(|byte| !blank(byte)).unwrap_or(&b'\n');
        if !is_wanted(*first) {
            // Texts are searched several bytes at a time.
            let rest = &text[at..];
            let length = rest.find('\n').map_or(rest.len(), |length| length + 1);
            // It may be joined with the next line.
            if !rest[..length].contains('\\') {
                at += length;
                continue;
            }
        }
        at = line.read(text, at);
        each(&line);
    }
}

/// The line at the byte `start` of a text.
pub(super) fn line_at(text: &str, start: usize) -> Line<'_> {
    let mut line = Line::default();
    line.read(text, start);
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    /// The words of a line with their places, where it ends, and whether it is plain.
    type Read<'a> = (Vec<(&'a str, usize)>, usize, bool);

    fn read(text: &str) -> Vec<Read<'_>> {
        let mut all = Vec::new();
        for_each_line(text, |line| {
            let words = line.words.iter().map(|word| (word.text, word.start));
            all.push((words.collect(), line.end, line.is_plain));
        });
        all
    }

    #[test]
    fn plain_lines_are_read_as_those_with_a_comment() {
        let pieces = [
            "f", "v", " ", "\t", "\r", "1/2/3", "-1", "\n", "\u{b}", "\u{c}", "\u{a0}", "é", "~",
            "!",
        ];
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let text: String = (0..30)
                .map(|_| pieces[random.below(pieces.len())])
                .collect();
            // A comment at the end of each line changes no word, and is read another way.
            let commented: String = text.split('\n').map(|line| format!("{line} #\n")).collect();
            let shift = |at: usize| at + 2 * text[..at].matches('\n').count();
            let lines: Vec<_> = text.split_inclusive('\n').collect();
            let expected = read(&commented);
            for ((words, end, is_plain), (expected, ..)) in read(&text).into_iter().zip(&expected) {
                let moved: Vec<_> = words
                    .iter()
                    .map(|(word, start)| (*word, shift(*start)))
                    .collect();
                assert_eq!(&moved, expected, "seed {seed}: {text:?}");
                assert!(is_plain && text.is_char_boundary(end), "seed {seed}");
            }
            assert_eq!(read(&text).len(), lines.len(), "seed {seed}: {text:?}");
        }
    }
}
