//! The card of the tour: the task now, with buttons; and the arrow to its place while that is not seen. The card lies above the
//! hints, or at the top of a low touch screen, where it would cover the crosshair. On a phone held upright, the buttons have a row
//! below the task.

use std::rc::Rc;

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, CHOSEN, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::view::palette::PLACE;

/// Lengths at scale 1; logical pixels.
const TITLE: f32 = 17.0;
const TEXT: f32 = 17.0;
const BUTTON_TEXT: f32 = 15.0;
const ROW: f32 = 22.0;
const WIDTH: f32 = 780.0;
const PADDING: f32 = 12.0;
const GAP: f32 = 8.0;
const ARROW: f32 = 26.0;
const MARGIN: f32 = 14.0;

/// Lines of the sentence, at most; a message of a success has the most.
const LINES: usize = 6;

/// The heights at which the arrow may lie, the best first; shares of the window's height.
const ARROW_HEIGHTS: [f32; 7] = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68];

/// The words on the card.
#[derive(Clone, Copy, Debug)]
pub struct TourCard<'n> {
    pub title: &'n str,
    pub sentence: &'n str,
    /// The colour of the sentence.
    pub ink: Color,
    /// The button that begins the tour or goes on with it, the one that goes back by a step, and the one that
    /// ends or declines it.
    pub accept: Option<&'n str>,
    pub back: Option<&'n str>,
    pub leave: Option<&'n str>,
    /// The side on which the place lies that is not seen: -1 is left, 1 is right.
    pub arrow: Option<f32>,
}

impl<'n> TourCard<'n> {
    /// The card with a message in place of its task, which returns afterwards.
    pub fn saying(self, (message, ink): (&'n str, Color)) -> Self {
        Self {
            sentence: message,
            ink,
            ..self
        }
    }
}

/// Where the buttons of the card are; logical pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct TourButtons {
    pub accept: Option<Rect>,
    pub back: Option<Rect>,
    pub leave: Option<Rect>,
}

/// The place of the card above `bottom`. On a low touch screen, where it would reach above `middle` there, it is below `top`.
pub fn place(
    canvas: &Canvas,
    viewport: &Viewport,
    card: &TourCard,
    (top, middle, bottom): (f32, f32, f32),
) -> Rect {
    let [padding, gap] = [PADDING, GAP].map(|length| viewport.scaled(length));
    let width = viewport
        .scaled(WIDTH)
        .min(viewport.free_width() - 2.0 * gap);
    let lines = sentence(canvas, viewport, card, width).len() as f32;
    let head = if viewport.is_upright_phone() {
        ROW
    } else {
        0.0
    };
    let rows = viewport.scaled(head + ROW * lines);
    let height = viewport.pressable(ROW) + rows + 1.5 * padding;
    let above = bottom - gap - height;
    let is_low = viewport.is_touched() && !viewport.is_upright_phone() && above < middle;
    let top = if is_low { top + gap } else { above };
    Rect::new(viewport.center_x() - width * 0.5, top, width, height)
}

/// The lines of the sentence on a card of this `width`.
fn sentence(canvas: &Canvas, viewport: &Viewport, card: &TourCard, width: f32) -> Rc<[String]> {
    let text = canvas.proportional(viewport.scaled(TEXT));
    text.wrap_evenly(card.sentence, width - 2.0 * viewport.scaled(PADDING), LINES)
}

/// Draws the card at its `place`. Returns where its buttons are.
pub fn draw(canvas: &Canvas, viewport: &Viewport, card: &TourCard, place: Rect) -> TourButtons {
    let [row, padding, gap] = [ROW, PADDING, GAP].map(|length| viewport.scaled(length));
    let title = canvas.proportional(viewport.scaled(TITLE));
    let text = canvas.proportional(viewport.scaled(TEXT));
    let small = canvas.proportional(viewport.scaled(BUTTON_TEXT));
    let high = viewport.pressable(ROW);
    let is_upright = viewport.is_upright_phone();
    let (head, top) = if is_upright {
        (row, place.bottom() - padding * 0.5 - high)
    } else {
        (high, place.y + padding * 0.5)
    };
    canvas.fill_rect(place.x, place.y, place.w, place.h, SHADE);
    let (left, end) = (place.x + padding, place.right() - padding);
    let width_of = |words: &str| (small.width(words) + 2.0 * gap).max(viewport.pressable(0.0));
    // The way back gives way to the title.
    let all = [card.leave, card.back, card.accept].into_iter().flatten();
    let used: f32 = all.map(|words| width_of(words) + gap).sum();
    let has_room = is_upright || end - left - used >= title.width(card.title);
    let back = card.back.filter(|_| has_room);
    let mut right = end;
    let mut buttons = TourButtons::default();
    for (words, button, face) in [
        (card.leave, &mut buttons.leave, Color { a: 0.12, ..INK }),
        (back, &mut buttons.back, Color { a: 0.12, ..INK }),
        (card.accept, &mut buttons.accept, CHOSEN),
    ] {
        let Some(words) = words else { continue };
        let width = width_of(words);
        let rect = Rect::new(right - width, top, width, high);
        canvas.fill_rect(rect.x, rect.y, rect.w, rect.h, face);
        let left = rect.x + (width - small.width(words)) * 0.5;
        small.draw(words, left, top + (high - row) * 0.5 + row * 0.72, INK);
        right = rect.x - gap;
        *button = Some(rect);
    }
    let room = if is_upright { end } else { right } - left;
    let words = title.truncate(card.title, room);
    let baseline = place.y + padding * 0.5 + (head - row) * 0.5 + row * 0.74;
    title.draw(&words, left, baseline, ACCENT);
    let mut baseline = place.y + padding + head - row * 0.26;
    for line in sentence(canvas, viewport, card, place.w).iter() {
        baseline += row;
        text.draw(line, left, baseline, card.ink);
    }
    buttons
}

/// Draws the arrow at the edge of the picture at this `side`, outside of the rectangles `taken`. Returns its rectangle.
pub fn draw_arrow(canvas: &Canvas, viewport: &Viewport, side: f32, taken: &[Rect]) -> Rect {
    let size = viewport.scaled(ARROW);
    let margin = viewport.scaled(MARGIN);
    let x = if side < 0.0 {
        viewport.left_inset + margin
    } else {
        viewport.width - margin - size
    };
    let places =
        ARROW_HEIGHTS.map(|share| Rect::new(x, viewport.height * share - size * 0.5, size, size));
    let is_free = |place: &&Rect| !taken.iter().any(|other| other.overlaps(place));
    let Some(place) = places.iter().find(is_free) else {
        return Rect::default();
    };
    let middle = Vec2::new(place.x + size * 0.5, place.y + size * 0.5);
    let triangle = |size: f32| {
        let tip = Vec2::new(side * size * 0.5, 0.0);
        let up = Vec2::new(-side * size * 0.4, size * 0.5);
        let down = Vec2::new(up.x, -up.y);
        [tip, up, down].map(|corner| middle + corner)
    };
    canvas.fill_convex(SHADE, triangle(size * 1.4));
    canvas.fill_convex(PLACE, triangle(size));
    *place
}
