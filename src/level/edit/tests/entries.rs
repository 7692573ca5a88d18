//! Tests of edits of movers, zones, signs and meshes, and of random edits of all tables.

use super::{SPAWN, edited};
use crate::level::edit::*;
use crate::level::toml_string;
use crate::test_support::Random;

const OTHERS: &str = "\
spawn.position = [0, 1, 0]
[[mover]] # lift
kind = 'block'
path = [
  [0, 0.5, 0], # below
  [0, 3, 0],   # above
]
speed = 1

  [[zone]]
  position = [4, 1, 0]
  size = [2, 2, 2] # m
  on_enter = \"teleport\"
  to = [1, 1.0, 1]

[[sign]]
position = [0, 0, -3]
text = \"Go\"   # on

[[mesh]]
file = \"a.obj\"
scale = -1.0
";

fn id(name: &str) -> EntryId {
    name.parse().unwrap()
}

#[test]
fn entries_of_every_table_are_moved_turned_and_sized_in_their_own_keys() {
    let numbers = EntryNumbers {
        position: DVec3::new(1.0, 2.0, 3.0),
        rotation_deg: DVec3::new(0.0, 45.0, 0.0),
        scale: DVec3::new(2.0, 1.0, 0.5),
    };
    let turned = "rotation_deg = [0.0, 45.0, 0.0]";
    for (name, changes) in [
        (
            "mover 0",
            vec![
                ("[0, 0.5, 0]", "[1, 2.0, 3]"),
                ("[0, 3, 0]", "[1, 4.5, 3]"),
                (
                    "]\nspeed",
                    &*format!("]\n{turned}\nscale = [2.0, 1.0, 0.5]\nspeed"),
                ),
            ],
        ),
        (
            "zone 0",
            vec![
                ("[4, 1, 0]\n", &*format!("[1, 2, 3]\n  {turned}\n")),
                ("[2, 2, 2]", "[2, 1, 0.5]"),
            ],
        ),
        (
            "sign 0",
            vec![("[0, 0, -3]\n", "[1, 2, 3]\nyaw_deg = 45.0\n")],
        ),
        (
            "mesh 0",
            vec![(
                "\"a.obj\"\nscale = -1.0",
                &*format!(
                    "\"a.obj\"\nposition = [1.0, 2.0, 3.0]\n{turned}\nscale = [2.0, 1.0, 0.5]"
                ),
            )],
        ),
    ] {
        let changed = edited(OTHERS, |level| level.set(id(name), &numbers));
        let expected = changes
            .iter()
            .fold(OTHERS.to_owned(), |text, (from, to)| text.replace(from, to));
        assert_eq!(changed, expected, "{name}");
        let read = LevelText::parse(changed).unwrap();
        let read = read.entry(id(name)).unwrap().numbers;
        assert_eq!(read.position, numbers.position, "{name}");
    }
}

#[test]
fn a_terrain_is_moved_and_sized_but_not_turned() {
    let text = "spawn.position = [0, 9, 0]\n[[terrain]]\nfile = 'hills.png'\nsize = [64, 8, 64]\n";
    let numbers = EntryNumbers {
        position: DVec3::Y,
        rotation_deg: DVec3::splat(30.0),
        scale: DVec3::new(64.0, 4.0, 64.0),
    };
    let changed = edited(text, |level| level.set(id("terrain 0"), &numbers));
    let expected = text.replace("'hills.png'\n", "'hills.png'\nposition = [0.0, 1.0, 0.0]\n");
    assert_eq!(changed, expected.replace("8, 64", "4, 64"));
}

#[test]
fn the_speed_of_a_mover_is_read_and_set() {
    let text = LevelText::parse(OTHERS).unwrap();
    let speed = text.entry(id("mover 0")).unwrap().speed.unwrap();
    let faster = edited(OTHERS, |level| {
        let faster = EditValue::Number(speed + 0.5);
        level.set_value(TableId::Entry(id("mover 0")), "speed", Some(&faster))
    });
    let read = LevelText::parse(&*faster).unwrap();
    assert_eq!(read.entry(id("mover 0")).unwrap().speed, Some(speed + 0.5));
    let changed: Vec<_> = OTHERS
        .lines()
        .zip(faster.lines())
        .filter(|(a, b)| a != b)
        .collect();
    assert!(
        matches!(changed[..], [(line, _)] if line.contains("speed")),
        "{changed:?}"
    );
    assert_eq!(text.entry(id("zone 0")).unwrap().speed, None);
}

