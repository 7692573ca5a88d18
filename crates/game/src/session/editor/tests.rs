//! Tests of the editor: its edits of the text, and its questions.

use std::fs;

use crate::options::edit_action::{Nudge, NudgeKind, ValueChange};
use crate::session::editor::confirmation::{Confirmation, DiscardCause};
use crate::session::editor::saving::Saved;
use crate::session::editor::*;
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::level::EditValue;

const TEXT: &str = "\
# A yard
spawn = { position = [0, 1, 0] }

[[prop]] # the first
kind = \"crate\"
position = [1.0, 0.5, -3.0]

[[prop]]
kind = \"fence\"
position = [4, 0, 0]
scale = 2
";

fn editor() -> Editor {
    Editor::new("level.toml".as_ref(), TEXT).expect("a level's text")
}

fn prop(number: usize) -> Option<EntryId> {
    Some(EntryId::prop(number))
}

fn ahead(fine: bool, repeated: bool) -> Nudge {
    let kind = NudgeKind::Move {
        right: 0.0,
        up: 0.0,
        ahead: 1.0,
    };
    Nudge {
        kind,
        fine,
        repeated,
    }
}

/// Moves the selected prop ahead, as seen along -Z, by one step.
fn nudge_ahead(editor: &mut Editor) {
    editor
        .nudge(&ahead(false, false), BinaryAngle::ZERO)
        .unwrap();
}

fn positions(editor: &Editor) -> Vec<DVec3> {
    let props = editor.entries(EntryTable::Prop).iter();
    props.map(|prop| prop.numbers.position).collect()
}

#[test]
fn nudges_follow_the_view_and_undo_restores_the_text() {
    let mut editor = editor();
    // Looking along +X, and a little aside.
    let yaw = BinaryAngle::from_degrees(-80.0);
    editor.nudge(&ahead(false, false), yaw).unwrap();
    assert!(!editor.is_dirty(), "nothing is selected");
    editor.select(prop(0));
    editor.nudge(&ahead(false, false), yaw).unwrap();
    assert_eq!(editor.text(), TEXT.replace("[1.0, 0.5", "[1.1, 0.5"));
    // A held key: a hundred more nudges in one undo step.
    for _ in 0..100 {
        editor.nudge(&ahead(false, true), yaw).unwrap();
    }
    assert_eq!(editor.text(), TEXT.replace("[1.0, 0.5", "[11.1, 0.5"));
    editor.nudge(&ahead(true, false), yaw).unwrap();
    assert_eq!(positions(&editor)[0].x, 11.11);
    assert_eq!(editor.history.len(), 2);
    editor.select(None);
    for (text, selected, more) in [
        (TEXT.replace("[1.0, 0.5", "[11.1, 0.5"), prop(0), true),
        (TEXT.to_owned(), prop(0), true),
        (TEXT.to_owned(), prop(0), false),
    ] {
        assert_eq!(editor.undo(), Ok(more));
        assert_eq!((editor.text(), editor.selected()), (&*text, selected));
    }
    assert!(!editor.is_dirty());
    assert_eq!(editor.redo(), Ok(true));
    assert_eq!(positions(&editor)[0].x, 11.1);
}

#[test]
fn turning_wraps_around_and_scaling_changes_one_axis_or_all() {
    let mut editor = editor();
    editor.select(prop(1));
    let nudge = |kind| Nudge {
        kind,
        fine: false,
        repeated: false,
    };
    let turn = NudgeKind::Turn {
        axis: 1,
        direction: 1.0,
    };
    for _ in 0..37 {
        editor.nudge(&nudge(turn), BinaryAngle::ZERO).unwrap();
    }
    // 37 times 5 degrees.
    assert_eq!(
        editor.selected_entry().unwrap().numbers.rotation_deg.y,
        -175.0
    );
    let larger = nudge(NudgeKind::Scale { larger: true });
    editor.nudge(&larger, BinaryAngle::ZERO).unwrap();
    assert!(
        editor.text().ends_with("scale = 2.1\n"),
        "{}",
        editor.text()
    );
    editor.next_axis();
    editor.nudge(&larger, BinaryAngle::ZERO).unwrap();
    assert!(editor.text().ends_with("scale = [2.205, 2.1, 2.1]\n"));
    for _ in 0..3 {
        editor.next_axis();
    }
    assert_eq!(editor.axis, None);
}

