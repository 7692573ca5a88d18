//! The entries of a level's text, which of them differ between two texts, and a text with some of them put back.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The keys above the first table.
const ROOT: &str = "level";

/// The most entries that are compared line by line, of each kind. Larger: a text in which everything differs takes long.
const MAX_COMPARED: usize = 200;

/// A table of a level's text, with the tables inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'t> {
    /// Its name, such as `prop`.
    pub name: String,
    pub text: &'t str,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// How an entry differs between two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<'t> {
    Changed { old: Entry<'t>, new: Entry<'t> },
    Added(Entry<'t>),
    Removed(Entry<'t>),
}

impl<'t> Change<'t> {
    /// The entry, as the newer text has it if it does.
    pub fn entry(&self) -> &Entry<'t> {
        match self {
            Self::Changed { new, .. } | Self::Added(new) => new,
            Self::Removed(old) => old,
        }
    }
}

impl Entry<'_> {
    /// Its lines without comments and blanks.
    fn lines(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
    }

    fn is_like(&self, other: &Self) -> bool {
        self.name == other.name && self.lines().eq(other.lines())
    }

    /// How many lines it shares with `other`, if it can be the same entry after an edit: most of its lines are the same, or there
    /// is only one of this name.
    fn likeness(&self, other: &Self) -> Option<usize> {
        let lines: BTreeSet<_> = self.lines().collect();
        let shared = other.lines().filter(|line| lines.contains(line)).count();
        let longer = self.lines().count().max(other.lines().count());
        let is_listed = lines.iter().any(|line| line.starts_with("[["));
        (!is_listed || shared * 2 > longer).then_some(shared)
    }
}

/// The entries of `text`, in order. A text that cannot be read is one entry.
pub fn entries(text: &str) -> Vec<Entry<'_>> {
    let mut values = Vec::new();
    if let Ok(table) = DeTable::parse(text) {
        add_values(table.get_ref(), &mut values);
    }
    values.sort_unstable_by_key(|span| span.start);
    let is_in_value = |at: usize| {
        let next = values.partition_point(|span| span.start < at);
        next > 0 && at < values[next - 1].end
    };
    let mut starts = vec![(0, ROOT.to_owned())];
    let mut lists = BTreeSet::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((name, is_list, is_inner)) = header(line).filter(|_| !is_in_value(start)) else {
            continue;
        };
        if is_list && !is_inner {
            lists.insert(name.clone());
        } else if is_inner && lists.contains(&name) {
            // A table inside the last entry of a list.
            continue;
        }
        starts.push((start, name));
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start);
    let ends: Vec<_> = ends.chain([text.len()]).collect();
    let mut line = 1;
    let mut entries = Vec::new();
    for ((start, name), end) in starts.into_iter().zip(ends) {
        let text = &text[start..end];
        entries.push(Entry { name, text, line });
        line += text.matches('\n').count();
    }
    entries
}

/// The first name of a table's header, whether the table is in a list, and whether it is inside another table.
fn header(line: &str) -> Option<(String, bool, bool)> {
    let line = line.trim_start().strip_prefix('[')?;
    let is_list = line.starts_with('[');
    let path = line.trim_start_matches('[').split(']').next()?.trim();
    let (name, rest) = path.split_once('.').map_or((path, ""), |(a, b)| (a, b));
    Some((
        name.trim().trim_matches('"').to_owned(),
        is_list,
        !rest.is_empty(),
    ))
}

/// Adds the spans of all values that are no tables with a header.
fn add_values(table: &DeTable<'_>, spans: &mut Vec<Range<usize>>) {
    for value in table.values() {
        add_value(value, spans);
    }
}

fn add_value(value: &Spanned<DeValue<'_>>, spans: &mut Vec<Range<usize>>) {
    match value.get_ref() {
        DeValue::Table(table) => add_values(table, spans),
        DeValue::Array(list) if list.iter().any(|item| item.get_ref().is_table()) => {
            for item in list.iter() {
                add_value(item, spans);
            }
        }
        _ => spans.push(value.span()),
    }
}

/// How the entries of two texts differ, in the order of the newer text, then those that it no longer has. Comments, blanks
/// and the order of entries do not count.
pub fn changes<'t>(old: &'t str, new: &'t str) -> Vec<Change<'t>> {
    let mut left: BTreeMap<String, Vec<Entry<'t>>> = BTreeMap::new();
    for entry in entries(old) {
        left.entry(entry.name.clone()).or_default().push(entry);
    }
    let mut fresh = Vec::new();
    for entry in entries(new) {
        let same = left.get_mut(&entry.name);
        let at = same.as_ref().and_then(|same| {
            let mut same = same.iter();
            same.position(|known| known.is_like(&entry))
        });
        match (same, at) {
            (Some(same), Some(at)) => drop(same.remove(at)),
            _ => fresh.push(entry),
        }
    }
    let mut changes = Vec::new();
    for new in fresh {
        let others = left.entry(new.name.clone()).or_default();
        let compared = others.iter().take(MAX_COMPARED).enumerate();
        let like = compared.filter_map(|(at, old)| {
            let shared = new.likeness(old)?;
            Some((shared, core::cmp::Reverse(at)))
        });
        let nearest = like.max();
        changes.push(match nearest {
            Some((_, core::cmp::Reverse(at))) => Change::Changed {
                old: others.remove(at),
                new,
            },
            None => Change::Added(new),
        });
    }
    changes.extend(left.into_values().flatten().map(Change::Removed));
    changes
}

