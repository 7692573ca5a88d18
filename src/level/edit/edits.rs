//! The replacements of one edit.

use core::ops::Range;

use glam::DVec3;

use super::number::{Rounding, written};
use super::numbers::EditError;
use super::patch::TextPatch;
use super::places::Entry;
use crate::level::toml::LARGEST;
use crate::order::sort_by_key;

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
        let value = value.to_array();
        if value
            .iter()
            .any(|number| number.abs() > LARGEST || !number.is_finite())
        {
            return Err(EditError::OutOfRange);
        }
        if entry.replace(key, value, rounding, |span, by| self.replace(span, by)) {
            self.last = Some(key);
        } else if value != default.to_array() {
            let after = self.last.and_then(|last| entry.place_of(last));
            let after = after.ok_or_else(|| EditError::Unreadable("no position".to_owned()))?;
            let value = written(value, rounding);
            let (at, line) = after.and_then_key(self.text, entry.inline, key, &value);
            self.replaced.push((at..at, line));
        }
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
