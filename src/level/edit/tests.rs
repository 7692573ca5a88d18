//! Every way to write a level, and random edits of the shipped ones.

use std::path::{Path, PathBuf};

use super::*;
use crate::level::{Disk, Files, Level, load_level};
use crate::test_support::Random;

fn edited(text: &str, edit: impl FnOnce(&LevelText) -> Result<LevelText, EditError>) -> String {
    let level = LevelText::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let edited = edit(&level).unwrap_or_else(|error| panic!("{error}\n{text}"));
    edited.text().to_owned()
}

/// `text` with the first prop at (1, 2, 3), turned by 45 degrees about Y, scaled so.
fn placed(text: &str, scale: DVec3) -> String {
    let numbers = PropNumbers {
        position: DVec3::new(1.0, 2.0, 3.0),
        rotation_deg: DVec3::Y * 45.0,
        scale,
    };
    edited(text, |level| level.with_prop(0, &numbers))
}

/// All three numbers, rounded.
fn rounded(rounding: Rounding, numbers: DVec3) -> DVec3 {
    numbers
        .to_array()
        .map(|number| rounding.round(number))
        .into()
}

const SPAWN: &str = "spawn.position = [0, 1, 0]\n";

#[test]
fn only_numbers_that_change_are_written_and_each_in_its_style() {
    let text = "# A level\n[spawn]\nposition = [0, 1, 0]\n\n  [[prop]] # one\n  kind = 'crate'\n  \
                position = [ 1.000, # east\n    0x2,\n 7 ]  # here\n  scale = 2 # large\nrotation_deg=[0, 9.5, 0]\n# end";
    let expected = text.replace(" 7 ]", " 3 ]").replace("9.5", "45.0");
    assert_eq!(placed(text, DVec3::splat(2.0)), expected);
    assert_eq!(placed(&expected, DVec3::splat(2.0)), expected);
    // One factor stays one while it can.
    let larger = expected.replace("scale = 2 ", "scale = 3 ");
    assert_eq!(placed(text, DVec3::splat(3.0)), larger);
    let longer = expected.replace("scale = 2 ", "scale = [2.0, 2.0, 3.5] ");
    assert_eq!(placed(text, DVec3::new(2.0, 2.0, 3.5)), longer);
}

#[test]
fn missing_keys_are_added_behind_the_position_and_only_when_they_say_something() {
    let text = format!("{SPAWN}[[prop]]\n  position=[0, 0, 0] # low\n  kind=\"fence\"\n");
    let turned = "[1, 2, 3] # low\n  rotation_deg=[0.0, 45.0, 0.0]\n";
    assert_eq!(
        placed(&text, DVec3::ONE),
        text.replace("[0, 0, 0] # low\n", turned)
    );
    let scaled = format!("{turned}  scale=0.5\n");
    assert_eq!(
        placed(&text, DVec3::splat(0.5)),
        text.replace("[0, 0, 0] # low\n", &scaled)
    );
    // At the end of a text without a last line end.
    let text = format!("{SPAWN}[[prop]]\nkind = \"fence\"\nposition = [1, 2, 3]");
    let expected = format!("{text}\nrotation_deg = [0.0, 45.0, 0.0]\nscale = [1.0, 2.0, 1.0]");
    assert_eq!(placed(&text, DVec3::new(1.0, 2.0, 1.0)), expected);
}

#[test]
fn props_in_one_list_are_moved_there_and_neither_added_nor_deleted() {
    let text = format!(
        "{SPAWN}prop = [ {{ kind = \"crate\", position = [0, 0, 0] }}, {{ position = [9, 9, 9], kind = \"fence\" }}, ]\n"
    );
    let expected = text.replace(
        "position = [0, 0, 0]",
        "position = [1, 2, 3], rotation_deg = [0.0, 45.0, 0.0], scale = 2.0",
    );
    // The level's own numbers are whole, the new ones are not.
    assert_eq!(placed(&text, DVec3::splat(2.0)), expected);
    let level = LevelText::parse(text).unwrap();
    let refused = Err(EditError::PropsInOneList);
    assert_eq!(level.without_prop(0), refused);
    assert_eq!(level.with_copy_of_prop(1), refused);
    assert_eq!(
        level.with_new_prop("crate", &PropNumbers::at(DVec3::ONE)),
        refused
    );
    let empty = LevelText::parse(format!("{SPAWN}prop = []\n")).unwrap();
    assert_eq!(
        empty.with_new_prop("crate", &PropNumbers::at(DVec3::ONE)),
        refused
    );
}

