//! Text that is laid out: where its letters and key caps stand. The canvas keeps it from frame to frame.

use crate::draw::glyphs::{Glyphs, SizedFaceId};
use crate::options::key_names::CAP;

/// A line of text in one font.
pub struct TextRun {
    pub letters: Vec<Letter>,
    pub caps: Vec<KeyCap>,
    /// Pixels.
    pub width: f32,
}

/// A letter that is drawn; pixels.
pub struct Letter {
    /// From the pen of the whole text.
    pub left: f32,
    /// From the baseline down to the upper edge.
    pub top: f32,
    /// The place in the glyphs' texture, as left, top, width and height.
    pub spot: [f32; 4],
}

/// A key cap below letters; pixels from the pen.
pub struct KeyCap {
    pub left: f32,
    pub width: f32,
}

impl TextRun {
    pub fn new(glyphs: &mut Glyphs, face: SizedFaceId, text: &str) -> Self {
        let caps = text.match_indices(CAP[0]).map(|(at, mark)| {
            let following = &text[at + mark.len()..];
            let side = glyphs.glyph(face, CAP[1]).advance + cap_padding(glyphs, face, following);
            KeyCap {
                left: width(glyphs, face, &text[..at]),
                width: glyphs.width(face, name_of_cap(following)) + 2.0 * side,
            }
        });
        let caps = caps.collect();
        let mut letters = Vec::with_capacity(text.len());
        let (mut moved, mut before, mut padding) = (0.0, None, 0.0);
        for (at, character) in text.char_indices() {
            let kerning = before.map_or(0.0, |left| glyphs.kerning(face, left, character));
            before = Some(character);
            if character == CAP[0] {
                padding = cap_padding(glyphs, face, &text[at + character.len_utf8()..]);
            }
            let glyph = glyphs.glyph(face, character);
            if CAP.contains(&character) {
                moved += padding;
            }
            let spot = glyph.place.map(f32::from);
            let [_, _, width, height] = spot;
            if width > 0.0 && height > 0.0 {
                letters.push(Letter {
                    left: glyph.offset[0] + moved + kerning,
                    top: -(height + glyph.offset[1]),
                    spot,
                });
            }
            moved += glyph.advance + kerning;
        }
        Self {
            letters,
            caps,
            width: width(glyphs, face, text),
        }
    }
}

/// The width of `text` with its key caps; pixels.
pub fn width(glyphs: &mut Glyphs, face: SizedFaceId, text: &str) -> f32 {
    let mut width = glyphs.width(face, text);
    for cap in text.split(CAP[0]).skip(1) {
        width += 2.0 * cap_padding(glyphs, face, cap);
    }
    width
}

/// The name on a key cap, from the text that follows its mark.
fn name_of_cap(following: &str) -> &str {
    following.split(CAP[1]).next().unwrap_or_default()
}

/// The space that a narrow name on a key cap, such as a comma, lacks on either side to be as wide as a digit; pixels.
fn cap_padding(glyphs: &mut Glyphs, face: SizedFaceId, following: &str) -> f32 {
    let least = glyphs.glyph(face, '0').advance;
    let width = glyphs.width(face, name_of_cap(following));
    ((least - width) * 0.5).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::fonts::Typeface;

    #[test]
    fn no_key_cap_is_narrower_than_that_of_a_digit_and_wide_names_get_no_more_room() {
        let mut glyphs = Glyphs::load().unwrap();
        for pixels in [9, 15, 32] {
            let face = glyphs.sized(Typeface::Proportional, pixels);
            let digit = glyphs.width(face, "0");
            for name in [",", ".", "`", "[", "I", "5"] {
                let following = format!("{name}{} ticks", CAP[1]);
                let padding = cap_padding(&mut glyphs, face, &following);
                let width = glyphs.width(face, name) + 2.0 * padding;
                assert!((width - digit).abs() < 0.01, "{name} {pixels}: {width}");
            }
            let wide = format!("Shift{}", CAP[1]);
            assert_eq!(cap_padding(&mut glyphs, face, &wide), 0.0);
        }
    }

    #[test]
    fn letters_follow_one_another_and_end_within_the_width_and_key_caps_hold_their_names() {
        let mut glyphs = Glyphs::load().unwrap();
        for pixels in [9, 15, 32] {
            let face = glyphs.sized(Typeface::Proportional, pixels);
            let text = format!(
                "press {}Esc{} or {},{} twice",
                CAP[0], CAP[1], CAP[0], CAP[1]
            );
            let run = TextRun::new(&mut glyphs, face, &text);
            let drawn = text
                .chars()
                .filter(|character| *character != ' ' && !CAP.contains(character));
            assert_eq!(run.letters.len(), drawn.count());
            assert!(run.letters.is_sorted_by(|a, b| a.left < b.left));
            let last = run.letters.last().unwrap();
            assert!(last.left + last.spot[2] <= run.width + f32::from(pixels) * 0.2);
            // "press" has five letters before "Esc", then "or", then the comma.
            for (cap, names) in run.caps.iter().zip([5..8, 10..11]) {
                for letter in &run.letters[names] {
                    let right = letter.left + letter.spot[2];
                    assert!(cap.left < letter.left && right < cap.left + cap.width);
                }
            }
            assert_eq!(run.caps.len(), 2);
        }
    }
}
