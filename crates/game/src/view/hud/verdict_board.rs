//! The board with the verdict on the last contact, at the lower left.

use macroquad::math::Rect;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::view::hud::verdict_texts::VerdictText;

/// Lengths at scale 1; logical pixels.
const TEXT: f32 = 15.0;
const ROW: f32 = 21.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;
const BAR: f32 = 4.0;

/// Lines of a verdict.
const LINES: usize = 4;

const TITLE: &str = "Contact so far, after each tick";
const BEFORE: &str = "walk into something: each gets a line here";

/// Draws the board with `lines`, or with a hint before there are some, above `bottom`, and below `top` where it would
/// cover the bars that end there. Returns its rectangle, which is empty if there is no room.
pub fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    lines: &[VerdictText],
    (top, bottom): (f32, f32),
) -> Rect {
    let [row, margin, padding, bar] =
        [ROW, MARGIN, PADDING, BAR].map(|length| viewport.scaled(length));
    let text = canvas.proportional(viewport.scaled(TEXT));
    let names = text.widest(lines.iter().map(|line| &*line.name)) + padding;
    let widest = text.widest(lines.iter().map(|line| &*line.words));
    let inside = (bar + padding + names + widest)
        .max(text.width(if lines.is_empty() { BEFORE } else { TITLE }))
        .min(viewport.free_width() - 2.0 * (margin + padding));
    let wrapped: Vec<_> = lines
        .iter()
        .map(|line| text.wrap(&line.words, inside - bar - padding - names, LINES))
        .collect();
    let verdict_rows: usize = wrapped.iter().map(|words| words.len()).sum();
    let rows = 1 + verdict_rows.max(1);
    let height = row * rows as f32 + padding;
    let place = Rect::new(
        viewport.left_inset + margin,
        bottom - margin * 0.5 - height,
        inside + 2.0 * padding,
        height,
    );
    if place.y < top + margin * 0.5 || inside <= 0.0 {
        return Rect::default();
    }
    canvas.fill_rect(place.x, place.y, place.w, place.h, SHADE);
    let left = place.x + padding;
    let mut baseline = place.y + padding * 0.5 + row * 0.72;
    text.draw(&text.truncate(TITLE, inside), left, baseline, ACCENT);
    if lines.is_empty() {
        let words = text.truncate(BEFORE, inside);
        text.draw(&words, left, baseline + row, FAINT);
    }
    for (line, words) in lines.iter().zip(&wrapped) {
        let upper = baseline + row * 0.28 + viewport.scaled(2.0);
        let height = row * words.len() as f32 - viewport.scaled(4.0);
        canvas.fill_rect(left, upper, bar, height, line.color);
        let start = left + bar + padding * 0.6;
        let name = text.truncate(&line.name, names);
        text.draw(&name, start, baseline + row, FAINT);
        for words in words.iter() {
            baseline += row;
            text.draw(words, start + names, baseline, INK);
        }
    }
    place
}
