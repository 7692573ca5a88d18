//! What is written on the map: what it shows, how large a metre is, and what its colours mean.

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};
use macroquad::shapes::{draw_line, draw_rectangle_lines, draw_triangle};

use crate::draw::page::{FAINT, Fonts, INK, Page, SHADE, Style, draw_board};
use crate::options::map_size::MapSize;
use crate::session::scale::round_below;
use crate::view::map::MapNotes;

const FRAME: Color = Color::new(0.02, 0.03, 0.04, 0.8);
const PLATE: Color = Color { a: 0.74, ..SHADE };

/// Lengths at the usual scale; logical pixels.
const MARGIN: f32 = 8.0;
const PADDING: f32 = 8.0;
const ROW: f32 = 19.0;

/// The scale is no longer than this, nor than this share of the map's width.
const LONGEST_SCALE: f32 = 170.0;
const SCALE_SHARE: f32 = 0.3;

/// Draws the frame of the map, and the words in it, for a level of this `name`.
pub fn draw(fonts: &Fonts, page: &Page, name: &str, notes: &MapNotes) {
    let sheet = notes.sheet.rect;
    let thick = page.scaled(2.0);
    // Half of the line lies on the map.
    let (width, height) = (sheet.w + thick, sheet.h + thick);
    draw_rectangle_lines(
        sheet.x - thick * 0.5,
        sheet.y - thick * 0.5,
        width,
        height,
        thick * 2.0,
        FRAME,
    );
    let small = fonts.words(page.scaled(14.0));
    draw_scale(&small, page, notes);
    draw_up(&small, page, sheet);
    if notes.size == MapSize::Large {
        let cut = format!("from above, cut at your height: {:.2} m", notes.cut);
        let lines = [
            (fonts.words(page.scaled(19.0)), name, INK),
            (small, &*cut, FAINT),
        ];
        draw_title(page, &lines, sheet);
        draw_legend(&small, page, &notes.legend, sheet);
    }
}

/// A bar of a round length, in the lower left corner.
fn draw_scale(words: &Style, page: &Page, notes: &MapNotes) {
    let [margin, padding, tick] = [MARGIN, PADDING, 4.0].map(|length| page.scaled(length));
    let sheet = notes.sheet.rect;
    let longest = page.scaled(LONGEST_SCALE).min(sheet.w * SCALE_SHARE);
    let metres = round_below(notes.sheet.metres(longest));
    let length = (metres * notes.sheet.pixels_per_metre) as f32;
    let text = format!("{metres} m");
    let height = page.scaled(22.0);
    let width = length + words.width(&text) + 3.0 * padding;
    let (left, top) = (sheet.x + margin, sheet.bottom() - margin - height);
    draw_board(left, top, width, height, PLATE);
    let (start, y) = ((left + padding).round(), (top + height * 0.5).round());
    let end = (start + length).round();
    let thick = page.scaled(1.5);
    draw_line(start, y, end, y, thick, INK);
    for x in [start, end] {
        draw_line(x, y - tick, x, y + tick, thick, INK);
    }
    words.draw(&text, end + padding, top + page.scaled(16.0), INK);
}

/// Which way is up: an arrow with its axis, in the upper right corner.
fn draw_up(words: &Style, page: &Page, sheet: Rect) {
    let [margin, wide, long] = [MARGIN, 5.0, 10.0].map(|length| page.scaled(length));
    let text = "-Z";
    let (width, height) = (page.scaled(28.0), page.scaled(36.0));
    let (left, top) = (sheet.right() - margin - width, sheet.y + margin);
    draw_board(left, top, width, height, PLATE);
    let middle = (left + width * 0.5).round();
    let tip = Vec2::new(middle, top + page.scaled(4.0));
    let foot = Vec2::new(0.0, long);
    let side = Vec2::new(wide, 0.0);
    draw_triangle(tip, tip + foot - side, tip + foot + side, INK);
    let left = middle - words.width(text) * 0.5;
    words.draw(text, left, top + page.scaled(29.0), INK);
}

/// Lines of text in the upper left corner.
fn draw_title(page: &Page, lines: &[(Style, &str, Color)], sheet: Rect) {
    let [margin, padding] = [MARGIN, PADDING].map(|length| page.scaled(length));
    let room = sheet.w * 0.7;
    let texts = lines.iter().map(|(words, text, _)| words.clip(text, room));
    let texts: Vec<_> = texts.collect();
    let widths = lines.iter().zip(&texts);
    let widest = widths.map(|((words, ..), text)| words.width(text));
    let width = widest.fold(0.0, f32::max) + 2.0 * padding;
    let height = lines
        .iter()
        .map(|(words, ..)| words.size() * 1.35)
        .sum::<f32>()
        + padding;
    let (left, mut baseline) = (sheet.x + margin, sheet.y + margin);
    draw_board(left, baseline, width, height, PLATE);
    for ((words, _, color), text) in lines.iter().zip(&texts) {
        baseline += words.size() * 1.35;
        words.draw(text, left + padding, baseline, *color);
    }
}

/// What the colours mean, in the lower right corner; the most important first, as far as there is room.
fn draw_legend(words: &Style, page: &Page, legend: &[(Color, &str)], sheet: Rect) {
    let [margin, padding, row] = [MARGIN, PADDING, ROW].map(|length| page.scaled(length));
    let swatch = (page.scaled(18.0), page.scaled(5.0));
    let most = ((sheet.h * 0.6 - padding) / row).max(0.0) as usize;
    let rows = &legend[..legend.len().min(most)];
    let widest = words.widest(rows.iter().map(|(_, text)| *text));
    let (width, height) = (
        swatch.0 + widest + 3.0 * padding,
        row * rows.len() as f32 + padding,
    );
    let left = sheet.right() - margin - width;
    let top = sheet.bottom() - margin - height;
    draw_board(left, top, width, height, PLATE);
    for (number, (color, text)) in rows.iter().enumerate() {
        let baseline = top + page.scaled(18.0) + row * number as f32;
        let y = baseline - page.scaled(5.0) - swatch.1 * 0.5;
        draw_board(left + padding, y, swatch.0, swatch.1, *color);
        words.draw(text, left + 2.0 * padding + swatch.0, baseline, INK);
    }
}