#[test]
fn a_place_has_one_factor_and_writes_it_only_where_it_is_not_1() {
    let text =
        "spawn.position = [0, 9, 0]\n[prefabs.a]\n[[place]]\nprefab = 'a'\nposition = [1, 2, 3]\n";
    let mut numbers = EntryNumbers::at(DVec3::new(1.0, 2.0, 3.0));
    assert_eq!(
        edited(text, |level| level.set(id("place 0"), &numbers)),
        text
    );
    numbers.scale = DVec3::splat(1.5);
    let grown = edited(text, |level| level.set(id("place 0"), &numbers));
    assert_eq!(grown, text.replace("3]\n", "3]\nscale = 1.5\n"));
    numbers.scale = DVec3::ZERO;
    let least = edited(&grown, |level| level.set(id("place 0"), &numbers));
    assert_eq!(least, grown.replace("1.5", "0.001"));
}

#[test]
fn a_zone_without_a_target_has_no_point_to_move() {
    let without = OTHERS.replace("  to = [1, 1.0, 1]\n", "");
    let mut level = LevelText::parse(&*without).unwrap();
    let moved = level.set_point(id("zone 0"), 0, DVec3::X);
    assert_eq!(moved, Err(EditError::Points));
    assert_eq!(level.text(), without);
}

#[test]
fn points_of_a_path_and_the_target_of_a_teleport_are_moved() {
    let (lift, teleport) = (id("mover 0"), id("zone 0"));
    let up = |y| DVec3::Y * y;
    let higher = edited(OTHERS, |level| level.set_point(lift, 1, up(5.25)));
    assert_eq!(higher, OTHERS.replace("[0, 3, 0]", "[0, 5.25, 0]"));
    let target = edited(OTHERS, |level| level.set_point(teleport, 0, up(2.0)));
    assert_eq!(
        target,
        OTHERS.replace("to = [1, 1.0, 1]", "to = [0, 2.0, 0]")
    );
    let longer = edited(OTHERS, |level| level.add_point(lift, up(6.0)));
    assert_eq!(
        longer,
        OTHERS.replace("[0, 3, 0],", "[0, 3, 0], [0.0, 6.0, 0.0],")
    );
    for number in 0..3 {
        let shorter = edited(&longer, |level| level.remove_point(lift, number));
        let left = LevelText::parse(&*shorter).unwrap();
        let mut points = LevelText::parse(&*longer)
            .unwrap()
            .entries(EntryTable::Mover)[0]
            .points
            .clone();
        points.remove(number);
        assert_eq!(left.entries(EntryTable::Mover)[0].points, points);
        assert_eq!(number == 2, shorter == OTHERS);
    }
    let mut level = LevelText::parse(OTHERS).unwrap();
    for refused in [
        level.set_point(lift, 2, up(1.0)),
        level.set_point(id("sign 0"), 0, up(1.0)),
        level.set_point(teleport, 1, up(1.0)),
        level.add_point(teleport, up(1.0)),
        level.remove_point(lift, 0),
    ] {
        assert_eq!(refused, Err(EditError::Points));
    }
    assert_eq!(
        level.set_point(lift, 0, up(f64::NAN)),
        Err(EditError::OutOfRange)
    );
    assert_eq!(level.text(), OTHERS);
}

fn set_text(level: &mut LevelText, entry: EntryId, text: &str) -> Result<TextPatch, EditError> {
    let text = EditValue::Text(text.to_owned());
    level.set_value(TableId::Entry(entry), "text", Some(&text))
}

#[test]
fn texts_are_set_and_hostile_ones_stay_one_string() {
    let sign = id("sign 0");
    for text in [
        "Up \"here\"\nand on",
        "\"\n[[prop]]",
        "'''",
        "\u{1}\u{feff}\r\\",
    ] {
        let said = edited(OTHERS, |level| set_text(level, sign, text));
        let read = LevelText::parse(&*said).unwrap();
        assert_eq!(read.entry(sign).unwrap().text.as_deref(), Some(text));
        assert_eq!(said, OTHERS.replace("\"Go\"", &toml_string(text)));
    }
    let added = edited(OTHERS, |level| set_text(level, id("zone 0"), "Hop"));
    assert_eq!(
        added,
        OTHERS.replace("to = [1, 1.0, 1]\n", "to = [1, 1.0, 1]\n  text = \"Hop\"\n")
    );
}

