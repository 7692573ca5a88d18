//! Writes a player's tuning into a level's text.

use super::LevelText;
use super::edits::Edits;
use super::entry::EntryTable;
use super::line::{line_end, line_start, newline};
use super::numbers::EditError;
use super::patch::TextPatch;
use super::player_table::{PRESET, Value, base, player_table, preset_value, values};
use crate::player::{AirControl, Tuning};

impl LevelText {
    /// Sets the tuning. An unchanged key stays as it is written. A key that becomes its default
    /// is deleted with its line.
    ///
    /// # Errors
    /// When the text cannot be read afterwards.
    pub fn set_tuning(&mut self, tuning: &Tuning) -> Result<TextPatch, EditError> {
        let patch = self.tuned(tuning);
        self.change(patch)
    }

    fn tuned(&self, tuning: &Tuning) -> TextPatch {
        let text = &self.text;
        let mut edits = Edits::of(text);
        let Some(table) = &self.places.player else {
            let table = player_table(tuning).replace('\n', newline(text));
            if values(tuning) != values(&Tuning::default()) {
                self.add_table(&table, &mut edits);
            }
            return edits.made();
        };
        let said = table.keys.iter().find(|key| key.name == PRESET);
        let said = said.and_then(|key| match &key.value {
            Some(Value::Word(word)) => AirControl::NAMES.into_iter().find(|(name, _)| name == word),
            _ => None,
        });
        let said = said.map(|(_, preset)| preset).unwrap_or_default();
        // A table that is no preset keeps the one that it names.
        let preset = AirControl::of(tuning).unwrap_or(said);
        let mut wanted = values(tuning);
        let mut usual = values(&base(preset));
        if preset != said {
            wanted.push((PRESET, preset_value(preset)));
            usual.push((PRESET, None));
        }
        let wanted = wanted.into_iter().zip(usual);
        // The texts of the keys in order, for an inline table.
        let written = table.keys.iter().map(|key| key.place.whole());
        let mut listed: Vec<_> = written.map(|span| Some(text[span].to_owned())).collect();
        let mut changes = false;
        for ((name, wanted), (_, shipped)) in wanted {
            let found = table.keys.iter().position(|key| key.name == name);
            let key = found.map(|at| &table.keys[at]);
            let said = key.map_or(&shipped, |key| &key.value);
            if *said == wanted {
                continue;
            }
            changes = true;
            let keeps = wanted.filter(|wanted| Some(wanted) != shipped.as_ref());
            match (found.zip(key), keeps) {
                (Some((at, key)), Some(value)) => {
                    let value = value.written(key.whole);
                    listed[at] = Some(format!("{name} = {value}"));
                    if !table.inline {
                        edits.replace(key.place.value(), value);
                    }
                }
                (Some((at, key)), None) => {
                    listed[at] = None;
                    let span = key.place.whole();
                    if !table.inline {
                        let lines = line_start(text, span.start)..line_end(text, span.end);
                        edits.replace(lines, String::new());
                    }
                }
                (None, Some(value)) => {
                    let value = value.written(false);
                    listed.push(Some(format!("{name} = {value}")));
                    if !table.inline {
                        let (at, line) = table.next_key(text, name, &value);
                        edits.replace(at..at, line);
                    }
                }
                (None, None) => {}
            }
        }
        if table.inline && changes {
            let listed: Vec<_> = listed.into_iter().flatten().collect();
            edits.replace(table.span.clone(), format!("{{ {} }}", listed.join(", ")));
        }
        edits.made()
    }

    /// Adds `table` behind the `[spawn]` table, or at the end of a text without one.
    fn add_table(&self, table: &str, edits: &mut Edits<'_>) {
        let (text, newline) = (&self.text, newline(&self.text));
        let spawn = self.places.of(EntryTable::Spawn).entries.first();
        let spawn = spawn.filter(|spawn| text[spawn.header()..].starts_with('['));
        let at = spawn.map_or(text.len(), |spawn| line_end(text, spawn.end()));
        let added = match text[..at].ends_with('\n') {
            true => format!("{newline}{table}"),
            false => format!("{newline}{newline}{}", table.trim_end()),
        };
        edits.replace(at..at, added);
    }
}

#[cfg(test)]
mod tests;
