//! Text in lines: broken where it is too wide, cut with an ellipsis where it is too long.
//!
//! How wide a text is comes from outside, as a function, so that this needs no window.

const ELLIPSIS: &str = "…";

/// `pieces`, joined by `gap`, in at most `most` lines no wider than `width`.
///
/// A line is broken between two pieces; a piece that is too wide alone is broken within. What does
/// not fit is left out and shows as an ellipsis.
pub fn wrap<'a>(
    pieces: impl IntoIterator<Item = &'a str>,
    gap: &str,
    width: f32,
    most: usize,
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
        while lines.len() <= most && measure(&line) > width {
            let rest = line.split_off(fitting(&line, "", width, &measure).max(first_length(&line)));
            lines.push(std::mem::replace(&mut line, rest));
        }
        if lines.len() > most {
            break;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let length = fitting(last, ELLIPSIS, width, &measure);
            *last = format!("{}{ELLIPSIS}", last[..length].trim_end());
        }
    }
    lines
}

/// `text` on one line no wider than `width`, its end left out where it must be.
pub fn clip(text: &str, width: f32, measure: impl Fn(&str) -> f32) -> String {
    if measure(text) <= width {
        return text.to_owned();
    }
    let length = fitting(text, ELLIPSIS, width, &measure);
    format!("{}{ELLIPSIS}", text[..length].trim_end())
}

/// How many bytes of `text` fit into `width`, whole characters, when `end` follows them.
fn fitting(text: &str, end: &str, width: f32, measure: impl Fn(&str) -> f32) -> usize {
    let ends = text.char_indices().map(|(at, sign)| at + sign.len_utf8());
    ends.take_while(|length| measure(&format!("{}{end}", &text[..*length])) <= width)
        .last()
        .unwrap_or(0)
}

/// Bytes of the first character.
fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character is 1 wide.
    fn count(text: &str) -> f32 {
        text.chars().count() as f32
    }

    fn wrapped(text: &str, width: f32, most: usize) -> Vec<String> {
        wrap(text.split_whitespace(), " ", width, most, count)
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two  three", 7.0, 9), ["one two", "three"]);
        assert_eq!(wrapped("", 7.0, 9), [""; 0]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken() {
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
    fn pieces_stay_together() {
        let lines = wrap(["W walk", "Esc quit"], "   ", 10.0, 9, count);
        assert_eq!(lines, ["W walk", "Esc quit"]);
    }

    #[test]
    fn a_clipped_text_is_no_wider_than_asked_for() {
        assert_eq!(clip("Courtyard", 9.0, count), "Courtyard");
        assert_eq!(clip("Courtyard", 5.0, count), "Cour…");
        assert_eq!(clip("a bcd", 3.0, count), "a…");
    }
}
