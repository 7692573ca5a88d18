//! What is written beside the picture: rows of words and numbers.

use macroquad::color::Color;

use crate::draw::palette::INK;

/// A title and what follows, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    pub title: String,
    pub rows: Vec<BoardRow>,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardRow {
    /// A sentence.
    Words(String),
    /// A formula with its numbers in it.
    Formula(String),
    /// What is computed, and what came of it, in a colour.
    Value(String, String, Color),
    /// Three numbers of a table, each in its colour.
    Cells(&'static str, [(String, Color); 3]),
    /// A number with a bar, whose length is from -1 to 1, and whether it is one that counts.
    Bar(String, String, f64, bool),
}

impl Board {
    pub fn words(&mut self, words: impl Into<String>) {
        self.rows.push(BoardRow::Words(words.into()));
    }

    pub fn value(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.tinted(label, value, INK);
    }

    /// A value that is drawn in this colour.
    pub fn tinted(&mut self, label: impl Into<String>, value: impl Into<String>, color: Color) {
        self.rows
            .push(BoardRow::Value(label.into(), value.into(), color));
    }
}

/// A length with its unit: `0.312 m`.
pub fn metres(length: f64) -> String {
    // No minus before nothing.
    let length = if length.abs() < 5e-4 { 0.0 } else { length };
    format!("{length:.3} m")
}

/// A short length: `12.3 mm`.
pub fn millimetres(length: f64) -> String {
    format!("{:.1} mm", length * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units_and_nothing_has_no_sign() {
        assert_eq!(metres(-0.3125), "-0.312 m");
        assert_eq!(metres(-0.0001), "0.000 m");
        assert_eq!(millimetres(0.012_34), "12.3 mm");
    }
}
