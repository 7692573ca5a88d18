//! An info panel: rows of text and numbers beside the picture.

use macroquad::color::Color;

use crate::draw::palette::WHITE;

/// A title, and rows from top to bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InfoPanel {
    pub title: String,
    pub rows: Vec<InfoRow>,
}

/// One row of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum InfoRow {
    /// A sentence, which is wrapped.
    Text(String),
    /// A formula with its numbers.
    Formula(String),
    /// A label, its value, and the colour of both.
    Value(String, String, Color),
    /// A label, and three numbers below each other in all rows, each with its colour.
    Columns(&'static str, [(String, Color); 3]),
    /// A label, its value, a bar whose length is from -1 to 1, and whether the row is highlighted.
    Bar(String, String, f64, bool),
}

impl InfoPanel {
    pub fn text(&mut self, text: impl Into<String>) {
        self.rows.push(InfoRow::Text(text.into()));
    }

    pub fn value(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.tinted(label, value, WHITE);
    }

    /// Adds a value in this colour.
    pub fn tinted(&mut self, label: impl Into<String>, value: impl Into<String>, color: Color) {
        self.rows
            .push(InfoRow::Value(label.into(), value.into(), color));
    }
}

/// Formats a length: `0.312 m`.
pub fn metres(length: f64) -> String {
    // No `-0.000`.
    let length = if length.abs() < 5e-4 { 0.0 } else { length };
    format!("{length:.3} m")
}

/// Formats a short length: `12.3 mm`.
pub fn millimetres(length: f64) -> String {
    format!("{:.1} mm", length * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units_and_zero_has_no_sign() {
        assert_eq!(metres(-0.3125), "-0.312 m");
        assert_eq!(metres(-0.0001), "0.000 m");
        assert_eq!(millimetres(0.012_34), "12.3 mm");
    }
}
