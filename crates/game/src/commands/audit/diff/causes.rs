//! Which changed entry of a level did what: the level is audited with some of them put back.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use sidle::level::{Files, named_meshes};

use super::entries::{Change, changes, put_back};
use super::git::name_of;
use super::side::{Side, load};
use sidle::level::Level;

/// The most levels that are audited with something put back. Larger: a level in which everything has changed takes long.
const MAX_TRIALS: usize = 40;

/// All that differs between two levels.
pub struct Changes<'s> {
    old: &'s Side,
    new: &'s Side,
    entries: Vec<Change<'s>>,
    /// Meshes whose file has changed: its path in the new level, and in the old one.
    files: Vec<(PathBuf, PathBuf)>,
}

/// Where a cause is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// The level, or the mesh.
    pub file: String,
    /// The name of the entry; `mesh file` for a mesh.
    pub entry: String,
    /// The line in the file, from 1; `None` for a mesh.
    pub line: Option<usize>,
}

impl<'s> Changes<'s> {
    pub fn between(old: &'s Side, new: &'s Side) -> Self {
        Self {
            old,
            new,
            entries: changes(&old.text, &new.text),
            files: changed_files(old, new),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len() + self.files.len()
    }

    /// Where change `number` is written.
    pub fn cause(&self, number: usize) -> Cause {
        if let Some(change) = self.entries.get(number) {
            let entry = change.entry();
            let side = match change {
                Change::Removed(_) => self.old,
                _ => self.new,
            };
            return Cause {
                file: side.shown.clone(),
                entry: entry.name.clone(),
                line: Some(entry.line),
            };
        }
        let file = self.files.get(number - self.entries.len());
        Cause {
            file: file.map_or_else(String::new, |(new, _)| new.to_string_lossy().into_owned()),
            entry: "mesh file".to_owned(),
            line: None,
        }
    }

    /// The new level with the changes of these `numbers` put back. `None` if that is no level.
    fn level_without(&self, numbers: &BTreeSet<usize>) -> Option<Level> {
        let files = self.files.iter().enumerate();
        let back = files.filter(|(at, _)| numbers.contains(&(at + self.entries.len())));
        let files = PutBack {
            changes: self,
            back: back
                .map(|(_, (new, old))| (name_of(new), old.as_path()))
                .collect(),
        };
        let text = put_back(&self.new.text, &self.entries, numbers);
        load(&self.new.path, Some(&text), &files).0
    }

    /// For each of `count` targets, the changes that did it; none if they are not known. `is_undone` audits a level in which some are put back, and says
    /// which targets are as before.
    pub fn causes(
        &self,
        count: usize,
        is_undone: &mut dyn FnMut(Level) -> Vec<bool>,
    ) -> Vec<BTreeSet<usize>> {
        let mut search = Search {
            changes: self,
            is_undone,
            causes: vec![BTreeSet::new(); count],
            trials: 0,
        };
        // With all of them put back, it is the old level.
        search.split(&(0..self.len()).collect(), &(0..count).collect());
        search.causes
    }
}

/// A search for causes by halves.
struct Search<'a, 's> {
    changes: &'a Changes<'s>,
    is_undone: &'a mut dyn FnMut(Level) -> Vec<bool>,
    causes: Vec<BTreeSet<usize>>,
    trials: usize,
}

impl Search<'_, '_> {
    /// Finds the causes of `targets`, which are as before if all of `numbers` are put back.
    fn split(&mut self, numbers: &BTreeSet<usize>, targets: &BTreeSet<usize>) {
        if targets.is_empty() || numbers.is_empty() {
            return;
        }
        if numbers.len() == 1 {
            for target in targets {
                self.causes[*target].extend(numbers);
            }
            return;
        }
        let mut left = targets.clone();
        let middle = numbers.len() / 2;
        let halves: [BTreeSet<usize>; 2] = [
            numbers.iter().take(middle).copied().collect(),
            numbers.iter().skip(middle).copied().collect(),
        ];
        for half in &halves {
            let done = self.undone_by(half, &left);
            left.retain(|target| !done.contains(target));
            self.split(half, &done);
        }
        // Neither half alone: it takes changes of both. If these are all changes, it is as likely to be the luck of random walks.
        if numbers.len() == self.changes.len() && numbers.len() > 2 {
            return;
        }
        for target in left {
            self.causes[target].extend(numbers);
        }
    }

