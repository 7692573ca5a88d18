//! The canvas: text and flat shapes over the picture, collected during a frame and drawn with one call.
//!
//! macroquad draws each letter by itself, measures through two locks and two hash maps, and ends a batch whenever text and
//! rectangles alternate. Here a letter is a lookup and four vertices, and the opaque corner of the glyphs' texture serves
//! all shapes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::rc::Rc;

use macroquad::color::Color;
use macroquad::math::{Mat4, Vec2, Vec4};
use macroquad::miniquad::RenderPass;
use macroquad::window::{screen_dpi_scale, screen_height, screen_width};

use crate::draw::glyphs::{Glyphs, SizedFaceId};
use crate::draw::renderer::flat::canvas_painter::{CanvasPainter, CanvasShapes, CanvasVertex};
use crate::draw::text::TextStyle;
use crate::draw::text_run::{TextRun, width};
use crate::draw::theme::FACE;
use crate::platform::fonts::Typeface;

/// Text that was not drawn for this many frames is forgotten. Smaller: text that blinks is laid out again.
const KEPT_FRAMES: u32 = 120;

/// Lengths of a key cap: how far it reaches above and below the baseline, the gap on each side, and the width of the edge,
/// which is thicker at the bottom; heights of the font.
const CAP_UP: f32 = 0.92;
const CAP_DOWN: f32 = 0.3;
const CAP_GAP: f32 = 0.07;
const CAP_EDGE: f32 = 0.06;

/// How strong the edge of a key cap is next to its letters.
const CAP_EDGE_OPACITY: f32 = 0.6;

/// Corners of a filled circle, and of one that is only a line.
const CIRCLE: u32 = 20;
const CIRCLE_LINE: u32 = 30;

/// The text and the shapes of a frame.
pub struct Canvas {
    state: RefCell<State>,
}

struct State {
    glyphs: Glyphs,
    /// `None` in a test, which has no window.
    painter: Option<CanvasPainter>,
    /// Over the window; logical pixels.
    flat: CanvasShapes,
    /// In the level; clip space.
    in_level: CanvasShapes,
    /// Text that was wrapped before, by a hash of the text, its style and the room for it.
    wrapped: HashMap<u64, Kept<[String]>>,
    /// Text that was laid out before, by a hash of the text and its font.
    runs: HashMap<u64, Kept<TextRun>>,
    hasher: RandomState,
    frame: u32,
    #[cfg(test)]
    laid_out: Vec<LaidOut>,
}

/// A part of a frame, for the tests of layouts.
#[cfg(test)]
#[derive(Clone, Debug)]
pub enum LaidOut {
    /// A rectangle through which little can be seen.
    Plate(macroquad::math::Rect),
    /// A line of text, and the place of its lower-case letters.
    Text(String, macroquad::math::Rect),
}

/// The layout of a text, and the frame that last drew it.
struct Kept<T: ?Sized> {
    made: Rc<T>,
    used: u32,
}

impl Canvas {
    /// # Errors
    /// When a font cannot be read, or the driver refuses the shader.
    pub fn new() -> Result<Self, String> {
        Self::with_painter(Some(CanvasPainter::new()?))
    }

    /// A canvas without a window, of which one physical pixel is a logical one.
    #[cfg(test)]
    pub fn without_window() -> Self {
        Self::with_painter(None).expect("the fonts")
    }

    fn with_painter(painter: Option<CanvasPainter>) -> Result<Self, String> {
        let state = State {
            glyphs: Glyphs::load()?,
            painter,
            #[cfg(test)]
            laid_out: Vec::new(),
            flat: CanvasShapes::default(),
            in_level: CanvasShapes::default(),
            wrapped: HashMap::new(),
            runs: HashMap::new(),
            hasher: RandomState::new(),
            frame: 0,
        };
        Ok(Self {
            state: RefCell::new(state),
        })
    }

    /// Begins a frame.
    pub fn begin(&self) {
        let state = &mut *self.state.borrow_mut();
        if state.glyphs.make_room() {
            state.runs.clear();
        }
        if state.glyphs.take_system_glyphs() {
            state.wrapped.clear();
            state.runs.clear();
        }
        state.frame = state.frame.wrapping_add(1);
        if state.frame.is_multiple_of(KEPT_FRAMES) {
            let frame = state.frame;
            let is_recent = |used: u32| frame.wrapping_sub(used) <= KEPT_FRAMES;
            state.wrapped.retain(|_, kept| is_recent(kept.used));
            state.runs.retain(|_, kept| is_recent(kept.used));
        }
    }

    /// Physical pixels per logical pixel.
    pub fn dpi(&self) -> f32 {
        match self.state.borrow().painter {
            Some(_) => screen_dpi_scale(),
            None => 1.0,
        }
    }

    /// The parts that were laid out over the window since the last call, in their order.
    #[cfg(test)]
    pub fn take_laid_out(&self) -> Vec<LaidOut> {
        std::mem::take(&mut self.state.borrow_mut().laid_out)
    }

