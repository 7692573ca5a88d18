//! The texts of a level's signs, drawn onto their boards in the world, with depth.
//!
//! Each board has a camera that maps 2D text onto the board. The size of the glyphs follows their size on
//! the screen, so that text is sharp from near and does not flicker from afar.

use macroquad::color::Color;
use macroquad::math::{Mat4, Rect, Vec4};

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::level::Sign;
use sidle::world::World;

use crate::draw::camera::Camera;
use crate::draw::canvas::Canvas;
use crate::draw::glam_interop::to_render_vec3;
use crate::draw::text::TextStyle;

/// The area for text on the board of `assets/sign.obj`: its middle, just in front of the wood, and its size; metres.
const MIDDLE: DVec3 = DVec3::new(0.0, 1.08, 0.075);
const WIDTH: f32 = 1.92;
const HEIGHT: f32 = 0.96;

/// Largest size of the text; metres. Each step multiplies the size by [`SHRINK`] until the text fits. This number of steps
/// suffices for any text that a level may contain, also with the longest names of keys.
const MAX_SIZE: f32 = 0.19;
const SHRINK: f32 = 0.94;
const MAX_STEPS: usize = 90;

/// Distance between lines, as a multiple of the size of the text.
const LINE_HEIGHT: f32 = 1.2;

/// Sizes of glyphs; pixels. More of them: more memory for glyphs.
const GLYPH_SIZES: [f32; 6] = [12.0, 18.0, 26.0, 38.0, 56.0, 84.0];

/// The size in which text is measured; pixels.
const MEASURE_SIZE: f32 = 56.0;

/// Text begins to fade at the first distance, and disappears at the second; metres.
const FADE_RANGE: [f32; 2] = [32.0, 44.0];

/// Text of this size can be read; pixels.
const LEGIBLE: f32 = 8.0;

/// The colour of the heading, which is the first of several lines, and of other text.
const HEADING: Color = Color::new(0.56, 0.27, 0.19, 1.0);
const PAINT: Color = Color::new(0.16, 0.19, 0.22, 1.0);

/// The text of one sign, wrapped into lines.
pub struct SignText {
    sign: Sign,
    lines: Vec<String>,
    /// Number of lines of the heading.
    heading_lines: usize,
    /// Size of the text; metres.
    size: f32,
}

impl SignText {
    /// The `text` of `sign`, with names of keys, in the largest size that fits.
    pub fn new(canvas: &Canvas, sign: &Sign, text: &str) -> Self {
        let style = canvas.proportional(MEASURE_SIZE);
        let fits = |size: &f32| {
            let lines = wrap(&style, text, *size);
            let widest = style.widest(lines.iter().map(String::as_str));
            lines.len() as f32 * LINE_HEIGHT * size <= HEIGHT
                && widest * size <= WIDTH * MEASURE_SIZE
        };
        let sizes = core::iter::successors(Some(MAX_SIZE), |size| Some(size * SHRINK));
        let size = sizes.take(MAX_STEPS).find(fits).unwrap_or(MAX_SIZE);
        let first = text.split_once('\n').map_or("", |(first, _)| first);
        Self {
            sign: sign.clone(),
            lines: wrap_evenly(&style, text, size),
            heading_lines: wrap(&style, first, size).len(),
            size,
        }
    }

