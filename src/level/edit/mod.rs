//! Changes numbers in a level's text and leaves everything else byte for byte.
//!
//! Text in, text out: nothing here opens files. The parser gives the place of every value, and an edit
//! replaces the bytes there and no others. Comments, order, spacing, line ends and a byte order mark
//! stay.
//!
//! `toml_edit` cannot replace this. Beyond dropping carriage returns and the byte order mark, version 0.25
//! does not print what it reads: it groups dotted keys, so that `player.gravity = 3`, `format = 1`,
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

    /// Removes prop `number`: its lines from the header to the last key, and one of two empty lines around
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
mod tests {
    use super::*;
    use crate::test_support::Random;

    /// `text` after `edit`, whose patch can be undone.
    fn edited(
        text: &str,
        edit: impl FnOnce(&mut LevelText) -> Result<TextPatch, EditError>,
    ) -> String {
        let before = LevelText::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut level = before.clone();
        let patch = edit(&mut level).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(Ok(&level), LevelText::parse(level.text()).as_ref());
        let after = level.text().to_owned();
        level.apply(&patch.inverse()).unwrap();
        assert_eq!(level, before);
        after
    }

    /// `text` with the first prop at (1, 2, 3), turned by 45 degrees about Y, scaled so.
    fn placed(text: &str, scale: DVec3) -> String {
        let numbers = PropNumbers {
            position: DVec3::new(1.0, 2.0, 3.0),
            rotation_deg: DVec3::Y * 45.0,
            scale,
        };
        edited(text, |level| level.set_prop(0, &numbers))
    }

    const SPAWN: &str = "spawn.position = [0, 1, 0]\n";

    #[test]
    fn only_changed_numbers_are_written_and_each_in_its_style() {
        let text = "# A level\n[spawn]\nposition = [0, 1, 0]\n\n  [[prop]] # one\n  kind = 'crate'\n  \
                    position = [ 1.000, # east\n    0x2,\n 7 ]  # here\n  scale = 2 # large\nrotation_deg=[0, 9.5, 0]\n# end";
        let expected = text.replace(" 7 ]", " 3 ]").replace("9.5", "45.0");
        assert_eq!(placed(text, DVec3::splat(2.0)), expected);
        assert_eq!(placed(&expected, DVec3::splat(2.0)), expected);
        // A single factor stays single while it can.
        let larger = expected.replace("scale = 2 ", "scale = 3 ");
        assert_eq!(placed(text, DVec3::splat(3.0)), larger);
        let longer = expected.replace("scale = 2 ", "scale = [2.0, 2.0, 3.5] ");
        assert_eq!(placed(text, DVec3::new(2.0, 2.0, 3.5)), longer);
    }

    #[test]
    fn missing_keys_are_added_behind_the_position_unless_they_are_default() {
        let text = format!("{SPAWN}[[prop]]\n  position=[0, 0, 0] # low\n  kind=\"fence\"\n");
        let turned = "[1, 2, 3] # low\n  rotation_deg=[0.0, 45.0, 0.0]\n";
        assert_eq!(
            placed(&text, DVec3::ONE),
            text.replace("[0, 0, 0] # low\n", turned)
        );
        let scaled = format!("{turned}  scale=0.5\n");
        assert_eq!(
            placed(&text, DVec3::splat(0.5)),
            text.replace("[0, 0, 0] # low\n", &scaled)
        );
        // At the end of a text without a last line end.
        let text = format!("{SPAWN}[[prop]]\nkind = \"fence\"\nposition = [1, 2, 3]");
        let expected = format!("{text}\nrotation_deg = [0.0, 45.0, 0.0]\nscale = [1.0, 2.0, 1.0]");
        assert_eq!(placed(&text, DVec3::new(1.0, 2.0, 1.0)), expected);
    }

    #[test]
    fn props_in_one_list_can_be_moved_but_not_added_or_deleted() {
        let text = format!(
            "{SPAWN}prop = [ {{ kind = \"crate\", position = [0, 0, 0] }}, {{ position = [9, 9, 9], kind = \"fence\" }}, ]\n"
        );
        let expected = text.replace(
            "position = [0, 0, 0]",
            "position = [1, 2, 3], rotation_deg = [0.0, 45.0, 0.0], scale = 2.0",
        );
        // The level's own numbers are whole, the new ones are not.
        assert_eq!(placed(&text, DVec3::splat(2.0)), expected);
        let mut level = LevelText::parse(text).unwrap();
        let refused = Err(EditError::PropsInOneList);
        assert_eq!(level.remove_prop(0), refused);
        assert_eq!(level.copy_prop(1), refused);
        assert_eq!(
            level.add_prop("crate", &PropNumbers::at(DVec3::ONE)),
            refused
        );
        let mut empty = LevelText::parse(format!("{SPAWN}prop = []\n")).unwrap();
        assert_eq!(
            empty.add_prop("crate", &PropNumbers::at(DVec3::ONE)),
            refused
        );
    }

