//! Labels at points of the world, each on a dark plate. No label covers another one or other text. The first ones have the
//! best places; a note counts those without any.

use macroquad::math::{Rect, Vec2};

use sidle::glam::DVec3;

use crate::draw::camera::Camera;
use crate::draw::canvas::Canvas;
use crate::draw::debug_draw::{Label, LabelSide};
use crate::draw::label_room::{LabelRoom, enters, inflated, is_free};
use crate::draw::theme::{FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;

/// Size of the text and of the plate around it, at scale 1; logical pixels.
const SIZE: f32 = 15.0;
const HEIGHT: f32 = 22.0;
const PADDING: f32 = 7.0;

/// Width of the coloured bar at the left.
const BAR: f32 = 4.0;

/// Distances from a label to its point, and to other labels and the picture's edge.
const GAP: f32 = 10.0;
const MARGIN: f32 = 3.0;

/// Distance of the note on hidden labels from the edge of the picture, as that of the other parts of the HUD.
const NOTE_MARGIN: f32 = 14.0;

/// The rows by which a label may be moved, in the order of preference; negative is up.
const ROW_OFFSETS: [f32; 7] = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0];

/// Draws `labels` as `camera` sees them in the part `picture` of the window, outside of the rectangles `taken`, which
/// hide things behind them, and of `free`, such as signs, which do not, and next to `lines` where there is room. Labels without room are
/// counted.
pub fn draw(
    canvas: &Canvas,
    (viewport, picture): (&Viewport, Rect),
    camera: &Camera,
    (labels, lines): (&[Label], &[[DVec3; 2]]),
    (taken, free): (&[Rect], &[Rect]),
) {
    if labels.is_empty() {
        return;
    }
    let others = taken.len();
    let mut taken = [taken, free].concat();
    let room = room(viewport, picture);
    let font = canvas.proportional(viewport.scaled(SIZE));
    let [padding, bar] = [PADDING, BAR].map(|length| viewport.scaled(length));
    let up = viewport.scaled(HEIGHT * 0.5 + SIZE * 0.34);
    let mut hidden = 0;
    let seen_at = |point: DVec3| {
        let (x, y) = camera.project(point)?;
        Some((picture.x + x * picture.w, picture.y + y * picture.h))
    };
    let ends = |[from, to]: &[DVec3; 2]| Some([seen_at(*from)?, seen_at(*to)?].map(Vec2::from));
    let lines: Vec<_> = lines.iter().filter_map(ends).collect();
    for label in labels {
        let Some((x, y)) = seen_at(label.point) else {
            continue;
        };
        let others = &taken[..others];
        if !label.pinned && !is_seen((x, y), picture, others) {
            continue;
        }
        let width = bar + font.width(&label.text) + 2.0 * padding;
        let plate = room.beside((x, y), label.side, width, (&taken, &lines));
        let Some(plate) = plate.or_else(|| free_place(&room, (x, y), label, width, (&taken, free)))
        else {
            hidden += 1;
            continue;
        };
        // From the point to the closest point of the plate.
        let near_x = x.clamp(plate.left(), plate.right());
        let near_y = y.clamp(plate.top(), plate.bottom());
        let (point, near) = (Vec2::new(x, y), Vec2::new(near_x, near_y));
        // Outside of the picture, a whole line would look like a ray.
        let seen = match picture.contains(point) {
            true => point,
            false => near + (point - near).clamp_length_max(viewport.scaled(2.0 * GAP)),
        };
        let end = free_end(near, seen, others);
        taken.push(plate);
        canvas.line(end, near, viewport.scaled(1.5), label.color);
        canvas.fill_rect(plate.x, plate.y, plate.w, plate.h, SHADE);
        canvas.fill_rect(plate.x, plate.y, bar, plate.h, label.color);
        font.draw(&label.text, plate.x + bar + padding, plate.y + up, INK);
    }
    if let Some(text) = count_text(hidden) {
        let width = font.width(&text) + 2.0 * padding;
        if let Some(plate) = count_place((viewport, picture), width, &taken) {
            canvas.fill_rect(plate.x, plate.y, plate.w, plate.h, SHADE);
            font.draw(&text, plate.x + padding, plate.y + up, FAINT);
        }
    }
}

