//! Places of labels next to their points: outside of what is taken, and not over the lines that they name.

use macroquad::math::{Rect, Vec2};

use crate::draw::debug_draw::LabelSide;

/// How many places next to lines are tried on each side of a point.
const BESIDE: usize = 10;

/// The part of a picture in which labels lie, and their measures; pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelRoom {
    pub picture: Rect,
    /// Height of a label.
    pub height: f32,
    /// Distance of a label from its point.
    pub gap: f32,
    /// Distance of a label from other labels, lines and the edge of the picture.
    pub margin: f32,
}

impl LabelRoom {
    /// The upper left corner of a label `width` wide on a side of the point `x`, `y`.
    pub fn corner(&self, (x, y): (f32, f32), side: LabelSide, width: f32) -> (f32, f32) {
        let Self { height, gap, .. } = *self;
        match side {
            LabelSide::Above => (x - width * 0.5, y - gap - height),
            LabelSide::Below => (x - width * 0.5, y + gap),
            LabelSide::Left => (x - gap - width, y - height * 0.5),
            LabelSide::Right => (x + gap, y - height * 0.5),
        }
    }

    /// Finds a place `width` wide near the point `x`, `y`, best on `side` of it, inside of the picture, outside of the rectangles
    /// `taken`, and next to all `lines`; `None` if there is none, or without lines.
    pub fn beside(
        &self,
        (x, y): (f32, f32),
        side: LabelSide,
        width: f32,
        (taken, lines): (&[Rect], &[[Vec2; 2]]),
    ) -> Option<Rect> {
        if lines.is_empty() {
            return None;
        }
        let row = self.height + self.margin;
        let sides = [
            side,
            LabelSide::Right,
            LabelSide::Left,
            LabelSide::Above,
            LabelSide::Below,
        ];
        let corners = (0..BESIDE).flat_map(|number| {
            // Along the line next to the point, or in rows away from it.
            let step = number as f32 * row * 0.5;
            let along = [1.0, -1.0][number % 2] * number.div_ceil(2) as f32 * row * 0.5;
            sides.map(|side| {
                let (left, top) = self.corner((x, y), side, width);
                let shift = match side {
                    LabelSide::Left | LabelSide::Right => along,
                    LabelSide::Above => -step,
                    LabelSide::Below => step,
                };
                (left, top + shift)
            })
        });
        let within = |rect: &Rect| {
            let inner = inflated(&self.picture, -self.margin);
            rect.left() >= inner.left()
                && rect.right() <= inner.right()
                && rect.top() >= inner.top()
                && rect.bottom() <= inner.bottom()
        };
        let places = corners.map(|(left, top)| Rect::new(left, top, width, self.height));
        let mut places = places.filter(within);
        places.find(|place| {
            let around = inflated(place, self.margin);
            let covers = |[from, to]: &[Vec2; 2]| enters(*from, *to, &around).is_some();
            is_free(place, taken, self.margin) && !lines.iter().any(covers)
        })
    }
}

/// The share of the way from `from` to `to` after which it is inside of `rect`; `None` if it never is.
pub fn enters(from: Vec2, to: Vec2, rect: &Rect) -> Option<f32> {
    let way = to - from;
    // The part of the way between the sides of the rectangle, along each axis.
    let span = |start: f32, way: f32, low: f32, high: f32| {
        if way == 0.0 {
            let inside = (low..=high).contains(&start);
            return if inside { (0.0, 1.0) } else { (1.0, 0.0) };
        }
        let (one, two) = ((low - start) / way, (high - start) / way);
        (one.min(two), one.max(two))
    };
    let across = span(from.x, way.x, rect.left(), rect.right());
    let down = span(from.y, way.y, rect.top(), rect.bottom());
    let (first, last) = (across.0.max(down.0).max(0.0), across.1.min(down.1).min(1.0));
    (first <= last).then_some(first)
}

/// Whether `place` keeps a distance of `margin` from all rectangles `taken`.
pub fn is_free(place: &Rect, taken: &[Rect], margin: f32) -> bool {
    let mut others = taken.iter();
    !others.any(|other| inflated(other, margin).overlaps(place))
}

/// Enlarges `rect` by `margin` on all sides.
pub fn inflated(rect: &Rect, margin: f32) -> Rect {
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

    #[test]
    fn a_label_of_an_arrow_covers_no_arrow_where_there_is_room() {
        let room = LabelRoom {
            picture: Rect::new(0.0, 0.0, 240.0, 160.0),
            height: 22.0,
            gap: 10.0,
            margin: 3.0,
        };
        // What was asked for, pushed and moved, one below the other, as in a tunnel.
        let line = |from: (f32, f32), to: (f32, f32)| [Vec2::from(from), Vec2::from(to)];
        let lines = [
            line((80.0, 70.0), (130.0, 70.0)),
            line((130.0, 77.0), (160.0, 77.0)),
            line((80.0, 84.0), (160.0, 84.0)),
        ];
        let mut taken = Vec::new();
        for point in [(130.0, 70.0), (145.0, 77.0), (160.0, 84.0)] {
            for side in [LabelSide::Above, LabelSide::Right, LabelSide::Below] {
                let others = taken.clone();
                let place = room.beside(point, side, 100.0, (&others, &lines));
                let place = place.unwrap_or_else(|| panic!("no room at {point:?}, {side:?}"));
                assert!(
                    lines
                        .iter()
                        .all(|[from, to]| enters(*from, *to, &place).is_none())
                );
                assert!(room.picture.contains(place.point()) && is_free(&place, &others, 1.0));
                if side == LabelSide::Below {
                    taken.push(place);
                }
            }
        }
    }
}
