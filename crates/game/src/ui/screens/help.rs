//! The help: name and description of the level, and all keys by groups. It hides all other text. Its text is as large as the
//! window allows; a window in which readable text has no room for all keys shows them on several pages.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::draw::canvas::Canvas;
use crate::draw::text::TextStyle;
use crate::draw::theme::{ACCENT, CHOSEN, FAINT, INK, SHEET, VEIL};
use crate::draw::viewport::Viewport;
use crate::options::action::Action;
use crate::options::bindings::Bindings;
use crate::platform::event::InputDevice;
use crate::ui::events::{Events, InputKind};
use crate::ui::screens::screen::{Hides, KeyHelp, Screen, ScreenContext};

/// The size of the text in a large window; logical pixels at the default scale.
const MAX_SIZE: f32 = 18.0;

/// The smallest text that is comfortable to read; logical pixels at the default scale.
const MIN_READABLE_SIZE: f32 = 13.0;

/// The smallest text in any window; logical pixels.
const MIN_SIZE: f32 = 11.0;

/// All other lengths, in sizes of the text.
const ROW: f32 = 1.4;
const PADDING: f32 = 1.1;
const TITLE: f32 = 1.5;
const TITLE_ROW: f32 = 2.0;

/// The gaps between the description and the keys, and between a key and its action.
const GAP: f32 = 0.7;
const COLUMN_GAP: f32 = 1.2;

/// The gap between two columns.
const BETWEEN: f32 = 2.2;

/// A wide and low window has room for this many columns.
const MAX_COLUMNS: usize = 2;

/// Keys wider than this have a separate line above their action.
const MAX_KEYS: f32 = 8.5;

/// The least width for an action.
const MIN_ACTION: f32 = 17.0;

/// The description takes at most this many lines, or this share of the window if that is more.
const ABOUT_LINES: usize = 3;
const ABOUT_SHARE: f32 = 0.35;

/// The most lines of an action.
const ACTION_LINES: usize = 3;

/// The layout of the help for one size of text and one number of columns.
struct HelpLayout<'a> {
    words: TextStyle<'a>,
    title: TextStyle<'a>,
    size: f32,
    about: Rc<[String]>,
    /// The rows, each with the lines of its action.
    rows: Vec<(&'a KeyHelp, Rc<[String]>)>,
    /// The rows of each column, those of all pages; and the lines of the longest.
    parts: Vec<core::ops::Range<usize>>,
    lines: usize,
    columns: usize,
    /// Widths of the keys, of a column with keys and actions, and of all columns.
    keys: f32,
    column: f32,
    width: f32,
}

/// The results of the last frame.
#[derive(Default)]
pub struct Help {
    /// The page that is shown, from 0, and the number of pages.
    page: usize,
    pages: usize,
    /// The size and the number of columns, by a hash of all that they depend on. To find them takes longer than to draw
    /// the help.
    size: Option<(u64, f32, usize)>,
}

impl Help {
    /// Turns to the next page. Returns whether there is one.
    pub fn turn(&mut self) -> bool {
        self.page += 1;
        self.page < self.pages
    }
}

impl Screen for Help {
    fn name(&self) -> &'static str {
        "help"
    }

    /// It covers the picture: no key reaches the game behind it.
    fn takes(&self, input: InputKind) -> bool {
        !matches!(input, InputKind::Click(_))
    }

    fn hides(&self) -> Hides {
        Hides::All
    }

    /// Enter begins the tour.
    fn handle(&mut self, events: &Events, _: &mut Bindings) -> Vec<Action> {
        let begins = events.enters() && !events.panel_has_keys;
        begins.then_some(Action::StartTour).into_iter().collect()
    }

    fn draw(&mut self, canvas: &Canvas, page: &Viewport, context: &ScreenContext<'_>) {
        let layout = HelpLayout::new(canvas, page, context.about, &context.key_helps, self);
        // A window that has grown needs fewer pages.
        let number = self.page.min(layout.pages() - 1);
        let turn = context
            .labels
            .fill(&turn_words(number, layout.pages(), context.labels.device));
        layout.draw(page, context.name, number, &turn);
    }
}

