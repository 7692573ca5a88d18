//! Tests of several entries that are selected at once.

use super::*;
use crate::options::edit_action::Own;
use sidle::geometry::Placement;
use sidle::level::LevelText;

const TEXT: &str = "spawn.position = [0, 1, 0]\n\
    [[prop]]\nkind = 'block' # a\nposition = [0, 0, 0]\n\
    [[prop]]\nkind = 'crate' # b\nposition = [1.1, 0, -3]\n\
    [[prop]]\nkind = 'crate' # c\nposition = [4, 2, 0]\n\
    [[sign]]\nposition = [5, 0, 0]\ntext = 'd'\n";

fn prop(number: usize) -> EntryId {
    EntryId::prop(number)
}

const SIGN: EntryId = EntryId {
    table: EntryTable::Sign,
    number: 0,
};

fn editor(selected: &[EntryId]) -> Editor {
    let mut editor = Editor::new("level.toml".as_ref(), TEXT).expect("a level's text");
    editor.select_all(selected);
    editor
}

/// The positions of props in this text, then of signs.
fn positions(editor: &Editor) -> Vec<[f64; 3]> {
    let level = LevelText::parse(editor.text()).expect("a level's text");
    let props = level.entries(EntryTable::Prop).iter();
    let all = props.chain(level.entries(EntryTable::Sign));
    all.map(|entry| entry.numbers.position.to_array()).collect()
}

#[test]
fn the_others_follow_the_first_one_and_one_undo_brings_all_back() {
    let mut editor = editor(&[prop(0), prop(1), SIGN]);
    for x in [0.1, 0.2, 0.3] {
        editor
            .move_to(DVec3::new(x, 1.0, 0.0), x > 0.1)
            .expect("a move");
    }
    let moved = [
        [0.3, 1.0, 0.0],
        [1.4, 1.0, -3.0],
        [4.0, 2.0, 0.0],
        [5.3, 1.0, 0.0],
    ];
    assert_eq!(positions(&editor), moved);
    assert_eq!(editor.undo(), Ok(true));
    assert_eq!(editor.text(), TEXT);
    assert_eq!(editor.undo(), Ok(false));
}

#[test]
fn undo_and_redo_bring_back_all_that_was_selected() {
    let all = [prop(0), prop(1), SIGN];
    let selected = |editor: &Editor| editor.all_selected().collect::<Vec<_>>();
    let copies = [prop(1), prop(3), SIGN];
    let copies = copies.map(|id| match id.table {
        EntryTable::Sign => EntryId { number: 1, ..id },
        _ => id,
    });
    type Edit = fn(&mut Editor) -> Result<(), EditError>;
    let edits: [(Edit, &[EntryId]); 3] = [
        (|editor| editor.move_to(DVec3::X, false), &all),
        (|editor| editor.copy(DVec3::X), &copies),
        (Editor::delete, &[]),
    ];
    for (edit, after) in edits {
        let mut editor = editor(&all);
        edit(&mut editor).expect("an edit");
        assert_eq!(selected(&editor), after);
        editor.select(Some(prop(2)));
        editor.undo().expect("undo");
        assert_eq!((selected(&editor), editor.text()), (all.to_vec(), TEXT));
        editor.select(None);
        editor.redo().expect("redo");
        assert_eq!(selected(&editor), after);
    }
}

#[test]
fn a_copy_comes_beside_the_first_of_those_that_are_copied_on_the_grid() {
    let boxed = |number: usize, x: f64, width: f64| {
        let half = DVec3::new(width * 0.5, 1.0, 1.0);
        let aabb = Aabb::from_points([DVec3::X * x - half, DVec3::X * x + half]);
        (prop(number), aabb.expect("a box"))
    };
    for (boxes, step, x) in [
        (vec![boxed(0, 3.0, 1.0)], 0.1, 1.0),
        (vec![boxed(0, 3.0, 1.04)], 0.1, 1.1),
        (vec![boxed(0, 3.0, 1.2), boxed(1, -6.0, 3.0)], 0.5, 1.5),
        (vec![], 0.5, 0.5),
    ] {
        let offset = beside(&boxes, step);
        assert!(offset.distance(DVec3::X * x) < 1e-9, "{offset}");
    }
}

#[test]
fn a_click_that_adds_keeps_the_selection_where_nothing_is() {
    let mut editor = editor(&[prop(0), prop(1)]);
    let selected = |editor: &Editor| editor.all_selected().collect::<Vec<_>>();
    editor.click(None, true);
    assert_eq!(selected(&editor), [prop(0), prop(1)]);
    editor.click(Some(SIGN), true);
    editor.click(Some(prop(1)), true);
    assert_eq!(selected(&editor), [prop(0), SIGN]);
    editor.click(Some(prop(2)), false);
    assert_eq!(selected(&editor), [prop(2)]);
    editor.click(None, false);
    assert!(selected(&editor).is_empty());
}

