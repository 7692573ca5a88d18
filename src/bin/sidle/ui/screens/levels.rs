//! The list of levels, with one of them chosen.

use macroquad::color::Color;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, CHOSEN, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::session::level_list::{LevelEntry, LevelList};

/// Distance between two levels; like all lengths here in logical pixels at the default scale.
const ROW: f32 = 46.0;
const WIDTH: f32 = 620.0;
const PADDING: f32 = 20.0;
const HEAD: f32 = 46.0;

const PLATE: Color = Color { a: 0.9, ..SHADE };

/// Draws the list in the middle of the page.
pub fn draw(canvas: &Canvas, page: &Viewport, levels: &LevelList) {
    let [row, padding, head] = [ROW, PADDING, HEAD].map(|it| page.scaled(it));
    let width = page.scaled(WIDTH).min(page.width * 0.94);
    let room = ((page.height * 0.9 - head - padding) / row).max(1.0) as usize;
    let shown = visible_range(levels.selected, levels.entries.len(), room);
    let height = head + row * shown.len().max(1) as f32 + padding;
    let (left, top) = ((page.width - width) * 0.5, (page.height - height) * 0.5);
    canvas.fill_rect(left, top, width, height, PLATE);
    let words = canvas.proportional(page.scaled(17.0));
    let (small, inside) = (
        canvas.proportional(page.scaled(14.0)),
        width - 2.0 * padding,
    );
    let title = "Levels: arrows choose, Enter opens, Home sets the start level, Esc closes";
    let baseline = top + page.scaled(30.0);
    words.draw(
        &words.truncate(title, inside),
        left + padding,
        baseline,
        ACCENT,
    );
    if levels.entries.is_empty() {
        let nothing = "there are no level files beside this one";
        words.draw(nothing, left + padding, baseline + row, FAINT);
    }
    for (line, number) in shown.enumerate() {
        let LevelEntry { path, name, about } = &levels.entries[number];
        let top = top + head + row * line as f32;
        if number == levels.selected {
            let side = padding * 0.5;
            canvas.fill_rect(left + side, top, width - 2.0 * side, row, CHOSEN);
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let baseline = top + page.scaled(20.0);
        let end = left + width - padding - small.width(&file);
        words.draw(
            &words.truncate(name, inside * 0.6),
            left + padding,
            baseline,
            INK,
        );
        small.draw(&file, end, baseline, FAINT);
        let about = small.truncate(about, inside);
        small.draw(&about, left + padding, top + page.scaled(38.0), FAINT);
    }
}

/// The range of `room` entries around the chosen one.
pub fn visible_range(chosen: usize, count: usize, room: usize) -> core::ops::Range<usize> {
    let first = chosen
        .saturating_sub(room / 2)
        .min(count.saturating_sub(room));
    first..count.min(first + room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_visible_range_contains_the_chosen_entry() {
        assert_eq!(visible_range(0, 3, 5), 0..3);
        assert_eq!(visible_range(0, 9, 5), 0..5);
        assert_eq!(visible_range(4, 9, 5), 2..7);
        assert_eq!(visible_range(8, 9, 5), 4..9);
        assert_eq!(visible_range(0, 0, 5), 0..0);
    }
}
