//! Line breaking: wraps text that is too wide, and ends text that is too long with an ellipsis.
//!
//! The caller passes the function that measures a text, so this file needs no window.

use std::borrow::Cow;

const ELLIPSIS: &str = "…";

/// Steps to find the width of even lines; each halves what it is off by. Fewer: less even lines.
const EVENING_STEPS: u32 = 6;

/// Joins `pieces` by `gap`, and breaks them into at most `max_lines` lines no wider than `width`.
///
/// Lines break between pieces. A piece wider than a line breaks between its characters. An ellipsis replaces the rest
/// when the lines run out.
pub fn wrap<'a>(
    pieces: impl IntoIterator<Item = &'a str>,
    gap: &str,
    width: f32,
    max_lines: usize,
    measure: impl Fn(&str) -> f32,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces {
        let longer = if line.is_empty() {
            piece.to_owned()
        } else {
            format!("{line}{gap}{piece}")
        };
        if measure(&longer) <= width {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(line);
        }
        line = piece.to_owned();
        while lines.len() <= max_lines && measure(&line) > width {
            let rest = line.split_off(
                fitting_length(&line, "", width, &measure).max(first_char_length(&line)),
            );
            lines.push(std::mem::replace(&mut line, rest));
        }
        if lines.len() > max_lines {
            break;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    if lines.len() > max_lines {
        lines.truncate(max_lines);
        if let Some(last) = lines.last_mut() {
            let length = fitting_length(last, ELLIPSIS, width, &measure);
            *last = format!("{}{ELLIPSIS}", last[..length].trim_end());
        }
    }
    lines
}

/// Breaks a text into as few lines as in `width`, of about one length: by `wrap`, which takes a width. The last line is then no
/// single word. A text that has no room for all of its lines stays as it is.
pub fn wrap_evenly(
    width: f32,
    max_lines: usize,
    wrap: impl Fn(f32, usize) -> Vec<String>,
) -> Vec<String> {
    let count = wrap(width, max_lines + 1).len();
    if count < 2 || count > max_lines {
        return wrap(width, max_lines);
    }
    let (mut narrow, mut wide) = (width * 0.5, width);
    for _ in 0..EVENING_STEPS {
        let middle = (narrow + wide) * 0.5;
        if wrap(middle, count + 1).len() > count {
            narrow = middle;
        } else {
            wide = middle;
        }
    }
    wrap(wide, max_lines)
}

/// Shortens `text` to one line no wider than `width`; an ellipsis marks the cut.
pub fn truncate(text: &str, width: f32, measure: impl Fn(&str) -> f32) -> Cow<'_, str> {
    if measure(text) <= width {
        return Cow::Borrowed(text);
    }
    let length = fitting_length(text, ELLIPSIS, width, &measure);
    Cow::Owned(format!("{}{ELLIPSIS}", text[..length].trim_end()))
}

/// Bytes of the longest prefix of `text`, in whole characters, that fits into `width` together with `suffix`. No character
/// has a negative width.
fn fitting_length(text: &str, suffix: &str, width: f32, measure: impl Fn(&str) -> f32) -> usize {
    let ends = text.char_indices().map(|(at, it)| at + it.len_utf8());
    let ends: Vec<usize> = ends.collect();
    let mut prefix = String::with_capacity(text.len() + suffix.len());
    let fits = |length: &usize| {
        prefix.clear();
        prefix.push_str(&text[..*length]);
        prefix.push_str(suffix);
        measure(&prefix) <= width
    };
    let count = ends.partition_point(fits);
    count.checked_sub(1).map_or(0, |last| ends[last])
}

/// Bytes of the first character of `text`.
fn first_char_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The width of `text` if every character is 1 wide.
    fn count(text: &str) -> f32 {
        text.chars().count() as f32
    }

    fn wrapped(text: &str, width: f32, max_lines: usize) -> Vec<String> {
        wrap(text.split_whitespace(), " ", width, max_lines, count)
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two  three", 7.0, 9), ["one two", "three"]);
        assert_eq!(wrapped("", 7.0, 9), [""; 0]);
    }

    #[test]
    fn a_word_wider_than_the_line_breaks_between_characters() {
        assert_eq!(
            wrapped("a möwenschrei", 5.0, 9),
            ["a", "möwen", "schre", "i"]
        );
        assert_eq!(wrapped("ab", 0.5, 9), ["a", "b"]);
    }

    #[test]
    fn too_many_lines_end_in_an_ellipsis() {
        assert_eq!(wrapped("one two three four", 7.0, 2), ["one two", "three…"]);
        assert_eq!(wrapped("one two three four", 5.0, 1), ["one…"]);
        assert_eq!(wrapped("abcdefghij", 4.0, 2), ["abcd", "efg…"]);
        assert_eq!(wrapped("one two", 7.0, 0), [""; 0]);
    }

    #[test]
    fn even_lines_end_in_no_single_word_and_are_no_more() {
        let even = |text: &str, width, max_lines| {
            wrap_evenly(width, max_lines, |width, most| wrapped(text, width, most))
        };
        let text = "one two three four five six";
        assert_eq!(wrapped(text, 24.0, 9), ["one two three four five", "six"]);
        assert_eq!(even(text, 24.0, 9), ["one two three", "four five six"]);
        assert_eq!(even("one two", 24.0, 9), ["one two"]);
        assert_eq!(even("", 24.0, 9), [""; 0]);
        // Without room for all, each line is as long as it may be.
        assert_eq!(even("one two three four", 7.0, 2), ["one two", "three…"]);
        let word = "abcdefghij";
        assert_eq!(even(word, 6.0, 9).concat(), word);
    }

    #[test]
    fn lines_do_not_break_within_pieces() {
        let lines = wrap(["W walk", "Esc quit"], "   ", 10.0, 9, count);
        assert_eq!(lines, ["W walk", "Esc quit"]);
    }

    #[test]
    fn truncated_text_fits_the_width() {
        assert_eq!(truncate("Courtyard", 9.0, count), "Courtyard");
        assert_eq!(truncate("Courtyard", 5.0, count), "Cour…");
        assert_eq!(truncate("a bcd", 3.0, count), "a…");
    }
}