#[test]
fn a_spawn_is_set_in_every_way_to_write_it() {
    let spawn = SpawnNumbers {
        position: DVec3::new(0.0, 1.0, -2.5),
        yaw_deg: 90.04,
        pitch_deg: -5.0,
    };
    for (before, after) in [
        (
            "[spawn]\nposition = [0, 1, 0] # here\npitch_deg = 2\nmode = \"fly\"\n",
            "[spawn]\nposition = [0, 1, -2.5] # here\nyaw_deg = 90.0\npitch_deg = -5\nmode = \"fly\"\n",
        ),
        (
            "spawn . position = [0, 1, 0]\nname = \"A\"\n",
            "spawn . position = [0, 1, -2.5]\nspawn . yaw_deg = 90.0\nspawn . pitch_deg = -5.0\nname = \"A\"\n",
        ),
        (
            "spawn = { yaw_deg = 1.0, position = [0, 1, 0], mode = \"fly\" }\n",
            "spawn = { yaw_deg = 90.0, pitch_deg = -5.0, position = [0, 1, -2.5], mode = \"fly\" }\n",
        ),
    ] {
        assert_eq!(edited(before, |level| level.with_spawn(&spawn)), after);
        let read = LevelText::parse(after).unwrap().spawn();
        assert_eq!(
            read,
            SpawnNumbers {
                yaw_deg: 90.0,
                ..spawn
            }
        );
    }
}

#[test]
fn a_new_prop_comes_after_the_last_one_in_its_style() {
    let text = format!(
        "{SPAWN}[[prop]]\n\tkind = \"car\"\n\tposition = [0, 0, 0] # last\n# about the lab\n[lab]\nposition = [0, 0, 0]\n"
    );
    let new = PropNumbers {
        rotation_deg: DVec3::Y * 30.0,
        ..PropNumbers::at(DVec3::new(1.0, 0.5, -2.0))
    };
    let added = "\n[[prop]]\n\tkind = \"crate\"\n\tposition = [1.0, 0.5, -2.0]\n\trotation_deg = [0.0, 30.0, 0.0]\n";
    let expected = text.replace("# last\n", &format!("# last\n{added}"));
    assert_eq!(
        edited(&text, |level| level.with_new_prop("crate", &new)),
        expected
    );
    let added = added.replace('\t', "");
    assert_eq!(
        edited(SPAWN, |level| level.with_new_prop("crate", &new)),
        format!("{SPAWN}{added}")
    );
    assert_eq!(
        edited(SPAWN.trim_end(), |level| level.with_new_prop("crate", &new)),
        format!("{SPAWN}{}", added.trim_end())
    );
}

#[test]
fn a_copy_stands_right_behind_and_deleting_it_gives_the_text_back() {
    let text = format!(
        "{SPAWN}\n# All crates\n[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n\n# Of the second\n[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n# The end\n"
    );
    let twice = edited(&text, |level| level.with_copy_of_prop(0));
    let first = "[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n";
    assert_eq!(twice, text.replace(first, &format!("{first}\n{first}")));
    assert_eq!(edited(&twice, |level| level.without_prop(1)), text);
    // Comments above stay: they may speak of more than the one.
    let second = "[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n";
    assert_eq!(
        edited(&text, |level| level.without_prop(1)),
        text.replace(second, "")
    );
    assert_eq!(
        edited(&text, |level| level.without_prop(0)),
        text.replace(first, "")
    );
    // The last one, after an empty line, takes that with it.
    let last = format!("{SPAWN}\n{second}");
    assert_eq!(edited(&last, |level| level.without_prop(0)), SPAWN);
    let twice = edited(last.trim_end(), |level| level.with_copy_of_prop(0));
    assert_eq!(twice, format!("{last}\n{}", second.trim_end()));
}

