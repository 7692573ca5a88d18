//! Helpers that the pictures of commands share.

use macroquad::color::Color;

/// The colour of texts, and of lines that mean nothing else, readable on white and on every colour of the palette.
pub const INK: &str = "#0C0E11";

/// Escapes markup, and replaces characters that XML forbids.
pub fn escaped(text: &str) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        match character {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '"' => plain.push_str("&quot;"),
            control if control.is_control() || matches!(control, '\u{FFFE}' | '\u{FFFF}') => {
                plain.push(' ');
            }
            other => plain.push(other),
        }
    }
    plain
}

/// A colour as SVG writes it.
pub fn hex(color: Color) -> String {
    let [red, green, blue, _]: [u8; 4] = color.into();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escaped("<a & \"b\"\n\u{FFFF}ö>"),
            "&lt;a &amp; &quot;b&quot;  ö&gt;"
        );
        assert_eq!(escaped("<a & b>"), "&lt;a &amp; b&gt;");
    }
}
