//! Colours of the text over the picture, and of the rectangles behind it.

use macroquad::color::Color;

pub const INK: Color = Color::new(0.96, 0.97, 0.98, 1.0);
pub const FAINT: Color = Color::new(0.78, 0.83, 0.87, 1.0);
pub const ACCENT: Color = Color::new(0.98, 0.74, 0.47, 1.0);
/// The colour of a success.
pub const SUCCESS: Color = Color::new(0.42, 0.86, 0.56, 1.0);
pub const SHADE: Color = Color::new(0.07, 0.10, 0.13, 0.9);

/// The face of a key cap, and of a button.
pub const FACE: Color = Color::new(0.17, 0.22, 0.27, 1.0);

/// Darkens the picture around a screen that covers it.
pub const VEIL: Color = Color { a: 0.4, ..SHADE };

/// The background of such a screen.
pub const SHEET: Color = Color { a: 0.95, ..SHADE };

/// The background of the selected row of a list.
pub const CHOSEN: Color = Color { a: 0.18, ..ACCENT };
