//! Info panels at the right: a title and rows. The text is as large as the window allows. Rows without room are left out, and so
//! is a panel with room for hardly any.

use std::borrow::Cow;
use std::rc::Rc;

use macroquad::color::Color;
use macroquad::math::Rect;

use crate::draw::canvas::Canvas;
use crate::draw::info_panel::{InfoPanel, InfoRow};
use crate::draw::text::TextStyle;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;

/// Largest size of the text, at scale 1, and the smallest that is readable; logical pixels.
const MAX_SIZE: f32 = 15.0;
const MIN_SIZE: f32 = 8.0;

/// Smallest size of the text of stacked panels; logical pixels.
const MIN_STACKED_SIZE: f32 = 10.0;

/// A panel is left out if it has more rows than this and no room for as many. Smaller: a title without its table; larger: short
/// tables are missing on phones.
const MIN_ROWS: usize = 3;

/// All other lengths are multiples of the size of the text.
const ROW: f32 = 1.42;
const PADDING: f32 = 0.9;
const TITLE: f32 = 1.3;
const TITLE_ROW: f32 = 2.35;
/// The gap above a sentence.
const GAP: f32 = 0.35;
/// The width of a panel.
const WIDTH: f32 = 24.5;
/// Width of a column.
const COLUMN: f32 = 5.0;

/// Where a number line begins, and the room for the number behind it.
const LINE_START: f32 = 5.2;
const NUMBER: f32 = 5.6;

/// The height of the bar of an interval.
const INTERVAL: f32 = 0.4;

/// The colour of a number line.
const DIM: Color = Color { a: 0.45, ..FAINT };

/// Largest share of the window's width that a panel takes. In a window narrower than [`NARROW`] logical pixels, such as
/// that of a phone held upright, it takes nearly all, since it would be unreadable otherwise.
const MAX_WIDTH: f32 = 0.46;
const NARROW: f32 = 440.0;
const MAX_WIDTH_OF_NARROW: f32 = 0.92;

/// The panels leave the right side for the left one when their subject is farther to the right than this, and return
/// when it is farther to the left than this; shares of the picture's width.
const LEAVES_RIGHT: f32 = 0.58;
const LEAVES_LEFT: f32 = 0.46;

/// Margin between a panel and the window's edge, at scale 1; logical pixels.
const MARGIN: f32 = 14.0;

fn is_narrow(viewport: &Viewport) -> bool {
    viewport.width < viewport.scaled(NARROW)
}

/// The largest width of a panel; logical pixels.
fn max_width(viewport: &Viewport) -> f32 {
    viewport.width
        * if is_narrow(viewport) {
            MAX_WIDTH_OF_NARROW
        } else {
            MAX_WIDTH
        }
}

/// The layout of a panel in one size of text.
struct InfoPanelLayout<'a> {
    font: TextStyle<'a>,
    mono: TextStyle<'a>,
    title: TextStyle<'a>,
    size: f32,
    /// The wrapped lines of every text row; `None` for other rows.
    sentences: Vec<Option<Rc<[String]>>>,
}

impl<'a> InfoPanelLayout<'a> {
    fn of_size(canvas: &'a Canvas, panel: &InfoPanel, size: f32) -> Self {
        let font = canvas.proportional(size);
        let width = (WIDTH - 2.0 * PADDING) * size;
        let lines = |row: &InfoRow| match row {
            InfoRow::Text(sentence, _) => Some(font.wrap(sentence, width, 4)),
            _ => None,
        };
        Self {
            font,
            mono: canvas.monospace(size * 0.93),
            title: canvas.proportional(size * TITLE),
            size,
            sentences: panel.rows.iter().map(lines).collect(),
        }
    }

    /// The heights of all rows.
    fn rows(&self) -> impl Iterator<Item = f32> {
        self.sentences.iter().map(|lines| match lines.as_deref() {
            None | Some([]) => ROW * self.size,
            Some(lines) => (GAP + ROW * lines.len() as f32) * self.size,
        })
    }

    /// Height of the title and of all padding.
    fn head(&self) -> f32 {
        (TITLE_ROW + 1.5 * PADDING) * self.size
    }

    fn height(&self) -> f32 {
        self.head() + self.rows().sum::<f32>()
    }

