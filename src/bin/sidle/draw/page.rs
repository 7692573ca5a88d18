//! The window as a page to write on: its size, the scale of what is written, and the fonts.

use macroquad::color::Color;
use macroquad::shapes::draw_rectangle;
use macroquad::text::{
    Font, TextParams, draw_text_ex, load_ttf_font_from_bytes, measure_text, set_default_font,
};
use macroquad::window::{screen_dpi_scale, screen_height, screen_width};

use crate::draw::lines;

pub const INK: Color = Color::new(0.96, 0.97, 0.98, 1.0);
pub const FAINT: Color = Color::new(0.78, 0.83, 0.87, 1.0);
pub const ACCENT: Color = Color::new(0.98, 0.74, 0.47, 1.0);
pub const SHADE: Color = Color::new(0.07, 0.10, 0.13, 0.66);

/// What is around a page over the picture darkens a little; the page itself hides what is behind it.
pub const VEIL: Color = Color { a: 0.4, ..SHADE };
pub const SHEET: Color = Color { a: 0.95, ..SHADE };

/// Behind the row of a list that is chosen.
pub const CHOSEN: Color = Color { a: 0.18, ..ACCENT };

/// The window's height at which everything has its own size; logical pixels.
const USUAL_HEIGHT: f32 = 720.0;

/// A larger scale needs a window so many times as wide; logical pixels.
const ROOMY_WIDTH: f32 = 640.0;

/// Lower windows have smaller text, down to this share of its size, which can still be read; logical
/// pixels.
const LOW_HEIGHT: f32 = 540.0;
const SMALL: f32 = 0.75;

/// Windows narrower than this have smaller text; logical pixels.
const NARROWEST: f32 = 430.0;

/// No window has a smaller scale, not even one that is hidden and has no width: letters and the panel need
/// some size.
const LEAST_SCALE: f32 = 0.02;

/// Beside the panel, less than this is no room to write in; points.
const LEAST_ROOM: f32 = 160.0;

/// The window's size and scale in this frame; logical pixels.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub width: f32,
    pub height: f32,
    /// What is written begins right of here: the panel is there.
    pub left: f32,
    /// What is written ends so far above the lower edge: thumbs are there.
    pub below: f32,
    scale: f32,
}

impl Page {
    pub fn now() -> Self {
        Self::new(screen_width(), screen_height())
    }

    pub fn new(width: f32, height: f32) -> Self {
        let roomy = (height / USUAL_HEIGHT).min(width / ROOMY_WIDTH).max(1.0);
        let low = (height / LOW_HEIGHT).clamp(SMALL, 1.0);
        // In eighths: every size of every letter takes memory for good.
        let roomy = (roomy * low * 8.0).floor() / 8.0;
        Self {
            width,
            height,
            left: 0.0,
            below: 0.0,
            scale: roomy.min(width / NARROWEST).max(LEAST_SCALE),
        }
    }

    /// A length of the usual window at this window's scale.
    pub fn scaled(&self, length: f32) -> f32 {
        length * self.scale
    }

    /// How wide the part is that can be written on.
    pub fn room(&self) -> f32 {
        self.width - self.left
    }

    /// Whether words have room there.
    pub fn has_room(&self) -> bool {
        self.room() >= self.scaled(LEAST_ROOM)
    }

    /// The middle of that part.
    pub fn middle(&self) -> f32 {
        self.left + self.room() * 0.5
    }

    /// How many of the screen's own pixels one pixel of the usual window is.
    pub fn pixels(&self) -> f32 {
        self.scale * screen_dpi_scale()
    }
}

/// A rectangle to write on.
pub fn draw_board(left: f32, top: f32, width: f32, height: f32, color: Color) {
    draw_rectangle(
        left.round(),
        top.round(),
        width.round(),
        height.round(),
        color,
    );
}

/// A line in letters of this size is longer than a font's first texture, of 512 pixels, and makes it a larger one
/// before anything is written. When that happens in the middle of a frame, what was written until then in that frame
/// has lost its texture, of which browsers complain. The line itself is flat, and takes little room; pixels.
const WIDE: f32 = 1080.0;

/// The two fonts.
pub struct Fonts {
    numbers: Font,
    words: Font,
}

impl Fonts {
    pub fn load() -> Result<Self, String> {
        let font = |bytes: &[u8]| {
            let font = load_ttf_font_from_bytes(bytes)
                .map_err(|error| format!("a font cannot be read: {error}"))?;
            font.populate_font_cache(&['_'], (WIDE * screen_dpi_scale()) as u16);
            Ok::<_, String>(font)
        };
        let words = font(epaint_default_fonts::UBUNTU_LIGHT)?;
        set_default_font(words.clone());
        Ok(Self {
            numbers: font(epaint_default_fonts::HACK_REGULAR)?,
            words,
        })
    }

    /// Letters of equal width, `size` logical pixels high.
    pub fn numbers(&self, size: f32) -> Style<'_> {
        Style::new(&self.numbers, size)
    }

    /// Letters for words, `size` logical pixels high.
    pub fn words(&self, size: f32) -> Style<'_> {
        Style::new(&self.words, size)
    }
}

/// A font in a size.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    font: &'a Font,
    size: u16,
}

impl<'a> Style<'a> {
    fn new(font: &'a Font, size: f32) -> Self {
        Self {
            font,
            size: size.round().max(1.0) as u16,
        }
    }

    /// Height of its letters; logical pixels.
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

    /// `text` in at most `most` lines no wider than `width`.
    pub fn wrap(&self, text: &str, width: f32, most: usize) -> Vec<String> {
        self.wrap_pieces(text.split_whitespace(), " ", width, most)
    }

    /// `pieces`, joined by `gap`, in at most `most` lines no wider than `width`.
    pub fn wrap_pieces<'t>(
        &self,
        pieces: impl IntoIterator<Item = &'t str>,
        gap: &str,
        width: f32,
        most: usize,
    ) -> Vec<String> {
        lines::wrap(pieces, gap, width, most, |text| self.width(text))
    }

    /// `text` on one line no wider than `width`.
    pub fn clip(&self, text: &str, width: f32) -> String {
        lines::clip(text, width, |text| self.width(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_grows_with_the_window_and_shrinks_in_a_low_or_narrow_one() {
        let scale = |width, height| Page::new(width, height).scale;
        assert_eq!(scale(1280.0, 720.0), 1.0);
        assert_eq!(scale(1024.0, 576.0), 1.0);
        assert_eq!(scale(640.0, 400.0), 0.75);
        assert_eq!(scale(2560.0, 1440.0), 2.0);
        assert_eq!(scale(3840.0, 2160.0), 3.0);
        // A tall, narrow window: no room for large letters.
        assert_eq!(scale(700.0, 1440.0), 1.0);
        assert_eq!(scale(215.0, 720.0), 0.5);
        assert!(scale(0.0, 0.0) > 0.0);
    }
}
