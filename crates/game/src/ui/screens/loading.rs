//! The bar of a level that is loading, with its stage, its progress, and a button that cancels.
//!
//! The page around the game shows the same bar itself (`web/loading.js`).

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FACE, FAINT, INK, SHEET};
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::session::load::LoadStatus;
use crate::ui::events::Events;

/// Lengths at scale 1; logical pixels.
const TOP: f32 = 56.0;
const PADDING: f32 = 14.0;
const GAP: f32 = 14.0;
const HEIGHT: f32 = 44.0;
const BUTTON: f32 = 32.0;
const TRACK: f32 = 160.0;
const THICKNESS: f32 = 8.0;

/// The right edge of the readings in the corner, which the bar does not cover where the window is wide enough.
const READINGS: f32 = 400.0;

/// The background of the window while there is no level to show.
const BACKGROUND: Color = Color::new(0.07, 0.10, 0.13, 1.0);

/// The track of the bar.
const GROOVE: Color = Color { a: 0.25, ..FAINT };

const CANCEL: &str = "⟦Esc⟧ cancel";

/// While the progress is unknown, a piece of this share of the track moves along it, this many times a second.
const PIECE: f32 = 0.3;
const TURNS: f64 = 0.6;

/// The level that is loading.
#[derive(Clone, Copy, Debug)]
pub struct LoadingView<'l> {
    /// The name of the level, where the bar covers the window, when nothing is played yet.
    pub cover: Option<&'l str>,
    pub status: LoadStatus,
    /// How long it has been loading; seconds.
    pub seconds: f64,
}

/// The bar, and where it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadingBar {
    /// The button that cancels. `None` while the bar is not shown.
    cancel: Option<Rect>,
    /// Whether the bar covers the window, since nothing is played yet.
    covers: bool,
}

impl LoadingBar {
    pub fn is_shown(&self) -> bool {
        self.cancel.is_some()
    }

    /// Whether there is nothing to play yet: the first level is loading.
    pub fn covers(&self) -> bool {
        self.covers
    }

    /// Whether a press there cancels.
    pub fn takes_click(&self, (x, y): (f32, f32)) -> bool {
        self.cancel
            .is_some_and(|button| button.contains(Vec2::new(x, y)))
    }

    /// A press on the button cancels.
    pub fn handle(&self, events: &Events) -> Option<Action> {
        let is_clicked = events.clicks_in(self.cancel);
        is_clicked.then_some(Action::CancelLoading)
    }

    /// Draws the progress bar of the level that is loading, if there is one.
    pub fn draw(&mut self, canvas: &Canvas, page: &Viewport, view: Option<LoadingView<'_>>) {
        self.cancel = view.map(|view| draw(canvas, page, &view));
        self.covers = view.is_some_and(|view| view.cover.is_some());
    }
}

/// Draws the bar, and returns where its button is.
fn draw(canvas: &Canvas, page: &Viewport, view: &LoadingView<'_>) -> Rect {
    let [padding, gap, height, button, track, thickness] =
        [PADDING, GAP, HEIGHT, BUTTON, TRACK, THICKNESS].map(|length| page.scaled(length));
    let style = canvas.proportional(page.scaled(16.0));
    let words = view.status.words();
    // As wide as the longest stage, so that nothing moves from stage to stage.
    let words_width = style.widest(LoadStatus::all_words());
    let button_width = style.width(CANCEL) + 2.0 * gap;
    let width = words_width + track + button_width + 2.0 * (gap + padding);
    let center = page.center_x() - width * 0.5;
    let beside = (page.width - width - padding).min(page.left_inset + page.scaled(READINGS));
    let mut left = center.max(beside).max(0.0);
    let mut top = page.scaled(TOP);
    if let Some(name) = view.cover {
        canvas.fill_rect(0.0, 0.0, page.width, page.height, BACKGROUND);
        (left, top) = (center.max(0.0), (page.height - height) * 0.5);
        let large = canvas.proportional(page.scaled(24.0));
        let title = large.truncate(name, page.width * 0.9);
        let x = page.center_x() - large.width(&title) * 0.5;
        large.draw(&title, x, top - page.scaled(20.0), ACCENT);
    }
    canvas.fill_rect(left, top, width, height, SHEET);
    let middle = top + height * 0.5;
    let baseline = middle + page.scaled(6.0);
    style.draw(words, left + padding, baseline, INK);
    let track_left = left + padding + words_width + gap;
    let bar_top = middle - thickness * 0.5;
    canvas.fill_rect(track_left, bar_top, track, thickness, GROOVE);
    let (from, to) = filled(view.status.percent, view.seconds);
    let (x, length) = (track_left + track * from, track * (to - from));
    canvas.fill_rect(x, bar_top, length, thickness, ACCENT);
    let cancel = Rect::new(
        track_left + track + gap,
        middle - button * 0.5,
        button_width,
        button,
    );
    canvas.fill_rect(cancel.x, cancel.y, cancel.w, cancel.h, FACE);
    style.draw(CANCEL, cancel.x + gap, baseline, INK);
    cancel
}

/// The part of the track that is filled, from 0 to 1.
fn filled(percent: Option<usize>, seconds: f64) -> (f32, f32) {
    match percent {
        Some(percent) => (0.0, percent.min(100) as f32 / 100.0),
        None => {
            let end = (seconds * TURNS).fract() as f32 * (1.0 + PIECE);
            ((end - PIECE).max(0.0), end.min(1.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filled_part_stays_on_the_track() {
        for (percent, end) in [(0, 0.0), (50, 0.5), (100, 1.0), (200, 1.0)] {
            assert_eq!(filled(Some(percent), 3.0), (0.0, end));
        }
        for step in 0..1000 {
            let (from, to) = filled(None, f64::from(step) * 0.01);
            assert!(0.0 <= from && from <= to && to <= 1.0, "step {step}");
            assert!(to - from <= PIECE + 1e-6, "step {step}");
        }
    }

    #[test]
    fn only_a_press_on_the_button_cancels() {
        let bar = LoadingBar {
            cancel: Some(Rect::new(10.0, 10.0, 50.0, 20.0)),
            covers: false,
        };
        assert!(bar.takes_click((12.0, 15.0)));
        for place in [(9.0, 15.0), (61.0, 15.0), (12.0, 31.0)] {
            assert!(!bar.takes_click(place));
        }
    }
}
