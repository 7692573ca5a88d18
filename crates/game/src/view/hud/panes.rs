//! Panes: the window divided among the player and the ghosts. Each has a plate with its controller's name and verdict.

use macroquad::math::Rect;

use sidle::player::Controller;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::session::words::best_at;
use crate::view::hud::verdict_texts::{self, VerdictText};
use crate::view::palette;

/// Lengths at scale 1; logical pixels.
const NAME: f32 = 17.0;
const TEXT: f32 = 15.0;
const ROW: f32 = 21.0;
const PADDING: f32 = 10.0;
const EDGE: f32 = 2.0;

/// The controller's strength is left out where the plate would be higher than this share of the pane, and cover the body.
const MAX_SHARE: f32 = 0.2;

/// Lines of a verdict, and of the controller's strength.
const LINES: usize = 3;
const BEST_LINES: usize = 2;

/// The parts of the window above a touch screen's sticks for `count` panes, of the same size, side by side, or below each other
/// if the window is high.
pub fn divide(viewport: &Viewport, count: usize) -> Vec<Rect> {
    let (left, width) = (viewport.left_inset, viewport.free_width());
    let (height, shares) = (viewport.height - viewport.bottom_inset, count as f32);
    let part = |number: usize| {
        let number = number as f32;
        if width < viewport.height {
            let part = (height / shares).floor();
            Rect::new(left, number * part, width, part)
        } else {
            let part = (width / shares).floor();
            Rect::new(left + number * part, 0.0, part, height)
        }
    };
    (0..count).map(part).collect()
}

/// Draws the edges of `panes`, below all text, in the colours of these `controllers`.
pub fn draw_edges(
    canvas: &Canvas,
    viewport: &Viewport,
    panes: &[Rect],
    controllers: &[Controller],
) {
    let edge = viewport.scaled(EDGE);
    for (pane, controller) in panes.iter().zip(controllers) {
        let color = palette::controller(*controller);
        canvas.rectangle_lines([pane.x, pane.y, pane.w, pane.h], edge * 2.0, color);
    }
}

/// Draws the plates of `panes` with these `controllers`, the player's first, each with the verdict on its controller among `lines`,
/// above `bottom`. Returns the upper edge of its drawing there.
pub fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    panes: &[Rect],
    (controllers, lines): (&[Controller], &[VerdictText]),
    bottom: f32,
) -> f32 {
    let [row, padding] = [ROW, PADDING].map(|length| viewport.scaled(length));
    let name = canvas.proportional(viewport.scaled(NAME));
    let text = canvas.proportional(viewport.scaled(TEXT));
    let mut top = bottom;
    for (number, (pane, controller)) in panes.iter().zip(controllers).enumerate() {
        let color = palette::controller(*controller);
        let room = pane.w - 4.0 * padding;
        let line = lines.iter().find(|line| line.controller == *controller);
        let title = verdict_texts::title(*controller, number == 0);
        let title = name.truncate(&title, room);
        let words = line.map(|line| text.wrap(&line.words, room, LINES));
        let words = words.as_deref().unwrap_or_default();
        let mut best = text.wrap(best_at(*controller), room, BEST_LINES);
        let end = bottom.min(pane.bottom()) - padding;
        let with_best = row * (words.len() + best.len() + 1) as f32 + padding;
        if end - with_best < pane.y {
            continue;
        }
        if with_best > pane.h * MAX_SHARE {
            best = Default::default();
        }
        let widest = text.widest(words.iter().chain(best.iter()).map(String::as_str));
        let width = widest.max(name.width(&title)) + 2.0 * padding;
        let height = row * (words.len() + best.len() + 1) as f32 + padding;
        let plate = Rect::new(pane.x + (pane.w - width) * 0.5, end - height, width, height);
        canvas.fill_rect(plate.x, plate.y, plate.w, plate.h, SHADE);
        let middle = pane.x + pane.w * 0.5;
        let mut baseline = plate.y + padding * 0.5 + row * 0.74;
        name.draw(&title, middle - name.width(&title) * 0.5, baseline, color);
        let words = words.iter().map(|line| (line, INK));
        for (line, color) in words.chain(best.iter().map(|line| (line, FAINT))) {
            baseline += row;
            text.draw(line, middle - text.width(line) * 0.5, baseline, color);
        }
        top = top.min(plate.y);
    }
    top
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_have_the_same_size_and_cover_the_free_part_without_overlapping() {
        for (width, height) in [
            (640.0, 400.0),
            (1280.0, 720.0),
            (3840.0, 2160.0),
            (390.0, 844.0),
        ] {
            for count in [1, 2, 3] {
                let mut viewport = Viewport::new(width, height);
                viewport.left_inset = width * 0.1;
                let panes = divide(&viewport, count);
                assert_eq!(panes.len(), count);
                for (number, pane) in panes.iter().enumerate() {
                    assert!(pane.x >= viewport.left_inset && pane.right() <= width);
                    assert!(pane.y >= 0.0 && pane.bottom() <= height);
                    assert_eq!((pane.w, pane.h), (panes[0].w, panes[0].h));
                    let meet =
                        |other: &Rect| other.intersect(*pane).map_or(0.0, |area| area.w * area.h);
                    assert!(panes[number + 1..].iter().all(|other| meet(other) < 1e-3));
                }
                let covered: f32 = panes.iter().map(|pane| pane.w * pane.h).sum();
                assert!(covered > 0.98 * viewport.free_width() * height);
            }
        }
    }
}
