//! The replacements of one edit.

use core::ops::Range;

use glam::DVec3;

use super::entry::EntryTable;
use super::line::{line_end, line_start};
use super::number::{Rounding, written};
use super::numbers::EditError;
use super::patch::TextPatch;
use super::places::Entry;
use super::value::EditValue;
use crate::level::toml::keys::Key;
use crate::level::toml::{LARGEST, toml_string};
use crate::order::sort_by_key;

/// `value`, if a level may have such numbers.
fn in_range(value: DVec3) -> Result<[f64; 3], EditError> {
    let numbers = value.to_array();
    let fits = |number: &f64| number.abs() <= LARGEST;
    match numbers.iter().all(fits) {
        true => Ok(numbers),
        false => Err(EditError::OutOfRange),
    }
}

/// The replacements in a text, of bytes by other bytes.
pub(super) struct Edits<'t> {
    text: &'t str,
    replaced: Vec<(Range<usize>, String)>,
    /// The last key that was set: a missing one goes behind it.
    last: Option<&'t str>,
}

impl<'t> Edits<'t> {
    pub fn of(text: &'t str) -> Self {
        Self {
            text,
            replaced: Vec::new(),
            last: None,
        }
    }

    pub fn replace(&mut self, span: Range<usize>, by: String) {
        self.replaced.push((span, by));
    }

    /// Sets `key` of `entry` to `value`. A missing key stands for `default`.
    pub fn set(
        &mut self,
        entry: &Entry,
        key: &'t str,
        value: DVec3,
        default: DVec3,
        rounding: Rounding,
    ) -> Result<(), EditError> {
        let value = in_range(value)?;
        if entry.replace(key, value, rounding, |span, by| self.replace(span, by)) {
            self.last = Some(key);
        } else if value != default.to_array() {
            self.add_key(entry, key, &written(value, rounding))?;
        }
        Ok(())
    }

    /// Sets `key` of `entry`, whose table has these `keys`, to `value`. A missing one goes behind those that the reference has before it.
    pub fn set_value(
        &mut self,
        entry: &Entry,
        keys: &'static [Key],
        key: &str,
        value: &EditValue,
    ) -> Result<(), EditError> {
        let (numbers, is_list) = match value {
            EditValue::Number(number) => (DVec3::splat(*number), false),
            EditValue::Vector(vector) => (*vector, true),
            EditValue::Text(_) | EditValue::Switch(_) => (DVec3::ZERO, false),
        };
        let numbers = in_range(numbers)?;
        if is_list == matches!(entry.value(key), Some(EditValue::Vector(_)))
            && let EditValue::Number(_) | EditValue::Vector(_) = value
            && entry.replace(key, numbers, Rounding::NUMBER, |span, by| {
                self.replace(span, by)
            })
        {
            return Ok(());
        }
        let value = match value {
            EditValue::Number(_) => Rounding::NUMBER.write(numbers[0], false),
            EditValue::Vector(_) => written(numbers, Rounding::METRES),
            EditValue::Text(text) => toml_string(text),
            EditValue::Switch(on) => on.to_string(),
        };
        if let Some(place) = entry.place_of(key) {
            self.replace(place.value(), value);
            return Ok(());
        }
        let before = keys.iter().take_while(|before| before.name != key);
        let before = before.filter(|before| entry.place_of(before.name).is_some());
        self.last = before.last().map(|before| before.name);
        self.add_key(entry, key, &value)
    }

    /// Removes `key` of `entry` with its value. A comment behind it stays.
    pub fn remove_key(&mut self, entry: &Entry, key: &str) {
        let Some(place) = entry.place_of(key) else {
            return;
        };
        let (text, whole) = (self.text, place.whole());
        let after = &text[whole.end..];
        let span = if entry.inline {
            match after.trim_start().strip_prefix(',') {
                Some(rest) => whole.start..text.len() - rest.trim_start().len(),
                None => {
                    let before = text[..whole.start].trim_end();
                    before.strip_suffix(',').unwrap_or(before).len()..whole.end
                }
            }
        } else {
            let lines = line_start(text, whole.start)..line_end(text, whole.end);
            let rest = text[whole.end..lines.end].trim_start();
            match rest.starts_with('#') {
                true => lines.start..lines.end - rest.len(),
                false => lines,
            }
        };
        self.replace(span, String::new());
    }

    /// Moves point `number` of an entry of `table`.
    pub fn set_point(
        &mut self,
        table: EntryTable,
        entry: &Entry,
        number: usize,
        point: DVec3,
    ) -> Result<(), EditError> {
        let point = in_range(point)?;
        let place = entry.points(table).nth(number).ok_or(EditError::Points)?;
        entry.replace_numbers(place, point, Rounding::METRES, |span, by| {
            self.replace(span, by);
        });
        self.last = Some("path");
        Ok(())
    }

    /// Adds a missing key with its value, behind the last one that was set, or behind the first.
    pub fn add_key(&mut self, entry: &Entry, key: &str, value: &str) -> Result<(), EditError> {
        let last = self.last.and_then(|last| entry.place_of(last));
        let after = last.or_else(|| entry.first_place());
        let after = after.ok_or_else(|| EditError::Unreadable("no keys".to_owned()))?;
        let (at, line) = after.and_then_key(self.text, entry.inline, key, value);
        self.replaced.push((at..at, line));
        Ok(())
    }

    /// All replacements as one.
    pub fn made(mut self) -> TextPatch {
        // Stable: what goes to one place keeps its order.
        sort_by_key(&mut self.replaced, |(span, _)| span.start);
        let start = self.replaced.first().map_or(0, |(span, _)| span.start);
        let (mut made, mut at) = (String::new(), start);
        for (span, by) in self.replaced {
            made.push_str(&self.text[at..span.start]);
            made.push_str(&by);
            at = span.end;
        }
        TextPatch::between(start, &self.text[start..at], &made)
    }
}
