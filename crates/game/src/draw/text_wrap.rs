//! Line breaking: wraps text that is too wide, and ends text that is too long with an ellipsis.
//!
//! The caller passes the function that measures a text, so this file needs no window.

use std::borrow::Cow;

const ELLIPSIS: &str = "…";

/// Steps to find the width of even lines; each halves the error. Fewer: less even lines.
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

/// Breaks a text into as few lines as in `width`, of about one length, by `wrap`, which takes a width. The last line is
/// then no single word. A text that has no room for all of its lines stays as it is.
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
    let ends = text
        .char_indices()
        .map(|(at, character)| at + character.len_utf8());
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
mod tests;
