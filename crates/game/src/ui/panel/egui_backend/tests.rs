//! Tests of `egui_backend.rs`.

use super::*;
use egui::{CentralPanel, DragValue, Pos2, Sense, SidePanel, pos2, vec2};

fn collector() -> EventCollector {
    EventCollector {
        events: Vec::new(),
        modifiers: Modifiers::NONE,
        has_key: false,
        scale: 1.0,
        pointer: true,
    }
}

fn mods(shift: bool) -> KeyMods {
    KeyMods {
        shift,
        ..KeyMods::default()
    }
}

#[test]
fn the_wheel_scrolls_again_once_shift_is_released() {
    let mut events = collector();
    // X11 and the web tell what was held before.
    events.key_down_event(KeyCode::LeftShift, mods(false), false);
    assert!(events.modifiers.shift);
    events.key_up_event(KeyCode::LeftShift, mods(true));
    assert_eq!(events.modifiers, Modifiers::NONE);
    // A list that drops down also closes at a key that no field uses.
    assert!(std::mem::take(&mut events.has_key));
    events.key_down_event(KeyCode::V, mods(false), false);
    assert!(events.has_key && events.modifiers == Modifiers::NONE);
    events.key_down_event(KeyCode::LeftShift, mods(true), false);
    events.window_minimized_event();
    events.mouse_wheel_event(0.0, 1.0);
    assert!(matches!(
        events.events.last(),
        Some(Event::MouseWheel { modifiers, .. }) if *modifiers == Modifiers::NONE
    ));
}

#[test]
fn a_click_on_a_field_and_what_is_typed_into_it_may_come_in_one_slow_frame() {
    let (context, mut value) = (Context::default(), 0.0);
    let mut events = collector();
    let pass = |events: Vec<Event>, value: &mut f64| {
        let events = taken(events, context.wants_keyboard_input());
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0))),
            events: events.collect(),
            ..RawInput::default()
        };
        let _ = context.run(input, |context| {
            CentralPanel::default().show(context, |ui| {
                ui.add_sized(vec2(100.0, 40.0), DragValue::new(value));
            });
        });
        context.wants_keyboard_input()
    };
    pass(Vec::new(), &mut value);
    let Pos2 { x, y } = pos2(50.0, 25.0);
    events.mouse_motion_event(x, y);
    events.mouse_button_down_event(MouseButton::Left, x, y);
    events.mouse_button_up_event(MouseButton::Left, x, y);
    for letter in ['7', '2'] {
        events.char_event(letter, mods(false), false);
    }
    events.key_down_event(KeyCode::Enter, mods(false), false);
    let parts = batches(events.events, false);
    assert_eq!(parts.len(), 2);
    let typed: Vec<_> = parts
        .into_iter()
        .map(|part| pass(part, &mut value))
        .collect();
    assert_eq!((value, typed), (72.0, vec![true, false]));
}

#[test]
fn a_drag_from_a_tile_to_beyond_the_panel_may_come_in_one_slow_frame() {
    let (tile, end) = (pos2(50.0, 25.0), pos2(300.0, 60.0));
    let drag = |splits: &[usize]| {
        let context = Context::default();
        let mut events = collector();
        events.mouse_motion_event(tile.x, tile.y);
        events.mouse_button_down_event(MouseButton::Left, tile.x, tile.y);
        for x in [120.0, 200.0, end.x] {
            events.mouse_motion_event(x, end.y);
        }
        events.mouse_button_up_event(MouseButton::Left, end.x, end.y);
        let (mut dropped, mut clicked, mut pressed) = (None, false, Vec::new());
        let mut rest = events.events;
        // What comes in separate frames, from the last one on.
        let mut frames: Vec<_> = splits.iter().rev().map(|at| rest.split_off(*at)).collect();
        frames.push(rest);
        for frame in core::iter::once(Vec::new()).chain(frames.into_iter().rev()) {
            let mut is_pressed = false;
            let held = context.input(|input| input.pointer.any_down());
            for part in batches(frame, held) {
                let has_press = part.iter().any(is_press);
                let input = RawInput {
                    screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 100.0))),
                    events: part,
                    ..RawInput::default()
                };
                let _ = context.run(input, |context| {
                    SidePanel::left("palette")
                        .exact_width(100.0)
                        .show(context, |ui| {
                            let sense = Sense::click_and_drag();
                            let (_, response) = ui.allocate_exact_size(vec2(80.0, 50.0), sense);
                            if response.drag_stopped() {
                                dropped = context.pointer_interact_pos();
                            }
                            clicked |= response.clicked();
                        });
                });
                is_pressed |= has_press && has_pointer(&context);
            }
            pressed.push(is_pressed || has_pointer(&context));
        }
        assert!(!clicked, "{splits:?}");
        (dropped, pressed)
    };
    // In one frame, and in several.
    assert_eq!(drag(&[]), (Some(end), vec![false, true]));
    assert_eq!(drag(&[2]).0, Some(end));
    assert_eq!(drag(&[2, 4, 5]).0, Some(end));
    assert_eq!(drag(&[3]).0, Some(end));
}
