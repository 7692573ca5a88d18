//! The strip chart at the lower edge: rows of lines, one for each controller, the newest at the right.

use macroquad::color::Color;
use macroquad::math::Rect;

use crate::draw::page::{FAINT, Fonts, INK, Page, SHADE, Style, draw_board};
use crate::session::chart::{Chart, ChartRow, ChartSeries, WINDOW_SECONDS, envelope};
use crate::session::clock::Clock;
use crate::view::overlays::body::color as controller_color;

/// Lengths at the usual scale; logical pixels.
const ROW_HEIGHT: f32 = 78.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 10.0;
const GAP: f32 = 11.0;
/// Of the scale at the left, and of the numbers at the right.
const SCALE: f32 = 52.0;
const NUMBERS: f32 = 128.0;
/// Width of a column of the plot, and of its lines.
const COLUMN: f32 = 2.0;
const LINE: f32 = 2.0;

/// Two rows stand side by side where each has so much room.
const WIDE: f32 = 460.0;

const PLATE: Color = Color { a: 0.82, ..SHADE };
const GRID: Color = Color { a: 0.22, ..FAINT };
const ZERO: Color = Color { a: 0.6, ..FAINT };

/// Numbers at the right are means of so long; seconds.
const MEAN_SECONDS: f64 = 0.25;

/// How a row is drawn.
struct Scale {
    title: &'static str,
    unit: &'static str,
    /// From what is measured to the unit.
    factor: f64,
    /// The least and the most that is shown, in the unit.
    range: (f64, f64),
    /// Below this a step is as long as above it a factor is, in the unit; 0: all steps are as long.
    knee: f64,
    /// What is marked, in the unit.
    marks: &'static [f64],
    decimals: usize,
}

impl Scale {
    fn of(row: ChartRow) -> Self {
        match row {
            ChartRow::Speed => Self {
                title: "speed kept",
                unit: "%",
                factor: 100.0,
                range: (0.0, 115.0),
                knee: 0.0,
                marks: &[0.0, 50.0, 100.0],
                decimals: 1,
            },
            ChartRow::Gap => Self {
                title: "gap to the wall",
                unit: "mm",
                factor: 1e3,
                range: (-500.0, 500.0),
                knee: 0.1,
                marks: &[-100.0, -1.0, 0.0, 1.0, 100.0],
                decimals: 2,
            },
            ChartRow::Wobble => Self {
                title: "wobble per tick",
                unit: "mm",
                factor: 1e3,
                range: (0.0, 100.0),
                knee: 0.001,
                marks: &[0.0, 0.01, 1.0],
                decimals: 3,
            },
            ChartRow::Time => Self {
                title: "time per move",
                unit: "µs",
                factor: 1e6,
                range: (0.0, 1000.0),
                knee: 1.0,
                marks: &[0.0, 10.0, 100.0],
                decimals: 1,
            },
        }
    }

    /// Where `value`, in the unit, is: 0 at the lower edge, 1 at the upper one.
    fn height(&self, value: f64) -> f32 {
        let bent = |value: f64| {
            if self.knee == 0.0 {
                value
            } else {
                (1.0 + value.abs() / self.knee).log10().copysign(value)
            }
        };
        let (low, high) = (bent(self.range.0), bent(self.range.1));
        ((bent(value) - low) / (high - low)).clamp(0.0, 1.0) as f32
    }
}

/// Draws the chart above `bottom`, up to the tick of `clock`; tells where it begins.
pub fn draw(fonts: &Fonts, page: &Page, chart: &Chart, clock: &Clock, bottom: f32) -> f32 {
    let [row, margin, padding, gap] =
        [ROW_HEIGHT, MARGIN, PADDING, GAP].map(|length| page.scaled(length));
    let width = page.width - 2.0 * margin;
    let across = if width >= page.scaled(2.0 * WIDE) {
        2
    } else {
        1
    };
    // No more than half of the window.
    let room = ((page.height * 0.5).min(bottom) - 2.0 * padding) / row;
    let down = (ChartRow::ALL.len() / across).min(room.max(0.0) as usize);
    if down == 0 {
        return bottom;
    }
    let height = row * down as f32 + 2.0 * padding - gap;
    let top = bottom - gap - height;
    draw_board(margin, top, width, height, PLATE);
    let cell = (width - padding) / across as f32;
    for (number, row_kind) in ChartRow::ALL.into_iter().take(across * down).enumerate() {
        let place = Rect::new(
            margin + padding + cell * (number % across) as f32,
            top + padding + row * (number / across) as f32,
            cell - padding,
            row - gap,
        );
        draw_row(fonts, page, chart, clock, row_kind, place);
    }
    top
}