    /// Those of `targets` that are as before if `numbers` are put back.
    fn undone_by(
        &mut self,
        numbers: &BTreeSet<usize>,
        targets: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        if targets.is_empty() || self.trials == MAX_TRIALS {
            return BTreeSet::new();
        }
        let Some(level) = self.changes.level_without(numbers) else {
            return BTreeSet::new();
        };
        self.trials += 1;
        let undone = (self.is_undone)(level);
        let is_undone = |target: &&usize| undone.get(**target).copied().unwrap_or_default();
        targets.iter().filter(is_undone).copied().collect()
    }
}

/// The meshes that both levels use and whose bytes differ.
fn changed_files(old: &Side, new: &Side) -> Vec<(PathBuf, PathBuf)> {
    let of = |side: &Side| match side.text.is_empty() {
        true => vec![side.path.to_string_lossy().into_owned()],
        false => named_meshes(&side.path, &side.text),
    };
    let (olds, news) = (of(old), of(new));
    let mut changed = Vec::new();
    for name in news {
        let path = PathBuf::from(&name);
        // A level may have moved to another folder.
        let same = olds.iter().find(|other| **other == name);
        let same = same.or_else(|| {
            let mut olds = olds.iter();
            olds.find(|other| Path::new(other).file_name() == path.file_name())
        });
        let Some(before) = same.map(PathBuf::from) else {
            continue;
        };
        let bytes = [old.files().read(&before), new.files().read(&path)];
        if let [Ok(old), Ok(new)] = bytes
            && old != new
        {
            changed.push((path, before));
        }
    }
    changed
}

/// The files of the new level, but for some meshes. One that is no longer there is read as the old level has it.
struct PutBack<'s> {
    changes: &'s Changes<'s>,
    /// The path of a mesh in the old level, by its name in the new one.
    back: BTreeMap<String, &'s Path>,
}

impl Files for PutBack<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let Changes { old, new, .. } = self.changes;
        if let Some(before) = self.back.get(&name_of(path)) {
            return old.files().read(before);
        }
        new.files().read(path).or_else(|error| {
            let folder = |side: &Side| side.path.parent().map(Path::to_owned).unwrap_or_default();
            let rest = path.strip_prefix(folder(new)).map_err(|_| error)?;
            old.files().read(&folder(old).join(rest))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "format = 1\nname = \"Base\"\n[spawn]\nposition = [0, 1, 0]\n";

    fn prop(x: u32, kind: &str) -> String {
        format!("[[prop]]\nkind = \"{kind}\"\nposition = [{x}, 0, 0]\nscale = [9, 1, 9]\n")
    }

    fn side(name: &str, text: &str) -> Side {
        let path = Path::new(name);
        let (level, problems) = load(path, Some(text), &sidle::level::Disk);
        Side {
            shown: name.to_owned(),
            path: path.to_owned(),
            text: text.to_owned(),
            revision: None,
            level: level.unwrap_or_else(|| panic!("{problems:?}")),
        }
    }

    /// The causes of targets, each of which is as before if all changes of one of its sets are put back.
    fn causes(old: &str, new: &str, targets: &[&str]) -> (Vec<BTreeSet<usize>>, usize) {
        let (old, new) = (side("old.toml", old), side("new.toml", new));
        let changes = Changes::between(&old, &new);
        let mut trials = 0;
        let found = changes.causes(targets.len(), &mut |level| {
            trials += 1;
            let names: Vec<_> = level
                .world
                .boxes()
                .iter()
                .map(|obb| format!("{}", obb.center().x))
                .collect();
            let has = |text: &&str| {
                text.split('+')
                    .all(|name| names.iter().any(|known| known == name))
            };
            targets.iter().map(has).collect()
        });
        (found, trials)
    }

    #[test]
    fn each_cause_is_found_by_halves_and_what_takes_two_of_one_half_names_them() {
        let old: String =
            BASE.to_owned() + &(0..16).map(|x| prop(10 * x, "crate")).collect::<String>();
        let new: String = BASE.to_owned()
            + &(0..16)
                .map(|x| prop(10 * x + 1, "crate"))
                .collect::<String>();
        let (found, trials) = causes(&old, &new, &["30", "150", "0+50", "0+80"]);
        assert_eq!(found[0], BTreeSet::from([3]));
        assert_eq!(found[1], BTreeSet::from([15]));
        assert!(found[2].contains(&0) && found[2].contains(&5) && !found[2].contains(&8));
        assert_eq!(found[3], BTreeSet::new());
        assert!(trials <= 16, "{trials}");
    }

    #[test]
    fn a_single_change_needs_no_audit() {
        let new = BASE.to_owned() + &prop(0, "crate");
        let (found, trials) = causes(&(BASE.to_owned() + &prop(5, "crate")), &new, &["5"]);
        assert_eq!((found, trials), (vec![BTreeSet::from([0])], 0));
    }
}
