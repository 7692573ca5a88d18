//! The legend: what the colours of the overlays mean.

use macroquad::color::Color;
use macroquad::math::Rect;

use crate::draw::page::{Fonts, INK, Page, SHADE, draw_board};

/// Lengths at the usual scale; logical pixels.
const ROW: f32 = 21.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;
const GAP: f32 = 5.0;
const SWATCH: (f32, f32) = (22.0, 4.0);

/// Draws `rows` at the right, below those of `others` that it would cover, each with its right and lower
/// edge; tells the place.
pub fn draw(fonts: &Fonts, page: &Page, rows: &[(Color, &str)], others: &[(f32, f32)]) -> Rect {
    if rows.is_empty() {
        return Rect::default();
    }
    let words = fonts.words(page.scaled(16.0));
    let [row, margin, padding] = [ROW, MARGIN, PADDING].map(|length| page.scaled(length));
    let swatch = (page.scaled(SWATCH.0), page.scaled(SWATCH.1));
    let widest = words.widest(rows.iter().map(|(_, text)| *text));
    let width = swatch.0 + widest + 3.0 * padding;
    let height = row * rows.len() as f32 + page.scaled(14.0);
    let left = page.width - margin - width;
    let covered = others.iter().filter(|(right, _)| left < right + margin);
    let top = covered.fold(margin, |top, (_, bottom)| {
        top.max(bottom + page.scaled(GAP))
    });
    draw_board(left, top, width, height, SHADE);
    for (number, (color, text)) in rows.iter().enumerate() {
        let baseline = top + page.scaled(22.0) + row * number as f32;
        let middle = baseline - page.scaled(5.0);
        let (x, y) = (left + padding, middle - swatch.1 * 0.5);
        draw_board(x, y, swatch.0, swatch.1, *color);
        words.draw(text, left + 2.0 * padding + swatch.0, baseline, INK);
    }
    Rect::new(left, top, width, height)
}