#[test]
fn moved_props_are_placed_and_added_or_removed_ones_load_the_level() {
    let mut editor = editor();
    assert_eq!(editor.take_update(), PendingUpdate::Nothing);
    editor.select(prop(1));
    nudge_ahead(&mut editor);
    let numbers = editor.selected_entry().unwrap().numbers;
    assert_eq!(numbers.position, DVec3::new(4.0, 0.0, -0.1));
    assert_eq!(
        editor.take_update(),
        PendingUpdate::Props(vec![(1, numbers)])
    );
    assert_eq!(editor.take_update(), PendingUpdate::Nothing);

    editor.set_color([1, 2, 3]).unwrap();
    assert!(editor.has_played_numbers(), "a press selects what is seen");
    editor.copy(DVec3::ZERO).unwrap();
    assert!(!editor.has_played_numbers());
    assert_eq!(editor.selected(), prop(2));
    assert_eq!(editor.take_update(), PendingUpdate::Level);
    let loaded = editor.text().to_owned();
    // The copy is moved before the level is loaded.
    nudge_ahead(&mut editor);
    assert_eq!(editor.take_update(), PendingUpdate::Level);
    editor.mark_played(&loaded);
    let numbers = editor.selected_entry().unwrap().numbers;
    assert_eq!(
        editor.take_update(),
        PendingUpdate::Props(vec![(2, numbers)])
    );

    editor.delete().unwrap();
    assert_eq!(
        (editor.take_update(), editor.selected()),
        (PendingUpdate::Level, None)
    );
    let text = editor.text().to_owned();
    editor.mark_played(&text);
    let item = Item::named("crate").unwrap();
    editor
        .add(item.table, &item.lines(), &EntryNumbers::at(DVec3::ONE))
        .unwrap();
    assert_eq!(editor.selected_entry().unwrap().kind, "crate");
    let spawn = EntryNumbers {
        rotation_deg: DVec3::Y * 90.0,
        ..EntryNumbers::at(DVec3::Y)
    };
    let text = editor.text().to_owned();
    editor.mark_played(&text);
    editor.set_spawn(&spawn).unwrap();
    assert_eq!(editor.take_update(), PendingUpdate::Level);
    for _ in 0..6 {
        assert_eq!(editor.undo(), Ok(true));
    }
    assert_eq!(editor.text(), TEXT);
}

#[test]
fn what_undo_and_redo_change_in_a_props_looks_loads_the_level() {
    let text = TEXT.replace("fence", "block");
    let mut editor = Editor::new("level.toml".as_ref(), &text).expect("a level's text");
    let change = |key, value| ValueChange {
        table: TableId::Entry(EntryId::prop(1)),
        key,
        value: Some(value),
    };
    editor.select(prop(1));
    for edit in [
        |editor: &mut Editor, _: ValueChange| editor.set_color([0xC2, 0x6A, 0x05]),
        |editor: &mut Editor, change| editor.change(&change, DVec3::ZERO),
    ] {
        let collide = change("collide", EditValue::Text("hull".to_owned()));
        edit(&mut editor, collide).expect("an edit");
        for restores in [Editor::undo, Editor::redo, Editor::undo] {
            assert_eq!(editor.take_update(), PendingUpdate::Level);
            let played = editor.text().to_owned();
            editor.mark_played(&played);
            assert_eq!(restores(&mut editor), Ok(true));
        }
        assert_eq!(editor.take_update(), PendingUpdate::Level);
        editor.mark_played(&text);
    }
    // A prop that was only moved is placed, although its step began with another key.
    nudge_ahead(&mut editor);
    assert!(matches!(editor.take_update(), PendingUpdate::Props(_)));
    editor.undo().expect("undo");
    assert!(matches!(editor.take_update(), PendingUpdate::Props(_)));
}

#[test]
fn a_click_moves_nothing_and_a_drag_is_one_undo_step() {
    let mut editor = editor();
    editor.select(prop(0));
    let ray = |yaw| {
        let axes = ViewAxes::new(BinaryAngle::from_degrees(yaw), BinaryAngle::ZERO);
        Ray {
            eye: DVec3::Y * 1.6,
            look: axes.look,
            heading: axes.heading,
        }
    };
    let (eye, look) = (ray(0.0).eye, ray(0.0).look);
    let plane = DragPlane::new(eye, look, eye + look * 3.0);
    editor.begin_drag(&ray(0.0), plane, Magnet::off());
    assert_eq!(editor.update_drag(&ray(0.0)), None);
    let start = positions(&editor)[0];
    let end = editor.update_drag(&ray(90.0)).unwrap();
    // 3 m ahead become 3 m to the left.
    assert!(
        end.distance(start + DVec3::new(-3.0, 0.0, 3.0)) < 1e-9,
        "{end}"
    );
    for x in 0..20 {
        editor.move_to(DVec3::X * f64::from(x), true).unwrap();
    }
    assert_eq!(
        (positions(&editor)[0], editor.history.len()),
        (DVec3::X * 19.0, 1)
    );
    editor.end_drag();
    assert_eq!(editor.update_drag(&ray(40.0)), None);
    // The next drag is another step.
    editor.begin_drag(&ray(0.0), plane, Magnet::off());
    editor.move_to(DVec3::ZERO, true).unwrap();
    assert_eq!(editor.history.len(), 2);
}

