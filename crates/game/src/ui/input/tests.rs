//! Tests of `mod.rs`.

use super::*;

#[test]
fn over_the_help_keys_turn_its_pages_and_none_reaches_the_game() {
    let rows = TABLE.iter().filter(|row| acts_over_help(row.target));
    let names: Vec<_> = rows.map(|row| row.name).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    assert!(names.contains(&"help") && !names.contains(&"pause"));
}

#[test]
fn the_right_button_borrows_the_mouse_from_a_press_in_the_level_until_it_is_let_go() {
    let pressed = borrows(true, false, true, true);
    assert!(pressed && borrows(true, pressed, false, true), "it goes on");
    assert!(!borrows(true, true, false, false), "let go");
    // Pressed over the palette, and moved out of it.
    assert!(!borrows(true, false, false, true));
    // A click within a frame.
    assert!(!borrows(true, false, true, false));
    // The palette was closed: the mouse is captured in another way.
    assert!(!borrows(false, true, false, true));
}
