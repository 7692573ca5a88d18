//! The editor and its file: saving, reloading, and discarding edits. [`played`] is what the played level shows of the text.

pub mod played;

use core::mem::replace;

use sidle::level::{EditError, EntryId, LevelText};

use crate::platform;
use crate::platform::save_outcome::SaveOutcome;
use crate::session::editor::Editor;
use crate::session::editor::confirmation::{Confirmation, DiscardCause};
use crate::session::editor::history::History;
use crate::session::editor::merge::merged;
use crate::session::editor::saving::played::{PlayedLevel, Unplayed};

impl Editor {
    /// Notes that the level of `text` is played now; it was not read from the disk.
    pub fn mark_played(&mut self, text: &str) {
        if let Ok(level) = LevelText::parse(text) {
            self.played = PlayedLevel::of(&level);
            self.unplayed = Unplayed::Everything;
        }
    }

    /// Continues with `text`, which was read from the disk and is played now.
    ///
    /// # Errors
    /// When the editor cannot parse the text.
    pub fn reload_from_disk(&mut self, text: &str) -> Result<(), EditError> {
        if text != self.text() {
            let before = replace(&mut self.text, LevelText::parse(text)?);
            self.history = History::default();
            // Where another program has added or removed one, this number may be another entry now.
            let count = |text: &LevelText, id: &EntryId| text.entries(id.table).len();
            let is_same = |id: &EntryId| count(&before, id) == count(&self.text, id);
            let selected = self.selected.filter(is_same);
            self.select(selected);
        }
        self.played = PlayedLevel::of(&self.text);
        self.unplayed = Unplayed::NOTHING;
        self.on_disk = text.to_owned();
        self.confirmation = None;
        Ok(())
    }

    /// Discards all unsaved edits.
    pub fn discard_edits(&mut self) {
        if let Ok(level) = LevelText::parse(&*self.on_disk) {
            self.text = level;
            self.unplayed = Unplayed::Everything;
            self.history = History::default();
            self.select(None);
        }
        self.confirmation = None;
    }

    /// Asks the player before unsaved edits are lost. Returns whether the player has confirmed, or nothing is unsaved.
    pub fn confirm_discard(&mut self, cause: DiscardCause) -> bool {
        // The question about a changed file already warns that reloading discards the edits.
        let warned = cause == DiscardCause::Reload
            && matches!(self.confirmation, Some(Confirmation::Overwrite(Some(_))));
        if !self.is_dirty() || warned || self.confirmation == Some(Confirmation::Discard(cause)) {
            return true;
        }
        self.confirmation = Some(Confirmation::Discard(cause));
        false
    }

    /// Withdraws the question about discarding edits, after the player has done something else.
    pub fn cancel_discard(&mut self) {
        if matches!(self.confirmation, Some(Confirmation::Discard(_))) {
            self.confirmation = None;
        }
    }

    /// Notes that the file on disk has changed to `bytes`. The player has to confirm before it is overwritten.
    pub fn report_external_change(&mut self, bytes: Option<Vec<u8>>) {
        self.confirmation = Some(Confirmation::Overwrite(bytes));
    }

    /// Joins the edits with those that another program made in the file, which now has these `bytes`. Returns whether that was
    /// possible; the file then still lacks the player's own.
    pub fn merge_external_change(&mut self, bytes: &[u8]) -> bool {
        let merged = str::from_utf8(bytes)
            .ok()
            .and_then(|theirs| Some((theirs, merged(&self.on_disk, self.text(), theirs)?)));
        let Some((theirs, text)) = merged else {
            return false;
        };
        let Ok(patch) = self.text.set_text(&text) else {
            return false;
        };
        theirs.clone_into(&mut self.on_disk);
        // A prop of this number may be another one now.
        self.note(patch, None, None, false);
        true
    }

    /// Saves the text into its file, with changes that another program has made there meanwhile. If both have changed
    /// the same place, the player has to confirm first.
    ///
    /// # Errors
    /// A message, when the file cannot be written.
    pub fn save(&mut self) -> Result<Saved, String> {
        let expected = match &self.confirmation {
            Some(Confirmation::Overwrite(seen)) => seen.clone(),
            _ => Some(self.on_disk.clone().into_bytes()),
        };
        let mut saved = Saved::Own;
        let mut outcome = platform::save(&self.path, self.text(), expected.as_deref())?;
        if let SaveOutcome::Conflict(Some(current)) = &outcome
            && self.merge_external_change(current)
        {
            saved = Saved::Merged;
            outcome = platform::save(&self.path, self.text(), Some(self.on_disk.as_bytes()))?;
        }
        match outcome {
            SaveOutcome::Written => {
                self.on_disk = self.text().to_owned();
                self.confirmation = None;
                Ok(saved)
            }
            SaveOutcome::Conflict(current) => {
                self.report_external_change(current);
                Ok(Saved::Asks)
            }
        }
    }
}

/// The result of saving edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The edits are in the file.
    Own,
    /// The edits are in the file, with changes that another program made there.
    Merged,
    /// Nothing is saved yet, since the player has to confirm that the file is overwritten.
    Asks,
}
