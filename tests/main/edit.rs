//! Edits in the text of every shipped level change only their own lines, and can be undone.

use std::path::{Path, PathBuf};

use sidle::glam::DVec3;
use sidle::level::{Disk, Files, Level, LevelText, PropNumbers, load_level};

use crate::random::Random;
use crate::support::cases;

/// All three numbers, rounded to this many steps per unit.
fn rounded(per_unit: f64, numbers: DVec3) -> DVec3 {
    (numbers * per_unit).round() / per_unit + 0.0
}

/// A text that replaces a level's file.
struct Instead<'t>(&'t Path, &'t str);

impl Files for Instead<'_> {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        match path == self.0 {
            true => Ok(self.1.as_bytes().to_vec()),
            false => Disk.read(path),
        }
    }
}

/// The level of `text`.
fn load(path: &Path, text: &str) -> Level {
    let loaded = load_level(path, &Instead(path, text));
    loaded
        .level
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// The numbers of removed and added lines between the common beginning and end of two texts.
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
fn random_edits_of_every_shipped_level_change_their_lines_alone_and_can_be_taken_back() {
    let mut random = Random::new(20);
    let folder = std::fs::read_dir("levels").unwrap();
    let levels: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    let mut edits = 0;
    for path in levels
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
    {
        let original = std::fs::read_to_string(path).unwrap();
        let before = LevelText::parse(&*original).unwrap();
        let loaded = load(path, &original);
        let props = before.props().len();
        for case in 0..if props == 0 { 0 } else { cases(10, 60) } {
            let place = format!("seed 20, case {case} of {path:?}");
            let number = random.below(props);
            let old = before.props()[number].numbers;
            let numbers = PropNumbers {
                position: rounded(1000.0, random.vec3(30.0)),
                rotation_deg: rounded(10.0, random.vec3(180.0)),
                scale: rounded(1000.0, random.vec3(2.0).abs().max(DVec3::splat(0.001))),
            };
            let mut after = before.clone();
            after.set_prop(number, &numbers).unwrap();
            assert_eq!(after.props()[number].numbers, numbers, "{place}");
            // At most three lines change: position, rotation and scale.
            let (gone, come) = changed_lines(&original, after.text());
            assert!(gone <= 3 && come <= 3, "{place}: {gone} and {come} lines");
            let now = load(path, after.text());
            for (at, (then, now)) in loaded
                .scene
                .models
                .iter()
                .zip(&now.scene.models)
                .enumerate()
            {
                let meshes = loaded.scene.models.len() - props;
                let expected = match at == meshes + number {
                    true => numbers.placement(),
                    false => then.placement,
                };
                assert_eq!(now.placement, expected, "{place}, model {at}");
            }
            // Back again: added lines stay, and the level is the same.
            let mut back = after.clone();
            back.set_prop(number, &old).unwrap();
            assert_eq!(back.props(), before.props(), "{place}");
            assert_eq!(load(path, back.text()), loaded, "{place}");
            let mut copied = before.clone();
            copied.copy_prop(number).unwrap();
            copied.remove_prop(number + 1).unwrap();
            assert_eq!(copied.text(), original, "{place}");
            let mut fewer = before.clone();
            fewer.remove_prop(number).unwrap();
            let (gone, come) = changed_lines(&original, fewer.text());
            assert!(
                come == 0 && (3..=6).contains(&gone),
                "{place}: {gone} and {come}"
            );
            let mut added = before.clone();
            added.add_prop("crate", &numbers).unwrap();
            assert_eq!(changed_lines(&original, added.text()), (0, 6), "{place}");
            added.remove_prop(props).unwrap();
            assert_eq!(added.text(), original, "{place}");
            edits += 1;
        }
    }
    assert!(edits >= 100, "{edits}");
}
