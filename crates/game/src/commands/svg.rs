//! Helpers that the pictures of commands share.

use macroquad::color::Color;

pub use sidle_conformance::escaped;

/// The colour of texts, and of lines that mean nothing else, readable on white and on every colour of the palette.
pub const INK: &str = "#0C0E11";

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
