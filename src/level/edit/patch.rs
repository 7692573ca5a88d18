//! Changes of a text that can be undone.

use core::ops::Range;

/// A change of a text: a part of it, and what replaces it.
///
/// # Example
/// ```
/// use sidle::level::{EntryId, LevelText};
/// let mut level = LevelText::parse("spawn.position = [0, 1, 0]\n").unwrap();
/// let mut spawn = level.entry(EntryId::SPAWN).unwrap().numbers;
/// spawn.position.y = 2.5;
/// let patch = level.set(EntryId::SPAWN, &spawn).unwrap();
/// assert_eq!(level.text(), "spawn.position = [0, 2.5, 0]\n");
/// level.apply(&patch.inverse()).unwrap();
/// assert_eq!(level.text(), "spawn.position = [0, 1, 0]\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPatch {
    at: usize,
    removed: String,
    inserted: String,
}

impl TextPatch {
    /// The shortest patch that turns `before` into `after`, two texts that begin at byte `start` of a longer one.
    pub(super) fn between(start: usize, before: &str, after: &str) -> Self {
        let pairs = before.chars().zip(after.chars());
        let same = pairs.take_while(|(a, b)| a == b);
        let at: usize = same.map(|(a, _)| a.len_utf8()).sum();
        let (before, after) = (&before[at..], &after[at..]);
        let pairs = before.chars().rev().zip(after.chars().rev());
        let same = pairs.take_while(|(a, b)| a == b);
        let end: usize = same.map(|(a, _)| a.len_utf8()).sum();
        let middle = |text: &str| text[..text.len() - end].to_owned();
        Self {
            at: start + at,
            removed: middle(before),
            inserted: middle(after),
        }
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.inserted.is_empty()
    }

    /// The patch that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self {
            at: self.at,
            removed: self.inserted.clone(),
            inserted: self.removed.clone(),
        }
    }

    /// This patch and then `next`, as one. `text` is that after both.
    ///
    /// `None` if they do not belong to this text.
    #[must_use]
    pub fn then(&self, next: &Self, text: &str) -> Option<Self> {
        // The bytes around both changes, in the text between them.
        let start = self.at.min(next.at);
        let end = (self.at + self.inserted.len()).max(next.at + next.removed.len());
        let end = (end + next.inserted.len()).checked_sub(next.removed.len())?;
        let after = text.get(start..end)?;
        let between = next.inverse().applied(start, after)?;
        let before = self.inverse().applied(start, &between)?;
        Some(Self::between(start, &before, after))
    }

    /// The bytes that it removes from the text before.
    pub(super) fn span(&self) -> Range<usize> {
        self.at..self.at + self.removed.len()
    }

    /// By how much it moves what follows.
    pub(super) fn shift(&self) -> isize {
        self.inserted.len() as isize - self.removed.len() as isize
    }

    /// `part`, which begins at byte `start` of the text, with this change.
    ///
    /// `None` if what it removes is not there.
    pub(super) fn applied(&self, start: usize, part: &str) -> Option<String> {
        let span = self.span_in(start, part)?;
        Some([&part[..span.start], &self.inserted, &part[span.end..]].concat())
    }

    /// Makes this change in `text`.
    ///
    /// `None` if what it removes is not there; the text then stays as it is.
    pub(super) fn apply(&self, text: &mut String) -> Option<()> {
        let span = self.span_in(0, text)?;
        text.replace_range(span, &self.inserted);
        Some(())
    }

    fn span_in(&self, start: usize, part: &str) -> Option<Range<usize>> {
        let at = self.at.checked_sub(start)?;
        let span = at..at + self.removed.len();
        (part.get(span.clone())? == self.removed).then_some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

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
            let patch = TextPatch::between(0, before, after);
            assert_eq!((&*patch.removed, &*patch.inserted), (removed, inserted));
            assert_eq!(patch.applied(0, before).as_deref(), Some(after));
            assert_eq!(patch.inverse().applied(0, after).as_deref(), Some(before));
            assert_eq!(patch.is_empty(), before == after);
        }
    }

    #[test]
    fn a_patch_of_another_text_changes_nothing() {
        let patch = TextPatch::between(0, "abc", "axc");
        for other in ["", "a", "aé", "acc"] {
            let mut text = other.to_owned();
            assert_eq!(patch.apply(&mut text), None);
            assert_eq!(text, other);
            assert_eq!(patch.then(&patch, other), None);
        }
    }

    #[test]
    fn two_patches_joined_do_what_both_do() {
        let mut random = Random::new(5);
        for case in 0..10_000 {
            // Few letters, so that the changes often touch, overlap, or undo each other.
            let mut text = |longest| -> String {
                let length = random.below(longest);
                (0..length)
                    .map(|_| ['a', 'b', 'é'][random.below(3)])
                    .collect()
            };
            let [first, second, third] = [text(7), text(7), text(7)];
            let (one, two) = (
                TextPatch::between(0, &first, &second),
                TextPatch::between(0, &second, &third),
            );
            let both = one.then(&two, &third).unwrap();
            let place = format!("case {case}: {first}, {second}, {third}");
            assert_eq!(both.applied(0, &first), Some(third.clone()), "{place}");
            assert_eq!(both.inverse().applied(0, &third), Some(first), "{place}");
        }
    }
}