#[test]
fn a_new_entry_is_selected_alone() {
    let mut editor = editor(&[prop(0), prop(1), SIGN]);
    editor.move_to(DVec3::X, false).expect("a move");
    let moved = positions(&editor);
    editor
        .add(
            EntryTable::Prop,
            "kind = 'crate'\nposition = [0, 0, 0]",
            &EntryNumbers::at(DVec3::Z),
        )
        .expect("a crate");
    assert_eq!(editor.all_selected().collect::<Vec<_>>(), [prop(3)]);
    // A number of the palette joins the last undo step.
    editor.move_to(DVec3::X * 50.0, true).expect("a move");
    let after = positions(&editor);
    assert_eq!(
        (&after[..3], after[3], after[4]),
        (&moved[..3], [50.0, 0.0, 0.0], moved[3])
    );
}

#[test]
fn what_another_program_adds_above_leaves_nothing_selected() {
    let above = TEXT.replacen(
        "[[prop]]",
        "[[prop]]\nkind = 'fence'\nposition = [9, 0, 9]\n[[prop]]",
        1,
    );
    let mut merged = editor(&[prop(2), prop(0), prop(1)]);
    merged.move_to(DVec3::Y * 3.0, false).expect("a move");
    assert!(merged.merge_external_change(above.as_bytes()));
    let mut read = editor(&[prop(2), prop(0)]);
    read.reload_from_disk(&above).expect("a level's text");
    for mut editor in [merged, read] {
        assert_eq!(editor.all_selected().next(), None);
        let text = editor.text().to_owned();
        editor.delete().expect("nothing to delete");
        assert_eq!(editor.text(), text);
    }
}

#[test]
fn a_turn_leads_the_others_around_the_first_one_without_drift() {
    let mut editor = editor(&[prop(0), prop(1), SIGN]);
    let mut numbers = EntryNumbers::at(DVec3::ZERO);
    for step in 1..=90 {
        numbers.rotation_deg.y = f64::from(step);
        editor.place(&numbers, step > 1).expect("a turn");
    }
    let turned = [
        [0.0; 3],
        [-3.0, 0.0, -1.1],
        [4.0, 2.0, 0.0],
        [0.0, 0.0, -5.0],
    ];
    assert_eq!(positions(&editor), turned);
    assert!(
        editor.text().contains("rotation_deg = [0.0, 90.0, 0.0]")
            && editor.text().contains("yaw_deg = 90")
    );
    assert_eq!((editor.undo(), editor.text()), (Ok(true), TEXT));
}

#[test]
fn a_tilt_leads_the_others_as_one_rigid_body() {
    let all = [prop(1), prop(0), prop(2), SIGN];
    let frames = |editor: &Editor| {
        let placement = |id: &EntryId| editor.entries(id.table)[id.number].numbers.placement();
        [0, 1, 2].map(|number| placement(&all[number]))
    };
    // What the others see of the first one.
    let seen = |frames: &[Placement; 3], other: usize| {
        let back = frames[0].rotation.transpose();
        let offset = frames[other].position - frames[0].position;
        (back * offset, back * frames[other].rotation)
    };
    let turns = [
        [0.0, 0.0, 0.0],
        [90.0, 0.0, 0.0],
        [0.0, 0.0, -90.0],
        [-90.0, 30.0, 40.0],
        [20.0, -170.0, 65.0],
        [-100.0, 10.0, 179.9],
    ]
    .map(DVec3::from_array);
    for (number, turn) in turns.into_iter().enumerate() {
        for tilt in turns {
            let mut editor = editor(&[]);
            for (id, by) in all.iter().zip([0, 1, 2]) {
                editor.select(Some(*id));
                let numbers = EntryNumbers {
                    rotation_deg: turns[(number + by) % turns.len()],
                    ..editor.entries(id.table)[id.number].numbers
                };
                editor.place(&numbers, false).expect("a turn");
            }
            let before = frames(&editor);
            editor.select_all(&all);
            let numbers = EntryNumbers {
                rotation_deg: tilt,
                ..EntryNumbers::at(DVec3::new(1.0, 2.0, 3.0))
            };
            editor.place(&numbers, false).expect("a tilt");
            let after = frames(&editor);
            for other in [1, 2] {
                let (was, is) = (seen(&before, other), seen(&after, other));
                // The text has millimetres and tenths of a degree.
                let is_near = was.0.distance(is.0) < 2e-3 && was.1.abs_diff_eq(is.1, 4e-3);
                assert!(is_near, "{turn} to {tilt}: {was:?} {is:?}");
            }
            assert!(!editor.text().contains("pitch_deg"), "a sign stays upright");
        }
    }
}

#[test]
fn a_copied_place_is_put_down_by_its_scaled_box() {
    let text = TEXT.to_owned()
        + "[prefabs.a]\nprop = [{ kind = 'crate', position = [0, 0, 0] }]\n\
           [[place]]\nprefab = 'a'\nposition = [1, 0, 0]\nscale = 3\n";
    let mut editor = Editor::new("level.toml".as_ref(), &text).expect("a level's text");
    editor.select(Some(EntryId {
        table: EntryTable::Place,
        number: 0,
    }));
    editor.keep_copy().expect("a copy");
    let numbers = editor.clipboard().expect("a copy").2.numbers;
    assert_eq!(numbers.scale, DVec3::splat(3.0));
    editor.paste(&numbers).expect("pasted");
    assert_eq!(editor.text().matches("scale = 3").count(), 2);
}

