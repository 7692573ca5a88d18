//! Characters that the game's own fonts lack, drawn with the fonts of the system or of the browser.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use native::SystemGlyphs;
#[cfg(target_arch = "wasm32")]
pub use web::SystemGlyphs;

/// How many answers a frame takes. A level's text may have thousands of distinct characters, and a browser draws a few hundred in
/// a frame. Smaller: text is boxes for longer; larger: a frame is late.
const MAX_ANSWERS: usize = 24;

/// A rasterized character.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemGlyph {
    /// Pixels.
    pub width: usize,
    /// The opacity of each pixel, row by row.
    pub opacity: Vec<u8>,
    /// From the pen to the left edge, and from the baseline up to the lower edge; pixels.
    pub offset: [f32; 2],
    /// How far the pen moves to the right; pixels.
    pub advance: f32,
}

/// The result of a requested character.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub character: char,
    /// The height of the font; pixels.
    pub pixels: u16,
    /// `None` if no font has the character.
    pub glyph: Option<SystemGlyph>,
}
