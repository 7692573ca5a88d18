//! The clock of a race: its time, the checkpoints, and the next medal or the best time, in the middle of the upper edge. After the
//! race, its card lies there.

mod card;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::session::play::{RaceClock, RaceResult};
use crate::view::hud::time_bar;

/// Lengths at scale 1; logical pixels.
const HEIGHT: f32 = 34.0;
const TOP: f32 = 14.0;
const GAP: f32 = 7.0;
const PADDING: f32 = 14.0;
const COUNT: f32 = 64.0;

/// In a window of this width, the clock of a clip has its usual size; logical pixels.
const FILM_WIDTH: f32 = 640.0;

/// A race, as it is shown.
#[derive(Clone, Copy, Debug)]
pub enum RaceView<'n> {
    /// Its clock, and the number of a countdown.
    Clock(RaceClock, Option<u32>),
    /// The card after it, and the keys that lead on. While something else is looked at, only its time is shown.
    Result {
        result: &'n RaceResult,
        keys: &'n str,
        is_short: bool,
    },
}

impl RaceView<'_> {
    /// Shows only the time, if `steps_back`.
    pub fn stepping_back(self, steps_back: bool) -> Self {
        match self {
            Self::Result {
                result,
                keys,
                is_short,
            } => Self::Result {
                result,
                keys,
                is_short: is_short || steps_back,
            },
            Self::Clock(..) => self,
        }
    }

    fn height(&self, viewport: &Viewport) -> f32 {
        match self {
            Self::Clock(_, Some(_)) => viewport.scaled(HEIGHT + COUNT),
            Self::Result {
                result,
                is_short: false,
                ..
            } => card::height(viewport, result),
            Self::Clock(_, None) | Self::Result { .. } => viewport.scaled(HEIGHT),
        }
    }
}

/// Where the clock begins, below something that ends at `above`, or at the upper edge if that is 0.
fn top(viewport: &Viewport, above: f32) -> f32 {
    if above > 0.0 {
        above + viewport.scaled(GAP)
    } else {
        viewport.scaled(TOP)
    }
}

/// The bottom of `race` below something that ends at `above`; logical pixels.
pub(super) fn end(viewport: &Viewport, race: &RaceView, above: f32) -> f32 {
    top(viewport, above) + race.height(viewport)
}

/// The words next to the time.
fn details(clock: &RaceClock) -> String {
    let mut parts = Vec::new();
    let (passed, all) = clock.checkpoints;
    if all > 0 {
        parts.push(format!("checkpoints {passed}/{all}"));
    }
    // Once the best time has earned all medals, it is what is left to beat.
    if let Some((medal, time)) = clock.medal {
        parts.push(format!("{medal} {time}"));
    } else if let Some(best) = clock.best {
        parts.push(format!("best {best}"));
    }
    parts.join("   ")
}

/// Draws `race` below something that ends at `above`, right of `readings_right`.
pub(super) fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    race: &RaceView,
    above: f32,
    readings_right: f32,
) {
    let top = top(viewport, above);
    let (time, details, count) = match race {
        RaceView::Result {
            result,
            keys,
            is_short: false,
        } => {
            return card::draw(canvas, viewport, (*result, *keys), top, readings_right);
        }
        RaceView::Result { result, .. } => (result.time, "at the finish".to_owned(), None),
        RaceView::Clock(clock, count) => (clock.time, details(clock), *count),
    };
    let place = time_bar::place(viewport, readings_right);
    let padding = viewport.scaled(PADDING);
    let (large, small) = (
        canvas.monospace(viewport.scaled(22.0)),
        canvas.proportional(viewport.scaled(15.0)),
    );
    let has_begun = time.ticks > 0;
    let time = time.to_string();
    let gap = if details.is_empty() { 0.0 } else { padding };
    let inside = place.w - 2.0 * padding;
    let details = small.truncate(&details, (inside - large.width(&time) - gap).max(0.0));
    let width = large.width(&time) + gap + small.width(&details);
    let left = place.x + (place.w - width) * 0.5;
    let height = race.height(viewport);
    canvas.fill_rect(left - padding, top, width + 2.0 * padding, height, SHADE);
    let baseline = top + viewport.scaled(24.0);
    let color = if has_begun { ACCENT } else { INK };
    large.draw(&time, left, baseline, color);
    small.draw(
        &details,
        left + width - small.width(&details),
        baseline,
        FAINT,
    );
    if let Some(count) = count {
        let (font, count) = (canvas.monospace(viewport.scaled(COUNT)), count.to_string());
        let across = left + (width - font.width(&count)) * 0.5;
        font.draw(
            &count,
            across,
            top + viewport.scaled(HEIGHT + COUNT * 0.8),
            ACCENT,
        );
    }
}

/// Draws the `clock` alone, for a clip, in which the window becomes small.
pub(super) fn draw_film(canvas: &Canvas, page: &Viewport, clock: RaceClock) {
    let page = page.enlarged(page.width / FILM_WIDTH);
    draw(canvas, &page, &RaceView::Clock(clock, None), 0.0, 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::play::RaceTime;

    #[test]
    fn the_details_leave_out_what_there_is_not() {
        let time = |ticks| RaceTime { ticks, hz: 120 };
        let clock = |checkpoints, best| RaceClock {
            time: time(0),
            checkpoints,
            best,
            medal: None,
        };
        assert_eq!(details(&clock((0, 0), None)), "");
        assert_eq!(details(&clock((1, 3), None)), "checkpoints 1/3");
        let both = details(&clock((1, 3), Some(time(1200))));
        assert_eq!(both, "checkpoints 1/3   best 0:10.000");
        let medal = Some(("gold", time(1080)));
        let medal = RaceClock {
            medal,
            ..clock((0, 0), Some(time(1200)))
        };
        assert_eq!(details(&medal), "gold 0:09.000");
    }

    #[test]
    fn the_clock_lies_below_what_is_above_it() {
        let viewport = Viewport::new(1280.0, 720.0);
        assert_eq!([0.0, 72.0].map(|above| top(&viewport, above)), [14.0, 79.0]);
    }
}
