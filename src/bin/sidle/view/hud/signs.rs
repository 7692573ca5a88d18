//! The words of a level's signs, written onto their boards: things of the world, with nearer and
//! farther, and not a page over the picture.
//!
//! Each board is a page of its own, seen through the same camera. Its letters are drawn about as large
//! as they are seen, so that they are sharp from near and calm from afar.

use macroquad::camera::{Camera as Page3d, set_camera};
use macroquad::color::Color;
use macroquad::math::{Mat4, Vec4};
use macroquad::miniquad::RenderPass;
use macroquad::window::screen_dpi_scale;

use sidle::glam::DVec3;
use sidle::level::Sign;

use crate::draw::camera::Camera;
use crate::draw::convert::to_drawn;
use crate::draw::page::{Fonts, Style};
use crate::draw::renderer::program::graphics;

/// The room for words on the board of `assets/sign.obj`: its middle, just before the wood, and its
/// size; metres.
const MIDDLE: DVec3 = DVec3::new(0.0, 1.08, 0.075);
const WIDTH: f32 = 1.92;
const HEIGHT: f32 = 0.96;

/// The largest letters; metres. They are made smaller step by step until there is room for all words;
/// with so many steps there is, for any text that a level may hold.
const LETTERS: f32 = 0.19;
const STEP: f32 = 0.94;
const STEPS: usize = 90;

/// From line to line, as a factor of the letters.
const LEADING: f32 = 1.2;

/// Sizes in which letters are drawn; pixels. More of them: more memory for letters.
const SIZES: [f32; 6] = [12.0, 18.0, 26.0, 38.0, 56.0, 84.0];

/// The size in which words are measured; pixels.
const MEASURE: f32 = 56.0;

/// Words begin to fade at the first distance, and are gone at the second; metres.
const FADES: [f32; 2] = [32.0, 44.0];

/// The first line of several is a heading, in the colour of the roofs.
const HEADING: Color = Color::new(0.56, 0.27, 0.19, 1.0);
const PAINT: Color = Color::new(0.16, 0.19, 0.22, 1.0);

/// The words of one sign, cut into lines.
pub struct Writing {
    sign: Sign,
    lines: Vec<String>,
    /// How many of them are the heading.
    heading: usize,
    /// Height of its letters; metres.
    letters: f32,
}

impl Writing {
    /// The words of `sign` in the largest letters for which there is room.
    pub fn new(fonts: &Fonts, sign: &Sign) -> Self {
        let style = fonts.words(MEASURE);
        let fits = |letters: &f32| {
            let lines = wrap(&style, &sign.text, *letters);
            let widest = style.widest(lines.iter().map(String::as_str));
            lines.len() as f32 * LEADING * letters <= HEIGHT && widest * letters <= WIDTH * MEASURE
        };
        let sizes = core::iter::successors(Some(LETTERS), |letters| Some(letters * STEP));
        let letters = sizes.take(STEPS).find(fits).unwrap_or(LETTERS);
        let first = sign.text.split_once('\n').map_or("", |(first, _)| first);
        Self {
            sign: sign.clone(),
            lines: wrap(&style, &sign.text, letters),
            heading: wrap(&style, first, letters).len(),
            letters,
        }
    }

    /// Writes it onto its board, as `camera` sees that in the picture so far, which is drawn in `pass`.
    pub fn draw(&self, fonts: &Fonts, camera: &Camera, pass: Option<RenderPass>) {
        let placement = &self.sign.placement;
        let middle = camera.relative(placement.apply(MIDDLE));
        let [right, up, towards] =
            [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| to_drawn(placement.rotation * axis));
        let view = middle - camera.eye;
        let distance = view.length();
        let [fade, gone] = FADES;
        // From behind, the board itself is in the way.
        if distance > gone || view.dot(towards) > 0.0 || view.dot(camera.look) < -WIDTH {
            return;
        }
        let seen = self.letters * camera.size.1 / (2.0 * camera.half_height * distance);
        let [.., largest] = SIZES;
        let size = SIZES
            .into_iter()
            .find(|size| *size >= seen)
            .unwrap_or(largest);
        let style = fonts.words(size / screen_dpi_scale());
        let unit = self.letters / style.size();
        let page = Mat4::from_cols(
            (right * unit).extend(0.0),
            (up * -unit).extend(0.0),
            towards.extend(0.0),
            Vec4::from((middle, 1.0)),
        );
        set_camera(&Board(camera.view_projection() * page));
        graphics().quad_gl.render_pass(pass);
        let strength = ((gone - distance) / (gone - fade)).clamp(0.0, 1.0);
        let line = style.size() * LEADING;
        // The middle of small letters is a third of their size above the line that they stand on.
        let first = style.size() * 0.3 - line * (self.lines.len() - 1) as f32 * 0.5;
        for (row, words) in self.lines.iter().enumerate() {
            let left = style.width(words) * -0.5;
            let paint = if row < self.heading { HEADING } else { PAINT };
            let color = Color {
                a: strength,
                ..paint
            };
            style.draw(words, left, first + line * row as f32, color);
        }
    }
}

/// `text` in lines that are as wide as a board, or as wide as a word.
fn wrap(style: &Style, text: &str, letters: f32) -> Vec<String> {
    let width = WIDTH * MEASURE / letters;
    let lines = text.lines();
    lines
        .flat_map(|line| style.wrap(line, width, usize::MAX))
        .collect()
}

/// A page in the world: things before it cover it.
struct Board(Mat4);

impl Page3d for Board {
    fn matrix(&self) -> Mat4 {
        self.0
    }

    fn depth_enabled(&self) -> bool {
        true
    }

    fn render_pass(&self) -> Option<macroquad::texture::RenderPass> {
        None
    }

    fn viewport(&self) -> Option<(i32, i32, i32, i32)> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::courtyard;
    use sidle::level::Look;

    #[test]
    fn the_words_have_their_place_on_the_board_of_the_mesh() {
        let level = courtyard();
        let mut models = level.scene.models.iter();
        let sign = models.find(|model| model.look == Look::Sign);
        let mesh = &sign.expect("a sign").mesh;
        let mut parts = mesh.parts.iter();
        let board = parts.find(|part| part.name == "board").expect("a board");
        let corners = board.triangles.iter().flatten();
        let corners: Vec<DVec3> = corners.map(|corner| corner.as_dvec3()).collect();
        let max = corners.iter().copied().reduce(DVec3::max).unwrap();
        let min = corners.iter().copied().reduce(DVec3::min).unwrap();
        // Before the wood, by less than the thickness of a frame.
        assert!(MIDDLE.z > max.z + 1e-3 && MIDDLE.z < max.z + 0.02, "{max}");
        assert!((MIDDLE - (min + max) * 0.5).truncate().length() < 1e-6);
        let size = max - min;
        let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
        assert!(width < size.x && height < size.y, "{size}");
        assert!(width > size.x * 0.8 && height > size.y * 0.8, "{size}");
    }
}
