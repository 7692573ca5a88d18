//! Tests of `labels.rs`.

use super::*;

fn place(side: LabelSide, pinned: bool, point: (f32, f32), taken: &[Rect]) -> Option<Rect> {
    let label = Label {
        point: DVec3::ZERO,
        side,
        text: String::new(),
        color: SHADE,
        pinned,
    };
    let viewport = Viewport::new(1000.0, 700.0);
    let picture = Rect::new(0.0, 0.0, 1000.0, 700.0);
    free_place(
        &room(&viewport, picture),
        point,
        &label,
        100.0,
        (taken, &[]),
    )
}

#[test]
fn a_label_is_placed_beside_its_point() {
    let of = |side| place(side, false, (500.0, 300.0), &[]);
    assert_eq!(
        of(LabelSide::Above),
        Some(Rect::new(450.0, 268.0, 100.0, 22.0))
    );
    assert_eq!(
        of(LabelSide::Below),
        Some(Rect::new(450.0, 310.0, 100.0, 22.0))
    );
    assert_eq!(
        of(LabelSide::Left),
        Some(Rect::new(390.0, 289.0, 100.0, 22.0))
    );
    assert_eq!(
        of(LabelSide::Right),
        Some(Rect::new(510.0, 289.0, 100.0, 22.0))
    );
}

#[test]
fn labels_of_one_point_stack_until_there_is_no_room() {
    let mut taken: Vec<Rect> = Vec::new();
    // On its own side, and then on the other.
    for count in 0..2 * ROW_OFFSETS.len() {
        let plate = place(LabelSide::Right, false, (500.0, 300.0), &taken);
        let plate = plate.unwrap_or_else(|| panic!("no room for label {count}"));
        assert!(taken.iter().all(|other| !other.overlaps(&plate)), "{count}");
        taken.push(plate);
    }
    assert_eq!(place(LabelSide::Right, false, (500.0, 300.0), &taken), None);
}

#[test]
fn a_pinned_label_moves_to_another_side_when_its_own_is_taken() {
    let above = [Rect::new(400.0, 0.0, 200.0, 600.0)];
    assert_eq!(place(LabelSide::Above, false, (500.0, 300.0), &above), None);
    let beside = [Rect::new(480.0, 0.0, 200.0, 600.0)];
    let plate = place(LabelSide::Above, true, (485.0, 300.0), &beside);
    assert_eq!(plate, Some(Rect::new(375.0, 289.0, 100.0, 22.0)));
    // The point is on a plate: the label moves to the left of that plate.
    let under = [Rect::new(400.0, 0.0, 600.0, 700.0)];
    let plate = place(LabelSide::Above, true, (700.0, 300.0), &under);
    assert_eq!(plate, Some(Rect::new(294.0, 289.0, 100.0, 22.0)));
}

#[test]
fn a_label_goes_over_a_sign_or_under_it_but_never_covers_its_text() {
    let label = Label {
        point: DVec3::ZERO,
        side: LabelSide::Above,
        text: String::new(),
        color: SHADE,
        pinned: false,
    };
    let viewport = Viewport::new(1000.0, 700.0);
    let picture = Rect::new(0.0, 0.0, 1000.0, 700.0);
    let sign = Rect::new(400.0, 150.0, 300.0, 200.0);
    let at = |sign: Rect, others: &[Rect]| {
        let taken: Vec<Rect> = others.iter().copied().chain([sign]).collect();
        free_place(
            &room(&viewport, picture),
            (500.0, 300.0),
            &label,
            100.0,
            (&taken, &[sign]),
        )
    };
    assert_eq!(at(sign, &[]), Some(Rect::new(450.0, 122.0, 100.0, 22.0)));
    let clock = [Rect::new(300.0, 0.0, 400.0, 140.0)];
    assert_eq!(at(sign, &clock), Some(Rect::new(450.0, 356.0, 100.0, 22.0)));
    let near = Rect::new(-200.0, -100.0, 1600.0, 900.0);
    assert_eq!(at(near, &[]), None);
}

#[test]
fn a_point_behind_a_panel_is_not_seen_and_needs_no_label() {
    let picture = Rect::new(0.0, 0.0, 1000.0, 700.0);
    let panel = [Rect::new(700.0, 0.0, 300.0, 400.0)];
    assert!(is_seen((500.0, 300.0), picture, &panel));
    assert!(is_seen((800.0, 500.0), picture, &panel));
    assert!(!is_seen((800.0, 300.0), picture, &panel));
    assert!(!is_seen((-5.0, 300.0), picture, &panel));
}

#[test]
fn labels_without_room_are_counted_where_nothing_else_lies() {
    assert_eq!(count_text(0), None);
    assert_eq!(count_text(1).as_deref(), Some("and 1 more"));
    assert_eq!(count_text(12).as_deref(), Some("and 12 more"));
    let viewport = Viewport::new(1000.0, 700.0);
    let picture = Rect::new(0.0, 0.0, 1000.0, 700.0);
    let of = |taken: &[Rect]| count_place((&viewport, picture), 200.0, taken);
    assert_eq!(of(&[]), Some(Rect::new(786.0, 664.0, 200.0, 22.0)));
    let foot = Rect::new(0.0, 640.0, 1000.0, 60.0);
    let card = Rect::new(700.0, 0.0, 300.0, 640.0);
    let plate = of(&[foot, card]).expect("a place beside the card");
    assert!(
        !plate.overlaps(&foot) && !plate.overlaps(&card),
        "{plate:?}"
    );
    assert_eq!(of(&[picture]), None);
    let narrow = Rect::new(0.0, 0.0, 150.0, 700.0);
    assert_eq!(count_place((&viewport, narrow), 200.0, &[]), None);
}

#[test]
fn a_pinned_label_stays_when_its_point_is_outside() {
    let plate = place(LabelSide::Left, true, (-400.0, 300.0), &[]);
    assert_eq!(plate, Some(Rect::new(3.0, 289.0, 100.0, 22.0)));
    let plate = place(LabelSide::Above, true, (2000.0, 900.0), &[]);
    assert_eq!(plate, Some(Rect::new(897.0, 675.0, 100.0, 22.0)));
}

#[test]
fn a_line_to_a_label_ends_in_front_of_text_that_it_would_cross() {
    let card = Rect::new(800.0, 300.0, 400.0, 100.0);
    let near = Vec2::new(400.0, 350.0);
    let end = |x: f32, y: f32| free_end(near, Vec2::new(x, y), &[card]);
    assert_eq!(end(1250.0, 350.0), Vec2::new(800.0, 350.0));
    assert_eq!(end(790.0, 350.0), Vec2::new(790.0, 350.0));
    assert_eq!(end(1250.0, 900.0), Vec2::new(1250.0, 900.0));
    assert_eq!(end(400.0, 350.0), near);
    assert_eq!(free_end(near, near + Vec2::X, &[]), near + Vec2::X);
}
