//! Paints a sketch without a window: every shape is a polygon with smooth edges.

use ab_glyph::{Font, FontRef, ScaleFont};
use ab_glyph_rasterizer::{Point, Rasterizer, point};
use macroquad::color::Color;

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec2;

use crate::commands::clip::sketch::{BACKGROUND, Sketch};
use crate::platform::fonts::{Typeface, font_bytes};

/// Corners of a circle, and of the round end of a line. Smaller: visible corners; larger: slower.
const CIRCLE_CORNERS: u32 = 64;
const END_CORNERS: u32 = 8;

/// Opacity of the dark behind a text.
const SHADE: f32 = 0.7;

/// A font of the program.
pub struct Letters(FontRef<'static>);

impl Letters {
    /// The font for sentences.
    ///
    /// # Errors
    /// None, since the program contains it.
    pub fn new() -> Result<Self, String> {
        match font_bytes(Typeface::Proportional)? {
            std::borrow::Cow::Borrowed(bytes) => {
                let font = FontRef::try_from_slice(bytes);
                font.map(Self).map_err(|error| error.to_string())
            }
            std::borrow::Cow::Owned(_) => Err("the program has no font".to_owned()),
        }
    }

    /// The width of `text` with letters of one pixel.
    pub fn measure(&self, text: &str) -> f32 {
        /// Letters have this size while they are measured; pixels.
        const MEASURED: f32 = 64.0;
        let font = self.0.as_scaled(MEASURED);
        let advances = text
            .chars()
            .map(|letter| font.h_advance(font.glyph_id(letter)));
        advances.sum::<f32>() / MEASURED
    }
}

/// The pixels of `sketch`, three bytes each, the highest row first.
pub fn paint(sketch: &Sketch, letters: &Letters) -> Vec<u8> {
    let [width, height] = sketch.size.map(usize::from);
    let [red, green, blue, _]: [u8; 4] = BACKGROUND.into();
    let mut picture = Painting {
        size: [width, height],
        pixels: [red, green, blue].repeat(width * height),
    };
    if let Some((middle, radius, color)) = sketch.body {
        let corners = circle(middle, radius, CIRCLE_CORNERS);
        picture.fill(&corners.collect::<Vec<_>>(), color);
    }
    for stroke in &sketch.strokes {
        picture.fill(&outline(stroke.ends, stroke.width), stroke.color);
    }
    let [right, bottom] = sketch.size.map(f32::from);
    picture.fill_box([0.0, sketch.band, right, bottom], BACKGROUND);
    for words in &sketch.words {
        let long = letters.measure(&words.text) * words.size;
        let at = [words.at[0] - words.before(long), words.at[1]];
        // It keeps labels readable over lines.
        let room = [
            at[0] - 2.0,
            at[1] - words.size * 0.8,
            at[0] + long + 2.0,
            at[1] + words.size * 0.25,
        ];
        picture.fill_box(room, BACKGROUND.with_alpha(SHADE));
        picture.write(&letters.0, at, words.size, &words.text, words.color);
    }
    picture.pixels
}

struct Painting {
    size: [usize; 2],
    pixels: Vec<u8>,
}

impl Painting {
    /// Fills the convex polygon with these `corners`.
    fn fill(&mut self, corners: &[[f32; 2]], color: Color) {
        let [width, height] = self.size.map(|side| side as f32);
        let mut corners = corners.to_vec();
        for (axis, limit, sign) in [
            (0, 0.0, 1.0),
            (0, width, -1.0),
            (1, 0.0, 1.0),
            (1, height, -1.0),
        ] {
            corners = clipped(&corners, axis, limit, sign);
        }
        let Some(bounds) = Bounds::of(&corners) else {
            return;
        };
        let local = |corner: [f32; 2]| {
            point(
                corner[0] - bounds.left as f32,
                corner[1] - bounds.top as f32,
            )
        };
        let mut raster = Rasterizer::new(bounds.width, bounds.height);
        let mut before = corners.last().copied().map(local);
        for corner in corners.into_iter().map(local) {
            draw_edge(&mut raster, before.replace(corner), corner);
        }
        raster.for_each_pixel_2d(|x, y, coverage| {
            self.blend(
                bounds.left + x as usize,
                bounds.top + y as usize,
                coverage,
                color,
            );
        });
    }

    fn fill_box(&mut self, [left, top, right, bottom]: [f32; 4], color: Color) {
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        self.fill(&corners, color);
    }

    fn write(&mut self, font: &FontRef, at: [f32; 2], size: f32, text: &str, color: Color) {
        let scaled = font.as_scaled(size);
        let mut x = at[0];
        for letter in text.chars() {
            let id = scaled.glyph_id(letter);
            let glyph = id.with_scale_and_position(size, point(x, at[1]));
            x += scaled.h_advance(id);
            let Some(outlined) = font.outline_glyph(glyph) else {
                continue;
            };
            let bounds = outlined.px_bounds();
            let (left, top) = (bounds.min.x, bounds.min.y);
            outlined.draw(|right, down, coverage| {
                let (x, y) = (left + right as f32, top + down as f32);
                if x >= 0.0 && y >= 0.0 {
                    self.blend(x as usize, y as usize, coverage, color);
                }
            });
        }
    }

    fn blend(&mut self, x: usize, y: usize, coverage: f32, color: Color) {
        let [width, height] = self.size;
        if x >= width || y >= height {
            return;
        }
        let opacity = coverage.clamp(0.0, 1.0) * color.a;
        let pixel = &mut self.pixels[3 * (y * width + x)..][..3];
        for (channel, new) in pixel.iter_mut().zip([color.r, color.g, color.b]) {
            let mixed = f32::from(*channel) * (1.0 - opacity) + 255.0 * new * opacity;
            *channel = mixed.round() as u8;
        }
    }
}

fn draw_edge(raster: &mut Rasterizer, start: Option<Point>, end: Point) {
    if let Some(start) = start {
        raster.draw_line(start, end);
    }
}

/// The pixels around a polygon.
struct Bounds {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Bounds {
    fn of(corners: &[[f32; 2]]) -> Option<Self> {
        let span = |axis: usize| {
            let values = corners.iter().map(|corner| corner[axis]);
            let least = values.clone().fold(f32::INFINITY, f32::min);
            let most = values.fold(f32::NEG_INFINITY, f32::max);
            (least.is_finite() && most.is_finite()).then(|| {
                let (least, most) = (least.floor() as usize, most.ceil() as usize);
                (least, most.saturating_sub(least) + 1)
            })
        };
        let ((left, width), (top, height)) = (span(0)?, span(1)?);
        Some(Self {
            left,
            top,
            width,
            height,
        })
    }
}

/// The part of a convex polygon whose coordinate along `axis`, times `sign`, is at least `limit` times `sign`.
fn clipped(corners: &[[f32; 2]], axis: usize, limit: f32, sign: f32) -> Vec<[f32; 2]> {
    let inside = |corner: &[f32; 2]| (corner[axis] - limit) * sign;
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (number, corner) in corners.iter().enumerate() {
        let before = &corners[(number + corners.len() - 1) % corners.len()];
        let (was, is) = (inside(before), inside(corner));
        if (was < 0.0) != (is < 0.0) {
            let share = was / (was - is);
            let mut crossing =
                [0, 1].map(|axis| before[axis] + (corner[axis] - before[axis]) * share);
            crossing[axis] = limit;
            kept.push(crossing);
        }
        if is >= 0.0 {
            kept.push(*corner);
        }
    }
    kept
}

fn circle(middle: [f32; 2], radius: f32, corners: u32) -> impl Iterator<Item = [f32; 2]> {
    (0..corners).map(move |corner| {
        let (sin, cos) = sin_cos_deg(360.0 * f64::from(corner) / f64::from(corners));
        [
            middle[0] + radius * cos as f32,
            middle[1] + radius * sin as f32,
        ]
    })
}

/// The outline of a line with round ends; a disc if both ends are one point.
fn outline([start, end]: [[f32; 2]; 2], width: f32) -> Vec<[f32; 2]> {
    let half = width * 0.5;
    let along = DVec2::new(f64::from(end[0] - start[0]), f64::from(end[1] - start[1]));
    let along = along.normalize_or(DVec2::X);
    // Half a circle, from the right of the direction to its left.
    let arc = |middle: [f32; 2], along: DVec2| {
        (0..=END_CORNERS).map(move |corner| {
            let (sin, cos) = sin_cos_deg(180.0 * f64::from(corner) / f64::from(END_CORNERS) - 90.0);
            let out = along * cos + along.perp() * sin;
            [
                middle[0] + half * out.x as f32,
                middle[1] + half * out.y as f32,
            ]
        })
    };
    arc(end, along).chain(arc(start, -along)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white_on_black(size: [usize; 2], corners: &[[f32; 2]]) -> Vec<u8> {
        let mut picture = Painting {
            size,
            pixels: vec![0; 3 * size[0] * size[1]],
        };
        picture.fill(corners, macroquad::color::WHITE);
        picture.pixels
    }

    #[test]
    fn a_polygon_covers_its_pixels_and_half_of_those_on_its_edge() {
        let square = [[1.0, 1.0], [3.5, 1.0], [3.5, 3.0], [1.0, 3.0]];
        let pixels = white_on_black([5, 4], &square);
        let row: Vec<u8> = pixels[3 * 5..3 * 10].iter().step_by(3).copied().collect();
        assert_eq!(row, [0, 255, 255, 128, 0]);
        assert!(pixels[..3 * 5].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn shapes_beyond_the_picture_are_cut_off() {
        for far in [-1e9, -40.0, 40.0, 1e9] {
            for corners in [
                outline([[far, 2.0], [2.0, far]], 6.0),
                outline([[far, far], [far, far]], 6.0),
                circle([far, 2.0], 3.0, 16).collect(),
            ] {
                white_on_black([5, 4], &corners);
            }
        }
        let all = [[-9.0, -9.0], [99.0, -9.0], [99.0, 99.0], [-9.0, 99.0]];
        assert!(white_on_black([5, 4], &all).iter().all(|byte| *byte == 255));
    }

    #[test]
    fn what_is_no_number_paints_nothing() {
        for number in [f32::NAN, f32::INFINITY] {
            white_on_black([5, 4], &[[number, 1.0], [2.0, number], [3.0, 3.0]]);
        }
    }
}
