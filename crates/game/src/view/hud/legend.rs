//! The legend: the meanings of the colours of the overlays.

use macroquad::math::Rect;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::view::legend::LegendRow;

/// Lengths at scale 1; logical pixels.
const ROW: f32 = 21.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;
const GAP: f32 = 5.0;
const SWATCH: (f32, f32) = (22.0, 4.0);

/// Draws `rows` at the right, below those of `others` that it would cover; each of these is given by its right and lower
/// edge. Rows below `bottom` are left out. Returns the rectangle.
pub fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    rows: &[LegendRow],
    others: impl Iterator<Item = (f32, f32)>,
    bottom: f32,
) -> Rect {
    if rows.is_empty() {
        return Rect::default();
    }
    let font = canvas.proportional(viewport.scaled(16.0));
    let [row, margin, padding] = [ROW, MARGIN, PADDING].map(|length| viewport.scaled(length));
    let swatch = (viewport.scaled(SWATCH.0), viewport.scaled(SWATCH.1));
    let widest = font.widest(rows.iter().map(|(_, text)| *text));
    let width = swatch.0 + widest + 3.0 * padding;
    let left = viewport.width - margin - width;
    let covered = others.filter(|(right, _)| left < right + margin);
    let top = covered.fold(margin, |top, (_, bottom)| {
        top.max(bottom + viewport.scaled(GAP))
    });
    let head = viewport.scaled(14.0);
    let room = ((bottom - top - head) / row).max(0.0) as usize;
    let rows = &rows[..rows.len().min(room)];
    if rows.is_empty() {
        return Rect::default();
    }
    let height = row * rows.len() as f32 + head;
    canvas.fill_rect(left, top, width, height, SHADE);
    for (number, (color, text)) in rows.iter().enumerate() {
        let baseline = top + viewport.scaled(22.0) + row * number as f32;
        let middle = baseline - viewport.scaled(5.0);
        let (x, y) = (left + padding, middle - swatch.1 * 0.5);
        canvas.fill_rect(x, y, swatch.0, swatch.1, *color);
        font.draw(text, left + 2.0 * padding + swatch.0, baseline, INK);
    }
    Rect::new(left, top, width, height)
}
