//! Time, where it does not simply pass: paused, slowed down, or looked back at.

use macroquad::color::Color;
use macroquad::math::Rect;
use macroquad::shapes::draw_circle;

use crate::draw::page::{ACCENT, FAINT, Fonts, INK, Page, SHADE, draw_board};
use crate::session::clock::Clock;

/// Lengths at the usual scale; logical pixels.
const WIDTH: f32 = 360.0;
const HEIGHT: f32 = 58.0;
const TOP: f32 = 14.0;
const PADDING: f32 = 14.0;

const PLATE: Color = Color { a: 0.8, ..SHADE };
const TRACK: Color = Color { a: 0.35, ..FAINT };
const RED: Color = Color::new(0.93, 0.22, 0.20, 1.0);

/// How far beside the bar the mouse still holds it; in its thicknesses.
const GRASP: f32 = 3.5;

/// Where it says what there is to say: in the middle of the upper edge, and right of `panel_right` where a
/// panel is wide.
pub(super) fn place(page: &Page, panel_right: f32) -> Rect {
    let [width, height, top, padding] = [WIDTH, HEIGHT, TOP, PADDING].map(|it| page.scaled(it));
    let left = (page.middle() - width * 0.5).max(panel_right + padding);
    let left = left.min(page.width - width).max(0.0);
    Rect::new(left, top, width, height)
}

/// Draws what there is to say, and what `keys` do, in its place. Tells where the bar is, on which one can
/// point at a tick.
pub fn draw(
    fonts: &Fonts,
    page: &Page,
    clock: &Clock,
    keys: &str,
    panel_right: f32,
) -> Option<Rect> {
    let padding = page.scaled(PADDING);
    let Rect {
        x: left,
        y: top,
        w: width,
        h: height,
    } = place(page, panel_right);
    if let Some(seconds) = clock.recorded {
        let below = if clock.is_visible() {
            height + padding * 0.5
        } else {
            0.0
        };
        draw_recording(fonts, page, seconds, left + width * 0.5, top + below);
    }
    if !clock.is_visible() {
        return None;
    }
    draw_board(left, top, width, height, PLATE);
    let (words, small) = (
        fonts.words(page.scaled(17.0)),
        fonts.words(page.scaled(13.0)),
    );
    let inside = width - 2.0 * padding;
    let headline = words.clip(&clock.headline(), inside);
    words.draw(&headline, left + padding, top + page.scaled(20.0), ACCENT);
    let keys = small.clip(keys, inside);
    small.draw(&keys, left + padding, top + page.scaled(38.0), INK);
    let all = (clock.behind + clock.ahead).max(1) as f32;
    let (bar, thick) = (top + height - page.scaled(11.0), page.scaled(3.0));
    draw_board(left + padding, bar, inside, thick, TRACK);
    let shown = clock.behind as f32 / all * inside;
    draw_board(left + padding, bar, shown, thick, ACCENT);
    let mark = page.scaled(7.0);
    let at = left + padding + shown - mark * 0.5;
    draw_board(at, bar - mark * 0.5 + thick * 0.5, mark, mark, ACCENT);
    Some(Rect::new(left + padding, bar, inside, thick))
}

/// A red dot and how long is recorded, around `middle`.
fn draw_recording(fonts: &Fonts, page: &Page, seconds: f64, middle: f32, top: f32) {
    let words = fonts.words(page.scaled(16.0));
    let text = recorded_time(seconds);
    let [dot, gap, height] = [5.5, 9.0, 25.0].map(|it| page.scaled(it));
    let width = 2.0 * dot + gap + words.width(&text);
    let left = middle - width * 0.5;
    draw_board(left - gap, top, width + 2.0 * gap, height, PLATE);
    draw_circle(left + dot, top + height * 0.5, dot, RED);
    let baseline = top + page.scaled(18.0);
    words.draw(&text, left + 2.0 * dot + gap, baseline, INK);
}

/// `recording 1:02.5`.
fn recorded_time(seconds: f64) -> String {
    let tenths = (seconds * 10.0) as u64;
    let (minutes, tenths) = (tenths / 600, tenths % 600);
    format!("recording {minutes}:{:02}.{}", tenths / 10, tenths % 10)
}

/// Which part of the `bar` the mouse points at, `x` pixels from the left: from 0 to 1.
pub fn share_at(bar: Rect, x: f32) -> f64 {
    f64::from(((x - bar.x) / bar.w.max(1.0)).clamp(0.0, 1.0))
}

/// Whether the mouse is on the `bar`, or so near that it means it.
pub fn is_on(bar: Rect, (x, y): (f32, f32)) -> bool {
    let near = bar.h * GRASP;
    let x_near = (bar.left() - near..=bar.right() + near).contains(&x);
    x_near && (bar.top() - near..=bar.bottom() + near).contains(&y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::bindings::Bindings;

    #[test]
    fn it_speaks_only_when_time_does_not_simply_pass() {
        let usual = Clock {
            paused: false,
            slowdown: 1,
            tick: 240,
            behind: 239,
            ahead: 0,
            hz: 120,
            recorded: None,
        };
        assert!(!usual.is_visible());
        assert_eq!(Bindings::default().unknown(usual.key_hints()), None);
        let said = |clock: Clock| (clock.is_visible(), clock.headline());
        let slow = Clock {
            slowdown: 8,
            ..usual
        };
        assert_eq!(said(slow), (true, "time runs at 1/8".into()));
        let paused = Clock {
            paused: true,
            ..usual
        };
        assert_eq!(said(paused), (true, "paused at tick 240".into()));
        let keys = Bindings::default().expand_keys(paused.key_hints());
        assert_eq!(
            keys,
            "P go on   , . step   Page Up Page Down 10 s   or the bar"
        );
        let back = Clock {
            tick: 210,
            ahead: 30,
            ..paused
        };
        assert_eq!(said(back), (true, "tick 210, 0.25 s back".into()));
    }

    #[test]
    fn the_mouse_holds_the_bar_a_little_beside_it_and_points_at_its_parts() {
        let bar = Rect::new(100.0, 50.0, 200.0, 3.0);
        assert!(is_on(bar, (100.0, 51.0)) && is_on(bar, (305.0, 42.0)));
        assert!(!is_on(bar, (150.0, 30.0)) && !is_on(bar, (80.0, 51.0)));
        let shares = [20.0, 100.0, 150.0, 300.0, 900.0].map(|x| share_at(bar, x));
        assert_eq!(shares, [0.0, 0.0, 0.25, 1.0, 1.0]);
    }

    #[test]
    fn a_recording_tells_minutes_and_seconds() {
        assert_eq!(recorded_time(0.0), "recording 0:00.0");
        assert_eq!(recorded_time(62.58), "recording 1:02.5");
    }
}
