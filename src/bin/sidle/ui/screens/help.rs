//! The help: name and description of the level, and all keys. It hides all other text. Its text is as large as the
//! window allows.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::draw::canvas::Canvas;
use crate::draw::text::TextStyle;
use crate::draw::theme::{ACCENT, INK, SHEET, VEIL};
use crate::draw::viewport::Viewport;
use crate::ui::input::help_keys::KeyHelp;

/// Size of the text in a large window; logical pixels at the default scale.
const LARGEST: f32 = 18.0;

/// Smallest readable text; logical pixels.
const SMALLEST: f32 = 7.0;

/// All other lengths, in sizes of the text.
const ROW: f32 = 1.3;
const PADDING: f32 = 1.1;
const TITLE: f32 = 1.5;
const TITLE_ROW: f32 = 2.0;

/// Between the description and the keys, and between a key and its action.
const GAP: f32 = 0.7;
const COLUMN_GAP: f32 = 1.5;

/// Between two columns.
const BETWEEN: f32 = 2.2;

/// A wide and low window has room for this many columns.
const MAX_COLUMNS: usize = 2;

/// The layout of the help for one size of text and one number of columns.
struct HelpLayout<'a> {
    words: TextStyle<'a>,
    title: TextStyle<'a>,
    size: f32,
    about: Rc<[String]>,
    rows: &'a [KeyHelp],
    columns: usize,
    /// Number of rows in a column.
    rows_per_column: usize,
    /// Widths of the keys, of a column with keys and actions, and of all columns.
    keys: f32,
    column: f32,
    width: f32,
}

/// The size and the number of columns of the help in the last frame, by a hash of all that they depend on. To find them
/// takes longer than to draw the help.
#[derive(Default)]
pub struct KeptSize(Cell<Option<(u64, f32, usize)>>);

impl<'a> HelpLayout<'a> {
    /// The layout with the largest text that fits.
    fn new(
        canvas: &'a Canvas,
        page: &Viewport,
        about: &str,
        rows: &'a [KeyHelp],
        kept: &KeptSize,
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
        if let Some((_, size, columns)) = kept.0.get().filter(|(of, ..)| *of == inputs) {
            return Self::of_size(canvas, page, about, (rows, columns), size);
        }
        let found = Self::largest(canvas, page, about, rows);
        kept.0.set(Some((inputs, found.size, found.columns)));
        found
    }

    fn largest(canvas: &'a Canvas, page: &Viewport, about: &str, rows: &'a [KeyHelp]) -> Self {
        let mut size = page.scaled(LARGEST).round().max(SMALLEST);
        loop {
            let of = |columns| Self::of_size(canvas, page, about, (rows, columns), size);
            let fits = |layout: &Self| {
                layout.outer_width() <= page.width && layout.height() <= page.height
            };
            match (1..=MAX_COLUMNS).map(of).find(fits) {
                Some(layout) => return layout,
                None if size <= SMALLEST => return of(MAX_COLUMNS),
                None => {}
            }
            size -= 1.0;
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
        let keys = words.widest(rows.iter().map(|(keys, _)| keys.as_str())) + COLUMN_GAP * size;
        let column = keys + words.widest(rows.iter().map(|(_, action)| action.as_str()));
        let rows_per_column = rows.len().div_ceil(columns);
        let width = column * columns as f32 + BETWEEN * size * (columns - 1) as f32;
        // The description gets the space that the keys leave.
        let left_over = page.height - Self::height_without_about(rows_per_column, size);
        let most = (left_over / (ROW * size)).max(0.0) as usize;
        // One line too many makes the layout too high, so that a smaller size is tried.
        let most = if size > SMALLEST { most + 1 } else { most };
        Self {
            words,
            title: canvas.proportional(TITLE * size),
            size,
            about: words.wrap(about, width, most),
            rows,
            columns,
            rows_per_column,
            keys,
            column,
            width,
        }
    }

    /// The same layout with columns that fit into `outer` pixels: actions are clipped at the end of a column.
    fn narrowed_to(mut self, outer: f32) -> Self {
        self.width = self.width.min(outer - 2.0 * PADDING * self.size);
        let columns = self.rows.len().div_ceil(self.rows_per_column.max(1)).max(1) as f32;
        self.column = (self.width - BETWEEN * self.size * (columns - 1.0)) / columns;
        self
    }

    fn height_without_about(rows: usize, size: f32) -> f32 {
        (2.0 * PADDING + TITLE_ROW + GAP + ROW * rows as f32) * size
    }

    fn height(&self) -> f32 {
        Self::height_without_about(self.rows_per_column, self.size)
            + ROW * self.size * self.about.len() as f32
    }

    fn outer_width(&self) -> f32 {
        self.width + 2.0 * PADDING * self.size
    }

    fn draw(&self, page: &Viewport, name: &str) {
        let canvas = self.words.canvas();
        canvas.fill_rect(0.0, 0.0, page.width, page.height, VEIL);
        let (width, height) = (self.outer_width(), self.height());
        let left = (page.width - width) * 0.5;
        let top = (page.height - height) * 0.5;
        canvas.fill_rect(left, top, width, height, SHEET);

        let left = left + PADDING * self.size;
        let mut baseline = top + (PADDING + TITLE * 0.8) * self.size;
        let title = self.title.truncate(name, self.width);
        self.title.draw(&title, left, baseline, ACCENT);
        baseline += (TITLE_ROW - TITLE * 0.8 + 0.8) * self.size;
        for line in self.about.iter() {
            self.words.draw(line, left, baseline, INK);
            baseline += ROW * self.size;
        }
        baseline += GAP * self.size;
        for (number, rows) in self.rows.chunks(self.rows_per_column.max(1)).enumerate() {
            let left = left + (self.column + BETWEEN * self.size) * number as f32;
            let mut baseline = baseline;
            for (keys, action) in rows {
                self.words.draw(keys, left, baseline, ACCENT);
                let action = self.words.truncate(action, self.column - self.keys + 0.5);
                self.words.draw(&action, left + self.keys, baseline, INK);
                baseline += ROW * self.size;
            }
        }
    }
}

/// Draws the help for the level `name` with its description `about`, and all `keys`.
pub fn draw(
    canvas: &Canvas,
    page: &Viewport,
    (name, about): (&str, &str),
    keys: &[KeyHelp],
    kept: &KeptSize,
) {
    let layout = HelpLayout::new(canvas, page, about, keys, kept);
    let layout = if layout.outer_width() > page.width {
        layout.narrowed_to(page.width)
    } else {
        layout
    };
    layout.draw(page, name);
}
