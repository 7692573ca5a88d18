//! Undo and redo. Each step keeps the text that it replaced in the level's text, so that undo restores the exact
//! bytes.

use sidle::level::{EntryId, TextPatch};

/// What is selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The first one has the handles.
    pub entries: Vec<EntryId>,
    /// The selected point of the only entry.
    pub point: Option<usize>,
}

/// An undo step, with the selection before and after it.
#[derive(Clone, Debug)]
struct HistoryStep {
    patch: TextPatch,
    before: Selection,
    after: Selection,
    /// Whether it only places entries, whose looks stay.
    places: bool,
}

/// A step that is undone or redone.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub patch: TextPatch,
    /// What is selected from then on.
    pub selection: Selection,
    /// Whether it only places entries, whose looks stay.
    pub places: bool,
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

    /// Whether there are undo steps, and redo steps.
    pub fn has_steps(&self) -> [bool; 2] {
        [self.done > 0, self.done < self.steps.len()]
    }

    /// Adds the step by `patch` from a selection `before` it. Discards the redo steps.
    pub fn add(&mut self, patch: TextPatch, before: Selection, places: bool) {
        self.steps.truncate(self.done);
        self.steps.push(HistoryStep {
            patch,
            after: before.clone(),
            before,
            places,
        });
        self.done += 1;
    }

    /// Lets the last undo step go on by `patch`; `text` is that after it. Discards the redo steps. Returns whether there was such a
    /// step.
    pub fn extend(&mut self, patch: &TextPatch, text: &str, places: bool) -> bool {
        let last = self.done.checked_sub(1).map(|last| &mut self.steps[last]);
        let joined = last.and_then(|last| Some((last.patch.then(patch, text)?, last)));
        let Some((patch, last)) = joined else {
            return false;
        };
        last.patch = patch;
        last.places &= places;
        self.steps.truncate(self.done);
        true
    }

    /// Notes what is selected after the last undo step.
    pub fn set_after(&mut self, after: Selection) {
        if let Some(last) = self.done.checked_sub(1) {
            self.steps[last].after = after;
        }
    }

    /// Undoes the last step: returns its inverse, with the selection before the step.
    pub fn undo(&mut self) -> Option<Change> {
        self.done = self.done.checked_sub(1)?;
        let step = &self.steps[self.done];
        Some(Change {
            patch: step.patch.inverse(),
            selection: step.before.clone(),
            places: step.places,
        })
    }

    /// Redoes the last undone step: returns it, with the selection after the step.
    pub fn redo(&mut self) -> Option<Change> {
        let step = self.steps.get(self.done)?;
        self.done += 1;
        Some(Change {
            patch: step.patch.clone(),
            selection: step.after.clone(),
            places: step.places,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;
    use sidle::level::{EntryNumbers, EntryTable, LevelText};

    fn props(numbers: &[usize]) -> Selection {
        Selection {
            entries: numbers.iter().copied().map(EntryId::prop).collect(),
            point: None,
        }
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
    fn step(level: &mut LevelText, step: Option<Change>) -> Option<(f64, Vec<usize>)> {
        let Change {
            patch, selection, ..
        } = step?;
        level.apply(&patch).expect("a change of this text");
        let selected = selection.entries.iter().map(|entry| entry.number);
        Some((
            level.entries(EntryTable::Prop)[0].numbers.position.x,
            selected.collect(),
        ))
    }

    #[test]
    fn undo_and_redo_restore_text_and_selection() {
        let (mut level, mut history) = (level(), History::default());
        assert_eq!(history.has_steps(), [false, false]);
        history.add(moved(&mut level, 1.0), props(&[]), true);
        history.set_after(props(&[1, 2]));
        history.add(moved(&mut level, 20.0), props(&[1, 2]), true);
        history.set_after(props(&[0]));
        let level = &mut level;
        assert_eq!(step(level, history.undo()), Some((1.0, vec![1, 2])));
        assert_eq!(history.has_steps(), [true, true]);
        assert_eq!(step(level, history.undo()), Some((0.0, vec![])));
        assert_eq!(step(level, history.undo()), None);
        assert_eq!(step(level, history.redo()), Some((1.0, vec![1, 2])));
        assert_eq!(step(level, history.redo()), Some((20.0, vec![0])));
        assert_eq!(step(level, history.redo()), None);
        // A new step discards the redo steps.
        step(level, history.undo());
        history.add(moved(level, 3.0), props(&[1]), true);
        assert_eq!(step(level, history.redo()), None);
        assert_eq!(history.len(), 2);
    }

    #[test]
    fn extended_steps_are_undone_as_one() {
        let (mut level, mut history) = (level(), History::default());
        assert!(!history.extend(&TextPatch::default(), level.text(), true));
        history.add(moved(&mut level, 2.0), props(&[7]), true);
        for (x, selected) in [(3.0, 7), (-40.0, 8)] {
            let patch = moved(&mut level, x);
            assert!(history.extend(&patch, level.text(), x > 0.0));
            history.set_after(props(&[selected]));
        }
        assert_eq!(history.len(), 1);
        let level = &mut level;
        assert_eq!(step(level, history.undo()), Some((0.0, vec![7])));
        let redone = history.redo();
        assert_eq!(redone.as_ref().map(|change| change.places), Some(false));
        assert_eq!(step(level, redone), Some((-40.0, vec![8])));
    }
}
