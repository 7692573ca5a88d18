//! An info panel: rows of text and numbers next to the picture.

use macroquad::color::Color;

use crate::draw::palette::WHITE;
use crate::draw::theme::FAINT;

/// A title, and rows from top to bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InfoPanel {
    pub title: String,
    pub rows: Vec<InfoRow>,
}

/// One row of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum InfoRow {
    /// A sentence, which is wrapped, and its colour.
    Text(String, Color),
    /// A formula with its numbers.
    Formula(String),
    /// A label, its value, and the colour of both.
    Value(String, String, Color),
    /// A label, and three numbers below each other in all rows, each with its colour.
    Columns(String, [(String, Color); 3]),
    /// Two intervals on a number line.
    NumberLine(NumberLine),
}

/// The projections of two shapes onto an axis, as bars above a number line, and the gap between them.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberLine {
    /// The name of the axis.
    pub label: String,
    /// The length of the gap.
    pub value: String,
    /// The colour of both.
    pub color: Color,
    /// Where the projection of each shape begins and ends; metres.
    pub intervals: [[f64; 2]; 2],
    /// The colours of the shapes.
    pub colors: [Color; 2],
    /// The length of the whole line; metres.
    pub span: f64,
}

/// The spans of number lines in each doubling.
const SPANS: [f64; 2] = [1.0, 1.5];

/// Gives all number lines of the panel the same span, with the smallest round one in which all intervals have room. It
/// is round so that a moving shape moves on the lines, instead of the lines around it.
pub fn share_span(rows: &mut [InfoRow]) {
    let lines = rows.iter().filter_map(|row| match row {
        InfoRow::NumberLine(line) => Some(line.extent()),
        _ => None,
    });
    let longest = lines.fold(0.0, f64::max);
    let mut doubling = 1.0 / 64.0;
    let mut spans = std::iter::repeat_with(|| {
        doubling *= 2.0;
        SPANS.map(|span| span * doubling)
    });
    let shared = spans.find_map(|pair| {
        let fits = |span: &f64| *span >= longest || !span.is_finite();
        pair.into_iter().find(fits)
    });
    for row in rows {
        if let (InfoRow::NumberLine(line), Some(span)) = (row, shared) {
            line.span = span;
        }
    }
}

impl NumberLine {
    /// The length that both intervals and the gap between them take; metres.
    fn extent(&self) -> f64 {
        let [[low, high], [other_low, other_high]] = self.intervals;
        high.max(other_high) - low.min(other_low)
    }

    /// The places of the intervals on the line, as shares of its length.
    pub fn places(&self) -> [[f32; 2]; 2] {
        let start = self.intervals[0][0].min(self.intervals[1][0]);
        let place = |end: f64| ((end - start) / self.span) as f32;
        self.intervals.map(|interval| interval.map(place))
    }
}

impl InfoPanel {
    pub fn text(&mut self, text: impl Into<String>) {
        self.tinted_text(text, FAINT);
    }

    /// Adds a sentence in this colour.
    pub fn tinted_text(&mut self, text: impl Into<String>, color: Color) {
        self.rows.push(InfoRow::Text(text.into(), color));
    }

    /// Removes the last sentence that is without a special colour. Returns whether there was one.
    pub fn drop_explanation(&mut self) -> bool {
        let is_plain = |row: &InfoRow| matches!(row, InfoRow::Text(_, color) if *color == FAINT);
        let last = self.rows.iter().rposition(is_plain);
        last.map(|last| self.rows.remove(last)).is_some()
    }

    pub fn value(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.tinted(label, value, WHITE);
    }

    /// Adds three numbers, each in its colour.
    pub fn columns(&mut self, label: impl Into<String>, numbers: [(String, Color); 3]) {
        self.rows.push(InfoRow::Columns(label.into(), numbers));
    }

    /// Adds a value in this colour.
    pub fn tinted(&mut self, label: impl Into<String>, value: impl Into<String>, color: Color) {
        self.rows
            .push(InfoRow::Value(label.into(), value.into(), color));
    }
}

/// Formats a length, in the one unit of all panels, such as `12.3 mm`.
pub fn millimetres(metres: f64) -> String {
    // No `-0.0`.
    let metres = if metres.abs() < 5e-5 { 0.0 } else { metres };
    format!("{:.1} mm", metres * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_lines_share_a_round_span_that_keeps_while_a_shape_moves() {
        let line = |first: [f64; 2]| {
            InfoRow::NumberLine(NumberLine {
                label: String::new(),
                value: String::new(),
                color: WHITE,
                intervals: [first, [-1.0, 1.0]],
                colors: [WHITE; 2],
                span: 1.0,
            })
        };
        let places = |first: [f64; 2]| {
            let mut rows = vec![line([1.0, 1.5]), line(first)];
            share_span(&mut rows);
            let [InfoRow::NumberLine(_), InfoRow::NumberLine(moved)] = rows.as_slice() else {
                panic!("two lines");
            };
            (moved.span, moved.places())
        };
        // From -1 to 1.75: 2.75 m, on a line of 3 m.
        assert_eq!(
            places([1.25, 1.75]),
            (3.0, [[0.75, 2.75 / 3.0], [0.0, 2.0 / 3.0]])
        );
        assert_eq!(places([1.5, 2.0]).0, 3.0, "exactly as long as the line");
        assert_eq!(places([1.51, 2.01]).0, 4.0);
        // The other shape begins first: the line begins with it.
        assert_eq!(places([-2.0, 1.0]), (3.0, [[0.0, 1.0], [1.0 / 3.0, 1.0]]));
        assert!(places([1e300, 2e300]).0 >= 2e300);
        assert!(places([0.0, 0.0]).0 >= 2.5);
    }

    #[test]
    fn explanations_are_dropped_from_the_last_one_on_and_nothing_else_is() {
        let mut panel = InfoPanel::default();
        panel.text("first");
        panel.value("gap", "1.0 mm");
        panel.tinted_text("found", WHITE);
        panel.text("last");
        assert!(panel.drop_explanation());
        assert_eq!(panel.rows.len(), 3);
        assert_eq!(panel.rows[0], InfoRow::Text("first".to_owned(), FAINT));
        assert!(panel.drop_explanation());
        assert!(!panel.drop_explanation());
        assert_eq!(panel.rows.len(), 2);
    }

    #[test]
    fn lengths_have_units_and_zero_has_no_sign() {
        assert_eq!(millimetres(-0.3125), "-312.5 mm");
        assert_eq!(millimetres(-0.000_01), "0.0 mm");
        assert_eq!(millimetres(0.012_34), "12.3 mm");
    }
}