    /// A character that neither the game nor the system has a font for, once.
    pub fn take_unknown_character(&self) -> Option<char> {
        self.state.borrow_mut().glyphs.take_unknown()
    }

    /// The font for numbers and code, `size` logical pixels high.
    pub fn monospace(&self, size: f32) -> TextStyle<'_> {
        TextStyle::new(self, Typeface::Monospace, size)
    }

    /// The font for sentences, `size` logical pixels high.
    pub fn proportional(&self, size: f32) -> TextStyle<'_> {
        TextStyle::new(self, Typeface::Proportional, size)
    }

    /// Fills a rectangle whose edges are rounded to whole pixels.
    pub fn fill_rect(&self, left: f32, top: f32, width: f32, height: f32, color: Color) {
        let (left, top) = (left.round(), top.round());
        let (right, bottom) = (left + width.round(), top + height.round());
        #[cfg(test)]
        if color.a > 0.5 {
            let plate = macroquad::math::Rect::new(left, top, width.round(), height.round());
            self.state.borrow_mut().laid_out.push(LaidOut::Plate(plate));
        }
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.fill_convex(color, corners.map(Vec2::from));
    }

    /// The edges of a rectangle; a line reaches `thick / 2` inwards.
    pub fn rectangle_lines(&self, [left, top, width, height]: [f32; 4], thick: f32, color: Color) {
        let (right, bottom, thick) = (left + width, top + height, thick * 0.5);
        let outer = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let inner = [
            (left + thick, top + thick),
            (right - thick, top + thick),
            (right - thick, bottom - thick),
            (left + thick, bottom - thick),
        ];
        for side in 0..4 {
            let next = (side + 1) % 4;
            let corners = [outer[side], outer[next], inner[next], inner[side]];
            self.fill_convex(color, corners.map(Vec2::from));
        }
    }

    /// A straight line.
    pub fn line(&self, start: Vec2, end: Vec2, thick: f32, color: Color) {
        let aside = (end - start).perp();
        let length = aside.length();
        if length > 0.0 {
            let aside = aside * (thick * 0.5 / length);
            let corners = [start + aside, start - aside, end - aside, end + aside];
            self.fill_convex(color, corners);
        }
    }

    /// A filled circle.
    pub fn circle(&self, center: Vec2, radius: f32, color: Color) {
        self.fill_convex(color, circle_corners(center, radius, CIRCLE));
    }

    /// A circle whose line reaches outwards from `radius`.
    pub fn circle_line(&self, center: Vec2, radius: f32, thick: f32, color: Color) {
        let inner = circle_corners(center, radius, CIRCLE_LINE);
        let outer = circle_corners(center, radius + thick, CIRCLE_LINE);
        let edges = inner.clone().zip(outer.clone());
        let next = inner.skip(1).zip(outer.skip(1));
        for ((inner, outer), (next_inner, next_outer)) in edges.zip(next) {
            self.fill_convex(color, [inner, outer, next_outer, next_inner]);
        }
    }

    /// A check mark of this width around `middle`. Not every font has the character.
    pub fn check_mark(&self, middle: Vec2, width: f32, color: Color) {
        let at = |x: f32, y: f32| middle + Vec2::new(x, y) * width;
        let (low, thick) = (at(-0.12, 0.3), (width * 0.17).max(1.5));
        self.line(at(-0.45, 0.0), low, thick, color);
        self.line(
            low - Vec2::new(thick * 0.3, 0.0),
            at(0.48, -0.38),
            thick,
            color,
        );
    }

    /// Fills the convex shape with these `corners`; logical pixels.
    pub fn fill_convex(&self, color: Color, corners: impl IntoIterator<Item = Vec2>) {
        let (spot, color) = (Glyphs::solid_place(), color.into());
        let corners = corners.into_iter();
        let vertices = corners.map(|corner| CanvasVertex {
            place: [corner.x, corner.y, 0.0, 1.0],
            spot,
            color,
        });
        self.state.borrow_mut().flat.push_convex(vertices);
    }

    /// Draws the content collected in the level, into `pass`, behind nearer surfaces.
    pub fn present_in_level(&self, pass: Option<RenderPass>) {
        let state = &mut *self.state.borrow_mut();
        let shapes = &mut state.in_level;
        if let Some(painter) = state.painter.as_mut().filter(|_| !shapes.is_empty()) {
            painter.draw_in_level(&mut state.glyphs, shapes, pass);
        }
        shapes.clear();
    }

    /// Draws the content collected over the window.
    pub fn present(&self) {
        let state = &mut *self.state.borrow_mut();
        let shapes = &mut state.flat;
        if let Some(painter) = state.painter.as_mut().filter(|_| !shapes.is_empty()) {
            let size = (screen_width(), screen_height());
            painter.draw_flat(&mut state.glyphs, shapes, size);
        }
        shapes.clear();
    }

    /// The font `typeface`, `pixels` high.
    pub(super) fn face(&self, typeface: Typeface, pixels: u16) -> SizedFaceId {
        self.state.borrow_mut().glyphs.sized(typeface, pixels)
    }

    /// The width of `text`; pixels.
    pub(super) fn width(&self, face: SizedFaceId, text: &str) -> f32 {
        let state = &mut *self.state.borrow_mut();
        let key = state.hasher.hash_one((face, text));
        match state.runs.get(&key) {
            Some(run) => run.made.width,
            None => width(&mut state.glyphs, face, text),
        }
    }

    /// `text` as it was laid out before, or is now.
    fn run(&self, face: SizedFaceId, text: &str) -> Rc<TextRun> {
        let state = &mut *self.state.borrow_mut();
        let key = state.hasher.hash_one((face, text));
        let run = state.runs.entry(key).or_insert_with(|| Kept {
            made: Rc::new(TextRun::new(&mut state.glyphs, face, text)),
            used: 0,
        });
        run.used = state.frame;
        run.made.clone()
    }

    /// Draws a key cap, `width` wide, at the left of which the `pen` is; logical pixels.
    fn key_cap(&self, (size, width): (f32, f32), pen: Vec2, color: Color) {
        let [up, down, gap] = [CAP_UP, CAP_DOWN, CAP_GAP].map(|share| (share * size).round());
        let edge = (CAP_EDGE * size).round().max(1.0);
        let (left, top) = ((pen.x + gap).round(), pen.y - up);
        let (width, height) = ((width - 2.0 * gap).round(), up + down);
        let rim = Color {
            a: color.a * CAP_EDGE_OPACITY,
            ..color
        };
        let face = Color { a: color.a, ..FACE };
        self.fill_rect(left, top, width, height, face);
        self.fill_rect(left, top, width, edge, rim);
        self.fill_rect(left, top + height - 2.0 * edge, width, 2.0 * edge, rim);
        let inner = height - 3.0 * edge;
        for x in [left, left + width - edge] {
            self.fill_rect(x, top + edge, edge, inner, rim);
        }
    }

    /// Adds `text`, over the window, with its pen at `pen`, or with `board` in the level. One logical pixel is `dpi`
    /// pixels.
    pub(super) fn text(
        &self,
        (face, dpi): (SizedFaceId, f32),
        text: &str,
        pen: Vec2,
        color: Color,
        board: Option<&Mat4>,
    ) {
        let run = self.run(face, text);
        if board.is_none() {
            let size = self.state.borrow().glyphs.pixels(face) / dpi;
            for cap in &run.caps {
                let pen = Vec2::new(pen.x + cap.left / dpi, pen.y);
                self.key_cap((size, cap.width / dpi), pen, color);
            }
        }
        #[cfg(test)]
        if board.is_none() && color.a > 0.1 {
            let state = &mut *self.state.borrow_mut();
            let (width, height) = (run.width / dpi, state.glyphs.pixels(face) / dpi * 0.5);
            let place = macroquad::math::Rect::new(pen.x, pen.y - height, width, height);
            state.laid_out.push(LaidOut::Text(text.to_owned(), place));
        }
        let state = &mut *self.state.borrow_mut();
        let color = color.into();
        let shapes = match board {
            None => &mut state.flat,
            Some(_) => &mut state.in_level,
        };
        for letter in &run.letters {
            let [x, y, width, height] = letter.spot;
            let left = letter.left / dpi + pen.x;
            let top = letter.top / dpi + pen.y;
            let vertex = |right: f32, down: f32| {
                let flat = Vec4::new(left + right / dpi, top + down / dpi, 0.0, 1.0);
                CanvasVertex {
                    place: board.map_or(flat, |board| *board * flat).to_array(),
                    spot: [x + right, y + down],
                    color,
                }
            };
            // Written out, since a `map` over an array is not inlined.
            let corners = [
                vertex(0.0, 0.0),
                vertex(width, 0.0),
                vertex(width, height),
                vertex(0.0, height),
            ];
            shapes.push_convex(corners.into_iter());
        }
    }

    /// The lines that `wrap` makes, or has made in an earlier frame, of the text, style and room that `key` stands for.
    pub(super) fn wrapped(
        &self,
        key: impl Hash,
        wrap: impl FnOnce() -> Vec<String>,
    ) -> Rc<[String]> {
        let (key, frame) = {
            let state = self.state.borrow();
            (state.hasher.hash_one(key), state.frame)
        };
        if let Some(wrapped) = self.state.borrow_mut().wrapped.get_mut(&key) {
            wrapped.used = frame;
            return wrapped.made.clone();
        }
        let lines: Rc<[String]> = wrap().into();
        let wrapped = Kept {
            made: lines.clone(),
            used: frame,
        };
        self.state.borrow_mut().wrapped.insert(key, wrapped);
        lines
    }
}

/// The corners of a circle; the last repeats the first.
fn circle_corners(center: Vec2, radius: f32, count: u32) -> impl Iterator<Item = Vec2> + Clone {
    (0..=count).map(move |corner| {
        let angle = corner as f32 / count as f32 * std::f32::consts::TAU;
        center + Vec2::from_angle(angle) * radius
    })
}