#[test]
fn entries_of_every_table_are_copied_pasted_and_removed() {
    for name in ["mover 0", "zone 0", "sign 0", "mesh 0"] {
        let (first, table) = (id(name), id(name).table);
        let second = EntryId { number: 1, ..first };
        let twice = edited(OTHERS, |level| level.copy(first));
        assert_eq!(edited(&twice, |level| level.remove(second)), OTHERS);
        let mut level = LevelText::parse(OTHERS).unwrap();
        let keys = level.keys(first).unwrap().to_owned();
        let mut pasted = level.entry(first).unwrap().clone();
        level.add(table, &keys, &pasted.numbers).unwrap();
        assert_eq!(level.entry(second), Some(&pasted), "{name}");
        pasted.numbers.position += DVec3::X;
        level.set(second, &pasted.numbers).unwrap();
        level.remove(second).unwrap();
        assert_eq!(level.text(), OTHERS, "{name}");
        for keys in [
            "",
            "position = 1",
            "position = [0, 0, 0]\n[[prop]]\nposition = [0, 0, 0]",
            "[",
        ] {
            let at = EntryNumbers::at(DVec3::ZERO);
            let refused = level.add(EntryTable::Sign, keys, &at);
            assert!(matches!(refused, Err(EditError::Unreadable(_))), "{keys}");
        }
    }
    let mut level = LevelText::parse(OTHERS).unwrap();
    let at = EntryNumbers::at(DVec3::ZERO);
    assert_eq!(level.copy(EntryId::SPAWN), Err(EditError::OneSpawn));
    assert_eq!(level.remove(EntryId::SPAWN), Err(EditError::OneSpawn));
    assert_eq!(
        level.add(EntryTable::Spawn, "", &at),
        Err(EditError::OneSpawn)
    );
    assert_eq!(level.text(), OTHERS);
}

#[test]
fn only_the_placements_of_props_are_left_out() {
    let text = format!("{SPAWN}[[prop]]\nkind = 'crate' # a\nposition = [0, 0, 0]\nscale = 2\n");
    let level = LevelText::parse(&*text).unwrap();
    let mut moved = level.clone();
    moved
        .set(
            EntryId::prop(0),
            &EntryNumbers {
                scale: DVec3::splat(3.0),
                ..EntryNumbers::at(DVec3::ONE)
            },
        )
        .unwrap();
    assert_eq!(moved.without_placements(), level.without_placements());
    let other = LevelText::parse(text.replace("crate", "fence")).unwrap();
    assert_ne!(other.without_placements(), level.without_placements());
}

#[test]
fn random_edits_of_hostile_texts_can_be_undone_and_lose_nothing() {
    let pieces = [
        "# c é\n",
        "\n",
        "\r\n",
        "[[prop]]\nkind = 'crate'\nposition = [0, 0, 0]\n",
        "[[prop]] # x\nposition.x = 1\n",
        "[player]\nradius = 0.4\n",
        "[[sign]]\ntext = '''\n[[sign]]\n'''\nposition = [0, 0, 0]\n",
        "  [[zone]]\n  position=[1,2,3]#\n\tsize=[ 1 ,\n1,1]\n",
        "[[mesh]]\nfile = 'a'\n",
        "[[mover]]\npath = [[0,0,0],\n[1,1,1],[2,2,2]]\nkind = \"x\"\n",
        "[[mover]]\npath = []\n",
        "[[zone]]\nposition = [0, 0, 0]\n[zone.more]\nto = [1, 1, 1]\n",
    ];
    let mut random = Random::new(11);
    let (mut changed, mut kept) = (0, 0);
    for case in 0..1000 {
        let mut text = SPAWN.to_owned();
        for _ in 0..random.below(7) {
            text += pieces[random.below(pieces.len())];
        }
        let Ok(before) = LevelText::parse(&*text) else {
            continue;
        };
        for table in EntryTable::ALL {
            let entry = EntryId {
                table,
                number: random.below(before.entries(table).len() + 1),
            };
            let numbers = EntryNumbers {
                position: random.vec3(9.0),
                rotation_deg: random.vec3(180.0),
                scale: random.vec3(3.0).abs(),
            };
            let mut after = before.clone();
            let keys = before
                .keys(entry)
                .unwrap_or("position = [0, 0, 0]")
                .to_owned();
            let edit = random.below(6);
            let result = match edit {
                0 => after.set(entry, &numbers),
                1 => after.add(table, &keys, &numbers),
                2 => after.copy(entry),
                3 => after.remove(entry),
                4 => set_text(&mut after, entry, "\"'\n[[zone]]"),
                _ => after.remove_point(entry, random.below(3)),
            };
            let place = format!("case {case}, {entry}: {text}\nnow {}", after.text());
            match result {
                Ok(patch) => {
                    assert_eq!(
                        Ok(&after),
                        LevelText::parse(after.text()).as_ref(),
                        "{place}"
                    );
                    // The other tables have what they had.
                    for other in EntryTable::ALL.into_iter().filter(|other| *other != table) {
                        assert_eq!(after.entries(other), before.entries(other), "{place}");
                    }
                    // Only an entry that is removed takes its comment along.
                    let comments = |text: &str| text.matches("# c é").count();
                    let (left, all) = (comments(after.text()), comments(&text));
                    assert!(left == all || edit == 3 && left < all, "{place}");
                    after.apply(&patch.inverse()).unwrap();
                    changed += 1;
                }
                Err(_) => kept += 1,
            }
            assert_eq!(after, before, "{place}");
        }
    }
    assert!(changed > 500 && kept > 500, "{changed}, {kept}");
}
