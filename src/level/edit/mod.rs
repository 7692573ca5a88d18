//! Changes numbers in a level's text and leaves everything else byte for byte.
//!
//! Text in, text out. Nothing here opens files. The parser gives the place of every value, and an edit
//! replaces the bytes there and no others. Comments, order, spacing, line ends and a byte order mark
//! stay.
//!
//! `toml_edit` cannot replace this. Beyond dropping carriage returns and the byte order mark, version 0.25
//! does not print what it reads. It groups dotted keys, so that `player.gravity = 3`, `format = 1`,
//! `player.radius = 0.4` come back in another order, and it writes `spawn.yaw_deg` with the spacing of an
//! earlier `spawn . position`. The test `dotted_keys_keep_their_order_and_spacing` holds that case.

mod comment;
mod edits;
mod entry;
mod finder;
mod groups;
mod line;
mod number;
mod numbers;
mod patch;
mod places;
mod player_table;
mod tuning;
mod value;
mod values;

use core::ops::Range;

use glam::DVec3;

use comment::start_with_comment;
use edits::Edits;
pub use entry::{EntryId, EntryTable};
use line::{line_end, line_start, newline};
use number::{Rounding, written};
pub use numbers::{EditError, EntryNumbers, EntryText};
pub use patch::TextPatch;
use places::{Entry, Places, Table, only_entry};
pub use player_table::player_table;
pub use value::EditValue;
pub use values::TableId;

/// The text of a level, for edits. Each edit returns the patch that it made; a refused edit changes nothing.
///
/// # Example
/// ```
/// use sidle::level::{EntryId, LevelText};
/// let text = "spawn.position = [0, 1, 0]\n[[prop]] # mine\nkind = 'crate'\nposition = [1, 0.5, 0.0]\n";
/// let mut level = LevelText::parse(text).unwrap();
/// let first = EntryId::prop(0);
/// let mut numbers = level.entry(first).unwrap().numbers;
/// numbers.position.x = 2.25;
/// let patch = level.set(first, &numbers).unwrap();
/// assert_eq!(level.text(), text.replace("[1, 0", "[2.25, 0"));
/// // Undo.
/// level.apply(&patch.inverse()).unwrap();
/// assert_eq!(level.text(), text);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LevelText {
    text: String,
    places: Places,
    contents: [Vec<EntryText>; EntryTable::ALL.len()],
}

