//! Edits in the text of every shipped level change only the lines of their entry, and can be undone.

use std::path::{Path, PathBuf};

use sidle::glam::DVec3;
use sidle::level::{EntryId, EntryNumbers, EntryTable, Files, Level, LevelText, load_level};

use crate::random::Random;
use crate::support::cases;
use crate::support::fs::{self, Disk};

/// All three numbers, rounded to `1 / per_unit`.
fn rounded(per_unit: f64, numbers: DVec3) -> DVec3 {
    // Adding 0 turns -0 into 0.
    (numbers * per_unit).round() / per_unit + 0.0
}

/// The files on disk, except that the one at this path has this text.
struct Replaced<'t>(&'t Path, &'t str);

impl Files for Replaced<'_> {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        match path == self.0 {
            true => Ok(self.1.as_bytes().to_vec()),
            false => Disk.read(path),
        }
    }
}

/// The level that `text` describes, as if it were the file at `path`.
fn load(path: &Path, text: &str) -> Level {
    let loaded = load_level(path, &Replaced(path, text));
    loaded
        .level
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// How many lines were removed and added, apart from the common beginning and end of both texts.
fn changed_lines(before: &str, after: &str) -> (usize, usize) {
    let lines = |text: &str| {
        text.split_inclusive('\n')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (before, after) = (lines(before), lines(after));
    let same = before
        .iter()
        .zip(&after)
        .take_while(|(a, b)| a == b)
        .count();
    let (before, after) = (&before[same..], &after[same..]);
    let end = before.iter().rev().zip(after.iter().rev());
    let end = end.take_while(|(a, b)| a == b).count();
    (before.len() - end, after.len() - end)
}

#[test]
fn random_edits_of_every_shipped_level_change_only_their_own_lines_and_can_be_undone() {
    let mut random = Random::new(20);
    let folder = fs::read_dir("levels").unwrap();
    let levels: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    let mut edits = 0;
    for path in levels
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
    {
        let original = fs::read_to_string(path).unwrap();
        let before = LevelText::parse(&*original).unwrap();
        let loaded = load(path, &original);
        let props = before.entries(EntryTable::Prop).len();
        for case in 0..if props == 0 { 0 } else { cases(10, 60) } {
            let case = format!("seed 20, case {case} of {path:?}");
            let number = random.below(props);
            let old = before.entries(EntryTable::Prop)[number].numbers;
            let numbers = EntryNumbers {
                position: rounded(1000.0, random.vec3(30.0)),
                rotation_deg: rounded(10.0, random.vec3(180.0)),
                scale: rounded(1000.0, random.vec3(2.0).abs().max(DVec3::splat(0.001))),
            };
            let mut after = before.clone();
            after.set(EntryId::prop(number), &numbers).unwrap();
            assert_eq!(
                after.entries(EntryTable::Prop)[number].numbers,
                numbers,
                "{case}"
            );
            // At most three lines change: position, rotation and scale.
            let (removed, added) = changed_lines(&original, after.text());
            assert!(
                removed <= 3 && added <= 3,
                "{case}: {removed} lines removed, {added} added"
            );
            // The models of props come after those of meshes.
            let reloaded = load(path, after.text());
            let edited = loaded.scene.models.len() - props + number;
            let models = loaded.scene.models.iter().zip(&reloaded.scene.models);
            for (at, (old_model, new_model)) in models.enumerate() {
                let expected = match at == edited {
                    true => numbers.placement(),
                    false => old_model.placement,
                };
                assert_eq!(new_model.placement, expected, "{case}, model {at}");
            }
            // The edit is undone. Added lines stay, and the level is the same.
            let mut undone = after.clone();
            undone.set(EntryId::prop(number), &old).unwrap();
            assert_eq!(
                undone.entries(EntryTable::Prop),
                before.entries(EntryTable::Prop),
                "{case}"
            );
            assert_eq!(load(path, undone.text()), loaded, "{case}");
            let mut copied = before.clone();
            copied.copy(EntryId::prop(number)).unwrap();
            copied.remove(EntryId::prop(number + 1)).unwrap();
            assert_eq!(copied.text(), original, "{case}");
            let mut fewer = before.clone();
            fewer.remove(EntryId::prop(number)).unwrap();
            let (removed, added) = changed_lines(&original, fewer.text());
            // The comment above it goes with it.
            let comments = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
            let removed = removed - (comments(&original) - comments(fewer.text()));
            assert!(
                added == 0 && (3..=6).contains(&removed),
                "{case}: {removed} lines removed, {added} added"
            );
            let mut more = before.clone();
            more.add(
                EntryTable::Prop,
                "kind = \"crate\"\nposition = [0.0, 0.0, 0.0]",
                &numbers,
            )
            .unwrap();
            assert_eq!(changed_lines(&original, more.text()), (0, 6), "{case}");
            more.remove(EntryId::prop(props)).unwrap();
            assert_eq!(more.text(), original, "{case}");
            edits += 1;
        }
    }
    assert!(edits >= 100, "{edits}");
}

/// No shipped level has a terrain, or a place of a prefab.
const TERRAIN: &str = "\
spawn.position = [0, 9, 0]
[[terrain]]
file = \"hills.png\" # grey
size = [64, 8, 64]

[[prefabs.a.prop]]
kind = \"crate\"
position = [0, 0.5, 0]

[[place]]
prefab = \"a\" # once
position = [3, 0, 0]
";

#[test]
fn random_edits_of_every_table_change_only_their_own_lines_and_can_be_undone() {
    let mut random = Random::new(21);
    let mut edits = [0; EntryTable::ALL.len()];
    let levels = fs::read_dir("levels").unwrap();
    let levels = levels.map(|entry| entry.unwrap().path());
    let levels = levels.filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let texts = levels.map(|path| fs::read_to_string(path).unwrap());
    for original in texts.chain([TERRAIN.to_owned()]) {
        let before = LevelText::parse(&*original).unwrap();
        let name = original.lines().next().unwrap_or_default();
        for table in EntryTable::ALL {
            let count = before.entries(table).len();
            for case in 0..if count == 0 { 0 } else { cases(3, 30) } {
                let id = EntryId {
                    table,
                    number: random.below(count),
                };
                let case = format!("seed 21, case {case} of {id} in {name:?}");
                let old = before.entry(id).unwrap();
                let numbers = EntryNumbers {
                    position: rounded(1000.0, random.vec3(30.0)),
                    rotation_deg: rounded(10.0, random.vec3(80.0)),
                    scale: rounded(1000.0, random.vec3(2.0).abs().max(DVec3::splat(0.001))),
                };
                let mut after = before.clone();
                let patch = after.set(id, &numbers).unwrap();
                let new = after.entry(id).unwrap();
                let near = new.numbers.position.distance(numbers.position);
                assert!(near < 1e-3, "{case}");
                assert_eq!((&new.kind, &new.text), (&old.kind, &old.text), "{case}");
                // The lines of the entry, with a rotation and a scale that were not there. The spawn has three keys.
                let own = before.keys(id).map_or(3, |keys| keys.lines().count());
                let (removed, added) = changed_lines(&original, after.text());
                assert!(
                    removed <= own && added <= own + 2,
                    "{case}: {removed}, {added}"
                );
                after.apply(&patch.inverse()).unwrap();
                assert_eq!(after, before, "{case}");
                if table != EntryTable::Spawn {
                    let next = EntryId {
                        number: id.number + 1,
                        ..id
                    };
                    after.copy(id).unwrap();
                    assert_eq!(after.entry(next), Some(old), "{case}");
                    after.remove(next).unwrap();
                    assert_eq!(after.text(), original, "{case}");
                    let keys = before.keys(id).unwrap();
                    after.add(table, keys, &old.numbers).unwrap();
                    assert_eq!(after.entries(table).last(), Some(old), "{case}");
                }
                edits[table as usize] += 1;
            }
        }
    }
    assert!(edits.iter().all(|edits| *edits > 0), "{edits:?}");
}