impl<'a> HelpLayout<'a> {
    /// The layout with the largest text that fits.
    fn new(
        canvas: &'a Canvas,
        page: &Viewport,
        about: &str,
        rows: &'a [KeyHelp],
        kept: &mut Help,
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        let lengths = [
            page.width,
            page.height,
            page.scaled(1.0),
            canvas.proportional(1.0).dpi(),
        ];
        (lengths.map(f32::to_bits), about, rows).hash(&mut hasher);
        let inputs = hasher.finish();
        let layout = match kept.size.filter(|(of, ..)| *of == inputs) {
            Some((_, size, columns)) => Self::of_size(canvas, page, about, (rows, columns), size),
            None => Self::largest(canvas, page, about, rows),
        };
        kept.size = Some((inputs, layout.size, layout.columns));
        kept.pages = layout.pages();
        layout
    }

    fn largest(canvas: &'a Canvas, page: &Viewport, about: &str, rows: &'a [KeyHelp]) -> Self {
        let smallest = page.scaled(MIN_READABLE_SIZE).round().max(MIN_SIZE);
        let mut size = page.scaled(MAX_SIZE).round().max(smallest);
        let of = |size, columns| Self::of_size(canvas, page, about, (rows, columns), size);
        loop {
            let mut all = (1..=MAX_COLUMNS).map(|columns| of(size, columns));
            if let Some(layout) =
                all.find(|layout| layout.pages() == 1 && layout.has_room_for_actions())
            {
                return layout;
            }
            if size <= smallest {
                let mut all = (1..=MAX_COLUMNS).rev().map(|columns| of(size, columns));
                return all
                    .find(Self::has_room_for_actions)
                    .unwrap_or_else(|| of(size, 1));
            }
            size = (size - 1.0).max(smallest);
        }
    }

