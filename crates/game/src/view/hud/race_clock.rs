//! The clock of a race: its time, the checkpoints, and the next medal or the best time, in the middle of the upper edge.

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::session::play::RaceClock;
use crate::view::hud::time_bar;

/// Lengths at scale 1; logical pixels.
const HEIGHT: f32 = 34.0;
const TOP: f32 = 14.0;
const GAP: f32 = 7.0;
const PADDING: f32 = 14.0;

/// Where the clock begins and ends, below something that ends at `above`, or at the upper edge if that is 0.
fn rows(viewport: &Viewport, above: f32) -> (f32, f32) {
    let top = if above > 0.0 {
        above + viewport.scaled(GAP)
    } else {
        viewport.scaled(TOP)
    };
    (top, top + viewport.scaled(HEIGHT))
}

/// The bottom of the clock below something that ends at `above`; logical pixels.
pub(super) fn end(viewport: &Viewport, above: f32) -> f32 {
    rows(viewport, above).1
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

/// Draws the clock below something that ends at `above`, right of `readings_right`.
pub(super) fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    clock: &RaceClock,
    above: f32,
    readings_right: f32,
) {
    let place = time_bar::place(viewport, readings_right);
    let padding = viewport.scaled(PADDING);
    let (large, small) = (
        canvas.monospace(viewport.scaled(22.0)),
        canvas.proportional(viewport.scaled(15.0)),
    );
    let (time, details) = (clock.time.to_string(), details(clock));
    let gap = if details.is_empty() { 0.0 } else { padding };
    let inside = place.w - 2.0 * padding;
    let details = small.truncate(&details, (inside - large.width(&time) - gap).max(0.0));
    let width = large.width(&time) + gap + small.width(&details);
    let left = place.x + (place.w - width) * 0.5;
    let (top, bottom) = rows(viewport, above);
    canvas.fill_rect(
        left - padding,
        top,
        width + 2.0 * padding,
        bottom - top,
        SHADE,
    );
    let baseline = top + viewport.scaled(24.0);
    let has_begun = clock.time.ticks > 0;
    let color = if has_begun { ACCENT } else { INK };
    large.draw(&time, left, baseline, color);
    small.draw(
        &details,
        left + width - small.width(&details),
        baseline,
        FAINT,
    );
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
        assert_eq!(rows(&viewport, 0.0), (14.0, 48.0));
        assert_eq!(rows(&viewport, 72.0), (79.0, 113.0));
    }
}