    /// The rectangle around the text in the picture, its edges as shares of the picture; `None` if `camera` sees no
    /// text that anybody could read.
    pub fn place(&self, camera: &Camera) -> Option<Rect> {
        let (seen, _) = self.seen(camera)?;
        if seen < LEGIBLE {
            return None;
        }
        let corners = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)];
        let corners = corners.map(|(across, up)| {
            let corner = DVec3::new(f64::from(WIDTH) * across, f64::from(HEIGHT) * up, 0.0);
            camera.project(self.sign.placement.apply(MIDDLE + corner))
        });
        let [first, others @ ..] = corners;
        let mut place = Rect::new(first?.0, first?.1, 0.0, 0.0);
        for (x, y) in others.into_iter().flatten() {
            place = place.combine_with(Rect::new(x, y, 0.0, 0.0));
        }
        let picture = Rect::new(0.0, 0.0, 1.0, 1.0);
        place.overlaps(&picture).then_some(place)
    }

    /// Whether something of the `world` hides the middle of the text from `eye`. Signs themselves are not part of it.
    pub fn is_hidden(&self, world: &World, eye: DVec3) -> bool {
        let middle = self.sign.placement.apply(MIDDLE);
        world
            .intersect_segment(&Segment::new(eye, middle))
            .is_some()
    }

    /// The size of the text in the picture, in pixels, and its distance, in metres; `None` if `camera` is too far,
    /// behind the board, or looks away.
    fn seen(&self, camera: &Camera) -> Option<(f32, f32)> {
        let placement = &self.sign.placement;
        let view = camera.relative(placement.apply(MIDDLE)) - camera.eye;
        let distance = view.length();
        let [_, gone] = FADE_RANGE;
        // The board hides the text from behind.
        let is_behind = view.dot(to_render_vec3(placement.rotation * DVec3::Z)) > 0.0;
        let is_seen = distance <= gone && !is_behind && view.dot(camera.look) >= -WIDTH;
        let seen = self.size * camera.size.1 / (2.0 * camera.half_height * distance);
        is_seen.then_some((seen, distance))
    }

    /// Draws the text onto its board, as `camera` sees it.
    pub fn draw(&self, canvas: &Canvas, camera: &Camera) {
        let Some((seen, distance)) = self.seen(camera) else {
            return;
        };
        let placement = &self.sign.placement;
        let middle = camera.relative(placement.apply(MIDDLE));
        let [right, up, towards] =
            [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| to_render_vec3(placement.rotation * axis));
        let [fade, gone] = FADE_RANGE;
        let [.., largest] = GLYPH_SIZES;
        let glyph_size = GLYPH_SIZES
            .into_iter()
            .find(|size| *size >= seen)
            .unwrap_or(largest);
        let style = canvas.proportional(glyph_size / canvas.dpi());
        let unit = self.size / style.size();
        let board = Mat4::from_cols(
            (right * unit).extend(0.0),
            (up * -unit).extend(0.0),
            towards.extend(0.0),
            Vec4::from((middle, 1.0)),
        );
        let board = camera.view_projection() * board;
        let strength = ((gone - distance) / (gone - fade)).clamp(0.0, 1.0);
        let line = style.size() * LINE_HEIGHT;
        // The middle of lower-case letters is about a third of the size above the baseline.
        let first = style.size() * 0.3 - line * (self.lines.len() - 1) as f32 * 0.5;
        for (row, text) in self.lines.iter().enumerate() {
            let left = style.width(text) * -0.5;
            let paint = if row < self.heading_lines {
                HEADING
            } else {
                PAINT
            };
            let color = Color {
                a: strength,
                ..paint
            };
            style.draw_on_board(&board, text, left, first + line * row as f32, color);
        }
    }
}

/// Wraps `text` to the width of a board.
fn wrap(style: &TextStyle, text: &str, size: f32) -> Vec<String> {
    let width = WIDTH * MEASURE_SIZE / size;
    let lines = text.lines();
    lines
        .flat_map(|line| style.wrap(line, width, usize::MAX).to_vec())
        .collect()
}

/// The same into as many lines of about one length, so that no word is alone.
fn wrap_evenly(style: &TextStyle, text: &str, size: f32) -> Vec<String> {
    let width = WIDTH * MEASURE_SIZE / size;
    let lines = text.lines();
    lines
        .flat_map(|line| style.wrap_evenly(line, width, MAX_STEPS).to_vec())
        .collect()
}

#[cfg(test)]
mod tests;
