//! Changes numbers in a level's text, and leaves everything else as it was written.
//!
//! Text in, text out: nothing here opens files. The parser tells the place of every value, and an edit
//! replaces the bytes there and no others, so comments, order, spacing, line ends and a byte order
//! mark stay by themselves. (`toml_edit`, the usual way, writes all line ends anew and drops the mark.)

mod number;
mod places;

use core::fmt;
use core::ops::Range;

use glam::DVec3;

use super::range::LARGEST;
use crate::geometry::Placement;
use number::{Rounding, written};
use places::{Entry, Numbers, Places};

/// Where a prop stands, in the words of a level file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropNumbers {
    /// Where the origin of the kind's mesh goes; metres.
    pub position: DVec3,
    /// About X, Y and Z; degrees.
    pub rotation_deg: DVec3,
    /// Factors along the mesh's own axes.
    pub scale: DVec3,
}

impl PropNumbers {
    /// At `position`, neither turned nor scaled.
    pub fn at(position: DVec3) -> Self {
        Self {
            position,
            rotation_deg: DVec3::ZERO,
            scale: DVec3::ONE,
        }
    }

    /// The same as a placement.
    pub fn placement(&self) -> Placement {
        Placement::new(self.position, self.rotation_deg, self.scale)
    }
}

/// A prop of a level's text.
#[derive(Clone, Debug, PartialEq)]
pub struct PropText {
    /// Its kind's name.
    pub kind: String,
    /// Where it stands.
    pub numbers: PropNumbers,
}

/// Where the player starts, in the words of a level file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnNumbers {
    /// The body's reference point; metres.
    pub position: DVec3,
    /// The heading; degrees.
    pub yaw_deg: f64,
    /// The tilt of the view; degrees.
    pub pitch_deg: f64,
}

/// Why a level's text is not edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// It is no text of a level: what is wrong.
    Unreadable(String),
    /// There is no prop of this number, from 0.
    NoSuchProp(usize),
    /// All props stand in one list, to which nothing can be added in the file's own style.
    PropsInOneList,
    /// A number is not finite, or too large for a level.
    OutOfRange,
}

impl fmt::Display for EditError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(out, "the level's text cannot be edited: {why}"),
            Self::NoSuchProp(number) => write!(out, "the level has no prop {}", number + 1),
            Self::PropsInOneList => out.write_str(
                "the props stand in one list, `prop = [{…}]`: to add, copy or delete one, write each \
                 as its own `[[prop]]`",
            ),
            Self::OutOfRange => out.write_str("that is too far, or too small or large, for a level"),
        }
    }
}

impl core::error::Error for EditError {}

/// The text of a level, with what can be changed in it.
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
    /// When it is not TOML, or a prop or the spawn is not as a level has them.
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

    /// The text in which prop `number` stands elsewhere.
    ///
    /// A number that stays is left as it is written. The others are rounded to what a text is good
    /// for: 1 mm, 0.1 degrees, a thousandth of a factor. One factor stays one while all three are the
    /// same. A key that is missing is written only when it says something.
    ///
    /// # Errors
    /// When there is no such prop, or a number cannot stand in a level.
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
        edits.made()
    }

    /// The text in which the player starts elsewhere; numbers are written as
    /// [`with_prop`](Self::with_prop) does.
    ///
    /// # Errors
    /// When a number cannot stand in a level.
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
        edits.made()
    }

    /// The text with one more prop of `kind`, after the last one; its number is that of the props now.
    ///
    /// # Errors
    /// When all props stand in one list, or a number cannot stand in a level.
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
            // The last line of the file has no end: nor has the new one.
            false => added.trim_end().to_owned(),
        };
        let number = self.props.len();
        let mut edits = Edits::of(&self.text);
        edits.replace(at..at, added);
        edits.made()?.with_prop(number, numbers)
    }

    /// The text with prop `number` written twice, the second one right after it, as `number + 1`.
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
        edits.made()
    }

    /// The text without prop `number`: its lines from the header to the last key, and one of two empty
    /// lines around them. Comments above it stay, since they may speak of all that follows.
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
        edits.made()
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

/// How the lines of `text` end.
fn newline(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    }
}

/// Where the line of the byte `at` begins.
fn line_start(text: &str, at: usize) -> usize {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    text[..at].rfind('\n').map_or(mark, |end| end + 1)
}

/// Where the line of the byte `at` ends, its end included.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// What is to be replaced in a text.
struct Edits<'t> {
    text: &'t str,
    replaced: Vec<(Range<usize>, String)>,
    /// Where the last key of the entry stands that was looked at: a missing one goes behind it.
    last: Option<&'t str>,
}

impl<'t> Edits<'t> {
    fn of(text: &'t str) -> Self {
        Self {
            text,
            replaced: Vec::new(),
            last: None,
        }
    }

    fn replace(&mut self, span: Range<usize>, by: String) {
        self.replaced.push((span, by));
    }

    /// Lets `key` of `entry` be `value`; missing, it means `default`.
    fn set(
        &mut self,
        entry: &Entry,
        key: &'t str,
        value: DVec3,
        default: DVec3,
        rounding: Rounding,
    ) -> Result<(), EditError> {
        let value = value.to_array();
        if value
            .iter()
            .any(|number| number.abs() > LARGEST || !number.is_finite())
        {
            return Err(EditError::OutOfRange);
        }
        if let Some(numbers) = entry.numbers(key) {
            self.last = Some(key);
            numbers.replace(value, rounding, |span, by| self.replaced.push((span, by)));
        } else if value != default.to_array() {
            let after = self.last.and_then(|last| entry.place_of(last));
            let after = after.ok_or_else(|| EditError::Unreadable("no position".to_owned()))?;
            let value = written(value, rounding);
            let (at, line) = after.and_then_key(self.text, entry.inline, key, &value);
            self.replaced.push((at..at, line));
        }
        Ok(())
    }

    /// The text with everything replaced.
    fn made(mut self) -> Result<LevelText, EditError> {
        // Stable: what goes to one place keeps its order.
        self.replaced.sort_by_key(|(span, _)| span.start);
        let (mut made, mut at) = (String::with_capacity(self.text.len()), 0);
        for (span, by) in self.replaced {
            made.push_str(&self.text[at..span.start]);
            made.push_str(&by);
            at = span.end;
        }
        made.push_str(&self.text[at..]);
        LevelText::parse(made)
    }
}

#[cfg(test)]
mod tests;
