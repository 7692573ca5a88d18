//! Tests of the list of levels.

use super::*;
use crate::draw::canvas::LaidOut;

#[test]
fn keys_and_mouse_select_and_open_a_level() {
    let entry = |name: &str| LevelEntry {
        path: name.into(),
        name: name.to_owned(),
        about: String::new(),
        brief: String::new(),
        is_done: false,
    };
    let list = LevelList {
        entries: ["a", "b", "c"].map(entry).into(),
        selected: 0,
    };
    let mut screen = LevelsScreen::new(list, (1, 3), false);
    screen.rows = Some(LevelRows {
        area: Rect::new(0.0, 0.0, 100.0, 90.0),
        row: 30.0,
        first: 0,
        seen: 2,
        chosen: 0,
        extra: 0.0,
    });
    let mut handle = |events| {
        let actions = screen.handle(&events, &mut Bindings::default());
        (screen.list.selected, actions)
    };
    let selected = vec![Action::Selected];
    for (key, level) in [
        (KeyCode::End, 2),
        (KeyCode::Home, 0),
        (KeyCode::PageDown, 2),
        (KeyCode::PageUp, 0),
        (KeyCode::Up, 2),
    ] {
        assert_eq!(handle(Events::of_key(key)), (level, selected.clone()));
    }
    assert_eq!(
        handle(Events::of_key(KeyCode::PageDown)),
        (2, vec![]),
        "it stops there"
    );
    let opens = vec![Action::OpenLevel];
    assert_eq!(handle(Events::of_key(KeyCode::Enter)), (2, opens));
    for (key, starter) in [(KeyCode::N, Starter::Room), (KeyCode::B, Starter::Empty)] {
        let makes = vec![Action::NewLevel(starter)];
        assert_eq!(handle(Events::of_key(key)), (2, makes));
    }
    let mut mouse = Events {
        pointer: (50.0, 40.0),
        ..Events::default()
    };
    assert_eq!(handle(mouse.clone()), (2, vec![]), "it rests");
    mouse.has_moved = true;
    assert_eq!(handle(mouse.clone()), (1, selected));
    mouse.clicks = true;
    assert_eq!(handle(mouse.clone()), (1, vec![Action::OpenLevel]));
    mouse.pointer = (50.0, -10.0);
    screen.makes[1].1 = Rect::new(40.0, -20.0, 20.0, 20.0);
    let actions = screen.handle(&mouse, &mut Bindings::default());
    assert_eq!(actions, [Action::NewLevel(Starter::Empty)]);
    let mut handle = |events| {
        let actions = screen.handle(&events, &mut Bindings::default());
        (screen.list.selected, actions)
    };
    mouse.pointer = (50.0, 40.0);
    mouse.panel_has_keys = true;
    assert_eq!(handle(mouse), (1, vec![]));
}

#[test]
fn a_list_that_is_cut_says_how_many_levels_are_below() {
    let canvas = Canvas::without_window();
    let page = Viewport::new(1280.0, 720.0);
    let area = Rect::new(100.0, 50.0, 400.0, 300.0);
    for (shown, count, words) in [
        (0..6, 19, Some("13 more below")),
        (7..13, 19, Some("6 more below")),
        (13..19, 19, None),
        (0..6, 6, None),
    ] {
        canvas.begin();
        canvas.take_laid_out();
        draw_more(&canvas, &page, area, &shown, count);
        let laid_out = canvas.take_laid_out();
        let texts = laid_out.iter().filter_map(|part| match part {
            LaidOut::Text(text, place) => Some((&**text, place)),
            LaidOut::Plate(_) => None,
        });
        let texts: Vec<_> = texts.collect();
        assert_eq!(texts.first().map(|(text, _)| *text), words, "{shown:?}");
        // Below the last level, not over it.
        assert!(texts.iter().all(|(_, place)| place.y >= area.bottom()));
    }
}

#[test]
fn only_the_words_make_a_level_and_one_without_a_picture_has_no_empty_box() {
    let canvas = Canvas::without_window();
    let page = Viewport::new(1280.0, 720.0);
    let entry = |path: &str| LevelEntry {
        path: path.into(),
        name: "A level".to_owned(),
        about: "Its words.".to_owned(),
        brief: String::new(),
        is_done: false,
    };
    let shipped = crate::platform::built_in::gallery()
        .next()
        .expect("a level");
    let mut list = LevelList {
        entries: vec![entry(shipped), entry("own/new-level.toml")],
        selected: 0,
    };
    let (rows, makes, pictures) = draw(&canvas, &page, &list, (1, 3));
    assert_eq!((rows.extra, pictures.len()), (ROW, 1));
    for (_, words) in makes {
        assert!(
            words.w > 0.0 && words.h < 24.0 && words.bottom() < rows.area.y,
            "{words:?}"
        );
    }
    list.selected = 1;
    assert_eq!(draw(&canvas, &page, &list, (1, 3)).0.extra, 0.0);
}

#[test]
fn the_visible_range_contains_the_chosen_entry() {
    assert_eq!(visible_range(0, 3, 5), 0..3);
    assert_eq!(visible_range(0, 9, 5), 0..5);
    assert_eq!(visible_range(4, 9, 5), 2..7);
    assert_eq!(visible_range(8, 9, 5), 4..9);
    assert_eq!(visible_range(0, 0, 5), 0..0);
}

#[test]
fn each_level_is_found_where_it_is_drawn() {
    let rows = LevelRows {
        area: Rect::new(100.0, 50.0, 400.0, 5.0 * 40.0 + 36.0),
        row: 40.0,
        first: 3,
        seen: 5,
        chosen: 5,
        extra: 36.0,
    };
    for (y, level) in [
        (50.0, Some(3)),
        (89.0, Some(3)),
        (91.0, Some(4)),
        (131.0, Some(5)),
        // The chosen one is higher.
        (205.0, Some(5)),
        (207.0, Some(6)),
        (247.0, Some(7)),
        (285.0, Some(7)),
        (287.0, None),
        (49.0, None),
    ] {
        assert_eq!(rows.level_at((300.0, y)), level, "{y}");
    }
    assert_eq!(rows.level_at((99.0, 60.0)), None);
}