    fn draw_row(
        &self,
        row: &InfoRow,
        sentence: &[String],
        left: f32,
        right: f32,
        mut baseline: f32,
    ) {
        let (size, canvas) = (self.size, self.font.canvas());
        let number = |text: &str, end: f32, color: Color| {
            let start = end - self.mono.width(text);
            self.mono.draw(text, start, baseline, color);
        };
        match row {
            InfoRow::Text(_, color) => {
                baseline += GAP * size;
                for line in sentence {
                    self.font.draw(line, left, baseline, *color);
                    baseline += ROW * size;
                }
            }
            InfoRow::Formula(formula) => {
                let formula = self.mono.truncate(formula, right - left);
                self.mono.draw(&formula, left, baseline, INK);
            }
            InfoRow::Value(label, value, color) => {
                self.font.draw(label, left, baseline, *color);
                number(value, right, *color);
            }
            InfoRow::Columns(label, columns) => {
                self.font.draw(label, left, baseline, FAINT);
                for (at, (text, color)) in columns.iter().enumerate() {
                    number(text, right - (2 - at) as f32 * COLUMN * size, *color);
                }
            }
            InfoRow::NumberLine(line) => {
                self.font.draw(&line.label, left, baseline, line.color);
                number(&line.value, right, line.color);
                let start = left + LINE_START * size;
                let length = right - NUMBER * size - start;
                let middle = baseline - 0.35 * size;
                canvas.fill_rect(start, middle, length, 1.0, DIM);
                let places = line.places();
                // One bar lies on the line, the other below it, so that an overlap is seen.
                let height = INTERVAL * size;
                for (bar, (place, color)) in places.into_iter().zip(line.colors).enumerate() {
                    let [low, high] = place.map(|share| start + share * length);
                    let top = middle - height * (1 - bar) as f32;
                    canvas.fill_rect(low, top, (high - low).max(1.0), height, color);
                }
                let [[low, high], [other_low, other_high]] = places;
                let (from, to) = (high.min(other_high), low.max(other_low));
                if to > from {
                    let [from, to] = [from, to].map(|share| start + share * length);
                    canvas.fill_rect(from, middle - 1.0, (to - from).max(1.0), 2.0, line.color);
                }
            }
        }
    }

    /// Draws the rows that fit into `max_height`. Returns the panel's rectangle.
    fn draw(&self, panel: &InfoPanel, left: f32, top: f32, max_height: f32) -> Rect {
        let size = self.size;
        let mut height = self.head();
        let fits = |row: &f32| {
            height += row;
            height <= max_height
        };
        let rows: Vec<f32> = self.rows().take_while(fits).collect();
        if self.head() > max_height || rows.len() < MIN_ROWS.min(panel.rows.len()) {
            return Rect::new(left, top, 0.0, 0.0);
        }
        let height = self.head() + rows.iter().sum::<f32>();
        let rect = Rect::new(left, top, WIDTH * size, height);
        let canvas = self.font.canvas();
        canvas.fill_rect(rect.x, rect.y, rect.w, rect.h, SHADE);
        let (left, right) = (left + PADDING * size, rect.right() - PADDING * size);
        let title = self.title.truncate(&panel.title, right - left);
        let baseline = top + (PADDING + TITLE * 0.8) * size;
        self.title.draw(&title, left, baseline, ACCENT);
        let mut baseline = top + (TITLE_ROW + PADDING * 0.5 + 0.8) * size;
        for ((row, sentence), height) in panel.rows.iter().zip(&self.sentences).zip(rows) {
            let sentence = sentence.as_deref().unwrap_or_default();
            self.draw_row(row, sentence, left, right, baseline);
            baseline += height;
        }
        rect
    }
}

/// The side of the picture at which info panels are stacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelSide {
    #[default]
    Right,
    Left,
}

impl PanelSide {
    /// The side that leaves the place `across` free, from 0 at the left to 1 at the right; `None` if nothing is to be
    /// left free. A side is kept until the place is well within it, so that panels do not jump to and fro.
    pub fn beside(self, across: Option<f32>) -> Self {
        match (self, across) {
            (Self::Right, Some(across)) if across > LEAVES_RIGHT => Self::Left,
            (Self::Left, Some(across)) if across > LEAVES_LEFT => Self::Left,
            _ => Self::Right,
        }
    }

    /// The left edge of a panel of this `width` in `room`; logical pixels.
    fn left(self, room: &Rect, margin: f32, width: f32) -> f32 {
        match self {
            Self::Right => room.right() - margin - width,
            Self::Left => room.x + margin,
        }
    }
}

