//! Tests of `help.rs`.

use std::cell::RefCell;

use super::*;
use crate::draw::glyphs::Glyphs;
use crate::draw::text_wrap::wrap;
use crate::options::bindings::Bindings;
use crate::platform::built_in::{BuiltIn, gallery};
use crate::platform::fonts::Typeface;
use crate::ui::editor_keys;
use crate::ui::input::help_keys;
use sidle::level::load_level;

#[test]
fn nothing_is_cut_in_a_window_of_640_by_400() {
    let page = Viewport::new(640.0, 400.0);
    let size = page.scaled(MIN_READABLE_SIZE).round().max(MIN_SIZE);
    let glyphs = RefCell::new(Glyphs::load().unwrap());
    let face = glyphs
        .borrow_mut()
        .sized(Typeface::Proportional, size as u16);
    let measure = |text: &str| glyphs.borrow_mut().width(face, text);
    let lines =
        |text: &str, width| wrap(text.split_whitespace(), " ", width, usize::MAX, measure).len();
    let bound = Bindings::default().help(|_| true);
    let fixed = help_keys::FIXED.iter().copied().flatten();
    let fixed = fixed.chain(&editor_keys::KEYS);
    let actions = bound.into_iter().map(|(_, action)| action);
    for action in actions.chain(fixed.map(|(_, action)| (*action).to_owned())) {
        assert!(
            lines(&action, MIN_ACTION * size) <= ACTION_LINES,
            "{action}"
        );
    }
    // Two columns of actions fill the window.
    let width = page.width - 2.0 * PADDING * size;
    for path in gallery() {
        let level = load_level(path.as_ref(), &BuiltIn).level.unwrap();
        let about = lines(&level.scene.about, width);
        assert!(
            about <= about_lines(page.height, size),
            "{path}: {about} lines"
        );
    }
}

#[test]
fn columns_hold_whole_rows_in_their_order() {
    assert_eq!(split(&[1, 1, 2, 1], 3), [0..2, 2..4]);
    assert_eq!(split(&[1, 1, 2, 1], 5).first(), Some(&(0..4)));
    assert_eq!(split(&[], 5).first(), Some(&(0..0)));
    // A row longer than a column gets a separate column.
    assert_eq!(split(&[9, 1, 9], 3), [0..1, 1..2, 2..3]);
}

#[test]
fn the_last_page_has_no_next_one() {
    let turn = |page, pages| {
        let mut help = Help {
            page,
            pages,
            ..Help::default()
        };
        help.turn()
    };
    assert!(!turn(0, 0));
    assert_eq!(
        [0, 1, 2, 7].map(|page| turn(page, 3)),
        [true, true, false, false]
    );
}

#[test]
fn each_page_says_how_to_go_on_and_how_the_help_closes() {
    let by_keys = |number, pages| turn_words(number, pages, InputDevice::Keyboard);
    assert_eq!(by_keys(0, 1), "{help} close");
    assert_eq!(by_keys(0, 3), "page 1 of 3   {help} next   ⟦Esc⟧ close");
    assert_eq!(by_keys(2, 3), "page 3 of 3   {help} close");
    assert_eq!(turn_words(0, 3, InputDevice::Touch), "{help} page 1 of 3");
}
