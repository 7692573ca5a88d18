//! Undo and redo. Each step keeps the text that it replaced in the level's text, so that undo restores the exact
//! bytes.

use sidle::level::{EntryId, TextPatch};

/// An undo step, with the selected entry before and after it.
#[derive(Clone, Debug)]
struct HistoryStep {
    patch: TextPatch,
    before: Option<EntryId>,
    after: Option<EntryId>,
}

/// The undo steps of a text, and the redo steps after them.
#[derive(Clone, Debug, Default)]
pub struct History {
    steps: Vec<HistoryStep>,
    /// How many of the steps are undo steps; the rest are redo steps.
    done: usize,
}

impl History {
    /// The number of undo steps.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.done
    }

    /// Adds the step from one selection to another by `patch`. Discards the redo steps.
    pub fn add(&mut self, patch: TextPatch, before: Option<EntryId>, after: Option<EntryId>) {
        self.steps.truncate(self.done);
        self.steps.push(HistoryStep {
            patch,
            before,
            after,
        });
        self.done += 1;
    }

    /// Lets the last undo step go on by `patch` to the selection `after`; `text` is that after it. Discards the redo
    /// steps. Returns whether there was such a step.
    pub fn extend(&mut self, patch: &TextPatch, after: Option<EntryId>, text: &str) -> bool {
        let last = self.done.checked_sub(1).map(|last| &mut self.steps[last]);
        let joined = last.and_then(|last| Some((last.patch.then(patch, text)?, last)));
        let Some((patch, last)) = joined else {
            return false;
        };
        (last.patch, last.after) = (patch, after);
        self.steps.truncate(self.done);
        true
    }

    /// Undoes the last step: returns the patch, and the selection before the step.
    pub fn undo(&mut self) -> Option<(TextPatch, Option<EntryId>)> {
        self.done = self.done.checked_sub(1)?;
        let step = &self.steps[self.done];
        Some((step.patch.inverse(), step.before))
    }

    /// Redoes the last undone step: returns the patch, and the selection after the step.
    pub fn redo(&mut self) -> Option<(TextPatch, Option<EntryId>)> {
        let step = self.steps.get(self.done)?;
        self.done += 1;
        Some((step.patch.clone(), step.after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;
    use sidle::level::{EntryNumbers, EntryTable, LevelText};

    fn prop(number: usize) -> Option<EntryId> {
        Some(EntryId::prop(number))
    }

    /// A level's text with one crate, and the patch that moves it there.
    fn moved(level: &mut LevelText, x: f64) -> TextPatch {
        let numbers = EntryNumbers::at(DVec3::X * x);
        level.set(EntryId::prop(0), &numbers).expect("a prop")
    }

    fn level() -> LevelText {
        let text = "spawn.position = [0, 1, 0]\n[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n";
        LevelText::parse(text).expect("a level's text")
    }

    /// Where the crate is after an undo or redo step, and the selection.
    fn step(
        level: &mut LevelText,
        step: Option<(TextPatch, Option<EntryId>)>,
    ) -> Option<(f64, Option<usize>)> {
        let (patch, selected) = step?;
        level.apply(&patch).expect("a change of this text");
        Some((
            level.entries(EntryTable::Prop)[0].numbers.position.x,
            selected.map(|entry| entry.number),
        ))
    }

    #[test]
    fn undo_and_redo_restore_text_and_selection() {
        let (mut level, mut history) = (level(), History::default());
        history.add(moved(&mut level, 1.0), None, prop(1));
        history.add(moved(&mut level, 20.0), prop(1), prop(0));
        let level = &mut level;
        assert_eq!(step(level, history.undo()), Some((1.0, Some(1))));
        assert_eq!(step(level, history.undo()), Some((0.0, None)));
        assert_eq!(step(level, history.undo()), None);
        assert_eq!(step(level, history.redo()), Some((1.0, Some(1))));
        assert_eq!(step(level, history.redo()), Some((20.0, Some(0))));
        assert_eq!(step(level, history.redo()), None);
        // A new step discards the redo steps.
        step(level, history.undo());
        history.add(moved(level, 3.0), prop(1), None);
        assert_eq!(step(level, history.redo()), None);
        assert_eq!(history.len(), 2);
    }

    #[test]
    fn extended_steps_are_undone_as_one() {
        let (mut level, mut history) = (level(), History::default());
        assert!(!history.extend(&TextPatch::default(), None, level.text()));
        history.add(moved(&mut level, 2.0), prop(7), prop(7));
        for (x, selected) in [(3.0, 7), (-40.0, 8)] {
            let patch = moved(&mut level, x);
            assert!(history.extend(&patch, prop(selected), level.text()));
        }
        assert_eq!(history.len(), 1);
        let level = &mut level;
        assert_eq!(step(level, history.undo()), Some((0.0, Some(7))));
        assert_eq!(step(level, history.redo()), Some((-40.0, Some(8))));
    }
}
