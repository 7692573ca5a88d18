//! A board: a title, and sentences and formulas with their numbers, at the right. Its text is as large
//! as the window lets it be; rows for which there is no room at all are left out.

use macroquad::color::Color;
use macroquad::math::Rect;

use crate::draw::board::{Board, BoardRow};
use crate::draw::page::{ACCENT, FAINT, Fonts, INK, Page, SHADE, Style, draw_board};

/// Size of the text in a window that has room, and the least that can be read; logical pixels.
const LARGEST: f32 = 15.0;
const SMALLEST: f32 = 8.0;

/// Boards below one another have no smaller text than this; logical pixels.
const STACKED: f32 = 10.0;

/// All other lengths are multiples of the text's size.
const ROW: f32 = 1.42;
const PADDING: f32 = 0.9;
const TITLE: f32 = 1.3;
const TITLE_ROW: f32 = 2.35;
/// Above a sentence.
const GAP: f32 = 0.35;
const WIDTH: f32 = 24.5;
/// Where the second and third of three numbers end, from the right.
const CELL: f32 = 5.0;

/// The longest bar, to each side.
const BAR: f32 = 3.6;

const PLATE: Color = Color { a: 0.8, ..SHADE };

/// What is not counted.
const DIM: Color = Color { a: 0.45, ..FAINT };

/// It takes no more of the window than this share of its width; of a phone held upright, which is narrower than
/// so many logical pixels, nearly all, since it can be read nowhere else.
const MOST: f32 = 0.46;
const NARROW: f32 = 440.0;
const MOST_OF_NARROW: f32 = 0.92;

/// Between the board and the window's edge; logical pixels at the usual scale.
const MARGIN: f32 = 14.0;

/// No board is wider.
fn most_width(page: &Page) -> f32 {
    let narrow = page.width < page.scaled(NARROW);
    page.width * if narrow { MOST_OF_NARROW } else { MOST }
}

/// The board in one size of text.
struct BoardLayout<'a> {
    words: Style<'a>,
    numbers: Style<'a>,
    title: Style<'a>,
    size: f32,
    /// The lines of every sentence; none for other rows.
    sentences: Vec<Vec<String>>,
}

impl<'a> BoardLayout<'a> {
    fn of_size(fonts: &'a Fonts, board: &Board, size: f32) -> Self {
        let words = fonts.words(size);
        let width = (WIDTH - 2.0 * PADDING) * size;
        let lines = |row: &BoardRow| match row {
            BoardRow::Words(sentence) => words.wrap(sentence, width, 4),
            _ => Vec::new(),
        };
        Self {
            words,
            numbers: fonts.numbers(size * 0.93),
            title: fonts.words(size * TITLE),
            size,
            sentences: board.rows.iter().map(lines).collect(),
        }
    }

    /// The heights of all rows.
    fn rows(&self) -> impl Iterator<Item = f32> {
        self.sentences.iter().map(|lines| match lines.len() {
            0 => ROW * self.size,
            count => (GAP + ROW * count as f32) * self.size,
        })
    }

    /// Of the title and of what is around it and the rows.
    fn head(&self) -> f32 {
        (TITLE_ROW + 1.5 * PADDING) * self.size
    }

    fn height(&self) -> f32 {
        self.head() + self.rows().sum::<f32>()
    }

    fn draw_row(
        &self,
        row: &BoardRow,
        sentence: &[String],
        left: f32,
        right: f32,
        mut baseline: f32,
    ) {
        let size = self.size;
        let number = |text: &str, end: f32, color: Color| {
            let start = end - self.numbers.width(text);
            self.numbers.draw(text, start, baseline, color);
        };
        match row {
            BoardRow::Words(_) => {
                baseline += GAP * size;
                for line in sentence {
                    self.words.draw(line, left, baseline, FAINT);
                    baseline += ROW * size;
                }
            }
            BoardRow::Formula(formula) => {
                let formula = self.numbers.clip(formula, right - left);
                self.numbers.draw(&formula, left, baseline, INK);
            }
            BoardRow::Value(label, value, color) => {
                self.words.draw(label, left, baseline, *color);
                number(value, right, *color);
            }
            BoardRow::Cells(label, cells) => {
                self.words.draw(label, left, baseline, FAINT);
                for (at, (text, color)) in cells.iter().enumerate() {
                    number(text, right - (2 - at) as f32 * CELL * size, *color);
                }
            }
            BoardRow::Bar(label, value, length, counts) => {
                let (ink, fill) = if *counts { (INK, ACCENT) } else { (DIM, DIM) };
                self.words.draw(label, left, baseline, ink);
                number(value, right - 2.0 * BAR * size - PADDING * size, ink);
                let (zero, length) = (right - BAR * size, BAR * size * *length as f32);
                let (middle, height) = (baseline - 0.35 * size, 0.5 * size);
                let start = zero + length.min(0.0);
                draw_board(start, middle - height * 0.5, length.abs(), height, fill);
                draw_board(zero, middle - ROW * 0.5 * size, 1.0, ROW * size, DIM);
            }
        }
    }

