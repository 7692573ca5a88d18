//! The corners of faces in an OBJ text: `position/texture/normal`, each an index into its list.

use core::ops::Range;

use super::faces::Noted;
use super::lines::{Line, Word};
use crate::level::text::{Problems, count};

/// The lists that a face's corner indexes, as in `f position/texture/normal`.
const LISTS: [(&str, (&str, &str)); 3] = [
    ("v", ("vertex", "vertices")),
    ("vt", ("texture coordinate", "texture coordinates")),
    ("vn", ("normal", "normals")),
];

/// The lengths of the three lists.
type Counts = [usize; LISTS.len()];

/// The lists, and the corners of the current face.
#[derive(Default)]
pub(super) struct Corners {
    /// How many `v`, `vt` and `vn` lines the text has.
    counts: Counts,
    /// Every block of such lines, and how many came before it.
    blocks: Vec<(Range<usize>, Counts)>,
    /// The next block after the current face, and how many lines came before that.
    next_block: usize,
    before: Counts,
    /// The line of the current face, and the numbers of its corners in each list, from 1. 0: it names none.
    line: usize,
    face: Vec<Counts>,
    /// Faces that name something that does not exist, texture coordinates, and normals.
    lost: [Noted; 2],
}

/// How tobj can read a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    AsWritten,
    /// By the number of its vertex.
    ByNumber,
}

impl Corners {
    /// One more entry in a list, at `line`: 0 for `v`, 1 for `vt`, 2 for `vn`.
    pub fn add_to(&mut self, list: usize, line: &Line<'_>) {
        match self.blocks.last_mut() {
            Some((block, _)) if block.end == line.start => block.end = line.end,
            _ => self.blocks.push((line.start..line.end, self.counts)),
        }
        self.counts[list] += 1;
    }

    /// The blocks of lines of all lists.
    pub fn blocks(&self) -> Vec<Range<usize>> {
        self.blocks.iter().map(|(block, _)| block.clone()).collect()
    }

    /// Begins the face at `line`. Faces come in the order of the text, after all lists.
    pub fn begin_face(&mut self, line: &Line<'_>) {
        self.line = line.start;
        self.face.clear();
        while let Some((block, _)) = self.blocks.get(self.next_block)
            && block.start < line.start
        {
            self.next_block += 1;
        }
        let next = self.blocks.get(self.next_block);
        self.before = next.map_or(self.counts, |(_, before)| *before);
    }

    /// The numbers of what the corners of the current face name in a list: 0 for `v`, 1 for `vt`, 2 for `vn`. `None` if
    /// one of them names nothing in it.
    pub fn of_face(&self, list: usize) -> Option<impl Iterator<Item = usize>> {
        let names = |corner: &Counts| corner[list] != 0;
        let numbers = self.face.iter().map(move |corner| corner[list]);
        self.face.iter().all(names).then_some(numbers)
    }

    /// Adds a corner of the current face, and reports its problems. `None` if there is no such vertex.
    pub fn check(&mut self, corner: &Word<'_>, problems: &mut Problems<'_>) -> Option<Corner> {
        const FORMS: &str = "expected `v`, `v/vt`, `v//vn` or `v/vt/vn`";
        if let Some(numbers) = self.plain(corner.text) {
            self.face.push(numbers);
            return Some(Corner::AsWritten);
        }
        let parts = 1 + corner.text.bytes().filter(|byte| *byte == b'/').count();
        if parts > LISTS.len() {
            let message = format!("corner `{}` has {parts} parts", corner.text);
            problems.error(corner.span(), message, FORMS, None);
            return None;
        }
        if corner.text.is_empty() || corner.text.starts_with('/') {
            let message = format!("corner `{}` names no vertex", corner.text);
            problems.error(corner.span(), message, FORMS, None);
            return None;
        }
        let mut form = Corner::AsWritten;
        let mut numbers = Counts::default();
        for ((list, part), number) in corner.split('/').enumerate().zip(&mut numbers) {
            let index = part.text.parse::<i64>();
            if list == 0 {
                *number = match index {
                    Ok(index) => self.check_index(index, &part, problems)?,
                    Err(_) => {
                        refuse_index(&part, problems);
                        return None;
                    }
                };
            } else if part.text.is_empty() {
                // Only the first index is required: `1//3`, `1//`.
                continue;
            } else if let Some(known) = index.ok().and_then(|index| self.number(list, index)) {
                *number = known;
            } else {
                self.lost[list - 1].add(self.line);
                form = Corner::ByNumber;
            }
            if part.text.starts_with('-') {
                form = Corner::ByNumber;
            }
        }
        self.face.push(numbers);
        Some(form)
    }

