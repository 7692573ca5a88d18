//! Tests of edits in a level's text: what they change, what stays, and how they are undone.

mod entries;

use super::*;
use crate::test_support::Random;

/// `text` after `edit`, whose patch can be undone.
fn edited(text: &str, edit: impl FnOnce(&mut LevelText) -> Result<TextPatch, EditError>) -> String {
    let before = LevelText::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut level = before.clone();
    let patch = edit(&mut level).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(Ok(&level), LevelText::parse(level.text()).as_ref());
    let after = level.text().to_owned();
    level.apply(&patch.inverse()).unwrap();
    assert_eq!(level, before);
    after
}

/// `text` with the first prop at (1, 2, 3), turned by 45 degrees about Y, with this scale.
fn placed(text: &str, scale: DVec3) -> String {
    let numbers = EntryNumbers {
        position: DVec3::new(1.0, 2.0, 3.0),
        rotation_deg: DVec3::Y * 45.0,
        scale,
    };
    edited(text, |level| level.set(EntryId::prop(0), &numbers))
}

const SPAWN: &str = "spawn.position = [0, 1, 0]\n";

#[test]
fn only_changed_numbers_are_written_and_each_in_its_style() {
    let text = "# A level\n[spawn]\nposition = [0, 1, 0]\n\n  [[prop]] # one\n  kind = 'crate'\n  \
                position = [ 1.000, # east\n    0x2,\n 7 ]  # here\n  scale = 2 # large\nrotation_deg=[0, 9.5, 0]\n# end";
    let expected = text.replace(" 7 ]", " 3 ]").replace("9.5", "45.0");
    assert_eq!(placed(text, DVec3::splat(2.0)), expected);
    assert_eq!(placed(&expected, DVec3::splat(2.0)), expected);
    // A single factor stays single while it can.
    let larger = expected.replace("scale = 2 ", "scale = 3 ");
    assert_eq!(placed(text, DVec3::splat(3.0)), larger);
    let longer = expected.replace("scale = 2 ", "scale = [2.0, 2.0, 3.5] ");
    assert_eq!(placed(text, DVec3::new(2.0, 2.0, 3.5)), longer);
}

