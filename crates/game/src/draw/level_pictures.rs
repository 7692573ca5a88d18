//! The small pictures in the list of levels.

use std::collections::BTreeMap;

use macroquad::color::WHITE;
use macroquad::math::{Rect, Vec2};
use macroquad::texture::{DrawTextureParams, FilterMode, Texture2D, draw_texture_ex};

/// The pictures that were drawn, by name; `None` if it cannot be read. There are as many as shipped levels.
#[derive(Default)]
pub struct LevelPictures {
    textures: BTreeMap<&'static str, Option<Texture2D>>,
}

impl LevelPictures {
    /// Draws each JPEG file with its name into its rectangle, over all that was drawn before. Reads one new picture in a
    /// frame.
    pub fn draw(&mut self, places: &[(&'static str, &'static [u8], Rect)]) {
        let mut may_read = true;
        for (name, bytes, place) in places {
            if !self.textures.contains_key(name) && std::mem::take(&mut may_read) {
                self.textures.insert(name, read(bytes));
            }
            if let Some(Some(texture)) = self.textures.get(name) {
                let params = DrawTextureParams {
                    dest_size: Some(Vec2::new(place.w, place.h)),
                    ..Default::default()
                };
                draw_texture_ex(texture, place.x, place.y, WHITE, params);
            }
        }
    }
}

/// The texture of a JPEG file.
fn read(bytes: &[u8]) -> Option<Texture2D> {
    let image = image::load_from_memory_with_format(bytes, image::ImageFormat::Jpeg).ok()?;
    let image = image.into_rgba8();
    let size = (image.width() as u16, image.height() as u16);
    let texture = Texture2D::from_rgba8(size.0, size.1, &image);
    texture.set_filter(FilterMode::Linear);
    Some(texture)
}