    /// The numbers of a corner like most, whose parts are only digits or empty, and which names only what exists.
    fn plain(&self, corner: &str) -> Option<Counts> {
        let mut numbers = Counts::default();
        let mut parts = numbers.iter_mut().zip(&self.counts);
        let (mut number, mut count) = parts.next()?;
        let mut is_empty = true;
        for byte in corner.bytes() {
            match byte {
                b'0'..=b'9' => {
                    *number = number.checked_mul(10)? + usize::from(byte - b'0');
                    is_empty = false;
                    if *number > *count {
                        return None;
                    }
                }
                b'/' if is_empty || *number > 0 => {
                    (number, count) = parts.next()?;
                    is_empty = true;
                }
                _ => return None,
            }
        }
        ((is_empty || *number > 0) && numbers[0] > 0).then_some(numbers)
    }

    /// The number in a list, from 1, of an index that counts from 1, or back from the current line. `None` if the list
    /// has no such index.
    fn number(&self, list: usize, index: i64) -> Option<usize> {
        let magnitude = usize::try_from(index.unsigned_abs()).ok()?;
        if index > 0 {
            (magnitude <= self.counts[list]).then_some(magnitude)
        } else {
            let known = self.before[list];
            (1..=known)
                .contains(&magnitude)
                .then(|| known + 1 - magnitude)
        }
    }

    /// The number of the vertex with the index `part`, from 1.
    fn check_index(
        &self,
        index: i64,
        part: &Word<'_>,
        problems: &mut Problems<'_>,
    ) -> Option<usize> {
        let (keyword, things) = LISTS[0];
        if let Some(number) = self.number(0, index) {
            return Some(number);
        }
        let (message, label) = if index == 0 {
            let label = format!(
                "expected 1 for the first `{keyword}` of the file, -1 for the last one so far"
            );
            ("index 0: the OBJ format counts from 1".to_owned(), label)
        } else if index > 0 {
            let label = format!(
                "this file has {}",
                count(self.counts[0], things.0, things.1)
            );
            (format!("there is no `{keyword}` number {index}"), label)
        } else {
            let label = match self.before[0] {
                0 => format!("no {} comes before this line", things.0),
                1 => format!("only 1 {} comes before this line", things.0),
                known => format!("only {known} {} come before this line", things.1),
            };
            let message = format!("index {index} reaches before the first `{keyword}`");
            (message, label)
        };
        problems.error(part.span(), message, label, None);
        None
    }

    /// Warns of what the faces name and the text does not have.
    pub fn report(&mut self, problems: &mut Problems<'_>) {
        for (lost, (keyword, (_, things))) in self.lost.iter_mut().zip(&LISTS[1..]) {
            let problem = format!("with {things} that do not exist: ignored");
            let label = format!("expected the numbers of `{keyword}` lines, counted from 1");
            let corners = ("corner", "corners");
            core::mem::take(lost).report(problems, corners, &problem, &label, None);
        }
    }
}

fn refuse_index(part: &Word<'_>, problems: &mut Problems<'_>) {
    let digits = part.text.trim_start_matches(['-', '+']);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (found, expected) = if is_whole {
        ("is too large for an index", "expected a smaller number")
    } else {
        (
            "is not an index",
            "expected a whole number, such as 1 or -1",
        )
    };
    let message = format!("`{}` {found}", part.text);
    problems.error(part.span(), message, expected, None);
}

#[cfg(test)]
mod tests;
