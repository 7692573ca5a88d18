//! The text that tobj reads: an OBJ text that was checked, its vertices first, without what tobj would
//! misread or stop at.
//!
//! tobj resolves the corners of a face at the end of its group, so the vertices have to come before. Most lines
//! stay as they are and are not copied: the text is a list of ranges.

use core::fmt::Write;
use core::ops::Range;
use std::io::{self, BufRead, Read};

/// The bytes between two progress reports; a few milliseconds of work.
pub(super) const BETWEEN_REPORTS: usize = 1 << 20;

/// Lines for tobj, in order.
pub(super) struct ObjText<'s> {
    original: &'s str,
    /// Lines that differ from the original, one behind the other.
    written: String,
    pieces: Vec<Piece>,
}

/// Lines that lie one behind the other.
enum Piece {
    Original(Range<usize>),
    Written(Range<usize>),
}

impl<'s> ObjText<'s> {
    pub fn new(original: &'s str) -> Self {
        Self {
            original,
            written: String::new(),
            pieces: Vec::new(),
        }
    }

    /// Adds the bytes `lines` of the original, which are whole lines.
    pub fn keep(&mut self, lines: Range<usize>) {
        // The last line of a text may have no line break.
        if !self.original[..lines.end].ends_with('\n') {
            let last = &self.original[lines];
            return self.write(format_args!("{last}"));
        }
        match self.pieces.last_mut() {
            Some(Piece::Original(piece)) if piece.end == lines.start => piece.end = lines.end,
            _ => self.pieces.push(Piece::Original(lines)),
        }
    }

    /// Adds a line of its own.
    pub fn write(&mut self, line: core::fmt::Arguments<'_>) {
        let start = self.written.len();
        // Writing to a text in memory cannot fail.
        let _ = writeln!(self.written, "{line}");
        let end = self.written.len();
        match self.pieces.last_mut() {
            Some(Piece::Written(piece)) if piece.end == start => piece.end = end,
            _ => self.pieces.push(Piece::Written(start..end)),
        }
    }

    /// Adds the lines of another text of the same original.
    pub fn append(&mut self, other: &Self) {
        let start = self.written.len();
        self.written.push_str(&other.written);
        self.pieces
            .extend(other.pieces.iter().map(|piece| match piece {
                Piece::Original(range) => Piece::Original(range.clone()),
                Piece::Written(range) => Piece::Written(start + range.start..start + range.end),
            }));
    }

    /// Adds `words` to every line so far that begins with `keyword`.
    pub fn extend_lines(&mut self, keyword: &str, words: &str) {
        let mut extended = Self::new(self.original);
        for number in 0..self.pieces.len() {
            // Ranges of whole lines are text.
            for line in core::str::from_utf8(self.piece(number))
                .unwrap_or_default()
                .lines()
            {
                let is_one = line.split_ascii_whitespace().next() == Some(keyword);
                let words = if is_one { words } else { "" };
                extended.write(format_args!("{line}{words}"));
            }
        }
        *self = extended;
    }

    /// A reader of all lines, which reports now and then how many bytes of them were read.
    pub fn reader<'t>(&'t self, report: &'t mut dyn FnMut(usize)) -> Reader<'t> {
        Reader {
            text: self,
            piece: 0,
            read: 0,
            total: 0,
            report,
        }
    }

    /// The bytes of all lines.
    pub fn length(&self) -> usize {
        (0..self.pieces.len())
            .map(|number| self.piece(number).len())
            .sum()
    }

    fn piece(&self, number: usize) -> &[u8] {
        match self.pieces.get(number) {
            Some(Piece::Original(range)) => &self.original.as_bytes()[range.clone()],
            Some(Piece::Written(range)) => &self.written.as_bytes()[range.clone()],
            None => &[],
        }
    }
}

/// Reads the lines without copying them.
pub(super) struct Reader<'t> {
    text: &'t ObjText<'t>,
    /// The current piece, and how much of it was read.
    piece: usize,
    read: usize,
    /// All bytes that were read.
    total: usize,
    report: &'t mut dyn FnMut(usize),
}

impl BufRead for Reader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.text.piece(self.piece).len() {
            self.piece += 1;
            self.read = 0;
        }
        Ok(&self.text.piece(self.piece)[self.read..])
    }

    fn consume(&mut self, bytes: usize) {
        self.read += bytes;
        let before = self.total;
        self.total += bytes;
        if before / BETWEEN_REPORTS != self.total / BETWEEN_REPORTS {
            (self.report)(self.total);
        }
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_and_written_lines_are_read_in_order() {
        let mut text = ObjText::new("v 1\nv 2\nskipped\nv 3\nlast");
        text.keep(0..4);
        text.keep(4..8);
        text.write(format_args!("own {}", 7));
        text.write(format_args!("own 8"));
        text.keep(16..20);
        text.keep(20..24);
        assert_eq!(text.pieces.len(), 4);
        let mut lines = String::new();
        text.reader(&mut |_| ()).read_to_string(&mut lines).unwrap();
        assert_eq!(lines, "v 1\nv 2\nown 7\nown 8\nv 3\nlast\n");
        let lines: Vec<_> = text
            .reader(&mut |_| ())
            .lines()
            .map_while(Result::ok)
            .collect();
        assert_eq!(lines, ["v 1", "v 2", "own 7", "own 8", "v 3", "last"]);
    }

    #[test]
    fn progress_grows_up_to_the_length_of_the_text() {
        let original = "v 1 2 3\n".repeat(1_000_000);
        let mut text = ObjText::new(&original);
        text.keep(0..original.len());
        let mut reported = Vec::new();
        let mut report = |done| reported.push(done);
        assert_eq!(text.reader(&mut report).lines().count(), 1_000_000);
        assert!(reported.len() > 5 && reported.is_sorted(), "{reported:?}");
        assert!(reported.iter().all(|done| *done <= text.length()));
    }

    #[test]
    fn an_empty_text_has_no_lines() {
        assert_eq!(ObjText::new("").reader(&mut |_| ()).lines().count(), 0);
    }
}
