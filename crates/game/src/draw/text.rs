//! Text in one font and size: measured, wrapped and drawn on a canvas.
//!
//! The panel's text is egui's own, and this is not made with it. egui takes whole font files, so it could not show a
//! character that the two fonts lack: here the system, or the browser, draws that one glyph. It also has no key caps
//! within a line, no letters on a sign in the level, and it would lay out again in each frame what a
//! [run](super::text_run) keeps. The other way round, egui draws only the glyphs that it has made itself. The font files are shared.

use std::borrow::Cow;
use std::rc::Rc;

use macroquad::color::Color;
use macroquad::math::{Mat4, Vec2};

use crate::draw::canvas::Canvas;
use crate::draw::glyphs::SizedFaceId;
use crate::draw::text_wrap;
use crate::platform::fonts::Typeface;

/// A font in one size, for the current frame.
#[derive(Clone, Copy)]
pub struct TextStyle<'c> {
    canvas: &'c Canvas,
    typeface: Typeface,
    face: SizedFaceId,
    /// Logical pixels.
    size: u16,
    /// Pixels per logical pixel.
    dpi: f32,
}

impl<'c> TextStyle<'c> {
    pub(super) fn new(canvas: &'c Canvas, typeface: Typeface, size: f32) -> Self {
        let dpi = canvas.dpi();
        let size = size.round().max(1.0) as u16;
        Self {
            canvas,
            typeface,
            face: canvas.face(typeface, (f32::from(size) * dpi).ceil() as u16),
            size,
            dpi,
        }
    }

    /// The canvas that the text is drawn on.
    pub fn canvas(&self) -> &'c Canvas {
        self.canvas
    }

    /// Height of the letters; logical pixels.
    pub fn size(&self) -> f32 {
        f32::from(self.size)
    }

    /// Pixels per logical pixel.
    pub fn dpi(&self) -> f32 {
        self.dpi
    }

    pub fn draw(&self, text: &str, x: f32, baseline: f32, color: Color) {
        let pen = Vec2::new(x.round(), baseline.round());
        self.canvas
            .text((self.face, self.dpi), text, pen, color, None);
    }

    /// Draws `text` in the level; `board` takes a place on the sign, in logical pixels, to clip space.
    pub fn draw_on_board(&self, board: &Mat4, text: &str, x: f32, baseline: f32, color: Color) {
        let pen = Vec2::new(x.round(), baseline.round());
        self.canvas
            .text((self.face, self.dpi), text, pen, color, Some(board));
    }

    pub fn width(&self, text: &str) -> f32 {
        self.canvas.width(self.face, text) / self.dpi
    }

    /// The width of the widest of `texts`.
    pub fn widest<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> f32 {
        let widths = texts.into_iter().map(|text| self.width(text));
        widths.fold(0.0, f32::max)
    }

    /// Breaks `text` into at most `max_lines` lines no wider than `width`. The canvas keeps them for the next frames.
    pub fn wrap(&self, text: &str, width: f32, max_lines: usize) -> Rc<[String]> {
        let key = (self.key(width, max_lines), text);
        self.canvas.wrapped(key, || {
            let words = text.split_whitespace();
            text_wrap::wrap(words, " ", width, max_lines, |text| self.width(text))
        })
    }

    /// Breaks `text` into as few lines as [`Self::wrap`] does, of about one length.
    pub fn wrap_evenly(&self, text: &str, width: f32, max_lines: usize) -> Rc<[String]> {
        let key = (self.key(width, max_lines), text, "evenly");
        self.canvas.wrapped(key, || {
            text_wrap::wrap_evenly(width, max_lines, |width, max_lines| {
                let words = text.split_whitespace();
                text_wrap::wrap(words, " ", width, max_lines, |text| self.width(text))
            })
        })
    }

    /// Joins `pieces` by `gap`, and breaks them into at most `max_lines` lines no wider than `width`. The canvas keeps them
    /// for the next frames.
    pub fn wrap_pieces(
        &self,
        pieces: &[impl AsRef<str> + std::hash::Hash],
        gap: &str,
        width: f32,
        max_lines: usize,
    ) -> Rc<[String]> {
        let key = (self.key(width, max_lines), pieces, gap);
        self.canvas.wrapped(key, || {
            let pieces = pieces.iter().map(AsRef::as_ref);
            text_wrap::wrap(pieces, gap, width, max_lines, |text| self.width(text))
        })
    }

    /// The inputs of the lines of a text, apart from the text.
    fn key(&self, width: f32, max_lines: usize) -> (Typeface, u16, u32, u32, usize) {
        let (dpi, width) = (self.dpi.to_bits(), width.to_bits());
        (self.typeface, self.size, dpi, width, max_lines)
    }

    /// Shortens `text` to one line no wider than `width`.
    pub fn truncate<'t>(&self, text: &'t str, width: f32) -> Cow<'t, str> {
        text_wrap::truncate(text, width, |text| self.width(text))
    }
}