    fn of_size(
        canvas: &'a Canvas,
        page: &Viewport,
        about: &str,
        (rows, columns): (&'a [KeyHelp], usize),
        size: f32,
    ) -> Self {
        let words = canvas.proportional(size);
        let between = BETWEEN * size * (columns - 1) as f32;
        let widths = rows.iter().map(|row| words.width(&row.keys));
        let widths = widths.filter(|width| *width <= MAX_KEYS * size);
        let keys = widths.fold(0.0, f32::max) + COLUMN_GAP * size;
        let actions = words.widest(rows.iter().map(|row| row.action.as_str()));
        let max_column = (page.width - 2.0 * PADDING * size - between) / columns as f32;
        let column = (keys + actions).min(max_column);
        let width = column * columns as f32 + between;
        let wrapped =
            |row: &'a KeyHelp| (row, words.wrap(&row.action, column - keys, ACTION_LINES));
        let mut layout = Self {
            words,
            title: canvas.proportional(TITLE * size),
            size,
            about: words.wrap(about, width, about_lines(page.height, size)),
            rows: rows.iter().map(wrapped).collect(),
            parts: Vec::new(),
            lines: 0,
            columns,
            keys,
            column,
            width,
        };
        let counts: Vec<usize> = layout.rows.iter().map(|row| layout.lines_of(row)).collect();
        let room = ((page.height - layout.height()) / (ROW * size)).max(1.0) as usize;
        // The columns of one page are of the same length, as far as the rows allow.
        let shortest = counts.iter().sum::<usize>().div_ceil(columns).max(1);
        let mut lengths = shortest..=room;
        let single = lengths.find(|lines| split(&counts, *lines).len() <= columns);
        layout.lines = single.unwrap_or(room);
        layout.parts = split(&counts, layout.lines);
        layout
    }

    /// Whether the keys do not fit next to the action.
    fn is_wide(&self, keys: &str) -> bool {
        self.words.width(keys) > MAX_KEYS * self.size
    }

    fn lines_of(&self, (row, action): &(&KeyHelp, Rc<[String]>)) -> usize {
        let title = usize::from(row.title.is_some());
        title + action.len() + usize::from(self.is_wide(&row.keys))
    }

    fn pages(&self) -> usize {
        self.parts.len().div_ceil(self.columns).max(1)
    }

    fn has_room_for_actions(&self) -> bool {
        self.column - self.keys >= MIN_ACTION * self.size
    }

    fn height(&self) -> f32 {
        let lines = (self.lines + self.about.len()) as f32;
        (2.0 * PADDING + TITLE_ROW + GAP + ROW * lines) * self.size
    }

    /// Draws the page of this `number`; `turns` says how to go on or to close it.
    fn draw(&self, page: &Viewport, name: &str, number: usize, turns: &str) {
        let canvas = self.words.canvas();
        canvas.fill_rect(0.0, 0.0, page.width, page.height, VEIL);
        let (width, height) = (self.width + 2.0 * PADDING * self.size, self.height());
        let left = (page.width - width) * 0.5;
        let top = (page.height - height) * 0.5;
        canvas.fill_rect(left, top, width, height, SHEET);

        let left = left + PADDING * self.size;
        let mut baseline = top + (PADDING + TITLE * 0.8) * self.size;
        let turns_width = self.words.width(turns);
        let room = self.width - turns_width - COLUMN_GAP * self.size;
        self.words
            .draw(turns, left + self.width - turns_width, baseline, FAINT);
        let title = self.title.truncate(name, room);
        self.title.draw(&title, left, baseline, ACCENT);
        baseline += (TITLE_ROW - TITLE * 0.8 + 0.8) * self.size;
        for line in self.about.iter() {
            self.words.draw(line, left, baseline, INK);
            baseline += ROW * self.size;
        }
        baseline += GAP * self.size;
        let parts = self.parts.iter().skip(number * self.columns);
        for (number, part) in parts.take(self.columns).enumerate() {
            let left = left + (self.column + BETWEEN * self.size) * number as f32;
            let mut baseline = baseline;
            for (row, action) in &self.rows[part.clone()] {
                if let Some(title) = row.title {
                    self.words.draw(title, left, baseline, FAINT);
                    let start = left + self.words.width(title) + GAP * self.size;
                    let rule = baseline - 0.3 * self.size;
                    canvas.fill_rect(start, rule, left + self.column - start, 1.0, CHOSEN);
                    baseline += ROW * self.size;
                }
                self.words.draw(&row.keys, left, baseline, ACCENT);
                if self.is_wide(&row.keys) {
                    baseline += ROW * self.size;
                }
                for line in action.iter() {
                    self.words.draw(line, left + self.keys, baseline, INK);
                    baseline += ROW * self.size;
                }
            }
        }
    }
}

/// How to leave the page `number`, from 0, of `pages`. On a touch screen, which is narrow, only how to turn it.
fn turn_words(number: usize, pages: usize, device: InputDevice) -> String {
    match (device, number + 1, pages) {
        (InputDevice::Touch, _, ..=1) => String::new(),
        (InputDevice::Touch, page, pages) => format!("{{help}} page {page} of {pages}"),
        (_, page, pages) if page < pages => {
            format!("page {page} of {pages}   {{help}} next   ⟦Esc⟧ close")
        }
        (_, page, 2..) => format!("page {page} of {pages}   {{help}} close"),
        _ => "{help} close".to_owned(),
    }
}

/// The most lines of the description in a window of this `height`, in text of this `size`; logical pixels.
fn about_lines(height: f32, size: f32) -> usize {
    ABOUT_LINES.max((height * ABOUT_SHARE / (ROW * size)).max(0.0) as usize)
}

/// The rows of each column of at most `lines` lines, where each row has one of these `counts` of lines.
fn split(counts: &[usize], lines: usize) -> Vec<core::ops::Range<usize>> {
    let (mut parts, mut start, mut used) = (Vec::new(), 0, 0);
    for (row, count) in counts.iter().enumerate() {
        if used + count > lines && row > start {
            parts.push(start..row);
            (start, used) = (row, 0);
        }
        used += count;
    }
    parts.push(start..counts.len());
    parts
}

#[cfg(test)]
mod tests;
