//! The page of key bindings: all actions by group, with their keys.

pub mod page;

use macroquad::color::Color;

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, CHOSEN, FACE, FAINT, INK, SHEET, VEIL};
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::options::controls::KeyRow;
use crate::options::key_names;
use crate::ui::events::{Events, InputKind};
use crate::ui::screens::keys::page::{KeyPage, KeyPageOutcome};
use crate::ui::screens::levels::visible_range;
use crate::ui::screens::screen::{Hides, Screen, ScreenContext};

/// Distance between two rows; like all lengths here in logical pixels at the default scale.
const ROW: f32 = 26.0;
const WIDTH: f32 = 820.0;
const PADDING: f32 = 24.0;
const HEAD: f32 = 58.0;
const FOOT: f32 = 48.0;
const FOOT_LINE: f32 = 24.0;

/// The part of the scroll bar that is shown.
const THUMB: Color = Color::new(0.52, 0.60, 0.67, 1.0);

const TITLE: &str = "Keys";
const WAITING: &str = "press a key \u{2026}";

/// The keys of the page.
const PAGE_KEYS: [&str; 6] = [
    "⟦Enter⟧ bind",
    "⟦Insert⟧ add a key",
    "⟦Delete⟧ unbind",
    "⟦Backspace⟧ default",
    "⟦Shift+Backspace⟧ all defaults",
    "⟦Esc⟧ close",
];

/// A line of the list.
enum Line {
    Title(&'static str),
    Row(usize, &'static KeyRow, bool),
}

impl Screen for KeyPage {
    fn name(&self) -> &'static str {
        "keys"
    }

    fn is_modal(&self) -> bool {
        true
    }

    /// A click still grabs the mouse.
    fn takes(&self, input: InputKind) -> bool {
        !matches!(input, InputKind::Click(_))
    }

    fn hides(&self) -> Hides {
        Hides::All
    }

    fn handle(&mut self, events: &Events, bindings: &mut Bindings) -> Vec<Action> {
        let mut presses = events.presses.iter();
        let closes = presses.any(|press| self.press(*press, bindings) == KeyPageOutcome::Closed);
        closes.then_some(Action::CloseScreen).into_iter().collect()
    }

    fn draw(&mut self, canvas: &Canvas, page: &Viewport, context: &ScreenContext<'_>) {
        draw(canvas, page, self, context.labels.bindings);
    }
}

/// Draws the page.
fn draw(canvas: &Canvas, page: &Viewport, keys: &KeyPage, bindings: &Bindings) {
    let [row, padding, head] = [ROW, PADDING, HEAD].map(|length| page.scaled(length));
    let lines = lines(keys);
    let chosen = lines
        .iter()
        .position(|line| matches!(line, Line::Row(.., true)));
    let width = page.scaled(WIDTH).min(page.width * 0.96);
    let small = canvas.proportional(page.scaled(15.0));
    let inside = width - 2.0 * padding;
    let page_keys = small.wrap_pieces(&PAGE_KEYS, "     ", inside, 3);
    let foot = page.scaled(FOOT + FOOT_LINE * page_keys.len() as f32);
    let room = ((page.height * 0.96 - head - foot) / row).max(1.0) as usize;
    let shown = visible_range(chosen.unwrap_or(0), lines.len(), room);
    let height = head + row * shown.len() as f32 + foot;
    let (left, top) = ((page.width - width) * 0.5, (page.height - height) * 0.5);
    canvas.fill_rect(0.0, 0.0, page.width, page.height, VEIL);
    canvas.fill_rect(left, top, width, height, SHEET);

    let title = canvas.proportional(page.scaled(24.0));
    title.draw(TITLE, left + padding, top + page.scaled(36.0), ACCENT);
    let right = left + width - padding;
    let how = "up and down choose, left and right change the group";
    let how_left = left + padding + title.width(TITLE) + padding;
    let how = small.truncate(how, right - how_left);
    small.draw(
        &how,
        right - small.width(&how),
        top + page.scaled(35.0),
        FAINT,
    );

    for (number, line) in lines[shown.clone()].iter().enumerate() {
        let top = top + head + row * number as f32;
        let baseline = top + page.scaled(18.0);
        match line {
            Line::Title(title) => {
                small.draw(title, left + padding, baseline, ACCENT);
                let rule = left + padding + small.width(title) + page.scaled(10.0);
                let middle = top + row * 0.5;
                canvas.fill_rect(rule, middle, right - rule, 1.0, CHOSEN);
            }
            Line::Row(number, its, chosen) => {
                if *chosen {
                    let side = padding * 0.5;
                    canvas.fill_rect(left + side, top, width - 2.0 * side, row, CHOSEN);
                }
                let caps = if *chosen && keys.is_capturing() {
                    small.draw(WAITING, right - small.width(WAITING), baseline, ACCENT);
                    small.width(WAITING)
                } else {
                    let is_default = bindings.keys(*number) == its.keys;
                    let color = if is_default { INK } else { ACCENT };
                    let names = key_names::names(bindings.keys(*number)).into_iter();
                    let caps = match names.map(key_names::cap).collect::<String>() {
                        none if none.is_empty() => "no key".to_owned(),
                        some => some,
                    };
                    let width = small.width(&caps);
                    small.draw(&caps, right - width, baseline, color);
                    width
                };
                let words = small.truncate(its.description, inside - caps - page.scaled(16.0));
                let ink = if *chosen { INK } else { FAINT };
                small.draw(&words, left + padding, baseline, ink);
            }
        }
    }
    draw_scroll(
        canvas,
        page,
        (left + width, top + head, row * shown.len() as f32),
        &shown,
        lines.len(),
    );

    let mut baseline = top + height - foot + page.scaled(26.0);
    let message = small.truncate(keys.message(), inside);
    small.draw(&message, left + padding, baseline, ACCENT);
    for line in page_keys.iter() {
        baseline += page.scaled(FOOT_LINE);
        small.draw(line, left + padding, baseline, FAINT);
    }
}

/// The rows, each group below its title.
fn lines(keys: &KeyPage) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut group = None;
    for (number, row, chosen) in keys.rows() {
        if group.replace(row.group) != Some(row.group) {
            lines.push(Line::Title(row.group.title()));
        }
        lines.push(Line::Row(number, row, chosen));
    }
    lines
}

/// Draws a scroll bar at the right, if only a part of the list is shown.
fn draw_scroll(
    canvas: &Canvas,
    page: &Viewport,
    (right, top, height): (f32, f32, f32),
    shown: &core::ops::Range<usize>,
    count: usize,
) {
    if shown.len() == count {
        return;
    }
    let width = page.scaled(4.0);
    let left = right - page.scaled(10.0);
    let per_line = height / count as f32;
    canvas.fill_rect(left, top, width, height, FACE);
    let (from, length) = (per_line * shown.start as f32, per_line * shown.len() as f32);
    canvas.fill_rect(left, top + from, width, length, THUMB);
}
