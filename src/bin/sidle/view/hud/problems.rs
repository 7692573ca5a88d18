//! The problems of a level that was changed, until they are mended: place, line, caret and repair, as
//! a compiler prints them.

use macroquad::color::Color;

use crate::draw::page::{ACCENT, FAINT, Fonts, INK, Page, SHADE, draw_board};

/// Distance between two lines, at the usual scale; logical pixels, as all lengths here.
const LINE: f32 = 19.0;
const SIZE: f32 = 14.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 14.0;

/// They take no more than this share of the window's height.
const MOST: f32 = 0.62;

const PLATE: Color = Color { a: 0.92, ..SHADE };
const ERROR: Color = Color::new(1.0, 0.55, 0.47, 1.0);

/// Draws `problems`, each as lines of text, below their `head` and above `bottom`; tells where they begin.
pub fn draw(fonts: &Fonts, page: &Page, head: &str, problems: &[String], bottom: f32) -> f32 {
    let [line, margin, padding] = [LINE, MARGIN, PADDING].map(|it| page.scaled(it));
    let title = fonts.words(page.scaled(17.0));
    let numbers = fonts.numbers(page.scaled(SIZE));
    let room = page.room() - 2.0 * (margin + padding);
    let most = ((page.height * MOST - 3.0 * padding) / line).max(1.0) as usize - 1;
    let lines = lines_of(problems, most);
    let height = line * (lines.len() as f32 + 1.4) + 2.0 * padding;
    let top = bottom - margin - height;
    let left = page.left + margin;
    draw_board(left, top, page.room() - 2.0 * margin, height, PLATE);
    let left = left + padding;
    let mut baseline = top + padding + line * 0.7;
    title.draw(&title.clip(head, room), left, baseline, ACCENT);
    baseline += line * 0.4;
    for text in &lines {
        baseline += line;
        let color = if text.starts_with("error") {
            ERROR
        } else if text.contains('^') || text.trim_start().starts_with('=') {
            ACCENT
        } else if text.trim_start().starts_with("-->") {
            FAINT
        } else {
            INK
        };
        numbers.draw(&numbers.clip(text, room), left, baseline, color);
    }
    top
}

/// Whole problems in at most `most` lines, at least one, and how many more there are.
fn lines_of(problems: &[String], most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, problem) in problems.iter().enumerate() {
        let left = problems.len() - number;
        let of_this: Vec<_> = problem
            .lines()
            .map(|line| line.replace('\t', "    "))
            .collect();
        let more = usize::from(left > 1);
        if number > 0 && lines.len() + 1 + of_this.len() + more > most {
            lines.push(format!("and {left} more"));
            break;
        }
        if number > 0 {
            lines.push(String::new());
        }
        lines.extend(of_this);
    }
    lines.truncate(most.max(1));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(count: usize) -> Vec<String> {
        (0..count)
            .map(|it| format!("error {it}\n  --> a:1:1"))
            .collect()
    }

    #[test]
    fn all_are_shown_where_there_is_room_and_else_the_others_are_counted() {
        let shown = lines_of(&problems(2), 9);
        let expected = ["error 0", "  --> a:1:1", "", "error 1", "  --> a:1:1"];
        assert_eq!(shown, expected);
        let shown = lines_of(&problems(9), 7);
        assert_eq!(shown.last().map(String::as_str), Some("and 7 more"));
        assert_eq!(shown.len(), 6);
        assert_eq!(lines_of(&problems(9), 1), ["error 0"]);
        assert_eq!(lines_of(&[], 5), [""; 0]);
    }
}
