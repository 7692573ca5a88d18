//! The editor without a window: what it does to the text, and what it asks.

use std::fs;

use crate::session::editor::*;

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

fn positions(editor: &Editor) -> Vec<DVec3> {
    let props = editor.text.props().iter();
    props.map(|prop| prop.numbers.position).collect()
}

#[test]
fn a_prop_goes_ahead_as_one_sees_it_and_back_by_undo() {
    let mut editor = editor();
    // Looking along +X, and a little aside.
    let yaw = BinaryAngle::from_degrees(-80.0);
    editor.nudge(&ahead(false, false), yaw).unwrap();
    assert!(!editor.is_dirty(), "nothing is selected");
    editor.select(Some(0));
    editor.nudge(&ahead(false, false), yaw).unwrap();
    assert_eq!(editor.text(), TEXT.replace("[1.0, 0.5", "[1.1, 0.5"));
    // Held: a hundred more, and still one step.
    for _ in 0..100 {
        editor.nudge(&ahead(false, true), yaw).unwrap();
    }
    assert_eq!(editor.text(), TEXT.replace("[1.0, 0.5", "[11.1, 0.5"));
    editor.nudge(&ahead(true, false), yaw).unwrap();
    assert_eq!(positions(&editor)[0].x, 11.11);
    assert_eq!(editor.history.len(), 2);
    editor.select(None);
    for (text, selected, more) in [
        (TEXT.replace("[1.0, 0.5", "[11.1, 0.5"), Some(0), true),
        (TEXT.to_owned(), Some(0), true),
        (TEXT.to_owned(), Some(0), false),
    ] {
        assert_eq!(editor.go_in_history(true), Ok(more));
        assert_eq!((editor.text(), editor.selected()), (&*text, selected));
    }
    assert!(!editor.is_dirty());
    assert_eq!(editor.go_in_history(false), Ok(true));
    assert_eq!(positions(&editor)[0].x, 11.1);
}