#[test]
fn discarding_edits_needs_the_same_action_twice() {
    let mut editor = editor();
    assert!(editor.confirm_discard(DiscardCause::Quit));
    editor.select(prop(0));
    nudge_ahead(&mut editor);
    assert!(!editor.confirm_discard(DiscardCause::Quit));
    assert!(
        !editor.confirm_discard(DiscardCause::Reload),
        "another question"
    );
    assert!(editor.confirm_discard(DiscardCause::Reload));
    assert!(!editor.confirm_discard(DiscardCause::Quit));
    editor.cancel_discard();
    assert!(
        !editor.confirm_discard(DiscardCause::Quit),
        "something else was done"
    );
    // An edit withdraws the question.
    nudge_ahead(&mut editor);
    assert_eq!(editor.confirmation(), None);
    // The question about a changed file covers the reload.
    editor.report_external_change(Some(vec![]));
    assert!(editor.confirm_discard(DiscardCause::Reload));
    editor.discard_edits();
    assert_eq!((editor.text(), editor.is_dirty()), (TEXT, false));
}

#[test]
fn a_file_changed_on_disk_keeps_the_selection() {
    let mut editor = editor();
    editor.select(prop(1));
    let outside = TEXT.replace("[4, 0, 0]", "[5, 0, 0]");
    editor.reload_from_disk(&outside).unwrap();
    assert_eq!((editor.text(), editor.selected()), (&*outside, prop(1)));
    assert_eq!(
        (editor.take_update(), editor.is_dirty()),
        (PendingUpdate::Nothing, false)
    );
    editor
        .reload_from_disk(&TEXT[..TEXT.find("[[prop]]\nkind = \"f").unwrap()])
        .unwrap();
    assert_eq!(editor.selected(), None, "it is gone");
    assert!(editor.reload_from_disk("[").is_err());
}

#[test]
fn changes_of_another_program_are_saved_with_the_edits() {
    let path = std::env::temp_dir().join(format!("sidle-merge-{}.toml", std::process::id()));
    fs::write(&path, TEXT).unwrap();
    let mut editor = Editor::new(&path, TEXT).unwrap();
    editor.select(prop(0));
    nudge_ahead(&mut editor);
    let own = TEXT.replace("0.5, -3.0]", "0.5, -3.1]");
    assert_eq!(editor.text(), own);
    assert_ne!(editor.take_update(), PendingUpdate::Nothing);
    // Another program moves the fence.
    let theirs = TEXT.replace("[4, 0, 0]", "[5, 0, 0]");
    let both = own.replace("[4, 0, 0]", "[5, 0, 0]");
    fs::write(&path, &theirs).unwrap();
    assert_eq!(editor.save(), Ok(Saved::Merged));
    assert_eq!((editor.text(), editor.is_dirty()), (&*both, false));
    assert_eq!(fs::read_to_string(&path).unwrap(), both);
    let moved = editor.entries(EntryTable::Prop)[1].numbers;
    assert_eq!(editor.take_update(), PendingUpdate::Props(vec![(1, moved)]));
    // Undo takes the merge back first, then the edit.
    assert_eq!(editor.undo(), Ok(true));
    assert_eq!(editor.text(), own);
    assert_eq!(editor.undo(), Ok(true));
    assert_eq!(editor.text(), TEXT);
    // A change that is noticed before saving.
    let mut editor = Editor::new(&path, &both).unwrap();
    editor.select(prop(0));
    nudge_ahead(&mut editor);
    assert!(editor.merge_external_change(both.replace("A yard", "My yard").as_bytes()));
    assert!(editor.text().starts_with("# My yard") && editor.is_dirty());
    // A change of the same number is not.
    assert!(!editor.merge_external_change(both.replace("-3.1", "-9").as_bytes()));
    assert!(!editor.merge_external_change(b"\xff"));
    fs::remove_file(&path).unwrap();
}

