//! Tests of `lab_mouse.rs`.

use super::*;

const SHAPE: Option<ShapeDisk> = Some(ShapeDisk {
    center: (300.0, 200.0),
    radius: 50.0,
});

/// The gestures of a mouse that is pressed at the first place and moved to the others.
fn gestures(
    is_left: bool,
    shift: bool,
    places: &[(f32, f32)],
    shape: Option<ShapeDisk>,
) -> Vec<Option<LabGesture>> {
    let mut mouse = LabMouse::default();
    let frames = places.iter().enumerate();
    let frames = frames.map(|(frame, place)| {
        let held = ButtonState {
            pressed: frame == 0,
            down: frame + 1 < places.len(),
        };
        let free = ButtonState::default();
        let (left, right) = if is_left { (held, free) } else { (free, held) };
        let state = MouseState {
            place: *place,
            left,
            right,
            shift,
            height: 400.0,
        };
        mouse.advance(state, shape)
    });
    frames.collect()
}

#[test]
fn the_left_button_drags_the_shape_under_it_until_it_is_released() {
    let places = [(320.0, 200.0), (340.0, 200.0), (340.0, 180.0), (0.0, 0.0)];
    let expected = [
        None,
        Some(LabGesture::Drag([0.05, 0.0])),
        Some(LabGesture::Drag([0.0, f64::from(-20.0_f32 / 400.0)])),
        None,
    ];
    let found = gestures(true, false, &places, SHAPE);
    assert_eq!(found[0], expected[0]);
    assert_eq!(found[3], expected[3]);
    for (found, expected) in found[1..3].iter().zip(&expected[1..3]) {
        let (Some(LabGesture::Drag(found)), Some(LabGesture::Drag(expected))) = (found, expected)
        else {
            panic!("{found:?}");
        };
        assert!((found[0] - expected[0]).abs() + (found[1] - expected[1]).abs() < 1e-6);
    }
}

#[test]
fn with_shift_it_turns_the_shape() {
    let places = [(300.0, 200.0), (420.0, 200.0), (420.0, 200.0)];
    // 120 of 400 pixels are 0.3 of the height: one radian.
    let Some(LabGesture::Turn([right, down, clockwise])) = gestures(true, true, &places, SHAPE)[1]
    else {
        panic!("it does not turn");
    };
    assert!((right - 1.0).abs() < 1e-6);
    assert_eq!([down, clockwise], [0.0, 0.0]);
}

#[test]
fn the_right_button_leads_the_camera_around_wherever_it_is_pressed() {
    let places = [(10.0, 10.0), (50.0, 10.0), (50.0, 10.0)];
    let found = gestures(false, false, &places, SHAPE);
    assert!(matches!(found[1], Some(LabGesture::Orbit([right, 0.0])) if right > 0.09));
}

#[test]
fn beside_the_shape_or_while_it_is_covered_the_left_button_holds_nothing() {
    let beside = [(351.0, 200.0), (380.0, 200.0), (380.0, 200.0)];
    assert_eq!(gestures(true, false, &beside, SHAPE), [None; 3]);
    let at_the_edge = [(350.0, 200.0), (380.0, 200.0), (380.0, 200.0)];
    assert!(gestures(true, false, &at_the_edge, SHAPE)[1].is_some());
    let on_it = [(300.0, 200.0), (380.0, 200.0), (380.0, 200.0)];
    assert_eq!(gestures(true, false, &on_it, None), [None; 3]);
    assert_eq!(gestures(false, false, &on_it, None), [None; 3]);
}
