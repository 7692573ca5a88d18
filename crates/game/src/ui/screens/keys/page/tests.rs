//! Tests of `page.rs`.

use super::*;

fn press(page: &mut KeyPage, bindings: &mut Bindings, keys: &[KeyCode]) -> KeyPageOutcome {
    let mut outcome = KeyPageOutcome::Open;
    for key in keys {
        let press = Press {
            key: *key,
            control: false,
            shift: false,
        };
        outcome = page.press(press, bindings);
    }
    outcome
}

#[test]
fn keys_are_bound_swapped_added_removed_and_reset() {
    use KeyCode::{Backspace, Delete, Down, Enter, Insert, Up, V};
    let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
    // The first row is selected: walk forward.
    press(&mut page, &mut bindings, &[Enter, Up]);
    assert_eq!(bindings.expand_keys("{walk_forward}, {turn_up}"), "Up, W");
    assert_eq!(page.message(), "Up: walk forward   \u{b7}   W: look up");
    press(&mut page, &mut bindings, &[Insert, V]);
    assert_eq!(
        bindings.expand_keys("{walk_forward}, {fly}"),
        "Up or V, no key"
    );
    press(&mut page, &mut bindings, &[Delete]);
    assert_eq!(bindings.expand_keys("{walk_forward}"), "no key");
    press(&mut page, &mut bindings, &[Backspace]);
    assert_eq!(
        bindings.expand_keys("{walk_forward}, {turn_up}"),
        "W, no key"
    );
    press(&mut page, &mut bindings, &[Down, Enter, KeyCode::F25, Up]);
    assert_eq!(bindings.expand_keys("{walk_left}"), "F25");
    let shifted = Press {
        key: Backspace,
        control: false,
        shift: true,
    };
    page.press(shifted, &mut bindings);
    assert_eq!(bindings, Bindings::default());
}

#[test]
fn esc_cancels_a_capture_and_then_closes_the_page() {
    use KeyCode::{Enter, Escape, F10, Unknown};
    let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
    assert_eq!(
        press(&mut page, &mut bindings, &[Enter]),
        KeyPageOutcome::Open
    );
    assert!(page.is_capturing());
    assert_eq!(
        press(&mut page, &mut bindings, &[Escape]),
        KeyPageOutcome::Open
    );
    assert!(!page.is_capturing());
    press(&mut page, &mut bindings, &[Enter, Unknown]);
    assert_eq!(bindings, Bindings::default());
    assert_eq!(
        press(&mut page, &mut bindings, &[Escape]),
        KeyPageOutcome::Closed
    );
    assert_eq!(
        press(&mut page, &mut bindings, &[F10]),
        KeyPageOutcome::Closed
    );
}

#[test]
fn the_page_keeps_a_key_of_its_own() {
    use KeyCode::{Delete, Enter, F10, F25, Insert, Up};
    let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
    press(&mut page, &mut bindings, &[Insert, F10]);
    assert_eq!(bindings, Bindings::default());
    while page.order[page.selected] != key_page_row() {
        press(&mut page, &mut bindings, &[Up]);
    }
    press(&mut page, &mut bindings, &[Delete]);
    assert!(page.message().contains("needs a key"));
    press(&mut page, &mut bindings, &[Enter, F25]);
    assert_eq!(bindings.expand_keys("{key_page}"), "F25");
    assert_eq!(
        press(&mut page, &mut bindings, &[F10]),
        KeyPageOutcome::Open
    );
    assert_eq!(
        press(&mut page, &mut bindings, &[F25]),
        KeyPageOutcome::Closed
    );
}

#[test]
fn selecting_groups_wraps_around() {
    let (mut page, mut bindings) = (KeyPage::default(), Bindings::default());
    let mut reached = Vec::new();
    loop {
        let selected = page.rows().find(|(.., selected)| *selected).unwrap();
        if reached.first() == Some(&selected.1.group) {
            break;
        }
        reached.push(selected.1.group);
        press(&mut page, &mut bindings, &[KeyCode::Right]);
    }
    assert!(reached.is_sorted() && reached.len() == 7, "{reached:?}");
    press(&mut page, &mut bindings, &[KeyCode::Left]);
    let selected = page.rows().find(|(.., selected)| *selected).unwrap();
    assert_eq!(Some(&selected.1.group), reached.last());
}
