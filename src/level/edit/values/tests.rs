//! Values of keys are set and removed in every notation, and nothing else changes.

use super::*;
use glam::DVec3;

const TEXT: &str = "\u{feff}# A yard\r\nformat = 1\r\nname = 'Yard'  # mine\r\nspawn = { position = [0, 1, 0], mode = \"fly\" }\r\n\
                    surfaces.wet.friction = 0.8 # rain\r\n\r\n\
                    [[zone]] # pad\r\nposition = [0, 0, 0]\r\nsize = [1, 1, 1]\r\non_enter = \"launch\"\r\nvelocity = [0, 9, 0.0]  # up\r\n\
                    text = \"Hop\" # said\r\n\r\n\
                    [surfaces.ice]\r\nfriction = 0.1\r\n\r\n[[mesh]]\r\nfile = \"a.obj\"\r\ncollide = false\r\n";

fn zone() -> TableId {
    TableId::Entry("zone 0".parse().expect("an id"))
}

/// The text after a key was set, which can be undone.
fn set(text: &str, table: TableId, key: &str, value: Option<EditValue>) -> String {
    let before = LevelText::parse(text).expect("a level's text");
    let mut level = before.clone();
    let patch = level
        .set_value(table, key, value.as_ref())
        .expect("a value");
    assert_eq!(Ok(&level), LevelText::parse(level.text()).as_ref());
    assert_eq!(level.value(table, key), value);
    let after = level.text().to_owned();
    level.apply(&patch.inverse()).expect("undo");
    assert_eq!(level, before);
    after
}

fn text(text: &str) -> Option<EditValue> {
    Some(EditValue::Text(text.to_owned()))
}

#[test]
fn a_value_is_replaced_and_all_around_it_stays() {
    let faster = Some(EditValue::Vector(DVec3::new(0.0, 11.5, 0.0)));
    let mesh = TableId::Entry("mesh 0".parse().expect("an id"));
    let spawn = TableId::Entry(EntryId::SPAWN);
    for (table, key, value, before, after) in [
        (
            TableId::Head,
            "name",
            text("Say \"hi\""),
            "'Yard'",
            r#""Say \"hi\"""#,
        ),
        (zone(), "velocity", faster, "[0, 9, 0.0]", "[0, 11.5, 0.0]"),
        (
            zone(),
            "text",
            text("Up\nand on"),
            "\"Hop\"",
            "\"Up\\nand on\"",
        ),
        (
            mesh,
            "collide",
            Some(EditValue::Switch(true)),
            "false",
            "true",
        ),
        (spawn, "mode", text("walk"), "\"fly\"", "\"walk\""),
        // Surfaces are in the order of their names: ice, wet.
        (
            TableId::Surface(0),
            "friction",
            Some(EditValue::Number(0.25)),
            "0.1\r",
            "0.25\r",
        ),
        (
            TableId::Surface(1),
            "friction",
            Some(EditValue::Number(2.0)),
            "0.8",
            "2.0",
        ),
    ] {
        assert_eq!(
            set(TEXT, table, key, value),
            TEXT.replacen(before, after, 1)
        );
    }
}

#[test]
fn a_missing_key_goes_behind_those_that_the_reference_has_before_it() {
    for (table, key, value, behind, added) in [
        (
            TableId::Head,
            "about",
            text("Walk"),
            "# mine\r\n",
            "about = \"Walk\"\r\n",
        ),
        (
            zone(),
            "to",
            Some(EditValue::Vector(DVec3::X)),
            "\"launch\"\r\n",
            "to = [1.0, 0.0, 0.0]\r\n",
        ),
        (
            TableId::Surface(0),
            "one_way",
            Some(EditValue::Switch(true)),
            "0.1\r\n",
            "one_way = true\r\n",
        ),
        (
            TableId::Surface(1),
            "ladder",
            Some(EditValue::Switch(true)),
            "# rain\r\n",
            "surfaces.wet.ladder = true\r\n",
        ),
        (
            TableId::Entry(EntryId::SPAWN),
            "yaw_deg",
            Some(EditValue::Number(9.5)),
            "[0, 1, 0]",
            ", yaw_deg = 9.5",
        ),
    ] {
        let expected = TEXT.replacen(behind, &format!("{behind}{added}"), 1);
        assert_eq!(set(TEXT, table, key, value), expected);
    }
}

#[test]
fn a_key_is_removed_with_its_line_but_without_its_comment() {
    let spawn = TableId::Entry(EntryId::SPAWN);
    for (table, key, before, after) in [
        (zone(), "text", "text = \"Hop\" # said", "# said"),
        (TableId::Surface(0), "friction", "friction = 0.1\r\n", ""),
        (
            TableId::Surface(1),
            "friction",
            "surfaces.wet.friction = 0.8 # rain",
            "# rain",
        ),
        (spawn, "mode", ", mode = \"fly\"", ""),
        (spawn, "yaw_deg", "", ""),
    ] {
        if table == TableId::Surface(1) {
            // Its table goes with its only key.
            let mut level = LevelText::parse(TEXT).expect("a level's text");
            level.set_value(table, key, None).expect("no value");
            assert_eq!(level.text(), TEXT.replacen(before, after, 1));
            continue;
        }
        assert_eq!(set(TEXT, table, key, None), TEXT.replacen(before, after, 1));
    }
    // The first of an inline table.
    let inline = "spawn = { mode = \"fly\" , position = [0, 1, 0] }\n";
    assert_eq!(
        set(inline, spawn, "mode", None),
        inline.replace("mode = \"fly\" , ", "")
    );
}

#[test]
fn a_surface_is_added_behind_the_others_and_named_by_an_entry() {
    let mut level = LevelText::parse(TEXT).expect("a level's text");
    let patch = level
        .add_surface("my mud", "friction = 10.0")
        .expect("a surface");
    let added = "friction = 0.1\r\n\r\n[surfaces.\"my mud\"]\r\nfriction = 10.0\r\n";
    assert_eq!(level.text(), TEXT.replace("friction = 0.1\r\n", added));
    assert_eq!(
        level.surfaces().collect::<Vec<_>>(),
        ["ice", "my mud", "wet"]
    );
    level.apply(&patch.inverse()).expect("undo");
    assert_eq!(level.text(), TEXT);
    let again = level.add_surface("ice", "friction = 1.0");
    assert!(matches!(again, Err(EditError::Unreadable(_))));
    assert_eq!(level.text(), TEXT);
    // At the end of a text without a last line end.
    let mut level = LevelText::parse("spawn.position = [0, 1, 0]").expect("a level's text");
    level
        .add_surface("ice", "friction = 0.1")
        .expect("a surface");
    assert_eq!(
        level.text(),
        "spawn.position = [0, 1, 0]\n\n[surfaces.ice]\nfriction = 0.1"
    );
    assert_eq!(
        level.set_value(TableId::Surface(1), "friction", None),
        Err(EditError::NoSurface)
    );
}

#[test]
fn a_moved_entry_takes_the_surfaces_behind_it_along() {
    let mut level = LevelText::parse(TEXT).expect("a level's text");
    level
        .set_value(zone(), "text", text("A much longer text").as_ref())
        .expect("a text");
    level
        .set_value(
            TableId::Surface(0),
            "friction",
            Some(&EditValue::Number(0.3)),
        )
        .expect("a number");
    let expected = TEXT
        .replace("\"Hop\"", "\"A much longer text\"")
        .replace("0.1\r", "0.3\r");
    assert_eq!(level.text(), expected);
}
