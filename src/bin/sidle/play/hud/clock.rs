//! Time, where it does not simply pass: paused, slowed down, or looked back at.

use macroquad::color::Color;

use super::page::{ACCENT, FAINT, Fonts, INK, Page, SHADE, draw_board};

/// Lengths at the usual scale; logical pixels.
const WIDTH: f32 = 360.0;
const HEIGHT: f32 = 58.0;
const TOP: f32 = 14.0;
const PADDING: f32 = 14.0;

const PLATE: Color = Color { a: 0.8, ..SHADE };
const TRACK: Color = Color { a: 0.35, ..FAINT };

/// What there is to say of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    pub paused: bool,
    /// Time passes so many times slower.
    pub slower: u32,
    /// The tick that is shown, and how many are kept before and after it.
    pub tick: u64,
    pub behind: usize,
    pub ahead: usize,
    pub hz: u32,
}

impl Clock {
    /// Whether there is anything to say.
    fn speaks(&self) -> bool {
        self.paused || self.slower > 1
    }

    fn headline(&self) -> String {
        let seconds = self.ahead as f64 / f64::from(self.hz);
        match (self.paused, self.ahead) {
            (false, _) => format!("time runs at 1/{}", self.slower),
            (true, 0) => format!("paused at tick {}", self.tick),
            (true, _) => format!("tick {}, {seconds:.2} s back", self.tick),
        }
    }

    fn keys(&self) -> &'static str {
        if self.paused {
            "P go on    , and . step, Shift a second    0 slower"
        } else {
            "0 slower, and back    P pause"
        }
    }
}

/// Draws what there is to say, in the middle of the upper edge; right of `panel` where it is wide.
pub fn draw(fonts: &Fonts, page: &Page, clock: &Clock, panel_right: f32) {
    if !clock.speaks() {
        return;
    }
    let [width, height, top, padding] = [WIDTH, HEIGHT, TOP, PADDING].map(|it| page.scaled(it));
    let left = (page.middle() - width * 0.5).max(panel_right + padding);
    let left = left.min(page.width - width).max(0.0);
    draw_board(left, top, width, height, PLATE);
    let (words, small) = (
        fonts.words(page.scaled(17.0)),
        fonts.words(page.scaled(13.0)),
    );
    let inside = width - 2.0 * padding;
    let headline = words.clip(&clock.headline(), inside);
    words.draw(&headline, left + padding, top + page.scaled(20.0), ACCENT);
    let keys = small.clip(clock.keys(), inside);
    small.draw(&keys, left + padding, top + page.scaled(38.0), INK);
    let all = (clock.behind + clock.ahead).max(1) as f32;
    let (bar, thick) = (top + height - page.scaled(11.0), page.scaled(3.0));
    draw_board(left + padding, bar, inside, thick, TRACK);
    let shown = clock.behind as f32 / all * inside;
    draw_board(left + padding, bar, shown, thick, ACCENT);
    let mark = page.scaled(7.0);
    let at = left + padding + shown - mark * 0.5;
    draw_board(at, bar - mark * 0.5 + thick * 0.5, mark, mark, ACCENT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_speaks_only_when_time_does_not_simply_pass() {
        let usual = Clock {
            paused: false,
            slower: 1,
            tick: 240,
            behind: 239,
            ahead: 0,
            hz: 120,
        };
        assert!(!usual.speaks());
        let said = |clock: Clock| (clock.speaks(), clock.headline());
        let slow = Clock { slower: 8, ..usual };
        assert_eq!(said(slow), (true, "time runs at 1/8".into()));
        let paused = Clock {
            paused: true,
            ..usual
        };
        assert_eq!(said(paused), (true, "paused at tick 240".into()));
        let back = Clock {
            tick: 210,
            ahead: 30,
            ..paused
        };
        assert_eq!(said(back), (true, "tick 210, 0.25 s back".into()));
    }
}
