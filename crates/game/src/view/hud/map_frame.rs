//! The frame of the map and the text on it: title, scale bar, north arrow and legend.

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::text::TextStyle;
use crate::draw::theme::{FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::session::words::round_below;
use crate::view::legend::LegendRow;
use crate::view::map::MapAnnotations;

const FRAME: Color = Color::new(0.02, 0.03, 0.04, 0.8);
/// Lengths at scale 1; logical pixels.
const MARGIN: f32 = 8.0;
const PADDING: f32 = 8.0;
const ROW: f32 = 19.0;

/// Width and height of the arrow with its axis, and the height of the scale bar.
const ARROW: (f32, f32) = (28.0, 36.0);
const SCALE_BAR: f32 = 22.0;

/// The scale bar is at most this long, in logical pixels at scale 1 and as a share of the map's width. Larger: its number
/// leaves the strip.
const MAX_SCALE_BAR: f32 = 100.0;
const MAX_SCALE_BAR_SHARE: f32 = 0.3;

/// Draws the frame of the map and the text in it; `name` is the name of the level.
pub fn draw(canvas: &Canvas, viewport: &Viewport, name: &str, map: &MapAnnotations) {
    let rect = map.view.rect;
    let thick = viewport.scaled(2.0);
    // Half of the line lies on the map.
    let (width, height) = (rect.w + thick, rect.h + thick);
    let (left, top) = (rect.x - thick * 0.5, rect.y - thick * 0.5);
    canvas.rectangle_lines([left, top, width, height], thick * 2.0, FRAME);
    let small = canvas.proportional(viewport.scaled(14.0));
    if map.size != MapSize::Large {
        let [margin, width] = [MARGIN, ARROW.0].map(|length| viewport.scaled(length));
        draw_up_arrow(
            &small,
            viewport,
            (rect.right() - margin - width, rect.y + margin),
        );
        let bottom = rect.bottom() - margin - viewport.scaled(SCALE_BAR);
        return draw_scale_bar(&small, viewport, map, (rect.x + margin, bottom));
    }
    let cut = format!("cut at your height: {:.2} m", map.cut);
    let lines = [
        (canvas.proportional(viewport.scaled(19.0)), name, INK),
        (small, "from above", FAINT),
        (small, &*cut, FAINT),
    ];
    let (strip, margin) = (map.strip, viewport.scaled(MARGIN));
    let top = draw_title(canvas, viewport, &lines, strip) + margin;
    draw_up_arrow(&small, viewport, (strip.x + margin, top));
    let left = strip.x + 2.0 * margin + viewport.scaled(ARROW.0);
    draw_scale_bar(&small, viewport, map, (left, top));
    draw_legend(&small, viewport, &map.legend, strip);
}

/// Draws a bar of a round length, and how long it is.
fn draw_scale_bar(
    font: &TextStyle,
    viewport: &Viewport,
    map: &MapAnnotations,
    (left, top): (f32, f32),
) {
    let canvas = font.canvas();
    let [padding, tick] = [PADDING, 4.0].map(|length| viewport.scaled(length));
    let longest = viewport
        .scaled(MAX_SCALE_BAR)
        .min(map.view.rect.w * MAX_SCALE_BAR_SHARE);
    let metres = round_below(map.view.metres(longest));
    let length = (metres * map.view.pixels_per_metre) as f32;
    let text = format!("{metres} m");
    let height = viewport.scaled(SCALE_BAR);
    let width = length + font.width(&text) + 3.0 * padding;
    canvas.fill_rect(left, top, width, height, SHADE);
    let (start, y) = ((left + padding).round(), (top + height * 0.5).round());
    let end = (start + length).round();
    let thick = viewport.scaled(1.5);
    let line = |from, to| canvas.line(Vec2::from(from), Vec2::from(to), thick, INK);
    line((start, y), (end, y));
    for x in [start, end] {
        line((x, y - tick), (x, y + tick));
    }
    font.draw(&text, end + padding, top + viewport.scaled(16.0), INK);
}

/// Draws an arrow with the axis that points upwards.
fn draw_up_arrow(font: &TextStyle, viewport: &Viewport, (left, top): (f32, f32)) {
    let canvas = font.canvas();
    let [wide, long] = [5.0, 10.0].map(|length| viewport.scaled(length));
    let text = "-Z";
    let (width, height) = (viewport.scaled(ARROW.0), viewport.scaled(ARROW.1));
    canvas.fill_rect(left, top, width, height, SHADE);
    let middle = (left + width * 0.5).round();
    let tip = Vec2::new(middle, top + viewport.scaled(4.0));
    let foot = Vec2::new(0.0, long);
    let side = Vec2::new(wide, 0.0);
    canvas.fill_convex(INK, [tip, tip + foot - side, tip + foot + side]);
    let left = middle - font.width(text) * 0.5;
    font.draw(text, left, top + viewport.scaled(29.0), INK);
}

/// Draws lines of text in the upper left corner of `rect`. Returns where they end.
fn draw_title(
    canvas: &Canvas,
    viewport: &Viewport,
    lines: &[(TextStyle, &str, Color)],
    rect: Rect,
) -> f32 {
    let [margin, padding] = [MARGIN, PADDING].map(|length| viewport.scaled(length));
    let room = rect.w - 2.0 * (margin + padding);
    let texts = lines
        .iter()
        .map(|(font, text, _)| font.truncate(text, room));
    let texts: Vec<_> = texts.collect();
    let widths = lines.iter().zip(&texts);
    let widest = widths.map(|((font, ..), text)| font.width(text));
    let width = widest.fold(0.0, f32::max) + 2.0 * padding;
    let height = lines
        .iter()
        .map(|(font, ..)| font.size() * 1.35)
        .sum::<f32>()
        + padding;
    let (left, top) = (rect.x + margin, rect.y + margin);
    canvas.fill_rect(left, top, width, height, SHADE);
    let mut baseline = top;
    for ((font, _, color), text) in lines.iter().zip(&texts) {
        baseline += font.size() * 1.35;
        font.draw(text, left + padding, baseline, *color);
    }
    top + height
}

/// Draws the legend in the lower right corner of `rect`, with as many rows as fit.
fn draw_legend(font: &TextStyle, viewport: &Viewport, legend: &[LegendRow], rect: Rect) {
    let canvas = font.canvas();
    let [margin, padding, row] = [MARGIN, PADDING, ROW].map(|length| viewport.scaled(length));
    let swatch = (viewport.scaled(18.0), viewport.scaled(5.0));
    let max_rows = ((rect.h * 0.6 - padding) / row).max(0.0) as usize;
    let rows = &legend[..legend.len().min(max_rows)];
    let widest = font.widest(rows.iter().map(|(_, text)| *text));
    let (width, height) = (
        swatch.0 + widest + 3.0 * padding,
        row * rows.len() as f32 + padding,
    );
    let left = rect.right() - margin - width;
    let top = rect.bottom() - margin - height;
    canvas.fill_rect(left, top, width, height, SHADE);
    for (number, (color, text)) in rows.iter().enumerate() {
        let baseline = top + viewport.scaled(18.0) + row * number as f32;
        let y = baseline - viewport.scaled(5.0) - swatch.1 * 0.5;
        canvas.fill_rect(left + padding, y, swatch.0, swatch.1, *color);
        font.draw(text, left + 2.0 * padding + swatch.0, baseline, INK);
    }
}