    /// Draws the rows that fit into `most`, the place's largest height; tells the place.
    fn draw(&self, board: &Board, left: f32, top: f32, most: f32) -> Rect {
        let size = self.size;
        let mut height = self.head();
        if height > most {
            return Rect::new(left, top, 0.0, 0.0);
        }
        let fits = |row: &f32| {
            height += row;
            height <= most
        };
        let rows: Vec<f32> = self.rows().take_while(fits).collect();
        let height = self.head() + rows.iter().sum::<f32>();
        let place = Rect::new(left, top, WIDTH * size, height);
        draw_board(place.x, place.y, place.w, place.h, PLATE);
        let (left, right) = (left + PADDING * size, place.right() - PADDING * size);
        let title = self.title.clip(&board.title, right - left);
        let baseline = top + (PADDING + TITLE * 0.8) * size;
        self.title.draw(&title, left, baseline, ACCENT);
        let mut baseline = top + (TITLE_ROW + PADDING * 0.5 + 0.8) * size;
        for ((row, sentence), height) in board.rows.iter().zip(&self.sentences).zip(rows) {
            self.draw_row(row, sentence, left, right, baseline);
            baseline += height;
        }
        place
    }
}

/// Draws all `boards` in `room`, and tells their places: below one another at its right, a little smaller
/// if need be; where even that has no room, beside one another.
pub fn draw_all(fonts: &Fonts, page: &Page, boards: &[Board], room: Rect) -> Vec<Rect> {
    let margin = page.scaled(MARGIN).min(page.height * 0.02);
    let stacked = sizes(page, STACKED).find(|size| {
        let heights = boards.iter().map(|board| {
            let layout = BoardLayout::of_size(fonts, board, *size);
            layout.height() + margin
        });
        heights.sum::<f32>() + margin <= room.h && WIDTH * size <= most_width(page)
    });
    let (mut right, mut top) = (room.right(), room.y + margin);
    let places = boards.iter().map(|board| match stacked {
        Some(size) => {
            let left = right - margin - WIDTH * size;
            let most = room.bottom() - margin - top;
            let place = BoardLayout::of_size(fonts, board, size).draw(board, left, top, most);
            top = place.bottom() + margin;
            place
        }
        None => {
            let place = draw(
                fonts,
                page,
                board,
                Rect::new(room.x, room.y, right - room.x, room.h),
            );
            right = place.x;
            place
        }
    });
    places.collect()
}

/// From the largest size of text to `smallest`.
fn sizes(page: &Page, smallest: f32) -> impl Iterator<Item = f32> + use<> {
    let largest = page.scaled(LARGEST).round();
    let steps = (largest - smallest).max(0.0) as u32;
    (0..=steps).map(move |step| largest - step as f32)
}

/// Draws `board` at the right of `room`, and tells the place.
fn draw(fonts: &Fonts, page: &Page, board: &Board, room: Rect) -> Rect {
    let margin = page.scaled(MARGIN).min(page.height * 0.02);
    let most = room.h - 2.0 * margin;
    let fits = |size: &f32| {
        let layout = BoardLayout::of_size(fonts, board, *size);
        layout.height() <= most && WIDTH * size <= most_width(page)
    };
    let size = sizes(page, SMALLEST).find(fits).unwrap_or(SMALLEST);
    let left = room.right() - margin - WIDTH * size;
    BoardLayout::of_size(fonts, board, size).draw(board, left, room.y + margin, most)
}
