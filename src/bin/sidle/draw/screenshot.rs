//! Pictures of the window as PNG files.

use std::path::{Path, PathBuf};

use macroquad::texture::get_screen_data;

use crate::platform;

/// Writes what was drawn in this frame to `path`.
pub fn write(path: &Path) -> Result<(), String> {
    let image = get_screen_data();
    let (width, height) = (image.width as usize, image.height as usize);
    // The rows come from the bottom up; a picture without holes needs no alpha.
    let rows = image
        .bytes
        .chunks_exact(4 * width.max(1))
        .take(height)
        .rev();
    let pixels: Vec<u8> = rows
        .flat_map(|row| row.chunks_exact(4))
        .flat_map(|p| [p[0], p[1], p[2]])
        .collect();

    let fails =
        |error: &dyn std::fmt::Display| format!("cannot write `{}`: {error}", path.display());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|error| fails(&error))?;
    writer
        .write_image_data(&pixels)
        .map_err(|error| fails(&error))?;
    writer.finish().map_err(|error| fails(&error))?;
    platform::write(path, &bytes).map_err(|error| fails(&error))
}

/// A name in the current folder that is not taken yet: `sidle-001.png` and on, if that is its `kind`.
pub fn free_name(kind: &str) -> PathBuf {
    (1..)
        .map(|number: u32| PathBuf::from(format!("sidle-{number:03}.{kind}")))
        .find(|path| !platform::exists_locally(path))
        .unwrap_or_else(|| PathBuf::from(format!("sidle.{kind}")))
}