#[test]
fn missing_keys_are_added_behind_the_position_unless_they_are_default() {
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
fn props_in_one_list_can_be_moved_but_not_added_or_deleted() {
    let text = format!(
        "{SPAWN}prop = [ {{ kind = \"crate\", position = [0, 0, 0] }}, {{ position = [9, 9, 9], kind = \"fence\" }}, ]\n"
    );
    let expected = text.replace(
        "position = [0, 0, 0]",
        "position = [1, 2, 3], rotation_deg = [0.0, 45.0, 0.0], scale = 2.0",
    );
    // The level's own numbers are whole, the new ones are not.
    assert_eq!(placed(&text, DVec3::splat(2.0)), expected);
    let mut level = LevelText::parse(text).unwrap();
    let refused = Err(EditError::InOneList(EntryTable::Prop));
    assert_eq!(level.remove(EntryId::prop(0)), refused);
    assert_eq!(level.copy(EntryId::prop(1)), refused);
    assert_eq!(
        level.add(
            EntryTable::Prop,
            "kind = \"crate\"\nposition = [0.0, 0.0, 0.0]",
            &EntryNumbers::at(DVec3::ONE)
        ),
        refused
    );
    let mut empty = LevelText::parse(format!("{SPAWN}prop = []\n")).unwrap();
    assert_eq!(
        empty.add(
            EntryTable::Prop,
            "kind = \"crate\"\nposition = [0.0, 0.0, 0.0]",
            &EntryNumbers::at(DVec3::ONE)
        ),
        refused
    );
}

#[test]
fn a_spawn_is_edited_in_every_notation() {
    let spawn = EntryNumbers {
        rotation_deg: DVec3::new(-5.0, 90.04, 0.0),
        ..EntryNumbers::at(DVec3::new(0.0, 1.0, -2.5))
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
        assert_eq!(
            edited(before, |level| level.set(EntryId::SPAWN, &spawn)),
            after
        );
        let read = LevelText::parse(after).unwrap();
        let rotation_deg = DVec3::new(-5.0, 90.0, 0.0);
        let rounded = EntryNumbers {
            rotation_deg,
            ..spawn
        };
        assert_eq!(read.entries(EntryTable::Spawn)[0].numbers, rounded);
    }
}

#[test]
fn a_new_prop_comes_after_the_last_one_in_its_style() {
    let text = format!(
        "{SPAWN}[[prop]]\n\tkind = \"car\"\n\tposition = [0, 0, 0] # last\n# about the lab\n[lab]\nposition = [0, 0, 0]\n"
    );
    let new = EntryNumbers {
        rotation_deg: DVec3::Y * 30.0,
        ..EntryNumbers::at(DVec3::new(1.0, 0.5, -2.0))
    };
    let added = "\n[[prop]]\n\tkind = \"crate\"\n\tposition = [1.0, 0.5, -2.0]\n\trotation_deg = [0.0, 30.0, 0.0]\n";
    let expected = text.replace("# last\n", &format!("# last\n{added}"));
    assert_eq!(
        edited(&text, |level| level.add(
            EntryTable::Prop,
            "kind = \"crate\"\nposition = [0.0, 0.0, 0.0]",
            &new
        )),
        expected
    );
    let added = added.replace('\t', "");
    assert_eq!(
        edited(SPAWN, |level| level.add(
            EntryTable::Prop,
            "kind = \"crate\"\nposition = [0.0, 0.0, 0.0]",
            &new
        )),
        format!("{SPAWN}{added}")
    );
    assert_eq!(
        edited(SPAWN.trim_end(), |level| level.add(
            EntryTable::Prop,
            "kind = \"crate\"\nposition = [0.0, 0.0, 0.0]",
            &new
        )),
        format!("{SPAWN}{}", added.trim_end())
    );
}

#[test]
fn deleting_a_copy_restores_the_text() {
    let text = format!(
        "{SPAWN}\n# All crates\n[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n\n# Of the second\n[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n# The end\n"
    );
    let twice = edited(&text, |level| level.copy(EntryId::prop(0)));
    let first = "[[prop]]  # first\nkind = \"crate\"\nposition = [0, 0, 0] # a\n";
    assert_eq!(twice, text.replace(first, &format!("{first}\n{first}")));
    assert_eq!(edited(&twice, |level| level.remove(EntryId::prop(1))), text);
    // The comment right above goes with it, and so does one of the two empty lines around them.
    let second = "[[prop]]\nkind = \"fence\"\nposition = [1, 0, 0]\n";
    assert_eq!(
        edited(&text, |level| level.remove(EntryId::prop(1))),
        text.replace(&format!("# Of the second\n{second}"), "")
    );
    assert_eq!(
        edited(&text, |level| level.remove(EntryId::prop(0))),
        text.replace(&format!("# All crates\n{first}\n"), "")
    );
    // A section's comment stays, and so does that of two entries, until the second one goes.
    let section = text.replace("# All crates\n", "# All crates\n\n");
    let rest = edited(&section, |level| level.remove(EntryId::prop(0)));
    assert!(rest.contains("# All crates\n"), "{rest}");
    let pair = format!("{SPAWN}\n# A pair\n{second}{second}");
    let one = edited(&pair, |level| level.remove(EntryId::prop(0)));
    assert_eq!(one, format!("{SPAWN}\n# A pair\n{second}"));
    assert_eq!(edited(&one, |level| level.remove(EntryId::prop(0))), SPAWN);
    // Deleting the last one also deletes the empty line above.
    let last = format!("{SPAWN}\n{second}");
    assert_eq!(edited(&last, |level| level.remove(EntryId::prop(0))), SPAWN);
    let twice = edited(last.trim_end(), |level| level.copy(EntryId::prop(0)));
    assert_eq!(twice, format!("{last}\n{}", second.trim_end()));
}

#[test]
fn line_ends_and_a_byte_order_mark_stay() {
    let text = format!(
        "\u{feff}{SPAWN}\n[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n\n[[prop]]\nkind = \"crate\"\nposition = [5, 0, 0]\n"
    );
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let both = |edit: fn(&mut LevelText) -> Result<TextPatch, EditError>| {
        assert_eq!(edited(&crlf(&text), edit), crlf(&edited(&text, edit)));
    };
    both(|level| level.copy(EntryId::prop(1)));
    both(|level| level.remove(EntryId::prop(0)));
    both(|level| {
        level.add(
            EntryTable::Prop,
            "kind = \"fence\"\nposition = [0.0, 0.0, 0.0]",
            &EntryNumbers::at(DVec3::ONE),
        )
    });
    assert_eq!(
        placed(&crlf(&text), DVec3::X + 1.0),
        crlf(&placed(&text, DVec3::X + 1.0))
    );
    // The mark stands before the very first key.
    let first =
        "\u{feff}[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n[spawn]\nposition = [0, 1, 0]\n";
    let left = edited(first, |level| level.remove(EntryId::prop(0)));
    assert_eq!(left, "\u{feff}[spawn]\nposition = [0, 1, 0]\n");
}

#[test]
fn dotted_keys_keep_their_order_and_spacing() {
    let text = "player.gravity = 3 # heavy\nspawn . position = [0, 1, 0]\nformat = 1\nplayer.radius = 0.4\n\
                kinds.slab.mesh = 'a.obj'\nspawn.yaw_deg = 90\n'kinds' .post.mesh = 'b.obj'\n";
    let spawn = EntryNumbers {
        rotation_deg: DVec3::Y * 45.0,
        ..EntryNumbers::at(DVec3::Y * 2.0)
    };
    let expected = text
        .replace("[0, 1, 0]", "[0, 2, 0]")
        .replace("yaw_deg = 90", "yaw_deg = 45");
    assert_eq!(
        edited(text, |level| level.set(EntryId::SPAWN, &spawn)),
        expected
    );
}

#[test]
fn mixed_line_ends_stay_mixed() {
    let text = format!(
        "{SPAWN}\r\n[[prop]]\nkind = \"crate\"\r\nposition = [0, 0, 0] # low\nscale = 2\r\n\n"
    );
    let expected = text
        .replace("[0, 0, 0]", "[1, 2, 3]")
        .replace("# low\n", "# low\nrotation_deg = [0.0, 45.0, 0.0]\n");
    assert_eq!(placed(&text, DVec3::splat(2.0)), expected);
}

#[test]
fn a_change_of_any_bytes_reads_as_the_whole_text_does() {
    let prop = |at: usize| format!("[[prop]] # {at}\n kind = 'crate'\n position = [{at}, 0, 0]\n");
    let props: String = (0..4).map(prop).collect();
    let props = props
        + "[[zone]]\nposition = [1, 2, 3]\nsize = [1, 1, 1]\non_enter = 'teleport'\nto = [0, 1, 0]\n\
           [[prop]]\nposition = [9, 9, 9]\n[[mover]]\nkind = 'car'\npath = [[0, 0, 0], [1, 0, 0]] # way\n\
           [[sign]]\nposition = [0, 0, 0]\ntext = 'é'\n[[mesh]]\nfile = 'a.obj'\n";
    let start =
        format!("name = 'é'\n{props}[spawn]\nposition = [0, 1, 0]\n[player]\nradius = 0.4\n");
    let pieces = [
        "",
        "\n",
        " ",
        "1",
        "e",
        "]",
        "[",
        "#",
        "'",
        "\"",
        "= 2",
        "x = 1\n",
        "[[prop]]\n",
        "[[zone]]\n",
        "[9, 9, 9], ",
        "[prop.scale]\n",
        "scale = 3\n",
        "kind = 'a'\n",
        "[spawn]\n",
        "é",
        "\u{feff}",
        "\r",
        "'''",
    ];
    let mut random = Random::new(9);
    let (mut alone, mut refused) = (0, 0);
    for case in 0..30_000 {
        let text = match case % 2 {
            0 => start.clone(),
            _ => start.replace('\n', "\r\n"),
        };
        let mut level = LevelText::parse(&*text).unwrap();
        let boundary = |at: usize| (at..).find(|at| text.is_char_boundary(*at.min(&text.len())));
        let at = boundary(random.below(text.len() + 1)).unwrap();
        let end = boundary((at + random.below(9)).min(text.len())).unwrap();
        let mut edits = Edits::of(&text);
        edits.replace(at..end, pieces[random.below(pieces.len())].to_owned());
        let patch = edits.made();
        let expected = LevelText::parse(patch.applied(0, &text).unwrap());
        let result = level.apply(&patch);
        match expected {
            Ok(expected) => {
                assert_eq!(level, expected, "case {case}: {patch:?}");
                alone += usize::from(result.unwrap().is_some());
            }
            Err(error) => {
                assert_eq!(result, Err(error), "case {case}: {patch:?}");
                assert_eq!(level.text(), text, "case {case}: {patch:?}");
                refused += 1;
            }
        }
    }
    // The cases are of both kinds.
    assert!(alone > 1000 && refused > 1000, "{alone}, {refused}");
}

#[test]
fn a_refused_edit_says_why() {
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
    let text = format!("{SPAWN}{prop}position = [0, 0, 0]\n");
    let mut level = LevelText::parse(&*text).unwrap();
    let mut at = |x| level.set(EntryId::prop(0), &EntryNumbers::at(DVec3::X * x));
    assert_eq!(at(2e9), Err(EditError::OutOfRange));
    assert_eq!(at(f64::NAN), Err(EditError::OutOfRange));
    assert_eq!(
        level.remove(EntryId::prop(1)),
        Err(EditError::NoSuchEntry(EntryId::prop(1)))
    );
    assert_eq!(level.text(), text);
    assert_eq!(
        EditError::NoSuchEntry(EntryId::prop(1)).to_string(),
        "the level has no prop 2"
    );
}
