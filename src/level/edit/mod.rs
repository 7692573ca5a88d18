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

mod edits;
mod finder;
mod line;
mod number;
mod numbers;
mod patch;
mod places;
mod player_table;
mod tuning;

use core::ops::Range;

use glam::DVec3;

use edits::Edits;
use line::{line_end, line_start, newline};
use number::{Rounding, written};
pub use numbers::{EditError, PropNumbers, PropText, SpawnNumbers};
pub use patch::TextPatch;
use places::{Entry, Numbers, Places, only_prop};
pub use player_table::player_table;

/// The text of a level, for edits. Each edit returns the patch that it made; a refused edit changes nothing.
///
/// # Example
/// ```
/// use sidle::level::LevelText;
/// let text = "spawn.position = [0, 1, 0]\n[[prop]] # mine\nkind = 'crate'\nposition = [1, 0.5, 0.0]\n";
/// let mut level = LevelText::parse(text).unwrap();
/// let mut numbers = level.props()[0].numbers;
/// numbers.position.x = 2.25;
/// let patch = level.set_prop(0, &numbers).unwrap();
/// assert_eq!(level.text(), text.replace("[1, 0", "[2.25, 0"));
/// // Undo.
/// level.apply(&patch.inverse()).unwrap();
/// assert_eq!(level.text(), text);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LevelText {
    text: String,
    places: Places,
    props: Vec<PropText>,
}