#[test]
fn saving_over_a_changed_file_needs_confirmation() {
    let path = std::env::temp_dir().join(format!("sidle-editor-{}.toml", std::process::id()));
    fs::write(&path, TEXT).unwrap();
    let mut editor = Editor::new(&path, TEXT).unwrap();
    editor.select(prop(0));
    nudge_ahead(&mut editor);
    assert_eq!(editor.save(), Ok(Saved::Own));
    assert!(!editor.is_dirty());
    assert_eq!(fs::read_to_string(&path).unwrap(), editor.text());
    // Undo after saving makes unsaved edits.
    editor.undo().unwrap();
    assert!(editor.is_dirty());
    fs::write(&path, "theirs").unwrap();
    assert_eq!(editor.save(), Ok(Saved::Asks));
    assert_eq!(
        editor.confirmation(),
        Some(&Confirmation::Overwrite(Some(b"theirs".to_vec())))
    );
    // Another change on disk needs another confirmation.
    fs::write(&path, "theirs again").unwrap();
    assert_eq!(editor.save(), Ok(Saved::Asks));
    assert_eq!(editor.save(), Ok(Saved::Own));
    assert_eq!(fs::read_to_string(&path).unwrap(), TEXT);
    fs::remove_file(&path).unwrap();
}

#[test]
fn items_of_the_palette_are_added_selected_and_undone() {
    for item in &ITEMS {
        let mut editor = editor();
        let numbers = EntryNumbers {
            scale: item.scale,
            ..EntryNumbers::at(DVec3::new(1.0, 2.0, 3.0))
        };
        editor.add(item.table, &item.lines(), &numbers).unwrap();
        let added = editor.selected_entry().unwrap().clone();
        assert_eq!(added.numbers.position, numbers.position, "{}", item.name);
        if item.table != EntryTable::Sign {
            assert_eq!(added.numbers.scale, item.scale, "{}", item.name);
        }
        assert_eq!(editor.take_update(), PendingUpdate::Level);
        editor.copy(DVec3::X).unwrap();
        let copy = editor.selected_entry().unwrap().numbers;
        assert_eq!(copy.position, numbers.position + DVec3::X);
        editor.keep_copy().unwrap();
        let (table, keys, kept) = editor.clipboard().cloned().unwrap();
        editor.add(table, &keys, &kept.numbers).unwrap();
        assert_eq!(editor.selected_entry().unwrap().numbers, copy);
        for _ in 0..3 {
            assert_eq!(editor.undo(), Ok(true), "{}", item.name);
        }
        assert_eq!(editor.text(), TEXT);
    }
}

#[test]
fn the_shipped_level_of_each_item_has_no_errors() {
    let mut text = "format = 1\nname = \"All\"\n[spawn]\nposition = [0, 1, 0]\n".to_owned();
    let mut x = 0.0;
    for item in &ITEMS {
        let mut editor = Editor::new("level.toml".as_ref(), &text).unwrap();
        x += 10.0;
        let numbers = EntryNumbers {
            scale: item.scale,
            ..EntryNumbers::at(DVec3::new(x, 2.0, 3.0))
        };
        editor.add(item.table, &item.lines(), &numbers).unwrap();
        editor.text().clone_into(&mut text);
    }
    let folder = crate::test_support::Folder::new("palette");
    let path = folder.0.join("a.toml");
    fs::write(&path, text).unwrap();
    let loaded = sidle::level::load_level(&path, &crate::platform::HostFiles);
    assert!(loaded.level.is_some(), "{:?}", loaded.diagnostics);
}

#[test]
fn points_of_a_path_are_selected_moved_added_and_deleted() {
    let mut editor = editor();
    let lift = Item::named("lift").unwrap();
    let numbers = EntryNumbers {
        scale: lift.scale,
        ..EntryNumbers::at(DVec3::X)
    };
    editor.add(lift.table, &lift.lines(), &numbers).unwrap();
    let points = |editor: &Editor| editor.selected_entry().unwrap().points.clone();
    editor.select_point(1);
    editor.move_to(DVec3::new(1.0, 5.0, 0.0), false).unwrap();
    assert_eq!(points(&editor), [DVec3::X, DVec3::new(1.0, 5.0, 0.0)]);
    editor.add_point().unwrap();
    assert_eq!(editor.selected_point(), Some(2));
    assert_eq!(editor.position(), Some(DVec3::new(1.0, 10.0, 0.0)));
    editor.delete().unwrap();
    assert_eq!((points(&editor).len(), editor.selected_point()), (2, None));
    // The whole path follows its mover.
    editor.move_to(DVec3::ZERO, false).unwrap();
    assert_eq!(points(&editor), [DVec3::ZERO, DVec3::Y * 5.0]);
    editor.select_point(9);
    assert_eq!(editor.selected_point(), None);
    // Undo and Esc know the point too.
    editor.select_point(1);
    editor.move_to(DVec3::X, false).unwrap();
    editor.select(None);
    editor.undo().unwrap();
    assert_eq!(editor.selected_point(), Some(1));
    editor.deselect();
    assert!(editor.selected().is_some() && editor.selected_point().is_none());
    editor.deselect();
    assert_eq!(editor.selected(), None);
}
