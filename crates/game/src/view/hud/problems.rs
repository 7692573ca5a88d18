//! The problems of a changed level, as a compiler prints them: place, line, caret and repair.

use crate::draw::canvas::Canvas;
use crate::draw::theme::{ACCENT, FAINT, INK, SHADE};
use crate::draw::viewport::Viewport;
use crate::view::palette::PROBLEM;

/// Lengths at scale 1; logical pixels.
const LINE: f32 = 19.0;
const SIZE: f32 = 14.0;
const MARGIN: f32 = 14.0;
const PADDING: f32 = 14.0;

/// Largest share of the window's height.
const MAX_HEIGHT: f32 = 0.62;

/// Draws `problems`, each of several lines, below the `title` and above `bottom`. Returns their upper edge.
pub fn draw(
    canvas: &Canvas,
    viewport: &Viewport,
    title: &str,
    problems: &[String],
    bottom: f32,
) -> f32 {
    let [line, margin, padding] = [LINE, MARGIN, PADDING].map(|length| viewport.scaled(length));
    let title_font = canvas.proportional(viewport.scaled(17.0));
    let mono = canvas.monospace(viewport.scaled(SIZE));
    let room = viewport.free_width() - 2.0 * (margin + padding);
    let max_lines = ((viewport.height * MAX_HEIGHT - 3.0 * padding) / line).max(1.0) as usize - 1;
    let lines = lines_of(problems, max_lines);
    let height = line * (lines.len() as f32 + 1.4) + 2.0 * padding;
    let top = bottom - margin - height;
    let left = viewport.left_inset + margin;
    canvas.fill_rect(
        left,
        top,
        viewport.free_width() - 2.0 * margin,
        height,
        SHADE,
    );
    let left = left + padding;
    let mut baseline = top + padding + line * 0.7;
    title_font.draw(&title_font.truncate(title, room), left, baseline, ACCENT);
    baseline += line * 0.4;
    for text in &lines {
        baseline += line;
        let color = if text.starts_with("error") {
            PROBLEM
        } else if text.contains('^') || text.trim_start().starts_with('=') {
            ACCENT
        } else if text.trim_start().starts_with("-->") {
            FAINT
        } else {
            INK
        };
        mono.draw(&mono.truncate(text, room), left, baseline, color);
    }
    top
}

/// The lines of as many whole problems as fit into `max_lines`, at least one, and the number of the others.
fn lines_of(problems: &[String], max_lines: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, problem) in problems.iter().enumerate() {
        let remaining = problems.len() - number;
        let problem_lines: Vec<_> = problem
            .lines()
            .map(|line| line.replace('\t', "    "))
            .collect();
        let more = usize::from(remaining > 1);
        if number > 0 && lines.len() + 1 + problem_lines.len() + more > max_lines {
            lines.push(format!("and {remaining} more"));
            break;
        }
        if number > 0 {
            lines.push(String::new());
        }
        lines.extend(problem_lines);
    }
    lines.truncate(max_lines.max(1));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(count: usize) -> Vec<String> {
        (0..count)
            .map(|problem| format!("error {problem}\n  --> a:1:1"))
            .collect()
    }

    #[test]
    fn problems_without_room_are_counted() {
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
