//! The comment that belongs to an entry.

use core::ops::Range;

/// Where the comment begins that belongs to the entry with these `lines` of `text`: its lines stand right above them. Without one, the
/// start of `lines`. One above several entries without an empty line between them may describe them all, and belongs to the last
/// one that is left.
pub fn start_with_comment(text: &str, lines: &Range<usize>) -> usize {
    let below = text[lines.end..].lines().next().unwrap_or_default().trim();
    if !below.is_empty() && !below.starts_with('#') {
        return lines.start;
    }
    let mut start = lines.start;
    let above = text[..start].split_inclusive('\n').rev();
    // The last line of a text of several lines is no comment.
    let is_comment = |line: &&str| {
        line.trim_start().starts_with('#') && !line.contains("\"\"\"") && !line.contains("'''")
    };
    for line in above.take_while(is_comment) {
        start -= line.len();
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What goes with the lines of the entry that is written as `[[x]]`.
    fn with_comment(text: &str) -> &str {
        let start = text.find("[[x]]").unwrap();
        let lines = start..start + "[[x]]\n".len().min(text.len() - start);
        &text[start_with_comment(text, &lines)..lines.end]
    }

    #[test]
    fn the_lines_right_above_an_entry_are_its_comment() {
        for (text, expected) in [
            ("[[x]]\n", "[[x]]\n"),
            ("# a\n[[x]]\n", "# a\n[[x]]\n"),
            ("a = 1\n  # b\n# c\n[[x]]\n# d\n", "  # b\n# c\n[[x]]\n"),
            ("# a\r\n[[x]]\n\r\n", "# a\r\n[[x]]\n"),
            ("# section\n\n# a\n[[x]]", "# a\n[[x]]"),
            ("# section\n\n[[x]]\n", "[[x]]\n"),
            ("a = 1 # b\n[[x]]\n", "[[x]]\n"),
            // It is the comment of both.
            ("# a\n[[x]]\n[[y]]\n", "[[x]]\n"),
            ("text = \"\"\"\n# a\n# b\"\"\"\n[[x]]\n", "[[x]]\n"),
        ] {
            assert_eq!(with_comment(text), expected, "{text:?}");
        }
    }
}
