//! The strip chart at the bottom: one plot per measure with one line per controller, the newest values at the right.

use macroquad::color::Color;
use macroquad::math::Rect;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::options::controllers;
use crate::session::play::{Chart, ChartRow, ChartSeries, Clock, WINDOW_SECONDS, envelope};
use crate::view::palette;

/// Lengths at scale 1; logical pixels.
const ROW_HEIGHT: f32 = 78.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 10.0;
const GAP: f32 = 11.0;
/// Widths of the scale at the left, and of the numbers at the right.
const SCALE: f32 = 52.0;
const NUMBERS: f32 = 136.0;
/// Widths of a column of the plot, and of its lines.
const COLUMN: f32 = 2.0;
const LINE: f32 = 2.0;

/// Two plots are placed side by side if each gets this width.
const SIDE_BY_SIDE_WIDTH: f32 = 340.0;

/// The chart is never drawn at a smaller scale, in however small a window, because its numbers are the smallest text
/// of all.
const MIN_SCALE: f32 = 0.9;

/// `length`, at the chart's scale.
fn scaled(viewport: &Viewport, length: f32) -> f32 {
    viewport.scaled(length).max(length * MIN_SCALE)
}

const GRID: Color = Color { a: 0.22, ..FAINT };
const ZERO: Color = Color { a: 0.6, ..FAINT };

/// The numbers at the right are means over this time; seconds.
const MEAN_SECONDS: f64 = 0.25;

/// How the values of a row are drawn.
struct Scale {
    title: &'static str,
    unit: &'static str,
    /// Converts a measured value to the unit.
    factor: f64,
    /// The smallest and the largest value shown, in the unit.
    range: (f64, f64),
    /// Where the scale changes from linear to logarithmic, in the unit; 0: it is linear everywhere.
    knee: f64,
    /// The marked values, in the unit.
    marks: &'static [f64],
    decimals: usize,
}

