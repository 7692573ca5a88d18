//! Rows of a legend.

use macroquad::color::Color;

/// A colour and its meaning.
pub type LegendRow = (Color, &'static str);
