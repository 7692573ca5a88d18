//! Screenshots: writes the window as a PNG file.

use std::path::{Path, PathBuf};

use macroquad::texture::get_screen_data;

use crate::platform;

/// Writes the current frame to `path`.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path) -> Result<(), String> {
    let ([width, height], pixels) = pixels();
    let fails =
        |error: &dyn std::fmt::Display| format!("cannot write `{}`: {error}", path.display());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, u32::from(width), u32::from(height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|error| fails(&error))?;
    writer
        .write_image_data(&pixels)
        .map_err(|error| fails(&error))?;
    writer.finish().map_err(|error| fails(&error))?;
    platform::write(path, &bytes).map_err(|error| fails(&error))
}

/// The size of the current frame, and its pixels, three bytes each, the highest row first.
pub fn pixels() -> ([u16; 2], Vec<u8>) {
    let image = get_screen_data();
    let (width, height) = (usize::from(image.width), usize::from(image.height));
    // OpenGL returns the lowest row first. The picture is opaque, so it needs no alpha channel.
    let rows = image
        .bytes
        .chunks_exact(4 * width.max(1))
        .take(height)
        .rev();
    let pixels = rows
        .flat_map(|row| row.chunks_exact(4))
        .flat_map(|p| [p[0], p[1], p[2]])
        .collect();
    ([image.width, image.height], pixels)
}

/// The first unused name in the current folder, such as `sidle-001.png`, `sidle-002.png` and so on, for the extension
/// `png`.
pub fn free_name(extension: &str) -> PathBuf {
    (1..)
        .map(|number: u32| PathBuf::from(format!("sidle-{number:03}.{extension}")))
        .find(|path| !platform::exists_locally(path))
        .unwrap_or_else(|| PathBuf::from(format!("sidle.{extension}")))
}