/// Draws all `panels` at a side of `room`, stacked, in smaller text if necessary, or side by side from the right if a
/// stack does not fit. The first one counts most: its neighbours are left out where they would cover the middle of the window,
/// which they explain. Returns their rectangles.
pub fn draw_all(
    canvas: &Canvas,
    viewport: &Viewport,
    panels: &[InfoPanel],
    (room, side): (Rect, PanelSide),
) -> Vec<Rect> {
    let margin = viewport.scaled(MARGIN).min(viewport.height * 0.02);
    // A narrow window has no room for two next to each other.
    let (least, last) = if is_narrow(viewport) {
        (MIN_SIZE, Some(MIN_SIZE))
    } else {
        (MIN_STACKED_SIZE, None)
    };
    let stacked = sizes(viewport, least).find(|size| {
        let heights = panels.iter().map(|panel| {
            let layout = InfoPanelLayout::of_size(canvas, panel, *size);
            layout.height() + margin
        });
        heights.sum::<f32>() + margin <= room.h && WIDTH * size <= max_width(viewport)
    });
    let stacked = stacked.or(last);
    let mut rest = room;
    let rects = panels
        .iter()
        .enumerate()
        .map(|(number, panel)| match stacked {
            Some(size) => {
                let left = side.left(&rest, margin, WIDTH * size);
                let layout = InfoPanelLayout::of_size(canvas, panel, size);
                let rect = layout.draw(panel, left, rest.y + margin, rest.h - 2.0 * margin);
                rest.h -= rect.bottom() - rest.y;
                rest.y = rect.bottom();
                rect
            }
            None => {
                let middle = viewport.center_x();
                let (edge, free) = match side {
                    PanelSide::Right => (rest.right(), rest.right() - middle),
                    PanelSide::Left => (rest.x, middle - rest.x),
                };
                let most = if number > 0 {
                    free - margin
                } else {
                    f32::INFINITY
                };
                if most < WIDTH * MIN_SIZE {
                    return Rect::new(edge, rest.y, 0.0, 0.0);
                }
                let rect = draw(canvas, viewport, panel, (rest, side), most);
                match side {
                    PanelSide::Right => rest.w = rect.x - rest.x,
                    PanelSide::Left => {
                        rest.w -= rect.right() - rest.x;
                        rest.x = rect.right();
                    }
                }
                rect
            }
        });
    rects.collect()
}

/// The sizes of text from the largest to `smallest`.
fn sizes(viewport: &Viewport, smallest: f32) -> impl Iterator<Item = f32> + use<> {
    let largest = viewport.scaled(MAX_SIZE).round();
    let steps = (largest - smallest).max(0.0) as u32;
    (0..=steps).map(move |step| largest - step as f32)
}

/// Draws `panel` at a side of `room`, at `most` so wide. Returns its rectangle. Without room for all rows in the smallest text, explanations give
/// way to numbers, the last ones first.
fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    panel: &InfoPanel,
    (room, side): (Rect, PanelSide),
    most: f32,
) -> Rect {
    let margin = viewport.scaled(MARGIN).min(viewport.height * 0.02);
    let max_height = room.h - 2.0 * margin;
    let fits = |panel: &InfoPanel, size: f32| {
        let layout = InfoPanelLayout::of_size(canvas, panel, size);
        layout.height() <= max_height && WIDTH * size <= most.min(max_width(viewport))
    };
    let mut panel = Cow::Borrowed(panel);
    let size = loop {
        match sizes(viewport, MIN_SIZE).find(|size| fits(&panel, *size)) {
            Some(size) => break size,
            None if panel.to_mut().drop_explanation() => {}
            None => break MIN_SIZE,
        }
    };
    let left = side.left(&room, margin, WIDTH * size);
    InfoPanelLayout::of_size(canvas, &panel, size).draw(&panel, left, room.y + margin, max_height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_at_a_side_leave_the_middle_of_the_window_free() {
        let canvas = Canvas::without_window();
        let mut panel = InfoPanel {
            title: "Numbers".to_owned(),
            ..InfoPanel::default()
        };
        for number in 0..9 {
            panel.value(format!("row {number}"), "1.0 mm");
        }
        let panels = [panel.clone(), panel];
        for (width, height) in [
            (640.0, 400.0),
            (844.0, 390.0),
            (1024.0, 600.0),
            (1280.0, 720.0),
            (3840.0, 2160.0),
        ] {
            let viewport = Viewport::new(width, height);
            let room = Rect::new(0.0, height * 0.3, width, height * 0.6);
            for side in [PanelSide::Right, PanelSide::Left] {
                canvas.begin();
                let places = draw_all(&canvas, &viewport, &panels, (room, side));
                assert!(places[0].w > 0.0, "{width}");
                for place in places.iter().filter(|place| place.w > 0.0) {
                    let is_free = match side {
                        PanelSide::Right => place.x >= width * 0.5,
                        PanelSide::Left => place.right() <= width * 0.5,
                    };
                    assert!(is_free, "{width} {side:?}: {place:?}");
                }
            }
        }
    }

    #[test]
    fn panels_leave_the_side_of_what_they_explain_and_do_not_jump_to_and_fro() {
        use PanelSide::{Left, Right};
        assert_eq!(Right.beside(None), Right);
        assert_eq!(Left.beside(None), Right);
        assert_eq!(Right.beside(Some(0.4)), Right);
        assert_eq!(Right.beside(Some(0.9)), Left);
        assert_eq!(Left.beside(Some(0.1)), Right);
        for across in [0.47, 0.5, 0.58] {
            assert_eq!(Right.beside(Some(across)), Right, "{across}");
            assert_eq!(Left.beside(Some(across)), Left, "{across}");
        }
        // Far outside of the picture, and where a projection has no number.
        assert_eq!(Right.beside(Some(f32::INFINITY)), Left);
        assert_eq!(Left.beside(Some(f32::NAN)), Right);
    }
}
