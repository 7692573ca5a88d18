//! The text that tobj reads, an OBJ text that was checked, its vertices first, without lines that tobj
//! would misread or stop at, and without what is only seen of the corners of faces.
//!
//! tobj resolves the corners of a face at the end of its group, so the vertices have to come before. Most lines
//! stay as they are and are not copied, because the text is a list of ranges.

use core::fmt::Write;
use core::ops::Range;
use std::io::{self, BufRead, Read};

/// The bytes between two progress reports; a few milliseconds of work.
pub(super) const BETWEEN_REPORTS: usize = 1 << 20;

/// A line of faces with at least as many corners ends. Smaller: tobj reads more lines; larger: it copies the corners of a line
/// more often.
const MAX_JOINED: usize = 126;

/// Lines for tobj, in order.
pub(super) struct ObjText<'s> {
    original: &'s str,
    /// Lines that differ from the original, one behind the other.
    written: String,
    pieces: Vec<Piece>,
    /// How many corners the last line has, if it is one of faces.
    corners: usize,
    /// How many bytes of the original are left out, for progress.
    left_out: usize,
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
            corners: 0,
            left_out: 0,
        }
    }

    /// Adds the bytes `lines` of the original, which are whole lines.
    pub fn keep(&mut self, lines: Range<usize>) {
        // The last line of a text may have no line break.
        if !self.original[..lines.end].ends_with('\n') {
            let last = &self.original[lines];
            return self.write(format_args!("{last}"));
        }
        self.corners = 0;
        match self.pieces.last_mut() {
            Some(Piece::Original(piece)) if piece.end == lines.start => piece.end = lines.end,
            _ => self.pieces.push(Piece::Original(lines)),
        }
    }

    /// Adds a separate line.
    pub fn write(&mut self, line: core::fmt::Arguments<'_>) {
        let start = self.written.len();
        // Writing to a text in memory cannot fail.
        let _ = writeln!(self.written, "{line}");
        self.corners = 0;
        self.add_written(start);
    }

    /// Adds a face with these vertices, in place of a line of `length` bytes. Several faces become one line, as if they were one
    /// face, because tobj takes longer for a line than for its corners.
    pub fn write_face<'w>(&mut self, vertices: impl Iterator<Item = &'w str>, length: usize) {
        let start = self.written.len();
        if (1..MAX_JOINED).contains(&self.corners) {
            // Goes on in front of the line break.
            self.written.pop();
        } else {
            self.corners = 0;
            self.written.push('f');
        }
        for vertex in vertices {
            self.written.push(' ');
            self.written.push_str(vertex);
            self.corners += 1;
        }
        self.written.push('\n');
        self.leave_out(length.saturating_sub(self.written.len() - start));
        self.add_written(start);
    }

    /// Counts bytes of the original that are left out.
    pub fn leave_out(&mut self, bytes: usize) {
        self.left_out += bytes;
    }

    /// Adds what is written from `start` on.
    fn add_written(&mut self, start: usize) {
        let end = self.written.len();
        match self.pieces.last_mut() {
            Some(Piece::Written(piece)) if piece.end == start => piece.end = end,
            _ => self.pieces.push(Piece::Written(start..end)),
        }
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

    fn piece(&self, number: usize) -> &[u8] {
        match self.pieces.get(number) {
            Some(Piece::Original(range)) => &self.original.as_bytes()[range.clone()],
            Some(Piece::Written(range)) => &self.written.as_bytes()[range.clone()],
            None => &[],
        }
    }
}

/// Reads the lines of several texts without copying them.
pub(super) struct Reader<'s, 't> {
    text: ObjText<'s>,
    /// The current piece, and how much of it was read.
    piece: usize,
    read: usize,
    /// All bytes of the original that were read or left out.
    total: usize,
    next: &'t mut dyn FnMut() -> Option<ObjText<'s>>,
    report: &'t mut dyn FnMut(usize),
}