fn draw_row(fonts: &Fonts, page: &Page, chart: &Chart, clock: &Clock, row: ChartRow, place: Rect) {
    let scale = Scale::of(row);
    let (words, numbers) = (
        fonts.words(page.scaled(14.0)),
        fonts.numbers(page.scaled(12.0)),
    );
    let small = fonts.numbers(page.scaled(10.0));
    let plot = Rect::new(
        place.x + page.scaled(SCALE),
        place.y + page.scaled(3.0),
        place.w - page.scaled(SCALE + NUMBERS),
        place.h - page.scaled(6.0),
    );
    let at = |value: f64| plot.bottom() - plot.h * scale.height(value);
    for mark in scale.marks {
        let color = if *mark == 0.0 { ZERO } else { GRID };
        draw_board(plot.x, at(*mark), plot.w, 1.0, color);
        let text = format!("{mark}");
        let left = plot.x - page.scaled(6.0) - small.width(&text);
        small.draw(&text, left, at(*mark) + page.scaled(3.5), FAINT);
    }
    let ticks = WINDOW_SECONDS * u64::from(clock.hz);
    let columns = ((plot.w / page.scaled(COLUMN)) as usize).clamp(1, ticks as usize);
    for lane in chart.series() {
        let value = |tick: u64| Some(lane.at(tick)?[row as usize]? * scale.factor);
        let pairs = envelope(value, clock.tick, ticks, columns);
        let thick = page.scaled(if lane.ghost { LINE * 0.75 } else { LINE });
        draw_line(plot, &pairs, at, thick, controller_color(lane.controller));
    }
    let right = place.right();
    let title = format!("{}, {}", scale.title, scale.unit);
    let baseline = place.y + page.scaled(12.0);
    words.draw(&title, plot.right() + page.scaled(10.0), baseline, INK);
    let present = chart.series().iter().rev();
    let present = present.filter(|lane| lane.at(clock.tick).is_some());
    for (number, lane) in present.enumerate() {
        let baseline = baseline + page.scaled(16.0 * (number + 1) as f32);
        draw_number(
            page,
            &numbers,
            &scale,
            lane,
            clock,
            row,
            (plot.right(), right, baseline),
        );
    }
}

/// The line of a controller: a bar in each column, from the least to the most, that touches the next.
fn draw_line(
    plot: Rect,
    pairs: &[Option<(f64, f64)>],
    at: impl Fn(f64) -> f32,
    thick: f32,
    color: Color,
) {
    let width = plot.w / pairs.len() as f32;
    let mut before: Option<(f32, f32)> = None;
    for (column, pair) in pairs.iter().enumerate() {
        let span = pair.map(|(low, high)| (at(high), at(low)));
        if let Some((mut top, mut bottom)) = span {
            if let Some((top_before, bottom_before)) = before {
                top = top.min(bottom_before);
                bottom = bottom.max(top_before);
            }
            let left = plot.x + width * column as f32;
            let end = plot.x + width * (column + 1) as f32;
            let (left, end) = (left.round(), end.round());
            draw_board(
                left,
                top - thick * 0.5,
                end - left,
                bottom - top + thick,
                color,
            );
        }
        before = span;
    }
}

/// What a controller has now.
fn draw_number(
    page: &Page,
    numbers: &Style,
    scale: &Scale,
    lane: &ChartSeries,
    clock: &Clock,
    row: ChartRow,
    (left, right, baseline): (f32, f32, f32),
) {
    let color = controller_color(lane.controller);
    let left = left + page.scaled(10.0);
    let name = lane.controller.name();
    numbers.draw(name, left, baseline, color);
    let text = mean(lane, row, clock).map_or_else(
        || "–".to_owned(),
        |value| format!("{:.*}", scale.decimals, value * scale.factor),
    );
    numbers.draw(&text, right - numbers.width(&text), baseline, INK);
}

/// The mean of the last moment, without which nobody could read a number that differs in every tick.
fn mean(lane: &ChartSeries, row: ChartRow, clock: &Clock) -> Option<f64> {
    let ticks = (MEAN_SECONDS * f64::from(clock.hz)).ceil() as u64;
    let first = (clock.tick + 1).saturating_sub(ticks);
    let values = (first..=clock.tick).filter_map(|tick| lane.at(tick)?[row as usize]);
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_goes_from_edge_to_edge_and_bends_where_small_numbers_count() {
        for row in ChartRow::ALL {
            let scale = Scale::of(row);
            let (low, high) = scale.range;
            assert_eq!((scale.height(low), scale.height(high)), (0.0, 1.0));
            assert_eq!(scale.height(high * 9.0), 1.0);
            let heights = scale.marks.iter().map(|mark| scale.height(*mark));
            let heights: Vec<_> = heights.collect();
            assert!(
                heights.windows(2).all(|two| two[0] + 0.08 < two[1]),
                "{row:?}: {heights:?}"
            );
        }
        let gap = Scale::of(ChartRow::Gap);
        assert_eq!(gap.height(0.0), 0.5);
        // A hundredth of the range is far more than a hundredth of the height.
        assert!(gap.height(5.0) > 0.7);
        let speed = Scale::of(ChartRow::Speed);
        assert!((speed.height(57.5) - 0.5).abs() < 1e-6);
    }
}
