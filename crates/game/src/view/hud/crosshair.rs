//! The crosshair, and the name of its target.

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{INK, SHADE};
use crate::draw::viewport::Viewport;

pub fn draw(canvas: &Canvas, viewport: &Viewport) {
    let middle = Vec2::new(viewport.width, viewport.height) * 0.5;
    let dark = Color::new(0.0, 0.0, 0.0, 0.35);
    let [radius, inner, outer] = [4.0, 7.0, 11.0].map(|length| viewport.scaled(length));
    canvas.circle_line(middle, radius, viewport.scaled(3.0), dark);
    canvas.circle_line(middle, radius, viewport.scaled(1.5), INK);
    for direction in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
        let (start, end) = (middle + direction * inner, middle + direction * outer);
        canvas.line(start, end, viewport.scaled(1.5), INK);
    }
}

/// Draws the name of the target below the crosshair, unless one of the rectangles `taken` is there. Returns the rectangle around both.
pub fn draw_target(
    canvas: &Canvas,
    viewport: &Viewport,
    name: Option<&str>,
    taken: &[Rect],
) -> Rect {
    let (x, y) = (viewport.width * 0.5, viewport.height * 0.5);
    let name = name.unwrap_or_default();
    let font = canvas.proportional(viewport.scaled(15.0));
    let reach = viewport.scaled(14.0);
    let (width, height) = (
        font.width(name) + viewport.scaled(14.0),
        viewport.scaled(22.0),
    );
    let top = y + viewport.scaled(18.0);
    let plate = Rect::new(x - width * 0.5, top, width, height);
    if !name.is_empty() && !taken.iter().any(|other| other.overlaps(&plate)) {
        canvas.fill_rect(x - width * 0.5, top, width, height, SHADE);
        let left = x - (width - viewport.scaled(14.0)) * 0.5;
        font.draw(name, left, top + viewport.scaled(16.0), INK);
    }
    let half = reach.max(width * 0.5);
    Rect::new(
        x - half,
        y - reach,
        half * 2.0,
        reach + viewport.scaled(18.0) + height,
    )
}