impl Scale {
    fn of(row: ChartRow) -> Self {
        match row {
            ChartRow::Speed => Self {
                title: "speed kept now",
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
                marks: &[-100.0, -5.0, 0.0, 5.0, 100.0],
                decimals: 2,
            },
            ChartRow::Wobble => Self {
                title: "jitter per tick",
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

    /// The height of `value`, given in the unit: 0 at the lower edge, 1 at the upper edge.
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

/// Where the chart lies, and how many plots are next to and below each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    pub place: Rect,
    across: usize,
    down: usize,
}

impl Layout {
    /// The chart above `bottom`, in at most half of the window. `None` if there is no room.
    pub fn new(viewport: &Viewport, bottom: f32) -> Option<Self> {
        let [row, margin, padding, gap] =
            [ROW_HEIGHT, MARGIN, PADDING, GAP].map(|length| scaled(viewport, length));
        let width = viewport.free_width() - 2.0 * margin;
        if width < scaled(viewport, SCALE + NUMBERS) + 3.0 * padding {
            return None;
        }
        let is_wide = width >= scaled(viewport, 2.0 * SIDE_BY_SIDE_WIDTH);
        let across = if is_wide { 2 } else { 1 };
        let room = ((viewport.height * 0.5).min(bottom) - 2.0 * padding) / row;
        let down = (ChartRow::ALL.len() / across).min(room.max(0.0) as usize);
        let height = row * down as f32 + 2.0 * padding - gap;
        let left = viewport.left_inset + margin;
        let place = Rect::new(left, bottom - gap - height, width, height);
        (down > 0).then_some(Self {
            place,
            across,
            down,
        })
    }
}

/// Draws the chart up to the tick of `clock`.
pub fn draw(canvas: &Canvas, viewport: &Viewport, chart: &Chart, clock: &Clock, layout: Layout) {
    let [row, padding, gap] = [ROW_HEIGHT, PADDING, GAP].map(|length| scaled(viewport, length));
    let Layout {
        place: Rect { x, y, w, h },
        across,
        down,
    } = layout;
    canvas.fill_rect(x, y, w, h, SHADE);
    let cell = (w - padding) / across as f32;
    for (number, row_kind) in ChartRow::ALL.into_iter().take(across * down).enumerate() {
        let place = Rect::new(
            x + padding + cell * (number % across) as f32,
            y + padding + row * (number / across) as f32,
            cell - padding,
            row - gap,
        );
        draw_row(canvas, viewport, chart, clock, row_kind, place);
    }
}

fn draw_row(
    canvas: &Canvas,
    viewport: &Viewport,
    chart: &Chart,
    clock: &Clock,
    row: ChartRow,
    place: Rect,
) {
    let scale = Scale::of(row);
    let (font, mono) = (
        canvas.proportional(scaled(viewport, 14.0)),
        canvas.monospace(scaled(viewport, 12.0)),
    );
    let small = canvas.monospace(scaled(viewport, 10.5));
    let plot = Rect::new(
        place.x + scaled(viewport, SCALE),
        place.y + scaled(viewport, 3.0),
        place.w - scaled(viewport, SCALE + NUMBERS),
        place.h - scaled(viewport, 6.0),
    );
    let at = |value: f64| plot.bottom() - plot.h * scale.height(value);
    for mark in scale.marks {
        let color = if *mark == 0.0 { ZERO } else { GRID };
        canvas.fill_rect(plot.x, at(*mark), plot.w, 1.0, color);
        let text = format!("{mark}");
        let left = plot.x - scaled(viewport, 6.0) - small.width(&text);
        small.draw(&text, left, at(*mark) + scaled(viewport, 3.5), FAINT);
    }
    let ticks = WINDOW_SECONDS * u64::from(clock.hz);
    let columns = ((plot.w / scaled(viewport, COLUMN)) as usize).clamp(1, ticks as usize);
    for lane in chart.series() {
        let value = |tick: u64| Some(lane.at(tick)?[row as usize]? * scale.factor);
        let pairs = envelope(value, clock.tick, ticks, columns);
        let thick = scaled(viewport, if lane.ghost { LINE * 0.75 } else { LINE });
        draw_line(
            canvas,
            plot,
            &pairs,
            at,
            (thick, palette::controller(lane.controller)),
        );
    }
    let right = place.right();
    let title = format!("{}, {}", scale.title, scale.unit);
    let baseline = place.y + scaled(viewport, 12.0);
    font.draw(&title, plot.right() + scaled(viewport, 10.0), baseline, INK);
    let present = |ghost| {
        let series = chart.series().iter();
        series.filter(move |lane| lane.ghost == ghost && lane.at(clock.tick).is_some())
    };
    // The player's first, as on the board.
    for (place, lane) in present(false).chain(present(true)).enumerate() {
        let baseline = baseline + scaled(viewport, 16.0 * (place + 1) as f32);
        let left = plot.right() + scaled(viewport, 10.0);
        let color = palette::controller(lane.controller);
        mono.draw(controllers::name(lane.controller), left, baseline, color);
        let value = mean(lane, row, clock);
        let text = value.map(|value| number(value * scale.factor, scale.decimals));
        let text = text.unwrap_or_else(|| "–".to_owned());
        mono.draw(&text, right - mono.width(&text), baseline, INK);
    }
}

/// Draws the line of a controller, in each column a bar from the smallest to the largest value, extended to touch the
/// bar before it.
fn draw_line(
    canvas: &Canvas,
    plot: Rect,
    pairs: &[Option<(f64, f64)>],
    at: impl Fn(f64) -> f32,
    (thick, color): (f32, Color),
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
            canvas.fill_rect(
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

/// Draws the current value of a controller.
fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|letter| "-0.".contains(letter));
    if is_zero { text.replace('-', "") } else { text }
}

/// The mean over [`MEAN_SECONDS`], since a number that changes in every tick is unreadable.
fn mean(lane: &ChartSeries, row: ChartRow, clock: &Clock) -> Option<f64> {
    let ticks = (MEAN_SECONDS * f64::from(clock.hz)).ceil() as u64;
    let first = (clock.tick + 1).saturating_sub(ticks);
    let values = (first..=clock.tick).filter_map(|tick| lane.at(tick)?[row as usize]);
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests;
