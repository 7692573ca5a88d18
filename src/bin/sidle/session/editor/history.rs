//! Undo and redo. Each step keeps what it replaced in the level's text, so that undo restores the exact bytes.

/// The replaced part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Patch {
    at: usize,
    removed: String,
    inserted: String,
}

impl Patch {
    /// The shortest patch that turns `before` into `after`.
    fn between(before: &str, after: &str) -> Self {
        let pairs = before.chars().zip(after.chars());
        let same = pairs.take_while(|(a, b)| a == b);
        let at: usize = same.map(|(a, _)| a.len_utf8()).sum();
        let (before, after) = (&before[at..], &after[at..]);
        let pairs = before.chars().rev().zip(after.chars().rev());
        let same = pairs.take_while(|(a, b)| a == b);
        let end: usize = same.map(|(a, _)| a.len_utf8()).sum();
        let middle = |text: &str| text[..text.len() - end].to_owned();
        Self {
            at,
            removed: middle(before),
            inserted: middle(after),
        }
    }

    fn redo(&self, text: &str) -> String {
        let (before, rest) = text.split_at(self.at);
        [before, &self.inserted, &rest[self.removed.len()..]].concat()
    }

    fn undo(&self, text: &str) -> String {
        let (before, rest) = text.split_at(self.at);
        [before, &self.removed, &rest[self.inserted.len()..]].concat()
    }
}

/// An undo step, with the selected prop before and after it.
#[derive(Clone, Debug)]
struct HistoryStep {
    patch: Patch,
    before: Option<usize>,
    after: Option<usize>,
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

    /// Adds the step from one text and selection to another. Discards the redo steps. With `merge`, the step joins the
    /// last one.
    pub fn add(
        &mut self,
        before: (&str, Option<usize>),
        after: (&str, Option<usize>),
        merge: bool,
    ) {
        let last = match merge {
            true => self.undo(before.0),
            false => None,
        };
        let (text, selected) = last.unwrap_or((before.0.to_owned(), before.1));
        self.steps.truncate(self.done);
        self.steps.push(HistoryStep {
            patch: Patch::between(&text, after.0),
            before: selected,
            after: after.1,
        });
        self.done += 1;
    }

    /// Undoes the last step: returns the text and the selection before it.
    pub fn undo(&mut self, text: &str) -> Option<(String, Option<usize>)> {
        self.done = self.done.checked_sub(1)?;
        let step = &self.steps[self.done];
        Some((step.patch.undo(text), step.before))
    }

    /// Redoes the last undone step: returns the text and the selection after it.
    pub fn redo(&mut self, text: &str) -> Option<(String, Option<usize>)> {
        let step = self.steps.get(self.done)?;
        self.done += 1;
        Some((step.patch.redo(text), step.after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_the_differing_middle() {
        for (before, after, removed, inserted) in [
            ("x = 1.0\n", "x = 1.5\n", "0", "5"),
            ("aa", "aaa", "", "a"),
            ("aaa", "a", "aa", ""),
            ("same", "same", "", ""),
            // é and è share their first byte, but a patch replaces whole characters.
            ("é", "è", "é", "è"),
            ("", "all", "", "all"),
        ] {
            let patch = Patch::between(before, after);
            assert_eq!((&*patch.removed, &*patch.inserted), (removed, inserted));
            assert_eq!(
                (patch.redo(before), patch.undo(after)),
                (after.into(), before.into())
            );
        }
    }

    #[test]
    fn undo_and_redo_restore_text_and_selection() {
        let mut history = History::default();
        history.add(("a", None), ("ab", Some(1)), false);
        history.add(("ab", Some(1)), ("b", Some(0)), false);
        assert_eq!(history.undo("b"), Some(("ab".into(), Some(1))));
        assert_eq!(history.undo("ab"), Some(("a".into(), None)));
        assert_eq!(history.undo("a"), None);
        assert_eq!(history.redo("a"), Some(("ab".into(), Some(1))));
        assert_eq!(history.redo("ab"), Some(("b".into(), Some(0))));
        assert_eq!(history.redo("b"), None);
        // A new step discards the redo steps.
        history.undo("b");
        history.add(("ab", Some(1)), ("abc", None), false);
        assert_eq!(history.redo("abc"), None);
        assert_eq!(history.len(), 2);
    }

    #[test]
    fn merged_steps_are_undone_as_one() {
        let mut history = History::default();
        history.add(("1", Some(7)), ("2", Some(7)), false);
        history.add(("2", Some(7)), ("3", Some(7)), true);
        history.add(("3", Some(7)), ("4", Some(8)), true);
        assert_eq!(history.len(), 1);
        assert_eq!(history.undo("4"), Some(("1".into(), Some(7))));
        assert_eq!(history.redo("1"), Some(("4".into(), Some(8))));
    }
}
