//! The two fonts, and text that is measured, wrapped and drawn in them.

use macroquad::color::Color;
use macroquad::text::{
    Font, TextParams, draw_text_ex, load_ttf_font_from_bytes, measure_text, set_default_font,
};
use macroquad::window::screen_dpi_scale;

use crate::draw::text_wrap;
use crate::platform::fonts::{Typeface, font_bytes};

/// Size of a glyph that is added to each font when it is loaded; pixels.
///
/// A line of text in this size is wider than a font's first texture, which is 512 pixels wide, so the font gets a
/// larger texture before anything is drawn. If the texture grew in the middle of a frame, the text drawn before in
/// that frame would lose its texture, and browsers would report an error. The glyph is an underscore: it is flat and
/// needs little room.
const WARM_UP_SIZE: f32 = 1080.0;

/// The two fonts.
pub struct Fonts {
    monospace: Font,
    proportional: Font,
}

impl Fonts {
    /// # Errors
    /// When a font cannot be read.
    pub fn load() -> Result<Self, String> {
        let font = |typeface| {
            let font = load_ttf_font_from_bytes(&font_bytes(typeface)?)
                .map_err(|error| format!("a font cannot be read: {error}"))?;
            font.populate_font_cache(&['_'], (WARM_UP_SIZE * screen_dpi_scale()) as u16);
            Ok::<_, String>(font)
        };
        let proportional = font(Typeface::Proportional)?;
        set_default_font(proportional.clone());
        Ok(Self {
            monospace: font(Typeface::Monospace)?,
            proportional,
        })
    }

    /// The font for numbers and code, `size` logical pixels high.
    pub fn monospace(&self, size: f32) -> TextStyle<'_> {
        TextStyle::new(&self.monospace, size)
    }

    /// The font for sentences, `size` logical pixels high.
    pub fn proportional(&self, size: f32) -> TextStyle<'_> {
        TextStyle::new(&self.proportional, size)
    }
}

/// A font in one size.
#[derive(Clone, Copy)]
pub struct TextStyle<'a> {
    font: &'a Font,
    size: u16,
}

impl<'a> TextStyle<'a> {
    fn new(font: &'a Font, size: f32) -> Self {
        Self {
            font,
            size: size.round().max(1.0) as u16,
        }
    }

    /// Height of the letters; logical pixels.
    pub fn size(&self) -> f32 {
        f32::from(self.size)
    }

    pub fn draw(&self, text: &str, x: f32, baseline: f32, color: Color) {
        let params = TextParams {
            font: Some(self.font),
            font_size: self.size,
            color,
            ..TextParams::default()
        };
        draw_text_ex(text, x.round(), baseline.round(), params);
    }

    pub fn width(&self, text: &str) -> f32 {
        measure_text(text, Some(self.font), self.size, 1.0).width
    }

    /// The width of the widest of `texts`.
    pub fn widest<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> f32 {
        let widths = texts.into_iter().map(|text| self.width(text));
        widths.fold(0.0, f32::max)
    }

    /// Breaks `text` into at most `max_lines` lines no wider than `width`.
    pub fn wrap(&self, text: &str, width: f32, max_lines: usize) -> Vec<String> {
        self.wrap_pieces(text.split_whitespace(), " ", width, max_lines)
    }

    /// Joins `pieces` by `gap`, and breaks them into at most `max_lines` lines no wider than `width`.
    pub fn wrap_pieces<'t>(
        &self,
        pieces: impl IntoIterator<Item = &'t str>,
        gap: &str,
        width: f32,
        max_lines: usize,
    ) -> Vec<String> {
        text_wrap::wrap(pieces, gap, width, max_lines, |text| self.width(text))
    }

    /// Shortens `text` to one line no wider than `width`.
    pub fn truncate(&self, text: &str, width: f32) -> String {
        text_wrap::truncate(text, width, |text| self.width(text))
    }
}