impl LevelText {
    /// Reads `text`.
    ///
    /// # Errors
    /// When it is not TOML, or an entry that needs a position has none.
    pub fn parse(text: impl Into<String>) -> Result<Self, EditError> {
        let text = text.into();
        let places = Places::find(&text)?;
        let contents = EntryTable::ALL.map(|table| {
            let entries = places.of(table).entries.iter();
            entries.map(|entry| entry.content(table)).collect()
        });
        Ok(Self {
            text,
            places,
            contents,
        })
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All entries of `table`, in the level's order.
    pub fn entries(&self, table: EntryTable) -> &[EntryText] {
        &self.contents[table as usize]
    }

    /// An entry.
    pub fn entry(&self, id: EntryId) -> Option<&EntryText> {
        self.entries(id.table).get(id.number)
    }

    /// The text without the numbers that place its props: as long as it stays the same, props have only moved.
    pub fn without_placements(&self) -> String {
        let mut edits = Edits::of(&self.text);
        let props = self.places.of(EntryTable::Prop).entries.iter();
        for span in props.flat_map(Entry::placing_spans) {
            edits.replace(span, String::new());
        }
        edits.made().applied(0, &self.text).unwrap_or_default()
    }

    /// What is written in `[player]`: keys and values, in the order of the text.
    pub fn player(&self) -> impl Iterator<Item = (&str, &str)> {
        let table = self.places.player.iter();
        table.flat_map(|table| table.lines(&self.text))
    }

    /// Sets the numbers of an entry. A mover takes its whole path along.
    ///
    /// An unchanged number stays as it is written. The others are rounded to 1 mm, 0.1 degrees and a
    /// thousandth of a factor. A single factor stays single while all three are equal. A missing key is
    /// added only for a value that is not its default. Numbers that the table does not have are ignored.
    ///
    /// # Errors
    /// When there is no such entry, or a number is out of range.
    pub fn set(&mut self, id: EntryId, numbers: &EntryNumbers) -> Result<TextPatch, EditError> {
        let entry = self.place(id)?;
        let patch = set_numbers(&self.text, id.table, entry, numbers)?;
        self.change(patch)
    }

    /// Moves a point of a mover's path, or the target of a teleport.
    ///
    /// # Errors
    /// When there is no such point, or a number is out of range.
    pub fn set_point(
        &mut self,
        id: EntryId,
        number: usize,
        point: DVec3,
    ) -> Result<TextPatch, EditError> {
        let entry = self.place(id)?;
        let mut edits = Edits::of(&self.text);
        edits.set_point(id.table, entry, number, point)?;
        let patch = edits.made();
        self.change(patch)
    }

    /// Adds a point to a mover's path, behind the last one.
    ///
    /// # Errors
    /// When there is no such mover, or a number is out of range.
    pub fn add_point(&mut self, id: EntryId, point: DVec3) -> Result<TextPatch, EditError> {
        let entry = self.place(id)?;
        let last = entry.path().last().ok_or(EditError::Points)?;
        let mut edits = Edits::of(&self.text);
        let at = entry.span_of(last).end;
        let point = written(point.to_array(), Rounding::METRES);
        edits.replace(at..at, format!(", {point}"));
        let patch = edits.made();
        self.change(patch)
    }

    /// Removes a point of a mover's path, which keeps two.
    ///
    /// # Errors
    /// When there is no such point, or the path has only two.
    pub fn remove_point(&mut self, id: EntryId, number: usize) -> Result<TextPatch, EditError> {
        let entry = self.place(id)?;
        let path = entry.path();
        if number >= path.len() || path.len() <= 2 {
            return Err(EditError::Points);
        }
        let span = |at: usize| entry.span_of(&path[at]);
        let span = match number.checked_sub(1) {
            Some(before) => span(before).end..span(number).end,
            None => span(0).start..span(1).start,
        };
        let mut edits = Edits::of(&self.text);
        edits.replace(span, String::new());
        let patch = edits.made();
        self.change(patch)
    }

    /// Adds an entry, behind the last one of its table. `keys` are its lines, with its position; `numbers` then place it.
    ///
    /// # Errors
    /// When all entries of the table stand in one list, `keys` are no keys of one entry, or a number is out of range.
    ///
    /// # Example
    /// ```
    /// use sidle::{glam::DVec3, level::{EntryNumbers, EntryTable, LevelText}};
    /// let mut level = LevelText::parse("spawn.position = [0, 1, 0]\n").unwrap();
    /// let sign = EntryNumbers::at(DVec3::X);
    /// level.add(EntryTable::Sign, "position = [0, 0, 0]\ntext = \"Up here\"", &sign).unwrap();
    /// assert!(level.text().ends_with("[[sign]]\nposition = [1, 0, 0]\ntext = \"Up here\"\n"));
    /// ```
    pub fn add(
        &mut self,
        table: EntryTable,
        keys: &str,
        numbers: &EntryNumbers,
    ) -> Result<TextPatch, EditError> {
        let places = self.list(table)?;
        let newline = newline(&self.text);
        let (at, [header_indent, indent]) = match places.entries.last() {
            Some(last) => (self.lines(last).end, last.indents(&self.text)),
            None => (self.text.len(), ["", ""]),
        };
        // Copied keys have their indent, and a text of several lines stays.
        let has_indent =
            keys.starts_with([' ', '\t']) || keys.contains("\"\"\"") || keys.contains("'''");
        let indent = if has_indent { "" } else { indent };
        let mut lines = vec![
            String::new(),
            format!("{header_indent}[[{}]]", table.name()),
        ];
        lines.extend(keys.lines().map(|line| format!("{indent}{line}")));
        if !self.text[..at].is_empty() && !self.text[..at].ends_with('\n') {
            lines.insert(0, String::new());
        }
        let added = lines.join(newline) + newline;
        let mut added = match self.text[..at].ends_with('\n') || at == 0 {
            true => added,
            // The last line of the file has no line end, so the new one gets none.
            false => added.trim_end().to_owned(),
        };
        let entry = only_entry(&added, table);
        let entry = entry.ok_or_else(|| EditError::Unreadable(format!("no {}", table.name())))?;
        set_numbers(&added, table, &entry, numbers)?.apply(&mut added);
        let mut edits = Edits::of(&self.text);
        edits.replace(at..at, added);
        let patch = edits.made();
        self.change(patch)
    }

    /// The lines of an entry below its header, for [`add`](Self::add).
    ///
    /// # Errors
    /// When there is no such entry, or all entries of the table stand in one list.
    pub fn keys(&self, id: EntryId) -> Result<&str, EditError> {
        let lines = &self.text[self.lines(self.listed(id)?)];
        Ok(&lines[line_end(lines, 0)..])
    }

    /// Adds a copy of an entry right behind it, with the next number.
    ///
    /// # Errors
    /// When there is no such entry, or all entries of the table stand in one list.
    pub fn copy(&mut self, id: EntryId) -> Result<TextPatch, EditError> {
        let (lines, newline) = (self.lines(self.listed(id)?), newline(&self.text));
        let own = &self.text[lines.clone()];
        let copy = match own.ends_with('\n') {
            true => format!("{newline}{own}"),
            false => format!("{newline}{newline}{own}"),
        };
        let mut edits = Edits::of(&self.text);
        edits.replace(lines.end..lines.end, copy);
        let patch = edits.made();
        self.change(patch)
    }

    /// Removes an entry, its lines from the header to the last key, and one of two empty lines around
    /// them. The comment right above it goes with it, unless another entry follows without an empty line. Comments above an empty
    /// line stay, since they may describe what follows.
    ///
    /// # Errors
    /// When there is no such entry, or all entries of the table stand in one list.
    pub fn remove(&mut self, id: EntryId) -> Result<TextPatch, EditError> {
        let lines = self.lines(self.listed(id)?);
        let start = start_with_comment(&self.text, &lines);
        self.remove_lines(start..lines.end)
    }

    /// Removes these lines, and one of two empty lines around them.
    fn remove_lines(&mut self, mut lines: Range<usize>) -> Result<TextPatch, EditError> {
        let (before, after) = (&self.text[..lines.start], &self.text[lines.end..]);
        let empty_before = before
            .strip_suffix('\n')
            .map(|rest| rest.trim_end_matches('\r'));
        if empty_before.is_some_and(|rest| rest.is_empty() || rest.ends_with('\n')) {
            let next = after.find('\n').map_or(after.len(), |end| end + 1);
            if after.is_empty() {
                lines.start -= before.len() - empty_before.map_or(0, str::len);
            } else if after[..next].trim().is_empty() {
                lines.end += next;
            }
        }
        let mut edits = Edits::of(&self.text);
        edits.replace(lines, String::new());
        let patch = edits.made();
        self.change(patch)
    }

    /// Replaces the whole text.
    ///
    /// # Errors
    /// When the new text cannot be read.
    pub fn set_text(&mut self, text: &str) -> Result<TextPatch, EditError> {
        self.change(TextPatch::between(0, &self.text, text))
    }

    /// Makes a change, for undo and redo. Returns the entry that changes alone, if it is one of a list.
    ///
    /// # Errors
    /// When the patch belongs to another text, or the text could not be read afterwards.
    pub fn apply(&mut self, patch: &TextPatch) -> Result<Option<EntryId>, EditError> {
        let other = || EditError::Unreadable("the change belongs to another text".to_owned());
        if let Some((id, entry)) = self.changed_entry(patch) {
            // Only this entry is read again: a level may have thousands.
            let end = self.lines(self.place(id)?).end;
            patch.apply(&mut self.text).ok_or_else(other)?;
            self.contents[id.table as usize][id.number] = entry.content(id.table);
            self.places.of_mut(id.table).entries[id.number] = entry;
            self.places.shift(end, patch.shift());
            return Ok(Some(id));
        }
        *self = Self::parse(patch.applied(0, &self.text).ok_or_else(other)?)?;
        Ok(None)
    }

    /// The entry that `patch` changes, if it changes nothing else, and the entry's places afterwards.
    fn changed_entry(&self, patch: &TextPatch) -> Option<(EntryId, Entry)> {
        let tables = EntryTable::ALL.into_iter();
        let mut lists = tables.filter(|table| *table != EntryTable::Spawn);
        lists.find_map(|table| self.changed_entry_of(table, patch))
    }

    fn changed_entry_of(&self, table: EntryTable, patch: &TextPatch) -> Option<(EntryId, Entry)> {
        let (span, places) = (patch.span(), self.places.of(table));
        let entries = &places.entries;
        let next = entries.partition_point(|entry| entry.header() < span.start);
        let number = next.checked_sub(1).filter(|_| !places.in_one_list)?;
        let lines = self.lines(&entries[number]);
        if span.end > lines.end {
            return None;
        }
        let changed = patch.applied(lines.start, &self.text[lines.clone()])?;
        // Without its line end, the last line would join the next one.
        let keeps_its_end = changed.ends_with('\n') || lines.end == self.text.len();
        let mut entry = only_entry(&changed, table).filter(|_| keeps_its_end)?;
        entry.shift(lines.start as isize);
        Some((EntryId { table, number }, entry))
    }

    /// Makes a change, and returns it.
    fn change(&mut self, patch: TextPatch) -> Result<TextPatch, EditError> {
        self.apply(&patch)?;
        Ok(patch)
    }

    fn place(&self, id: EntryId) -> Result<&Entry, EditError> {
        let entry = self.places.of(id.table).entries.get(id.number);
        entry.ok_or(EditError::NoSuchEntry(id))
    }

    /// The places of `table`, if its entries can be added and removed.
    fn list(&self, table: EntryTable) -> Result<&Table, EditError> {
        match self.places.of(table) {
            _ if table == EntryTable::Spawn => Err(EditError::OneSpawn),
            places if places.in_one_list => Err(EditError::InOneList(table)),
            places => Ok(places),
        }
    }

    /// An entry that can be copied and removed.
    fn listed(&self, id: EntryId) -> Result<&Entry, EditError> {
        let entry = self.place(id)?;
        self.list(id.table).map(|_| entry)
    }

    /// The whole lines of `entry`, from its header to its last key.
    fn lines(&self, entry: &Entry) -> Range<usize> {
        line_start(&self.text, entry.header())..line_end(&self.text, entry.end())
    }
}

/// The patch that gives the `entry` of `text` these numbers.
fn set_numbers(
    text: &str,
    table: EntryTable,
    entry: &Entry,
    numbers: &EntryNumbers,
) -> Result<TextPatch, EditError> {
    let EntryNumbers {
        position,
        rotation_deg,
        scale,
    } = *numbers;
    let mut edits = Edits::of(text);
    match table {
        EntryTable::Mover => {
            let EntryText {
                numbers: before,
                points,
                ..
            } = entry.content(table);
            let by = position - before.position;
            for (number, point) in points.into_iter().enumerate() {
                edits.set_point(table, entry, number, point + by)?;
            }
        }
        _ => edits.set(entry, "position", position, DVec3::ZERO, Rounding::METRES)?,
    }
    match table.turns() {
        [true, true, true] => edits.set(
            entry,
            "rotation_deg",
            rotation_deg,
            DVec3::ZERO,
            Rounding::DEGREES,
        )?,
        [tilts, heads, _] => {
            let yaw = ("yaw_deg", rotation_deg.y, heads);
            let pitch = ("pitch_deg", rotation_deg.x, tilts);
            for (key, degrees, _) in [yaw, pitch].into_iter().filter(|(.., turns)| *turns) {
                let degrees = DVec3::splat(degrees);
                edits.set(entry, key, degrees, DVec3::ZERO, Rounding::ANGLE)?;
            }
        }
    }
    if let Some((key, rounding)) = table.size_key() {
        edits.set(entry, key, scale, DVec3::ONE, rounding)?;
    }
    Ok(edits.made())
}

#[cfg(test)]
mod tests;
