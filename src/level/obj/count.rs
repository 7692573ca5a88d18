//! How many triangles an OBJ text has at most, without reading its numbers.

use std::io::BufRead;

use crate::parallel::Workers;

/// About how many bytes of a text one piece of the counting has.
const PIECE_BYTES: usize = 1 << 20;

/// An upper bound of the triangles of an OBJ text, without reading its numbers.
pub fn count_obj_triangles(text: &[u8]) -> u64 {
    let counts = Workers::All.map(&pieces(text, PIECE_BYTES), |piece| count_triangles(piece));
    counts.into_iter().sum()
}

/// `text` in pieces of at least `bytes` and whole lines, where no line of a piece continues in the next one.
fn pieces(text: &[u8], bytes: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > bytes {
        let mut lines = rest[bytes..].split_inclusive(|byte| *byte == b'\n');
        // The first of them may have begun before.
        let mut end = bytes + lines.next().map_or(0, <[u8]>::len);
        for line in lines {
            end += line.len();
            if !line.contains(&b'\\') {
                break;
            }
        }
        let (piece, later) = rest.split_at(end);
        pieces.push(piece);
        rest = later;
    }
    pieces.push(rest);
    pieces
}

/// An upper bound of the triangles of a piece.
fn count_triangles(text: &[u8]) -> u64 {
    let (mut triangles, mut corners, mut is_joined) = (0_u64, 0_u64, false);
    let mut rest = text;
    let are_plain = is_plain(text);
    while !rest.is_empty() {
        // The reader of a slice never fails. As `contains`, it compares many bytes at once.
        let length = (&mut &*rest).skip_until(b'\n').unwrap_or(rest.len());
        let (line, later) = rest.split_at(length);
        rest = later;
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if !is_joined && (are_plain || is_plain(line)) {
            if is_face(line) {
                triangles += count_words(line).saturating_sub(3);
            }
            continue;
        }
        let line = line
            .split(|byte| *byte == b'#')
            .next()
            .unwrap_or_default()
            .trim_ascii();
        let joined = line.strip_suffix(b"\\");
        let mut words = joined
            .unwrap_or(line)
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        // Only faces, and lines joined with what may be one, are worth counting.
        if is_joined || line.first() == Some(&b'f') && words.next() == Some(b"f") || line == b"\\" {
            corners += words.count() as u64;
        }
        is_joined = joined.is_some();
        if !is_joined {
            triangles += corners.saturating_sub(2);
            corners = 0;
        }
    }
    triangles + corners.saturating_sub(2)
}

/// Whether a text has no comment and no line that is joined with the next one.
fn is_plain(text: &[u8]) -> bool {
    !text.contains(&b'#') && !text.contains(&b'\\')
}

/// How many words a line has.
fn count_words(line: &[u8]) -> u64 {
    let (mut words, mut was_blank) = (0, true);
    for byte in line {
        let is_blank = byte.is_ascii_whitespace();
        words += u64::from(was_blank & !is_blank);
        was_blank = is_blank;
    }
    words
}

/// Whether the first word of a line without a comment is `f`.
fn is_face(line: &[u8]) -> bool {
    match line.trim_ascii_start() {
        [b'f', rest @ ..] => rest.first().is_none_or(u8::is_ascii_whitespace),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    #[test]
    fn a_text_is_counted_alike_in_pieces_of_any_size() {
        let lines = [
            "v 1 2 3\n",
            "f 1 2 3 4\n",
            "f 1 2 \\\n",
            "3 4 5\n",
            "\n",
            "\\\n",
            "# f \\\n",
            "f 1 2 3",
        ];
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let text: String = (0..40).map(|_| lines[random.below(lines.len())]).collect();
            let all = count_triangles(text.as_bytes());
            for bytes in [1, 2, 7, 50, 1000] {
                let pieces = pieces(text.as_bytes(), bytes);
                assert_eq!(pieces.concat(), text.as_bytes());
                let counts = pieces.into_iter().map(count_triangles);
                assert_eq!(
                    counts.sum::<u64>(),
                    all,
                    "seed {seed}, {bytes} bytes:\n{text}"
                );
            }
        }
    }

    #[test]
    fn the_triangles_of_a_text_are_counted_without_reading_it() {
        let count = |text: &str| count_obj_triangles(text.as_bytes());
        assert_eq!(count(""), 0);
        assert_eq!(count("f"), 0);
        assert_eq!(
            count("v 1 2 3\nf 1 2 3\r\nf 1//1 2//1 3//1 4//1 # 5 6 7\n\tf 1 2 3"),
            4
        );
        assert_eq!(count("f 1 2 \\\n 3 4\nfo 1 2 3 4\n#f 1 2 3"), 2);
        assert_eq!(count("f 1 2 3 \\"), 1);
        assert_eq!(count("\\\nf 1 2 3"), 2, "at least as many as there are");
    }
}
