//! The board of the lab: the pair's name, and the formulas with their numbers, at the right. Its text is
//! as large as the window lets it be.

use macroquad::math::Rect;

use super::page::{ACCENT, FAINT, Fonts, Page, SHADE, Style, draw_board};
use crate::play::lab::{Board, Row};

/// Size of the text in a window that has room, and the least that can be read; logical pixels.
const LARGEST: f32 = 15.0;
const SMALLEST: f32 = 8.0;

/// All other lengths are multiples of the text's size.
const ROW: f32 = 1.42;
const PADDING: f32 = 0.9;
const TITLE: f32 = 1.3;
const TITLE_ROW: f32 = 2.1;
/// Above a sentence.
const GAP: f32 = 0.45;
const WIDTH: f32 = 24.5;
/// Where the second and third of three numbers end, from the right.
const CELL: f32 = 5.0;

/// It takes no more of the window than this share of its width.
const MOST: f32 = 0.46;

/// Between the board and the window's edge; logical pixels at the usual scale.
const MARGIN: f32 = 14.0;

/// The board in one size of text.
struct Layout<'a> {
    words: Style<'a>,
    numbers: Style<'a>,
    title: Style<'a>,
    size: f32,
    /// The lines of every sentence; none for other rows.
    sentences: Vec<Vec<String>>,
}

impl<'a> Layout<'a> {
    fn of_size(fonts: &'a Fonts, board: &Board, size: f32) -> Self {
        let words = fonts.words(size);
        let width = (WIDTH - 2.0 * PADDING) * size;
        let lines = |row: &Row| match row {
            Row::Words(sentence) => words.wrap(sentence, width, 4),
            Row::Value(..) | Row::Cells(..) => Vec::new(),
        };
        Self {
            words,
            numbers: fonts.numbers(size * 0.93),
            title: fonts.words(size * TITLE),
            size,
            sentences: board.rows.iter().map(lines).collect(),
        }
    }

    fn height(&self) -> f32 {
        let rows = self.sentences.iter().map(|lines| match lines.len() {
            0 => ROW,
            count => GAP + ROW * count as f32,
        });
        (TITLE_ROW + 1.5 * PADDING + rows.sum::<f32>()) * self.size
    }

    fn draw(&self, board: &Board, left: f32, top: f32) {
        let size = self.size;
        draw_board(left, top, WIDTH * size, self.height(), SHADE);
        let (left, right) = (left + PADDING * size, left + (WIDTH - PADDING) * size);
        let mut baseline = top + (PADDING + TITLE * 0.8) * size;
        let title = self.title.clip(&board.title, right - left);
        self.title.draw(&title, left, baseline, ACCENT);
        baseline = top + (TITLE_ROW + PADDING * 0.5) * size + 0.6 * size;
        for (row, sentence) in board.rows.iter().zip(&self.sentences) {
            match row {
                Row::Words(_) => {
                    baseline += GAP * size;
                    for line in sentence {
                        self.words.draw(line, left, baseline, FAINT);
                        baseline += ROW * size;
                    }
                }
                Row::Value(label, value, color) => {
                    self.words.draw(label, left, baseline, *color);
                    let start = right - self.numbers.width(value);
                    self.numbers.draw(value, start, baseline, *color);
                    baseline += ROW * size;
                }
                Row::Cells(label, cells) => {
                    self.words.draw(label, left, baseline, FAINT);
                    for (number, (text, color)) in cells.iter().enumerate() {
                        let end = right - (2 - number) as f32 * CELL * size;
                        let start = end - self.numbers.width(text);
                        self.numbers.draw(text, start, baseline, *color);
                    }
                    baseline += ROW * size;
                }
            }
        }
    }
}

/// Draws `board` at the right, above `bottom`, and tells the place.
pub fn draw(fonts: &Fonts, page: &Page, board: &Board, bottom: f32) -> Rect {
    let margin = page.scaled(MARGIN).min(page.height * 0.02);
    let mut size = page.scaled(LARGEST).round();
    let layout = loop {
        let layout = Layout::of_size(fonts, board, size);
        let fits = layout.height() + 2.0 * margin <= bottom && WIDTH * size <= MOST * page.width;
        if fits || size <= SMALLEST {
            break layout;
        }
        size -= 1.0;
    };
    let left = page.width - margin - WIDTH * size;
    layout.draw(board, left, margin);
    Rect::new(left, margin, WIDTH * size, layout.height())
}