#[test]
fn several_are_copied_deleted_and_pasted_as_one_step() {
    let mut editor = editor(&[prop(2), prop(0)]);
    editor.keep_copy().expect("a copy");
    editor.copy(DVec3::X).expect("copies");
    let copied = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.1, 0.0, -3.0],
        [4.0, 2.0, 0.0],
        [5.0, 2.0, 0.0],
        [5.0, 0.0, 0.0],
    ];
    assert_eq!(positions(&editor), copied);
    assert_eq!(
        editor.all_selected().collect::<Vec<_>>(),
        [prop(4), prop(1)]
    );
    editor.delete().expect("deleted");
    assert_eq!(positions(&editor), positions(&self::editor(&[])));
    editor.undo().expect("undo");
    assert_eq!(positions(&editor), copied);
    editor.undo().expect("undo");
    assert_eq!(editor.undo(), Ok(false));
    assert_eq!(editor.text(), TEXT);
    editor.paste(&EntryNumbers::at(DVec3::Z)).expect("pasted");
    assert_eq!(
        positions(&editor)[3..5],
        [[0.0, 0.0, 1.0], [-4.0, -2.0, 1.0]]
    );
    assert_eq!((editor.undo(), editor.text()), (Ok(true), TEXT));
}

#[test]
fn what_cannot_be_deleted_keeps_the_others() {
    let mut editor = editor(&[prop(0), EntryId::SPAWN]);
    assert_eq!(editor.delete(), Err(EditError::OneSpawn));
    assert_eq!(editor.copy(DVec3::X), Err(EditError::OneSpawn));
    assert_eq!(editor.text(), TEXT);
}

#[test]
fn an_entry_is_added_and_taken_away() {
    let mut editor = editor(&[]);
    for (entry, expected) in [
        (SIGN, vec![SIGN]),
        (prop(1), vec![SIGN, prop(1)]),
        (SIGN, vec![prop(1)]),
        (prop(9), vec![prop(1)]),
        (prop(1), vec![]),
    ] {
        editor.toggle(entry);
        assert_eq!(editor.all_selected().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn boxes_are_aligned_with_the_first_and_their_gaps_made_the_same() {
    let block = |number, min: f64, max: f64| {
        let ends = [DVec3::splat(min), DVec3::splat(max)];
        (prop(number), Aabb::from_points(ends).expect("a box"))
    };
    let boxes = [block(0, 0.0, 1.0), block(1, 7.0, 10.0), block(2, 2.0, 3.0)];
    let along = |moves: Vec<(EntryId, DVec3)>| {
        moves
            .into_iter()
            .map(|(id, by)| (id.number, by.y))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        along(aligned(&boxes, 1, -1.0)),
        [(0, 0.0), (1, -7.0), (2, -2.0)]
    );
    assert_eq!(
        along(aligned(&boxes, 1, 0.0)),
        [(0, 0.0), (1, -8.0), (2, -2.0)]
    );
    assert_eq!(
        along(aligned(&boxes, 1, 1.0)),
        [(0, 0.0), (1, -9.0), (2, -2.0)]
    );
    // Five metres are filled of ten: two gaps of 2.5 m.
    assert_eq!(
        along(distributed(&boxes, 1)),
        [(0, 0.0), (2, 1.5), (1, 0.0)]
    );
    assert_eq!(
        (aligned(&[], 0, 0.0), distributed(&[], 0)),
        (vec![], vec![])
    );
    assert_eq!(along(distributed(&boxes[..1], 1)), [(0, 0.0)]);
}

#[test]
fn a_group_stays_where_it_is_and_is_selected_as_a_place() {
    let mut editor = editor(&[prop(1), SIGN]);
    let ends = [DVec3::new(0.6, -0.5, -3.5), DVec3::new(6.0, 1.7, 0.1)];
    editor
        .group(&Aabb::from_points(ends).expect("a box"))
        .expect("a group");
    assert_eq!(editor.own(Own::Prefab), ["prefab1"]);
    let place = editor.selected_entry().expect("a place");
    assert_eq!(place.numbers.position.to_array(), [3.3, -0.5, -1.7]);
    assert!(
        editor
            .text()
            .contains("[[prefabs.prefab1.prop]]\nkind = 'crate' # b\nposition = [-2.2, 0.5, -1.3]"),
        "{}",
        editor.text()
    );
    assert_eq!((editor.undo(), editor.text()), (Ok(true), TEXT));
    editor.redo().expect("redo");
    editor.toggle(prop(0));
    let refused = editor.group(&Aabb::from_points(ends).expect("a box"));
    assert_eq!(refused, Err(EditError::NotForPrefabs(EntryTable::Place)));
}
