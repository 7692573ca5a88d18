//! Undo and redo: what each step replaced in the level's text, so that going back gives the very bytes.

/// What a step replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Patch {
    at: usize,
    removed: String,
    inserted: String,
}

impl Patch {
    /// The shortest one that turns `before` into `after`.
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

/// A step, with the prop that was selected before and after it.
#[derive(Clone, Debug)]
struct HistoryStep {
    patch: Patch,
    before: Option<usize>,
    after: Option<usize>,
}

/// The steps that led to a text, and those that were taken back.
#[derive(Clone, Debug, Default)]
pub struct History {
    steps: Vec<HistoryStep>,
    /// How many of them are made.
    made: usize,
}

impl History {
    /// How many steps can be taken back.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.made
    }

    /// Notes that `before` became `after`, and which prop was selected then. What was taken back is
    /// forgotten. With `merge` it becomes one with the step before.
    pub fn note(
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
        self.steps.truncate(self.made);
        self.steps.push(HistoryStep {
            patch: Patch::between(&text, after.0),
            before: selected,
            after: after.1,
        });
        self.made += 1;
    }

    /// The text and the selection before the last step.
    pub fn undo(&mut self, text: &str) -> Option<(String, Option<usize>)> {
        self.made = self.made.checked_sub(1)?;
        let step = &self.steps[self.made];
        Some((step.patch.undo(text), step.before))
    }

    /// The text and the selection after the step that was taken back last.
    pub fn redo(&mut self, text: &str) -> Option<(String, Option<usize>)> {
        let step = self.steps.get(self.made)?;
        self.made += 1;
        Some((step.patch.redo(text), step.after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_the_middle_that_differs() {
        for (before, after, removed, inserted) in [
            ("x = 1.0\n", "x = 1.5\n", "0", "5"),
            ("aa", "aaa", "", "a"),
            ("aaa", "a", "aa", ""),
            ("same", "same", "", ""),
            // é and è share a byte: characters stay whole.
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
    fn steps_are_taken_back_and_made_again_with_their_selection() {
        let mut history = History::default();
        history.note(("a", None), ("ab", Some(1)), false);
        history.note(("ab", Some(1)), ("b", Some(0)), false);
        assert_eq!(history.undo("b"), Some(("ab".into(), Some(1))));
        assert_eq!(history.undo("ab"), Some(("a".into(), None)));
        assert_eq!(history.undo("a"), None);
        assert_eq!(history.redo("a"), Some(("ab".into(), Some(1))));
        assert_eq!(history.redo("ab"), Some(("b".into(), Some(0))));
        assert_eq!(history.redo("b"), None);
        // A new step forgets what was taken back.
        history.undo("b");
        history.note(("ab", Some(1)), ("abc", None), false);
        assert_eq!(history.redo("abc"), None);
        assert_eq!(history.len(), 2);
    }

    #[test]
    fn steps_that_are_merged_are_taken_back_as_one() {
        let mut history = History::default();
        history.note(("1", Some(7)), ("2", Some(7)), false);
        history.note(("2", Some(7)), ("3", Some(7)), true);
        history.note(("3", Some(7)), ("4", Some(8)), true);
        assert_eq!(history.len(), 1);
        assert_eq!(history.undo("4"), Some(("1".into(), Some(7))));
        assert_eq!(history.redo("1"), Some(("4".into(), Some(8))));
    }
}