/// `new` with the changes of these `numbers` put back.
pub fn put_back(new: &str, changes: &[Change<'_>], numbers: &BTreeSet<usize>) -> String {
    let back: Vec<_> = numbers
        .iter()
        .filter_map(|number| changes.get(*number))
        .collect();
    let mut text = String::new();
    let mut push = |part: &str| {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(part);
    };
    for entry in entries(new) {
        let change = back.iter().find(|change| match change {
            Change::Changed { new, .. } | Change::Added(new) => *new == entry,
            Change::Removed(_) => false,
        });
        match change {
            Some(Change::Changed { old, .. }) => push(old.text),
            Some(_) => {}
            None => push(entry.text),
        }
    }
    for change in back {
        if let Change::Removed(old) = change {
            push(old.text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "format = 1\nname = \"A\"\n# The start.\n[spawn]\nposition = [0, 1, 0]\n\n[[prop]]\nkind = \"crate\"\n\
                       position = [1, 0, 0]\n[[prop]]\nkind = \"crate\"\nposition = [2, 0, 0]\n\
                       [[mover]]\nkind = \"car\"\n[mover.path]\npoints = [\n[1, 2, 3],\n[4, 5, 6],\n]\n\
                       [[sign]]\ntext = \"\"\"\n[prop]\n\"\"\"\n";

    fn names(text: &str) -> Vec<(String, usize)> {
        let entries = entries(text).into_iter();
        entries.map(|entry| (entry.name, entry.line)).collect()
    }

    #[test]
    fn entries_are_tables_and_not_what_looks_like_one_in_a_value() {
        let expected = [
            ("level", 1),
            ("spawn", 4),
            ("prop", 7),
            ("prop", 10),
            ("mover", 13),
            ("sign", 20),
        ];
        assert_eq!(
            names(OLD),
            expected.map(|(name, line)| (name.to_owned(), line))
        );
        let all: String = entries(OLD).iter().map(|entry| entry.text).collect();
        assert_eq!(all, OLD);
        assert_eq!(names("not = [a level"), [("level".to_owned(), 1)]);
        assert_eq!(names(""), [("level".to_owned(), 1)]);
    }

    #[test]
    fn comments_blanks_and_the_order_of_entries_are_no_change() {
        let new = OLD
            .replace("# The start.\n", "")
            .replace("[[mover]]", "\n# A car.\n[[mover]]");
        assert_eq!(changes(OLD, &new), []);
        let moved = "[[prop]]\nkind = \"crate\"\nposition = [1, 0, 0]\n";
        let new = OLD.replace(moved, "") + moved;
        assert_eq!(changes(OLD, &new), []);
    }

    #[test]
    fn each_change_is_put_back_alone_and_all_of_them_give_the_old_level() {
        let new = OLD
            .replace("[2, 0, 0]", "[2, 5, 0]")
            .replace("name = \"A\"", "name = \"B\"")
            .replace(
                "[[sign]]\ntext = \"\"\"\n[prop]\n\"\"\"\n",
                "[[zone]]\nname = \"z\"\n",
            );
        let changes = changes(OLD, &new);
        let entries: Vec<_> = changes
            .iter()
            .map(|change| (change.entry().name.as_str(), change.entry().line))
            .collect();
        assert_eq!(
            entries,
            [("level", 1), ("prop", 10), ("zone", 20), ("sign", 20)]
        );
        let one = put_back(&new, &changes, &BTreeSet::from([1]));
        assert_eq!(one, new.replace("[2, 5, 0]", "[2, 0, 0]"));
        assert_eq!(put_back(&new, &changes, &BTreeSet::from([0, 1, 2, 3])), OLD);
        assert_eq!(put_back(&new, &changes, &BTreeSet::new()), new);
        // Without a line end at its end.
        let cut = new.trim_end();
        assert!(
            put_back(cut, &super::changes(OLD, cut), &BTreeSet::from([3])).ends_with("\n\"\"\"\n")
        );
    }

    #[test]
    fn of_several_entries_that_differ_the_most_alike_are_compared() {
        let new = OLD
            .replace("[[prop]]\nkind = \"crate\"\nposition = [1, 0, 0]\n", "")
            .replace(
                "kind = \"crate\"\nposition = [2",
                "kind = \"fence\"\nposition = [2",
            );
        let changes = changes(OLD, &new);
        let [Change::Changed { old, new }, Change::Removed(gone)] = &changes[..] else {
            panic!("{changes:?}");
        };
        assert!(old.text.contains("[2, 0, 0]") && new.text.contains("fence"));
        assert!(gone.text.contains("[1, 0, 0]"));
    }
}
