//! The time bar: shown while the game is paused, slowed down or rewound. It also shows that a recording runs.

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::session::play::Clock;
use crate::view::hud::race_clock::{self, RaceView};
use crate::view::palette::RECORDING;

/// Lengths at scale 1; logical pixels.
const WIDTH: f32 = 400.0;
const HEIGHT: f32 = 58.0;
const TOP: f32 = 14.0;
const PADDING: f32 = 14.0;
const RECORDING_HEIGHT: f32 = 25.0;

const TRACK: Color = Color { a: 0.35, ..FAINT };

/// The mouse may miss the bar by this much; multiples of its thickness.
const MOUSE_TOLERANCE: f32 = 3.5;

/// The rectangle of the time bar, in the middle of the upper edge, but right of `readings_right`.
pub(super) fn place(viewport: &Viewport, readings_right: f32) -> Rect {
    let [width, height, top, padding] =
        [WIDTH, HEIGHT, TOP, PADDING].map(|length| viewport.scaled(length));
    let left = (viewport.center_x() - width * 0.5).max(readings_right + padding);
    let left = left.min(viewport.width - width).max(0.0);
    Rect::new(left, top, width, height)
}

/// Where the time bar, the sign of a running recording, and the clock of a race end at the bottom; 0 without all of
/// them; logical pixels.
pub fn end(viewport: &Viewport, clock: &Clock, race: Option<&RaceView>) -> f32 {
    let bar = if clock.is_visible() {
        TOP + HEIGHT
    } else {
        0.0
    };
    let end = match clock.recorded {
        Some(_) => (bar + PADDING * 0.5).max(TOP) + RECORDING_HEIGHT,
        None => bar,
    };
    let end = viewport.scaled(end);
    race.map_or(end, |race| race_clock::end(viewport, race, end))
}

/// Draws the time bar, with the `keys` that control time. Returns the rectangle of the bar itself, on which a click
/// selects a tick.
pub fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    clock: &Clock,
    keys: &str,
    readings_right: f32,
) -> Option<Rect> {
    let padding = viewport.scaled(PADDING);
    let Rect {
        x: left,
        y: top,
        w: width,
        h: height,
    } = place(viewport, readings_right);
    if let Some(seconds) = clock.recorded {
        let below = if clock.is_visible() {
            height + padding * 0.5
        } else {
            0.0
        };
        draw_recording(canvas, viewport, seconds, left + width * 0.5, top + below);
    }
    if !clock.is_visible() {
        return None;
    }
    canvas.fill_rect(left, top, width, height, SHADE);
    let (font, small) = (
        canvas.proportional(viewport.scaled(17.0)),
        canvas.proportional(viewport.scaled(13.0)),
    );
    let inside = width - 2.0 * padding;
    let headline = clock.headline();
    let headline = font.truncate(&headline, inside);
    font.draw(
        &headline,
        left + padding,
        top + viewport.scaled(20.0),
        ACCENT,
    );
    let keys = fitting(keys, |keys| small.width(keys) <= inside);
    small.draw(keys, left + padding, top + viewport.scaled(38.0), INK);
    let all = (clock.behind + clock.ahead).max(1) as f32;
    let (bar, thick) = (top + height - viewport.scaled(11.0), viewport.scaled(3.0));
    canvas.fill_rect(left + padding, bar, inside, thick, TRACK);
    let shown = clock.behind as f32 / all * inside;
    canvas.fill_rect(left + padding, bar, shown, thick, ACCENT);
    let mark = viewport.scaled(7.0);
    let at = left + padding + shown - mark * 0.5;
    canvas.fill_rect(at, bar - mark * 0.5 + thick * 0.5, mark, mark, ACCENT);
    Some(Rect::new(left + padding, bar, inside, thick))
}

/// As many of the `keys` from the first on, each with its effect, as fit.
fn fitting(keys: &str, fits: impl Fn(&str) -> bool) -> &str {
    let mut shown = keys;
    while !shown.is_empty() && !fits(shown) {
        shown = shown.rsplit_once("   ").map_or("", |(fewer, _)| fewer);
    }
    shown
}

/// Draws a red dot and the length of the recording, centered at `middle`.
fn draw_recording(canvas: &Canvas, viewport: &Viewport, seconds: f64, middle: f32, top: f32) {
    let font = canvas.proportional(viewport.scaled(16.0));
    let text = recorded_time(seconds);
    let [dot, gap, height] = [5.5, 9.0, RECORDING_HEIGHT].map(|length| viewport.scaled(length));
    let width = 2.0 * dot + gap + font.width(&text);
    let left = middle - width * 0.5;
    canvas.fill_rect(left - gap, top, width + 2.0 * gap, height, SHADE);
    canvas.circle(Vec2::new(left + dot, top + height * 0.5), dot, RECORDING);
    let baseline = top + viewport.scaled(18.0);
    font.draw(&text, left + 2.0 * dot + gap, baseline, INK);
}

/// Formats the length of a recording, such as `recording 1:02.5`.
fn recorded_time(seconds: f64) -> String {
    let tenths = (seconds * 10.0) as u64;
    let (minutes, tenths) = (tenths / 600, tenths % 600);
    format!("recording {minutes}:{:02}.{}", tenths / 10, tenths % 10)
}

/// The part of the `bar` at `x` pixels from the left of the window, from 0 to 1.
pub fn fraction_at(bar: Rect, x: f32) -> f64 {
    f64::from(((x - bar.x) / bar.w.max(1.0)).clamp(0.0, 1.0))
}

/// Whether a point is on the `bar`, or close to it.
pub fn contains(bar: Rect, (x, y): (f32, f32)) -> bool {
    let near = bar.h * MOUSE_TOLERANCE;
    let x_near = (bar.left() - near..=bar.right() + near).contains(&x);
    x_near && (bar.top() - near..=bar.bottom() + near).contains(&y)
}

#[cfg(test)]
mod tests;
