//! Labels at points of the world: each on its own dark plate, none over another or over the rest of
//! what is written.

use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::shapes::draw_line;

use crate::draw::camera::Camera;
use crate::draw::debug_draw::{Label, Side};
use crate::draw::page::{Fonts, INK, Page, SHADE, draw_board};

/// Size of the letters, and the plate around them, at the usual scale; logical pixels.
const SIZE: f32 = 15.0;
const HEIGHT: f32 = 22.0;
const PADDING: f32 = 7.0;

/// Width of the bar at its left, in the colour of what it is about.
const BAR: f32 = 4.0;

/// Between a label and its point, and between a label and the next or the picture's edge.
const GAP: f32 = 10.0;
const MARGIN: f32 = 3.0;

const PLATE: Color = Color { a: 0.78, ..SHADE };

/// How many rows a label may be moved, first tried first; up is negative.
const ROWS: [f32; 5] = [0.0, -1.0, 1.0, -2.0, 2.0];

/// Draws `labels` as `camera` sees them, where nothing is `taken`. Those without room are left out.
pub fn draw(fonts: &Fonts, page: &Page, camera: &Camera, labels: &[Label], mut taken: Vec<Rect>) {
    let words = fonts.words(page.scaled(SIZE));
    for label in labels {
        let Some((x, y)) = camera.project(label.point) else {
            continue;
        };
        let (x, y) = (x * page.width, y * page.height);
        let [padding, bar] = [PADDING, BAR].map(|length| page.scaled(length));
        let width = bar + words.width(&label.text) + 2.0 * padding;
        let Some(plate) = free_place(page, (x, y), label, width, &taken) else {
            continue;
        };
        taken.push(plate);
        // From the point to the nearest of the plate.
        let near_x = x.clamp(plate.left(), plate.right());
        let near_y = y.clamp(plate.top(), plate.bottom());
        draw_line(x, y, near_x, near_y, page.scaled(1.5), label.color);
        draw_board(plate.x, plate.y, plate.w, plate.h, PLATE);
        draw_board(plate.x, plate.y, bar, plate.h, label.color);
        let baseline = plate.y + page.scaled(HEIGHT * 0.5 + SIZE * 0.34);
        words.draw(&label.text, plate.x + bar + padding, baseline, INK);
    }
}

/// A plate `width` wide beside the point `x`, `y` that is within the page and over nothing `taken`.
fn free_place(
    page: &Page,
    (x, y): (f32, f32),
    label: &Label,
    width: f32,
    taken: &[Rect],
) -> Option<Rect> {
    let [height, gap, margin] = [HEIGHT, GAP, MARGIN].map(|length| page.scaled(length));
    let seen = Rect::new(0.0, 0.0, page.width, page.height).contains((x, y).into());
    if !seen && !label.pinned {
        return None;
    }
    let corner = |side| match side {
        Side::Above => (x - width * 0.5, y - gap - height),
        Side::Left => (x - gap - width, y - height * 0.5),
        Side::Right => (x + gap, y - height * 0.5),
    };
    let within = |place: f32, size: f32, room: f32| place.min(room - size - margin).max(margin);
    let corner_in_row = |side, row| {
        let (left, top): (f32, f32) = corner(side);
        (left, top + row * (height + 2.0 * margin))
    };
    // What is pinned may also go to another side, or to the left of what is in its way.
    let (sides, beside) = if label.pinned {
        (3, taken)
    } else {
        (1, &[][..])
    };
    let sides = [label.side, Side::Left, Side::Right]
        .into_iter()
        .take(sides);
    let beside = beside.iter().flat_map(|other| {
        let left = other.x - 2.0 * margin - width;
        ROWS.map(|row| (left, corner_in_row(Side::Left, row).1))
    });
    let places = sides.flat_map(|side| ROWS.map(|row| corner_in_row(side, row)));
    let mut places = places.chain(beside).map(|(left, top)| {
        Rect::new(
            within(left, width, page.width),
            within(top, height, page.height),
            width,
            height,
        )
    });
    let free = |plate: &Rect| {
        !taken
            .iter()
            .any(|other| apart(other, margin).overlaps(plate))
    };
    places.find(free)
}

/// `rect`, larger by `margin` on all sides.
fn apart(rect: &Rect, margin: f32) -> Rect {
    Rect::new(
        rect.x - margin,
        rect.y - margin,
        rect.w + 2.0 * margin,
        rect.h + 2.0 * margin,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;

    fn place(side: Side, pinned: bool, point: (f32, f32), taken: &[Rect]) -> Option<Rect> {
        let label = Label {
            point: DVec3::ZERO,
            side,
            text: String::new(),
            color: SHADE,
            pinned,
        };
        let page = Page::new(1000.0, 700.0);
        free_place(&page, point, &label, 100.0, taken)
    }

    #[test]
    fn a_label_with_room_is_beside_its_point() {
        let of = |side| place(side, false, (500.0, 300.0), &[]);
        assert_eq!(of(Side::Above), Some(Rect::new(450.0, 268.0, 100.0, 22.0)));
        assert_eq!(of(Side::Left), Some(Rect::new(390.0, 289.0, 100.0, 22.0)));
        assert_eq!(of(Side::Right), Some(Rect::new(510.0, 289.0, 100.0, 22.0)));
    }

    #[test]
    fn labels_of_one_point_are_stacked_until_there_is_no_room() {
        let mut taken: Vec<Rect> = Vec::new();
        for count in 0..ROWS.len() {
            let plate = place(Side::Right, false, (500.0, 300.0), &taken);
            let plate = plate.unwrap_or_else(|| panic!("no room for label {count}"));
            assert!(taken.iter().all(|other| !other.overlaps(&plate)), "{count}");
            taken.push(plate);
        }
        assert_eq!(place(Side::Right, false, (500.0, 300.0), &taken), None);
    }

    #[test]
    fn a_pinned_label_goes_to_another_side_where_its_own_is_taken() {
        let above = [Rect::new(400.0, 0.0, 200.0, 600.0)];
        assert_eq!(place(Side::Above, false, (500.0, 300.0), &above), None);
        let beside = [Rect::new(480.0, 0.0, 200.0, 600.0)];
        let plate = place(Side::Above, true, (485.0, 300.0), &beside);
        assert_eq!(plate, Some(Rect::new(375.0, 289.0, 100.0, 22.0)));
        // On a plate itself: to the left of that.
        let under = [Rect::new(400.0, 0.0, 600.0, 700.0)];
        let plate = place(Side::Above, true, (700.0, 300.0), &under);
        assert_eq!(plate, Some(Rect::new(294.0, 289.0, 100.0, 22.0)));
    }

    #[test]
    fn a_point_outside_has_a_label_only_if_it_is_pinned() {
        assert_eq!(place(Side::Left, false, (-400.0, 300.0), &[]), None);
        let plate = place(Side::Left, true, (-400.0, 300.0), &[]);
        assert_eq!(plate, Some(Rect::new(3.0, 289.0, 100.0, 22.0)));
        let plate = place(Side::Above, true, (2000.0, 900.0), &[]);
        assert_eq!(plate, Some(Rect::new(897.0, 675.0, 100.0, 22.0)));
    }
}
