//! The table of what an overlay measured, at the right below the legend.

use macroquad::color::Color;
use macroquad::math::Rect;

use super::page::{ACCENT, FAINT, Fonts, INK, Page, SHADE, draw_board};
use crate::play::overlays::Table;

/// Lengths at the usual scale; logical pixels.
const ROW: f32 = 19.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 12.0;
const GAP: f32 = 8.0;
const SIZE: f32 = 14.0;

/// Where a bar of length 0 begins, and how long one of length 1 is.
const NAMES: f32 = 76.0;
const VALUES: f32 = 84.0;
const BAR: f32 = 52.0;
const BAR_HEIGHT: f32 = 7.0;

/// Small numbers need a darker ground than a few words do.
const BOARD: Color = Color { a: 0.8, ..SHADE };

/// What is not counted.
const DIM: Color = Color { a: 0.55, ..FAINT };

/// Draws `table` between `top` and `bottom`: without its rows where there is no room for them, and not
/// at all where there is none for its three lines. Tells the place.
pub fn draw(fonts: &Fonts, page: &Page, table: &Table, top: f32, bottom: f32) -> Rect {
    let [row, margin, padding, gap] = [ROW, MARGIN, PADDING, GAP].map(|it| page.scaled(it));
    let [names, values, bar, bar_height] =
        [NAMES, VALUES, BAR, BAR_HEIGHT].map(|it| page.scaled(it));
    let (title, words) = (
        fonts.words(page.scaled(18.0)),
        fonts.words(page.scaled(SIZE)),
    );
    let numbers = fonts.numbers(page.scaled(SIZE));

    let inner = (names + values + gap + 2.0 * bar)
        .max(title.width(&table.headline))
        .max(words.width(&table.title))
        .max(numbers.width(&table.formula))
        .min(page.width - 2.0 * (margin + padding));
    let width = inner + 2.0 * padding;
    let top = top.max(margin - gap) + gap;
    let head = page.scaled(80.0);
    let all = head + row * table.rows.len() as f32;
    let room = bottom - gap - top;
    let (height, rows) = if all <= room {
        (all, table.rows.as_slice())
    } else {
        (head, &[][..])
    };
    if height > room {
        return Rect::default();
    }
    let place = Rect::new(page.width - margin - width, top, width, height);
    draw_board(place.x, place.y, place.w, place.h, BOARD);

    let left = place.x + padding;
    let headline = title.clip(&table.headline, inner);
    title.draw(&headline, left, top + page.scaled(44.0), ACCENT);
    let compared = words.clip(&table.title, inner);
    words.draw(&compared, left, top + page.scaled(21.0), FAINT);
    let formula = numbers.clip(&table.formula, inner);
    numbers.draw(&formula, left, top + page.scaled(65.0), INK);
    let zero = left + inner - bar;
    for (number, entry) in rows.iter().enumerate() {
        let baseline = top + head + row * number as f32 + page.scaled(9.0);
        let (ink, fill) = if entry.counts {
            (INK, ACCENT)
        } else {
            (DIM, DIM)
        };
        words.draw(&entry.name, left, baseline, ink);
        let end = left + names + values;
        numbers.draw(
            &entry.value,
            end - numbers.width(&entry.value),
            baseline,
            ink,
        );
        let middle = baseline - page.scaled(5.0);
        let length = bar * entry.bar as f32;
        let (x, y) = (zero + length.min(0.0), middle - bar_height * 0.5);
        draw_board(x, y, length.abs(), bar_height, fill);
        draw_board(zero, middle - row * 0.5, page.scaled(1.0), row, DIM);
    }
    place
}