    #[test]
    fn a_spawn_is_edited_in_every_notation() {
        let spawn = SpawnNumbers {
            position: DVec3::new(0.0, 1.0, -2.5),
            yaw_deg: 90.04,
            pitch_deg: -5.0,
        };
        for (before, after) in [
            (
                "[spawn]\nposition = [0, 1, 0] # here\npitch_deg = 2\nmode = \"fly\"\n",
                "[spawn]\nposition = [0, 1, -2.5] # here\nyaw_deg = 90.0\npitch_deg = -5\nmode = \"fly\"\n",
            ),
            (
                "spawn . position = [0, 1, 0]\nname = \"A\"\n",
                "spawn . position = [0, 1, -2.5]\nspawn . yaw_deg = 90.0\nspawn . pitch_deg = -5.0\nname = \"A\"\n",
            ),
            (
                "spawn = { yaw_deg = 1.0, position = [0, 1, 0], mode = \"fly\" }\n",
                "spawn = { yaw_deg = 90.0, pitch_deg = -5.0, position = [0, 1, -2.5], mode = \"fly\" }\n",
            ),
        ] {
            assert_eq!(edited(before, |level| level.set_spawn(&spawn)), after);
            let read = LevelText::parse(after).unwrap().spawn();
            assert_eq!(
                read,
                SpawnNumbers {
                    yaw_deg: 90.0,
                    ..spawn
                }
            );
        }
    }

    #[test]
    fn a_new_prop_comes_after_the_last_one_in_its_style() {
        let text = format!(
            "{SPAWN}[[prop]]\n\tkind = \"car\"\n\tposition = [0, 0, 0] # last\n# about the lab\n[lab]\nposition = [0, 0, 0]\n"
        );
        let new = PropNumbers {
            rotation_deg: DVec3::Y * 30.0,
            ..PropNumbers::at(DVec3::new(1.0, 0.5, -2.0))
        };
        let added = "\n[[prop]]\n\tkind = \"crate\"\n\tposition = [1.0, 0.5, -2.0]\n\trotation_deg = [0.0, 30.0, 0.0]\n";
        let expected = text.replace("# last\n", &format!("# last\n{added}"));
        assert_eq!(
            edited(&text, |level| level.add_prop("crate", &new)),
            expected
        );
        let added = added.replace('\t', "");
        assert_eq!(
            edited(SPAWN, |level| level.add_prop("crate", &new)),
            format!("{SPAWN}{added}")
        );
        assert_eq!(
            edited(SPAWN.trim_end(), |level| level.add_prop("crate", &new)),
            format!("{SPAWN}{}", added.trim_end())
        );
    }