#[test]
fn turning_goes_round_and_scaling_takes_one_axis_or_all() {
    let mut editor = editor();
    editor.select(Some(1));
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
    assert_eq!(editor.prop().unwrap().numbers.rotation_deg.y, -175.0);
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
fn what_stands_elsewhere_is_placed_and_what_comes_or_goes_loads_the_level() {
    let mut editor = editor();
    assert_eq!(editor.take_changes(), ToShow::Nothing);
    editor.select(Some(1));
    editor
        .nudge(&ahead(false, false), BinaryAngle::ZERO)
        .unwrap();
    let numbers = editor.prop().unwrap().numbers;
    assert_eq!(numbers.position, DVec3::new(4.0, 0.0, -0.1));
    assert_eq!(editor.take_changes(), ToShow::Props(vec![(1, numbers)]));
    assert_eq!(editor.take_changes(), ToShow::Nothing);

    editor.copy().unwrap();
    assert_eq!(editor.selected(), Some(2));
    assert_eq!(editor.take_changes(), ToShow::Level);
    let loaded = editor.text().to_owned();
    // Until it is there, the copy is moved on.
    editor
        .nudge(&ahead(false, false), BinaryAngle::ZERO)
        .unwrap();
    assert_eq!(editor.take_changes(), ToShow::Level);
    editor.is_shown(&loaded);
    let numbers = editor.prop().unwrap().numbers;
    assert_eq!(editor.take_changes(), ToShow::Props(vec![(2, numbers)]));

    editor.delete().unwrap();
    assert_eq!(
        (editor.take_changes(), editor.selected()),
        (ToShow::Level, None)
    );
    let text = editor.text().to_owned();
    editor.is_shown(&text);
    editor.add("crate", &PropNumbers::at(DVec3::ONE)).unwrap();
    assert_eq!(editor.prop().unwrap().kind, "crate");
    let spawn = SpawnNumbers {
        position: DVec3::Y,
        yaw_deg: 90.0,
        pitch_deg: 0.0,
    };
    let text = editor.text().to_owned();
    editor.is_shown(&text);
    editor.set_spawn(&spawn).unwrap();
    assert_eq!(editor.take_changes(), ToShow::Level);
    for _ in 0..6 {
        assert_eq!(editor.go_in_history(true), Ok(true));
    }
    assert_eq!(editor.text(), TEXT);
}

#[test]
fn a_click_moves_nothing_and_a_whole_drag_is_one_step() {
    let mut editor = editor();
    editor.select(Some(0));
    editor.grasp(DVec3::NEG_Z);
    assert!(!editor.drags(DVec3::NEG_Z));
    assert!(editor.drags(DVec3::NEG_X));
    for x in 0..20 {
        editor.drag_to(DVec3::X * f64::from(x)).unwrap();
    }
    assert_eq!(
        (positions(&editor)[0], editor.history.len()),
        (DVec3::X * 19.0, 1)
    );
    editor.release();
    assert!(!editor.drags(DVec3::X));
    // The next one is another step.
    editor.grasp(DVec3::NEG_Z);
    editor.drag_to(DVec3::ZERO).unwrap();
    assert_eq!(editor.history.len(), 2);
}

#[test]
fn edits_are_lost_only_by_asking_twice() {
    let mut editor = editor();
    assert!(editor.may_lose(Loss::Quit));
    editor.select(Some(0));
    editor
        .nudge(&ahead(false, false), BinaryAngle::ZERO)
        .unwrap();
    assert!(!editor.may_lose(Loss::Quit));
    assert!(!editor.may_lose(Loss::Reload), "another question");
    assert!(editor.may_lose(Loss::Reload));
    assert!(!editor.may_lose(Loss::Quit));
    editor.drop_loss();
    assert!(!editor.may_lose(Loss::Quit), "something else was done");
    // An edit is no answer.
    editor
        .nudge(&ahead(false, false), BinaryAngle::ZERO)
        .unwrap();
    assert_eq!(editor.question(), None);
    // Whoever was told what F5 does presses it once.
    editor.meets_change(Some(vec![]));
    assert!(editor.may_lose(Loss::Reload));
    editor.forget_edits();
    assert_eq!((editor.text(), editor.is_dirty()), (TEXT, false));
}

#[test]
fn a_text_that_was_changed_outside_is_taken_with_the_selection() {
    let mut editor = editor();
    editor.select(Some(1));
    let outside = TEXT.replace("[4, 0, 0]", "[5, 0, 0]");
    editor.read_again(&outside).unwrap();
    assert_eq!((editor.text(), editor.selected()), (&*outside, Some(1)));
    assert_eq!(
        (editor.take_changes(), editor.is_dirty()),
        (ToShow::Nothing, false)
    );
    editor
        .read_again(&TEXT[..TEXT.find("[[prop]]\nkind = \"f").unwrap()])
        .unwrap();
    assert_eq!(editor.selected(), None, "it is gone");
    assert!(editor.read_again("[").is_err());
}

#[test]
fn saving_over_a_changed_file_asks_first() {
    let path = std::env::temp_dir().join(format!("sidle-editor-{}.toml", std::process::id()));
    fs::write(&path, TEXT).unwrap();
    let mut editor = Editor::new(&path, TEXT).unwrap();
    editor.select(Some(0));
    editor
        .nudge(&ahead(false, false), BinaryAngle::ZERO)
        .unwrap();
    assert_eq!(editor.save(), Ok(true));
    assert!(!editor.is_dirty());
    assert_eq!(fs::read_to_string(&path).unwrap(), editor.text());
    // Undo after saving is an edit again.
    editor.go_in_history(true).unwrap();
    assert!(editor.is_dirty());
    fs::write(&path, "theirs").unwrap();
    assert_eq!(editor.save(), Ok(false));
    assert_eq!(
        editor.question(),
        Some(&Question::Overwrite(Some(b"theirs".to_vec())))
    );
    // They write once more: that is asked about too.
    fs::write(&path, "theirs again").unwrap();
    assert_eq!(editor.save(), Ok(false));
    assert_eq!(editor.save(), Ok(true));
    assert_eq!(fs::read_to_string(&path).unwrap(), TEXT);
    fs::remove_file(&path).unwrap();
}
