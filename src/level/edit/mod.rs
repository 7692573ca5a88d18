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
mod places;
mod player_table;
mod tuning;

use core::ops::Range;

use glam::DVec3;

use edits::Edits;
use line::{line_end, line_start, newline};
use number::{Rounding, written};
pub use numbers::{EditError, PropNumbers, PropText, SpawnNumbers};
use places::{Entry, Numbers, Places};
pub use player_table::player_table;

/// The text of a level, for edits.
///
/// # Example
/// ```
/// use sidle::level::LevelText;
/// let text = "spawn.position = [0, 1, 0]\n[[prop]] # mine\nkind = 'crate'\nposition = [1, 0.5, 0.0]\n";
/// let level = LevelText::parse(text).unwrap();
/// let mut numbers = level.props()[0].numbers;
/// numbers.position.x = 2.25;
/// assert_eq!(level.with_prop(0, &numbers).unwrap().text(), text.replace("[1, 0", "[2.25, 0"));
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

    /// The text with these numbers for prop `number`.
    ///
    /// An unchanged number stays as it is written. The others are rounded to 1 mm, 0.1 degrees and a
    /// thousandth of a factor. A single factor stays single while all three are equal. A missing key is
    /// added only for a value that is not its default.
    ///
    /// # Errors
    /// When there is no such prop, or a number is out of range.
    pub fn with_prop(&self, number: usize, numbers: &PropNumbers) -> Result<Self, EditError> {
        let entry = self.entry(number)?;
        let PropNumbers {
            position,
            rotation_deg,
            scale,
        } = *numbers;
        let mut edits = Edits::of(&self.text);
        edits.set(entry, "position", position, DVec3::ZERO, Rounding::METRES)?;
        edits.set(
            entry,
            "rotation_deg",
            rotation_deg,
            DVec3::ZERO,
            Rounding::DEGREES,
        )?;
        edits.set(entry, "scale", scale, DVec3::ONE, Rounding::FACTOR)?;
        Self::parse(edits.made())
    }

    /// The text with another spawn. Numbers are written as [`with_prop`](Self::with_prop) does.
    ///
    /// # Errors
    /// When a number is out of range.
    pub fn with_spawn(&self, spawn: &SpawnNumbers) -> Result<Self, EditError> {
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
        Self::parse(edits.made())
    }

    /// The text with one more prop of `kind`, behind the last one.
    ///
    /// # Errors
    /// When all props stand in one list, or a number is out of range.
    pub fn with_new_prop(&self, kind: &str, numbers: &PropNumbers) -> Result<Self, EditError> {
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
        let added = match self.text[..at].ends_with('\n') || at == 0 {
            true => added,
            // The last line of the file has no line end, so the new one gets none.
            false => added.trim_end().to_owned(),
        };
        let number = self.props.len();
        let mut edits = Edits::of(&self.text);
        edits.replace(at..at, added);
        Self::parse(edits.made())?.with_prop(number, numbers)
    }

    /// The text with a copy of prop `number` right behind it, as `number + 1`.
    ///
    /// # Errors
    /// When there is no such prop, or all props stand in one list.
    pub fn with_copy_of_prop(&self, number: usize) -> Result<Self, EditError> {
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
        Self::parse(edits.made())
    }

    /// The text without prop `number`: its lines from the header to the last key, and one of two empty
    /// lines around them. Comments above it stay, since they may describe what follows.
    ///
    /// # Errors
    /// When there is no such prop, or all props stand in one list.
    pub fn without_prop(&self, number: usize) -> Result<Self, EditError> {
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
        Self::parse(edits.made())
    }

    fn entry(&self, number: usize) -> Result<&Entry, EditError> {
        let entry = self.places.props.get(number);
        entry.ok_or(EditError::NoSuchProp(number))
    }

    /// The whole lines of `entry`, from its header to its last key.
    fn lines(&self, entry: &Entry) -> Range<usize> {
        line_start(&self.text, entry.span.start)..line_end(&self.text, entry.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, edit: impl FnOnce(&LevelText) -> Result<LevelText, EditError>) -> String {
        let level = LevelText::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let edited = edit(&level).unwrap_or_else(|error| panic!("{error}\n{text}"));
        edited.text().to_owned()
    }

    /// `text` with the first prop at (1, 2, 3), turned by 45 degrees about Y, scaled so.
    fn placed(text: &str, scale: DVec3) -> String {
        let numbers = PropNumbers {
            position: DVec3::new(1.0, 2.0, 3.0),
            rotation_deg: DVec3::Y * 45.0,
            scale,
        };
        edited(text, |level| level.with_prop(0, &numbers))
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
        let level = LevelText::parse(text).unwrap();
        let refused = Err(EditError::PropsInOneList);
        assert_eq!(level.without_prop(0), refused);
        assert_eq!(level.with_copy_of_prop(1), refused);
        assert_eq!(
            level.with_new_prop("crate", &PropNumbers::at(DVec3::ONE)),
            refused
        );
        let empty = LevelText::parse(format!("{SPAWN}prop = []\n")).unwrap();
        assert_eq!(
            empty.with_new_prop("crate", &PropNumbers::at(DVec3::ONE)),
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
            assert_eq!(edited(before, |level| level.with_spawn(&spawn)), after);
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
            edited(&text, |level| level.with_new_prop("crate", &new)),
            expected
        );
        let added = added.replace('\t', "");
        assert_eq!(
            edited(SPAWN, |level| level.with_new_prop("crate", &new)),
            format!("{SPAWN}{added}")
        );
        assert_eq!(
            edited(SPAWN.trim_end(), |level| level.with_new_prop("crate", &new)),
            format!("{SPAWN}{}", added.trim_end())
        );
    }

    #[test]
    fn deleting_a_copy_restores_the_text() {
        let text = format!(
            "{SPAWN}\n# All crates\n[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n\n# Of the second\n[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n# The end\n"
        );
        let twice = edited(&text, |level| level.with_copy_of_prop(0));
        let first = "[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n";
        assert_eq!(twice, text.replace(first, &format!("{first}\n{first}")));
        assert_eq!(edited(&twice, |level| level.without_prop(1)), text);
        // Comments above stay: they may describe more than one prop.
        let second = "[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n";
        assert_eq!(
            edited(&text, |level| level.without_prop(1)),
            text.replace(second, "")
        );
        assert_eq!(
            edited(&text, |level| level.without_prop(0)),
            text.replace(first, "")
        );
        // Deleting the last one also deletes the empty line above.
        let last = format!("{SPAWN}\n{second}");
        assert_eq!(edited(&last, |level| level.without_prop(0)), SPAWN);
        let twice = edited(last.trim_end(), |level| level.with_copy_of_prop(0));
        assert_eq!(twice, format!("{last}\n{}", second.trim_end()));
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_stay() {
        let text = format!(
            "\u{feff}{SPAWN}\n[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n\n[[prop]]\nkind = \"crate\"\nposition = [5, 0, 0]\n"
        );
        let crlf = |text: &str| text.replace('\n', "\r\n");
        let both = |edit: fn(&LevelText) -> Result<LevelText, EditError>| {
            assert_eq!(edited(&crlf(&text), edit), crlf(&edited(&text, edit)));
        };
        both(|level| level.with_copy_of_prop(1));
        both(|level| level.without_prop(0));
        both(|level| level.with_new_prop("fence", &PropNumbers::at(DVec3::ONE)));
        assert_eq!(
            placed(&crlf(&text), DVec3::X + 1.0),
            crlf(&placed(&text, DVec3::X + 1.0))
        );
        // The mark stands before the very first key.
        let first = "\u{feff}[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n[spawn]\nposition = [0, 1, 0]\n";
        let left = edited(first, |level| level.without_prop(0));
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
        assert_eq!(edited(text, |level| level.with_spawn(&spawn)), expected);
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
        let level = LevelText::parse(format!("{SPAWN}{prop}position = [0, 0, 0]\n")).unwrap();
        let at = |x| level.with_prop(0, &PropNumbers::at(DVec3::X * x));
        assert_eq!(at(2e9), Err(EditError::OutOfRange));
        assert_eq!(at(f64::NAN), Err(EditError::OutOfRange));
        assert_eq!(level.without_prop(1), Err(EditError::NoSuchProp(1)));
        assert_eq!(
            EditError::NoSuchProp(1).to_string(),
            "the level has no prop 2"
        );
    }
}