/// The room for labels in the part `picture` of the window.
fn room(viewport: &Viewport, picture: Rect) -> LabelRoom {
    let [height, gap, margin] = [HEIGHT, GAP, MARGIN].map(|length| viewport.scaled(length));
    LabelRoom {
        picture,
        height,
        gap,
        margin,
    }
}

/// Whether a point lies in `picture` and nothing of the HUD, the rectangles `others`, covers it.
fn is_seen((x, y): (f32, f32), picture: Rect, others: &[Rect]) -> bool {
    let point = (x, y).into();
    picture.contains(point) && !others.iter().any(|other| other.contains(point))
}

/// Where the line from `near` to `point` ends, in front of the rectangles `others`, whose text it would cross.
fn free_end(near: Vec2, point: Vec2, others: &[Rect]) -> Vec2 {
    let entered = others.iter().filter_map(|other| enters(near, point, other));
    near + (point - near) * entered.fold(1.0, f32::min)
}

/// The note on this many labels without room.
fn count_text(hidden: usize) -> Option<String> {
    (hidden > 0).then(|| format!("and {hidden} more"))
}

/// The place of a note `width` wide, as low in `picture` as the rectangles `taken` allow, at the right, the left or in
/// the middle.
fn count_place((viewport, picture): (&Viewport, Rect), width: f32, taken: &[Rect]) -> Option<Rect> {
    let [height, margin, edge] =
        [HEIGHT, MARGIN, NOTE_MARGIN].map(|length| viewport.scaled(length));
    let picture = inflated(&picture, margin - edge);
    let (row, room) = (height + 2.0 * margin, picture.w - width - 2.0 * margin);
    let rows = (picture.h / row).max(0.0) as usize;
    let mut places = (1..=rows).flat_map(|number| {
        let top = picture.bottom() - number as f32 * row + margin;
        let lefts = [1.0, 0.0, 0.5].map(|share| picture.x + margin + room * share);
        lefts.map(|left| Rect::new(left, top, width, height))
    });
    places.find(|plate| room >= 0.0 && is_free(plate, taken, margin))
}

/// Finds a plate `width` wide next to the point `x`, `y`, inside of the picture and outside of the rectangles `taken`,
/// some of which are `free`.
fn free_place(
    room: &LabelRoom,
    (x, y): (f32, f32),
    label: &Label,
    width: f32,
    (taken, free): (&[Rect], &[Rect]),
) -> Option<Rect> {
    let LabelRoom {
        picture,
        height,
        margin,
        ..
    } = *room;
    let corner = |side| room.corner((x, y), side, width);
    let within = |place: f32, size: f32, start: f32, room: f32| {
        place.min(start + room - size - margin).max(start + margin)
    };
    let corner_in_row = |side, row| {
        let (left, top): (f32, f32) = corner(side);
        (left, top + row * (height + 2.0 * margin))
    };
    let rows = |side| ROW_OFFSETS.map(|row| corner_in_row(side, row));
    // A label may also move to another side of its point, a pinned one to the left of a rectangle in its way.
    let sides = [LabelSide::Left, LabelSide::Right]
        .into_iter()
        .flat_map(rows);
    let beside = if label.pinned { taken } else { &[][..] };
    let beside = beside.iter().flat_map(|other| {
        let left = other.x - 2.0 * margin - width;
        ROW_OFFSETS.map(|row| (left, corner_in_row(LabelSide::Left, row).1))
    });
    // A sign may be higher than all rows: the label goes over it or under it.
    let around = free.iter().flat_map(|sign| {
        let tops = [sign.y - 2.0 * margin - height, sign.bottom() + 2.0 * margin];
        tops.map(|top| (corner(label.side).0, top))
    });
    let places = rows(label.side).into_iter().chain(around);
    let mut places = places.chain(sides).chain(beside).map(|(left, top)| {
        Rect::new(
            within(left, width, picture.x, picture.w),
            within(top, height, picture.y, picture.h),
            width,
            height,
        )
    });
    places.find(|plate| is_free(plate, taken, margin))
}

#[cfg(test)]
mod tests;
