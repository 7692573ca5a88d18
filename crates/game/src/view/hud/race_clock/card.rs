//! The card after a race: its time, what it is worth, the time at each checkpoint, the medals, and how to go on.

use macroquad::color::Color;
use macroquad::math::Vec2;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE, SUCCESS};
use crate::draw::viewport::Viewport;
use crate::session::play::{RaceResult, Split};
use crate::view::hud::time_bar;

/// Lengths at scale 1; logical pixels.
const HEAD: f32 = 36.0;
const ROW: f32 = 21.0;
const FOOT: f32 = 8.0;
const PADDING: f32 = 14.0;
const TEXT: f32 = 15.0;
const CHECK: f32 = 9.0;

/// The most checkpoints on the card, with the finish; the last ones. In a window that is lower than [`LOW`] logical pixels, fewer.
const SPLITS: usize = 6;
const FEW_SPLITS: usize = 3;
const LOW: f32 = 540.0;

/// The most lines of the verdict, and how many letters of it are sure to fit into one.
const VERDICT_LINES: usize = 2;
const LINE: usize = 56;

/// The height of the card; logical pixels.
pub(super) fn height(viewport: &Viewport, result: &RaceResult) -> f32 {
    let ghost = usize::from(result.ghost.is_some());
    let medals = usize::from(!result.medals.is_empty());
    let rows = verdict_lines(result) + ghost + shown(viewport, result).len() + medals + 1;
    viewport.scaled(HEAD + ROW * rows as f32 + FOOT)
}

fn verdict_lines(result: &RaceResult) -> usize {
    if result.verdict.chars().count() > LINE {
        VERDICT_LINES
    } else {
        1
    }
}

/// The splits on the card.
fn shown<'r>(viewport: &Viewport, result: &'r RaceResult) -> &'r [Split] {
    let is_low = viewport.height - viewport.bottom_inset < LOW;
    let most = if is_low { FEW_SPLITS } else { SPLITS };
    let splits = &result.splits;
    &splits[splits.len().saturating_sub(most)..]
}

/// How far a split is behind the ghost, in words, and their colour.
fn behind(split: &Split) -> Option<(String, Color)> {
    let seconds = split.behind?;
    let (sign, color) = match seconds {
        _ if seconds.abs() < 0.005 => ("", INK),
        _ if seconds < 0.0 => ("−", SUCCESS),
        _ => ("+", ACCENT),
    };
    Some((format!("{sign}{:.2} s", seconds.abs()), color))
}

/// Draws the card from `top` on, right of `readings_right`, with the `keys` that lead on.
pub(super) fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    (result, keys): (&RaceResult, &str),
    top: f32,
    readings_right: f32,
) {
    let place = time_bar::place(viewport, readings_right);
    let (padding, row) = (viewport.scaled(PADDING), viewport.scaled(ROW));
    let height = height(viewport, result);
    canvas.fill_rect(place.x, top, place.w, height, SHADE);
    let earned = result.medals.iter().find(|(_, earned)| *earned);
    let color = if earned.is_some() || result.recording.is_some() {
        SUCCESS
    } else {
        ACCENT
    };
    canvas.fill_rect(place.x, top, viewport.scaled(5.0), height, color);
    let (large, small) = (
        canvas.monospace(viewport.scaled(24.0)),
        canvas.proportional(viewport.scaled(TEXT)),
    );
    let (left, right) = (place.x + padding, place.x + place.w - padding);
    let time = result.time.to_string();
    large.draw(&time, left, top + viewport.scaled(28.0), color);
    if let Some(((medal, _), _)) = earned {
        let words = format!("{medal} medal");
        let font = canvas.proportional(viewport.scaled(19.0));
        let at = right - font.width(&words);
        font.draw(&words, at, top + viewport.scaled(27.0), SUCCESS);
    }
    let mut baseline = top + viewport.scaled(HEAD) + row * 0.72;
    let lines = verdict_lines(result);
    let verdict = small.wrap(&result.verdict, right - left, lines);
    for line in &*verdict {
        small.draw(line, left, baseline, INK);
        baseline += row;
    }
    baseline += row * (lines - verdict.len()) as f32;
    // Times lie below each other, as do the differences.
    let differences = shown(viewport, result).iter().filter_map(behind);
    let differences: Vec<_> = differences.map(|(words, _)| words).collect();
    let widest = small.widest(differences.iter().map(String::as_str));
    let difference = right - widest;
    if let Some(ghost) = result.ghost {
        let words = format!("against {ghost}");
        small.draw(&words, right - small.width(&words), baseline, FAINT);
        baseline += row;
    }
    let first = result.splits.len() - shown(viewport, result).len();
    for (number, split) in (first + 1..).zip(shown(viewport, result)) {
        let name = if number == result.splits.len() {
            "finish".to_owned()
        } else {
            format!("checkpoint {number}")
        };
        let time = split.time.to_string();
        small.draw(&name, left, baseline, FAINT);
        let at = difference - padding * 2.0 - small.width(&time);
        small.draw(&time, at, baseline, INK);
        if let Some((words, color)) = behind(split) {
            small.draw(&words, right - small.width(&words), baseline, color);
        }
        baseline += row;
    }
    let mut across = left;
    for ((medal, most), is_earned) in &result.medals {
        let color = if *is_earned { SUCCESS } else { FAINT };
        if *is_earned {
            let check = viewport.scaled(CHECK);
            let middle = Vec2::new(across + check * 0.5, baseline - row * 0.22);
            canvas.check_mark(middle, check, color);
            across += check * 1.5;
        }
        let words = format!("{medal} {most}");
        small.draw(&words, across, baseline, color);
        across += small.width(&words) + padding;
    }
    if !result.medals.is_empty() {
        baseline += row;
    }
    small.draw(&small.truncate(keys, right - left), left, baseline, INK);
}