impl<'s, 't> Reader<'s, 't> {
    /// A reader of `text`, and then of the text that `next` returns. It reports now and then how many bytes
    /// were read.
    pub fn new(
        text: ObjText<'s>,
        next: &'t mut dyn FnMut() -> Option<ObjText<'s>>,
        report: &'t mut dyn FnMut(usize),
    ) -> Self {
        Self {
            text,
            piece: 0,
            read: 0,
            total: 0,
            next,
            report,
        }
    }

    /// Counts bytes, and reports them now and then.
    fn pass(&mut self, bytes: usize) {
        let before = self.total;
        self.total += bytes;
        if before / BETWEEN_REPORTS != self.total / BETWEEN_REPORTS {
            (self.report)(self.total);
        }
    }
}

impl BufRead for Reader<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.text.piece(self.piece).len() {
            self.read = 0;
            self.piece += 1;
            if self.piece >= self.text.pieces.len() {
                let left_out = core::mem::take(&mut self.text.left_out);
                self.pass(left_out);
                let Some(text) = (self.next)() else { break };
                (self.text, self.piece) = (text, 0);
            }
        }
        Ok(&self.text.piece(self.piece)[self.read..])
    }

    fn consume(&mut self, bytes: usize) {
        self.read += bytes;
        self.pass(bytes);
    }
}

impl Read for Reader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of `texts`, one text behind the other.
    fn read(texts: Vec<ObjText<'_>>, report: &mut dyn FnMut(usize)) -> Vec<String> {
        let mut texts = texts.into_iter();
        let first = texts.next().unwrap();
        let mut next = || texts.next();
        let reader = Reader::new(first, &mut next, report);
        reader.lines().map_while(Result::ok).collect()
    }

    #[test]
    fn kept_and_written_lines_of_all_texts_are_read_in_order() {
        let original = "v 1\nv 2\nskipped\nv 3\nlast";
        let mut text = ObjText::new(original);
        text.keep(0..4);
        text.keep(4..8);
        text.write(format_args!("own {}", 7));
        text.write(format_args!("own 8"));
        text.keep(16..20);
        text.keep(20..24);
        assert_eq!(text.pieces.len(), 4);
        let mut other = ObjText::new(original);
        other.keep(8..16);
        let empty = || ObjText::new(original);
        let texts = vec![empty(), text, empty(), empty(), other, empty()];
        let lines = read(texts, &mut |_| ());
        let expected = ["v 1", "v 2", "own 7", "own 8", "v 3", "last", "skipped"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn progress_grows_up_to_the_length_of_the_text() {
        let original = "v 1 2 3\n".repeat(1_000_000);
        let half = original.len() / 2;
        let texts = [0..half, half..original.len()].map(|range| {
            let mut text = ObjText::new(&original);
            text.keep(range);
            text
        });
        let mut reported = Vec::new();
        let mut report = |done| reported.push(done);
        assert_eq!(read(texts.into(), &mut report).len(), 1_000_000);
        assert!(reported.len() > 5 && reported.is_sorted(), "{reported:?}");
        assert!(reported.iter().all(|done| *done <= original.len()));
    }

    #[test]
    fn progress_counts_what_is_left_out() {
        let original = "vn 0 0 1\n".repeat(100_000) + &"f 1/1/1 2/2/2 3/3/3\n".repeat(100_000);
        let mut text = ObjText::new(&original);
        text.leave_out(9 * 100_000);
        for _ in 0..100_000 {
            text.write_face(["1", "2", "3"].into_iter(), 20);
        }
        let mut last = 0;
        let lines = read(vec![text], &mut |done| last = done);
        // As many triangles as become one line.
        assert_eq!(lines.len(), 100_000_usize.div_ceil(42));
        assert!(lines[0].starts_with("f 1 2 3 1 2 3 "), "{}", lines[0]);
        assert_eq!(
            lines.last().unwrap().len(),
            "f".len() + 100_000 % 42 * " 1 2 3".len()
        );
        assert_eq!(last, original.len());
    }

    #[test]
    fn an_empty_text_has_no_lines() {
        assert!(read(vec![ObjText::new("")], &mut |_| ()).is_empty());
    }
}