#[test]
fn line_ends_and_a_byte_order_mark_stay() {
    let text = format!(
        "\u{feff}{SPAWN}\n[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n\n[[prop]]\nkind = \"crate\"\nposition = [5, 0, 0]\n"
    );
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let both = |edit: fn(&LevelText) -> Result<LevelText, EditError>| {
        assert_eq!(edited(&crlf(&text), edit), crlf(&edited(&text, edit)));
    };
    both(|level| level.with_copy_of_prop(1));
    both(|level| level.without_prop(0));
    both(|level| level.with_new_prop("fence", &PropNumbers::at(DVec3::ONE)));
    assert_eq!(
        placed(&crlf(&text), DVec3::X + 1.0),
        crlf(&placed(&text, DVec3::X + 1.0))
    );
    // The mark stands before the very first key.
    let first =
        "\u{feff}[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n[spawn]\nposition = [0, 1, 0]\n";
    let left = edited(first, |level| level.without_prop(0));
    assert_eq!(left, "\u{feff}[spawn]\nposition = [0, 1, 0]\n");
}

#[test]
fn what_cannot_be_edited_says_why() {
    for text in [
        "",
        "spawn = 1",
        "[spawn]",
        "spawn.position = [0, 1]",
        "[[prop",
    ] {
        assert!(
            matches!(LevelText::parse(text), Err(EditError::Unreadable(_))),
            "{text}"
        );
    }
    let prop = "[[prop]]\nkind = \"crate\"\n";
    assert!(LevelText::parse(format!("{SPAWN}{prop}")).is_err());
    let level = LevelText::parse(format!("{SPAWN}{prop}position = [0, 0, 0]\n")).unwrap();
    let at = |x| level.with_prop(0, &PropNumbers::at(DVec3::X * x));
    assert_eq!(at(2e9), Err(EditError::OutOfRange));
    assert_eq!(at(f64::NAN), Err(EditError::OutOfRange));
    assert_eq!(level.without_prop(1), Err(EditError::NoSuchProp(1)));
    assert_eq!(
        EditError::NoSuchProp(1).to_string(),
        "the level has no prop 2"
    );
}

/// A level's text in the place of its file.
struct Instead<'t>(&'t Path, &'t str);

impl Files for Instead<'_> {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        match path == self.0 {
            true => Ok(self.1.as_bytes().to_vec()),
            false => Disk.read(path),
        }
    }
}

fn load(path: &Path, text: &str) -> Level {
    let loaded = load_level(path, &Instead(path, text));
    loaded
        .level
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// The lines in which two texts differ, between what they begin and end with.
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
        for case in 0..if props == 0 { 0 } else { 60 } {
            let place = format!("seed 20, case {case} of {path:?}");
            let number = random.below(props);
            let old = before.props()[number].numbers;
            let numbers = PropNumbers {
                position: rounded(Rounding::METRES, random.vec3(30.0)),
                rotation_deg: rounded(Rounding::DEGREES, random.vec3(180.0)),
                scale: rounded(Rounding::FACTOR, random.vec3(2.0).abs()),
            };
            let after = before.with_prop(number, &numbers).unwrap();
            assert_eq!(after.props()[number].numbers, numbers, "{place}");
            // At most three lines are other ones: position, rotation and scale.
            let (gone, come) = changed_lines(&original, after.text());
            assert!(gone <= 3 && come <= 3, "{place}: {gone} and {come} lines");
            let now = load(path, after.text());
            for (at, (then, now)) in loaded.models.iter().zip(&now.models).enumerate() {
                let meshes = loaded.models.len() - props;
                let expected = match at == meshes + number {
                    true => numbers.placement(),
                    false => then.placement,
                };
                assert_eq!(now.placement, expected, "{place}, model {at}");
            }
            // Back again: what was added stays, and the level is the same.
            let back = after.with_prop(number, &old).unwrap();
            assert_eq!(back.props(), before.props(), "{place}");
            assert_eq!(load(path, back.text()), loaded, "{place}");
            let copied = before.with_copy_of_prop(number).unwrap();
            assert_eq!(
                copied.without_prop(number + 1).unwrap().text(),
                original,
                "{place}"
            );
            let fewer = before.without_prop(number).unwrap();
            let (gone, come) = changed_lines(&original, fewer.text());
            assert!(
                come == 0 && (3..=6).contains(&gone),
                "{place}: {gone} and {come}"
            );
            let added = before.with_new_prop("crate", &numbers).unwrap();
            assert_eq!(changed_lines(&original, added.text()), (0, 6), "{place}");
            assert_eq!(
                added.without_prop(props).unwrap().text(),
                original,
                "{place}"
            );
            edits += 1;
        }
    }
    assert!(edits >= 100, "{edits}");
}