    #[test]
    fn deleting_a_copy_restores_the_text() {
        let text = format!(
            "{SPAWN}\n# All crates\n[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n\n# Of the second\n[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n# The end\n"
        );
        let twice = edited(&text, |level| level.copy_prop(0));
        let first = "[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n";
        assert_eq!(twice, text.replace(first, &format!("{first}\n{first}")));
        assert_eq!(edited(&twice, |level| level.remove_prop(1)), text);
        // Comments above stay: they may describe more than one prop.
        let second = "[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n";
        assert_eq!(
            edited(&text, |level| level.remove_prop(1)),
            text.replace(second, "")
        );
        assert_eq!(
            edited(&text, |level| level.remove_prop(0)),
            text.replace(first, "")
        );
        // Deleting the last one also deletes the empty line above.
        let last = format!("{SPAWN}\n{second}");
        assert_eq!(edited(&last, |level| level.remove_prop(0)), SPAWN);
        let twice = edited(last.trim_end(), |level| level.copy_prop(0));
        assert_eq!(twice, format!("{last}\n{}", second.trim_end()));
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_stay() {
        let text = format!(
            "\u{feff}{SPAWN}\n[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n\n[[prop]]\nkind = \"crate\"\nposition = [5, 0, 0]\n"
        );
        let crlf = |text: &str| text.replace('\n', "\r\n");
        let both = |edit: fn(&mut LevelText) -> Result<TextPatch, EditError>| {
            assert_eq!(edited(&crlf(&text), edit), crlf(&edited(&text, edit)));
        };
        both(|level| level.copy_prop(1));
        both(|level| level.remove_prop(0));
        both(|level| level.add_prop("fence", &PropNumbers::at(DVec3::ONE)));
        assert_eq!(
            placed(&crlf(&text), DVec3::X + 1.0),
            crlf(&placed(&text, DVec3::X + 1.0))
        );
        // The mark stands before the very first key.
        let first = "\u{feff}[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n[spawn]\nposition = [0, 1, 0]\n";
        let left = edited(first, |level| level.remove_prop(0));
        assert_eq!(left, "\u{feff}[spawn]\nposition = [0, 1, 0]\n");
    }

    #[test]
    fn dotted_keys_keep_their_order_and_spacing() {
        let text = "player.gravity = 3 # heavy\nspawn . position = [0, 1, 0]\nformat = 1\nplayer.radius = 0.4\n\
                    kinds.slab.mesh = 'a.obj'\nspawn.yaw_deg = 90\n'kinds' .post.mesh = 'b.obj'\n";
        let spawn = SpawnNumbers {
            position: DVec3::new(0.0, 2.0, 0.0),
            yaw_deg: 45.0,
            pitch_deg: 0.0,
        };
        let expected = text
            .replace("[0, 1, 0]", "[0, 2, 0]")
            .replace("yaw_deg = 90", "yaw_deg = 45");
        assert_eq!(edited(text, |level| level.set_spawn(&spawn)), expected);
    }

    #[test]
    fn mixed_line_ends_stay_mixed() {
        let text = format!(
            "{SPAWN}\r\n[[prop]]\nkind = \"crate\"\r\nposition = [0, 0, 0] # low\nscale = 2\r\n\n"
        );
        let expected = text
            .replace("[0, 0, 0]", "[1, 2, 3]")
            .replace("# low\n", "# low\nrotation_deg = [0.0, 45.0, 0.0]\n");
        assert_eq!(placed(&text, DVec3::splat(2.0)), expected);
    }

    #[test]
    fn a_change_of_any_bytes_reads_as_the_whole_text_does() {
        let prop =
            |at: usize| format!("[[prop]] # {at}\n kind = 'crate'\n position = [{at}, 0, 0]\n");
        let props: String = (0..4).map(prop).collect();
        let start =
            format!("name = 'é'\n{props}[spawn]\nposition = [0, 1, 0]\n[player]\nradius = 0.4\n");
        let pieces = [
            "",
            "\n",
            " ",
            "1",
            "e",
            "]",
            "[",
            "#",
            "'",
            "\"",
            "= 2",
            "x = 1\n",
            "[[prop]]\n",
            "[prop.scale]\n",
            "scale = 3\n",
            "kind = 'a'\n",
            "[spawn]\n",
            "é",
            "\u{feff}",
            "\r",
            "'''",
        ];
        let mut random = Random::new(9);
        let (mut alone, mut refused) = (0, 0);
        for case in 0..20_000 {
            let text = match case % 2 {
                0 => start.clone(),
                _ => start.replace('\n', "\r\n"),
            };
            let mut level = LevelText::parse(&*text).unwrap();
            let boundary =
                |at: usize| (at..).find(|at| text.is_char_boundary(*at.min(&text.len())));
            let at = boundary(random.below(text.len() + 1)).unwrap();
            let end = boundary((at + random.below(9)).min(text.len())).unwrap();
            let mut edits = Edits::of(&text);
            edits.replace(at..end, pieces[random.below(pieces.len())].to_owned());
            let patch = edits.made();
            let expected = LevelText::parse(patch.applied(0, &text).unwrap());
            let result = level.apply(&patch);
            match expected {
                Ok(expected) => {
                    assert_eq!(level, expected, "case {case}: {patch:?}");
                    alone += usize::from(result.unwrap().is_some());
                }
                Err(error) => {
                    assert_eq!(result, Err(error), "case {case}: {patch:?}");
                    assert_eq!(level.text(), text, "case {case}: {patch:?}");
                    refused += 1;
                }
            }
        }
        // The cases are of both kinds.
        assert!(alone > 1000 && refused > 1000, "{alone}, {refused}");
    }

    #[test]
    fn a_refused_edit_says_why() {
        for text in [
            "",
            "spawn = 1",
            "[spawn]",
            "spawn.position = [0, 1]",
            "[[prop",
        ] {
            assert!(
                matches!(LevelText::parse(text), Err(EditError::Unreadable(_))),
                "{text}"
            );
        }
        let prop = "[[prop]]\nkind = \"crate\"\n";
        assert!(LevelText::parse(format!("{SPAWN}{prop}")).is_err());
        let text = format!("{SPAWN}{prop}position = [0, 0, 0]\n");
        let mut level = LevelText::parse(&*text).unwrap();
        let mut at = |x| level.set_prop(0, &PropNumbers::at(DVec3::X * x));
        assert_eq!(at(2e9), Err(EditError::OutOfRange));
        assert_eq!(at(f64::NAN), Err(EditError::OutOfRange));
        assert_eq!(level.remove_prop(1), Err(EditError::NoSuchProp(1)));
        assert_eq!(level.text(), text);
        assert_eq!(
            EditError::NoSuchProp(1).to_string(),
            "the level has no prop 2"
        );
    }
}