impl LevelText {
    /// Reads `text`.
    ///
    /// # Errors
    /// When it is not TOML, or a prop or the spawn has no position.
    pub fn parse(text: impl Into<String>) -> Result<Self, EditError> {
        let text = text.into();
        let places = Places::find(&text)?;
        let props = places.props.iter().map(Entry::prop).collect();
        Ok(Self {
            text,
            places,
            props,
        })
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All props, in the level's order.
    pub fn props(&self) -> &[PropText] {
        &self.props
    }

    /// Where the player starts.
    pub fn spawn(&self) -> SpawnNumbers {
        let spawn = &self.places.spawn;
        let degrees = |key| spawn.numbers(key).map_or(0.0, Numbers::first);
        SpawnNumbers {
            position: spawn.position(),
            yaw_deg: degrees("yaw_deg"),
            pitch_deg: degrees("pitch_deg"),
        }
    }

    /// What is written in `[player]`: keys and values, in the order of the text.
    pub fn player(&self) -> impl Iterator<Item = (&str, &str)> {
        let table = self.places.player.iter();
        table.flat_map(|table| table.lines(&self.text))
    }

    /// Sets the numbers of prop `number`.
    ///
    /// An unchanged number stays as it is written. The others are rounded to 1 mm, 0.1 degrees and a
    /// thousandth of a factor. A single factor stays single while all three are equal. A missing key is
    /// added only for a value that is not its default.
    ///
    /// # Errors
    /// When there is no such prop, or a number is out of range.
    pub fn set_prop(
        &mut self,
        number: usize,
        numbers: &PropNumbers,
    ) -> Result<TextPatch, EditError> {
        let patch = set_numbers(&self.text, self.entry(number)?, numbers)?;
        self.change(patch)
    }

    /// Sets the spawn. Numbers are written as [`set_prop`](Self::set_prop) does.
    ///
    /// # Errors
    /// When a number is out of range.
    pub fn set_spawn(&mut self, spawn: &SpawnNumbers) -> Result<TextPatch, EditError> {
        let entry = &self.places.spawn;
        let mut edits = Edits::of(&self.text);
        edits.set(
            entry,
            "position",
            spawn.position,
            DVec3::ZERO,
            Rounding::METRES,
        )?;
        for (key, degrees) in [("yaw_deg", spawn.yaw_deg), ("pitch_deg", spawn.pitch_deg)] {
            edits.set(
                entry,
                key,
                DVec3::splat(degrees),
                DVec3::ZERO,
                Rounding::ANGLE,
            )?;
        }
        let patch = edits.made();
        self.change(patch)
    }

    /// Adds one more prop of `kind`, behind the last one.
    ///
    /// # Errors
    /// When all props stand in one list, or a number is out of range.
    pub fn add_prop(&mut self, kind: &str, numbers: &PropNumbers) -> Result<TextPatch, EditError> {
        if self.places.in_one_list {
            return Err(EditError::PropsInOneList);
        }
        let newline = newline(&self.text);
        let (at, [header_indent, indent]) = match self.places.props.last() {
            Some(last) => (self.lines(last).end, last.indents(&self.text)),
            None => (self.text.len(), ["", ""]),
        };
        let mut lines = vec![
            String::new(),
            format!("{header_indent}[[prop]]"),
            format!("{indent}kind = {}", format_args!("{kind:?}")),
            format!(
                "{indent}position = {}",
                written(DVec3::ZERO.to_array(), Rounding::METRES)
            ),
        ];
        if !self.text[..at].is_empty() && !self.text[..at].ends_with('\n') {
            lines.insert(0, String::new());
        }
        let added = lines.join(newline) + newline;
        let mut added = match self.text[..at].ends_with('\n') || at == 0 {
            true => added,
            // The last line of the file has no line end, so the new one gets none.
            false => added.trim_end().to_owned(),
        };
        let entry = only_prop(&added).ok_or_else(|| EditError::Unreadable("no prop".to_owned()))?;
        set_numbers(&added, &entry, numbers)?.apply(&mut added);
        let mut edits = Edits::of(&self.text);
        edits.replace(at..at, added);
        let patch = edits.made();
        self.change(patch)
    }

    /// Adds a copy of prop `number` right behind it, as `number + 1`.
    ///
    /// # Errors
    /// When there is no such prop, or all props stand in one list.
    pub fn copy_prop(&mut self, number: usize) -> Result<TextPatch, EditError> {
        let entry = self.entry(number)?;
        if self.places.in_one_list {
            return Err(EditError::PropsInOneList);
        }
        let (lines, newline) = (self.lines(entry), newline(&self.text));
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

    /// Removes prop `number`, its lines from the header to the last key, and one of two empty lines around
    /// them. Comments above it stay, since they may describe what follows.
    ///
    /// # Errors
    /// When there is no such prop, or all props stand in one list.
    pub fn remove_prop(&mut self, number: usize) -> Result<TextPatch, EditError> {
        let entry = self.entry(number)?;
        if self.places.in_one_list {
            return Err(EditError::PropsInOneList);
        }
        let mut lines = self.lines(entry);
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

    /// Makes a change, for undo and redo. Returns the number of the prop that changes alone, if it is one.
    ///
    /// # Errors
    /// When the patch belongs to another text, or the text could not be read afterwards.
    pub fn apply(&mut self, patch: &TextPatch) -> Result<Option<usize>, EditError> {
        let other = || EditError::Unreadable("the change belongs to another text".to_owned());
        if let Some((number, entry)) = self.changed_prop(patch) {
            // Only this prop is read again: a level may have thousands.
            let end = self.lines(self.entry(number)?).end;
            patch.apply(&mut self.text).ok_or_else(other)?;
            self.props[number] = entry.prop();
            self.places.props[number] = entry;
            self.places.shift(end, patch.shift());
            return Ok(Some(number));
        }
        *self = Self::parse(patch.applied(0, &self.text).ok_or_else(other)?)?;
        Ok(None)
    }

    /// The prop that `patch` changes, if it changes nothing else, and the prop's places afterwards.
    fn changed_prop(&self, patch: &TextPatch) -> Option<(usize, Entry)> {
        let (span, props) = (patch.span(), &self.places.props);
        let next = props.partition_point(|prop| prop.header() < span.start);
        let number = next.checked_sub(1).filter(|_| !self.places.in_one_list)?;
        let lines = self.lines(&props[number]);
        if span.end > lines.end {
            return None;
        }
        let changed = patch.applied(lines.start, &self.text[lines.clone()])?;
        // Without its line end, the last line would join the next one.
        let keeps_its_end = changed.ends_with('\n') || lines.end == self.text.len();
        let mut entry = only_prop(&changed).filter(|_| keeps_its_end)?;
        entry.shift(lines.start as isize);
        Some((number, entry))
    }

    /// Makes a change, and returns it.
    fn change(&mut self, patch: TextPatch) -> Result<TextPatch, EditError> {
        self.apply(&patch)?;
        Ok(patch)
    }

    fn entry(&self, number: usize) -> Result<&Entry, EditError> {
        let entry = self.places.props.get(number);
        entry.ok_or(EditError::NoSuchProp(number))
    }

    /// The whole lines of `entry`, from its header to its last key.
    fn lines(&self, entry: &Entry) -> Range<usize> {
        line_start(&self.text, entry.header())..line_end(&self.text, entry.end())
    }
}

/// The patch that gives the prop `entry` of `text` these numbers.
fn set_numbers(text: &str, entry: &Entry, numbers: &PropNumbers) -> Result<TextPatch, EditError> {
    let PropNumbers {
        position,
        rotation_deg,
        scale,
    } = *numbers;
    let mut edits = Edits::of(text);
    edits.set(entry, "position", position, DVec3::ZERO, Rounding::METRES)?;
    edits.set(
        entry,
        "rotation_deg",
        rotation_deg,
        DVec3::ZERO,
        Rounding::DEGREES,
    )?;
    edits.set(entry, "scale", scale, DVec3::ONE, Rounding::FACTOR)?;
    Ok(edits.made())
}

#[cfg(test)]
mod tests;
